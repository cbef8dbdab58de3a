/* walk.h - walk a path through the machines of a group.  docs/format.md, "The walk"
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_WALK_H
#define ROBOTSC_WALK_H

#include "canonical.h"
#include "load.h"
#include "robotsc/check.h"

/* The verdict of a group that is a DFA, from a node on, with at.  begin, end: the path as it came, of which the octets
 * before at are canonical.  From the first other one on that the walk comes to, the path is copied. */
int robotsc__walk_dfa(const struct robotsc_group *group, const uint8_t *node, const uint8_t *at, const uint8_t *begin,
                      const uint8_t *end);

/* The same for octets that are made canonical as the walk comes to them. */
int robotsc__walk_dfa_copied(const struct robotsc_group *group, const uint8_t *node, const uint8_t *at, struct canonical *c);

/* The verdict of a group of filters. */
int robotsc__walk_filters(const struct robotsc_group *group, const uint8_t *begin, size_t len);

/* The verdict of any group, octet by octet as they are made canonical: slower, for paths of any length. */
int robotsc__walk_small(const struct robotsc_group *group, struct path *path);

/* The machine of a list behind its first i + 1. */
static inline const uint8_t *next_machine(const struct robotsc_group *group, uint32_t i)
{
	const uint32_t policy = ld32(group->of.list.at + (size_t)i * 4);
	return group->of.list.machines + ld32(group->of.list.entries + (size_t)policy * POLICY_ENTRY);
}

#endif
