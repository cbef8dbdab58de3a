/* code.h - decoding the nodes of a machine.  docs/format.md, "Nodes"
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_CODE_H
#define ROBOTSC_CODE_H

#include <stddef.h>

#include "blob_layout.h"
#include "load.h"

/* What is not run often: as small as can be, and never inlined. */
#if defined(__GNUC__)
#define RARE __attribute__((cold, noinline))
#else
#define RARE
#endif

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

static inline int machine_is_filter(const uint8_t *machine)
{
	return machine[0] & MACHINE_IS_FILTER;
}

/* Octets of a field. */
static inline uint32_t machine_unit(const uint8_t *machine)
{
	return machine[0] & MACHINE_WIDE ? 4 : 2;
}

/* A field of a machine, a glob or the agent index; at is where the fields begin, unit how many octets each has. */
static inline uint32_t field_at(const uint8_t *at, uint32_t number, uint32_t unit)
{
	return unit == 2 ? ld16(at + 2 * (size_t)number) : unit == 4 ? ld32(at + 4 * (size_t)number) : at[number];
}

static inline uint32_t machine_field(const uint8_t *machine, uint32_t number)
{
	return field_at(machine + 1, number, machine_unit(machine));
}

/* Entries of a blob's section table, which ends where the first section begins. */
static inline uint32_t section_count(const uint8_t *blob)
{
	return (ld32(blob + BLOB_HEADER + SECTION_AT_OFFSET) - BLOB_HEADER) / SECTION_ENTRY;
}

/* How many fields a machine has, that of the fan not counted. */
static inline uint32_t machine_fields(const uint8_t *machine)
{
	return machine_is_filter(machine) ? MACHINE_FILTER_FIELDS : MACHINE_DFA_FIELDS;
}

/* Where the parts of a machine begin, one behind the other, and its whole size. */
static inline const uint8_t *machine_fan(const uint8_t *machine)
{
	return machine + 1 + (machine_fields(machine) + (machine[0] & MACHINE_FAN ? 1u : 0u)) * machine_unit(machine);
}

static inline const uint8_t *machine_tables(const uint8_t *machine)
{
	return machine_fan(machine) + (machine[0] & MACHINE_FAN ? machine_field(machine, machine_fields(machine)) : 0);
}

/* Octets of the skip tables that the flags of a machine say. */
static inline uint32_t tables_size(uint8_t flags)
{
	const uint32_t scan = flags & MACHINE_IS_FILTER ? START_SIZE : SCAN_SIZE;
	return (flags & MACHINE_SCAN ? scan : 0) + (flags & MACHINE_PAIRS ? PAIR_SIZE : 0);
}

static inline const uint8_t *machine_literals(const uint8_t *machine)
{
	return machine_tables(machine) + tables_size(machine[0]);
}

static inline const uint8_t *machine_code(const uint8_t *machine)
{
	return machine_literals(machine) +
	       (machine_is_filter(machine) ? (size_t)machine_unit(machine) * machine_field(machine, MACHINE_LITERALS) : 0);
}

static inline const uint8_t *machine_globs(const uint8_t *machine)
{
	return machine_code(machine) + machine_field(machine, MACHINE_CODE);
}

static inline uint32_t machine_size(const uint8_t *machine)
{
	return (uint32_t)(machine_globs(machine) - machine) +
	       (machine_is_filter(machine) ? machine_field(machine, MACHINE_GLOBS) : 0);
}

/* A machine taken apart: its fields, 0 for those that it lacks, and where its parts begin. */
struct parts {
	uint32_t field[MACHINE_FILTER_FIELDS + 1];
	uint32_t unit; /* octets of a field */
	uint64_t fan, tables, literals, code, globs, end;
};

/* Returns 0 where not even the fields have room.  In open.c. */
int robotsc__machine_parts(const uint8_t *machine, uint32_t room, struct parts *m);

/* Must an octet be looked at? */
static inline int scan_stops(const uint8_t *scan, uint8_t octet)
{
	return octet > 0x7F || (scan[octet & 15] >> (octet >> 4) & 1);
}

/* May a literal of a start table begin with these octets?  Those behind the path's end are FF. */
static inline int may_start(const uint8_t *start, unsigned first, unsigned second, unsigned third)
{
	return (start[START_LOW + (first & 15)] & start[START_HIGH + (first >> 4 & 7)] & start[START_LOW + 16 + (second & 15)] &
	        start[START_HIGH + 8 + (second >> 4 & 7)] & start[START_LOW + 32 + (third & 15)] &
	        start[START_HIGH + 16 + (third >> 4 & 7)]) != 0;
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
