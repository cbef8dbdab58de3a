/* skip.h - skip the octets on which a machine stays in its root.  docs/formats/blob.md, "Scan"
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_SKIP_H
#define ROBOTSC_SKIP_H

#include "nodes.h"
#include "vector.h"

/* Returns the first octet from at on that may leave the root, or end. */
static inline const uint8_t *scan_octets(const uint8_t *scan, const uint8_t *at, const uint8_t *end)
{
	while (at < end && !scan_stops(scan, *at))
		at++;
	return at;
}

/* Like scan_octets, for a scan table that a pair table follows. */
static inline const uint8_t *scan_pairs(const uint8_t *scan, const uint8_t *at, const uint8_t *end)
{
	const uint8_t *pairs = scan + SCAN_SIZE;
	for (; at < end && !scan_stops(scan, *at); at++) {
		const unsigned first = pair_first(pairs, *at);
		if (!first)
			continue;
		if (end - at == 1 || scan_stops(scan, at[1]) || (first & pair_second(pairs, at[1])))
			break;
	}
	return at;
}

#if VECTOR_X86
#define SHUFFLE __attribute__((target("ssse3,popcnt"))) static inline
#define SHUFFLE_INLINE __attribute__((target("ssse3,popcnt"), always_inline)) static inline

/* Looks up the low half of each octet in low, the high half in high; returns the AND of both. */
SHUFFLE vector_octets look_up(vector_octets low, vector_octets high, vector_octets octets)
{
	return __builtin_ia32_pshufb128(low, octets) & __builtin_ia32_pshufb128(high, vector_high(octets));
}

/* Bit i of the result is set if octet i is not 0. */
SHUFFLE unsigned not_zero(vector_octets v)
{
	const vector_octets none = {0};
	return vector_mask((vector_octets)(v == none)) ^ 0xFFFF;
}

/* Bit i of the result is set if octet i may leave the root. */
SHUFFLE unsigned scan_stops_in(vector_octets rows, vector_octets octets)
{
	const vector_octets bits = {1, 2, 4, 8, 16, 32, 64, -128, 1, 2, 4, 8, 16, 32, 64, -128};
	return not_zero(look_up(rows, bits, octets)) | vector_mask(octets);
}

/* Loads 8 to 15 octets; the remaining ones are 0. */
static inline vector_octets load_short(const uint8_t *begin, const uint8_t *end)
{
	const uint64_t words[2] = {ld64(begin), load_last(end, (size_t)(end - begin))};
	vector_octets v;
	__builtin_memcpy(&v, words, sizeof v);
	return v;
}

/* Returns the address of the lowest set bit, where bit 0 is at; end if no bit is set. */
static inline const uint8_t *first_stop(unsigned stops, const uint8_t *at, const uint8_t *end)
{
	return stops ? at + __builtin_ctz(stops) : end;
}

/* Scans 16 octets at a time; the last load overlaps.  The path has at least 8 octets. */
SHUFFLE const uint8_t *scan_vector(const uint8_t *scan, const uint8_t *begin, const uint8_t *at, const uint8_t *end)
{
	const vector_octets rows = vector_load(scan);
	if (end - begin < 16) {
		const unsigned inside = (1u << (end - begin)) - 1;
		return first_stop((scan_stops_in(rows, load_short(begin, end)) & inside) >> (at - begin), at, end);
	}
	for (; end - at >= 16; at += 16) {
		const unsigned stops = scan_stops_in(rows, vector_load(at));
		if (stops)
			return at + __builtin_ctz(stops);
	}
	return first_stop(scan_stops_in(rows, vector_load(end - 16)) >> (16 - (end - at)), at, end);
}

/* The scan table and the pair table in vectors. */
struct pair_tables {
	vector_octets rows, first_low, first_high, second_low, second_high;
};

SHUFFLE struct pair_tables load_pairs(const uint8_t *scan)
{
	const uint8_t *pairs = scan + SCAN_SIZE;
	const vector_octets high = vector_load(pairs + PAIR_FIRST_HIGH),
			    swap = {8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7};
	return (struct pair_tables){vector_load(scan), vector_load(pairs + PAIR_FIRST_LOW), high,
	                            vector_load(pairs + PAIR_SECOND_LOW), __builtin_ia32_pshufb128(high, swap)};
}

/* Bit i of the result is set if octet i may leave the root.  next: the octet after each.
 * last: the octets without a known successor. */
SHUFFLE unsigned pair_stops_in(const struct pair_tables *t, vector_octets octets, vector_octets next, unsigned last)
{
	const unsigned scan = scan_stops_in(t->rows, octets);
	const vector_octets first = look_up(t->first_low, t->first_high, octets),
			    second = look_up(t->second_low, t->second_high, next);
	return scan | not_zero(first & second) | (not_zero(first) & (scan >> 1 | last));
}

SHUFFLE const uint8_t *pairs_vector(const uint8_t *scan, const uint8_t *begin, const uint8_t *at, const uint8_t *end)
{
	const struct pair_tables tables = load_pairs(scan);
	const vector_octets after = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, -1};
	if (end - begin < 16) {
		const vector_octets octets = load_short(begin, end);
		const unsigned last = 1u << (end - begin - 1);
		const unsigned stops =
			pair_stops_in(&tables, octets, __builtin_ia32_pshufb128(octets, after), last) & (2 * last - 1);
		return first_stop(stops >> (at - begin), at, end);
	}
	for (; end - at > 16; at += 16) {
		const unsigned stops = pair_stops_in(&tables, vector_load(at), vector_load(at + 1), 0x8000);
		if (stops)
			return at + __builtin_ctz(stops);
	}
	const vector_octets octets = vector_load(end - 16);
	const unsigned stops = pair_stops_in(&tables, octets, __builtin_ia32_pshufb128(octets, after), 0x8000);
	return first_stop(stops >> (16 - (end - at)), at, end);
}
#endif

/* Skips octets with the widest kernel that the processor has.  pairs: a pair table exists. */
static inline const uint8_t *scan_path(const uint8_t *scan, int pairs, const uint8_t *begin, const uint8_t *at, const uint8_t *end)
{
#if VECTOR_X86
	if (end - begin >= 8 && at < end && vector_has_shuffle())
		return pairs ? pairs_vector(scan, begin, at, end) : scan_vector(scan, begin, at, end);
#else
	(void)begin;
#endif
	return pairs ? scan_pairs(scan, at, end) : scan_octets(scan, at, end);
}

#endif
