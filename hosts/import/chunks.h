/* chunks.h - decodes chunks, a piece of the body at a time.  RFC 9112 §7.1
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_CHUNKS_H
#define ROBOTSC_CHUNKS_H

#include <stdbool.h>
#include <stddef.h>

/* All zero at the beginning. */
struct chunks {
	enum {
		CHUNKS_SIZE,  /* in the digits of a size */
		CHUNKS_SPACE, /* in spaces after them */
		CHUNKS_LINE,  /* in the rest of their line */
		CHUNKS_DATA,
		CHUNKS_CR, /* after the data */
		CHUNKS_LF,
		CHUNKS_END, /* the last chunk has begun; trailers are ignored */
		CHUNKS_BAD  /* a size is missing */
	} state;
	size_t size;   /* the size as read so far, or the rest of the data */
	bool digits;   /* the size has at least one */
	bool is_chunk; /* a whole line with a size was read */
};

/* Decode octets.  Their data goes to out, which has room for all of them and may be the same
 * memory.  Returns the number of octets of data.  Octets after END or BAD are dropped. */
size_t robotsc__chunks_take(struct chunks *c, const char *at, size_t len, char *out);

#endif
