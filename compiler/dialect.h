/* dialect.h - what distinguishes the dialects, a row each.  SPEC B.0; docs/dialects.md
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_DIALECT_H
#define ROBOTSC_DIALECT_H

#include <stddef.h>
#include <stdint.h>

#include "robotsc/common.h"

struct normal; /* norm.h */
struct span;   /* lex.h */

struct robotsc__dialect {
	enum robotsc_dialect id;
	const char *name;           /* as on the command line */
	uint8_t form, match;        /* FORM_..., MATCH_... of blob_layout.h */
	uint32_t line_max;          /* octets of a line that are read; 0: all */
	unsigned lenient : 1;       /* misspelt fields and missing colons are accepted */
	unsigned may_be_strict : 1; /* unless options ask for strict fields */
	unsigned prefix_fields : 1; /* a field may go on after its name */
	unsigned nul_ends_line : 1;
	unsigned wide_space : 1;           /* VT, FF and CR are white space too */
	unsigned partial_bom : 1;          /* the first octets of a byte order mark are skipped too */
	unsigned cut_line_kept : 1;        /* a line cut by the size limit counts */
	unsigned empty_agent : 1;          /* an empty token is a name */
	unsigned index_html : 1;           /* Allow: .../index.htm... also allows the folder itself */
	unsigned robots_txt : 1;           /* /robots.txt may always be fetched */
	int (*token_octet)(uint8_t octet); /* what product tokens are made of */
	/* Pattern text to canonical octets and operators; see norm.h. */
	void (*normalize)(const struct span *value, struct normal *out);
	/* Precedence of a rule whose canonical pattern has so many octets: the only place that knows it. */
	uint32_t (*rank)(uint32_t octets, enum robotsc_verdict verdict);
};

/* The row of a dialect, or NULL for one that cannot be compiled. */
const struct robotsc__dialect *robotsc__dialect_find(enum robotsc_dialect id);

#endif
