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

/* The octet of flags that a machine begins with. */
static inline unsigned machine_width(const uint8_t *machine)
{
	return ((unsigned)(machine[0] & MACHINE_WIDTH) >> MACHINE_WIDTH_SHIFT) + 2;
}

static inline int machine_ranked(const uint8_t *machine)
{
	return machine[0] & MACHINE_IS_RANKED;
}

/* Octets of a field. */
static inline uint32_t machine_unit(const uint8_t *machine)
{
	return machine[0] & MACHINE_WIDE ? 4 : 2;
}

/* A field of a machine's header, a mark, a gate or the agent index; at is where the fields begin,
 * unit how many octets each has. */
static inline uint32_t field_at(const uint8_t *at, uint32_t number, uint32_t unit)
{
	return unit == 2 ? ld16(at + 2 * (size_t)number) : ld32(at + 4 * (size_t)number);
}

static inline uint32_t machine_field(const uint8_t *machine, uint32_t number)
{
	return field_at(machine + 1, number, machine_unit(machine));
}

/* Where a machine's tables and code begin, and its whole size. */
static inline const uint8_t *machine_marks(const uint8_t *machine)
{
	return machine + 1 + MACHINE_RANKED_FIELDS * machine_unit(machine);
}

static inline const uint8_t *machine_gates(const uint8_t *machine)
{
	return machine_marks(machine) + (size_t)MARK_FIELDS * machine_unit(machine) * machine_field(machine, MACHINE_MARKS);
}

static inline const uint8_t *machine_scan(const uint8_t *machine)
{
	if (!machine_ranked(machine))
		return machine + 1 + MACHINE_DECIDED_FIELDS * machine_unit(machine);
	return machine_gates(machine) + (size_t)GATE_FIELDS * machine_unit(machine) * machine_field(machine, MACHINE_GATES);
}

static inline const uint8_t *machine_code(const uint8_t *machine)
{
	return machine_scan(machine) + (machine[0] & MACHINE_SCAN ? SCAN_SIZE : 0) + (machine[0] & MACHINE_PAIRS ? PAIR_SIZE : 0);
}

/* Must an octet be looked at? */
static inline int scan_stops(const uint8_t *scan, uint8_t octet)
{
	return octet > 0x7F || (scan[octet & 15] >> (octet >> 4) & 1);
}

static inline uint32_t machine_size(const uint8_t *machine)
{
	return (uint32_t)(machine_code(machine) - machine) + machine_field(machine, MACHINE_CODE);
}

/* What another octet does at a node (ELSE_...). */
static inline unsigned node_else(uint8_t head)
{
	return head & NODE_BRANCH ? head & BRANCH_ELSE : (unsigned)(head & RUN_ELSE) >> RUN_ELSE_SHIFT;
}

static inline int node_is_fan(uint8_t head)
{
	return (head & (NODE_BRANCH | BRANCH_FAN)) == (NODE_BRANCH | BRANCH_FAN);
}

static inline int else_has_target(unsigned otherwise)
{
	return otherwise == ELSE_LINK || otherwise == ELSE_GOTO;
}

/* The parts of a fan.  Its table ends where its labels begin; there entries and labels are counted from. */
static inline unsigned fan_bits(const uint8_t *fan)
{
	return fan[FAN_AT_SHAPE] & FAN_BITS;
}

static inline unsigned fan_unit(const uint8_t *fan)
{
	return (unsigned)fan[FAN_AT_SHAPE] >> FAN_UNIT_SHIFT;
}

static inline const uint8_t *fan_labels(const uint8_t *fan)
{
	return fan + FAN_AT_ENTRIES + ((size_t)1 << fan_bits(fan) << (fan_unit(fan) > FAN_UNIT_MAX));
}

static inline uint64_t fan_multiplier(const uint8_t *fan)
{
	return FAN_PRIME * (2 * (uint64_t)fan[FAN_AT_SEED] + 1);
}

/* The value of the hash of the octets that follow: a word with zeros behind the path's end.  Of the product so many
 * bits do not count.  & 63 is what processors do of their own. */
static inline uint32_t fan_hash(uint64_t keys, uint64_t multiplier, unsigned shift, uint64_t word)
{
	const unsigned drop = (unsigned)(keys >> (word * 4 & 63)) * 8 & 63;
	return (uint32_t)((word << drop >> drop) * multiplier >> (shift & 63));
}

/* The label of a value of the hash. */
static inline const uint8_t *fan_entry(const uint8_t *labels, unsigned unit, uint32_t hash)
{
	if (unit > FAN_UNIT_MAX)
		return labels + code_int(labels - 2 * (size_t)hash - 2, 2);
	return labels + ((size_t) * (labels - hash - 1) << unit);
}

/* The label that the octets that follow lead to. */
static inline const uint8_t *fan_label(const uint8_t *fan, uint64_t word)
{
	return fan_entry(fan_labels(fan), fan_unit(fan),
	                 fan_hash(ld64(fan + FAN_AT_KEYS), fan_multiplier(fan), 64 - fan_bits(fan), word));
}

static inline uint32_t label_count(uint8_t head)
{
	return (head & LABEL_COUNT) + 1u;
}

static inline unsigned label_next(uint8_t head)
{
	return (unsigned)(head & LABEL_NEXT) >> LABEL_NEXT_SHIFT;
}

/* Octets of a label. */
static inline uint32_t label_size(uint8_t head, unsigned width)
{
	return 1 + label_count(head) + (label_next(head) == NEXT_GOTO ? width : 0);
}

/* Where a label leads. */
static inline uint32_t label_target(const uint8_t *label, unsigned width)
{
	const unsigned next = label_next(label[0]);
	return next == NEXT_GOTO ? code_int(label + 1 + label_count(label[0]), width) : next - NEXT_DISALLOW;
}

#endif
