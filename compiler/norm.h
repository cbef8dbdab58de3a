/* norm.h - pattern text to canonical octets and operators.  SPEC B.1-B.3, B.5, B.6.3
 *
 * In    the value of an Allow or Disallow line.
 * Out   canonical octets, with the operators as octets that no canonical form contains.
 * Cost  O(octets).  At most three octets come out for one that goes in.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_NORM_H
#define ROBOTSC_NORM_H

#include "blob_layout.h"
#include "parse.h"

/* Operators.  No form leaves an octet above 7F. */
#define OP_SET GLOB_SET     /* an octet of a set, which follows: how many ranges, the first and last octet of each */
#define OP_ONE GLOB_ONE     /* an octet or a pair */
#define OP_END GLOB_END     /* the path ends */
#define OP_STAR GLOB_STAR   /* any octets */
#define OP_SLASH GLOB_SLASH /* "%2F" in the path, "/" in the query */
#define OP_QUERY GLOB_QUERY /* "%3F" in the path, "?" in the query */

static inline unsigned op_is_either(uint8_t octet)
{
	return octet >= OP_SLASH;
}

/* Does an octet of a pattern end a literal? */
static inline int op_ends_literal(uint8_t octet)
{
	return octet == OP_END || octet == OP_STAR;
}

struct normal {
	uint8_t *text;   /* in: room for 3 octets per octet of the value, and one more */
	uint32_t len;    /* out: octets of text */
	uint32_t octets; /* out: canonical length, which precedence counts */
	int active;      /* out: a glob with an operator */
	int program;     /* out: holds OP_SET or OP_ONE, with which no octet stands for itself any more */
};

void robotsc__norm_r(const struct rule *rule, struct normal *out);
void robotsc__norm_g(const struct rule *rule, struct normal *out);
void robotsc__norm_k(const struct rule *rule, struct normal *out); /* no operators */
void robotsc__norm_c(const struct rule *rule, struct normal *out); /* the same, or a glob, as the rule says */

/* The unit of form K that a text stands for at *p: an octet, or NORM_PAIR and the octet for "%2F", "%25"
 * and a stray '%', which are like no octet; and its canonical octets. */
#define NORM_PAIR 0x100u
unsigned robotsc__norm_unit(const uint8_t **p, const uint8_t *end);
void robotsc__norm_put_unit(struct normal *out, unsigned unit);

#endif
