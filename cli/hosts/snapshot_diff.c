/* snapshot_diff.c - robotsc snapshot diff.
 *
 * One pass over both snapshots finds the origins whose entries differ in more than times; then
 * several threads compare these origins.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "snapshot_commands.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/agent.h"
#include "cli/args.h"
#include "cli/messages.h"
#include "cli/parallel.h"
#include "cli/text_print.h"
#include "origin_source.h"
#include "robotsc/report.h"

#define EXAMPLES 3 /* in each direction */
#define ROOM_FIRST 1024u
#define PAIRS 4096u     /* remembered pairs of equal policies */
#define PROGRESS 4096u  /* origins */
#define REST 256u       /* comparisons after which the system may take the pages back */
#define REST_READ 8192u /* likewise, for origins that were read */
#define BUDGET 2000000u /* steps for an origin: about 20 milliseconds */
#define NO_SHARD UINT16_MAX

/* The robots for which snapshots are compared. */
struct asking {
	const struct cli_settings *s;
	struct cli_list tokens; /* of --agent */
	const struct robotsc_text *agents;
	size_t nagents; /* 0: all robots */
	struct robotsc_report report;
	struct robotsc_question question;
};

/* A place in a snapshot: its next entry. */
struct reading {
	struct robotsc_snapshot_files *files;
	struct cli_merged_entries *merged;
	struct robotsc_snapshot_entry next;
	const struct robotsc_snapshot_entry *entry; /* points to next; NULL: no entry is left */
	size_t shard;                               /* of the entry */
};

/* Both snapshots, read in parallel. */
struct side_by_side {
	struct reading at[2];
	struct robotsc_text origin; /* the earlier one of both; .at NULL: none is left */
	uint64_t steps;
};

/* An origin that differs.  The octets are those of a mapped file. */
struct changed {
	const char *origin;
	uint16_t len, shards[2]; /* NO_SHARD: the origin is not there */
};

struct diffing {
	struct asking asking;
	struct robotsc_snapshot_files files[2];
	struct changed *at;
	size_t n, room, next;
	struct robotsc_change_total total;
	uint64_t troubles;
	/* Pairs of equal policies: their places plus 1; 0: none. */
	struct {
		uint64_t places[2];
		size_t shards[2];
	} pairs[PAIRS];
};

/* Counts of one part of the answers. */
struct diff_total {
	struct robotsc_change_total changes;
	uint64_t troubles;
};

/* ---- whom to compare for ---- */

static bool same_agents(const struct robotsc_store_settings *a, const struct robotsc_store_settings *b)
{
	if (a->nagents != b->nagents)
		return false;
	for (size_t i = 0; i < a->nagents; i++)
		if (a->agents[i].len != b->agents[i].len || memcmp(a->agents[i].at, b->agents[i].at, a->agents[i].len) != 0)
			return false;
	return true;
}

static bool is_made_for(const struct robotsc_store_settings *settings, struct robotsc_text agent)
{
	for (size_t i = 0; i < settings->nagents; i++)
		if (settings->agents[i].len == agent.len && memcmp(settings->agents[i].at, agent.at, agent.len) == 0)
			return true;
	return settings->nagents == 0;
}

/* Refuse agents that are none in a dialect.  Returns 0, or CLI_TROUBLE after a message. */
static int check_agents(const struct asking *a, const struct robotsc_snapshot_files files[2])
{
	if (!a->tokens.n && !same_agents(&files[1].settings, &files[0].settings))
		return cli_complain("%s and %s were made for other agents; name one that both have with --agent", files[0].name,
		                    files[1].name);
	for (int i = 0; i < 2; i++)
		for (size_t k = 0; k < a->tokens.n; k++)
			if (!is_made_for(&files[i].settings, a->tokens.at[k]))
				return cli_refuse_agent(files[i].name, &files[i].settings, "name one of them with --agent");
	return 0;
}

/* Find the robots to compare for: --agent, or the agents that both snapshots were made for.  0, or
 * CLI_TROUBLE after a message. */
static int begin_asking(struct asking *a, const struct cli_settings *s, const struct robotsc_snapshot_files files[2])
{
	*a = (struct asking){
		.s = s, .report = cli_report(s), .question = {.budget = s->budget, .most = EXAMPLES, .usual = s->usual}};
	a->report.many = 1;
	if ((s->agents.n || s->tokens.n > 1) && cli_cut_tokens(s, files->settings.dialect, &a->tokens) != 0)
		return CLI_TROUBLE;
	a->agents = a->tokens.n ? a->tokens.at : files->settings.agents;
	a->nagents = a->tokens.n ? 1 : files->settings.nagents;
	return check_agents(a, files);
}

/* Compare and write an origin.  entries: those of the snapshots; NULL: the origin is not there.  0,
 * or CLI_TROUBLE after a message. */
static int ask_change(const struct asking *a, const struct robotsc_report *report, struct robotsc_text origin,
                      const struct robotsc_snapshot_entry *const entries[2], const struct robotsc_snapshot *const snapshots[2],
                      struct robotsc_change_total *total)
{
	struct robotsc_origin_change change = {.origin = origin,
	                                       .agents = a->agents,
	                                       .nagents = a->nagents,
	                                       .fallbacks = a->tokens.n ? a->tokens.at + 1 : NULL,
	                                       .nfallbacks = a->tokens.n ? a->tokens.n - 1 : 0};
	struct robotsc_blob blobs[2];
	enum robotsc_status status = ROBOTSC_OK;
	for (int i = 0; i < 2 && status == ROBOTSC_OK; i++) {
		if (!entries[i])
			continue;
		status = robotsc_snapshot_blob(snapshots[i], entries[i], &blobs[i]);
		change.decisions[i] = &entries[i]->decision;
		change.blobs[i] = &blobs[i];
	}
	if (status == ROBOTSC_OK)
		status = robotsc_change_report_origin(report, &change, &a->question, total);
	if (status != ROBOTSC_OK)
		return cli_complain("%.*s: cannot compare: %s", (int)change.origin.len, change.origin.at, cli_why(status));
	return 0;
}

/* ---- both side by side ---- */

static int advance(struct reading *r)
{
	const enum robotsc_status status = cli_merged_next(r->merged, &r->next, &r->shard);
	r->entry = status == ROBOTSC_OK ? &r->next : NULL;
	return status == ROBOTSC_OK || status == ROBOTSC_ERR_UNKNOWN ? 0 : cli_snapshot_trouble(r->files->name, status);
}

static int begin_one(struct reading *r)
{
	const enum robotsc_status status = cli_merged_begin(&r->merged, r->files, NULL);
	return status == ROBOTSC_OK ? advance(r) : cli_snapshot_trouble(r->files->name, status);
}

static bool choose_origin(struct side_by_side *b)
{
	b->origin.at = NULL;
	for (int i = 0; i < 2; i++) {
		const struct robotsc_snapshot_entry *const e = b->at[i].entry;
		if (e && (!b->origin.at || robotsc_origin_order(&e->origin, &b->origin) < 0))
			b->origin = e->origin;
	}
	return b->origin.at != NULL;
}

/* Begin with the first origin of both, in the order of snapshots.  0, or CLI_TROUBLE after a
 * message; end it in any case. */
static int begin_both(struct side_by_side *b, struct robotsc_snapshot_files files[2])
{
	*b = (struct side_by_side){.steps = 0};
	for (int i = 0; i < 2; i++) {
		b->at[i].files = &files[i];
		if (begin_one(&b->at[i]) != 0)
			return CLI_TROUBLE;
	}
	choose_origin(b);
	return 0;
}

static void end_both(struct side_by_side *b)
{
	for (int i = 0; i < 2; i++)
		cli_merged_end(b->at[i].merged);
}

/* The entry that snapshot i has for the present origin, or NULL. */
static const struct robotsc_snapshot_entry *entry_of(const struct side_by_side *b, int i)
{
	const struct robotsc_snapshot_entry *const e = b->at[i].entry;
	return e && robotsc_origin_order(&e->origin, &b->origin) == 0 ? e : NULL;
}

/* Move on to the next origin: 1.  0: there is none; -1 after a message. */
static int next_origin(struct side_by_side *b)
{
	for (int i = 0; i < 2; i++)
		if (entry_of(b, i) && advance(&b->at[i]) != 0)
			return -1;
	if (++b->steps % REST_READ == 0)
		for (int i = 0; i < 2; i++)
			robotsc_snapshot_files_rest(b->at[i].files);
	return choose_origin(b);
}

/* ---- which origins differ ---- */

/* 1 if two policies are equal, 0 if not, -1 after a message. */
static int equal_policies(struct diffing *d, const struct reading r[2])
{
	const size_t number = (size_t)((r[0].entry->policy / 64 ^ r[1].entry->policy / 8) % PAIRS);
	struct robotsc_blob blobs[2];
	bool known = true;
	for (int i = 0; i < 2; i++)
		known = known && d->pairs[number].places[i] == r[i].entry->policy + 1 && d->pairs[number].shards[i] == r[i].shard;
	if (known)
		return 1;
	for (int i = 0; i < 2; i++) {
		const enum robotsc_status status = robotsc_snapshot_blob(&r[i].files->shards[r[i].shard], r[i].entry, &blobs[i]);
		if (status != ROBOTSC_OK) {
			cli_snapshot_trouble(r[i].files->name, status);
			return -1;
		}
	}
	if (blobs[0].size != blobs[1].size || memcmp(blobs[0].bytes, blobs[1].bytes, blobs[0].size) != 0)
		return 0;
	for (int i = 0; i < 2; i++) {
		d->pairs[number].places[i] = r[i].entry->policy + 1;
		d->pairs[number].shards[i] = r[i].shard;
	}
	return 1;
}

/* True if decisions differ in more than times. */
static bool facts_differ(const struct robotsc_decision *a, const struct robotsc_decision *b)
{
	return a->status != b->status || a->end != b->end || a->profile != b->profile || a->outcome != b->outcome ||
	       a->row != b->row || a->revalidate != b->revalidate || a->challenge != b->challenge || a->length != b->length ||
	       a->digest != b->digest;
}

static int note(struct diffing *d, const struct side_by_side *b, const bool has[2])
{
	struct changed *c;
	if (d->n == d->room) {
		const size_t room = d->room ? 2 * d->room : ROOM_FIRST;
		struct changed *const at = realloc(d->at, room * sizeof *at);
		if (!at)
			return cli_complain("out of memory");
		d->at = at;
		d->room = room;
	}
	c = &d->at[d->n++];
	*c = (struct changed){.origin = b->origin.at, .len = (uint16_t)b->origin.len};
	for (int i = 0; i < 2; i++)
		c->shards[i] = has[i] ? (uint16_t)b->at[i].shard : NO_SHARD;
	return 0;
}

/* Look at an origin: note it if it differs, else count it.  0, or CLI_TROUBLE after a message. */
static int look(struct diffing *d, const struct side_by_side *b)
{
	const struct robotsc_snapshot_entry *const a = entry_of(b, 0), *const c = entry_of(b, 1);
	const bool has[2] = {a != NULL, c != NULL};
	int equal;
	if (!a || !c || facts_differ(&a->decision, &c->decision))
		return note(d, b, has);
	equal = equal_policies(d, b->at);
	if (equal < 0)
		return CLI_TROUBLE;
	if (!equal)
		return note(d, b, has);
	const bool times = a->decision.fetched != c->decision.fetched || a->decision.expires != c->decision.expires ||
	                   a->decision.since != c->decision.since;
	d->total.changes[times ? ROBOTSC_BECAME_TIMES : ROBOTSC_BECAME_SAME]++;
	return 0;
}

static int find_changed(struct diffing *d)
{
	struct progress progress = {.doing = "read"};
	struct side_by_side b;
	uint64_t origins = 0;
	int more = 1, result = begin_both(&b, d->files);
	cli_progress_begin(&progress, d->asking.s->quiet);
	progress.doing = "read";
	while (result == 0 && b.origin.at && more > 0) {
		result = look(d, &b);
		if (result == 0)
			more = next_origin(&b);
		if (++origins % PROGRESS == 0) {
			progress.done = origins;
			cli_progress_show(&progress);
		}
	}
	cli_progress_clear(&progress);
	end_both(&b);
	return more < 0 ? CLI_TROUBLE : result;
}

/* ---- comparing ---- */

static size_t read_next(void *ctx, void *input)
{
	struct diffing *const d = ctx;
	if (d->next % REST == 0)
		for (int i = 0; i < 2; i++)
			robotsc_snapshot_files_rest(&d->files[i]);
	*(const struct changed **)input = &d->at[d->next++];
	return 0;
}

static void release(void *input)
{
	(void)input;
}

static void answer(const void *ctx, void *input, FILE *out, void *total)
{
	const struct diffing *const d = ctx;
	const struct changed *const c = *(const struct changed **)input;
	struct diff_total *const t = total;
	struct robotsc_report report = d->asking.report;
	struct robotsc_snapshot_entry found[2];
	const struct robotsc_snapshot_entry *entries[2] = {NULL, NULL};
	const struct robotsc_snapshot *snapshots[2] = {NULL, NULL};
	report.ctx = out;
	for (int i = 0; i < 2; i++) {
		enum robotsc_status status;
		if (c->shards[i] == NO_SHARD)
			continue;
		snapshots[i] = &d->files[i].shards[c->shards[i]];
		status = robotsc_snapshot_find(snapshots[i], c->origin, c->len, &found[i]);
		if (status != ROBOTSC_OK) {
			cli_snapshot_trouble(d->files[i].name, ROBOTSC_ERR_CORRUPT);
			t->troubles++;
			return;
		}
		entries[i] = &found[i];
	}
	t->troubles +=
		ask_change(&d->asking, &report, (struct robotsc_text){c->origin, c->len}, entries, snapshots, &t->changes) != 0;
}

/* A report only has to know whether origins come before, not how many. */
static void begin(const void *ctx, void *part, bool first)
{
	(void)ctx;
	((struct diff_total *)part)->changes.written = !first;
}

static bool add(void *ctx, const void *part, bool first)
{
	const struct diff_total *const t = part;
	struct diffing *const d = ctx;
	struct robotsc_change_total *const all = &d->total;
	const uint64_t written = t->changes.written - !first;
	if (written && (all->written == 0) != first)
		return false;
	all->written += written;
	for (int i = 0; i < ROBOTSC_BECAME_COUNT; i++)
		all->changes[i] += t->changes.changes[i];
	for (int i = 0; i < 2; i++)
		all->verdicts[i] += t->changes.verdicts[i];
	d->troubles += t->troubles;
	return true;
}

static int compare(struct diffing *d)
{
	const struct cli_parallel p = {.n = d->n,
	                               .jobs = cli_jobs(d->asking.s),
	                               .input = sizeof(struct changed *),
	                               .total = sizeof(struct diff_total),
	                               .ctx = d,
	                               .all = &d->total,
	                               .read = read_next,
	                               .release = release,
	                               .answer = answer,
	                               .begin = begin,
	                               .add = add};
	int result;
	robotsc_change_report_begin(&d->asking.report);
	result = cli_parallel_run(&p);
	robotsc_change_report_end(&d->asking.report, &d->total);
	return result < 0 || d->troubles ? CLI_TROUBLE : 0;
}

/* ---- the action ---- */

/* True if a difference was found that --fail-on names, or could not be excluded. */
static bool has_failed(const struct diffing *d)
{
	const struct robotsc_change_total *const t = &d->total;
	enum {
		ANY, /* in the order of the words */
		DISALLOWED,
		ALLOWED
	};
	switch (d->asking.s->fail_on) {
	case ANY:
		return t->verdicts[0] || t->verdicts[1] || t->changes[ROBOTSC_BECAME_ADDED] || t->changes[ROBOTSC_BECAME_REMOVED];
	case DISALLOWED:
		return t->verdicts[ROBOTSC_DISALLOW] > 0;
	case ALLOWED:
		return t->verdicts[ROBOTSC_ALLOW] > 0;
	default:
		return false;
	}
}

int cli_snapshot_diff(struct cli_settings *s, char **operands, size_t n)
{
	struct diffing *const d = calloc(1, sizeof *d);
	int result = 0;
	if (!d)
		return cli_complain("out of memory");
	for (size_t i = 0; i < n && result == 0; i++)
		result = cli_snapshot_open(&d->files[i], s, operands[i]);
	if (result == 0)
		result = begin_asking(&d->asking, s, d->files);
	if (result == 0 && !s->given[CLI_OPT_BUDGET])
		d->asking.question.budget = BUDGET;
	if (result == 0)
		result = find_changed(d);
	if (result == 0)
		result = compare(d);
	if (result == 0)
		result = has_failed(d) ? CLI_FOUND : CLI_OK;
	for (size_t i = 0; i < n; i++)
		robotsc_snapshot_files_close(&d->files[i]);
	free(d->at);
	free(d);
	return result;
}
