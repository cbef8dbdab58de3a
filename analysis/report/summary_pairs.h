/* summary_pairs.h - the robots of two summaries, by the answers that they have in both.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_SUMMARY_PAIRS_H
#define ROBOTSC_SUMMARY_PAIRS_H

#include <stdbool.h>

#include "robotsc/summary.h"
#include "support/arena.h"

/* What changed for the robots that had one answer, and have another one. */
struct summary_change {
	enum robotsc_dialect dialect;
	uint32_t answers[2];               /* before, now */
	uint32_t pair;                     /* of these answers, from 0 */
	uint32_t first;                    /* its first robot, of those now and then those before */
	uint32_t before;                   /* the change of the same pair that was kept before it */
	bool ignores_star, compared;       /* not compared: the budget did not suffice */
	const struct robotsc_text *robots; /* an empty one: all others */
	size_t nrobots;
	enum robotsc_answer answer; /* whether a verdict changed */
	/* Newly disallowed, newly allowed; .at NULL: none was found. */
	struct robotsc_text paths[2];
	bool complete;            /* there are no others */
	bool delays, preferences; /* these differ */
};

/* All changes, and the two summaries. */
struct summary_changes {
	const struct robotsc_summary *s[2]; /* before, now */
	struct summary_change *all;         /* those that changed something */
	size_t n;
	uint32_t npairs;
	struct arena *arena;
};

/* Find the pairs of answers that robots have, with their robots and in the order of these; out->s
 * and out->arena are given.  Cost O(n log n).  Fails ROBOTSC_ERR_NOMEM only. */
enum robotsc_status robotsc__summary_pairs(struct summary_changes *out);

#endif
