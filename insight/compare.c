/* compare.c - do two sides decide alike about every path?
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "explore.h"
#include "side.h"
#include "sort.h"
#include "wander.h"

#define WANDER_SHARE 8 /* of the budget, one part is for random paths */
#define LOOKS_STEP 2   /* looks at names that count one step */
#define WALK_STEPS 256 /* what a walk over a random path counts, for each octet of it */

static const struct robotsc_question ordinary = {.budget = ROBOTSC_BUDGET, .most = 1};

struct comparing {
	const struct robotsc_question *question;
	struct robotsc_comparison *out;
	const struct robotsc_group *group[2]; /* of blobs */
	int doubtful;                         /* a blob may be walked another way than it is stepped through */
	uint64_t looks;                       /* steps that looking for robots took, until they are told */
	int failed;
};

static uint32_t most(const struct comparing *c)
{
	return c->question->most ? c->question->most : 1;
}

/* Crawlers do not ask about it. */
static int is_robots_txt(const uint8_t *path, size_t len)
{
	static const char name[] = "/robots.txt";
	return len == sizeof name - 1 && memcmp(path, name, len) == 0;
}

/* Returns whether enough is known. */
static int report(struct comparing *c, const uint8_t *path, size_t len, const int verdict[2])
{
	const struct robotsc_difference d = {{(const char *)path, len},
	                                     {(enum robotsc_verdict)verdict[0], (enum robotsc_verdict)verdict[1]}};
	c->out->answer = ROBOTSC_DIFFERENT;
	if (c->out->found[verdict[1]] < most(c)) {
		c->out->found[verdict[1]]++;
		if (c->question->difference)
			c->question->difference(c->question->ctx, &d);
	}
	return !c->question->budget || (c->out->found[0] >= most(c) && c->out->found[1] >= most(c));
}

/* Ask the walks of blobs too.  What they say counts: where it is not what their nodes say, nothing is
 * proved any more by stepping through these. */
static void ask_walks(struct comparing *c, const uint8_t *path, size_t len, int verdict[2])
{
	for (int side = 0; side < 2; side++) {
		if (!c->group[side])
			continue;
		const int says = (int)robotsc_check_path(c->group[side], (const char *)path, len);
		c->doubtful |= says != verdict[side];
		verdict[side] = says;
	}
}

static int visit(void *ctx, const struct explored *at)
{
	struct comparing *c = ctx;
	int verdict[2] = {at->verdict[0], at->verdict[1]};
	size_t len;
	if (verdict[0] == verdict[1] && !c->doubtful)
		return EXPLORE_ON;
	if (!c->group[0] && !c->group[1] && *at->marks & 1u << verdict[1])
		return EXPLORE_ON; /* told already, and no walk is to be asked: a path is as long as its rule */
	const uint8_t *path = robotsc__explore_path(at, &len);
	c->failed = !path;
	if (c->failed)
		return EXPLORE_END;
	ask_walks(c, path, len, verdict);
	const unsigned mark = 1u << verdict[1];
	if (verdict[0] == verdict[1] || *at->marks & mark || (c->question->usual && is_robots_txt(path, len)))
		return EXPLORE_ON;
	*at->marks |= mark;
	return report(c, path, len, verdict) ? EXPLORE_END : EXPLORE_ON;
}

/* On random paths, only what was not found yet. */
static int visit_random(void *ctx, const uint8_t *path, size_t len, const int stepped[2], int last)
{
	struct comparing *c = ctx;
	int verdict[2] = {stepped[0], stepped[1]};
	(void)last;
	if (c->doubtful || verdict[0] != verdict[1])
		ask_walks(c, path, len, verdict);
	if (verdict[0] == verdict[1] || c->out->found[verdict[1]] || (c->question->usual && is_robots_txt(path, len)))
		return WANDER_ON;
	return report(c, path, len, verdict) ? WANDER_END : WANDER_ANEW;
}

static enum robotsc_status compare(struct arena *a, struct source *first, struct source *second, struct comparing *c)
{
	const uint64_t budget = c->question->budget;
	struct exploration e = {.source = {first, second},
	                        .budget = budget - budget / WANDER_SHARE,
	                        .visit = visit,
	                        .ctx = c,
	                        .usual = c->question->usual};
	*c->out = (struct robotsc_comparison){.answer = ROBOTSC_SAME};
	const enum robotsc_status status = robotsc__explore(a, &e);
	if (status != ROBOTSC_OK || c->failed)
		return ROBOTSC_ERR_NOMEM;
	c->out->complete = e.complete && !c->doubtful;
	c->out->states = e.states;
	c->out->steps = e.steps;
	if (c->out->complete || !c->question->budget || (c->out->found[0] && c->out->found[1]))
		return ROBOTSC_OK;
	if (c->out->answer == ROBOTSC_SAME)
		c->out->answer = ROBOTSC_UNKNOWN;
	struct wandering w = {.source = {first, second},
	                      .budget = budget / WANDER_SHARE / (c->doubtful ? WALK_STEPS : 1),
	                      .visit = visit_random,
	                      .ctx = c,
	                      .usual = c->question->usual};
	if (robotsc__wander(a, &w) != ROBOTSC_OK)
		return ROBOTSC_ERR_NOMEM;
	c->out->steps += first->steps + second->steps;
	return ROBOTSC_OK;
}

/* Compare for one robot; the arena is left as it was. */
static enum robotsc_status compare_for(struct arena *a, const struct side sides[2], const struct robotsc_text *tokens, size_t n,
                                       struct comparing *c)
{
	const struct arena_mark mark = robotsc__arena_mark(a);
	struct decider first, second;
	enum robotsc_status status = robotsc__side_open(a, &sides[0], tokens, n, &first);
	if (status == ROBOTSC_OK)
		status = robotsc__side_open(a, &sides[1], tokens, n, &second);
	if (status == ROBOTSC_OK) {
		c->group[0] = sides[0].blob ? &first.group : NULL;
		c->group[1] = sides[1].blob ? &second.group : NULL;
		c->doubtful = (sides[0].blob && first.machine.doubtful) || (sides[1].blob && second.machine.doubtful);
		status = compare(a, first.source, second.source, c);
	}
	robotsc__arena_reset(a, mark);
	return status;
}

enum robotsc_status robotsc_compare(const struct robotsc_side *a, const struct robotsc_side *b, const struct robotsc_text *tokens,
                                    size_t n, const struct robotsc_question *question, struct robotsc_comparison *comparison)
{
	struct comparing c = {question ? question : &ordinary, comparison, {NULL, NULL}, 0, 0, 0};
	struct side sides[2];
	struct arena arena;
	robotsc__arena_init(&arena, c.question->alloc);
	enum robotsc_status status = robotsc__side_read(&arena, a, &sides[0]);
	if (status == ROBOTSC_OK)
		status = robotsc__side_read(&arena, b, &sides[1]);
	if (status == ROBOTSC_OK)
		status = compare_for(&arena, sides, tokens, n, &c);
	robotsc__arena_free(&arena);
	return status;
}

/* ---- all robots --------------------------------------------------------------- */

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
	struct robotsc_text *passed; /* of which it is not known whose rules they have */
	uint32_t npassed;
};

/* Robots with the same rules stand together; the first name decides. */
static int compare_robots(const void *ctx, uint32_t x, uint32_t y)
{
	const struct robot *robots = ctx, *a = &robots[x], *b = &robots[y];
	for (int side = 0; side < 2; side++)
		if (a->policy[side] != b->policy[side])
			return a->policy[side] < b->policy[side] ? -1 : 1;
	const size_t len = a->token.len < b->token.len ? a->token.len : b->token.len;
	const int d = len ? memcmp(a->token.at, b->token.at, len) : 0;
	if (d)
		return d;
	return a->token.len == b->token.len ? 0 : a->token.len < b->token.len ? -1 : 1;
}

static int same_rules(const struct robot *a, const struct robot *b)
{
	return a->policy[0] == b->policy[0] && a->policy[1] == b->policy[1];
}

/* Dialects that look names through in order need a look at each for each: what the budget does not suffice for is passed over. */
static enum robotsc_status find_robots(struct arena *a, const struct side sides[2], struct comparing *c, struct robots *out)
{
	struct robotsc_text name;
	uint32_t n = 0;
	for (int side = 0; side < 2; side++)
		for (uint32_t i = 0; robotsc__side_name(&sides[side], i, &name); i++)
			n++;
	*out = (struct robots){.all = robotsc__arena_take(a, n * sizeof *out->all),
	                       .tokens = robotsc__arena_take(a, n * sizeof *out->tokens),
	                       .passed = robotsc__arena_take(a, n * sizeof *out->passed),
	                       .order = robotsc__arena_take(a, n * sizeof *out->order)};
	if (!out->all || !out->tokens || !out->passed || !out->order)
		return ROBOTSC_ERR_NOMEM;
	const uint64_t looks = 1 + robotsc__side_looks(&sides[0]) / LOOKS_STEP + robotsc__side_looks(&sides[1]) / LOOKS_STEP;
	for (int side = 0; side < 2; side++)
		for (uint32_t i = 0; robotsc__side_name(&sides[side], i, &name); i++) {
			struct robot *robot = &out->all[out->n];
			robot->token = name;
			if (c->looks + looks > c->question->budget) {
				out->passed[out->npassed++] = name;
				continue;
			}
			c->looks += looks;
			for (int k = 0; k < 2; k++)
				robot->policy[k] = robotsc__side_policy(&sides[k], &name, 1);
			if (robot->policy[0] != SIDE_REFUSED && robot->policy[1] != SIDE_REFUSED)
				out->order[out->n] = out->n, out->n++;
		}
	return robotsc__sort(a, out->order, out->n, compare_robots, out->all) ? ROBOTSC_OK : ROBOTSC_ERR_NOMEM;
}

/* The robots from a place of the order on that have the same rules; each name once. */
static uint32_t gather(const struct robots *robots, uint32_t from, struct robotsc_robots *out)
{
	const struct robot *first = &robots->all[robots->order[from]];
	uint32_t i = from;
	*out = (struct robotsc_robots){robots->tokens, 0, 0};
	for (; i < robots->n && same_rules(first, &robots->all[robots->order[i]]); i++)
		if (i == from || compare_robots(robots->all, robots->order[i - 1], robots->order[i]) != 0)
			robots->tokens[out->n++] = robots->all[robots->order[i]].token;
	return i;
}

struct asking {
	void (*before)(void *ctx, const struct robotsc_robots *robots);
	void (*after)(void *ctx, const struct robotsc_robots *robots, const struct robotsc_comparison *comparison);
};

static enum robotsc_status ask(struct arena *a, const struct side sides[2], const struct robotsc_robots *robots,
                               const struct asking *asking, struct comparing *c)
{
	if (!c->question->budget)
		return ROBOTSC_OK; /* the caller has lowered it: nothing more is asked */
	if (asking->before)
		asking->before(c->question->ctx, robots);
	const enum robotsc_status status = compare_for(a, sides, robots->tokens, robots->n ? 1 : 0, c);
	c->out->steps += c->looks;
	c->looks = 0;
	if (status == ROBOTSC_OK)
		asking->after(c->question->ctx, robots, c->out);
	return status;
}

static void tell_passed(const struct robots *robots, const struct asking *asking, const struct comparing *c)
{
	const struct robotsc_robots passed = {robots->passed, robots->npassed, 0};
	const struct robotsc_comparison unknown = {.answer = ROBOTSC_UNKNOWN};
	if (!robots->npassed || !c->question->budget)
		return;
	if (asking->before)
		asking->before(c->question->ctx, &passed);
	asking->after(c->question->ctx, &passed, &unknown);
}

static enum robotsc_status compare_all(struct arena *a, const struct side sides[2], const struct asking *asking,
                                       struct comparing *c)
{
	struct robots robots;
	const struct robot star = {.policy = {robotsc__side_policy(&sides[0], NULL, 0), robotsc__side_policy(&sides[1], NULL, 0)}};
	int others = star.policy[0] != SIDE_REFUSED && star.policy[1] != SIDE_REFUSED;
	enum robotsc_status status = find_robots(a, sides, c, &robots);
	if (status == ROBOTSC_OK)
		tell_passed(&robots, asking, c);
	for (uint32_t i = 0; i < robots.n && status == ROBOTSC_OK;) {
		struct robotsc_robots some;
		const struct robot *first = &robots.all[robots.order[i]];
		i = gather(&robots, i, &some);
		some.others = others && same_rules(first, &star);
		others &= !some.others;
		status = ask(a, sides, &some, asking, c);
	}
	if (others && status == ROBOTSC_OK)
		status = ask(a, sides, &(struct robotsc_robots){NULL, 0, 1}, asking, c);
	return status;
}

enum robotsc_status robotsc_compare_all(const struct robotsc_side *a, const struct robotsc_side *b,
                                        const struct robotsc_question *question,
                                        void (*before)(void *ctx, const struct robotsc_robots *robots),
                                        void (*after)(void *ctx, const struct robotsc_robots *robots,
                                                      const struct robotsc_comparison *comparison))
{
	struct robotsc_comparison comparison;
	struct comparing c = {question ? question : &ordinary, &comparison, {NULL, NULL}, 0, 0, 0};
	const struct asking asking = {before, after};
	struct side sides[2];
	struct arena arena;
	robotsc__arena_init(&arena, c.question->alloc);
	enum robotsc_status status = robotsc__side_read(&arena, a, &sides[0]);
	if (status == ROBOTSC_OK)
		status = robotsc__side_read(&arena, b, &sides[1]);
	if (status == ROBOTSC_OK)
		status = compare_all(&arena, sides, &asking, &c);
	robotsc__arena_free(&arena);
	return status;
}
