/* http.h - an HTTP response as an archive keeps it: status, fields, body.  RFC 9110, RFC 9112
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef IMPORT_HTTP_H
#define IMPORT_HTTP_H

#include "robotsc/access.h"

#define HTTP_FIELDS 128u        /* that a header may have */
#define HTTP_BETWEEN (1u << 22) /* octets: less may be between two codings */

struct http {
	unsigned status;
	size_t nfields;
	struct robotsc_header_field fields[HTTP_FIELDS];
	struct robotsc_text location; /* the first that is not empty; len 0: none */
	struct robotsc_text body;     /* decoded */
	int truncated;                /* head, body, or a coding of that, ends early */
	const char *why;              /* it cannot be read */
	uint8_t *buffers[3];          /* two of decoded bodies, one of unfolded fields; kept from one message to the next */
	size_t rooms[3];
};

/* Read a message.
 *
 * h      all zero before the first message; freed after the last.
 * block  the message; borrowed as long as h is used.
 * limit  octets of a decompressed body that are wanted; more are dropped.
 *
 * Lines end with LF, or CR and LF. The first begins "HTTP/", and has a status of three digits behind the first spaces. A line
 * that begins with white space continues the one before it; one with a colon is a field; the first that is empty ends the
 * head. A head that does not end is truncated; it has no body, and what follows its last LF is no field. Behind a status
 * of 100 to 199, what begins "HTTP/" is the message.
 *
 * Transfer-Encoding may list gzip or deflate, chunked, or one of those and then this; Content-Encoding gzip, deflate or br.
 * x-gzip is gzip; identity, none and what is empty do not count, nor does a field that says what the first of its name said.
 * Members of gzip that follow the first belong to it; what follows else does not.
 *
 * Archives often keep a body without the codings that its header still names, and with another length. Content-Length is not
 * looked at, and a body that is not in a coding is taken as it is: chunks without a first chunk's size; gzip without its two
 * octets, and without control characters in the first 64; deflate or br when these are UTF-8 too, and 8 or more, unless the
 * coding ends where the body does. Else what is damaged, or ends early, be it in the first octets, is truncated: what came out
 * before is the body.
 *
 * Returns 0; or -1 and why: no HTTP message; more than HTTP_FIELDS fields; out of memory; or with a status of 200 to 299 and a
 * body, another list of codings, HTTP_BETWEEN octets between two, or gzip when all are undone. */
int robotsc__http_read(struct http *h, struct robotsc_text block, size_t limit);
void robotsc__http_free(struct http *h);

#endif
