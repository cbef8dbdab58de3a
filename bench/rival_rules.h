/* rival_rules.h - the rules of one robot, for the rivals: RFC 9309 in short, exact code.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_RIVAL_RULES_H
#define ROBOTSC_RIVAL_RULES_H

#include <stddef.h>
#include <stdint.h>

#include "robotsc/common.h"

/* Operators of a canonical text, which has no other control octets. */
#define RULE_STAR '\0'
#define RULE_SLASH '\1' /* %2F after a '*': "%2F" in the path, "/" in the query */
#define RULE_MARK '\2'  /* %3F after a '*': "%3F" in the path, "?" in the query */

struct rule {
	struct robotsc_text value; /* as the file has it; borrows the file */
	const char *text;          /* canonical, with the operators above, without a final '$' */
	uint32_t len, rank;        /* rank: 2 * octets + allow */
	uint8_t end, gaps, open;   /* the rule has a final '$'; a star; RULE_SLASH or RULE_MARK */
};

struct rules {
	struct rule *rule;
	size_t n;
	char *store;
};

/* The rules of a robots.txt for an agent, without those that match nothing.  They are in order of
 * rank, the highest first, with the rule for /robots.txt.  Returns 0 if memory is out. */
int rules_of(struct robotsc_text robots, struct robotsc_text agent, struct rules *out);
void rules_free(struct rules *rules);

/* Octets of the values of all Allow and Disallow lines, of all agents. */
size_t rules_octets(struct robotsc_text robots);

/* The canonical form of a path; out needs 3 * len + 1 octets.  Returns its length. */
size_t rules_path(const char *path, size_t len, char *out);

#endif
