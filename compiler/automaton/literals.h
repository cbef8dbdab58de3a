/* literals.h - choose the literal of each pattern that a filter searches for.
 *
 * A pattern without operators is its own literal, and begins the path.  A star and then a literal
 * is a literal that floats: it may begin anywhere.  Any other pattern is a glob, which is tried on
 * a path where its literal was found.
 *
 * In    the patterns of a rule set.
 * Out   distinct literals: first those that begin the path, then those that float, both in octet
 *       order.
 * Fails ROBOTSC_ERR_NOMEM only.   Cost O(n log n).
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_LITERALS_H
#define ROBOTSC_LITERALS_H

#include "pattern/pattern.h"
#include "trie.h"

/* octets of a literal after the first '/'; GLOB_KNOWN counts that '/' too */
#define ANCHORED_MAX 126
#define FLOATING_MAX 12 /* most octets of a floating literal, which may begin anywhere */

struct tried {
	const struct pattern *pattern;
	uint32_t known; /* octets that begin the path where its literal was found, or 0 */
};

struct sought {
	uint32_t whole;    /* rank of the pattern that is the literal alone; 0: there is none */
	uint32_t from, to; /* globs to try where the literal is found, by descending rank */
};

struct literals {
	/* octets after the first '/'; the first literal that begins the path may be empty */
	struct literal *text;
	struct sought *what;
	uint32_t n, anchored; /* number of literals; number of those that begin the path */
	struct tried *globs;
	uint32_t nglobs;
};

enum robotsc_status robotsc__literals_run(struct arena *a, const struct pattern *patterns, uint32_t n, struct literals *out);

#endif
