/* forge_map.h - finds the parts of a blob of any octets, and makes them longer or shorter.
 *
 * For forge.c.  docs/format.md describes the parts.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_FORGE_MAP_H
#define ROBOTSC_FORGE_MAP_H

#include <stddef.h>
#include <stdint.h>

#include "forge_blob.h"

/* A machine; offsets count from the blob's start. */
struct forge_machine {
	size_t section, at; /* the beginning of its section, and its own */
	size_t fields;
	size_t prefix_table, tables, literals, code, globs, end;
	uint32_t nfields, nliterals;
	unsigned unit, width; /* octets of a field and of an integer in the code */
	int filter;
	uint8_t flags;
};

/* An integer in the code that is a target. */
struct forge_slot {
	size_t at; /* in the blob */
	uint32_t value;
};

/* Integers of n octets, lowest first.  With 7 in the name: integers of the code, n groups of 7
 * bits. */
uint64_t forge_load(const uint8_t *p, unsigned n);
void forge_store(uint8_t *p, uint64_t value, unsigned n);
uint32_t forge_load7(const uint8_t *p, unsigned n);
void forge_store7(uint8_t *p, uint32_t value, unsigned n);

/* Find a section by its type.  Returns 0 if there is none inside the blob. */
int forge_section(const struct forge *f, unsigned type, size_t *begin, size_t *end);

/* Find the n-th machine of the blob.  Returns 0 if there is none that fits its section. */
int forge_machine_at(const struct forge *f, uint32_t n, struct forge_machine *m);

/* Find the n-th node of a machine: where it begins and ends.  Returns 0 if there is none. */
int forge_node_at(const struct forge *f, const struct forge_machine *m, uint32_t n, size_t *begin, size_t *end);
uint32_t forge_count_nodes(const struct forge *f, const struct forge_machine *m);

/* The targets of a node, at most room of them.  Returns their number. */
size_t forge_slots(const struct forge *f, const struct forge_machine *m, size_t begin, size_t end, struct forge_slot *slots,
                   size_t room);

/* The same for a machine's prefix table. */
size_t forge_prefix_table_slots(const struct forge *f, const struct forge_machine *m, struct forge_slot *slots, size_t room);

/* The number of the field that holds the size of a machine's prefix table. */
uint32_t forge_prefix_table_field(const struct forge_machine *m);

/* Replace the octets from begin to end, in the section that begins at section, by n others.
 * Updates the section table and the offsets of machines.  Returns 0 if there is no room. */
int forge_replace(struct forge *f, size_t section, size_t begin, size_t end, const uint8_t *octets, size_t n);

/* The same in a machine's code.  Also updates targets, the root and the size of the code.  Targets
 * in the new octets are offsets before the change. */
int forge_replace_code(struct forge *f, const struct forge_machine *m, size_t begin, size_t end, const uint8_t *octets, size_t n);

/* The same in a machine's prefix table and in its globs.  Also updates sizes, and the globs of
 * literals. */
int forge_replace_prefix_table(struct forge *f, const struct forge_machine *m, size_t begin, size_t end, const uint8_t *octets,
                               size_t n);
int forge_replace_globs(struct forge *f, const struct forge_machine *m, size_t begin, size_t end, const uint8_t *octets, size_t n);

/* A field of a machine. */
uint32_t forge_field(const struct forge *f, const struct forge_machine *m, uint32_t number);
void forge_set_field(struct forge *f, const struct forge_machine *m, uint32_t number, uint64_t value);

#endif
