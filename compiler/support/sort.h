/* sort.h - stable merge sorts: of indices, and of items by an integer.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_SORT_H
#define ROBOTSC_SORT_H

#include <stdbool.h>

#include "arena.h"

/* Negative, zero or positive: element x belongs before, with or after y. */
typedef int robotsc__compare(const void *ctx, uint32_t x, uint32_t y);

/* Sort n indices in place.  Takes n * 4 octets meanwhile; returns false if they are refused. */
bool robotsc__sort(struct arena *a, uint32_t *index, size_t n, robotsc__compare *compare, const void *ctx);

/* The indices below n in their order; NULL: memory is refused. */
uint32_t *robotsc__sort_all(struct arena *a, size_t n, robotsc__compare *compare, const void *ctx);

/* Compare the indices themselves, ascending.  Ignores ctx. */
int robotsc__sort_by_number(const void *ctx, uint32_t x, uint32_t y);

/* An item and its place in the order. */
struct sort_key {
	uint64_t key;
	uint32_t item;
};

/* Sort n keys in place.  room: space for n more. */
void robotsc__sort_keys(struct sort_key *keys, struct sort_key *room, size_t n);

/* A head: SORT_HEAD octets of a text from depth on, as an integer of the same order.  Its lowest
 * octet is SORT_MORE if the text goes on, else an octet that orders texts with equal heads. */
#define SORT_HEAD 7
#define SORT_MORE 0xFF
typedef uint64_t robotsc__head(const void *ctx, uint32_t item, uint32_t depth);

/* Sort the items of n keys, which are texts: many by their heads, few by comparison.  keys has room
 * for 2 * n.  Returns false if memory is refused. */
bool robotsc__sort_texts(struct arena *a, struct sort_key *keys, uint32_t n, robotsc__head *head, robotsc__compare *compare,
                         const void *ctx);

/* Remove duplicates from sorted numbers.  Returns how many remain. */
size_t robotsc__sort_unique(uint32_t *sorted, size_t n);

/* Narrow low..high, both size_t, to the first index for which is_before is false.  is_before: an
 * expression of i; it is true for the indices up to some place, and false from there on. */
#define BISECT(low, high, i, is_before)                  \
	while (low < high) {                             \
		const size_t i = low + (high - low) / 2; \
		if (is_before)                           \
			low = i + 1;                     \
		else                                     \
			high = i;                        \
	}

#endif
