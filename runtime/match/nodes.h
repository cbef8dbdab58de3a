/* nodes.h - decode machines and their nodes.  docs/formats/blob.md, "Machines", "Nodes"
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_NODES_H
#define ROBOTSC_NODES_H

#include <stddef.h>

#include "blob_layout.h"
#include "load.h"

/* Decodes an int7: width octets of 7 bits each, lowest first. */
static inline uint32_t code_int(const uint8_t *p, unsigned width)
{
	uint32_t v = (uint32_t)p[0] | (uint32_t)p[1] << 7;
	if (width > 2)
		v |= (uint32_t)p[2] << 14;
	if (width > 3)
		v |= (uint32_t)p[3] << 21;
	return v;
}

/* Octets of an int7 of a machine; the first octet of a machine has its flags. */
static inline unsigned machine_width(const uint8_t *machine)
{
	return ((unsigned)(machine[0] & MACHINE_WIDTH) >> MACHINE_WIDTH_SHIFT) + 2;
}

static inline int machine_is_filter(const uint8_t *machine)
{
	return machine[0] & MACHINE_IS_FILTER;
}

/* Octets of a field of a machine. */
static inline uint32_t machine_field_size(const uint8_t *machine)
{
	return machine[0] & MACHINE_WIDE ? 4 : 2;
}

/* Loads a field of a machine, a glob or the agent index.  at: where the fields begin; size:
 * octets of each. */
static inline uint32_t field_at(const uint8_t *at, uint32_t number, uint32_t size)
{
	return size == 2 ? ld16(at + 2 * (size_t)number) : size == 4 ? ld32(at + 4 * (size_t)number) : at[number];
}

static inline uint32_t machine_field(const uint8_t *machine, uint32_t number)
{
	return field_at(machine + 1, number, machine_field_size(machine));
}

/* Entries of a blob's section table.  The table ends where the first section begins. */
static inline uint32_t section_count(const uint8_t *blob)
{
	return (ld32(blob + BLOB_HEADER + SECTION_AT_OFFSET) - BLOB_HEADER) / SECTION_ENTRY;
}

/* Number of fields of a machine, without the field of the prefix table. */
static inline uint32_t machine_fields(const uint8_t *machine)
{
	return machine_is_filter(machine) ? MACHINE_FILTER_FIELDS : MACHINE_DFA_FIELDS;
}

/* The parts of a machine, in the order in which they are stored, and its size. */
static inline const uint8_t *machine_prefix_table(const uint8_t *machine)
{
	return machine + 1 + (machine_fields(machine) + (machine[0] & MACHINE_PREFIXES ? 1u : 0u)) * machine_field_size(machine);
}

static inline const uint8_t *machine_tables(const uint8_t *machine)
{
	return machine_prefix_table(machine) +
	       (machine[0] & MACHINE_PREFIXES ? machine_field(machine, machine_fields(machine)) : 0);
}

/* Octets of the skip tables of a machine with these flags. */
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
	       (machine_is_filter(machine) ? (size_t)machine_field_size(machine) * machine_field(machine, MACHINE_LITERALS) : 0);
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

/* The parts of a machine as offsets from its beginning, and its fields.  A missing field is 0. */
struct parts {
	uint32_t field[MACHINE_FILTER_FIELDS + 1];
	uint32_t field_size; /* octets of a field */
	uint64_t prefix_table, tables, literals, code, globs, end;
};

/* Reads the parts.  Returns 0 if room is too small for the fields.  In open.c. */
int robotsc__machine_parts(const uint8_t *machine, uint32_t room, struct parts *m);

/* True if an octet may leave the root. */
static inline int scan_stops(const uint8_t *scan, uint8_t octet)
{
	return octet > 0x7F || (scan[octet & 15] >> (octet >> 4) & 1);
}

/* The bits of an octet in a pair table, as the first and as the second of a pair. */
static inline unsigned pair_first(const uint8_t *pairs, unsigned octet)
{
	return pairs[PAIR_FIRST_LOW + (octet & 15)] & pairs[PAIR_FIRST_HIGH + (octet >> 4)];
}

static inline unsigned pair_second(const uint8_t *pairs, unsigned octet)
{
	return pairs[PAIR_SECOND_LOW + (octet & 15)] & pairs[PAIR_SECOND_HIGH + (octet >> 4)];
}

/* The bits of an octet in a start table, at one of START_PLACES. */
static inline unsigned start_bits(const uint8_t *start, unsigned place, unsigned octet)
{
	return start[START_LOW + 16 * place + (octet & 15)] & start[START_HIGH + 8 * place + (octet >> 4 & 7)];
}

/* True if a literal may begin with these octets.  Octets past the path's end are FF. */
static inline int may_start(const uint8_t *start, unsigned first, unsigned second, unsigned third)
{
	return (start_bits(start, 0, first) & start_bits(start, 1, second) & start_bits(start, 2, third)) != 0;
}

/* The first octet of a node, from bit 7 down:
 *
 *	run     1 0 E next next else else careful
 *	branch  1 1 E    0    0 else else else
 *
 * The second is the number of octets.  These parts follow where there are any: in a filter with E
 * the mark; the target of else; of a run its target, then its octets; of a branch its octets, then
 * a target for each. */

/* Where a completed run leads (NEXT_...). */
static inline unsigned node_next(uint8_t head)
{
	return (unsigned)(head & RUN_NEXT) >> RUN_NEXT_SHIFT;
}

/* What a node does with an octet that it does not read (ELSE_...). */
static inline unsigned node_else(uint8_t head)
{
	return head & NODE_BRANCH ? head & BRANCH_ELSE : (unsigned)(head & RUN_ELSE) >> RUN_ELSE_SHIFT;
}

static inline int else_has_target(unsigned otherwise)
{
	return otherwise == ELSE_DEFAULT || otherwise == ELSE_GOTO;
}

/* A decoded node.  else_target: the target of any other octet, if it has one; target: where a
 * completed run leads; with NEXT_FALL, that is the node after it. */
struct node {
	uint8_t head;
	unsigned otherwise; /* ELSE_... */
	uint32_t count, mark, else_target, target;
	const uint8_t *octets;
};

/* Decodes the node at an offset of the code.  width: octets of an int7.  Does not read its octets;
 * for a node that is not verified, reads up to BLOB_OVERREAD octets before these. */
static inline struct node read_node(const uint8_t *code, uint32_t at, unsigned width, int filter)
{
	const uint8_t *p = code + at + 2;
	struct node n = {.head = p[-2], .count = p[-1], .otherwise = node_else(p[-2])};
	if (filter && n.head & NODE_E) {
		n.mark = code_int(p, width);
		p += width;
	}
	if (else_has_target(n.otherwise)) {
		n.else_target = code_int(p, width);
		p += width;
	}
	if (!(n.head & NODE_BRANCH)) {
		n.target = node_next(n.head) - NEXT_DISALLOW;
		if (node_next(n.head) == NEXT_GOTO) {
			n.target = code_int(p, width);
			p += width;
		} else if (node_next(n.head) == NEXT_FALL) {
			n.target = (uint32_t)(p + n.count - code) + TARGET_NODE;
		}
	}
	n.octets = p;
	return n;
}

/* The target of way i of a branch. */
static inline uint32_t node_way(const struct node *branch, uint32_t i, unsigned width)
{
	return code_int(branch->octets + branch->count + (size_t)i * width, width);
}

/* The parts of a prefix table.  Entries precede prefix_table_first(), prefixes follow it. */
static inline unsigned prefix_table_bits(const uint8_t *prefix_table)
{
	return prefix_table[PREFIX_AT_SHAPE] & PREFIX_BITS;
}

static inline unsigned prefix_table_unit(const uint8_t *prefix_table)
{
	return (unsigned)prefix_table[PREFIX_AT_SHAPE] >> PREFIX_UNIT_SHIFT;
}

static inline const uint8_t *prefix_table_first(const uint8_t *prefix_table)
{
	return prefix_table + PREFIX_AT_ENTRIES +
	       ((size_t)1 << prefix_table_bits(prefix_table) << (prefix_table_unit(prefix_table) > PREFIX_UNIT_MAX));
}

static inline uint64_t prefix_table_multiplier(const uint8_t *prefix_table)
{
	return PREFIX_PRIME * (2 * (uint64_t)prefix_table[PREFIX_AT_SEED] + 1);
}

/* The hash of a prefix table.  word: the next 8 octets of the path; octets past its end are 0.
 * Drops the key's high bits, multiplies, keeps the top bits.  The masks cost nothing. */
static inline uint32_t prefix_hash(uint64_t keys, uint64_t multiplier, unsigned shift, uint64_t word)
{
	const unsigned drop = (unsigned)(keys >> (word * 4 & 63)) * 8 & 63;
	return (uint32_t)((word << drop >> drop) * multiplier >> (shift & 63));
}

/* The first prefix in the bucket of a hash value. */
static inline const uint8_t *prefix_table_entry(const uint8_t *prefixes, unsigned unit, uint32_t hash)
{
	if (unit > PREFIX_UNIT_MAX)
		return prefixes + code_int(prefixes - 2 * (size_t)hash - 2, 2);
	const size_t entry = prefixes[-1 - (ptrdiff_t)hash];
	return prefixes + (entry << unit);
}

/* The first prefix in the bucket of a path's next 8 octets. */
static inline const uint8_t *prefix_lookup(const uint8_t *prefix_table, uint64_t word)
{
	return prefix_table_entry(prefix_table_first(prefix_table), prefix_table_unit(prefix_table),
	                          prefix_hash(ld64(prefix_table + PREFIX_AT_KEYS), prefix_table_multiplier(prefix_table),
	                                      64 - prefix_table_bits(prefix_table), word));
}

static inline uint32_t prefix_count(uint8_t head)
{
	return (head & PREFIX_COUNT) + 1u;
}

static inline unsigned prefix_next(uint8_t head)
{
	return (unsigned)(head & PREFIX_NEXT) >> PREFIX_NEXT_SHIFT;
}

/* Octets that a prefix takes in the table. */
static inline uint32_t prefix_size(uint8_t head, unsigned width)
{
	return 1 + prefix_count(head) + (prefix_next(head) == NEXT_GOTO ? width : 0);
}

/* Where a prefix leads. */
static inline uint32_t prefix_target(const uint8_t *prefix, unsigned width)
{
	const unsigned next = prefix_next(prefix[0]);
	return next == NEXT_GOTO ? code_int(prefix + 1 + prefix_count(prefix[0]), width) : next - NEXT_DISALLOW;
}

/* What a walk through a filter has found in a path.  docs/formats/blob.md, "Filters" */
struct found {
	uint32_t best;   /* highest rank; its low bit is the verdict */
	uint32_t unseen; /* literals not found yet */
	uint64_t seen[LITERALS_MAX / 64];
};

/* Records a mark. */
static inline void complete(struct found *found, uint32_t mark)
{
	const uint32_t value = mark >> 1;
	if (mark & MARK_LITERAL) {
		uint64_t *const word = &found->seen[value / 64];
		const uint64_t bit = (uint64_t)1 << (value % 64);
		found->unseen -= !(*word & bit);
		*word |= bit;
	} else if (value > found->best) {
		found->best = value;
	}
}

#endif
