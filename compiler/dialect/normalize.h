/* normalize.h - translate pattern text to canonical octets and operators.
 *
 * docs/dialects.md; docs/formats/blob.md, "Path forms"
 *
 * In    the value of an Allow or Disallow line.
 * Out   canonical octets.  Operators are octets that no canonical form contains.
 * Cost  O(octets).  One octet of input makes at most three of output.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_NORMALIZE_H
#define ROBOTSC_NORMALIZE_H

#include <stdbool.h>

#include "match/blob_layout.h"
#include "text/line.h"

/* Operators.  Canonical octets are below 80 in every form. */
/* an octet of a set.  The number of ranges follows, then the ends of each. */
#define OP_SET GLOB_SET
#define OP_ONE GLOB_ONE     /* an octet, or a pair of form K */
#define OP_END GLOB_END     /* the end of the path */
#define OP_STAR GLOB_STAR   /* any number of octets */
#define OP_SLASH GLOB_SLASH /* "%2F" in the path, '/' in the query */
#define OP_QUERY GLOB_QUERY /* "%3F" in the path, '?' in the query */

static inline bool op_is_variant(uint8_t octet)
{
	return octet >= OP_SLASH;
}

/* True for an operator that ends a literal. */
static inline bool op_ends_literal(uint8_t octet)
{
	return octet == OP_END || octet == OP_STAR;
}

struct normal {
	uint8_t *text;   /* in: has room for 3 octets per octet of the value, and one more */
	uint32_t len;    /* out: number of octets in text */
	uint32_t octets; /* out: canonical length, which precedence counts */
	bool active;     /* out: the pattern is a glob and has an operator */
	bool has_sets;   /* out: the pattern has OP_SET or OP_ONE */
};

void robotsc__normalize_r(const struct rule *rule, struct normal *out);
void robotsc__normalize_g(const struct rule *rule, struct normal *out);
void robotsc__normalize_k(const struct rule *rule, struct normal *out); /* no operators */

/* Read one unit of form K at *p, or write one.  A unit is an octet, or
 * NORMALIZED_PAIR | octet for "%2F", "%25" and a stray '%', which equal no other unit. */
#define NORMALIZED_PAIR 0x100u
unsigned robotsc__normalize_unit(const uint8_t **p, const uint8_t *end);
void robotsc__normalize_put_unit(struct normal *out, unsigned unit);

#endif
