/* forge_map.h - finds the parts of a blob of any octets, and makes them longer or shorter.
 *
 * For forge.c.  docs/formats/blob.md describes the parts.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_FORGE_MAP_H
#define ROBOTSC_FORGE_MAP_H

#include <stddef.h>
#include <stdint.h>

/* What can be changed. */
enum forge_kind {
	FORGE_ROOT,         /* the root becomes another node, none, or an offset of no node */
	FORGE_ROOT_NODE,    /* the root becomes a new node of any kind */
	FORGE_RUN,          /* a node becomes a run of any length, with any target */
	FORGE_BRANCH,       /* a node becomes a branch */
	FORGE_PREFIXES,     /* a new prefix table, or none */
	FORGE_INSERT,       /* a new node before another */
	FORGE_REMOVE,       /* a node is removed */
	FORGE_HEAD,         /* bits of a head */
	FORGE_ELSE,         /* the way of a node for other octets */
	FORGE_TARGET,       /* the target of a way */
	FORGE_OCTET,        /* an octet of a node */
	FORGE_PREFIX_FIELD, /* else, shape, seed, keys or entries of a prefix table */
	FORGE_PREFIX,       /* head or octets of a prefix */
	FORGE_MARK_NODE,    /* the mark of a node, or a new one */
	FORGE_LITERAL,      /* the first glob of a literal, or a new literal */
	FORGE_GLOB,         /* rank, size or an instruction of a glob, or a new glob */
	FORGE_FIELD,        /* a field of a machine's header */
	FORGE_FLAGS,        /* a machine's flags */
	FORGE_TABLES,       /* bits of the skip tables, or new tables */
	FORGE_WIDE,         /* fields of 4 octets, and numbers that need them */
	FORGE_WIDTH,        /* integers of the code get another octet */
	FORGE_MACHINE,      /* another machine: a DFA or a filter of a few nodes */
	FORGE_LIST,         /* a list repeats machines, has lists as members, or is new */
	FORGE_POLICY,       /* an entry of the policies */
	FORGE_AGENTS,       /* the agent index */
	FORGE_EXTENSIONS,   /* counts, tables and data of the extensions */
	FORGE_FETCH,        /* how the robots.txt was fetched */
	FORGE_SECTION,      /* the section table */
	FORGE_HEADER,       /* the header */
	FORGE_ANY,          /* any octet */
	FORGE_KINDS         /* the number of kinds */
};

/* A blob in a buffer in which it can grow. */
struct forge {
	uint8_t *bytes;
	size_t len, room;
	uint64_t chance; /* state of the random numbers */
};

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

/* The targets of a machine's prefix table, at most room of them.  Returns their number. */
size_t forge_prefix_table_slots(const struct forge *f, const struct forge_machine *m, struct forge_slot *slots, size_t room);

/* The number of the field that holds the size of a machine's prefix table. */
uint32_t forge_prefix_table_field(const struct forge_machine *m);

/* Replace the octets from begin to end, in the section that begins at section, by n others.
 * Updates the section table and the offsets of machines.  Returns 0 if there is no room. */
int forge_replace(struct forge *f, size_t section, size_t begin, size_t end, const uint8_t *octets, size_t n);

/* forge_replace in a machine's code.  Also updates targets, the root and the size of the code.
 * Targets in the new octets are offsets before the change. */
int forge_replace_code(struct forge *f, const struct forge_machine *m, size_t begin, size_t end, const uint8_t *octets, size_t n);

/* forge_replace in a machine's prefix table, and in its globs.  Also updates sizes, and the globs
 * of literals. */
int forge_replace_prefix_table(struct forge *f, const struct forge_machine *m, size_t begin, size_t end, const uint8_t *octets,
                               size_t n);
int forge_replace_globs(struct forge *f, const struct forge_machine *m, size_t begin, size_t end, const uint8_t *octets, size_t n);

/* A field of a machine. */
uint32_t forge_field(const struct forge *f, const struct forge_machine *m, uint32_t number);
void forge_set_field(struct forge *f, const struct forge_machine *m, uint32_t number, uint64_t value);

/* ---- changes of the code of machines, for forge.c ---- */

/* A random number in 0 .. n - 1. */
uint32_t forge_below(struct forge *f, uint32_t n);

/* A number at a limit or next to it: the limit of an integer type, or the given one. */
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
