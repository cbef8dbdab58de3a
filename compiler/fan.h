/* fan.h - a branch over several octets at once: labels, a hash that tells which of them may follow.
 *
 * In    a minimal dfa, or a filter before its states are glued.
 * Out   the fan behind the '/' that paths begin with; none, with no labels, where '%' may follow at once.
 * Fails ROBOTSC_ERR_NOMEM only.   Cost O(edges + FAN_LABELS * FAN_LABEL), and FAN_SEEDS hashes of each label.
 *
 * A label is a word after which the walk is in a state, and within which it is in states that do for
 * all other octets, and at the path's end, what the state back does with the word read so far.  So
 * a walk that finds no label may go on in back as if nothing had been read.  docs/format.md, "Fans"
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_FAN_H
#define ROBOTSC_FAN_H

#include "arena.h"
#include "blob_layout.h"
#include "dfa.h"

#define FAN_LABELS 256 /* most labels of a fan */

struct fan_label { /* no octet is slow in any form */
	uint8_t text[FAN_LABEL], len;
	uint32_t to;   /* where it leads */
	uint32_t back; /* where it leads from the fan's back */
	uint32_t next; /* label to try when this one does not follow, of the same bucket; NO_STATE: none */
};

struct fan {
	uint32_t n;     /* labels; 0: there is no fan */
	uint32_t state; /* the state that it stands for: the start */
	uint32_t back;  /* the state to go on with when no label follows; filter: NO_STATE, it stops */
	struct fan_label *labels;
	uint64_t *key;    /* of each label the first octets, which are hashed */
	uint32_t *bucket; /* for each value of the hash, a label, or NO_STATE */
	/* the hash: of how many octets, by the first (0: no label); to how many bits; by which multiplier */
	uint8_t keys[FAN_SLOTS];
	unsigned bits, seed;
};

struct machine;

enum robotsc_status robotsc__fan_dfa(struct arena *a, const struct dfa *dfa, struct fan *fan);
enum robotsc_status robotsc__fan_filter(struct arena *a, const struct machine *m, struct fan *fan);

#endif
