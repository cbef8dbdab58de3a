/* walk.h - walk a path through the machines of a group.  docs/formats/blob.md, "The walk"
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_WALK_H
#define ROBOTSC_WALK_H

#include "canonical.h"
#include "load.h"
#include "robotsc/check.h"

/* Returns the verdict of a DFA for the octets from at on, starting in node.  begin, end: the raw
 * path, canonical before at.  Copies the path from the first octet that is not canonical. */
int robotsc__walk_dfa(const struct robotsc_group *group, const uint8_t *node, const uint8_t *at, const uint8_t *begin,
                      const uint8_t *end);

/* robotsc__walk_dfa for a canonical buffer, which the walk fills as it goes. */
int robotsc__walk_dfa_copied(const struct robotsc_group *group, const uint8_t *node, const uint8_t *at, struct canonical *c);

/* Returns the verdict of a group of filters. */
int robotsc__walk_filters(const struct robotsc_group *group, const uint8_t *begin, size_t len);

/* robotsc__walk_filters for a path of any length.  room: FILTER_PATH_MAX + 16 + PADDING octets. */
int robotsc__walk_long(const struct robotsc_group *group, struct path *path, uint8_t *room);

/* Returns the verdict of any group, one octet at a time.  For small builds. */
int robotsc__walk_small(const struct robotsc_group *group, struct path *path);

/* Returns machine i + 1 of a group's list; machine 0 is group->machine. */
static inline const uint8_t *next_machine(const struct robotsc_group *group, uint32_t i)
{
	const uint32_t policy = ld32(group->of.list.at + (size_t)i * 4);
	return group->of.list.machines + ld32(group->of.list.entries + (size_t)policy * POLICY_ENTRY);
}

#endif
