/* summary_change.c - see summary_change.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "summary_change.h"

#include <string.h>

#define CHAIN 4          /* tokens of a crawler, one after the other */
#define MOST_PAIRS 250   /* pairs of answers that are compared */
#define LOOKS 2000000000 /* names that are compared to find the robots of the other summary */

/* ---- robots of both ----------------------------------------------------------------- */

static bool same_token(struct robotsc_text a, struct robotsc_text b)
{
	for (size_t i = 0; i < a.len && i < b.len; i++) {
		const unsigned char x = (unsigned char)a.at[i], y = (unsigned char)b.at[i];
		if (x != y && !((x | 0x20) == (y | 0x20) && (x | 0x20) >= 'a' && (x | 0x20) <= 'z'))
			return false;
	}
	return a.len == b.len;
}

/* The answer for a robot of the other summary; what it does not name has that of all others. */
static uint32_t answer_of(const struct robotsc_summary *s, const struct robotsc_summary_robot *robot)
{
	uint32_t others = 0;
	for (size_t i = 0; i < s->nrobots; i++) {
		if (robot->crawler ? s->robots[i].crawler == robot->crawler
		                   : !s->robots[i].crawler && same_token(s->robots[i].token, robot->token))
			return s->robots[i].answer;
		others = s->robots[i].token.len ? others : s->robots[i].answer;
	}
	return others;
}

static bool grow(struct arena *a, void *array, size_t *room, size_t size)
{
	return robotsc__arena_grow(a, array, room, size);
}

/* Add a robot to the change of its answers. */
static enum robotsc_status add_robot(struct summary_changes *c, const struct robotsc_summary_robot *robot,
                                     const uint32_t answers[2])
{
	const bool ignores_star = robot->crawler && robot->crawler->ignores_star;
	size_t i = 0;
	while (i < c->n && (c->all[i].answers[0] != answers[0] || c->all[i].answers[1] != answers[1] ||
	                    c->all[i].dialect != robot->dialect || c->all[i].ignores_star != ignores_star))
		i++;
	if (i == c->n) {
		if (c->n == c->room && !grow(c->arena, &c->all, &c->room, sizeof *c->all))
			return ROBOTSC_ERR_NOMEM;
		c->all[c->n++] = (struct summary_change){
			.dialect = robot->dialect, .answers = {answers[0], answers[1]}, .ignores_star = ignores_star};
	}
	struct summary_change *change = &c->all[i];
	if (change->nrobots == change->robots_room &&
	    !grow(c->arena, &change->robots, &change->robots_room, sizeof *change->robots))
		return ROBOTSC_ERR_NOMEM;
	((struct robotsc_text *)(uintptr_t)change->robots)[change->nrobots++] = robot->token;
	return ROBOTSC_OK;
}

static bool is_in(const struct robotsc_summary *s, const struct robotsc_summary_robot *robot)
{
	for (size_t i = 0; i < s->nrobots; i++)
		if (robot->crawler ? s->robots[i].crawler == robot->crawler
		                   : !s->robots[i].crawler && same_token(s->robots[i].token, robot->token))
			return true;
	return false;
}

/* All robots of the summary now, then those that only the one before has. */
static enum robotsc_status add_robots(struct summary_changes *c)
{
	enum robotsc_status status = ROBOTSC_OK;
	uint64_t looks = 0;
	for (int side = 1; side >= 0; side--)
		for (size_t i = 0; i < c->s[side]->nrobots && status == ROBOTSC_OK && looks < LOOKS; i++) {
			const struct robotsc_summary_robot *robot = &c->s[side]->robots[i];
			uint32_t answers[2] = {robot->answer, robot->answer};
			looks += c->s[!side]->nrobots + c->n;
			if (side == 0 && is_in(c->s[1], robot))
				continue;
			answers[!side] = answer_of(c->s[!side], robot);
			status = add_robot(c, robot, answers);
		}
	return status;
}

/* ---- what changed --------------------------------------------------------------------- */

static bool same_text(struct robotsc_text a, struct robotsc_text b)
{
	return a.len == b.len && (!a.len || memcmp(a.at, b.at, a.len) == 0);
}

static bool same_delays(const struct robotsc_summary_answer *a, const struct robotsc_summary_answer *b)
{
	for (size_t i = 0; i < a->ndelays && a->ndelays == b->ndelays; i++)
		if (a->delays[i].field != b->delays[i].field || !same_text(a->delays[i].value, b->delays[i].value))
			return false;
	return a->ndelays == b->ndelays;
}

static bool same_preferences(const struct robotsc_summary_answer *a, const struct robotsc_summary_answer *b)
{
	if (a->npreferences != b->npreferences || a->preferences_below != b->preferences_below)
		return false;
	for (size_t i = 0; i < a->npreferences; i++)
		if (a->preferences[i].field != b->preferences[i].field ||
		    !same_text(a->preferences[i].label, b->preferences[i].label) ||
		    !same_text(a->preferences[i].value, b->preferences[i].value))
			return false;
	return true;
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

/* The tokens whose groups the first robot of a change obeys. */
static size_t tokens_of(const struct robotsc_summary_question *q, const struct summary_change *change,
                        struct robotsc_text tokens[CHAIN])
{
	size_t n = change->robots->len != 0;
	tokens[0] = *change->robots;
	for (size_t i = 0; n && n < CHAIN && i < q->ncrawlers; i++)
		if (q->crawlers[i].obeys && same_token(robotsc__writer_text(q->crawlers[i].token), tokens[n - 1])) {
			tokens[n++] = robotsc__writer_text(q->crawlers[i].obeys);
			i = SIZE_MAX; /* from the beginning, for the next */
		}
	return n;
}

/* Compare the verdicts of a change's robots.  A robot that ignores "*" has no text where no group
 * names it. */
static enum robotsc_status compare(const struct robotsc_summary_question *q, const struct robotsc_report_file *const files[2],
                                   uint64_t *budget, struct change_finder *f)
{
	struct summary_change *change = f->change;
	struct robotsc_options options[2];
	struct robotsc_side sides[2];
	struct robotsc_text tokens[CHAIN];
	struct robotsc_comparison found;
	const struct robotsc_question question = {
		.budget = *budget, .most = 1, .difference = take_path, .ctx = f, .alloc = q->options ? q->options->alloc : NULL};
	for (int side = 0; side < 2; side++) {
		const bool none = change->ignores_star && !f->changes->s[side]->answers[change->answers[side]].nlines;
		robotsc_options_init(&options[side]);
		if (q->options)
			options[side] = *q->options;
		options[side].dialect = change->dialect;
		sides[side] =
			(struct robotsc_side){NULL, &options[side], none ? "" : files[side]->robots, none ? 0 : files[side]->len};
	}
	const enum robotsc_status status =
		robotsc_compare(&sides[0], &sides[1], tokens, tokens_of(q, change, tokens), &question, &found);
	if (status != ROBOTSC_OK)
		return status;
	*budget -= found.steps < *budget ? found.steps : *budget;
	change->answer = found.answer;
	change->complete = found.complete;
	return f->failed ? ROBOTSC_ERR_NOMEM : ROBOTSC_OK;
}

/* Keep a change, together with the same one of another dialect. */
static enum robotsc_status keep(struct summary_changes *c, const struct summary_change *change, size_t *kept)
{
	size_t i = 0;
	while (i < *kept && (c->all[i].answers[0] != change->answers[0] || c->all[i].answers[1] != change->answers[1] ||
	                     c->all[i].answer != change->answer || !same_text(c->all[i].paths[0], change->paths[0]) ||
	                     !same_text(c->all[i].paths[1], change->paths[1])))
		i++;
	if (i == *kept) {
		c->all[(*kept)++] = *change;
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
	with->nrobots = with->robots_room = n;
	return ROBOTSC_OK;
}

enum robotsc_status robotsc__summary_changes(const struct robotsc_summary_question *question,
                                             const struct robotsc_report_file *before, const struct robotsc_report_file *now,
                                             struct summary_changes *out)
{
	const struct robotsc_report_file *const files[2] = {before, now};
	uint64_t budget = question->budget;
	size_t kept = 0;
	enum robotsc_status status = add_robots(out);
	for (size_t i = 0; i < out->n && status == ROBOTSC_OK; i++) {
		struct summary_change *change = &out->all[i];
		const struct robotsc_summary_answer *a = &out->s[0]->answers[change->answers[0]];
		const struct robotsc_summary_answer *b = &out->s[1]->answers[change->answers[1]];
		struct change_finder f = {out, change, false};
		change->answer = ROBOTSC_UNKNOWN;
		change->delays = !same_delays(a, b);
		change->preferences = !same_preferences(a, b);
		if (i < MOST_PAIRS)
			status = compare(question, files, &budget, &f);
		if (status == ROBOTSC_OK && (change->answer != ROBOTSC_SAME || change->delays || change->preferences))
			status = keep(out, change, &kept);
	}
	out->n = kept;
	return status;
}

bool robotsc__summary_has(const struct robotsc_summary *s, const struct robotsc_summary_record *record)
{
	for (size_t i = 0; i < s->nrecords; i++)
		if (s->records[i].field == record->field && same_text(s->records[i].value, record->value))
			return true;
	return false;
}
