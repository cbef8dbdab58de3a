/* group.h - which robots get which groups.  RFC 9309 §2.2.1; SPEC B.2-B.6, G.6
 *
 * In    a document and the product tokens asked for.
 * Out   names, each with a policy; a policy is one or more rule sets; a rule set is a list of groups.
 *       Names with equal groups share a policy.  A policy of several rule sets takes the greatest
 *       rank over all of them: so robots that share a large group and have small ones of their
 *       own do not each need a copy of the large one.
 * Fails ROBOTSC_ERR_NOMEM only.   Cost O(n log n) in the document's lines; the rules named by all
 *       rule sets are at most MERGE_FACTOR times those of the document, plus MERGE_FREE octets.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_GROUP_H
#define ROBOTSC_GROUP_H

#include "parse.h"

#define MERGE_FACTOR 2
#define MERGE_FREE 16384
#define NO_POLICY UINT32_MAX

struct name {
	const uint8_t *token; /* lower case */
	uint32_t len;
	uint32_t policy; /* NO_POLICY: everything is allowed */
	int named;       /* a group names the token; without a policy: one that is passed over, so "*" holds */
};

struct ruleset {
	const uint32_t *groups;
	uint32_t ngroups;
	int shared; /* used beside other rule sets: its ranks must compare with theirs */
};

struct policy {
	const uint32_t *sets; /* indices of rule sets */
	uint32_t nsets;       /* 0: no rules */
};

struct grouping {
	struct name *names; /* sorted by token; of records that are looked through in order, in file order */
	struct ruleset *sets;
	struct policy *policies;
	uint32_t nnames, nsets, npolicies;
	uint32_t star;     /* policy of "*" */
	int star_answered; /* the blob can say what "*" gets */
	int partial;
	uint8_t match; /* MATCH_...: how names are looked up */
};

enum robotsc_status robotsc__group_run(struct arena *a, const struct robotsc_options *options, const struct document *doc,
                                       struct grouping *out);

#endif
