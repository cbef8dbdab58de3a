/* heap.h - the memory of a module whose calls leave nothing behind.
 *
 * It defines malloc, calloc, realloc and free of the C library.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_HEAP_H
#define ROBOTSC_HEAP_H

/* Forget all blocks at once. */
void heap_forget(void);

/* Forget all blocks; the next block stands at this place or after it, so octets before it stay. */
void heap_forget_from(const void *at);

#endif
