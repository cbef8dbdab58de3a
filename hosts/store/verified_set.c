/* verified_set.c - see handle.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>

#include "handle.h"

typedef _Atomic(_Atomic uint8_t *) bits_slot; /* the bits of a pack */

int robotsc__verified_set_init(struct verified_set *t)
{
	t->top = calloc(VERIFIED_SET_FANOUT, sizeof *t->top);
	return t->top ? 0 : -1;
}

void robotsc__verified_set_free(struct verified_set *t)
{
	for (unsigned i = 0; t->top && i < VERIFIED_SET_FANOUT; i++) {
		bits_slot *leaf = atomic_load(&t->top[i]);
		for (unsigned j = 0; leaf && j < VERIFIED_SET_FANOUT; j++)
			free((void *)atomic_load(&leaf[j]));
		free((void *)leaf);
	}
	free((void *)t->top);
}

static unsigned top_of(uint64_t name)
{
	return (unsigned)(name >> 32) % VERIFIED_SET_FANOUT;
}

static unsigned leaf_of(uint64_t name)
{
	return (unsigned)(name >> 16) % VERIFIED_SET_FANOUT;
}

static unsigned place_of(uint64_t name)
{
	return (unsigned)name % VERIFIED_SET_FANOUT;
}

bool robotsc__verified_set_has(const struct verified_set *t, uint64_t name)
{
	bits_slot *leaf = atomic_load_explicit(&t->top[top_of(name)], memory_order_acquire);
	_Atomic uint8_t *bits = leaf ? atomic_load_explicit(&leaf[leaf_of(name)], memory_order_acquire) : NULL;
	const unsigned place = place_of(name);
	return bits && (atomic_load_explicit(&bits[place / 8], memory_order_relaxed) >> place % 8 & 1);
}

/* The leaf for a name, made when it is missing.  When two threads make it, only one leaf is
 * kept. */
static bits_slot *leaf_for(struct verified_set *t, uint64_t name)
{
	_Atomic(bits_slot *) *slot = &t->top[top_of(name)];
	bits_slot *leaf = atomic_load(slot), *made;

	if (leaf)
		return leaf;
	made = calloc(VERIFIED_SET_FANOUT, sizeof *made);
	if (made && !atomic_compare_exchange_strong(slot, &leaf, made)) {
		free((void *)made);
		return leaf;
	}
	return made;
}

static _Atomic uint8_t *bits_for(bits_slot *slot, unsigned count)
{
	_Atomic uint8_t *bits = atomic_load(slot), *made;
	if (bits)
		return bits;
	made = calloc(count / 8 + 1, 1);
	if (made && !atomic_compare_exchange_strong(slot, &bits, made)) {
		free((void *)made);
		return bits;
	}
	return made;
}

int robotsc__verified_set_add(struct verified_set *t, uint64_t name, unsigned count)
{
	bits_slot *leaf = leaf_for(t, name);
	_Atomic uint8_t *bits = leaf ? bits_for(&leaf[leaf_of(name)], count) : NULL;
	const unsigned place = place_of(name);
	if (bits && place < count)
		atomic_fetch_or(&bits[place / 8], (uint8_t)(1u << place % 8));
	return bits ? 0 : -1;
}
