/* http.h - an HTTP response as an archive keeps it: status, fields, body.  RFC 9110, RFC 9112
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_HTTP_H
#define ROBOTSC_HTTP_H

#include <stdbool.h>

#include "robotsc/access.h"
#include "robotsc/common.h"

#define HTTP_FIELDS 128u        /* fields of a header that are kept */
#define HTTP_BETWEEN (1u << 22) /* between two codings are fewer octets */

struct http {
	unsigned status;
	size_t nfields;
	struct robotsc_header_field fields[HTTP_FIELDS]; /* those that are kept */
	struct robotsc_text location;                    /* the first one that is not empty */
	struct robotsc_text body;                        /* decoded */
	bool cut;                                        /* the head ends early */
	bool truncated;                                  /* head, body or a coding is damaged */
	const char *why;                                 /* the message cannot be read */
	/* Two for decoded bodies, one for unfolded fields.  Kept from one message to the next. */
	uint8_t *buffers[3];
	size_t rooms[3];
};

/* Read a message.
 *
 * h      all zero before the first message; freed after the last.
 * block  the message; borrowed as long as h is used.
 * limit  octets of a decompressed body that are wanted; more are dropped.
 *
 * Lines end with LF, or CR and LF.  The first begins "HTTP/" and has a status of three digits after
 * the first spaces.  A line that begins with white space continues the one before it.  One with a
 * colon is a field.  The first empty line ends the head.  A head that does not end is cut: it has
 * no body, and what follows its last LF is no field.  When the status is 100 to 199 and the rest
 * begins "HTTP/", the rest is the message.  Kept are the fields Location, Transfer-Encoding and
 * Content-Encoding, and those from which robotsc/access.h tells how long a fetch holds.
 *
 * Transfer-Encoding may list gzip or deflate, chunked, or one of the first two and then chunked;
 * Content-Encoding gzip, deflate or br.  x-gzip is gzip.  identity, none and empty codings do not
 * count, and a field that repeats the value of the first of its name counts once.  Further members
 * of gzip belong to it; other octets after it do not.
 *
 * Archives often keep a body without the codings that its header names, and of another length.  So
 * Content-Length is not looked at, and one rule says what the body is.  What the header names is
 * undone.  If the decoder refuses the body, or leaves octets over, and the body is plain text, the
 * body is taken as it stands.  Otherwise a body that is damaged or ends early is truncated: what
 * came out before is the body.  A body that does not begin with the size of a chunk is not in
 * chunks.  A text whose first line is a hexadecimal number, as "404", is in chunks, and truncated.
 *
 * Returns 0; or -1 and why: no HTTP message; out of memory; with a status of 200 to 399, more than
 * HTTP_FIELDS fields that are kept; or with one of 200 to 299 and a body, another list of codings,
 * HTTP_BETWEEN octets between two codings, gzip when all are undone, or br without the library for
 * it. */
int robotsc__http_read(struct http *h, struct robotsc_text block, size_t limit);

/* Where the chunks of a message begin, in octets from its beginning.  The block may be the first
 * part of a message.  0: there are no chunks, because the head is cut, does not name them, or is
 * followed by something else. */
size_t robotsc__http_chunks(struct http *h, struct robotsc_text block);

void robotsc__http_free(struct http *h);

#endif
