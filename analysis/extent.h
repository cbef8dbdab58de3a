/* extent.h - how much of a part of a site a robot may fetch, proved over all paths of that part.
 *
 * A part is also a lazy DFA, which allows the paths that belong to the part.  Exploring it beside
 * the rules visits every verdict that the rules give to a path of the part.
 *
 * In    a part, and the lazy DFA that decides.
 * Out   open, closed, or partly; unknown where the budget did not suffice.
 * Fails ROBOTSC_ERR_NOMEM only.   Cost the budget of steps, and a little.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_EXTENT_H
#define ROBOTSC_EXTENT_H

#include "lazy_rules.h"
#include "robotsc/prove.h"
#include "support/arena.h"
#include "text_rules.h"

/* A part: a lazy DFA that allows its paths, and the octets that all of them begin with. */
struct extent_region {
	struct lazy_rules paths;
	const uint8_t *octets;
	uint32_t len;
	bool exact; /* the part is only the path of these octets */
};

/* Make the part of the paths that begin with canonical octets, which stay borrowed; exact: the part
 * is only the path of these octets.  more: how often extent_leave_out will be called. */
enum robotsc_status robotsc__extent_region(struct arena *a, const uint8_t *octets, uint32_t len, bool exact, size_t more,
                                           struct extent_region *out);

/* Leave out of a part all paths that begin with a literal; if its last octet is OP_END, only the
 * path of the octets before.  The literal stays borrowed. */
void robotsc__extent_leave_out(struct extent_region *region, const uint8_t *literal, uint32_t len);

/* Find the extent, in at most *budget steps; those taken are subtracted from *budget.  The arena is
 * left as it was. */
enum robotsc_status robotsc__extent_run(struct arena *a, struct extent_region *region, struct lazy_dfa *dfa, uint64_t *budget,
                                        enum robotsc_extent *out);

/* Give the parts that a policy's rules name, as robotsc_parts does. */
enum robotsc_status robotsc__extent_parts(struct arena *a, const struct text *text, uint32_t policy, uint64_t *budget,
                                          void (*part)(void *ctx, const struct robotsc_part *part), void *ctx);

#endif
