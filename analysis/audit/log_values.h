/* log_values.h - what the fields of a line say.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_LOG_VALUES_H
#define ROBOTSC_LOG_VALUES_H

#include "log_format.h"

/* Undo the spelling of a log.  out has room for text.len octets.  Returns how many there are: those
 * that the server got.  What is no escape stays. */
size_t robotsc__log_unescape(enum log_escape escape, struct robotsc_text text, char *out);

/* Read a time: that of common logs, with or without brackets, ISO 8601, or seconds, milliseconds,
 * microseconds or nanoseconds since 1970, with or without a fraction, which is dropped.  Returns
 * whether it is one; none is after the year 9999. */
bool robotsc__log_time(struct robotsc_text text, int64_t *seconds);

/* Read a number; false: it is none, or too large. */
bool robotsc__log_number(struct robotsc_text text, uint64_t *number);

/* The client of a field of addresses: of a list the last, which the nearest proxy has written,
 * since a client can write those before it; without a port. */
struct robotsc_text robotsc__log_address(struct robotsc_text field);

/* A request line. */
struct log_request {
	struct robotsc_text method, target; /* empty: there is none */
};

/* Take a request line apart: "GET /a HTTP/1.1", or "GET /a", as HTTP/0.9 has it.  What is left over
 * of the octets of others has no target. */
struct log_request robotsc__log_request(struct robotsc_text line);

/* What a target is. */
enum log_target {
	LOG_TARGET_PATH, /* it begins with '/' */
	LOG_TARGET_URL,  /* the absolute form */
	LOG_TARGET_NONE  /* "*", that of CONNECT, anything else */
};

enum log_target robotsc__log_target(const struct log_request *request);

#endif
