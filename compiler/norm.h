/* norm.h - pattern text to canonical octets and operators.  SPEC B.1-B.3, B.5, B.6.3
 *
 * In    the value of an Allow or Disallow line.
 * Out   canonical octets, with the operators as octets that no canonical form contains.
 * Cost  O(octets).  At most three octets come out for one that goes in.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_NORM_H
#define ROBOTSC_NORM_H

#include "parse.h"

/* Operators.  No form leaves an octet above 7F. */
#define OP_FIRST 0xFC
#define OP_END 0xFC   /* the path ends */
#define OP_STAR 0xFD  /* any octets */
#define OP_SLASH 0xFE /* "%2F" in the path, "/" in the query */
#define OP_QUERY 0xFF /* "%3F" in the path, "?" in the query */

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
};

void robotsc__norm_r(const struct rule *rule, struct normal *out);
void robotsc__norm_g(const struct rule *rule, struct normal *out);
void robotsc__norm_k(const struct rule *rule, struct normal *out); /* no operators */

#endif
