/* policies.h - the policies of a document to machines and entries of the blob.
 *
 * Equal rule sets are compiled once, equal machines kept once: for all documents of a compilation.
 *
 * In    a document and its grouping.
 * Out   machines and entries in the pool; the entry of each policy.
 * Fails ROBOTSC_ERR_NOMEM, ROBOTSC_ERR_TOO_LARGE.   Cost linear in the octets of the rule sets.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_POLICIES_H
#define ROBOTSC_POLICIES_H

#include "blob.h"
#include "build.h"

#define POOL_BUCKETS 1024u

/* What the documents of a compilation share. */
struct pool {
	struct arena arena;      /* what lives through the compilation */
	struct arena scratch;    /* what a rule set needs */
	struct octets *machines; /* distinct */
	struct made *made;       /* beside each machine */
	size_t nmachines, machines_room, made_room;
	struct entry *entries; /* constants and lists */
	size_t nentries, entries_room;
	uint32_t spares;               /* of build.h */
	uint32_t bucket[POOL_BUCKETS]; /* of machines, by hash */
};

/* entry_of  room for a number for each policy of the grouping; see robotsc__policies_entry.
 * inner     policies that the agent index does not name: constants are no entries. */
enum robotsc_status robotsc__policies_run(struct pool *pool, const struct robotsc_options *options, const struct document *doc,
                                          const struct grouping *grouping, int inner, uint32_t *entry_of);

/* Is an inner policy a constant?  Its verdict then.  And the number of such a policy. */
int robotsc__policies_constant(uint32_t number, uint32_t *verdict);
uint32_t robotsc__policies_always(enum robotsc_verdict verdict);

/* The entry that a number of entry_of stands for, after the last robotsc__policies_run. */
uint32_t robotsc__policies_entry(const struct pool *pool, uint32_t number);

#endif
