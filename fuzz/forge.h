/* forge.h - changes a blob as somebody would who knows the format and means harm.
 *
 * A change keeps the rest of the blob in order: targets, offsets, sizes and the checksum follow.
 * So robotsc_open looks at what was changed.  Any octets are taken as a blob.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_FORGE_H
#define ROBOTSC_FORGE_H

#include <stddef.h>
#include <stdint.h>

/* What can be changed. */
enum forge_kind {
	FORGE_HUB,        /* the hub is another node, or none, or no node */
	FORGE_HUB_NODE,   /* the hub is a new node of any kind */
	FORGE_RUN,        /* a node becomes a run of any length, with any way on */
	FORGE_BRANCH,     /* a node becomes a branch */
	FORGE_FAN,        /* a new fan, or none */
	FORGE_INSERT,     /* a new node stands before another */
	FORGE_REMOVE,     /* a node goes */
	FORGE_HEAD,       /* bits of a head */
	FORGE_ELSE,       /* what a node does with another octet */
	FORGE_TARGET,     /* where a way leads */
	FORGE_OCTET,      /* an octet of a node */
	FORGE_FAN_FIELD,  /* else, shape, seed, keys or entries of a fan */
	FORGE_LABEL,      /* head or octets of a label */
	FORGE_MARK_NODE,  /* a node has a mark, or another one */
	FORGE_LITERAL,    /* where the globs of a literal begin, or a new literal */
	FORGE_GLOB,       /* rank, size or an instruction of a glob, or a new glob */
	FORGE_FIELD,      /* a field of a machine's header */
	FORGE_FLAGS,      /* a machine's flags */
	FORGE_TABLES,     /* bits of the skip tables, or new tables */
	FORGE_WIDE,       /* fields of 4 octets, and numbers beyond those of 2 */
	FORGE_WIDTH,      /* integers of the code have an octet more */
	FORGE_MACHINE,    /* another machine: a DFA or a filter of a few nodes */
	FORGE_LIST,       /* a list repeats machines, names lists, or is new */
	FORGE_POLICY,     /* an entry of the policies */
	FORGE_AGENTS,     /* the agent index */
	FORGE_EXTENSIONS, /* counts, tables and data of the extensions */
	FORGE_FETCH,      /* how the robots.txt was fetched */
	FORGE_SECTION,    /* the section table */
	FORGE_HEADER,     /* the header */
	FORGE_ANY,        /* any octet */
	FORGE_KINDS       /* how many */
};

/* A blob in memory that it can grow in. */
struct forge {
	uint8_t *bytes;
	size_t len, room;
	uint64_t chance; /* of what follows; the same gives the same */
};

/* The kind in words, for reports. */
const char *forge_name(enum forge_kind kind);

/* Change the blob in one way.  Returns 0 if it has nothing of this kind. */
int forge_change(struct forge *f, enum forge_kind kind);

/* Put right what a reader looks at first: magic, version, size, checksum. */
void forge_repair(struct forge *f);

#endif
