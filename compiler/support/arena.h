/* arena.h - all memory of one compilation.  Passes never free; they may return to a mark.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_ARENA_H
#define ROBOTSC_ARENA_H

#include <stdbool.h>
#include <stddef.h>

#include "robotsc/compile.h"

struct arena_chunk;

struct arena {
	struct robotsc_alloc alloc;
	struct arena_chunk *top;
	size_t held;               /* octets of all chunks in use */
	struct arena_chunk *spare; /* an ordinary chunk kept for reuse */
};

/* A position to return to. */
struct arena_mark {
	struct arena_chunk *top;
	size_t used;
};

void robotsc__arena_init(struct arena *a, const struct robotsc_alloc *alloc);

/* Take size octets, aligned for any object and not initialized.  Returns NULL if the allocator
 * refuses.  robotsc__arena_zeroed checks the product for overflow and zeroes. */
void *robotsc__arena_take(struct arena *a, size_t size);
void *robotsc__arena_zeroed(struct arena *a, size_t count, size_t size);

/* Give an array room for n elements of size octets.  *room at least doubles; the old array stays
 * allocated.  Returns false if memory is refused.  robotsc__arena_grow makes room for one more. */
bool robotsc__arena_enlarge(struct arena *a, void **array, size_t *room, size_t size, size_t n);
static inline bool robotsc__arena_reserve(struct arena *a, void **array, size_t *room, size_t size, size_t n)
{
	return n <= *room || robotsc__arena_enlarge(a, array, room, size, n);
}
bool robotsc__arena_grow(struct arena *a, void **array, size_t *room, size_t size);

struct arena_mark robotsc__arena_mark(const struct arena *a);
void robotsc__arena_reset(struct arena *a, struct arena_mark mark);
void robotsc__arena_free(struct arena *a);

/* The caller's allocator; malloc if it is NULL. */
struct robotsc_alloc robotsc__arena_alloc_of(const struct robotsc_alloc *alloc);

/* Keeps memory that arenas give back, for arenas that are made again and again. */
struct arena_keep {
	struct robotsc_alloc from;  /* where the memory comes from */
	struct robotsc_alloc alloc; /* hands out the memory; its ctx is this struct */
	struct arena_chunk *chunks; /* the memory that was given back, the smallest first */
	size_t held;                /* octets of these */
};

void robotsc__arena_keep_init(struct arena_keep *keep, const struct robotsc_alloc *alloc);
void robotsc__arena_keep_free(struct arena_keep *keep);

#endif
