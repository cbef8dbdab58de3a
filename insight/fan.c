/* fan.c - see fan.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "fan.h"

#include <string.h>

#define OTHERS 256 /* in place of an octet: all that are not named */

void robotsc__fan_make(struct fan *fan, const struct robotsc_alloc *alloc)
{
	robotsc__arena_init(&fan->arena, alloc);
	fan->room = NULL;
}

void robotsc__fan_free(struct fan *fan)
{
	robotsc__arena_free(&fan->arena);
}

/* Prepare a leaf for what is behind it. */
static int unfold(struct fan *fan, struct leaf *leaf)
{
	leaf->named = robotsc__arena_zeroed(&fan->arena, 256, 1);
	leaf->next = robotsc__arena_zeroed(&fan->arena, OTHERS + 1, sizeof *leaf->next);
	if (!leaf->named || !leaf->next)
		return 0;
	fan->source->name_next(fan->source, leaf->state, leaf->len, leaf->named);
	return 1;
}

int robotsc__fan_begin(struct fan *fan, struct source *source, const uint8_t *state, size_t len)
{
	if (!fan->room) {
		fan->room = robotsc__arena_take(&fan->arena, source->state_max);
		fan->mark = robotsc__arena_mark(&fan->arena);
	}
	robotsc__arena_reset(&fan->arena, fan->mark);
	fan->source = source;
	fan->root = (struct leaf){state, len, NULL, NULL};
	return fan->room && unfold(fan, &fan->root);
}

static struct leaf *step(struct fan *fan, struct leaf *from, uint8_t octet)
{
	if (!from->next && !unfold(fan, from))
		return NULL;
	struct leaf **slot = &from->next[from->named[octet] ? octet : OTHERS];
	if (*slot)
		/* cppcheck-suppress identicalInnerCondition ; it is another pointer than that of the first condition */
		return *slot;
	struct leaf *leaf = robotsc__arena_zeroed(&fan->arena, 1, sizeof *leaf);
	if (!leaf)
		return NULL;
	leaf->len = fan->source->step(fan->source, from->state, from->len, octet, fan->room);
	uint8_t *state = robotsc__arena_take(&fan->arena, leaf->len);
	if (!state)
		return NULL;
	memcpy(state, fan->room, leaf->len);
	leaf->state = state;
	*slot = leaf;
	return leaf;
}

const struct leaf *robotsc__fan_step(struct fan *fan, const struct becomes *becomes)
{
	struct leaf *leaf = &fan->root;
	for (unsigned i = 0; i < becomes->n && leaf; i++)
		leaf = step(fan, leaf, becomes->octets[i]);
	return leaf;
}
