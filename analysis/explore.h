/* explore.h - every path that two lazy DFAs can tell apart, shortest first.
 *
 * In    two lazy DFAs.
 * Out   a call for each pair of states that some path leads to, or for each way between pairs;
 *       shortest paths first.
 * Fails ROBOTSC_ERR_NOMEM only.   Cost O(pairs of states x classes of symbols), and never more than
 *       a budget of steps.  Memory is bounded too, by 128 MiB.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_EXPLORE_H
#define ROBOTSC_EXPLORE_H

#include "lazy_dfa.h"
#include "alphabet.h"

struct explorer;

/* A path that is visited, and the verdicts of both DFAs if it ends here. */
struct explored {
	struct explorer *explorer;
	uint32_t index, symbol; /* the pair, and the symbol after the shortest path to it */
	int verdict[2];
	/* Bits for the caller, which paths that go on from this one inherit; NULL for ways. */
	unsigned *bits;
};

/* What a visit returns: go on, do not follow this path further, end everything. */
#define EXPLORE_ON 0
#define EXPLORE_LEAVE 1
#define EXPLORE_END 2
typedef int explore_visit(void *ctx, const struct explored *at);

struct exploration {
	struct lazy_dfa *dfa[2];
	uint64_t budget; /* steps */
	explore_visit *visit;
	void *ctx;
	enum alphabet_kind which; /* of these symbols */
	/* Visit ways from pair to pair instead of pairs; each symbol that a pair distinguishes is
	 * a way. */
	bool ways;
	/* Do not go on from a path where the first DFA has settled on disallow. */
	bool only_first_allows;
	/* out */
	uint32_t states; /* pairs of states that were found */
	uint64_t steps;
	/* Everything was visited: budget and memory sufficed, and no visit ended it. */
	bool complete;
};

enum robotsc_status robotsc__explore(struct arena *a, struct exploration *e);

/* The path to a pair, and the symbol after it, as written in a URL.  It is in the explorer's arena.
 * NULL: no memory. */
const uint8_t *robotsc__explore_path(const struct explored *at, size_t *len);

#endif
