/* snapshot_change_octets.c - see snapshot_forger.h: changes the octets of a snapshot.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "snapshot_forger.h"

#include <string.h>

/* Replace a number by one near a limit.  No expression draws two random numbers, so every compiler
 * makes the same snapshot. */
static void change_number(struct snapshot_forgery *f, size_t at, size_t octets)
{
	static const int64_t steps[] = {0, 0, 0, 0, 1, -1, 8, -8, 64, -64, 320, 7};
	const uint64_t was = second_load(f->bytes + at, octets), most = octets == 8 ? UINT64_MAX : ((uint64_t)1 << 8 * octets) - 1;
	const size_t section = below(f, SECOND_SECTIONS);
	const uint64_t place = f->map.section[section], size = f->map.size[section];
	const uint64_t limits[] = {0,
	                           1,
	                           was * 2,
	                           0 - was,
	                           most,
	                           most / 2,
	                           (uint64_t)1 << 32,
	                           (uint64_t)1 << 29,
	                           (uint64_t)1 << 61,
	                           (uint64_t)1 << 58,
	                           f->len,
	                           f->len - was,
	                           was / 8,
	                           size,
	                           size / 8,
	                           place,
	                           0 - place,
	                           product_random(&f->chance)};
	uint64_t value = below(f, 3) == 0 ? was : limits[below(f, sizeof limits / sizeof *limits)];

	value += (uint64_t)steps[below(f, sizeof steps / sizeof *steps)];
	if (value == was)
		value = below(f, 2) == 0 ? was + 1 : was ^ 1u << below(f, 8);
	second_store(f->bytes + at, value, octets);
}

static void change_bit(struct snapshot_forgery *f, size_t at)
{
	f->bytes[at] ^= (uint8_t)(1u << below(f, 8));
}

struct number {
	uint16_t at, octets;
};

static void change_head(struct snapshot_forgery *f)
{
	static const struct number numbers[] = {{0, 8},   {8, 2},   {10, 2},  {12, 4},  {16, 8}, {24, 8}, {32, 8},
	                                        {40, 8},  {48, 8},  {56, 4},  {60, 4},  {64, 4}, {68, 4}, {264, 1},
	                                        {265, 1}, {266, 1}, {267, 1}, {268, 4}, {272, 8}};
	const struct number *n = &numbers[below(f, sizeof numbers / sizeof *numbers)];

	if (n->at == 56 && below(f, 2) == 0)
		f->bytes[56] = (uint8_t)below(f, 18);
	else
		change_number(f, n->at, n->octets);
}

/* Write huge numbers into the head, and the numbers that a reader would compute from them if its
 * integers overflowed. */
static void change_wrap(struct snapshot_forgery *f)
{
	static const uint64_t numbers[] = {UINT64_MAX,      UINT64_MAX - 62, UINT64_MAX / 10,   UINT64_MAX / 48,
	                                   UINT64_MAX / 64, UINT64_MAX / 80, UINT32_MAX,        UINT32_MAX / 10,
	                                   24051816858u,    24051816774u,    (uint64_t)1 << 61, (uint64_t)1 << 58};
	const uint64_t number = numbers[below(f, sizeof numbers / sizeof *numbers)], n = number + below(f, 5) - 1;
	const uint32_t homes = (uint32_t)(below(f, 2) == 0 ? (n * 10 + 55) / 56 : second_homes(n));

	second_store(f->bytes + 32, n, 8);
	second_store(f->bytes + 60, homes, 4);
	second_store(f->bytes + 72 + 48 * SECOND_MARKS + 8, (n + 63) / 64 * 8, 8);
	second_store(f->bytes + 72 + 48 * SECOND_INDEX + 8,
	             below(f, 2) == 0 ? (uint32_t)(homes + 15) * 64 : (homes + (uint64_t)15) * 64, 8);
	if (below(f, 2) == 0)
		second_store(f->bytes + 72 + 48 * SECOND_POLICIES, 0 - (uint64_t)below(f, 5) * 64, 8);
}

static void change_entry(struct snapshot_forgery *f)
{
	static const struct number numbers[] = {{4, 2},  {6, 1},  {7, 1},  {8, 5},  {13, 5}, {18, 2}, {20, 1},
	                                        {21, 1}, {22, 1}, {23, 5}, {28, 8}, {36, 5}, {41, 3}};
	const struct number *n = &numbers[below(f, sizeof numbers / sizeof *numbers)];
	const size_t at = f->map.entry[below(f, f->map.nentries)];

	if (n->octets < 3 && below(f, 2) == 0)
		change_bit(f, at + n->at);
	else
		change_number(f, at + n->at, n->octets);
}

static void change_policy(struct snapshot_forgery *f)
{
	uint8_t *p = f->bytes + f->map.entry[below(f, f->map.nentries)] + 36;
	const uint64_t record = f->map.record[below(f, f->map.nrecords)] - f->map.section[SECOND_POLICIES];

	if (below(f, 4) == 0)
		change_number(f, (size_t)(p - f->bytes), 5);
	else
		second_store(p, record / 8 + (below(f, 2) == 0 ? below(f, 9) : 0), 5);
	if (below(f, 4) == 0)
		change_number(f, (size_t)(p - f->bytes) + 5, 3);
}

static void change_swap(struct snapshot_forgery *f)
{
	const size_t n = f->map.nentries, one = below(f, n), end = f->map.section[SECOND_ENTRIES] + f->map.size[SECOND_ENTRIES];
	const size_t size = (one + 1 < n ? f->map.entry[one + 1] : end) - f->map.entry[one];

	for (size_t i = 0, other = below(f, n); i < n; i++, other = (other + 1) % n) {
		uint8_t *a = f->bytes + f->map.entry[one], *b = f->bytes + f->map.entry[other];

		if (other == one || (other + 1 < n ? f->map.entry[other + 1] : end) - f->map.entry[other] != size)
			continue;
		for (size_t k = 0; k < size; k++) {
			const uint8_t octet = a[k];

			a[k] = b[k];
			b[k] = octet;
		}
		return;
	}
}

static uint8_t *a_bucket(struct snapshot_forgery *f)
{
	return f->bytes + f->map.section[SECOND_INDEX] + SECOND_BUCKET * below(f, f->map.nbuckets);
}

/* A bucket with slots, if there is one. */
static uint8_t *a_used_bucket(struct snapshot_forgery *f)
{
	uint8_t *bucket = a_bucket(f);

	for (int i = 0; i < 30 && bucket[4] == 0; i++)
		bucket = a_bucket(f);
	return bucket;
}

static void change_bucket(struct snapshot_forgery *f)
{
	uint8_t *bucket = a_used_bucket(f);

	switch (below(f, 4)) {
	case 0:
		bucket[4] = (uint8_t)(below(f, 2) == 0 ? below(f, 10) : below(f, 256));
		break;
	case 1:
		bucket[5] = (uint8_t)(below(f, 4) > 0 ? bucket[5] ^ 1 : below(f, 256));
		break;
	case 2:
		bucket += 6 + below(f, 2);
		*bucket = (uint8_t)below(f, 256);
		break;
	default:
		change_bit(f, (size_t)(bucket - f->bytes) + below(f, SECOND_BUCKET));
	}
}

static void change_slot(struct snapshot_forgery *f)
{
	uint8_t *bucket = a_used_bucket(f), *slot = bucket + 8 + 8 * below(f, SECOND_SLOTS);
	const uint64_t entry = f->map.nentries > 0 ? f->map.entry[below(f, f->map.nentries)] - f->map.section[SECOND_ENTRIES] : 0;

	switch (below(f, 4)) {
	case 0:
		second_store(slot, entry / 8, 5);
		break;
	case 1:
		f->inner[f->ninner] = (size_t)entry + 8 + 8 * below(f, 6);
		second_store(slot, f->inner[f->ninner++] / 8, 5);
		break;
	case 2:
		change_number(f, (size_t)(slot - f->bytes), 5);
		break;
	default:
		change_number(f, (size_t)(slot - f->bytes) + 5, 3);
	}
}

/* Give all slots the same tag; or fill all buckets with slots of that tag, each for any entry. */
static void change_tags(struct snapshot_forgery *f)
{
	const uint8_t *tag = a_used_bucket(f) + 13;
	const int all = below(f, 2) == 0;

	for (uint32_t i = 0; i < f->map.nbuckets; i++) {
		uint8_t *bucket = f->bytes + f->map.section[SECOND_INDEX] + SECOND_BUCKET * i;

		for (size_t k = 0; k < (all ? SECOND_SLOTS : bucket[4]); k++) {
			uint8_t *slot = bucket + 8 + 8 * k;

			memmove(slot + 5, tag, 3);
			if (all && f->map.nentries > 0)
				second_store(slot, (f->map.entry[below(f, f->map.nentries)] - f->map.section[SECOND_ENTRIES]) / 8,
				             5);
		}
		if (all)
			bucket[4] = SECOND_SLOTS;
	}
}

static void change_chain(struct snapshot_forgery *f)
{
	const int full = below(f, 2) == 0;

	for (uint32_t i = 0; i < f->map.nbuckets; i++) {
		uint8_t *bucket = f->bytes + f->map.section[SECOND_INDEX] + SECOND_BUCKET * i;

		bucket[5] = 1;
		if (full)
			bucket[4] = SECOND_SLOTS;
	}
	if (below(f, 2) == 0)
		f->bytes[56] = 16;
}

static void change_front(struct snapshot_forgery *f)
{
	const size_t record = f->map.record[below(f, f->map.nrecords)], at = record + 8 + 8 * below(f, f->map.nagents);

	switch (below(f, 3)) {
	case 0:
		second_store(f->bytes + at, below(f, 12), 4);
		break;
	case 1:
		change_number(f, at, 4);
		break;
	default:
		change_bit(f, at + 4 + below(f, 4));
	}
}

static void change_fill(struct snapshot_forgery *f)
{
	for (int i = 0; i < 200 && f->len > f->map.agents_end; i++) {
		const size_t at = f->map.agents_end + below(f, f->len - f->map.agents_end);

		if (f->bytes[at] == 0 && f->bytes[at - 1] == 0) {
			f->bytes[at] = (uint8_t)below(f, 256);
			return;
		}
	}
}

static void change_cut(struct snapshot_forgery *f)
{
	const size_t was = f->len;

	switch (below(f, 4)) {
	case 0:
		f->len = below(f, f->len + 1);
		break;
	case 1:
		f->len -= below(f, f->len < 70 ? f->len + 1 : 70);
		break;
	case 2:
		f->len = f->map.section[below(f, SECOND_SECTIONS)];
		f->len += below(f, 3);
		break;
	default:
		f->len += 1 + below(f, 130);
		memset(f->bytes + was, (int)below(f, 2), f->len - was);
		f->bytes[10] = (uint8_t)below(f, 2);
	}
	if (f->len >= 24 && below(f, 4) > 0)
		second_store(f->bytes + 16, f->len, 8);
}

void snapshot_change_octets(struct snapshot_forgery *f, enum snapshot_change change)
{
	const struct snapshot_map *m = &f->map;
	const size_t one = below(f, SECOND_SECTIONS), other = below(f, 2);

	if (change == CHANGE_HEAD)
		change_head(f);
	else if (change == CHANGE_WRAP)
		change_wrap(f);
	else if (change == CHANGE_SECTION)
		change_number(f, 72 + 48 * one + 8 * other, 8);
	else if (change == CHANGE_AGENT && m->nagents > 0 && below(f, 2) == 0)
		change_number(f, 280, 2);
	else if (change == CHANGE_AGENT)
		change_number(f, 268 + below(f, m->agents_end - 268), 1 + one);
	else if (change == CHANGE_BUCKET)
		change_bucket(f);
	else if (change == CHANGE_SLOT)
		change_slot(f);
	else if (change == CHANGE_TAGS)
		change_tags(f);
	else if (change == CHANGE_CHAIN)
		change_chain(f);
	else if (change == CHANGE_FILL)
		change_fill(f);
	else if (change == CHANGE_BIT)
		change_bit(f, below(f, f->len));
	else if (change == CHANGE_CUT)
		change_cut(f);
	else if (m->nentries == 0)
		return;
	else if (change == CHANGE_FIELD)
		change_entry(f);
	else if (change == CHANGE_POLICY)
		change_policy(f);
	else if (change == CHANGE_SWAP)
		change_swap(f);
	else if (change == CHANGE_MARK)
		change_number(f, m->section[SECOND_MARKS] + 8 * below(f, (m->nentries + 63) / 64), 8);
	else if (change == CHANGE_RECORD)
		change_number(f, m->record[below(f, m->nrecords)] + 4, 4);
	else if (change == CHANGE_FRONT && m->nagents > 0)
		change_front(f);
}
