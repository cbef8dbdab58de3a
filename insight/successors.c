/* successors.c - see successors.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "successors.h"

#include <string.h>

#define OTHERS 256 /* in place of an octet: all that are not named */

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
	of->named = robotsc__arena_zeroed(&s->arena, 256, 1);
	of->next = robotsc__arena_zeroed(&s->arena, OTHERS + 1, sizeof *of->next);
	if (!of->named || !of->next)
		return false;
	s->dfa->name_next(s->dfa, of->state, of->len, of->named);
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
	s->root = (struct successor){state, len, NULL, NULL};
	return s->room && unfold(s, &s->root);
}

static struct successor *step(struct successors *s, struct successor *from, uint8_t octet)
{
	if (!from->next && !unfold(s, from))
		return NULL;
	struct successor **slot = &from->next[from->named[octet] ? octet : OTHERS];
	if (*slot)
		/* cppcheck-suppress identicalInnerCondition ; it is another pointer than that of
		 * the first condition */
		return *slot;
	struct successor *to = robotsc__arena_zeroed(&s->arena, 1, sizeof *to);
	if (!to)
		return NULL;
	to->len = s->dfa->step(s->dfa, from->state, from->len, octet, s->room);
	uint8_t *state = robotsc__arena_take(&s->arena, to->len);
	if (!state)
		return NULL;
	memcpy(state, s->room, to->len);
	to->state = state;
	*slot = to;
	return to;
}

const struct successor *robotsc__successors_step(struct successors *s, const struct becomes *becomes)
{
	struct successor *at = &s->root;
	for (unsigned i = 0; i < becomes->n && at; i++)
		at = step(s, at, becomes->octets[i]);
	return at;
}
