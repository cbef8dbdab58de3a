/* lex.h - split octets into lines.  RFC 9309 §2.2; docs/dialects.md, "In all dialects"
 *
 * In    a robots.txt: any octets, and their number.
 * Out   one line at a time: its kind, field and value.
 * Cost  O(len).  Takes no memory: spans borrow the input.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_LEX_H
#define ROBOTSC_LEX_H

#include <stdbool.h>
#include <stdint.h>

#include "dialect.h"

/* A run of input octets. */
struct span {
	const uint8_t *at;
	size_t len;
};

enum line_kind {
	LINE_BLANK,     /* white space only */
	LINE_COMMENT,   /* a comment and nothing else */
	LINE_DIRECTIVE, /* field and value */
	LINE_JUNK       /* anything else */
};

enum field {
	FIELD_UNKNOWN,
	FIELD_AGENT,
	FIELD_DISALLOW,
	FIELD_ALLOW,
	/* Fields of extension records, in the order of enum robotsc_line_field. */
	FIELD_SITEMAP,
	FIELD_CRAWL_DELAY,
	FIELD_REQUEST_RATE,
	FIELD_VISIT_TIME,
	FIELD_COMMENT,
	FIELD_ROBOT_VERSION,
	FIELD_HOST,
	FIELD_CLEAN_PARAM,
	FIELD_NOINDEX,
	FIELD_CONTENT_SIGNAL,
	FIELD_CONTENT_USAGE,
	FIELD_LICENSE,
	FIELD_AGENTMAP,
	FIELD_SCHEMAMAP,
	FIELD_LLM_POLICY
};

struct line {
	enum line_kind kind;
	enum field field;
	uint32_t number;        /* from 1 */
	const uint8_t *at;      /* where the line begins */
	struct span name;       /* the field's name as written */
	struct span value;      /* trimmed, without the comment */
	const uint8_t *cut;     /* first octet that a line limit dropped, or NULL */
	unsigned misspelt : 1;  /* the field is an accepted variant */
	unsigned colonless : 1; /* accepted without a ':' */
};

struct lexer {
	const struct robotsc__dialect *dialect;
	const uint8_t *cursor, *limit;
	uint32_t number;
	unsigned strict : 1; /* refuse misspelt fields and missing colons */
	unsigned last : 1;   /* the last line has been read */
};

/* Begin.  Skips a byte order mark and returns its length.  google also skips a part of one. */
uint32_t robotsc__lex_begin(struct lexer *lexer, const struct robotsc__dialect *dialect, const uint8_t *text, size_t len,
                            bool strict);

/* Read the next line.  Returns false at the end. */
bool robotsc__lex_next(struct lexer *lexer, struct line *line);

/* The column of an octet in its line, from 1. */
static inline uint32_t line_column(const struct line *line, const uint8_t *at)
{
	return (uint32_t)(at - line->at) + 1;
}

#endif
