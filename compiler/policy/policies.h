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
#include "text/usage_labels.h"
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

/* The entry that a number of entry_of stands for.  Valid after the last robotsc__policies_run. */
uint32_t robotsc__policies_entry(const struct pool *pool, uint32_t number);

/* Turn the records of a document into the extensions section of a blob.  docs/formats/blob.md,
 * "Extensions"
 *
 * Here the groups of a document are its runs of User-agent lines (parse.h).  Each robot gets a set:
 * the runs that have records, and a policy for each value of each label.  The lines of a label
 * become a document with the same runs and agents, and a rule for each line.  So they are selected,
 * merged and matched as Allow and Disallow are.  A label that is a token is stated for all robots,
 * by the rules of the groups of that token.
 *
 * In    a document with records.
 * Out   policies in the pool; then, after all policies are known, the section.
 * Fails ROBOTSC_ERR_NOMEM, ROBOTSC_ERR_TOO_LARGE.   Cost O(n log n) in the records and agents, and
 *       the cost of the policies. */

struct record_sets {
	struct document doc;      /* its groups are runs; it has no rules */
	struct grouping grouping; /* of robots with equal records */
	/* of each policy of the grouping: its set, plus 1; 0: no records */
	uint32_t *set_of;
	uint32_t nsets;
	/* the set of robots without records, plus 1, if something is stated for all; else 0 */
	uint32_t rest;
	uint32_t **members; /* of each set: runs, ascending */
	uint32_t *nmembers;
	const struct label *labels[LABELS]; /* labels that the blob has */
	uint32_t nlabels, nanswers;         /* answers: one for each value of these labels */
	/* of each set, nanswers numbers of robotsc__policies_run; NO_POLICY: holds for no path */
	uint32_t *answers;
};

enum robotsc_status robotsc__record_sets_run(struct pool *pool, const struct robotsc_options *options, const struct document *doc,
                                             struct record_sets *out);

/* Call it after the last robotsc__policies_run. */
enum robotsc_status robotsc__record_section_write(struct pool *pool, const struct record_sets *sets, struct octets *out);

#endif
