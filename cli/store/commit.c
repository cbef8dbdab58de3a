/* commit.c - writes outcomes into the store, in batches; at the end, resolves redirects.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>

#include "import_command.h"

#define BATCH_CHANGES 100000u
#define BATCH_OCTETS (64u << 20)
#define BATCH_SECONDS 10 /* so that a killed run has lost little */
#define REDIRECTS 10u    /* more than any profile follows */

struct committer {
	const struct cli_settings *s;
	struct robotsc_store *store; /* NULL: texts are wanted */
	struct text_folder *texts;
	struct decider *decider; /* for redirects whose chain is too long */
	struct progress progress;
	struct redirects redirects;
	struct outcome *outcomes; /* the batch; names and values are in octets */
	size_t n, room;
	struct buffer octets;
	double written; /* time of the last batch */
	struct robotsc_store_report sum;
	uint64_t nredirects, unresolved;
};

struct committer *cli_committer_new(const struct cli_settings *s, struct robotsc_store *store, struct text_folder *texts,
                                    const struct robotsc_options *options, uint64_t total)
{
	struct committer *c = calloc(1, sizeof *c);

	if (!c)
		return NULL;
	c->s = s;
	c->store = store;
	c->texts = texts;
	c->decider = cli_decider_new(options, store == NULL);
	cli_progress_begin(&c->progress, s->quiet, total);
	if (c->decider)
		return c;
	free(c);
	return NULL;
}

void cli_committer_free(struct committer *c)
{
	if (!c)
		return;
	cli_redirects_free(&c->redirects);
	cli_decider_free(c->decider);
	free(c->outcomes);
	free(c->octets.at);
	free(c);
}

/* ---- batches ----------------------------------------------------------------------- */

static int write_batch(struct committer *c)
{
	struct robotsc_store_change *changes = calloc(c->n + 1, sizeof *changes);
	struct robotsc_store_report r;
	enum robotsc_store_status status;

	if (!changes)
		return cli_complain("out of memory");
	for (size_t i = 0; i < c->n; i++) {
		const struct outcome *o = &c->outcomes[i];

		changes[i] = (struct robotsc_store_change){.origin = {(const char *)c->octets.at + o->name, o->name_len},
		                                           .blob = c->octets.at + o->value,
		                                           .blob_len = o->value_len,
		                                           .entry = o->entry,
		                                           .keep = o->keep};
	}
	status = robotsc_store_write(c->store, changes, c->n, &r);
	free(changes);
	c->n = c->octets.len = 0;
	c->written = cli_progress_seconds(&c->progress);
	if (status != ROBOTSC_STORE_OK) {
		cli_progress_clear(&c->progress);
		return cli_store_trouble(c->s, status);
	}
	c->sum.added += r.added;
	c->sum.replaced += r.replaced;
	c->sum.kept += r.kept;
	c->sum.blobs += r.blobs;
	c->sum.refused += r.refused;
	return 0;
}

static const char tail[] = "/robots.txt";

static bool is_robots(struct robotsc_text key)
{
	const size_t n = sizeof tail - 1;

	return key.len >= n && memcmp(key.at + key.len - n, tail, n) == 0;
}

/* The origin in the key of a robots.txt. */
static struct robotsc_text origin_of(const void *key, size_t len)
{
	return (struct robotsc_text){key, len - (sizeof tail - 1)};
}

/* Write the text of an origin.  octets hold the key of its robots.txt, and the text. */
static int write_text(struct committer *c, const struct outcome *o, const uint8_t *octets)
{
	const struct robotsc_text text = {(const char *)octets + o->value, o->value_len};

	return cli_text_folder_put(c->texts, origin_of(octets + o->name, o->name_len), text, o->entry.decision.fetched);
}

/* Add a policy to the batch.  octets hold its name and value. */
static int add(struct committer *c, const struct outcome *o, const uint8_t *octets)
{
	struct outcome *to;

	if (!c->store)
		return write_text(c, o, octets);
	if (c->n == c->room) {
		const size_t room = 2 * c->room + 1024;

		to = realloc(c->outcomes, room * sizeof *to);
		if (!to)
			return cli_complain("out of memory");
		c->outcomes = to;
		c->room = room;
	}
	to = &c->outcomes[c->n];
	*to = *o;
	to->name = cli_buffer_add(&c->octets, octets + o->name, o->name_len);
	to->value = cli_buffer_add(&c->octets, octets + o->value, o->value_len);
	if (to->name == SIZE_MAX || to->value == SIZE_MAX)
		return cli_complain("out of memory");
	c->n++;
	if (c->n < BATCH_CHANGES && c->octets.len < BATCH_OCTETS && cli_progress_seconds(&c->progress) - c->written < BATCH_SECONDS)
		return 0;
	return write_batch(c);
}

/* ---- outcomes ----------------------------------------------------------------------- */

void cli_report_fault(const struct outcome *o, const uint8_t *octets)
{
	flockfile(stderr); /* the thread that reads may print too */
	fputs("robotsc: ", stderr);
	cli_print_string(stderr, o->place.input);
	if (o->place.known)
		fprintf(stderr, ":%llu", (unsigned long long)o->place.at);
	if (o->place.inner)
		fprintf(stderr, "+%llu", (unsigned long long)o->place.inner);
	fputs(": ", stderr);
	if (o->name_len) {
		cli_print_text(stderr, (struct robotsc_text){(const char *)octets + o->name, o->name_len});
		fputs(": ", stderr);
	}
	fprintf(stderr, "%s; skipped\n", o->why);
	funlockfile(stderr);
}

static int take(struct committer *c, const struct outcome *o, const uint8_t *octets)
{
	c->progress.records++;
	switch (o->kind) {
	case OUTCOME_FAULT:
		cli_progress_clear(&c->progress);
		c->progress.errors++;
		cli_report_fault(o, octets);
		return 0;
	case OUTCOME_REDIRECT:
		c->nredirects += (unsigned)o->robots;
		break;
	case OUTCOME_NO_TEXT:
		return 0;
	case OUTCOME_POLICY:
		if (o->robots) {
			c->progress.policies++;
			return add(c, o, octets);
		}
		break;
	}
	return cli_redirects_add(&c->redirects, o, octets) < 0 ? cli_complain("out of memory") : 0;
}

int cli_commit_job(struct committer *c, struct job *job)
{
	int trouble = job->failed ? cli_complain("out of memory") : 0;

	for (size_t i = 0; i < job->n && !trouble; i++)
		trouble = take(c, &job->outcomes[i], job->output.at);
	c->progress.read = job->read;
	cli_progress_show(&c->progress);
	return trouble;
}

/* ---- redirects ------------------------------------------------------------------------ */

/* Follow a redirect to the end of its chain.  NULL: *decision is the answer for a chain that is too
 * long, or *name is a key that may be in the store. */
static const struct hop *follow(const struct committer *c, const struct hop *from, struct robotsc_text *name,
                                struct robotsc_decision *decision)
{
	const struct hop *l = from;

	for (unsigned redirects = 1; redirects <= REDIRECTS; redirects++) {
		const struct robotsc_fetch fetch = {.profile = (enum robotsc_profile)from->decision.profile,
		                                    .status = 302,
		                                    .redirects = redirects - 1,
		                                    .at = from->decision.fetched};

		robotsc_access(&fetch, decision);
		*name = (struct robotsc_text){(const char *)l->octets + l->name_len, l->value_len};
		if (decision->outcome != ROBOTSC_OUTCOME_FOLLOW)
			return NULL;
		l = cli_redirects_find(&c->redirects, name->at, name->len);
		if (!l || l->kind != HOP_REDIRECT)
			return l;
	}
	return NULL;
}

/* Find the policy of another origin's robots.txt in the store, and fill entry and blob of the
 * outcome.  1: found; 0: there is none; or -CLI_TROUBLE after a message. */
static int borrow(struct committer *c, struct robotsc_reader *reader, struct robotsc_text name, struct outcome *o,
                  struct buffer *octets)
{
	enum robotsc_store_status status = robotsc_reader_begin(reader, NULL);
	struct robotsc_blob blob;

	if (status != ROBOTSC_STORE_OK)
		return -cli_store_trouble(c->s, status);
	status = ROBOTSC_STORE_NOT_FOUND;
	if (is_robots(name))
		status = robotsc_reader_find(reader, name.at, name.len, &o->entry);
	if (status == ROBOTSC_STORE_OK)
		status = robotsc_reader_blob(reader, o->entry.policy, &blob);
	if (status == ROBOTSC_STORE_OK) {
		o->value_len = blob.size;
		o->value = cli_buffer_add(octets, blob.bytes, blob.size);
	}
	robotsc_reader_end(reader);
	if (status == ROBOTSC_STORE_OK && o->value == SIZE_MAX)
		return -cli_complain("out of memory");
	if (status != ROBOTSC_STORE_OK && status != ROBOTSC_STORE_NOT_FOUND)
		return -cli_store_trouble(c->s, status);
	return status == ROBOTSC_STORE_OK;
}

/* Find the policy at the end of a redirect.  Returns the same as borrow. */
static int find_end(struct committer *c, struct robotsc_reader *reader, const struct hop *from, struct outcome *o,
                    struct buffer *octets)
{
	struct robotsc_decision decision;
	struct robotsc_text name;
	const struct hop *end = follow(c, from, &name, &decision);
	const void *value;

	if (end && end->kind == HOP_PAGE) {
		o->entry.decision = end->decision;
		value = end->octets + end->name_len;
		o->value_len = end->value_len;
	} else if (decision.outcome != ROBOTSC_OUTCOME_FOLLOW) {
		o->entry.decision = decision;
		if (cli_decide_constant(c->decider, &decision, &value, &o->value_len) < 0)
			return -cli_complain("out of memory");
	} else {
		return borrow(c, reader, name, o, octets);
	}
	o->value = cli_buffer_add(octets, value, o->value_len);
	return o->value == SIZE_MAX ? -cli_complain("out of memory") : 1;
}

/* Resolve a redirect of a robots.txt.  It gets the policy of its target, and the time of its own
 * fetch. */
static int resolve(struct committer *c, struct robotsc_reader *reader, const struct hop *from, struct buffer *octets)
{
	struct outcome o = {.kind = OUTCOME_POLICY, .robots = 1, .name_len = from->name_len};
	int found;

	octets->len = 0;
	found = find_end(c, reader, from, &o, octets);
	if (found <= 0) {
		c->unresolved += found == 0;
		return -found;
	}
	o.keep = cli_is_failure(&o.entry.decision);
	o.entry.decision.fetched = o.entry.decision.since = from->decision.fetched;
	o.name = cli_buffer_add(octets, from->octets, from->name_len);
	if (o.name == SIZE_MAX)
		return cli_complain("out of memory");
	c->progress.policies++;
	return add(c, &o, octets->at);
}

/* The same for a text. */
static int resolve_text(struct committer *c, const struct hop *from)
{
	const struct robotsc_text origin = origin_of(from->octets, from->name_len);
	struct robotsc_decision decision;
	struct robotsc_text name;
	const struct hop *end = follow(c, from, &name, &decision);
	int found = 0;

	if (end && end->kind == HOP_PAGE)
		found = cli_text_folder_put(c->texts, origin,
		                            (struct robotsc_text){(const char *)end->octets + end->name_len, end->value_len},
		                            from->decision.fetched) == 0
		                ? 1
		                : -CLI_TROUBLE;
	else if (is_robots(name) && decision.outcome == ROBOTSC_OUTCOME_FOLLOW)
		found = cli_text_folder_copy(c->texts, origin_of(name.at, name.len), origin, from->decision.fetched);
	c->unresolved += found == 0;
	return found < 0 ? -found : 0;
}

static int resolve_all(struct committer *c)
{
	struct robotsc_reader *reader = NULL;
	struct buffer octets = {NULL, 0, 0};
	int trouble = 0;
	const enum robotsc_store_status status = c->store ? robotsc_reader_open(&reader, c->store) : ROBOTSC_STORE_OK;

	if (status != ROBOTSC_STORE_OK)
		return cli_store_trouble(c->s, status);
	for (size_t i = 0; i < c->redirects.room && !trouble; i++) {
		const struct hop *l = c->redirects.hops[i];

		if (l && l->kind == HOP_REDIRECT && l->robots)
			trouble = c->store ? resolve(c, reader, l, &octets) : resolve_text(c, l);
	}
	free(octets.at);
	robotsc_reader_close(reader);
	return trouble;
}

static void print_totals(const struct committer *c)
{
	const struct progress *p = &c->progress;
	const double seconds = cli_progress_seconds(p);

	fprintf(stderr, "robotsc: %llu records, ", (unsigned long long)p->records);
	if (c->store)
		fprintf(stderr, "%llu policies: %zu origins added, %zu replaced, %zu kept; %zu new blobs\n",
		        (unsigned long long)p->policies, c->sum.added, c->sum.replaced, c->sum.kept, c->sum.blobs);
	else
		fprintf(stderr, "%zu texts written; %zu kept, which were fetched later\n", c->texts->written, c->texts->kept);
	fprintf(stderr,
	        "robotsc: %llu redirects, %llu of them to places that %s; %llu errors\n"
	        "robotsc: %.1f s, %.1f MB/s, %.0f %s/s\n",
	        (unsigned long long)c->nredirects, (unsigned long long)c->unresolved,
	        c->store ? "were not captured" : "have no text", (unsigned long long)p->errors, seconds,
	        (double)p->read / seconds / 1e6, (double)p->policies / seconds, c->store ? "policies" : "texts");
}

int cli_commit_end(struct committer *c)
{
	int trouble = c->store ? write_batch(c) : 0;

	if (!trouble)
		trouble = resolve_all(c);
	if (!trouble && c->store)
		trouble = write_batch(c);
	cli_progress_clear(&c->progress);
	if (trouble)
		return trouble;
	if (!c->s->quiet)
		print_totals(c);
	return c->progress.errors ? CLI_DISALLOWED : CLI_OK;
}
