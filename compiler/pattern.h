/* pattern.h - the rules of a document as simple patterns, and the patterns of a rule set.
 *
 * A simple pattern begins with '/', never has two OP_STAR in a row nor one at its end, and holds
 * OP_END at most as its last octet.  It stands for one rule or a part of one: a star at the start
 * becomes one after '/', and "*" before "/x" is "/x" too.  OP_SLASH and OP_QUERY stand for "%2F" and
 * "%3F" before the first '?' of a path, and for '/' and '?' behind it.
 * Patterns that no path matches are left out.  A pattern with OP_SET or OP_ONE, a program, is none of
 * this: it is taken as it stands.
 *
 * In    a document; then groups of it.
 * Out   patterns per group; then those of a rule set, sorted, each once, with ordinals for ranks.
 * Fails ROBOTSC_ERR_NOMEM only.   Cost O(n log n).
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_PATTERN_H
#define ROBOTSC_PATTERN_H

#include "group.h"
#include "norm.h"

struct pattern {
	const uint8_t *text;
	uint32_t len;
	uint32_t rank; /* precedence; in a rule set an ordinal: same order, same low bit, no gaps */
	int plain;     /* holds no operator: it stands for all paths that begin with it */
	int program;   /* of shell.h: holds OP_SET or OP_ONE, may begin with anything, has no other form */
};

/* Ranks made dense: an ordinal counts how often the verdict changes on the way up to a rank.
 * Neighbouring ranks of one verdict share an ordinal, as nothing can come between them. */
struct ordinals {
	uint32_t *ranks, *ordinals; /* distinct, ascending */
	uint32_t n;
	uint32_t stop[2]; /* of verdict v: the highest ordinal that says otherwise */
};

/* Patterns of a document, by group. */
struct patterns {
	struct pattern *all;
	uint32_t *first; /* of each group, ngroups + 1 entries */
	uint32_t n;
	struct ordinals shared; /* of all patterns, for shared rule sets */
};

/* Patterns of a rule set. */
struct rules {
	struct pattern *patterns; /* in the order of robotsc__pattern_compare */
	uint32_t n;
	uint32_t programs; /* how many of them are programs */
	uint32_t either;   /* how many OP_SLASH and OP_QUERY they hold */
	uint32_t stop[2];  /* of verdict v: a match of higher rank settles the verdict */
	uint32_t fallback; /* ordinal where nothing matches: a verdict, the same for all groups of the set */
};

/* Those of groups that no policy holds are left out. */
enum robotsc_status robotsc__pattern_document(struct arena *a, const struct document *doc, const struct grouping *grouping,
                                              struct patterns *out);

/* Number the ranks of these patterns: needed once, before a shared rule set is selected. */
enum robotsc_status robotsc__pattern_share(struct arena *a, const struct document *doc, struct patterns *all);

/* set->shared: ordinals compare with those of every other shared rule set of the document. */
enum robotsc_status robotsc__pattern_select(struct arena *a, const struct document *doc, const struct patterns *all,
                                            const struct ruleset *set, struct rules *out);

/* google: an Allow pattern whose last segment begins with "index.htm" also allows its folder.  Makes
 * that pattern of it; 0 when it has none. */
int robotsc__pattern_folder(struct normal *pattern);

/* Octet order, with operators before all other octets: so patterns that share a segment stand
 * together. */
int robotsc__pattern_compare(const struct pattern *x, const struct pattern *y);

/* The octets up to the next star, the end of the path, or the end of the text. */
uint32_t robotsc__pattern_literal(const uint8_t *text, uint32_t len);

/* Copy text with OP_SLASH and OP_QUERY as the path has them, or as the query has them.  Returns the
 * octets written: at most three for one. */
uint32_t robotsc__pattern_resolve(uint8_t *to, const uint8_t *text, uint32_t len, int query);

#endif
