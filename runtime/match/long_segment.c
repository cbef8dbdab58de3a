/* long_segment.c - see path_window.h.
 *
 * A hash of as many octets as the segment has moves along the path; where both agree, octets are
 * compared.  For a segment with sets, a small window reads the path again for each 64 places.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "path_window.h"

#if !ROBOTSC_SMALL

#define PIECE 32 /* items of a long segment that are looked for at a time */
#define HASH_FACTOR 0x9E3779B97F4A7C15u
#define READER_ROOM 320 /* octets of the window from which octets are read one by one */
#define NO_UNIT 0x200u  /* no unit has this value */

/* robotsc__glob_match_find for a segment of any length, from offset first to offset last.  Returns
 * an offset, or NOWHERE. */
RARE static size_t find_long(const struct long_path *l, const struct glob_segment *s, int query, size_t first, size_t last)
{
	uint8_t room[SIDE_ROOM + 16 + PADDING];
	uint64_t escaped[SIDE_ROOM / 64 + 2];
	struct window w = {.path = l->path, .text = room, .room = SIDE_ROOM, .escaped = l->form == FORM_K ? escaped : NULL};
	struct mark mark = first < l->mark.offset ? (struct mark){l->path->begin, 0} : l->mark;
	robotsc__path_window_put(&w, mark);
	for (size_t place = first; place <= last; place += GLOB_POSITIONS) {
		uint64_t positions = first_positions(last - place + 1);
		size_t at = place;
		int after = query;
		if (place < w.offset)
			robotsc__path_window_put(&w, mark);
		for (const uint8_t *item = s->item, *piece; item < s->stop && positions; item = piece) {
			struct glob_text text = window_text(&w);
			const int side = after;
			size_t n = 0;
			piece = item;
			for (unsigned i = 0; i < PIECE && piece < s->stop; i++, piece += item_size(&text, piece)) {
				n += item_length(piece, after);
				after |= *piece == '?';
			}
			robotsc__path_window_reach(&w, at, n + GLOB_POSITIONS, place, &mark);
			text.end = w.end;
			positions = robotsc__glob_match_positions(&text, item, piece, side, w.text + (at - w.offset), positions);
			at += n;
		}
		if (positions)
			return place + lowest_bit(positions);
	}
	return NOWHERE;
}

/* Reads octets or units one by one.  The unit of an escape has bit 8. */
struct reader {
	struct window w;
	struct mark mark; /* at or before the next octet */
	size_t at;        /* offset of the next octet */
	uint8_t room[READER_ROOM + 16 + PADDING];
	uint64_t escaped[READER_ROOM / 64 + 2];
};

RARE static void move_reader(struct reader *r, struct mark mark, size_t at)
{
	r->mark = mark;
	r->at = at;
	robotsc__path_window_put(&r->w, mark);
}

RARE static void begin_reader(const struct long_path *l, struct reader *r, size_t at)
{
	r->w = (struct window){
		.path = l->path, .text = r->room, .room = READER_ROOM, .escaped = l->form == FORM_K ? r->escaped : NULL};
	move_reader(r, at < l->mark.offset ? (struct mark){l->path->begin, 0} : l->mark, at);
}

static inline uint64_t read_one(struct reader *r)
{
	if (r->at >= window_end(&r->w))
		robotsc__path_window_reach(&r->w, r->at, 1, r->at, &r->mark);
	const size_t i = r->at++ - r->w.offset;
	return r->w.text[i] | (r->w.escaped ? r->w.escaped[i / 64] >> i % 64 & 1 : 0) << 8;
}

/* The unit of a pair; NO_UNIT for a pair that is in no canonical path. */
static uint64_t pair_unit(const uint8_t *item)
{
	const uint8_t unit = (uint8_t)(item[0] << 4 | (item[1] & 15));
	if (unit == '/' || unit == '%')
		return unit | 0x100u;
	return unit < FORM_K_LIMIT || unit >= 0x80 ? unit : NO_UNIT;
}

/* The values that an item reads, as read_one gives them.  Returns how many, 1 or 3; 0 if the item
 * reads any of several. */
static unsigned item_values(uint8_t form, const uint8_t *item, int query, uint64_t *values)
{
	values[0] = *item;
	if (form == FORM_K) {
		if (*item < FORM_K_LIMIT)
			values[0] = pair_unit(item);
		else if (*item >= 0x80)
			values[0] = NO_UNIT;
		return *item != GLOB_ONE && *item != GLOB_SET;
	}
	if (*item != GLOB_SLASH && *item != GLOB_QUERY)
		return 1;
	values[0] = *item == GLOB_SLASH ? '/' : '?';
	if (query)
		return 1;
	values[0] = '%';
	values[1] = *item == GLOB_SLASH ? '2' : '3';
	values[2] = 'F';
	return 3;
}

/* The hash of what a segment reads.  Returns 0 if it has an item for several octets. */
RARE static int hash_segment(const struct long_path *l, const struct glob_segment *s, int query, uint64_t *hash)
{
	const struct glob_text text = {.octets = l->form == FORM_K ? s->item : NULL};
	*hash = 0;
	for (const uint8_t *item = s->item; item < s->stop; item += item_size(&text, item)) {
		uint64_t values[3];
		const unsigned n = item_values(l->form, item, query, values);
		if (!n)
			return 0;
		for (unsigned i = 0; i < n; i++)
			*hash = *hash * HASH_FACTOR + values[i];
		query |= *item == '?';
	}
	return 1;
}

/* True if the segment stands where `first` is.  `other` reads the segment, and goes back to where
 * it was if the segment does not stand there. */
RARE static int stands(const struct long_path *l, const struct glob_segment *s, int query, const struct reader *first,
                       struct reader *other)
{
	const struct glob_text text = {.octets = l->form == FORM_K ? s->item : NULL};
	const struct mark mark = other->mark;
	const size_t at = other->at;
	move_reader(other, first->mark, first->at);
	for (const uint8_t *item = s->item; item < s->stop; item += item_size(&text, item)) {
		uint64_t values[3];
		const unsigned n = item_values(l->form, item, query, values);
		for (unsigned i = 0; i < n; i++) {
			if (read_one(other) == values[i])
				continue;
			move_reader(other, mark, at);
			return 0;
		}
		query |= *item == '?';
	}
	return 1;
}

/* find_long for a segment with a hash. */
RARE static size_t find_hash(const struct long_path *l, const struct glob_segment *s, int query, uint64_t wanted, size_t first,
                             size_t last)
{
	struct reader in, out;
	uint64_t hash = 0, power = 1;
	begin_reader(l, &in, first);
	begin_reader(l, &out, first);
	for (size_t i = 0; i < s->n[query]; i++, power *= HASH_FACTOR)
		hash = hash * HASH_FACTOR + read_one(&in);
	for (;; hash = hash * HASH_FACTOR + read_one(&in) - power * read_one(&out)) {
		if (hash == wanted && stands(l, s, query, &out, &in))
			return out.at;
		if (out.at == last)
			return NOWHERE;
	}
}

RARE size_t robotsc__long_segment_find(const struct long_path *l, const struct glob_segment *s, int query, size_t first,
                                       size_t last)
{
	uint64_t hash;
	return hash_segment(l, s, query, &hash) ? find_hash(l, s, query, hash, first, last) : find_long(l, s, query, first, last);
}

#endif
