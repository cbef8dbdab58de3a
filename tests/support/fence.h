/* fence.h - memory with an unreadable page before and behind it.  Needs _DEFAULT_SOURCE.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_FENCE_H
#define ROBOTSC_FENCE_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

struct fence {
	char *begin;
	size_t room;
};

static struct fence fence_make(size_t room)
{
	const size_t page = (size_t)sysconf(_SC_PAGESIZE), size = (room + page - 1) / page * page;
	char *at = mmap(NULL, size + 2 * page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (at == MAP_FAILED || mprotect(at + page, size, PROT_READ | PROT_WRITE) != 0) {
		perror("mmap");
		exit(2);
	}
	return (struct fence){at + page, size};
}

/* Copy octets so that they end at the unreadable page, or begin behind one. */
static inline char *at_end(const struct fence *f, const void *from, size_t len)
{
	char *to = f->begin + f->room - len;

	if (len > 0)
		memcpy(to, from, len);
	return to;
}

static inline char *at_begin(const struct fence *f, const void *from, size_t len)
{
	if (len > 0)
		memcpy(f->begin, from, len);
	return f->begin;
}

#endif
