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

/* Prepare a state for its successors. */
static bool unfold(struct successors *s, struct successor *of)
{
	of->named = robotsc__arena_take(&s->arena, 256);
	of->next = robotsc__arena_take(&s->arena, 256 * sizeof *of->next);
	if (!of->named || !of->next)
		return false;
	if (of->twin) {
		for (unsigned i = 0; i < 256; i += 8) { /* what is known is only named */
			uint64_t eight;
			memcpy(&eight, of->twin->named + i, sizeof eight);
			eight = (eight | eight >> 1) & 0x0101010101010101u;
			memcpy(of->named + i, &eight, sizeof eight);
		}
		of->named_steps = of->twin->named_steps;
		s->dfa->steps += of->named_steps;
		return true;
	}
	const uint64_t before = s->dfa->steps;
	memset(of->named, 0, 256);
	s->dfa->name_next(s->dfa, of->state, of->len, of->named);
	of->named_steps = s->dfa->steps - before;
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
	s->way[0] = &s->root;
	s->last = (struct image){.n = 1};
	return s->room && unfold(s, &s->root);
}

/* Step the DFA, and keep the state. */
static bool step(struct successors *s, struct successor *from, uint8_t octet, struct successor *to)
{
	to->len = s->dfa->step(s->dfa, from->state, from->len, octet, s->room);
	if (!from->named[octet] && to->len == from->len && memcmp(from->state, s->room, to->len) == 0) {
		to->twin = from;
		to->state = from->state;
		return true;
	}
	uint8_t *state = robotsc__arena_take(&s->arena, to->len);
	if (!state)
		return false;
	to->state = memcpy(state, s->room, to->len);
	return true;
}

struct successor *robotsc__successors_add(struct successors *s, struct successor *from, uint8_t octet)
{
	struct successor *to = robotsc__arena_zeroed(&s->arena, 1, sizeof *to);
	if (!to)
		return NULL;
	if (from->named[octet]) {
		from->named[octet] = SUCCESSOR_KNOWN;
		from->next[octet] = to;
		return step(s, from, octet, to) ? to : NULL;
	}
	from->other = to;
	if (from->twin) { /* it stays as it is */
		to->twin = from;
		to->state = from->state;
		to->len = from->len;
		from->other_steps = from->twin->other_steps;
		s->dfa->steps += from->other_steps;
		return to;
	}
	const uint64_t before = s->dfa->steps;
	const bool stepped = step(s, from, octet, to);
	from->other_steps = s->dfa->steps - before;
	return stepped ? to : NULL;
}

bool robotsc__successors_turn(struct successors *s, const struct image *image)
{
	for (unsigned i = 0; i + 1 < image->n; i++) {
		struct successor *at = robotsc__successors_after(s, s->way[i], image->octets[i]);
		if (!at || (!at->named && !unfold(s, at)))
			return false;
		s->way[i + 1] = at;
	}
	s->last = *image;
	return true;
}
