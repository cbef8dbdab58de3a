/* hash.h - hashes of numbers and octets, and a table that finds equal items by them.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_HASH_H
#define ROBOTSC_HASH_H

#include <stdbool.h>
#include <stdint.h>

#include "match/load.h"
#include "arena.h"

/* The hash with one more number. */
static inline uint64_t hash_add(uint64_t hash, uint64_t value)
{
	hash = (hash ^ value) * 0x9E3779B97F4A7C15u;
	return hash ^ hash >> 29;
}

/* The hash with a text, and its length. */
static inline uint64_t hash_octets(uint64_t hash, const uint8_t *at, uint32_t len)
{
	uint64_t rest = 0;
	hash = hash_add(hash, len);
	for (; len >= 8; at += 8, len -= 8)
		hash = hash_add(hash, ld64(at));
	for (; len; at++, len--)
		rest = rest << 8 | *at;
	return hash_add(hash, rest);
}

/* Numbers of the caller's items, by hash: open addressing, at most half full. */
struct hash_table {
	struct hash_slot {
		uint32_t hash, number; /* the item's number plus 1; 0: empty */
	} * slots;
	uint32_t n, mask; /* mask: slots less 1 */
};

/* True if two of the caller's items are equal. */
typedef bool hash_equal(const void *ctx, uint32_t x, uint32_t y);

/* Make room for more items.  Returns false if memory is refused. */
static inline bool hash_reserve(struct arena *a, struct hash_table *t, uint32_t more)
{
	const struct hash_table old = *t;
	if (t->slots && t->n + more <= t->mask / 2)
		return true;
	for (t->mask = 15; t->mask / 2 < t->n + more;)
		t->mask = 2 * t->mask + 1;
	t->slots = robotsc__arena_zeroed(a, (size_t)t->mask + 1, sizeof *t->slots);
	for (uint32_t k = 0; t->slots && old.slots && k <= old.mask; k++)
		if (old.slots[k].number) {
			uint32_t i = old.slots[k].hash & t->mask;
			while (t->slots[i].number)
				i = (i + 1) & t->mask;
			t->slots[i] = old.slots[k];
		}
	return t->slots;
}

/* The item in the table that equals the given one.  If there is none, the given one is added, for
 * which the table must have room. */
static inline uint32_t hash_intern(struct hash_table *t, uint64_t hash, hash_equal *equal, const void *ctx, uint32_t item)
{
	uint32_t i = (uint32_t)hash & t->mask;
	for (; t->slots[i].number; i = (i + 1) & t->mask)
		if (t->slots[i].hash == (uint32_t)hash && equal(ctx, t->slots[i].number - 1, item))
			return t->slots[i].number - 1;
	t->slots[i] = (struct hash_slot){(uint32_t)hash, item + 1};
	t->n++;
	return item;
}

#endif
