/* compare_all.c - compares for every robot: finds the robots, and shares the budget among them.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "comparison.h"
#include "support/sort.h"

#define LOOKS_STEP 2 /* two looks at names count as one step */
#define RESERVE 8    /* an eighth of what is left is kept for later robots */
/* In place of a policy: the robot's rules were not looked up, since the budget was used up. */
#define PASSED (OPERAND_REFUSED - 1)

/* A robot that a side names, and the numbers of its rules. */
struct robot {
	struct robotsc_text token;
	uint32_t policy[2];
};

struct robots {
	struct robot *all;
	struct robotsc_text *tokens;
	uint32_t *order;
	uint32_t n;
};

static int compare_names(const void *ctx, uint32_t x, uint32_t y)
{
	const struct robotsc_text *a = (const struct robotsc_text *)ctx + x, *b = (const struct robotsc_text *)ctx + y;
	const size_t len = a->len < b->len ? a->len : b->len;
	const int d = len ? memcmp(a->at, b->at, len) : 0;
	if (d)
		return d;
	return a->len == b->len ? 0 : a->len < b->len ? -1 : 1;
}

/* The order of robots: those with the same rules stand together, sorted by name. */
static int compare_robots(const void *ctx, uint32_t x, uint32_t y)
{
	const struct robot *robots = ctx, *a = &robots[x], *b = &robots[y];
	for (int side = 0; side < 2; side++)
		if (a->policy[side] != b->policy[side])
			return a->policy[side] < b->policy[side] ? -1 : 1;
	return x == y ? 0 : x < y ? -1 : 1;
}

static bool same_rules(const struct robot *a, const struct robot *b)
{
	return a->policy[0] == b->policy[0] && a->policy[1] == b->policy[1];
}

/* The number of a robot's rules on a side, or OPERAND_REFUSED. */
static uint32_t policy_of(const struct comparing *c, int side, const struct robotsc_text *tokens, size_t n)
{
	const uint32_t policy = robotsc__operand_policy(&c->operands[side], tokens, n);
	return policy == OPERAND_REFUSED ? policy : robotsc__same_rules_number(&c->same, side, policy);
}

/* The names of both operands, sorted, each once. */
static enum robotsc_status find_names(struct arena *a, const struct comparing *c, struct robots *out)
{
	struct robotsc_text name;
	uint32_t n = 0;
	for (int side = 0; side < 2; side++)
		for (uint32_t i = 0; robotsc__operand_name(&c->operands[side], i, &name); i++)
			n++;
	struct robotsc_text *names = robotsc__arena_take(a, n * sizeof *names);
	*out = (struct robots){.all = robotsc__arena_take(a, n * sizeof *out->all),
	                       .tokens = robotsc__arena_take(a, n * sizeof *out->tokens)};
	if (!names || !out->all || !out->tokens)
		return ROBOTSC_ERR_NOMEM;
	n = 0;
	for (int side = 0; side < 2; side++)
		for (uint32_t i = 0; robotsc__operand_name(&c->operands[side], i, &name); i++)
			names[n++] = name;
	out->order = robotsc__sort_all(a, n, compare_names, names);
	if (!out->order)
		return ROBOTSC_ERR_NOMEM;
	for (uint32_t i = 0; i < n; i++)
		if (i == 0 || compare_names(names, out->order[i - 1], out->order[i]) != 0)
			out->all[out->n++].token = names[out->order[i]];
	return ROBOTSC_OK;
}

/* Find the robots that a side names, and their rules on both.  Some dialects look names up one by
 * one, so this takes a look at each name for each robot. */
static enum robotsc_status find_robots(struct arena *a, struct comparing *c, struct robots *out)
{
	const uint64_t looks =
		(robotsc__operand_looks(&c->operands[0]) + (uint64_t)robotsc__operand_looks(&c->operands[1])) / LOOKS_STEP;
	uint32_t n = 0;
	if (find_names(a, c, out) != ROBOTSC_OK)
		return ROBOTSC_ERR_NOMEM;
	for (uint32_t i = 0; i < out->n; i++) {
		struct robot *robot = &out->all[i];
		const int passed = looks > c->left;
		c->left -= passed ? 0 : looks;
		for (int side = 0; side < 2; side++)
			robot->policy[side] = passed ? PASSED : policy_of(c, side, &robot->token, 1);
		if (robot->policy[0] != OPERAND_REFUSED && robot->policy[1] != OPERAND_REFUSED)
			out->order[n++] = i;
	}
	out->n = n;
	return robotsc__sort(a, out->order, n, compare_robots, out->all) ? ROBOTSC_OK : ROBOTSC_ERR_NOMEM;
}

/* Take the robots with the same rules that stand from index `from` on.  Returns the index after
 * them. */
static uint32_t gather(const struct robots *robots, uint32_t from, struct robotsc_robots *out)
{
	const struct robot *first = &robots->all[robots->order[from]];
	uint32_t i = from;
	*out = (struct robotsc_robots){robots->tokens, 0, 0};
	for (; i < robots->n && same_rules(first, &robots->all[robots->order[i]]); i++)
		robots->tokens[out->n++] = robots->all[robots->order[i]].token;
	return i;
}

struct asking {
	void (*before)(void *ctx, const struct robotsc_robots *robots);
	void (*after)(void *ctx, const struct robotsc_robots *robots, const struct robotsc_comparison *comparison);
};

/* Compare for robots with the same rules.  passed: their rules were not looked up.  last: no robots
 * follow. */
static enum robotsc_status ask(struct arena *a, const struct robotsc_robots *robots, const struct asking *asking, bool passed,
                               bool last, struct comparing *c)
{
	enum robotsc_status status = ROBOTSC_OK;
	if (!c->question->budget)
		return ROBOTSC_OK; /* a call of difference has set it to 0: stop */
	if (asking->before)
		asking->before(c->question->ctx, robots);
	*c->out = (struct robotsc_comparison){.answer = ROBOTSC_UNKNOWN};
	if (!passed)
		status = robotsc__compare_run(a, c, robots->tokens, robots->n ? 1 : 0, c->left - (last ? 0 : c->left / RESERVE));
	if (status == ROBOTSC_OK)
		asking->after(c->question->ctx, robots, c->out);
	return status;
}

static enum robotsc_status compare_all(struct arena *a, const struct asking *asking, struct comparing *c)
{
	const struct robot star = {.policy = {policy_of(c, 0, NULL, 0), policy_of(c, 1, NULL, 0)}};
	bool others = star.policy[0] != OPERAND_REFUSED && star.policy[1] != OPERAND_REFUSED;
	struct robots robots;
	for (int side = 0; side < 2; side++)
		others &= !c->operands[side].text.grouping.partial; /* text for one robot */
	enum robotsc_status status = find_robots(a, c, &robots);
	for (uint32_t i = 0; i < robots.n && status == ROBOTSC_OK;) {
		struct robotsc_robots some;
		const struct robot *first = &robots.all[robots.order[i]];
		i = gather(&robots, i, &some);
		some.others = others && same_rules(first, &star);
		others &= !some.others;
		status = ask(a, &some, asking, first->policy[0] == PASSED, i == robots.n && !others, c);
	}
	if (others && status == ROBOTSC_OK)
		status = ask(a, &(struct robotsc_robots){NULL, 0, 1}, asking, 0, 1, c);
	return status;
}

enum robotsc_status robotsc_compare_all(const struct robotsc_side *a, const struct robotsc_side *b,
                                        const struct robotsc_question *question,
                                        void (*before)(void *ctx, const struct robotsc_robots *robots),
                                        void (*after)(void *ctx, const struct robotsc_robots *robots,
                                                      const struct robotsc_comparison *comparison))
{
	const struct asking asking = {before, after};
	struct robotsc_comparison comparison;
	struct comparing c;
	struct arena arena;
	enum robotsc_status status = robotsc__compare_begin(&arena, a, b, question, &comparison, &c);
	if (status == ROBOTSC_OK)
		status = compare_all(&arena, &asking, &c);
	robotsc__arena_free(&arena);
	return status;
}
