/* program.h - patterns with sets and single units to programs, which the runtime tries one by one.
 * docs/format.md, "Programs"
 *
 * An automaton for many of them can need exponentially many states; a program is as long as its text.
 *
 * In    the patterns of a rule set that are programs.
 * Out   a ranked machine without nodes, to be put into the machines section as it is; the programs stand
 *       in the order of their ranks, the highest first.
 * Fails ROBOTSC_ERR_NOMEM, ROBOTSC_ERR_TOO_LARGE.   Cost O(octets + n log n).
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_PROGRAM_H
#define ROBOTSC_PROGRAM_H

#include "encode.h"
#include "pattern.h"

/* keep: where the octets go. */
enum robotsc_status robotsc__program_run(struct arena *a, struct arena *keep, const struct rules *rules, struct octets *out);

#endif
