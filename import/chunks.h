/* chunks.h - the chunked coding of a body, a piece at a time.  RFC 9112 §7.1
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef IMPORT_CHUNKS_H
#define IMPORT_CHUNKS_H

#include <stdbool.h>
#include <stddef.h>

/* All zero at the beginning. */
struct chunks {
	enum {
		CHUNKS_SIZE,  /* in the digits of a size */
		CHUNKS_SPACE, /* behind them */
		CHUNKS_LINE,  /* in the rest of their line */
		CHUNKS_DATA,
		CHUNKS_CR, /* behind the data */
		CHUNKS_LF,
		CHUNKS_END, /* the last chunk has begun: trailers do not matter */
		CHUNKS_BAD  /* where a size should be is none */
	} state;
	size_t size;  /* that is read, or is left of the data */
	int digits;   /* the size has one */
	int is_chunk; /* there was a whole line with a size */
};

/* Take octets: what they hold of data goes to out, which has room for all of them and may be where they are.  Returns the number of
 * octets of data.  What follows END or BAD is dropped. */
size_t robotsc__chunks_take(struct chunks *c, const char *at, size_t len, char *out);

#endif
