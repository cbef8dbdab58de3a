/* delta_policies.h - policies of two snapshots: which are equal.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_DELTA_POLICIES_H
#define ROBOTSC_DELTA_POLICIES_H

#include <stdbool.h>

#include "robotsc/snapshot_make.h"

/* The blob of the record at a place.  False: it does not lie within the policies. */
bool robotsc__policy_at(const struct robotsc_snapshot *s, uint64_t place, struct robotsc_text *blob);

/* Pairs of places whose blobs are equal: the last ones.  All 0 at the beginning. */
#define PAIRS_KEPT 4096u
struct equal_pairs {
	struct {
		uint64_t before, after; /* places plus 1 */
	} kept[PAIRS_KEPT];
};

/* Compare the policies of two entries.  Errors: DAMAGED. */
enum robotsc_store_status robotsc__pairs_compare(struct equal_pairs *pairs, const struct robotsc_snapshot *before, uint64_t old,
                                                 const struct robotsc_snapshot *after, uint64_t now, bool *equal);

/* A policy of NEW that the entry of OLD has not. */
struct needed_policy {
	uint64_t place, digest;
	uint64_t reference; /* as in a delta */
	bool found;         /* in OLD, or in the delta already */
};

struct needed_policies {
	struct needed_policy *at;
	size_t n, room;
};

/* Note a place of NEW, any number of times.  Errors: NOMEM. */
enum robotsc_store_status robotsc__needed_add(struct needed_policies *needed, uint64_t place);
/* Find those that OLD has anywhere.  Errors: DAMAGED. */
enum robotsc_store_status robotsc__needed_find(struct needed_policies *needed, const struct robotsc_snapshot *before,
                                               const struct robotsc_snapshot *after);
struct needed_policy *robotsc__needed_at(const struct needed_policies *needed, uint64_t place);

#endif
