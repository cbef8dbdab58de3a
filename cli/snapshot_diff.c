/* snapshot_diff.c - robotsc snapshot diff.
 *
 * One pass over both snapshots finds the origins whose entries differ in more than times; then
 * these are compared, by several threads.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "args.h"
#include "exit_status.h"
#include "messages.h"
#include "parallel.h"
#include "progress.h"
#include "side_by_side.h"
#include "snapshot_asking.h"
#include "snapshot_diff.h"

#define ROOM_FIRST 1024u
#define PAIRS 4096u     /* of policies that are remembered */
#define PROGRESS 4096u  /* origins */
#define REST 256u       /* comparisons after which the system may take the pages back */
#define BUDGET 2000000u /* of an origin: about 20 milliseconds */
#define NO_SHARD UINT16_MAX

/* An origin that differs.  The text is of a mapped file. */
struct changed {
	const char *origin;
	uint16_t len, shards[2]; /* NO_SHARD: it is not there */
};

struct diffing {
	struct cli_asking_changes asking;
	struct cli_snapshot_files files[2];
	struct changed *at;
	size_t n, room, next;
	struct robotsc_change_total total;
	uint64_t troubles;
	/* Places plus 1 of policies that are equal. */
	struct {
		uint64_t places[2];
		size_t shards[2];
	} pairs[PAIRS];
};

/* What a part of the answers counts. */
struct diff_total {
	struct robotsc_change_total changes;
	uint64_t troubles;
};

/* ---- which origins differ ---- */

/* 1 if two policies are equal, 0 if not, -1 after a message. */
static int equal_policies(struct diffing *d, const struct cli_reading r[2])
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

/* True if more than times differ, beside the policies. */
static bool facts_differ(const struct robotsc_decision *a, const struct robotsc_decision *b)
{
	return a->status != b->status || a->end != b->end || a->profile != b->profile || a->outcome != b->outcome ||
	       a->row != b->row || a->revalidate != b->revalidate || a->challenge != b->challenge || a->length != b->length ||
	       a->digest != b->digest;
}

static int note(struct diffing *d, const struct cli_side_by_side *b, const bool has[2])
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

/* Look at an origin: note it, or count it.  0, or CLI_TROUBLE after a message. */
static int look(struct diffing *d, const struct cli_side_by_side *b)
{
	const struct robotsc_snapshot_entry *const a = cli_side_by_side_entry(b, 0), *const c = cli_side_by_side_entry(b, 1);
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
	struct cli_side_by_side b;
	uint64_t origins = 0;
	int more = 1, result = cli_side_by_side_begin(&b, d->files, 2);
	cli_progress_begin(&progress, d->asking.s->quiet);
	progress.doing = "read";
	while (result == 0 && b.origin.at && more > 0) {
		result = look(d, &b);
		if (result == 0)
			more = cli_side_by_side_next(&b);
		if (++origins % PROGRESS == 0) {
			progress.done = origins;
			cli_progress_show(&progress);
		}
	}
	cli_progress_clear(&progress);
	cli_side_by_side_end(&b);
	return more < 0 ? CLI_TROUBLE : result;
}

/* ---- comparing ---- */

static size_t read_next(void *ctx, void *input)
{
	struct diffing *const d = ctx;
	if (d->next % REST == 0)
		for (int i = 0; i < 2; i++)
			cli_snapshot_rest(&d->files[i]);
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
	t->troubles += cli_ask_change(&d->asking, &report, entries, snapshots, &t->changes) != 0;
}

/* A report looks at whether origins stand before, not at how many. */
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

/* True when what was found, or not excluded, is what --fail-on names. */
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
		result = cli_asking_changes_begin(&d->asking, s, d->files, 2);
	if (result == 0 && !s->given[CLI_OPT_BUDGET])
		d->asking.question.budget = BUDGET;
	if (result == 0)
		result = find_changed(d);
	if (result == 0)
		result = compare(d);
	if (result == 0)
		result = has_failed(d) ? CLI_FOUND : CLI_OK;
	for (size_t i = 0; i < n; i++)
		cli_snapshot_close(&d->files[i]);
	free(d->asking.tokens.at);
	free(d->at);
	free(d);
	return result;
}
