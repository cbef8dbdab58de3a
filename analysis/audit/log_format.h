/* log_format.h - where the fields of a log's lines stand.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_LOG_FORMAT_H
#define ROBOTSC_LOG_FORMAT_H

#include <stdbool.h>
#include <string.h>

#include "robotsc/common.h"

/* What a log may say of a request. */
enum log_field {
	LOG_NONE, /* it is passed over */
	LOG_ADDRESS,
	LOG_TIME,
	LOG_REQUEST, /* the whole request line */
	LOG_METHOD,
	LOG_TARGET, /* path and query as they were asked for */
	LOG_URI,    /* what the server made of them: $uri, %U */
	LOG_STATUS,
	LOG_OCTETS,
	LOG_AGENT,
	LOG_HOST, /* with its port or without */
	LOG_SCHEME,
	LOG_PORT,
	LOG_FIELDS
};

/* How octets are spelled that would break a line. */
enum log_escape {
	LOG_ESCAPE_DEFAULT, /* \xHH, \", \\, \n and so on: nginx and Apache */
	LOG_ESCAPE_JSON,
	LOG_ESCAPE_NONE
};

/* A field, and the octets between it and the next. */
struct log_item {
	enum log_field field;
	bool until_slash; /* it ends before the '/' with which the next begins */
	struct robotsc_text after;
};

/* A key of JSON; those inside of objects have dots: "request.uri". */
struct log_key {
	struct robotsc_text key;
	enum log_field field;
};

#define LOG_ITEMS 64
#define LOG_TEXT 4096 /* octets of a format */

/* A format.  It does not point into itself but by items and keys: it must not be moved. */
struct log_format {
	bool json;     /* lines are objects */
	bool open_end; /* what stands after the last item does not matter */
	enum log_escape escape;
	struct robotsc_text before; /* the first field */
	struct log_item items[LOG_ITEMS];
	size_t nitems;
	struct log_key keys[LOG_FIELDS]; /* named by the user */
	size_t nkeys;
	char text[LOG_TEXT]; /* of literals and keys */
};

/* The fields of a line, as they are spelled in it. */
struct log_line {
	struct robotsc_text fields[LOG_FIELDS];
	unsigned has; /* bits 1 << enum log_field */
};

/* Read the description of a format, and the field of the address or NULL, as robotsc_audit_question
 * has them.  Returns NULL, or what is wrong with them. */
const char *robotsc__log_format_read(struct log_format *format, const char *description, const char *address);

/* The field that a variable of nginx, or a usual key of JSON, stands for. */
enum log_field robotsc__log_field_named(struct robotsc_text name);

/* Find the fields of a line, without its end.  False: it is not of the format. */
bool robotsc__log_line_read(const struct log_format *format, struct robotsc_text text, struct log_line *line);

/* The same of an object of JSON. */
bool robotsc__log_json_read(const struct log_format *format, struct robotsc_text text, struct log_line *line);

/* Set a field that has not been set, unless it is "-". */
static inline void log_line_set(struct log_line *line, enum log_field field, const char *at, size_t len)
{
	if (field == LOG_NONE || line->has & 1u << field || len == 0 || (len == 1 && at[0] == '-'))
		return;
	line->fields[field] = (struct robotsc_text){at, len};
	line->has |= 1u << field;
}

/* True if a text is a word, to the octet. */
static inline bool equal(struct robotsc_text text, const char *word)
{
	return text.len == strlen(word) && (text.len == 0 || memcmp(text.at, word, text.len) == 0);
}

#endif
