/* warc.h - the responses of a WARC file.  ISO 28500; the robots.txt captures of Common Crawl are such files.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef IMPORT_WARC_READER_H
#define IMPORT_WARC_READER_H

#include <stdbool.h>

#include "robotsc/common.h"
#include "stream.h"

#define WARC_URI_ROOM 8192u

/* Why a body may be less than what the server sent. */
enum warc_cut {
	WARC_WHOLE = 0,
	WARC_CUT_LENGTH = 1, /* the archive keeps no more, or keeps it in other records: WARC-Segment-Number */
	WARC_CUT_FAILED = 2  /* the connection broke, or took too long */
};

/* A captured response.  Borrowed from the reader, until its next call. */
struct warc_response {
	struct robotsc_text uri;   /* WARC-Target-URI */
	int64_t date;              /* WARC-Date, seconds since 1970 */
	struct robotsc_text block; /* the HTTP message, at most so many octets as the reader keeps */
	enum warc_cut cut;
	enum warc_cut said; /* by the archive: not for what the reader does not keep */
};

struct warc {
	struct stream *stream;
	size_t keep; /* octets of a block */
	uint8_t *buffer;
	size_t at, len, room;
	uint64_t skip; /* octets of the last block that are still to come */
	int lost;      /* look for the next record */
	int hurt;      /* damage that was not reported yet */
	/* Where an octet of the buffer comes from: index + shift octets into this member, or the file. */
	uint64_t member;
	int64_t shift;
	/* The record that is read. */
	uint64_t record, inner; /* its member, or 0; octets into that */
	const char *why;        /* of the last WARC_DAMAGED */
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

/* More of the block of the last response, beyond what the reader keeps: RESPONSE and the octets, none at its end; or NOMEM, or
 * DAMAGED, as of a record that ends early.  Until then the response, but not its block, stays as it is. */
enum warc_result robotsc__warc_rest(struct warc *w, struct robotsc_text *rest);

/* Does the stream begin as a WARC file does?  Takes nothing.  A read that fails
 * is an end, here and below; stream->failed tells. */
bool robotsc__warc_is(struct warc *w);

/* The next response; other records are passed over.  DAMAGED: why, record and inner say what and where;
 * the next call goes on behind it.
 *
 * A record begins "WARC/1.", behind the block of the one before and empty lines, or at a line after damage. Its header is lines
 * that end with LF, or CR and LF, up to an empty one, 65,536 octets at most. One that begins with white space continues the one
 * before it, as in http.h; the last field of a name counts, but one with two different WARC-Target-URIs is damaged. Content-Length is a number of 64 bits; a response has a
 * WARC-Target-URI, which may stand in '<' and '>', and a WARC-Date of 1970 or later, as iso8601.h reads it. One of which the
 * archive has less than the reader keeps is damaged; of one that is longer, the damage is what follows the response. */
enum warc_result robotsc__warc_next(struct warc *w, struct warc_response *response);

/* The next line of what is no WARC file, without its LF or CRLF: RESPONSE and the line in response->block, or as above. */
enum warc_result robotsc__warc_line(struct warc *w, struct warc_response *response);

#endif
