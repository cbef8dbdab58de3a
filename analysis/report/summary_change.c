/* summary_change.c - what changed between two texts, for each robot.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "summary_formats.h"

#include <string.h>

#include "../summary_same.h"
#include "access/text.h"
#include "support/sort.h"

#define READ_STEPS 1 /* an octet counts as one step, each time that two texts are compared */
#define NONE UINT32_MAX

/* ---- the robots of two summaries, by the answers that they have in both ---- */

/* A robot of either summary, and its answers before and now. */
struct robot_pair {
	const struct robotsc_summary_robot *robot;
	uint32_t answers[2];
};

struct pairing {
	const struct robotsc_summary *const *s;
	const struct summary_changes *of;
	struct arena *arena;
	uint32_t *by_name[2]; /* robots of each summary */
	uint32_t others[2];   /* the answer for robots that a summary does not name */
	struct robot_pair *all;
	size_t n;
};

/* ---- names ------------------------------------------------------------------------- */

/* Compare: crawlers of the list come first, in its order; then names that only a text has. */
static int compare_robots(const struct robotsc_summary_robot *a, const struct robotsc_summary_robot *b)
{
	if (a->crawler != b->crawler)
		return !b->crawler || (a->crawler && a->crawler < b->crawler) ? -1 : 1;
	return a->crawler ? 0 : compare_folded(a->token, b->token);
}

static int compare_names(const void *ctx, uint32_t x, uint32_t y)
{
	const struct robotsc_summary *s = ctx;
	return compare_robots(&s->robots[x], &s->robots[y]);
}

static bool sort_names(struct pairing *p, int side)
{
	const struct robotsc_summary *s = p->s[side];
	for (size_t i = 0; i < s->nrobots; i++)
		p->others[side] = s->robots[i].token.len ? p->others[side] : s->robots[i].answer;
	p->by_name[side] = robotsc__sort_all(p->arena, s->nrobots, compare_names, s);
	return p->by_name[side];
}

/* The same robot in the summary of a side, or NULL. */
static const struct robotsc_summary_robot *find(const struct pairing *p, int side, const struct robotsc_summary_robot *robot)
{
	const struct robotsc_summary_robot *all = p->s[side]->robots;
	size_t low = 0, high = p->s[side]->nrobots;
	BISECT(low, high, i, compare_robots(&all[p->by_name[side][i]], robot) < 0);
	if (low == p->s[side]->nrobots || compare_robots(&all[p->by_name[side][low]], robot) != 0)
		return NULL;
	return &all[p->by_name[side][low]];
}

/* ---- answers ----------------------------------------------------------------------- */

/* List all robots of the new summary, then those that only the old one has.  False: no memory. */
static bool pair_robots(struct pairing *p)
{
	p->all = robotsc__arena_take(p->arena, (p->s[0]->nrobots + p->s[1]->nrobots + 1) * sizeof *p->all);
	for (int side = 1; side >= 0 && p->all; side--)
		for (size_t i = 0; i < p->s[side]->nrobots; i++) {
			const struct robotsc_summary_robot *robot = &p->s[side]->robots[i], *other = find(p, !side, robot);
			struct robot_pair *pair = &p->all[p->n];
			if ((side == 0 && other) || (p->of->left_out && p->of->left_out(p->of->ctx, robot->token)))
				continue;
			p->n++;
			pair->robot = robot;
			pair->answers[side] = robot->answer;
			pair->answers[!side] = other ? other->answer : p->others[!side];
		}
	return p->all != NULL;
}

static bool ignores_star(const struct robot_pair *pair)
{
	return pair->robot->crawler && pair->robot->crawler->ignores_star;
}

static int compare_answers(const struct robot_pair *a, const struct robot_pair *b)
{
	for (int side = 0; side < 2; side++)
		if (a->answers[side] != b->answers[side])
			return a->answers[side] < b->answers[side] ? -1 : 1;
	return 0;
}

/* Robots with the same answers may follow different dialects: these are told apart, too. */
static int compare_pairs(const void *ctx, uint32_t x, uint32_t y)
{
	const struct robot_pair *all = ctx, *a = &all[x], *b = &all[y];
	const int answers = compare_answers(a, b);
	if (answers)
		return answers;
	if (a->robot->dialect != b->robot->dialect)
		return a->robot->dialect < b->robot->dialect ? -1 : 1;
	return ignores_star(a) - ignores_star(b);
}

static int compare_first(const void *ctx, uint32_t x, uint32_t y)
{
	const struct summary_change *all = ctx;
	return all[x].first < all[y].first ? -1 : all[x].first > all[y].first;
}

/* Put the changes in the order of their first robots. */
static bool put_in_order(struct summary_changes *c)
{
	struct summary_change *sorted = robotsc__arena_take(c->arena, (c->n + 1) * sizeof *sorted);
	const uint32_t *const order = robotsc__sort_all(c->arena, c->n, compare_first, c->all);
	if (!sorted || !order)
		return false;
	for (size_t i = 0; i < c->n; i++)
		sorted[i] = c->all[order[i]];
	c->all = sorted;
	return true;
}

static bool group(const struct pairing *p, struct summary_changes *c)
{
	const uint32_t *const order = robotsc__sort_all(p->arena, p->n, compare_pairs, p->all);
	struct robotsc_text *tokens = robotsc__arena_take(p->arena, (p->n + 1) * sizeof *tokens);
	c->all = robotsc__arena_take(p->arena, (p->n + 1) * sizeof *c->all);
	c->n = c->npairs = 0;
	if (!order || !tokens || !c->all)
		return false;
	for (size_t i = 0; i < p->n; i++) {
		const struct robot_pair *pair = &p->all[order[i]];
		tokens[i] = pair->robot->token;
		c->npairs += !i || compare_answers(&p->all[order[i - 1]], pair);
		if (!i || compare_pairs(p->all, order[i - 1], order[i]))
			c->all[c->n++] = (struct summary_change){.dialect = pair->robot->dialect,
			                                         .answers = {pair->answers[0], pair->answers[1]},
			                                         .pair = c->npairs - 1,
			                                         .first = order[i],
			                                         .ignores_star = ignores_star(pair),
			                                         .robots = &tokens[i]};
		c->all[c->n - 1].nrobots++;
	}
	return put_in_order(c);
}

/* Find the pairs of old and new answers that robots have, in the order of their first robots;
 * out->s and out->arena are given.  Cost O(n log n).  Fails ROBOTSC_ERR_NOMEM only. */
static enum robotsc_status summary_pairs(struct summary_changes *out)
{
	struct pairing p = {.s = out->s, .of = out, .arena = out->arena};
	if (!sort_names(&p, 0) || !sort_names(&p, 1) || !pair_robots(&p) || !group(&p, out))
		return ROBOTSC_ERR_NOMEM;
	return ROBOTSC_OK;
}

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

/* Compare the verdicts of a change's robots.  For a robot that ignores "*", a text counts as empty
 * if no group names it. */
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

/* Keep a change; add its robots if the same change of another dialect was kept.  last[]: by pair of
 * answers, the last change kept, or NONE. */
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
	enum robotsc_status status = summary_pairs(out);
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
