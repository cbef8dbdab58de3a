/* prefix_table.h - make a prefix table: a hash table of prefixes, which replaces the first edges of
 * a walk.
 *
 * In    a minimal DFA, or a filter before its states are glued.
 * Out   the prefix table after the first '/' of a path.  It has no prefixes if '%' may follow that.
 * Fails ROBOTSC_ERR_NOMEM only.   Cost O(edges + PREFIXES_MAX * PREFIX_MAX), and PREFIX_SEEDS
 * hashes of each prefix.
 *
 * A prefix is a word that leads from the start to a state.  Inside the word, all other octets and
 * the path's end must do what they do at `back` after the octets read so far.  So a walk that finds
 * no prefix continues at `back` as if it had read nothing.  docs/format.md, "Prefix tables"
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_PREFIX_TABLE_H
#define ROBOTSC_PREFIX_TABLE_H

#include "support/arena.h"
#include "match/blob_layout.h"
#include "automaton/dfa.h"

#define PREFIXES_MAX 256 /* most prefixes of a prefix table */

struct prefix { /* its octets stand for themselves in every form */
	uint8_t text[PREFIX_MAX], len;
	uint32_t to;   /* the state that it leads to */
	uint32_t back; /* the state that it leads to from the prefix table's `back` */
	uint32_t next; /* next prefix of the same bucket, or NO_STATE */
};

struct prefix_table {
	uint32_t n;     /* number of prefixes; 0: there is no prefix table */
	uint32_t state; /* the state whose edges it replaces: the start */
	/* the state to continue at if no prefix follows; filter: NO_STATE, the walk stops */
	uint32_t back;
	struct prefix *prefixes;
	uint64_t *key;    /* of each prefix: its first octets, which are hashed */
	uint32_t *bucket; /* of each hash value: its first prefix, or NO_STATE */
	/* the hash: octets it reads, by the first (0: no prefix); its width and multiplier */
	uint8_t keys[PREFIX_SLOTS];
	unsigned bits, seed;
};

struct machine;

enum robotsc_status robotsc__prefix_table_of_dfa(struct arena *a, const struct dfa *dfa, struct prefix_table *table);
enum robotsc_status robotsc__prefix_table_of_filter(struct arena *a, const struct machine *m, struct prefix_table *table);

#endif
