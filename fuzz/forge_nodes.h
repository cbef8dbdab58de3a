/* forge_nodes.h - changes the code of machines.  For forge.c.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_FORGE_NODES_H
#define ROBOTSC_FORGE_NODES_H

#include "forge_map.h"

/* A random number in 0 .. n - 1. */
uint32_t forge_below(struct forge *f, uint32_t n);

/* A number at a limit or next to it: of an integer type, or the given one. */
uint32_t forge_number(struct forge *f, uint32_t limit);

/* An octet: common in paths, special in paths, or any. */
uint8_t forge_octet(struct forge *f);

/* A mark; usually that of a literal that exists. */
uint32_t forge_mark(struct forge *f, const struct forge_machine *m);

/* Change the code or the prefix table of a machine: one of the kinds from FORGE_ROOT to
 * FORGE_MARK_NODE. */
int forge_code(struct forge *f, const struct forge_machine *m, enum forge_kind kind);

/* Add an octet to all integers in the code of a machine.  Returns 0 if it has a prefix table. */
int forge_widen_code(struct forge *f, const struct forge_machine *m);

#endif
