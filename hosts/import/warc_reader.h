/* warc_reader.h - reads the responses of a WARC file, such as the robots.txt captures of Common
 * Crawl, and the HTTP messages in them.  ISO 28500
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_WARC_READER_H
#define ROBOTSC_WARC_READER_H

#include <stdbool.h>

#include "robotsc/access.h"
#include "robotsc/common.h"
#include "stream.h"

#define WARC_URI_ROOM 8192u

/* Why a body may be shorter than what the server sent. */
enum warc_cut {
	WARC_WHOLE = 0,
	WARC_CUT_LENGTH = 1, /* the rest was not kept, or is in records with WARC-Segment-Number */
	WARC_CUT_FAILED = 2  /* the connection broke, or the fetch took too long */
};

/* A captured response.  Borrowed from the reader, until its next call. */
struct warc_response {
	struct robotsc_text uri;   /* WARC-Target-URI */
	int64_t date;              /* WARC-Date, seconds since 1970 */
	struct robotsc_text block; /* the HTTP message, at most keep octets of it */
	enum warc_cut cut;
	enum warc_cut stated; /* as the archive states it, whatever the reader drops */
};

struct warc {
	struct stream *stream;
	size_t keep; /* at most this number of octets of a block */
	uint8_t *buffer;
	size_t at, len, room;
	uint64_t skip; /* octets of the last block that were not read yet */
	bool lost;     /* look for the next record */
	bool hurt;     /* there is damage that was not reported yet */
	bool nomem;    /* no memory was left to look at the beginning of the stream */
	/* The octet at index i of the buffer is at offset i + shift of this gzip member, or of the
	 * file. */
	uint64_t member;
	int64_t shift;
	/* The current record. */
	uint64_t record, inner; /* offset of its gzip member, or 0; its offset in the member */
	const char *why;        /* reason of the last WARC_DAMAGED */
	char uri[WARC_URI_ROOM];
};

enum warc_result {
	WARC_END = 0,
	WARC_RESPONSE = 1,
	WARC_DAMAGED = -1,
	WARC_NOMEM = -2
};

void robotsc__warc_init(struct warc *w, struct stream *stream, size_t keep);
void robotsc__warc_free(struct warc *w);

/* Read more of the last response's block than the reader keeps: RESPONSE and the octets, none at
 * the end of the block; or NOMEM; or DAMAGED when the record ends early.  The response stays valid,
 * but its block does not. */
enum warc_result robotsc__warc_rest(struct warc *w, struct robotsc_text *rest);

/* True when the stream begins as a WARC file does.  Nothing is consumed.  A read that fails counts
 * as an end, here and below; stream->failed has its errno. */
bool robotsc__warc_is(struct warc *w);

/* Read the next response; other records are skipped.  DAMAGED: why, record and inner say what is
 * wrong and where; the next call goes on after it.
 *
 * A record begins "WARC/1.", after the block of the record before and empty lines; after damage, at
 * the beginning of a line.  Its header is lines that end with LF, or CR and LF, up to an empty one,
 * 65,536 octets at most.  A line that begins with white space continues the one before it, as in
 * HTTP.  The last field of a name counts, but a record with two different WARC-Target-URIs is
 * damaged.  Content-Length is a number of 64 bits.  A response has a WARC-Target-URI, which may
 * stand in '<' and '>', and a WARC-Date of 1970 or later, as iso8601.h reads it.  A record that
 * ends before the octets that the reader keeps is damaged.  When a record ends early after them,
 * its response is returned, and then the damage. */
enum warc_result robotsc__warc_next(struct warc *w, struct warc_response *response);

/* Read the next line of a file that is not WARC, without its LF or CRLF: RESPONSE and the line in
 * response->block, or as above. */
enum warc_result robotsc__warc_line(struct warc *w, struct warc_response *response);

/* An HTTP response as an archive keeps it: status, fields, body.  RFC 9110, RFC 9112 */
#define HTTP_FIELDS 128u        /* fields of a header that are kept */
#define HTTP_BETWEEN (1u << 22) /* there must be fewer octets between two codings */

struct http {
	unsigned status;
	size_t nfields;
	struct robotsc_header_field fields[HTTP_FIELDS]; /* fields that the reader keeps */
	struct robotsc_text location;                    /* the first Location that is not empty */
	struct robotsc_text body;                        /* decoded */
	bool cut;                                        /* the head ends early */
	bool truncated;                                  /* head, body or a coding is damaged */
	const char *why;                                 /* why the message cannot be read */
	/* Two for decoded bodies, one for unfolded fields.  Kept from one message to the next. */
	uint8_t *buffers[3];
	size_t rooms[3];
};

/* Read a message.
 *
 * h      all zero before the first message; freed after the last.
 * block  the message; borrowed as long as h is used.
 * limit  how many octets of a decompressed body are kept.
 *
 * Lines end with LF, or CR and LF.  The first begins "HTTP/" and has a status of three digits after
 * the first spaces.  A line that begins with white space continues the one before it.  A line with
 * a colon is a field.  The first empty line ends the head.  A head that does not end is cut: it has
 * no body, and what follows its last LF is no field.  When the status is 100 to 199 and the rest
 * begins "HTTP/", the rest is the message.  The fields Location, Transfer-Encoding and
 * Content-Encoding are kept, and those from which robotsc/access.h computes how long a fetch holds.
 *
 * Transfer-Encoding may list gzip or deflate, or chunked, or gzip or deflate and then chunked;
 * Content-Encoding gzip, deflate or br.  x-gzip is gzip.  identity, none and empty codings do not
 * count, and a field that repeats the value of the first of its name counts once.  Further members
 * of gzip are part of the body; other octets after a member are not.
 *
 * Archives often keep a body from which they have removed the codings of its header, so that its
 * length differs, too.  So Content-Length is not looked at, and one rule says what the body is: the
 * codings of the header are undone.  If the decoder refuses the body, or leaves octets over, and
 * the body is plain text, the body is taken as it stands.  Otherwise a body that is damaged or ends
 * early is truncated: what came out before is the body.  A body that does not begin with the size
 * of a chunk is not in chunks.  A text whose first line is a hexadecimal number, as "404", is in
 * chunks, and truncated.
 *
 * Returns 0; or -1 and why: no HTTP message; out of memory; with a status of 200 to 399, more than
 * HTTP_FIELDS fields that are kept; or, with a status of 200 to 299 and a body, another list of
 * codings, HTTP_BETWEEN octets between two codings, a body that is gzip when all codings are
 * undone, or br without its library. */
int robotsc__http_read(struct http *h, struct robotsc_text block, size_t limit);

/* Where the chunks of a message begin, in octets from its beginning.  The block may be the first
 * part of a message.  0: there are no chunks, because the head is cut, does not name them, or is
 * followed by something else. */
size_t robotsc__http_chunks(struct http *h, struct robotsc_text block);

void robotsc__http_free(struct http *h);

#endif
