/* delta_policies.c - see delta_policies.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "delta_policies.h"

#include <stdlib.h>
#include <string.h>

#include "octets.h"
#include "runtime/match/checksum.h"
#include "runtime/snapshot/snapshot_layout.h"

#define ROOM_FIRST 1024u

static uint64_t record_begin(const struct robotsc_snapshot *s)
{
	return RECORD_AT_FRONTS + (uint64_t)FRONT_SIZE * s->nagents;
}

bool robotsc__policy_at(const struct robotsc_snapshot *s, uint64_t place, struct robotsc_text *blob)
{
	const uint64_t begin = record_begin(s);
	uint64_t size;
	if (place % SNAPSHOT_UNIT || s->policies_size < begin || place > s->policies_size - begin)
		return false;
	size = get_little(s->policies + place + RECORD_AT_SIZE, 4);
	*blob = (struct robotsc_text){(const char *)s->policies + place + begin, (size_t)size};
	return size <= s->policies_size - place - begin;
}

enum robotsc_store_status robotsc__pairs_compare(struct equal_pairs *pairs, const struct robotsc_snapshot *before, uint64_t old,
                                                 const struct robotsc_snapshot *after, uint64_t now, bool *equal)
{
	const size_t number = (size_t)((old / RECORD_SMALLEST ^ now / SNAPSHOT_UNIT) % PAIRS_KEPT);
	struct robotsc_text a, b;
	*equal = true;
	if (pairs->kept[number].before == old + 1 && pairs->kept[number].after == now + 1)
		return ROBOTSC_STORE_OK;
	if (!robotsc__policy_at(before, old, &a) || !robotsc__policy_at(after, now, &b))
		return ROBOTSC_STORE_DAMAGED;
	*equal = a.len == b.len && memcmp(a.at, b.at, a.len) == 0;
	if (*equal) {
		pairs->kept[number].before = old + 1;
		pairs->kept[number].after = now + 1;
	}
	return ROBOTSC_STORE_OK;
}

/* ---- policies that are needed ---------------------------------------------------------- */

enum robotsc_store_status robotsc__needed_add(struct needed_policies *needed, uint64_t place)
{
	if (needed->n == needed->room) {
		const size_t room = needed->room ? 2 * needed->room : ROOM_FIRST;
		struct needed_policy *const at = realloc(needed->at, room * sizeof *at);
		if (!at)
			return ROBOTSC_STORE_NOMEM;
		needed->at = at;
		needed->room = room;
	}
	needed->at[needed->n++] = (struct needed_policy){.place = place};
	return ROBOTSC_STORE_OK;
}

static int by_place(const void *a, const void *b)
{
	const struct needed_policy *const x = a, *const y = b;
	return (x->place > y->place) - (x->place < y->place);
}

static int by_digest(const void *a, const void *b)
{
	const struct needed_policy *const x = a, *const y = b;
	return (x->digest > y->digest) - (x->digest < y->digest);
}

static void sort(struct needed_policies *needed, int (*order)(const void *, const void *))
{
	if (needed->n > 0)
		qsort(needed->at, needed->n, sizeof *needed->at, order);
}

/* Keep each place once. */
static void drop_copies(struct needed_policies *needed)
{
	size_t n = 0;
	sort(needed, by_place);
	for (size_t i = 0; i < needed->n; i++)
		if (n == 0 || needed->at[n - 1].place != needed->at[i].place)
			needed->at[n++] = needed->at[i];
	needed->n = n;
}

/* The first policy whose digest is this one or a greater one. */
static size_t first_with(const struct needed_policies *needed, uint64_t digest)
{
	size_t low = 0, high = needed->n;
	while (low < high) {
		const size_t middle = low + (high - low) / 2;
		if (needed->at[middle].digest < digest)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/* Note where OLD has a blob, if it is one that is needed. */
static void match(struct needed_policies *needed, const struct robotsc_snapshot *after, struct robotsc_text blob, uint64_t place)
{
	const uint64_t digest = robotsc_checksum((const uint8_t *)blob.at, blob.len);
	for (size_t i = first_with(needed, digest); i < needed->n && needed->at[i].digest == digest; i++) {
		struct needed_policy *const p = &needed->at[i];
		struct robotsc_text wanted;
		if (!p->found && robotsc__policy_at(after, p->place, &wanted) && wanted.len == blob.len &&
		    memcmp(wanted.at, blob.at, blob.len) == 0) {
			p->found = true;
			p->reference = 2 * (place / SNAPSHOT_UNIT);
		}
	}
}

enum robotsc_store_status robotsc__needed_find(struct needed_policies *needed, const struct robotsc_snapshot *before,
                                               const struct robotsc_snapshot *after)
{
	drop_copies(needed);
	for (size_t i = 0; i < needed->n; i++) {
		struct robotsc_text blob;
		if (!robotsc__policy_at(after, needed->at[i].place, &blob))
			return ROBOTSC_STORE_DAMAGED;
		needed->at[i].digest = robotsc_checksum((const uint8_t *)blob.at, blob.len);
	}
	sort(needed, by_digest);
	for (uint64_t at = 0; needed->n > 0 && at < before->policies_size;) {
		struct robotsc_text blob;
		uint64_t size;
		if (!robotsc__policy_at(before, at, &blob))
			return ROBOTSC_STORE_DAMAGED;
		match(needed, after, blob, at);
		size = (record_begin(before) + blob.len + SNAPSHOT_UNIT - 1) / SNAPSHOT_UNIT * SNAPSHOT_UNIT;
		at += size < RECORD_SMALLEST ? RECORD_SMALLEST : size;
	}
	sort(needed, by_place);
	return ROBOTSC_STORE_OK;
}

struct needed_policy *robotsc__needed_at(const struct needed_policies *needed, uint64_t place)
{
	const struct needed_policy wanted = {.place = place};
	return needed->n ? bsearch(&wanted, needed->at, needed->n, sizeof *needed->at, by_place) : NULL;
}
