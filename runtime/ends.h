/* ends.h - what a walk completes where it arrives at a node, and where the path ends in one.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_ENDS_H
#define ROBOTSC_ENDS_H

#include "gates.h"
#include "walk.h"

/* The verdict where the path ends in a node.  at_entry: none of its octets was read. */
static inline int end_in(const struct walker *m, const uint8_t *node, int at_entry, size_t at, struct score *score)
{
	if (!m->ranked)
		return (node[0] & NODE_E) != 0;
	if (node[0] & NODE_E && at_entry) {
		const struct gate_reader gates = gate_reader(m->machine);
		take_mark(&gates, code_int(node + 2, m->width), at, 1, score);
	}
	return UNDECIDED;
}

/* Take the mark of a node that was reached by an octet.  Is the verdict settled by it? */
static inline int arrive(const struct walker *m, const uint8_t *node, size_t at, struct score *score)
{
	const struct gate_reader gates = gate_reader(m->machine);
	take_mark(&gates, code_int(node + 2, m->width), at, 0, score);
	return score_enough(score);
}

#endif
