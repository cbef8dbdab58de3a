/* chunks.c - see chunks.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdint.h>
#include <string.h>

#include "chunks.h"
#include "runtime/access/text.h"

/* Take an octet of the line "1f ;extension". */
static void take_size(struct chunks *c, char octet)
{
	if (c->state == CHUNKS_SIZE && hex_digit(octet) >= 0 && c->size <= SIZE_MAX / 16) {
		c->size = c->size * 16 + (size_t)hex_digit(octet);
		c->digits = true;
	} else if (c->state != CHUNKS_LINE && (!c->digits || memchr(" \t;\r\n", octet, 5) == NULL)) {
		c->state = CHUNKS_BAD;
	} else if (octet == '\n') {
		c->state = c->size > 0 ? CHUNKS_DATA : CHUNKS_END;
		c->is_chunk = true;
		c->digits = false;
	} else if (c->state != CHUNKS_LINE) {
		c->state = is_blank(octet) ? CHUNKS_SPACE : CHUNKS_LINE;
	}
}

/* Take the line end after the data; CR and LF may both be missing.  True when the octet belongs to
 * it. */
static bool take_end(struct chunks *c, char octet)
{
	if (c->state == CHUNKS_CR && octet == '\r') {
		c->state = CHUNKS_LF;
		return true;
	}
	c->state = CHUNKS_SIZE;
	return octet == '\n';
}

size_t robotsc__chunks_take(struct chunks *c, const char *at, size_t len, char *out)
{
	size_t n = 0;
	for (size_t i = 0; i < len && c->state < CHUNKS_END;) {
		if (c->state == CHUNKS_DATA) {
			const size_t part = c->size < len - i ? c->size : len - i;
			memmove(out + n, at + i, part);
			n += part;
			i += part;
			c->size -= part;
			if (c->size == 0)
				c->state = CHUNKS_CR;
		} else if (c->state == CHUNKS_CR || c->state == CHUNKS_LF) {
			i += (size_t)take_end(c, at[i]);
		} else {
			take_size(c, at[i++]);
		}
	}
	return n;
}
