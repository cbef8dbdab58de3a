/* commit.c - writes outcomes into the store, in batches; at the end, resolves redirects.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "items.h"

#define BATCH_CHANGES 100000u
#define BATCH_OCTETS (64u << 20)
#define BATCH_SECONDS 10 /* so that a killed run has lost little */
#define REDIRECTS 10u    /* more redirects than any profile follows */

struct committer {
	const struct robotsc_import_options *options;
	struct robotsc_store *store;   /* NULL: the caller wants texts, not blobs */
	struct fetch_decider *decider; /* for redirects whose chain is too long */
	struct redirects redirects;
	struct outcome *outcomes; /* the batch; names and values are in octets */
	size_t n, room;
	struct buffer octets;
	time_t written; /* time of the last batch */
	struct robotsc_import_report report;
};

static time_t seconds(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec;
}

struct committer *robotsc__committer_new(const struct robotsc_import_options *options, struct robotsc_store *store,
                                         const struct robotsc_options *compile, uint64_t total)
{
	struct committer *c = calloc(1, sizeof *c);
	if (!c)
		return NULL;
	c->options = options;
	c->store = store;
	c->decider = robotsc__decider_new(compile, store == NULL);
	c->written = seconds();
	c->report.total = total;
	if (c->decider)
		return c;
	free(c);
	return NULL;
}

void robotsc__committer_free(struct committer *c, struct robotsc_import_report *report)
{
	if (!c)
		return;
	*report = c->report;
	robotsc__redirects_free(&c->redirects);
	robotsc__decider_free(c->decider);
	free(c->outcomes);
	free(c->octets.at);
	free(c);
}

/* ---- batches ----------------------------------------------------------------------- */

static enum robotsc_store_status write_batch(struct committer *c)
{
	struct robotsc_store_change *changes = calloc(c->n + 1, sizeof *changes);
	struct robotsc_store_report r;
	enum robotsc_store_status status;
	if (!changes)
		return ROBOTSC_STORE_NOMEM;
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
	c->written = seconds();
	if (status != ROBOTSC_STORE_OK)
		return status;
	c->report.added += r.added;
	c->report.replaced += r.replaced;
	c->report.kept += r.kept;
	c->report.blobs += r.blobs;
	return ROBOTSC_STORE_OK;
}

/* Add a policy to the batch.  octets hold its name and value. */
static enum robotsc_store_status add(struct committer *c, const struct outcome *o, const uint8_t *octets)
{
	struct outcome *to;
	if (c->n == c->room) {
		const size_t room = 2 * c->room + 1024;
		to = realloc(c->outcomes, room * sizeof *to);
		if (!to)
			return ROBOTSC_STORE_NOMEM;
		c->outcomes = to;
		c->room = room;
	}
	to = &c->outcomes[c->n];
	*to = *o;
	to->name = robotsc__buffer_add(&c->octets, octets + o->name, o->name_len);
	to->value = robotsc__buffer_add(&c->octets, octets + o->value, o->value_len);
	if (to->name == SIZE_MAX || to->value == SIZE_MAX)
		return ROBOTSC_STORE_NOMEM;
	c->n++;
	if (c->n < BATCH_CHANGES && c->octets.len < BATCH_OCTETS && seconds() - c->written < BATCH_SECONDS)
		return ROBOTSC_STORE_OK;
	return write_batch(c);
}

/* ---- texts --------------------------------------------------------------------------- */

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

/* Hand out a text.  *found: false when a redirect leads to an origin that has no text. */
static enum robotsc_store_status give(const struct committer *c, const struct robotsc_import_text *text, bool *found)
{
	const int result = c->options->text ? c->options->text(c->options->ctx, text) : 0;
	*found = result == 0;
	return result == 0 || (result == 1 && text->same_as.len) ? ROBOTSC_STORE_OK : ROBOTSC_STORE_STOPPED;
}

/* Hand out the text of an outcome.  octets hold the key of its robots.txt, and the text. */
static enum robotsc_store_status give_text(const struct committer *c, const struct outcome *o, const uint8_t *octets)
{
	const struct robotsc_import_text text = {.origin = origin_of(octets + o->name, o->name_len),
	                                         .fetched = o->entry.decision.fetched,
	                                         .text = {(const char *)octets + o->value, o->value_len}};
	bool found;
	return give(c, &text, &found);
}

/* ---- outcomes ----------------------------------------------------------------------- */

static enum robotsc_store_status report_fault(struct committer *c, const struct outcome *o, const uint8_t *octets)
{
	const struct robotsc_import_fault fault = {.input = o->place.input,
	                                           .at = o->place.at,
	                                           .inner = o->place.inner,
	                                           .located = o->place.known,
	                                           .lost = o->lost,
	                                           .name = {o->name_len ? (const char *)octets + o->name : "", o->name_len},
	                                           .why = o->why,
	                                           .error = o->error};
	if (o->lost)
		c->report.lost++;
	else
		c->report.faults++;
	return c->options->fault && c->options->fault(c->options->ctx, &fault) ? ROBOTSC_STORE_STOPPED : ROBOTSC_STORE_OK;
}

static enum robotsc_store_status take(struct committer *c, const struct outcome *o, const uint8_t *octets)
{
	c->report.records += !o->lost;
	c->report.challenges += o->kind != OUTCOME_FAULT && o->robots && o->entry.decision.challenge;
	switch (o->kind) {
	case OUTCOME_FAULT:
		return report_fault(c, o, octets);
	case OUTCOME_REDIRECT:
		c->report.redirects += o->robots;
		break;
	case OUTCOME_NO_TEXT:
		return ROBOTSC_STORE_OK;
	case OUTCOME_POLICY:
		if (o->robots) {
			c->report.policies++;
			return c->store ? add(c, o, octets) : give_text(c, o, octets);
		}
		break;
	}
	return robotsc__redirects_add(&c->redirects, o, octets) < 0 ? ROBOTSC_STORE_NOMEM : ROBOTSC_STORE_OK;
}

enum robotsc_store_status robotsc__commit_job(struct committer *c, struct job *job)
{
	enum robotsc_store_status status = job->failed ? ROBOTSC_STORE_NOMEM : ROBOTSC_STORE_OK;
	for (size_t i = 0; i < job->n && status == ROBOTSC_STORE_OK; i++)
		status = take(c, &job->outcomes[i], job->output.at);
	c->report.read = job->read;
	if (status == ROBOTSC_STORE_OK && c->options->progress && c->options->progress(c->options->ctx, &c->report))
		status = ROBOTSC_STORE_STOPPED;
	return status;
}

/* ---- redirects ------------------------------------------------------------------------ */

/* Follow a redirect to the end of its chain.  Returns the page there.  NULL: *decision is the
 * answer for a chain that is too long, or *name is a key that the store may have. */
static const struct hop *follow(const struct committer *c, const struct hop *from, struct robotsc_text *name,
                                struct robotsc_decision *decision)
{
	const struct hop *l = from;
	for (unsigned redirects = 1; redirects <= REDIRECTS; redirects++) {
		const struct robotsc_header_field location = {{"location", 8}, {"/", 1}};
		const struct robotsc_fetch fetch = {.profile = (enum robotsc_profile)from->decision.profile,
		                                    .status = 302,
		                                    .fields = &location,
		                                    .nfields = 1,
		                                    .redirects = redirects - 1,
		                                    .at = from->decision.fetched};
		robotsc_access(&fetch, decision);
		*name = (struct robotsc_text){(const char *)l->octets + l->name_len, l->value_len};
		if (decision->outcome != ROBOTSC_OUTCOME_FOLLOW)
			return NULL;
		l = robotsc__redirects_find(&c->redirects, name->at, name->len);
		if (!l || l->kind != HOP_REDIRECT)
			return l;
	}
	return NULL;
}

/* Find the policy of another origin's robots.txt in the store, and fill entry and blob of the
 * outcome.  NOT_FOUND: there is none. */
static enum robotsc_store_status borrow(struct robotsc_reader *reader, struct robotsc_text name, struct outcome *o,
                                        struct buffer *octets)
{
	enum robotsc_store_status status = robotsc_reader_begin(reader, NULL);
	struct robotsc_blob blob;
	if (status != ROBOTSC_STORE_OK)
		return status;
	status = is_robots(name) ? robotsc_reader_find(reader, name.at, name.len, &o->entry) : ROBOTSC_STORE_NOT_FOUND;
	if (status == ROBOTSC_STORE_OK)
		status = robotsc_reader_blob(reader, o->entry.policy, &blob);
	if (status == ROBOTSC_STORE_OK) {
		o->value_len = blob.size;
		o->value = robotsc__buffer_add(octets, blob.bytes, blob.size);
	}
	robotsc_reader_end(reader);
	return status == ROBOTSC_STORE_OK && o->value == SIZE_MAX ? ROBOTSC_STORE_NOMEM : status;
}

/* Fill entry and value of the outcome from the end of a redirect.  NOT_FOUND: none. */
static enum robotsc_store_status find_end(struct committer *c, struct robotsc_reader *reader, const struct hop *from,
                                          struct outcome *o, struct buffer *octets)
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
		if (robotsc__decide_constant(c->decider, &decision, &value, &o->value_len) < 0)
			return ROBOTSC_STORE_NOMEM;
	} else {
		return borrow(reader, name, o, octets);
	}
	o->value = robotsc__buffer_add(octets, value, o->value_len);
	return o->value == SIZE_MAX ? ROBOTSC_STORE_NOMEM : ROBOTSC_STORE_OK;
}

/* Resolve a redirect of a robots.txt.  It gets the policy of its target, and the time of its own
 * fetch. */
static enum robotsc_store_status resolve(struct committer *c, struct robotsc_reader *reader, const struct hop *from,
                                         struct buffer *octets)
{
	struct outcome o = {.kind = OUTCOME_POLICY, .robots = 1, .name_len = from->name_len};
	enum robotsc_store_status status;
	octets->len = 0;
	status = find_end(c, reader, from, &o, octets);
	if (status == ROBOTSC_STORE_NOT_FOUND) {
		c->report.unresolved++;
		return ROBOTSC_STORE_OK;
	}
	if (status != ROBOTSC_STORE_OK)
		return status;
	o.keep = robotsc__is_failure(&o.entry.decision);
	o.entry.decision.fetched = o.entry.decision.since = from->decision.fetched;
	o.name = robotsc__buffer_add(octets, from->octets, from->name_len);
	if (o.name == SIZE_MAX)
		return ROBOTSC_STORE_NOMEM;
	c->report.policies++;
	return add(c, &o, octets->at);
}

/* Hand out the text at the end of a redirect, or the origin whose text it is. */
static enum robotsc_store_status resolve_text(struct committer *c, const struct hop *from)
{
	struct robotsc_import_text text = {
		.origin = origin_of(from->octets, from->name_len), .fetched = from->decision.fetched, .redirected = 1};
	enum robotsc_store_status status = ROBOTSC_STORE_OK;
	struct robotsc_decision decision;
	struct robotsc_text name;
	const struct hop *end = follow(c, from, &name, &decision);
	bool found = false;
	if (end && end->kind == HOP_PAGE)
		text.text = (struct robotsc_text){(const char *)end->octets + end->name_len, end->value_len};
	else if (is_robots(name) && decision.outcome == ROBOTSC_OUTCOME_FOLLOW)
		text.same_as = origin_of(name.at, name.len);
	if (text.text.at || text.same_as.at)
		status = give(c, &text, &found);
	c->report.policies += found;
	c->report.unresolved += !found;
	return status;
}

static enum robotsc_store_status resolve_all(struct committer *c)
{
	struct robotsc_reader *reader = NULL;
	struct buffer octets = {NULL, 0, 0};
	enum robotsc_store_status status = c->store ? robotsc_reader_open(&reader, c->store) : ROBOTSC_STORE_OK;
	for (size_t i = 0; i < c->redirects.room && status == ROBOTSC_STORE_OK; i++) {
		const struct hop *l = c->redirects.hops[i];
		if (l && l->kind == HOP_REDIRECT && l->robots)
			status = c->store ? resolve(c, reader, l, &octets) : resolve_text(c, l);
	}
	free(octets.at);
	robotsc_reader_close(reader);
	return status;
}

enum robotsc_store_status robotsc__commit_end(struct committer *c)
{
	enum robotsc_store_status status = c->store ? write_batch(c) : ROBOTSC_STORE_OK;
	if (status == ROBOTSC_STORE_OK)
		status = resolve_all(c);
	if (status == ROBOTSC_STORE_OK && c->store)
		status = write_batch(c);
	return status;
}
