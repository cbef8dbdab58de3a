/* sort.h - a stable merge sort of indices, with memory from the arena.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_SORT_H
#define ROBOTSC_SORT_H

#include "arena.h"

/* Negative, zero or positive as element x stands before, with or after y. */
typedef int robotsc__compare(const void *ctx, uint32_t x, uint32_t y);

/* Sort n indices in place.  Takes n * 4 octets and gives them back.  0 when memory is refused. */
int robotsc__sort(struct arena *a, uint32_t *index, size_t n, robotsc__compare *compare, const void *ctx);

/* To sort numbers themselves, ascending.  ctx is not looked at. */
int robotsc__sort_by_number(const void *ctx, uint32_t x, uint32_t y);

/* Keep each of the sorted numbers once.  Returns how many are left. */
size_t robotsc__sort_unique(uint32_t *sorted, size_t n);

#endif
