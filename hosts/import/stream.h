/* stream.h - reads a file; when it is gzip, with any number of members, decompresses it.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_STREAM_H
#define ROBOTSC_STREAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <zlib.h>

#define STREAM_ROOM 131072u

struct stream {
	int fd;
	bool gzip;       /* known after the first read */
	uint64_t read;   /* octets read from the file */
	uint64_t member; /* offset in the file of the current gzip member; 0 without gzip */
	bool fresh;      /* the octets returned last are the first of a member */
	bool inside;     /* a member has begun */
	bool lost;       /* a member was damaged: look for the next */
	int failed;      /* errno of a read that failed, or 0 */
	const char *why; /* reason of the last STREAM_DAMAGED */
	z_stream z;
	void *whole; /* libdeflate's decompressor, or NULL */
	uint8_t in[STREAM_ROOM];
	size_t at, len;  /* the octets of `in` that are not read yet */
	size_t begin;    /* where the member begins in `in`; above at: it is gone from there */
	uint64_t sought; /* offset in the file up to which damaged members were searched */
};

/* The caller keeps fd.  0, or -1 without memory. */
int robotsc__stream_init(struct stream *s, int fd);
void robotsc__stream_free(struct stream *s);

/* Read the next octets, all of one member.  Returns their number, 0 at the end, or STREAM_DAMAGED:
 * then why says what is wrong, and the next call goes on at the next member that it finds.  The
 * octets of a damaged member are searched once for this.  A read that fails is an end; failed is
 * its errno. */
#define STREAM_DAMAGED SIZE_MAX
size_t robotsc__stream_read(struct stream *s, uint8_t *out, size_t room);

/* ---- decodes chunks, a piece of the body at a time ---- */

/* The state of a decoder; all zero at the beginning. */
struct chunks {
	enum {
		CHUNKS_SIZE,  /* among the digits of a size */
		CHUNKS_SPACE, /* among the blanks after the size */
		CHUNKS_LINE,  /* in the rest of the line with the size */
		CHUNKS_DATA,
		CHUNKS_CR, /* after the data */
		CHUNKS_LF,
		CHUNKS_END, /* the last chunk has begun; trailers are ignored */
		CHUNKS_BAD  /* a size is missing */
	} state;
	size_t size;   /* the size so far; in the data, how much is left of it */
	bool digits;   /* the size has at least one digit */
	bool is_chunk; /* a whole line with a size was read */
};

/* Decode octets.  Their data goes to out, which has room for all of them and may be the same
 * memory.  Returns the number of octets of data.  Octets after END or BAD are dropped. */
size_t robotsc__chunks_take(struct chunks *c, const char *at, size_t len, char *out);

#endif
