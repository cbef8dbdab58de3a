/* heap.c - see heap.h.  It replaces the C library's malloc, which is ten times as large.
 *
 * Blocks have four sizes for each power of two.  A freed block waits in the list of its size.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "heap.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define PAGE 65536u
#define MOST ((size_t)1 << 30) /* octets of the largest block */
#define SIZES 112              /* more than the sizes up to MOST */

/* The head of a block; after it come the block's octets, which are aligned to 16. */
struct block {
	struct block *next; /* next free block of this size */
	uint32_t size;      /* the number of the block's size */
	uint64_t unused;
};

extern unsigned char __heap_base; /* from the linker: the first octet that nothing else uses */

static struct {
	uintptr_t end; /* end of all blocks; 0: there are none yet */
	struct block *free[SIZES];
} heap;

static size_t octets_of(uint32_t size)
{
	return ((size_t)(4 + size % 4) << (3 + size / 4)) & ~(size_t)15;
}

/* The number of the smallest size with room for the octets. */
static uint32_t size_for(size_t octets)
{
	uint32_t size = 0;
	while (octets_of(size) < octets)
		size++;
	return size;
}

/* True if memory reaches up to end; it grows if necessary. */
static int reaches(uintptr_t end)
{
	const size_t pages = __builtin_wasm_memory_size(0), needed = (end + PAGE - 1) / PAGE;
	return needed <= pages || __builtin_wasm_memory_grow(0, needed - pages) != (size_t)-1;
}

void heap_forget(void)
{
	memset(&heap, 0, sizeof heap);
}

void heap_forget_from(const void *at)
{
	heap_forget();
	heap.end = ((uintptr_t)at + 15) & ~(uintptr_t)15;
}

void *malloc(size_t n)
{
	const uint32_t size = n < MOST ? size_for(n + sizeof(struct block)) : SIZES;
	struct block *b;
	if (size == SIZES)
		return NULL;
	b = heap.free[size];
	if (b) {
		heap.free[size] = b->next;
		return b + 1;
	}
	if (!heap.end)
		heap.end = ((uintptr_t)&__heap_base + 15) & ~(uintptr_t)15;
	if (!reaches(heap.end + octets_of(size)))
		return NULL;
	b = (struct block *)heap.end;
	heap.end += octets_of(size);
	b->size = size;
	return b + 1;
}

void free(void *p)
{
	struct block *const b = p ? (struct block *)p - 1 : NULL;
	if (!b)
		return;
	b->next = heap.free[b->size];
	heap.free[b->size] = b;
}

void *calloc(size_t n, size_t each)
{
	const uint64_t octets = (uint64_t)n * each;
	void *const p = octets < MOST ? malloc((size_t)octets) : NULL;
	return p ? memset(p, 0, (size_t)octets) : NULL;
}

void *realloc(void *p, size_t n)
{
	const size_t room = p ? octets_of(((struct block *)p - 1)->size) - sizeof(struct block) : 0;
	void *more;
	if (p && n <= room)
		return p;
	more = malloc(n);
	if (more && p) {
		memcpy(more, p, room);
		free(p);
	}
	return more;
}
