/* summary_change.c - see summary_change.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "summary_change.h"

#include <string.h>

#include "access/text.h"
#include "../summary_same.h"

#define READ_STEPS 1 /* steps that an octet counts as, each time that two texts are compared */
#define NONE UINT32_MAX

/* ---- what changed --------------------------------------------------------------------- */

static bool same_delays(const struct robotsc_summary_answer *a, const struct robotsc_summary_answer *b)
{
	for (size_t i = 0; i < a->ndelays && a->ndelays == b->ndelays; i++)
		if (a->delays[i].field != b->delays[i].field || !robotsc__summary_same_text(a->delays[i].value, b->delays[i].value))
			return false;
	return a->ndelays == b->ndelays;
}

struct change_finder {
	struct summary_changes *changes;
	struct summary_change *change;
	bool failed;
};

static void take_path(void *ctx, const struct robotsc_difference *d)
{
	struct change_finder *f = ctx;
	struct robotsc_text *path = &f->change->paths[d->verdict[1]];
	if (path->at)
		return;
	char *at = robotsc__arena_take(f->changes->arena, d->path.len + 1);
	f->failed |= !at;
	if (at)
		memcpy(at, d->path.at, d->path.len);
	*path = (struct robotsc_text){at, d->path.len};
}

/* Compare the verdicts of a change's robots.  A robot that ignores "*" has no text where no group
 * names it. */
static enum robotsc_status compare(const struct robotsc_summary_question *q, const struct robotsc_report_file *const files[2],
                                   uint64_t *budget, struct change_finder *f)
{
	struct summary_change *change = f->change;
	struct robotsc_options options[2];
	struct robotsc_side sides[2];
	struct robotsc_text tokens[ROBOTSC_CRAWLER_TOKENS];
	struct robotsc_comparison found;
	uint64_t reading = 0;
	struct robotsc_question question = {
		.most = 1, .difference = take_path, .ctx = f, .alloc = q->options ? q->options->alloc : NULL};
	for (int side = 0; side < 2; side++) {
		const bool none = change->ignores_star && !f->changes->s[side]->answers[change->answers[side]].nlines;
		robotsc_options_init(&options[side]);
		if (q->options)
			options[side] = *q->options;
		options[side].dialect = change->dialect;
		sides[side] =
			(struct robotsc_side){NULL, &options[side], none ? "" : files[side]->robots, none ? 0 : files[side]->len};
		reading += READ_STEPS * (uint64_t)sides[side].len;
	}
	change->compared = reading < *budget;
	if (!change->compared)
		return ROBOTSC_OK;
	*budget -= reading;
	question.budget = *budget;
	const enum robotsc_status status = robotsc_compare(
		&sides[0], &sides[1], tokens,
		change->robots->len ? robotsc_crawler_tokens(q->crawlers, q->ncrawlers, *change->robots, tokens) : 0, &question,
		&found);
	if (status != ROBOTSC_OK)
		return status;
	*budget -= found.steps < *budget ? found.steps : *budget;
	change->answer = found.answer;
	change->complete = found.complete;
	return f->failed ? ROBOTSC_ERR_NOMEM : ROBOTSC_OK;
}

static bool is_same(const struct summary_change *a, const struct summary_change *b)
{
	return a->answer == b->answer && a->compared == b->compared && robotsc__summary_same_text(a->paths[0], b->paths[0]) &&
	       robotsc__summary_same_text(a->paths[1], b->paths[1]);
}

/* Keep a change, together with the same one of another dialect.  last: by pair of answers, the
 * change that was kept last, or NONE. */
static enum robotsc_status keep(struct summary_changes *c, const struct summary_change *change, uint32_t *last, size_t *kept)
{
	uint32_t i = last[change->pair];
	while (i != NONE && !is_same(&c->all[i], change))
		i = c->all[i].before;
	if (i == NONE) {
		c->all[*kept] = *change;
		c->all[*kept].before = last[change->pair];
		last[change->pair] = (uint32_t)(*kept)++;
		return ROBOTSC_OK;
	}
	struct summary_change *with = &c->all[i];
	const size_t n = with->nrobots + change->nrobots;
	struct robotsc_text *robots = robotsc__arena_take(c->arena, n * sizeof *robots);
	if (!robots)
		return ROBOTSC_ERR_NOMEM;
	memcpy(robots, with->robots, with->nrobots * sizeof *robots);
	memcpy(robots + with->nrobots, change->robots, change->nrobots * sizeof *robots);
	with->robots = robots;
	with->nrobots = n;
	return ROBOTSC_OK;
}

enum robotsc_status robotsc__summary_changes(const struct robotsc_summary_question *question,
                                             const struct robotsc_report_file *before, const struct robotsc_report_file *now,
                                             struct summary_changes *out)
{
	const struct robotsc_report_file *const files[2] = {before, now};
	uint64_t budget = question->budget;
	size_t kept = 0;
	enum robotsc_status status = robotsc__summary_pairs(out);
	uint32_t *last = status == ROBOTSC_OK ? robotsc__arena_take(out->arena, out->npairs * sizeof *last) : NULL;
	if (!last)
		return ROBOTSC_ERR_NOMEM;
	memset(last, 0xFF, out->npairs * sizeof *last);
	for (size_t i = 0; i < out->n && status == ROBOTSC_OK; i++) {
		struct summary_change change = out->all[i];
		const struct robotsc_summary_answer *a = &out->s[0]->answers[change.answers[0]];
		const struct robotsc_summary_answer *b = &out->s[1]->answers[change.answers[1]];
		struct change_finder f = {out, &change, false};
		change.answer = ROBOTSC_UNKNOWN;
		change.delays = !same_delays(a, b);
		change.preferences = !robotsc__summary_same_preferences(a, b);
		status = compare(question, files, &budget, &f);
		if (status == ROBOTSC_OK && (change.answer != ROBOTSC_SAME || change.delays || change.preferences))
			status = keep(out, &change, last, &kept);
	}
	out->n = kept;
	return status;
}

bool robotsc__summary_has(const struct robotsc_summary *s, const struct robotsc_summary_record *record)
{
	for (size_t i = 0; i < s->nrecords; i++)
		if (s->records[i].field == record->field && robotsc__summary_same_text(s->records[i].value, record->value))
			return true;
	return false;
}
