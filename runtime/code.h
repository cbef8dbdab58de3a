/* code.h - decoding the nodes of a machine.  docs/format.md, "Nodes"
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_CODE_H
#define ROBOTSC_CODE_H

#include <stddef.h>

#include "blob_layout.h"
#include "load.h"

/* An integer of width groups of 7 bits, lowest first. */
static inline uint32_t code_int(const uint8_t *p, unsigned width)
{
	uint32_t v = (uint32_t)p[0] | (uint32_t)p[1] << 7;
	if (width > 2)
		v |= (uint32_t)p[2] << 14;
	if (width > 3)
		v |= (uint32_t)p[3] << 21;
	return v;
}

static inline unsigned machine_width(const uint8_t *machine)
{
	return ((unsigned)(machine[MACHINE_AT_FLAGS] & MACHINE_WIDTH) >> MACHINE_WIDTH_SHIFT) + 2;
}

static inline int machine_ranked(const uint8_t *machine)
{
	return machine[MACHINE_AT_FLAGS] & MACHINE_IS_RANKED;
}

/* Where a machine's tables and code begin, and its whole size. */
static inline const uint8_t *machine_marks(const uint8_t *machine)
{
	return machine + MACHINE_RANKED;
}

static inline const uint8_t *machine_gates(const uint8_t *machine)
{
	return machine_marks(machine) + (size_t)MARK_SIZE * ld32(machine + MACHINE_AT_MARKS);
}

static inline const uint8_t *machine_code(const uint8_t *machine)
{
	if (!machine_ranked(machine))
		return machine + MACHINE_DECIDED;
	return machine_gates(machine) + (size_t)GATE_SIZE * ld32(machine + MACHINE_AT_GATES);
}

/* What another octet does at a node (ELSE_...). */
static inline unsigned node_else(uint8_t head)
{
	return head & NODE_BRANCH ? head & BRANCH_ELSE : (unsigned)(head & RUN_ELSE) >> RUN_ELSE_SHIFT;
}

static inline int else_has_target(unsigned otherwise)
{
	return otherwise == ELSE_LINK || otherwise == ELSE_GOTO;
}

#endif
