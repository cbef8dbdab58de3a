/* heap.h - the memory of a module whose calls leave nothing behind.
 *
 * malloc, calloc, realloc and free are those of the C library.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_HEAP_H
#define ROBOTSC_HEAP_H

/* Forget all blocks at once. */
void heap_forget(void);

/* The same, and the next block stands at this place or behind it: what is before it stays. */
void heap_forget_from(const void *at);

#endif
