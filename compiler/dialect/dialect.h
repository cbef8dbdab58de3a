/* dialect.h - what distinguishes the dialects: one row for each.  docs/dialects.md
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_DIALECT_H
#define ROBOTSC_DIALECT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "text/line.h"

struct normal; /* normalize.h */

struct robotsc__dialect {
	enum robotsc_dialect id;
	uint8_t form, match;        /* FORM_..., MATCH_... of blob_layout.h */
	uint32_t line_max;          /* octets read of a line; 0: all */
	unsigned lenient : 1;       /* misspelt fields and missing colons are accepted */
	unsigned may_be_strict : 1; /* options may ask for strict fields */
	unsigned prefix_fields : 1; /* a name that begins with a field is that field */
	unsigned nul_ends_line : 1;
	unsigned wide_space : 1;     /* VT, FF and CR are white space too */
	unsigned partial_bom : 1;    /* a part of a byte order mark is skipped too */
	unsigned cut_line_kept : 1;  /* a line that the size limit cuts still counts */
	unsigned empty_agent : 1;    /* an empty token is a name */
	unsigned index_html : 1;     /* "Allow: .../index.htm..." also allows the folder */
	unsigned robots_txt : 1;     /* /robots.txt is always allowed */
	unsigned wildcards : 1;      /* '*' and a final '$' are operators */
	unsigned no_allow : 1;       /* Allow is not a rule */
	unsigned empty_disallow : 1; /* an empty Disallow allows what no line before it matches */
	unsigned usage_rules : 1;    /* Content-Usage ends a list of agents if options ask for it */
	/* groups are records: a blank line ends one, and the first that names a robot applies */
	unsigned records : 1;
	unsigned versions : 1;  /* Robot-version decides how a record is read */
	uint32_t closes_agents; /* bits 1 << FIELD_...: lines that end a list of agents */
	/* The compared part of a User-agent value ("*" for the star), and of a robot's name. */
	struct span (*agent)(const struct span *value);
	struct span (*robot)(const struct span *name);
	/* True if the agent, which is not the star, names the robot. */
	bool (*means)(const struct span *agent, const struct span *robot);
	/* Translate pattern text to canonical octets and operators; see normalize.h. */
	void (*normalize)(const struct rule *rule, struct normal *out);
	/* The precedence of a rule: the greatest rank decides.  No other code computes ranks. */
	uint32_t (*rank)(const struct rule *rule, const struct normal *pattern);
	/* the length that is a part of a rank; NULL: ranks have no length */
	uint32_t (*rank_octets)(uint32_t rank);
	const char *precedence; /* described in words */
};

/* A rank for a changed copy of a dialect's row: the longest match wins, and Disallow wins a tie. */
uint32_t robotsc__dialect_rank_strict(const struct rule *rule, const struct normal *pattern);

/* The row of a dialect, or NULL if there is none. */
const struct robotsc__dialect *robotsc__dialect_find(enum robotsc_dialect id);

#endif
