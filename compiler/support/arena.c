/* arena.c - see arena.h.  Only this file calls the allocator.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "arena.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* The size of the first chunk.  Each further chunk is as large as all before it, within limits, so
 * that a large file needs few.  After large chunks, glibc's malloc keeps some freed memory.  With
 * ROBOTSC_CHUNK 1 each request has a chunk of its own, so that tests can refuse each. */
#ifndef ROBOTSC_CHUNK
#define ROBOTSC_CHUNK (60 * 1024)
#endif
#define CHUNK ((size_t)ROBOTSC_CHUNK)
#define CHUNK_MAX (32 * CHUNK)
#define KEEP_MAX 8388608u /* octets that stay in a struct arena_keep */
#ifdef __TINYC__
#define WIDEST long double /* its <stddef.h> has no max_align_t */
#else
#define WIDEST max_align_t
#endif
#define ALIGN (sizeof(WIDEST))

#ifdef __SANITIZE_ADDRESS__
#define GUARDED 1
#elif defined __has_feature
#if __has_feature(address_sanitizer)
#define GUARDED 1
#endif
#endif

/* AddressSanitizer knows where each request begins and ends, and when it is given back. */
#ifdef GUARDED
void __asan_poison_memory_region(const volatile void *at, size_t len);
void __asan_unpoison_memory_region(const volatile void *at, size_t len);
#define forbid(at, len) __asan_poison_memory_region(at, len)
#define permit(at, len) __asan_unpoison_memory_region(at, len)
#define GAP ALIGN /* between requests */
#else
#define forbid(at, len) ((void)(at))
#define permit(at, len) ((void)(at))
#define GAP 0
#endif

struct arena_chunk {
	struct arena_chunk *below;
	size_t size; /* octets after this header */
	size_t used;
	WIDEST data[];
};

static void *resize_malloc(void *ctx, void *p, size_t old_size, size_t new_size)
{
	(void)ctx;
	(void)old_size;
	if (new_size == 0) {
		free(p);
		return NULL;
	}
	return realloc(p, new_size);
}

struct robotsc_alloc robotsc__arena_alloc_of(const struct robotsc_alloc *alloc)
{
	return alloc ? *alloc : (struct robotsc_alloc){resize_malloc, NULL};
}

void robotsc__arena_init(struct arena *a, const struct robotsc_alloc *alloc)
{
	*a = (struct arena){.alloc = robotsc__arena_alloc_of(alloc)};
}

static void release(const struct robotsc_alloc *alloc, struct arena_chunk *chunk)
{
	permit(chunk->data, chunk->size);
	alloc->resize(alloc->ctx, chunk, sizeof *chunk + chunk->size, 0);
}

static struct arena_chunk *new_chunk(struct arena *a, size_t size)
{
	struct arena_chunk *chunk = a->spare;
	if (chunk && size <= chunk->size) {
		a->spare = NULL;
	} else {
		const size_t usual = a->held < CHUNK ? CHUNK : a->held > CHUNK_MAX ? CHUNK_MAX : a->held;
		/* waste little where chunks are large */
		const size_t room = size < usual && size < CHUNK_MAX / 2 ? usual : size;
		chunk = a->alloc.resize(a->alloc.ctx, NULL, 0, sizeof *chunk + room);
		if (!chunk)
			return NULL;
		chunk->size = room;
		forbid(chunk->data, room);
	}
	a->held += chunk->size;
	chunk->used = 0;
	chunk->below = a->top;
	a->top = chunk;
	return chunk;
}

void *robotsc__arena_take(struct arena *a, size_t size)
{
	if (size > SIZE_MAX / 2)
		return NULL;
	const size_t need = (size + ALIGN - 1) / ALIGN * ALIGN + GAP;
	struct arena_chunk *chunk = a->top;
	if (!chunk || chunk->size - chunk->used < need)
		chunk = new_chunk(a, need);
	if (!chunk)
		return NULL;
	void *p = (char *)chunk->data + chunk->used;
	permit(p, size);
	chunk->used += need;
	return p;
}

void *robotsc__arena_zeroed(struct arena *a, size_t count, size_t size)
{
	if (size && count > SIZE_MAX / 2 / size)
		return NULL;
	void *p = robotsc__arena_take(a, count * size);
	return p ? memset(p, 0, count * size) : NULL;
}

bool robotsc__arena_enlarge(struct arena *a, void **array, size_t *room, size_t size, size_t n)
{
	const size_t twice = *room ? *room * 2 : 32, more = n > twice ? n : twice;
	void *p = more > SIZE_MAX / 2 / size ? NULL : robotsc__arena_take(a, more * size);
	if (!p)
		return false;
	if (*room)
		memcpy(p, *array, *room * size);
	*array = p;
	*room = more;
	return true;
}

bool robotsc__arena_grow(struct arena *a, void **array, size_t *room, size_t size)
{
	return robotsc__arena_enlarge(a, array, room, size, *room + 1);
}

struct arena_mark robotsc__arena_mark(const struct arena *a)
{
	return (struct arena_mark){a->top, a->top ? a->top->used : 0};
}

/* Keep a chunk for reuse or free it.  The larger of two ordinary chunks is kept. */
static void put_away(struct arena *a, struct arena_chunk *chunk)
{
	struct arena_chunk *const spare = a->spare;
	forbid(chunk->data, chunk->used);
	if (chunk->size > CHUNK_MAX || (spare && spare->size >= chunk->size)) {
		release(&a->alloc, chunk);
		return;
	}
	a->spare = chunk;
	if (spare)
		release(&a->alloc, spare);
}

void robotsc__arena_reset(struct arena *a, struct arena_mark mark)
{
	while (a->top != mark.top) {
		struct arena_chunk *chunk = a->top;
		a->top = chunk->below;
		a->held -= chunk->size;
		put_away(a, chunk);
	}
	if (!a->top)
		return;
	forbid((char *)a->top->data + mark.used, a->top->used - mark.used);
	a->top->used = mark.used;
}

void robotsc__arena_free(struct arena *a)
{
	robotsc__arena_reset(a, (struct arena_mark){NULL, 0});
	if (a->spare)
		release(&a->alloc, a->spare);
	a->spare = NULL;
}

/* ---- memory that stays ---------------------------------------------------------------- */

/* Find the smallest chunk with room for size octets, or the end of the list. */
static struct arena_chunk **find_room(struct arena_keep *keep, size_t size)
{
	struct arena_chunk **place = &keep->chunks;
	while (*place && (*place)->size < size)
		place = &(*place)->below;
	return place;
}

static struct arena_chunk *take_chunk(struct arena_keep *keep, size_t size)
{
	struct arena_chunk **const place = find_room(keep, size), *chunk = *place;
	if (chunk) {
		*place = chunk->below;
		keep->held -= chunk->size;
		return chunk;
	}
	chunk = size > SIZE_MAX / 2 ? NULL : keep->from.resize(keep->from.ctx, NULL, 0, sizeof *chunk + size);
	if (chunk)
		chunk->size = size;
	return chunk;
}

static void keep_chunk(struct arena_keep *keep, struct arena_chunk *chunk)
{
	struct arena_chunk **const place = find_room(keep, chunk->size);
	if (chunk->size > KEEP_MAX - keep->held) {
		release(&keep->from, chunk);
		return;
	}
	chunk->below = *place;
	*place = chunk;
	keep->held += chunk->size;
	forbid(chunk->data, chunk->size);
}

static void *resize_kept(void *ctx, void *p, size_t old_size, size_t new_size)
{
	struct arena_keep *const keep = ctx;
	struct arena_chunk *const old = p ? (struct arena_chunk *)p - 1 : NULL;
	struct arena_chunk *chunk = NULL;
	if (new_size > 0) {
		chunk = take_chunk(keep, new_size);
		if (!chunk)
			return NULL;
		forbid(chunk->data, chunk->size);
		permit(chunk->data, new_size);
		if (old)
			memcpy(chunk->data, p, old_size < new_size ? old_size : new_size);
	}
	if (old)
		keep_chunk(keep, old);
	return chunk ? chunk->data : NULL;
}

void robotsc__arena_keep_init(struct arena_keep *keep, const struct robotsc_alloc *alloc)
{
	*keep = (struct arena_keep){.from = robotsc__arena_alloc_of(alloc), .alloc = {resize_kept, keep}};
}

void robotsc__arena_keep_free(struct arena_keep *keep)
{
	for (struct arena_chunk *chunk = keep->chunks, *below; chunk; chunk = below) {
		below = chunk->below;
		release(&keep->from, chunk);
	}
	keep->chunks = NULL;
}
