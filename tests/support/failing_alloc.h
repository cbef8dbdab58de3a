/* failing_alloc.h - memory that runs out at a chosen allocation, for programs that are linked with
 * -Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc,--wrap=posix_memalign.
 *
 * For one source file per program, as test.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_FAILING_ALLOC_H
#define ROBOTSC_FAILING_ALLOC_H

#include <errno.h>
#include <stdatomic.h>
#include <stddef.h>

/* How many allocations succeed before one fails.  Threads share it; negative: none fails. */
static atomic_long allocations_left = -1;

static inline int allocation_fails(void)
{
	return atomic_load(&allocations_left) >= 0 && atomic_fetch_sub(&allocations_left, 1) == 0;
}

void *__real_malloc(size_t size);
void *__real_calloc(size_t n, size_t size);
void *__real_realloc(void *p, size_t size);
int __real_posix_memalign(void **p, size_t alignment, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t n, size_t size);
void *__wrap_realloc(void *p, size_t size);
int __wrap_posix_memalign(void **p, size_t alignment, size_t size);

void *__wrap_malloc(size_t size)
{
	return allocation_fails() ? NULL : __real_malloc(size);
}

void *__wrap_calloc(size_t n, size_t size)
{
	return allocation_fails() ? NULL : __real_calloc(n, size);
}

void *__wrap_realloc(void *p, size_t size)
{
	return allocation_fails() ? NULL : __real_realloc(p, size);
}

int __wrap_posix_memalign(void **p, size_t alignment, size_t size)
{
	return allocation_fails() ? ENOMEM : __real_posix_memalign(p, alignment, size);
}

#endif
