/* compare.c - whether two sides give every path the same verdict.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "comparison.h"

#include <string.h>

#include "explore.h"
#include "random_walk.h"

#define RANDOM_WALK_SHARE 8 /* a part of the budget, one eighth, is for random paths */
#define COMPARE_FLAT 4000   /* an exploration counts as at least 4000 steps */
#define WALK_STEPS 256      /* steps that an octet of a random path counts as */

static const struct robotsc_question ordinary = {.budget = ROBOTSC_BUDGET, .most = 1};

static uint32_t most(const struct comparing *c)
{
	return c->question->most ? c->question->most : 1;
}

/* Crawlers do not ask for this path. */
static bool is_robots_txt(const uint8_t *path, size_t len)
{
	static const char name[] = "/robots.txt";
	return len == sizeof name - 1 && memcmp(path, name, len) == 0;
}

static bool is_full(const struct comparing *c, int to)
{
	return c->out->found[to] >= most(c);
}

static bool has_walks(const struct comparing *c)
{
	return c->operands[0].blob || c->operands[1].blob;
}

static void tell(struct comparing *c, const uint8_t *path, size_t len, const int verdict[2])
{
	struct robotsc_difference d = {.path = {(const char *)path, len}};
	for (int side = 0; side < 2 && !c->failed; side++) {
		d.verdict[side] = (enum robotsc_verdict)verdict[side];
		c->failed = robotsc__deciding_rule_find(c->arena, &c->operands[side], &c->decider[side].rules, d.path, &c->left,
		                                        &d.reason[side]) != ROBOTSC_OK;
	}
	if (!c->failed)
		c->question->difference(c->question->ctx, &d);
}

/* Report a difference, unless enough of its direction were reported.  Returns true when no more are
 * wanted. */
static bool report(struct comparing *c, const uint8_t *path, size_t len, const int verdict[2])
{
	c->out->answer = ROBOTSC_DIFFERENT;
	if (!is_full(c, verdict[1])) {
		c->out->found[verdict[1]]++;
		if (c->question->difference)
			tell(c, path, len, verdict);
	}
	return c->failed || !c->question->budget || (is_full(c, 0) && is_full(c, 1));
}

/* Ask the walks of blobs, too: their verdicts replace those of the lazy DFAs.  Where the two
 * differ, the lazy DFA proves nothing more. */
static void ask_walks(struct comparing *c, const uint8_t *path, size_t len, int verdict[2])
{
	for (int side = 0; side < 2; side++) {
		if (!c->operands[side].blob)
			continue;
		const int says = (int)robotsc_check_path(&c->decider[side].group, (const char *)path, len);
		c->unproven |= says != verdict[side];
		verdict[side] = says;
	}
}

static int visit(void *ctx, const struct explored *at)
{
	struct comparing *c = ctx;
	int verdict[2] = {at->verdict[0], at->verdict[1]};
	size_t len;
	if (verdict[0] == verdict[1] && !c->unproven)
		return EXPLORE_ON;
	if (!has_walks(c) && (*at->bits & 1u << verdict[1] || is_full(c, verdict[1])))
		/* Nothing to report, and no walk to ask: do not make the path, which may be
		 * long. */
		return EXPLORE_ON;
	const uint8_t *path = robotsc__explore_path(at, &len);
	c->failed = !path;
	if (c->failed)
		return EXPLORE_END;
	ask_walks(c, path, len, verdict);
	const unsigned bit = 1u << verdict[1];
	if (verdict[0] == verdict[1] || *at->bits & bit || (c->question->usual && is_robots_txt(path, len)))
		return EXPLORE_ON;
	*at->bits |= bit;
	return report(c, path, len, verdict) ? EXPLORE_END : EXPLORE_ON;
}

/* Random paths are only for directions in which nothing was found. */
static int visit_random(void *ctx, const uint8_t *path, size_t len, const int stepped[2], int last)
{
	struct comparing *c = ctx;
	int verdict[2] = {stepped[0], stepped[1]};
	(void)last;
	if (c->unproven || verdict[0] != verdict[1])
		ask_walks(c, path, len, verdict);
	if (verdict[0] == verdict[1] || c->out->found[verdict[1]] || (c->question->usual && is_robots_txt(path, len)))
		return RANDOM_WALK_ON;
	return report(c, path, len, verdict) ? RANDOM_WALK_END : RANDOM_WALK_ANEW;
}

static enum robotsc_status explore(struct arena *a, struct comparing *c, uint64_t budget)
{
	struct lazy_dfa *first = c->decider[0].dfa, *second = c->decider[1].dfa;
	const uint64_t opened = COMPARE_FLAT + first->steps + second->steps;
	budget -= opened < budget ? opened : budget;
	struct exploration e = {.dfa = {first, second},
	                        .budget = budget - budget / RANDOM_WALK_SHARE,
	                        .visit = visit,
	                        .ctx = c,
	                        .which = c->question->usual ? ALPHABET_USUAL : ALPHABET_ALL};
	for (int side = 0; side < 2; side++) {
		struct lazy_rules *rules = (struct lazy_rules *)c->decider[side].dfa;
		rules->reactions = robotsc__reactions_make(a);
		if (!rules->reactions)
			return ROBOTSC_ERR_NOMEM;
	}
	const struct arena_mark mark = robotsc__arena_mark(a);
	const enum robotsc_status status = robotsc__explore(a, &e);
	robotsc__arena_reset(a, mark);
	if (status != ROBOTSC_OK || c->failed)
		return ROBOTSC_ERR_NOMEM;
	c->out->complete = e.complete && !c->unproven;
	c->out->states = e.states;
	c->out->steps = opened + e.steps;
	if (!c->out->complete && c->out->answer == ROBOTSC_SAME)
		c->out->answer = ROBOTSC_UNKNOWN;
	if (c->out->complete || !c->question->budget || (c->out->found[0] && c->out->found[1]))
		return ROBOTSC_OK;
	struct random_walk w = {.dfa = {first, second},
	                        .budget = budget / RANDOM_WALK_SHARE / (c->unproven ? WALK_STEPS : 1),
	                        .visit = visit_random,
	                        .ctx = c,
	                        .which = c->question->usual ? ALPHABET_USUAL : ALPHABET_ALL};
	if (robotsc__random_walk_run(a, &w) != ROBOTSC_OK || c->failed)
		return ROBOTSC_ERR_NOMEM;
	c->out->steps += first->steps + second->steps;
	return ROBOTSC_OK;
}

/* True if two blobs have the same machines for the robot, octet by octet. */
static bool same_machines(const struct comparing *c)
{
	return c->operands[0].blob && c->operands[1].blob &&
	       robotsc__lazy_machines_same(&c->decider[0].machine, &c->decider[1].machine);
}

static bool same_rules(const struct comparing *c, const struct robotsc_text *tokens, size_t n)
{
	uint32_t number[2];
	if (has_walks(c))
		return false;
	for (int side = 0; side < 2; side++) {
		const uint32_t policy = robotsc__operand_policy(&c->operands[side], tokens, n);
		if (policy == OPERAND_REFUSED)
			return false; /* robotsc__operand_open then fails */
		number[side] = robotsc__same_rules_number(&c->same, side, policy);
	}
	return number[0] == number[1];
}

enum robotsc_status robotsc__compare_run(struct arena *a, struct comparing *c, const struct robotsc_text *tokens, size_t n,
                                         uint64_t budget)
{
	const struct arena_mark mark = robotsc__arena_mark(a);
	const uint64_t left = c->left;
	enum robotsc_status status = ROBOTSC_OK;
	*c->out = (struct robotsc_comparison){.answer = ROBOTSC_SAME, .complete = 1};
	c->unproven = c->failed = false;
	c->arena = a;
	if (same_rules(c, tokens, n))
		return ROBOTSC_OK;
	if (!budget) {
		*c->out = (struct robotsc_comparison){.answer = ROBOTSC_UNKNOWN};
		return ROBOTSC_OK;
	}
	for (int side = 0; side < 2 && status == ROBOTSC_OK; side++) {
		status = robotsc__operand_open(a, &c->operands[side], tokens, n, &c->decider[side]);
		c->unproven |= status == ROBOTSC_OK && c->operands[side].blob && c->decider[side].machine.unproven;
	}
	if (status == ROBOTSC_OK && !same_machines(c))
		status = explore(a, c, budget);
	robotsc__arena_reset(a, mark);
	c->left -= c->out->steps < c->left ? c->out->steps : c->left;
	c->out->steps = left - c->left; /* with the steps that finding reasons took */
	return status;
}

enum robotsc_status robotsc__compare_begin(struct arena *a, const struct robotsc_side *first, const struct robotsc_side *second,
                                           const struct robotsc_question *question, struct robotsc_comparison *out,
                                           struct comparing *c)
{
	*c = (struct comparing){.question = question ? question : &ordinary, .out = out};
	c->left = c->question->budget;
	robotsc__arena_init(a, c->question->alloc);
	enum robotsc_status status = robotsc__operand_read(a, first, &c->operands[0]);
	if (status == ROBOTSC_OK)
		status = robotsc__operand_read(a, second, &c->operands[1]);
	return status == ROBOTSC_OK ? robotsc__same_rules_make(a, c->operands, &c->same) : status;
}

enum robotsc_status robotsc_compare(const struct robotsc_side *a, const struct robotsc_side *b, const struct robotsc_text *tokens,
                                    size_t n, const struct robotsc_question *question, struct robotsc_comparison *comparison)
{
	struct comparing c;
	struct arena arena;
	enum robotsc_status status = robotsc__compare_begin(&arena, a, b, question, comparison, &c);
	if (status == ROBOTSC_OK)
		status = robotsc__compare_run(&arena, &c, tokens, n, c.left);
	robotsc__arena_free(&arena);
	return status;
}
