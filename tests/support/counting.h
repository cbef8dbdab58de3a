/* counting.h - an allocator for tests: counts live octets, can refuse the nth call.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_COUNTING_H
#define ROBOTSC_COUNTING_H

#include <stddef.h>
#include <stdlib.h>

#include "robotsc/compile.h"

struct counting {
	size_t live, peak; /* octets */
	size_t calls;      /* calls that asked for memory */
	size_t refuse;     /* the call that fails, from 1; 0: none; with stay, all later ones */
	int stay;
	size_t wrong; /* calls with an old_size that is not the size handed out */
};

/* In front of every allocation: its size, in as much room as alignment asks for. */
union counting_head {
	size_t size;
	max_align_t align;
};

static void *counting_resize(void *ctx, void *p, size_t old_size, size_t new_size)
{
	struct counting *c = ctx;
	union counting_head *head = p == NULL ? NULL : (union counting_head *)p - 1;

	c->wrong += head == NULL ? old_size != 0 : head->size != old_size;
	if (new_size == 0) {
		c->live -= head == NULL ? 0 : head->size;
		free(head);
		return NULL;
	}
	c->calls++;
	if (c->refuse != 0 && (c->calls == c->refuse || (c->stay && c->calls > c->refuse)))
		return NULL;
	c->live -= head == NULL ? 0 : head->size;
	head = realloc(head, sizeof *head + new_size);
	if (head == NULL)
		abort();
	head->size = new_size;
	c->live += new_size;
	if (c->live > c->peak)
		c->peak = c->live;
	return head + 1;
}

#endif
