/* successors.c - see successors.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "successors.h"

#include <string.h>

void robotsc__successors_make(struct successors *s, const struct robotsc_alloc *alloc)
{
	robotsc__arena_init(&s->arena, alloc);
	s->room = NULL;
}

void robotsc__successors_free(struct successors *s)
{
	robotsc__arena_free(&s->arena);
}

static bool names_digits(const uint8_t named[256])
{
	bool result = false;
	for (const char *p = "0123456789ABCDEFabcdef"; *p; p++)
		result |= named[(uint8_t)*p] != 0;
	return result;
}

/* Prepare a state for its successors. */
static bool unfold(struct successors *s, struct successor *of)
{
	of->named = robotsc__arena_zeroed(&s->arena, 256, 1);
	of->next = robotsc__arena_take(&s->arena, 256 * sizeof *of->next);
	if (!of->named || !of->next)
		return false;
	s->dfa->name_next(s->dfa, of->state, of->len, of->named);
	of->digits = names_digits(of->named);
	return true;
}

bool robotsc__successors_begin(struct successors *s, struct lazy_dfa *dfa, const uint8_t *state, size_t len)
{
	if (!s->room) {
		s->room = robotsc__arena_take(&s->arena, dfa->state_max);
		s->mark = robotsc__arena_mark(&s->arena);
	}
	robotsc__arena_reset(&s->arena, s->mark);
	s->dfa = dfa;
	s->root = (struct successor){.state = state, .len = len};
	s->parent = &s->root;
	s->last = (struct image){.n = 1};
	return s->room && unfold(s, &s->root);
}

struct successor *robotsc__successors_add(struct successors *s, struct successor *from, uint8_t octet)
{
	struct successor *to = robotsc__arena_zeroed(&s->arena, 1, sizeof *to);
	if (!to)
		return NULL;
	to->len = s->dfa->step(s->dfa, from->state, from->len, octet, s->room);
	uint8_t *state = robotsc__arena_take(&s->arena, to->len);
	if (!state)
		return NULL;
	memcpy(state, s->room, to->len);
	to->state = state;
	if (from->named[octet]) {
		from->named[octet] = SUCCESSOR_KNOWN;
		from->next[octet] = to;
	} else {
		from->other = to;
	}
	return to;
}

bool robotsc__successors_turn(struct successors *s, const struct image *image)
{
	struct successor *at = &s->root;
	s->digits = false;
	for (unsigned i = 0; i + 1 < image->n; i++) {
		at = robotsc__successors_after(s, at, image->octets[i]);
		if (!at || (!at->named && !unfold(s, at)))
			return false;
		s->digits |= at->digits;
	}
	s->parent = at;
	s->last = *image;
	return true;
}
