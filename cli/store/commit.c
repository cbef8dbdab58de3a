/* commit.c - outcomes into the store, in batches; at the end, what redirects lead to.
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
	struct robotsc_store *store;
	struct decider *judge; /* for what redirects come to */
	struct progress progress;
	struct redirects chains;
	struct outcome *outcomes; /* the batch, and the octets that it speaks of */
	size_t n, room;
	struct buffer octets;
	double written; /* when a batch was */
	struct robotsc_store_report sum;
	uint64_t redirects, unresolved;
};

struct committer *cli_committer_new(const struct cli_settings *s, struct robotsc_store *store, const struct robotsc_options *options,
                                uint64_t total)
{
	struct committer *h = calloc(1, sizeof *h);

	if (!h)
		return NULL;
	h->s = s;
	h->store = store;
	h->judge = cli_decider_new(options);
	cli_progress_begin(&h->progress, s->quiet, total);
	if (h->judge)
		return h;
	free(h);
	return NULL;
}

void cli_committer_free(struct committer *h)
{
	if (!h)
		return;
	cli_redirects_free(&h->chains);
	cli_decider_free(h->judge);
	free(h->outcomes);
	free(h->octets.at);
	free(h);
}

/* ---- batches ----------------------------------------------------------------------- */

static int write_batch(struct committer *h)
{
	struct robotsc_store_change *changes = calloc(h->n + 1, sizeof *changes);
	struct robotsc_store_report r;
	enum robotsc_store_status status;

	if (!changes)
		return cli_complain("out of memory");
	for (size_t i = 0; i < h->n; i++) {
		const struct outcome *o = &h->outcomes[i];

		changes[i] = (struct robotsc_store_change){.origin = {(const char *)h->octets.at + o->name, o->name_len},
		                                           .blob = h->octets.at + o->value,
		                                           .blob_len = o->value_len,
		                                           .entry = o->entry,
		                                           .keep = o->keep};
	}
	status = robotsc_store_write(h->store, changes, h->n, &r);
	free(changes);
	h->n = h->octets.len = 0;
	h->written = cli_progress_seconds(&h->progress);
	if (status != ROBOTSC_STORE_OK) {
		cli_progress_clear(&h->progress);
		return cli_store_trouble(h->s, status);
	}
	h->sum.added += r.added;
	h->sum.replaced += r.replaced;
	h->sum.kept += r.kept;
	h->sum.blobs += r.blobs;
	h->sum.refused += r.refused;
	return 0;
}

/* One policy more; name and value stand in octets. */
static int add(struct committer *h, const struct outcome *o, const uint8_t *octets)
{
	struct outcome *to;

	if (h->n == h->room) {
		const size_t room = 2 * h->room + 1024;

		to = realloc(h->outcomes, room * sizeof *to);
		if (!to)
			return cli_complain("out of memory");
		h->outcomes = to;
		h->room = room;
	}
	to = &h->outcomes[h->n];
	*to = *o;
	to->name = cli_buffer_add(&h->octets, octets + o->name, o->name_len);
	to->value = cli_buffer_add(&h->octets, octets + o->value, o->value_len);
	if (to->name == SIZE_MAX || to->value == SIZE_MAX)
		return cli_complain("out of memory");
	h->n++;
	if (h->n < BATCH_CHANGES && h->octets.len < BATCH_OCTETS && cli_progress_seconds(&h->progress) - h->written < BATCH_SECONDS)
		return 0;
	return write_batch(h);
}

/* ---- outcomes ----------------------------------------------------------------------- */

static void report_fault(struct committer *h, const struct outcome *o, const uint8_t *octets)
{
	cli_progress_clear(&h->progress);
	h->progress.errors++;
	flockfile(stderr); /* the thread that reads may have something to say too */
	fputs("robotsc: ", stderr);
	cli_print_string(stderr, o->place.input);
	if (o->place.known)
		fprintf(stderr, ":%llu", (unsigned long long)o->place.at);
	if (o->place.behind)
		fprintf(stderr, "+%llu", (unsigned long long)o->place.behind);
	fputs(": ", stderr);
	if (o->name_len) {
		cli_print_text(stderr, (struct robotsc_text){(const char *)octets + o->name, o->name_len});
		fputs(": ", stderr);
	}
	fprintf(stderr, "%s; skipped\n", o->why);
	funlockfile(stderr);
}

static int take(struct committer *h, const struct outcome *o, const uint8_t *octets)
{
	h->progress.records++;
	switch (o->kind) {
	case OUTCOME_FAULT:
		report_fault(h, o, octets);
		return 0;
	case OUTCOME_REDIRECT:
		h->redirects += (unsigned)o->robots;
		break;
	case OUTCOME_POLICY:
		if (o->robots) {
			h->progress.policies++;
			return add(h, o, octets);
		}
		break;
	}
	return cli_redirects_add(&h->chains, o, octets) < 0 ? cli_complain("out of memory") : 0;
}

int cli_commit_job(struct committer *h, struct job *job)
{
	int trouble = job->failed ? cli_complain("out of memory") : 0;

	for (size_t i = 0; i < job->n && !trouble; i++)
		trouble = take(h, &job->outcomes[i], job->output.at);
	h->progress.read = job->read;
	cli_progress_show(&h->progress);
	return trouble;
}

/* ---- redirects ------------------------------------------------------------------------ */

/* What a redirect comes to: the link at the end of its chain, or NULL and *decision says what too long a
 * chain means, or *name is that of a robots.txt that may be in the store. */
static const struct hop *follow(const struct committer *h, const struct hop *from, struct robotsc_text *name,
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
		l = cli_redirects_find(&h->chains, name->at, name->len);
		if (!l || l->kind != HOP_REDIRECT)
			return l;
	}
	return NULL;
}

/* The policy that the store has for another origin's robots.txt: entry and blob of the outcome.  1; 0 when there
 * is none; or -1 after a message. */
static int borrow(struct committer *h, struct robotsc_reader *reader, struct robotsc_text name, struct outcome *o,
                  struct buffer *octets)
{
	static const char tail[] = "/robots.txt";
	const size_t n = sizeof tail - 1;
	enum robotsc_store_status status = robotsc_reader_begin(reader, NULL);
	struct robotsc_blob blob;

	if (status != ROBOTSC_STORE_OK)
		return -cli_store_trouble(h->s, status);
	status = ROBOTSC_STORE_NOT_FOUND;
	if (name.len >= n && memcmp(name.at + name.len - n, tail, n) == 0)
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
		return -cli_store_trouble(h->s, status);
	return status == ROBOTSC_STORE_OK;
}

/* The policy at the end of a redirect, as borrow. */
static int find_end(struct committer *h, struct robotsc_reader *reader, const struct hop *from, struct outcome *o,
                    struct buffer *octets)
{
	struct robotsc_decision decision;
	struct robotsc_text name;
	const struct hop *end = follow(h, from, &name, &decision);
	const void *value;

	if (end && end->kind == HOP_PAGE) {
		o->entry.decision = end->decision;
		value = end->octets + end->name_len;
		o->value_len = end->value_len;
	} else if (decision.outcome != ROBOTSC_OUTCOME_FOLLOW) {
		o->entry.decision = decision;
		if (cli_decide_constant(h->judge, &decision, &value, &o->value_len) < 0)
			return -cli_complain("out of memory");
	} else {
		return borrow(h, reader, name, o, octets);
	}
	o->value = cli_buffer_add(octets, value, o->value_len);
	return o->value == SIZE_MAX ? -cli_complain("out of memory") : 1;
}

/* Resolve a redirect of a robots.txt: its policy is that of where it leads, fetched when it was itself. */
static int resolve(struct committer *h, struct robotsc_reader *reader, const struct hop *from, struct buffer *octets)
{
	struct outcome o = {.kind = OUTCOME_POLICY, .robots = 1, .name_len = from->name_len};
	int found;

	octets->len = 0;
	found = find_end(h, reader, from, &o, octets);
	if (found <= 0) {
		h->unresolved += found == 0;
		return -found;
	}
	o.keep = cli_is_failure(&o.entry.decision);
	o.entry.decision.fetched = o.entry.decision.since = from->decision.fetched;
	o.name = cli_buffer_add(octets, from->octets, from->name_len);
	if (o.name == SIZE_MAX)
		return cli_complain("out of memory");
	h->progress.policies++;
	return add(h, &o, octets->at);
}

static int resolve_all(struct committer *h)
{
	struct robotsc_reader *reader;
	struct buffer octets = {NULL, 0, 0};
	int trouble = 0;
	const enum robotsc_store_status status = robotsc_reader_open(&reader, h->store);

	if (status != ROBOTSC_STORE_OK)
		return cli_store_trouble(h->s, status);
	for (size_t i = 0; i < h->chains.room && !trouble; i++) {
		const struct hop *l = h->chains.links[i];

		if (l && l->kind == HOP_REDIRECT && l->robots)
			trouble = resolve(h, reader, l, &octets);
	}
	free(octets.at);
	robotsc_reader_close(reader);
	return trouble;
}

int cli_commit_end(struct committer *h)
{
	const struct progress *p = &h->progress;
	double seconds;
	int trouble = write_batch(h);

	if (!trouble)
		trouble = resolve_all(h);
	if (!trouble)
		trouble = write_batch(h);
	cli_progress_clear(&h->progress);
	if (trouble)
		return trouble;
	seconds = cli_progress_seconds(p);
	if (!h->s->quiet) {
		fprintf(stderr,
		        "robotsc: %llu records, %llu policies: %zu origins added, %zu replaced, %zu kept; %zu new blobs\n"
		        "robotsc: %llu redirects, %llu of them to places that were not captured; %llu errors\n"
		        "robotsc: %.1f s, %.1f MB/s, %.0f policies/s\n",
		        (unsigned long long)p->records, (unsigned long long)p->policies, h->sum.added, h->sum.replaced, h->sum.kept,
		        h->sum.blobs, (unsigned long long)h->redirects, (unsigned long long)h->unresolved,
		        (unsigned long long)p->errors, seconds, (double)p->read / seconds / 1e6, (double)p->policies / seconds);
	}
	return p->errors ? CLI_DISALLOWED : CLI_OK;
}
