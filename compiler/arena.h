/* arena.h - all memory of one compilation.  Passes take and never give back, except to a mark.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_ARENA_H
#define ROBOTSC_ARENA_H

#include <stddef.h>

#include "robotsc/compile.h"

struct arena_chunk;

struct arena {
	struct robotsc_alloc alloc;
	struct arena_chunk *top;
	size_t held;               /* octets of the chunks from top down */
	struct arena_chunk *spare; /* one ordinary chunk kept for reuse */
};

/* A moment to return to. */
struct arena_mark {
	struct arena_chunk *top;
	size_t used;
};

void robotsc__arena_init(struct arena *a, const struct robotsc_alloc *alloc);

/* size octets aligned for any object, not zeroed; NULL when the allocator refuses.  The count form
 * multiplies with a check and zeroes. */
void *robotsc__arena_take(struct arena *a, size_t size);
void *robotsc__arena_zeroed(struct arena *a, size_t count, size_t size);

/* Room for n elements of size octets in an array of *room, which is at least doubled; the old one stays
 * behind.  0 when refused.  To grow is to make room for one more. */
int robotsc__arena_enlarge(struct arena *a, void **array, size_t *room, size_t size, size_t n);
static inline int robotsc__arena_reserve(struct arena *a, void **array, size_t *room, size_t size, size_t n)
{
	return n <= *room || robotsc__arena_enlarge(a, array, room, size, n);
}
int robotsc__arena_grow(struct arena *a, void **array, size_t *room, size_t size);

struct arena_mark robotsc__arena_mark(const struct arena *a);
void robotsc__arena_reset(struct arena *a, struct arena_mark mark);
void robotsc__arena_free(struct arena *a);

/* The caller's allocator, or malloc. */
struct robotsc_alloc robotsc__alloc_of(const struct robotsc_alloc *alloc);

#endif
