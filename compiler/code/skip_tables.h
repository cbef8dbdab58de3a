/* skip_tables.h - the tables by which a walk passes over octets that keep a DFA in its root.
 * docs/format.md, "Machines"
 *
 * The scan table holds the octets that leave the root alone, the pair table those that leave it
 * only in pairs.
 *
 * In    a machine with a root that stays where it is for all octets but those of its edges.
 * Out   the tables.
 * Cost  O(edges of the root and of the states that they lead to).  Takes no memory.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_SKIP_TABLES_H
#define ROBOTSC_SKIP_TABLES_H

#include <stdbool.h>

#include "machine.h"

/* True if some octets leave the root only in pairs. */
bool robotsc__skip_tables_pairs(const struct machine *m, uint32_t root);

/* Write SCAN_SIZE octets, and PAIR_SIZE more if pairs is set.  slow: the class of octets at which a
 * walk always stops. */
void robotsc__skip_tables_write(const struct machine *m, uint32_t root, uint8_t slow, bool pairs, uint8_t *out);

#endif
