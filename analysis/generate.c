/* generate.c - paths with their verdicts: one path for each way from state to state, shorter paths
 * first; or random paths.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "explore.h"
#include "operand.h"
#include "random_walk.h"

struct generating {
	const struct robotsc_sampling *how;
	const struct robotsc_group *group; /* of a blob */
	uint64_t state;                    /* of the random numbers */
	uint32_t given;
	bool failed;
};

/* Give a path, if its verdict is wanted.  Returns whether there are enough. */
static bool give(struct generating *g, const uint8_t *path, size_t len, int verdict)
{
	const struct robotsc_text text = {(const char *)path, len};
	if (g->group) /* the verdict of the runtime's walk counts */
		verdict = (int)robotsc_check_path(g->group, text.at, text.len);
	if (g->how->verdicts >> verdict & 1) {
		g->how->path(g->how->ctx, text, (enum robotsc_verdict)verdict);
		g->given++;
	}
	return g->given >= g->how->count;
}

static int visit(void *ctx, const struct explored *at)
{
	struct generating *g = ctx;
	size_t len;
	const uint8_t *path = robotsc__explore_path(at, &len);
	g->failed = !path;
	return g->failed || give(g, path, len, at->verdict[0]) ? EXPLORE_END : EXPLORE_ON;
}

/* Give one path of each walk: its whole path, or one of its prefixes. */
static int visit_random(void *ctx, const uint8_t *path, size_t len, const int verdict[2], int last)
{
	struct generating *g = ctx;
	if (!last && robotsc__random_walk_draw(&g->state) % 24)
		return RANDOM_WALK_ON;
	return give(g, path, len, verdict[0]) ? RANDOM_WALK_END : RANDOM_WALK_ANEW;
}

static enum robotsc_status generate(struct arena *a, const struct robotsc_side *from, const struct robotsc_text *tokens, size_t n,
                                    struct generating *g)
{
	struct operand operand;
	struct decider decider[2];
	enum robotsc_status status = robotsc__operand_read(a, from, &operand);
	for (int i = 0; i < 2 && status == ROBOTSC_OK; i++)
		status = robotsc__operand_open(a, &operand, tokens, n, &decider[i]);
	if (status != ROBOTSC_OK)
		return status;
	g->group = operand.blob ? &decider[0].group : NULL;
	struct random_walk w = {.dfa = {decider[0].dfa, decider[1].dfa},
	                        .budget = g->how->budget,
	                        .seed = g->how->seed,
	                        .which = ALPHABET_LEGAL,
	                        .visit = visit_random,
	                        .ctx = g};
	struct exploration e = {.dfa = {decider[0].dfa, decider[1].dfa},
	                        .budget = g->how->budget,
	                        .visit = visit,
	                        .ctx = g,
	                        .which = ALPHABET_LEGAL,
	                        .ways = 1};
	status = g->how->random ? robotsc__random_walk_run(a, &w) : robotsc__explore(a, &e);
	if (g->how->ended)
		*g->how->ended = g->given < g->how->count && !e.complete;
	return g->failed ? ROBOTSC_ERR_NOMEM : status;
}

enum robotsc_status robotsc_generate(const struct robotsc_side *side, const struct robotsc_text *tokens, size_t n,
                                     const struct robotsc_sampling *how, uint32_t *given)
{
	struct generating g = {.how = how, .state = how->seed ^ 0x5851F42D4C957F2Du};
	struct arena arena;
	robotsc__arena_init(&arena, how->alloc);
	const enum robotsc_status status = generate(&arena, side, tokens, n, &g);
	robotsc__arena_free(&arena);
	if (status == ROBOTSC_OK)
		*given = g.given;
	return status;
}
