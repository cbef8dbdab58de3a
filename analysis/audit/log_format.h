/* log_format.h - where the fields of a log's lines stand.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_LOG_FORMAT_H
#define ROBOTSC_LOG_FORMAT_H

#include <stdbool.h>
#include <string.h>

#include "access/text.h"
#include "robotsc/common.h"

/* What a log may say of a request. */
enum log_field {
	LOG_NONE, /* a field that is passed over */
	LOG_ADDRESS,
	LOG_TIME,
	LOG_REQUEST, /* the whole request line */
	LOG_METHOD,
	LOG_TARGET, /* path and query as they were asked for */
	LOG_URI,    /* the path after the server's own changes: $uri, %U */
	LOG_STATUS,
	LOG_OCTETS,
	LOG_AGENT,
	LOG_HOST, /* with its port or without */
	LOG_SCHEME,
	LOG_PORT,
	LOG_FIELDS
};

/* How a log spells octets that would break a line. */
enum log_escape {
	LOG_ESCAPE_DEFAULT, /* \xHH, \", \\, \n and so on: nginx and Apache */
	LOG_ESCAPE_JSON,
	LOG_ESCAPE_NONE
};

/* A field, and the octets between it and the next one. */
struct log_item {
	enum log_field field;
	bool until_slash; /* the field ends before the '/' that the next one begins with */
	struct robotsc_text after;
};

/* A key of JSON; keys inside of objects have dots: "request.uri". */
struct log_key {
	struct robotsc_text key;
	enum log_field field;
};

#define LOG_ITEMS 64
#define LOG_TEXT 4096 /* octets of a format */

/* A format.  Its items and keys point into its text, so it must not be moved. */
struct log_format {
	bool json;     /* lines are objects */
	bool open_end; /* a line may go on after the last item */
	enum log_escape escape;
	struct robotsc_text before; /* the first field */
	struct log_item items[LOG_ITEMS];
	size_t nitems;
	struct log_key keys[LOG_FIELDS]; /* keys that the user named */
	size_t nkeys;
	char text[LOG_TEXT]; /* of literals and keys */
};

/* The fields of a line, with its escapes. */
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

/* Set a field if it is not set yet, and if the value is not "-". */
static inline void log_line_set(struct log_line *line, enum log_field field, const char *at, size_t len)
{
	if (field == LOG_NONE || line->has & 1u << field || len == 0 || (len == 1 && at[0] == '-'))
		return;
	line->fields[field] = (struct robotsc_text){at, len};
	line->has |= 1u << field;
}

/* True if a text equals a word, case of letters included. */
static inline bool equal(struct robotsc_text text, const char *word)
{
	return text.len == strlen(word) && (text.len == 0 || memcmp(text.at, word, text.len) == 0);
}

/* ---- what the fields say (log_values.c) ---- */

/* Pass over white space of JSON. */
static inline void json_skip_space(struct text_left *left)
{
	while (left->at < left->end && (is_blank(*left->at) || *left->at == '\r' || *left->at == '\n'))
		left->at++;
}

/* Pass over white space and this character.  False: the character does not follow. */
static inline bool json_accept(struct text_left *left, char c)
{
	json_skip_space(left);
	if (left->at == left->end || *left->at != c)
		return false;
	left->at++;
	return true;
}

/* Read a string of JSON, after its first quote: the octets up to the next quote, as they are
 * spelled.  False: there is no other quote; then text is all that is left. */
bool robotsc__log_string(struct text_left *left, struct robotsc_text *text);

/* Undo the escapes of a log, to get the octets that the server got.  out has room for text.len
 * octets.  Returns how many were written.  Other backslashes stay. */
size_t robotsc__log_unescape(enum log_escape escape, struct robotsc_text text, char *out);

/* Read a time: that of common logs, with or without brackets, ISO 8601, or seconds, milliseconds,
 * microseconds or nanoseconds since 1970, with or without a fraction, which is dropped.  Returns
 * false if it is none, or after the year 9999. */
bool robotsc__log_time(struct robotsc_text text, int64_t *seconds);

/* Read a number; false: it is none, or too large. */
bool robotsc__log_number(struct robotsc_text text, uint64_t *number);

/* The client's address in a field, without a port.  In a list it is the last one: the nearest proxy
 * has written it, while a client can write those before it. */
struct robotsc_text robotsc__log_address(struct robotsc_text field);

/* A request line. */
struct log_request {
	struct robotsc_text method, target; /* empty: there is none */
};

/* Take a request line apart: "GET /a HTTP/1.1", or "GET /a", as HTTP/0.9 has it.  Any other line,
 * such as the beginning of another protocol, has no target. */
struct log_request robotsc__log_request(struct robotsc_text line);

/* What a target is. */
enum log_target {
	LOG_TARGET_PATH, /* it begins with '/' */
	LOG_TARGET_URL,  /* the absolute form */
	LOG_TARGET_NONE  /* "*", a host after CONNECT, anything else */
};

enum log_target robotsc__log_target(const struct log_request *request);

#endif
