/* line.h - a line of a robots.txt: its kind, field and value; and a rule as it was written.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_LINE_H
#define ROBOTSC_LINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "access/text.h"
#include "records/fields.h"
#include "robotsc/common.h"

/* A run of input octets. */
struct span {
	const uint8_t *at;
	size_t len;
};

/* The octets without blanks at both ends. */
static inline struct span trim_span(struct span octets)
{
	const struct robotsc_text inner = trim((struct robotsc_text){(const char *)octets.at, octets.len});
	return (struct span){(const uint8_t *)inner.at, inner.len};
}

/* True if the octets are a word, ignoring case.  word: in lower case. */
static inline bool is_span(struct span octets, const char *word)
{
	return is_word((struct robotsc_text){(const char *)octets.at, octets.len}, word);
}

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
/* The fields of records, in the order of enum robotsc_line_field. */
#define FIELD(name, spelling) FIELD_##name,
	RECORD_FIELD_LIST(FIELD)
#undef FIELD
	FIELDS /* the number of fields */
};

struct line {
	enum line_kind kind;
	enum field field;
	uint32_t number;    /* from 1 */
	const uint8_t *at;  /* where the line begins */
	struct span name;   /* the field's name as written */
	struct span value;  /* trimmed, without the comment */
	const uint8_t *cut; /* first octet that a line limit dropped, or NULL */
	bool misspelt;      /* the field is an accepted variant */
	bool colonless;     /* accepted without a ':' */
};

/* The column of an octet in its line, from 1. */
static inline uint32_t line_column(const struct line *line, const uint8_t *at)
{
	return (uint32_t)(at - line->at) + 1;
}

/* An Allow or Disallow line with a value.  Where dialect->empty_disallow is set, also a Disallow
 * line without one. */
struct rule {
	struct span value;   /* trimmed */
	const uint8_t *text; /* beginning of the line */
	uint32_t line;
	uint32_t group;
	enum robotsc_verdict verdict;
	bool glob; /* the value is a glob that matches whole paths: conner2 */
};

#endif
