/* forge_blob.h - a blob that is being changed, and the kinds of changes.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_FORGE_BLOB_H
#define ROBOTSC_FORGE_BLOB_H

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

#endif
