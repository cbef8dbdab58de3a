/* explore.h - every path that two sources can tell apart, shortest first.
 *
 * In    two sources.
 * Out   calls for each pair of states that some path leads to, or for each way between them, in the order of the shortest path.
 * Fails ROBOTSC_ERR_NOMEM only.   Cost O(pairs of states x classes of symbols), and never more than a
 *       budget of steps.  Memory is bounded too, by 128 MiB.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_EXPLORE_H
#define ROBOTSC_EXPLORE_H

#include "lazy_dfa.h"
#include "alphabet.h"

struct explorer;

/* A path to look at: the two verdicts if it ends here. */
struct explored {
	struct explorer *explorer;
	uint32_t index, symbol; /* the pair, and what follows on the shortest path to it */
	int verdict[2];
	unsigned *marks; /* may be set; the paths that are found through this one begin with them; NULL for ways */
};

/* Returns 0 to go on, EXPLORE_LEAVE to go no further this way, EXPLORE_END to end it all. */
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
	bool ways;                /* visit each way from pair to pair: symbols that a pair tells apart are ways of their own */
	bool only_first_allows;   /* paths that the first source has settled to disallow are not gone on from */
	/* out */
	uint32_t states; /* pairs of states that were found */
	uint64_t steps;
	bool complete; /* all were visited: budget and memory sufficed, and no visit ended it */
};

enum robotsc_status robotsc__explore(struct arena *a, struct exploration *e);

/* The path that leads to a place, as it would be written in a URL; in the explorer's arena.  NULL: no memory. */
const uint8_t *robotsc__explore_path(const struct explored *at, size_t *len);

#endif
