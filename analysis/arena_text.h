/* arena_text.h - a text that grows in an arena.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_ARENA_TEXT_H
#define ROBOTSC_ARENA_TEXT_H

#include "access/text.h"
#include "support/arena.h"

struct arena_text {
	struct arena *arena;
	char *at; /* ends with a 0, once something was put */
	size_t len, room;
	bool failed; /* memory was refused; nothing is put from then on */
};

/* The function to write with, for what prints into an arena text. */
static inline void put_text(void *arena_text, const char *text, size_t len)
{
	struct arena_text *const t = arena_text;
	void *at = t->at;
	t->failed = t->failed || !robotsc__arena_reserve(t->arena, &at, &t->room, 1, t->len + len + 1);
	if (t->failed)
		return;
	t->at = at;
	*put_octets(t->at + t->len, text, len) = '\0';
	t->len += len;
}

#endif
