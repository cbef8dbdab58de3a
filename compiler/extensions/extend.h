/* extend.h - the records of a document to the extensions section of a blob.  docs/format.md, "Extensions"
 *
 * What a robot gets is a set: the groups that have records, and for each label two policies.  A label's
 * lines become a document of their own, with the same groups and agents and a rule for each line, which
 * goes the way of Allow and Disallow: so selecting, merging and matching are the same.
 *
 * In    a document with records.
 * Out   policies in the pool; then, when all of them are known, the section.
 * Fails ROBOTSC_ERR_NOMEM, ROBOTSC_ERR_TOO_LARGE.   Cost O(n log n) in the records and agents, and what
 *       policies cost.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_EXTEND_H
#define ROBOTSC_EXTEND_H

#include "label.h"
#include "policies.h"

#define ANSWERS (2 * LABELS)

struct extend {
	struct grouping grouping; /* by records: which robots get the same ones */
	uint32_t *set_of;         /* of each policy of the grouping, plus 1; 0: no records */
	uint32_t nsets;
	uint32_t **members; /* of each set: groups of the document, ascending */
	uint32_t *nmembers;
	uint32_t (*answers)[ANSWERS]; /* of each set: numbers of robotsc__policies_run, or NO_POLICY for no path */
};

enum robotsc_status robotsc__extend_run(struct pool *pool, const struct robotsc_options *options, const struct document *doc,
                                        struct extend *out);

/* After all policies of the pool are there. */
enum robotsc_status robotsc__extend_write(struct pool *pool, const struct document *doc, const struct extend *extend,
                                          struct octets *out);

#endif
