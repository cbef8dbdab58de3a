/* program.h - patterns to programs, which the runtime tries one by one.  docs/format.md, "Programs"
 *
 * An automaton for many patterns with sets and single units can need exponentially many states; a program is as
 * long as its text.  And a few patterns are tried in less time than a machine for all of them takes.
 *
 * In    patterns of a rule set.
 * Out   a ranked machine without nodes, to be put into the machines section as it is; the programs stand
 *       in the order of their ranks, the highest first.
 * Fails ROBOTSC_ERR_NOMEM, ROBOTSC_ERR_TOO_LARGE.   Cost O(octets + n log n).
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_PROGRAM_H
#define ROBOTSC_PROGRAM_H

#include "encode.h"
#include "pattern.h"

/* May a simple pattern be tried so, in time linear in the path?  The runtime looks for a literal behind a star
 * octet by octet: no literal may stand in itself, shifted, at more than OVERLAPS_MAX places at once. */
#define OVERLAPS_MAX 8
enum robotsc_status robotsc__program_suits(struct arena *a, const struct pattern *pattern, int *suits);

/* rules: the set that the n patterns are of.  keep: where the octets go. */
enum robotsc_status robotsc__program_run(struct arena *a, struct arena *keep, const struct rules *rules,
                                         const struct pattern *patterns, uint32_t n, struct octets *out);

#endif
