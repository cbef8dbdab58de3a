/* warc_reader.h - reads the responses of a WARC file, such as the robots.txt captures of Common
 * Crawl.  ISO 28500
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_WARC_READER_H
#define ROBOTSC_WARC_READER_H

#include <stdbool.h>

#include "robotsc/common.h"
#include "stream.h"

#define WARC_URI_ROOM 8192u

/* Why a body may be shorter than what the server sent. */
enum warc_cut {
	WARC_WHOLE = 0,
	WARC_CUT_LENGTH = 1, /* the rest is missing, or in records with WARC-Segment-Number */
	WARC_CUT_FAILED = 2  /* the connection broke, or took too long */
};

/* A captured response.  Borrowed from the reader, until its next call. */
struct warc_response {
	struct robotsc_text uri;   /* WARC-Target-URI */
	int64_t date;              /* WARC-Date, seconds since 1970 */
	struct robotsc_text block; /* the HTTP message, at most keep octets of it */
	enum warc_cut cut;
	enum warc_cut stated; /* cut as the archive states it, without what the reader drops */
};

struct warc {
	struct stream *stream;
	size_t keep; /* at most this much of a block */
	uint8_t *buffer;
	size_t at, len, room;
	uint64_t skip; /* octets of the last block that were not read yet */
	bool lost;     /* look for the next record */
	bool hurt;     /* there is damage that was not reported yet */
	bool nomem;    /* there was no memory to see what the stream begins with */
	/* An octet of the buffer is at index + shift of this member, or of the file. */
	uint64_t member;
	int64_t shift;
	/* The current record. */
	uint64_t record, inner; /* offset of its member, or 0; its offset in that */
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
 * A record begins "WARC/1.", after the block of the one before and empty lines, or at a line after
 * damage.  Its header is lines that end with LF, or CR and LF, up to an empty one, 65,536 octets at
 * most.  A line that begins with white space continues the one before it, as in http.h.  The last
 * field of a name counts, but a record with two different WARC-Target-URIs is damaged.
 * Content-Length is a number of 64 bits.  A response has a WARC-Target-URI, which may stand in '<'
 * and '>', and a WARC-Date of 1970 or later, as iso8601.h reads it.  A record that ends before the
 * octets that the reader keeps is damaged.  When a longer one ends early, its response is returned,
 * and the damage next. */
enum warc_result robotsc__warc_next(struct warc *w, struct warc_response *response);

/* Read the next line of a file that is not WARC, without its LF or CRLF: RESPONSE and the line in
 * response->block, or as above. */
enum warc_result robotsc__warc_line(struct warc *w, struct warc_response *response);

#endif
