/* policies.h - make machines and entries of the blob for the policies of a document.
 *
 * Equal rule sets are compiled once, and equal machines kept once, over all documents of a
 * compilation.
 *
 * In    a document and its grouping.
 * Out   machines and entries in the pool; the entry of each policy.
 * Fails ROBOTSC_ERR_NOMEM, ROBOTSC_ERR_TOO_LARGE.   Cost linear in the octets of the rule sets.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_POLICIES_H
#define ROBOTSC_POLICIES_H

#include <stdbool.h>

#include "code/blob_writer.h"
#include "support/hash.h"
#include "choose_engine.h"

/* Shared by the documents of a compilation. */
struct pool {
	struct arena arena;      /* lives as long as the compilation */
	struct arena scratch;    /* reset after each rule set */
	struct octets *machines; /* without duplicates */
	size_t nmachines, machines_room;
	struct hash_table by_octets; /* machines */
	struct blob_entry *entries;  /* constants and lists */
	size_t nentries, entries_room;
	uint32_t extras; /* see choose_engine.h */
};

/* entry_of  receives the number of each policy; see robotsc__policies_entry.
 * inner     policies that the agent index does not name: constants get no entries. */
enum robotsc_status robotsc__policies_run(struct pool *pool, const struct robotsc_options *options, const struct document *doc,
                                          const struct grouping *grouping, bool inner, uint32_t *entry_of);

/* True if the number of an inner policy is that of a constant; *verdict receives its verdict.
 * robotsc__policies_always returns the number of a constant. */
bool robotsc__policies_constant(uint32_t number, uint32_t *verdict);
uint32_t robotsc__policies_always(enum robotsc_verdict verdict);

/* The entry of a number of entry_of.  Valid after the last robotsc__policies_run. */
uint32_t robotsc__policies_entry(const struct pool *pool, uint32_t number);

#endif
