/* literals.h - what a filter looks for: one literal of each pattern.
 *
 * A pattern without operators is its own literal, which begins the path; so is one that only begins with a star, which may
 * stand anywhere.  Any other is a glob: a path is held against it where one of its literals was found.
 *
 * In    the patterns of a rule set.
 * Out   literals, each once: those that begin the path first, then the others, both in octet order.
 * Fails ROBOTSC_ERR_NOMEM only.   Cost O(n log n).
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_LITERALS_H
#define ROBOTSC_LITERALS_H

#include "pattern.h"
#include "trie.h"

#define ANCHORED_MAX 126 /* octets of a literal behind the first '/'; GLOB_KNOWN counts that, too */
#define FLOATING_MAX 12  /* octets of a literal that may stand anywhere: so many are compared at each place */

struct tried {
	const struct pattern *pattern;
	uint32_t known; /* octets that its literal has shown to begin the path; 0: none */
};

struct sought {
	uint32_t alone;    /* rank of the pattern that the literal is; 0: of none */
	uint32_t from, to; /* globs to try where it stands, by descending rank */
};

struct literals {
	struct literal *text; /* of each literal: octets behind the first '/'; the first one that begins the path may be empty */
	struct sought *what;
	uint32_t n, anchored; /* all; how many begin the path */
	struct tried *globs;
	uint32_t nglobs;
};

enum robotsc_status robotsc__literals_run(struct arena *a, const struct pattern *patterns, uint32_t n, struct literals *out);

#endif
