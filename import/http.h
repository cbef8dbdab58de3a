/* http.h - an HTTP response as an archive keeps it: status, fields, body.  RFC 9110, RFC 9112
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef IMPORT_HTTP_H
#define IMPORT_HTTP_H

#include "robotsc/access.h"

#define HTTP_FIELDS 128u        /* that are heard of a header */
#define HTTP_BETWEEN (1u << 22) /* octets: less may be between two codings */

struct http {
	unsigned status;
	size_t nfields;
	struct robotsc_header_field fields[HTTP_FIELDS]; /* that are heard */
	struct robotsc_text location;                    /* the first that is not empty; len 0: none */
	struct robotsc_text body;                        /* decoded */
	int cut;                                         /* the head ends early */
	int truncated;                                   /* that, the body, or a coding of it, ends early */
	const char *why;                                 /* it cannot be read */
	uint8_t *buffers[3]; /* two of decoded bodies, one of unfolded fields; kept from one message to the next */
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
 * head. A head that does not end is cut; it has no body, and what follows its last LF is no field. Behind a status
 * of 100 to 199, what begins "HTTP/" is the message. Fields are kept that somebody hears: Location, Transfer-Encoding and
 * Content-Encoding, and those of which robotsc/access.h tells how long a fetch holds.
 *
 * Transfer-Encoding may list gzip or deflate, chunked, or one of those and then this; Content-Encoding gzip, deflate or br.
 * x-gzip is gzip; identity, none and what is empty do not count, nor does a field that says what the first of its name said.
 * Members of gzip that follow the first belong to it; what follows else does not.
 *
 * Archives often keep a body without the codings that its header still names, and with another length. Content-Length is not
 * looked at, and a body that is not in a coding is taken as it is: chunks without a first chunk's size; gzip without its two
 * octets, when it is plain; deflate or br when it is a text, unless the coding ends where the body does, or when the decoder
 * refuses its first octets and it may be one: guise.h says what is. Else what is damaged, or ends early, be it in the first
 * octets, is truncated: what came out before is the body. So is a text whose first line is of hexadecimal digits
 * alone, as "404", and which is said to be in chunks: nothing tells that from a chunk's size.
 *
 * Returns 0; or -1 and why: no HTTP message; out of memory; with a status of 200 to 399, more than HTTP_FIELDS fields that are
 * heard; or with one of 200 to 299 and a body, another list of codings, HTTP_BETWEEN octets between two, gzip when all are
 * undone, or br without the library for it. */
int robotsc__http_read(struct http *h, struct robotsc_text block, size_t limit);

/* Where the chunks of a message begin, of which the beginning may be all that is there: octets into the block; 0: there are none, as
 * the head is cut, or says nothing of chunks, or what follows does not begin as they do.  h is used as above. */
size_t robotsc__http_chunks(struct http *h, struct robotsc_text block);

void robotsc__http_free(struct http *h);

#endif
