/* dialect.h - what distinguishes the dialects, a row each.  SPEC B.0; docs/dialects.md
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_DIALECT_H
#define ROBOTSC_DIALECT_H

#include <stddef.h>
#include <stdint.h>

#include "robotsc/common.h"

struct normal; /* norm.h */
struct rule;   /* parse.h */
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
	unsigned wide_space : 1;     /* VT, FF and CR are white space too */
	unsigned partial_bom : 1;    /* the first octets of a byte order mark are skipped too */
	unsigned cut_line_kept : 1;  /* a line cut by the size limit counts */
	unsigned empty_agent : 1;    /* an empty token is a name */
	unsigned index_html : 1;     /* Allow: .../index.htm... also allows the folder itself */
	unsigned robots_txt : 1;     /* /robots.txt may always be fetched */
	unsigned wildcards : 1;      /* '*' and '$' at the end are operators */
	unsigned no_allow : 1;       /* Allow is a field like any other */
	unsigned empty_disallow : 1; /* a Disallow line without value allows what no line before it matches */
	unsigned usage_rules : 1;    /* if options ask for it, Content-Usage ends a list of agents too */
	unsigned records : 1;        /* groups are records: blank lines end them, the first that names a robot holds */
	unsigned versions : 1;       /* Robot-version says how a record is read */
	uint32_t closes_agents;      /* bits 1 << FIELD_...: the lines that end a group's list of agents */
	/* What is compared: of the value of a User-agent line ("*" for the star), and of a robot's name. */
	struct span (*agent)(const struct span *value);
	struct span (*robot)(const struct span *name);
	/* Whether such an agent, not the star, means such a robot. */
	int (*means)(const struct span *agent, const struct span *robot);
	/* Pattern text to canonical octets and operators; see norm.h. */
	void (*normalize)(const struct rule *rule, struct normal *out);
	/* Precedence of a rule, of which the greatest decides: the only place that knows it. */
	uint32_t (*rank)(const struct rule *rule, const struct normal *pattern);
	uint32_t (*rank_octets)(uint32_t rank); /* the length that counted for a rank; NULL: none does */
	const char *precedence;                 /* in words */
};

/* The row of a dialect, or NULL for one that cannot be compiled. */
const struct robotsc__dialect *robotsc__dialect_find(enum robotsc_dialect id);

#endif
