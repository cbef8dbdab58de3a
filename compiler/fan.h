/* fan.h - make a fan: a hash table of labels, which replaces the first edges of a walk.
 *
 * In    a minimal DFA, or a filter before its states are glued.
 * Out   the fan after the first '/' of a path.  It has no labels if '%' may follow that.
 * Fails ROBOTSC_ERR_NOMEM only.   Cost O(edges + FAN_LABELS * FAN_LABEL), and FAN_SEEDS hashes of
 *       each label.
 *
 * A label is a word that leads from the start to a state.  Inside the word, all other octets and
 * the path's end must do what they do at `back` after the octets read so far.  So a walk that finds
 * no label continues at `back` as if it had read nothing.  docs/format.md, "Fans"
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_FAN_H
#define ROBOTSC_FAN_H

#include "arena.h"
#include "blob_layout.h"
#include "dfa.h"

#define FAN_LABELS 256 /* most labels of a fan */

struct fan_label { /* its octets stand for themselves in every form */
	uint8_t text[FAN_LABEL], len;
	uint32_t to;   /* the state that it leads to */
	uint32_t back; /* the state that it leads to from the fan's `back` */
	uint32_t next; /* next label of the same bucket, or NO_STATE */
};

struct fan {
	uint32_t n;     /* number of labels; 0: there is no fan */
	uint32_t state; /* the state whose edges it replaces: the start */
	/* the state to continue at if no label follows; filter: NO_STATE, the walk stops */
	uint32_t back;
	struct fan_label *labels;
	uint64_t *key;    /* of each label: its first octets, which are hashed */
	uint32_t *bucket; /* of each hash value: its first label, or NO_STATE */
	/* the hash: octets it reads, by the first (0: no label); its width and multiplier */
	uint8_t keys[FAN_SLOTS];
	unsigned bits, seed;
};

struct machine;

enum robotsc_status robotsc__fan_dfa(struct arena *a, const struct dfa *dfa, struct fan *fan);
enum robotsc_status robotsc__fan_filter(struct arena *a, const struct machine *m, struct fan *fan);

#endif
