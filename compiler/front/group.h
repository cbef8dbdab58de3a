/* group.h - decide which robots get which groups.  RFC 9309 §2.2.1; docs/dialects.md
 *
 * A rule set is a list of groups.  A policy is one or more rule sets: its verdict is that of the
 * greatest rank over all of them.  So robots that share a large group and have small groups of
 * their own need no copies of the large one.
 *
 * In    a document and the product tokens that the options ask for.
 * Out   names, each with a policy.  Names with equal groups share a policy, and so do those of one
 *       robot (one_robot).
 * Fails ROBOTSC_ERR_NOMEM only.   Cost O(n log n) in the lines of the document.  All rule sets
 *       together hold at most MERGE_FACTOR times the rules of the document, plus MERGE_FREE octets.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_GROUP_H
#define ROBOTSC_GROUP_H

#include <stdbool.h>

#include "parse.h"

#define MERGE_FACTOR 2
#define MERGE_FREE 16384
#define NO_POLICY UINT32_MAX

struct name {
	const uint8_t *token; /* lower case */
	uint32_t len;
	uint32_t policy; /* NO_POLICY: everything is allowed */
	/* a group names the token; with NO_POLICY: its record is passed over, "*" applies */
	bool named;
};

struct ruleset {
	const uint32_t *groups;
	uint32_t ngroups;
	bool shared; /* a policy uses it with other rule sets: their ranks must compare */
};

struct policy {
	const uint32_t *sets; /* indices of rule sets */
	uint32_t nsets;       /* 0: no rules */
};

struct grouping {
	/* sorted by token, but in file order where records are searched in order */
	struct name *names;
	struct ruleset *sets;
	struct policy *policies;
	uint32_t nnames, nsets, npolicies;
	uint32_t star;      /* policy of "*" */
	bool star_answered; /* the blob can answer for "*" */
	bool partial;
	uint8_t match; /* MATCH_...: how to look up a name */
};

enum robotsc_status robotsc__group_run(struct arena *a, const struct robotsc_options *options, const struct document *doc,
                                       struct grouping *out);

#endif
