/* summary_pairs.c - see summary_pairs.h.
 *
 * The names of each summary are sorted, so that a robot is found in the other one; then the robots
 * are sorted by their answers.  So thousands of robots take no longer than reading them did.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "summary_pairs.h"

#include "access/text.h"
#include "support/sort.h"

/* A robot of either summary, and its answers before and now. */
struct robot_pair {
	const struct robotsc_summary_robot *robot;
	uint32_t answers[2];
};

struct pairing {
	const struct robotsc_summary *const *s;
	struct arena *arena;
	uint32_t *by_name[2]; /* robots of each summary */
	uint32_t others[2];   /* the answer for robots that a summary does not name */
	struct robot_pair *all;
	size_t n;
};

/* ---- names ------------------------------------------------------------------------- */

/* Crawlers of the list, as that is ordered; then names that only a text has. */
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
	p->by_name[side] = robotsc__arena_take(p->arena, (s->nrobots + 1) * sizeof *p->by_name[side]);
	if (!p->by_name[side])
		return false;
	for (size_t i = 0; i < s->nrobots; i++) {
		p->by_name[side][i] = (uint32_t)i;
		p->others[side] = s->robots[i].token.len ? p->others[side] : s->robots[i].answer;
	}
	return robotsc__sort(p->arena, p->by_name[side], s->nrobots, compare_names, s);
}

/* The robot in one of the summaries, or NULL. */
static const struct robotsc_summary_robot *find(const struct pairing *p, int side, const struct robotsc_summary_robot *robot)
{
	const struct robotsc_summary_robot *all = p->s[side]->robots;
	size_t low = 0, high = p->s[side]->nrobots;
	while (low < high) {
		const size_t middle = low + (high - low) / 2;
		if (compare_robots(&all[p->by_name[side][middle]], robot) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	if (low == p->s[side]->nrobots || compare_robots(&all[p->by_name[side][low]], robot) != 0)
		return NULL;
	return &all[p->by_name[side][low]];
}

/* ---- answers ----------------------------------------------------------------------- */

/* All robots of the summary now, then those that only the one before has. */
static bool pair_robots(struct pairing *p)
{
	p->all = robotsc__arena_take(p->arena, (p->s[0]->nrobots + p->s[1]->nrobots + 1) * sizeof *p->all);
	for (int side = 1; side >= 0 && p->all; side--)
		for (size_t i = 0; i < p->s[side]->nrobots; i++) {
			const struct robotsc_summary_robot *robot = &p->s[side]->robots[i], *other = find(p, !side, robot);
			struct robot_pair *pair = &p->all[p->n];
			if (side == 0 && other)
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

/* Robots with the same answers may yet follow other dialects. */
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
	uint32_t *order = robotsc__arena_take(c->arena, (c->n + 1) * sizeof *order);
	if (!sorted || !order)
		return false;
	for (size_t i = 0; i < c->n; i++)
		order[i] = (uint32_t)i;
	if (!robotsc__sort(c->arena, order, c->n, compare_first, c->all))
		return false;
	for (size_t i = 0; i < c->n; i++)
		sorted[i] = c->all[order[i]];
	c->all = sorted;
	return true;
}

static bool group(const struct pairing *p, struct summary_changes *c)
{
	uint32_t *order = robotsc__arena_take(p->arena, (p->n + 1) * sizeof *order);
	struct robotsc_text *tokens = robotsc__arena_take(p->arena, (p->n + 1) * sizeof *tokens);
	c->all = robotsc__arena_take(p->arena, (p->n + 1) * sizeof *c->all);
	c->n = c->npairs = 0;
	if (!order || !tokens || !c->all)
		return false;
	for (size_t i = 0; i < p->n; i++)
		order[i] = (uint32_t)i;
	if (!robotsc__sort(p->arena, order, p->n, compare_pairs, p->all))
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

enum robotsc_status robotsc__summary_pairs(struct summary_changes *out)
{
	struct pairing p = {.s = out->s, .arena = out->arena};
	if (!sort_names(&p, 0) || !sort_names(&p, 1) || !pair_robots(&p) || !group(&p, out))
		return ROBOTSC_ERR_NOMEM;
	return ROBOTSC_OK;
}
