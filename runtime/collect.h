/* collect.h - the ranked machines of a group: the greatest rank that they give decides.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_COLLECT_H
#define ROBOTSC_COLLECT_H

#include "path.h"
#include "robotsc/check.h"

/* The verdict for a path, from its beginning. */
int robotsc__collect_whole(const struct robotsc_group *group, struct path *path);

/* The same for a group of one machine, from a node on that is reached, or linked to, behind some octets
 * which are their own canonical form. */
int robotsc__collect_from(const struct robotsc_group *group, struct path *path, const uint8_t *node, int reached, size_t octets);

#endif
