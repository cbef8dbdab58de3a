/* glob_match.c - see glob_match.h.
 *
 * A glob is a list of segments with stars between them.  Each segment is matched at its leftmost
 * position; 64 positions are tried at once.  So the cost is at most octets of the glob times octets
 * of the path / 64.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "glob_match.h"

#include "compare_octets.h"

#if !ROBOTSC_SMALL

void *memchr(const void *at, int octet, size_t n); /* <string.h> need not exist */

/* ---- 64 positions at once: bit i of a result is set for a match at position i -------- */

#if VECTOR_X86
static inline uint64_t join_masks(vector_octets a, vector_octets b, vector_octets c, vector_octets d)
{
	return vector_mask(a) | (uint64_t)vector_mask(b) << 16 | (uint64_t)vector_mask(c) << 32 | (uint64_t)vector_mask(d) << 48;
}

static inline uint64_t positions_of(const uint8_t *at, uint8_t octet)
{
	return join_masks(vector_equal(vector_load(at), octet), vector_equal(vector_load(at + 16), octet),
	                  vector_equal(vector_load(at + 32), octet), vector_equal(vector_load(at + 48), octet));
}

/* Bit i is set if the n octets stand at `at + i`.  i: 0 to 63. */
static uint64_t positions_of_all(const uint8_t *octets, size_t n, const uint8_t *at)
{
	const vector_octets all = {-1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1};
	vector_octets a = all, b = all, c = all, d = all;
	for (size_t i = 0; i < n && vector_mask(a | b | c | d); i++, at++) {
		a &= vector_equal(vector_load(at), octets[i]);
		b &= vector_equal(vector_load(at + 16), octets[i]);
		c &= vector_equal(vector_load(at + 32), octets[i]);
		d &= vector_equal(vector_load(at + 48), octets[i]);
	}
	return join_masks(a, b, c, d);
}

static inline vector_octets in_range(const uint8_t *at, uint8_t first, uint8_t last)
{
	const vector_unsigned from = (vector_unsigned)vector_load(at) - first, none = {0};
	return (vector_octets)(from <= none + (uint8_t)(last - first));
}

static inline uint64_t positions_in(const uint8_t *at, uint8_t first, uint8_t last)
{
	return join_masks(in_range(at, first, last), in_range(at + 16, first, last), in_range(at + 32, first, last),
	                  in_range(at + 48, first, last));
}
#else
static inline uint64_t positions_of(const uint8_t *at, uint8_t octet)
{
	const uint64_t ones = UINT64_MAX / 255, low = ones * 0x7F;
	uint64_t positions = 0;
	for (unsigned i = 0; i < GLOB_POSITIONS; i += 8) {
		const uint64_t differ = ld64(at + i) ^ ones * octet, zero = ~(((differ & low) + low) | differ | low);
		positions |= ((zero >> 7) * 0x0102040810204080u >> 56) << i;
	}
	return positions;
}

static uint64_t positions_of_all(const uint8_t *octets, size_t n, const uint8_t *at)
{
	uint64_t positions = UINT64_MAX;
	for (size_t i = 0; i < n && positions; i++)
		positions &= positions_of(at + i, octets[i]);
	return positions;
}

static inline uint64_t positions_in(const uint8_t *at, uint8_t first, uint8_t last)
{
	uint64_t positions = 0;
	for (unsigned i = 0; i < GLOB_POSITIONS; i++)
		positions |= (uint64_t)(at[i] >= first && at[i] <= last) << i;
	return positions;
}
#endif

/* ---- items: the elements of a segment --------------------------------------------- */

static inline int is_operator(uint8_t octet)
{
	return octet == GLOB_SLASH || octet == GLOB_QUERY;
}

/* How many octets or units a segment reads.  query: the segment begins after the path's first '?'.
 * After a '?' of its own, it continues as if query were set. */
static size_t segment_length(const struct glob_text *text, const uint8_t *item, const uint8_t *end, int query)
{
	size_t n = 0;
	for (; item < end; item += item_size(text, item)) {
		n += item_length(item, query);
		query |= *item == '?';
	}
	return n;
}

/* The escaped bits of 64 units from at on. */
static inline uint64_t escaped_from(const struct glob_text *text, const uint8_t *at)
{
	const size_t i = (size_t)(at - text->begin);
	return text->escaped[i / 64] >> i % 64 | text->escaped[i / 64 + 1] << 1 << (63 - i % 64);
}

/* At which of 64 positions a unit matches an item of form K. */
static inline uint64_t unit_positions(const struct glob_text *text, const uint8_t *item, const uint8_t *at)
{
	const uint64_t escaped = escaped_from(text, at);
	uint64_t positions = 0;
	if (*item == GLOB_ONE)
		return UINT64_MAX;
	if (*item == GLOB_SET) {
		for (unsigned i = 2; i < 2 + 2u * item[1]; i += 2)
			positions |= positions_in(at, item[i], item[i + 1]);
		return positions & ~escaped;
	}
	if (*item >= FORM_K_LIMIT) /* operators of other forms match nothing */
		return *item < 0x80 ? positions_of(at, *item) & ~escaped : 0;
	const uint8_t value = (uint8_t)(item[0] << 4 | (item[1] & 15));
	if (value == '/' || value == '%')
		return positions_of(at, value) & escaped;
	/* Canonical paths have no other pairs. */
	return value < FORM_K_LIMIT || value >= 0x80 ? positions_of(at, value) : 0;
}

/* At which of the given positions a segment matches. */
static uint64_t segment_positions(const struct glob_text *text, const uint8_t *item, const uint8_t *end, int query,
                                  const uint8_t *at, uint64_t positions)
{
	for (; item < end && positions; item += item_size(text, item)) {
		if (text->octets) {
			positions &= unit_positions(text, item, at++);
		} else if (!is_operator(*item)) {
			positions &= positions_of(at++, *item);
			query |= *item == '?';
		} else if (query) {
			positions &= positions_of(at++, *item == GLOB_SLASH ? '/' : '?');
		} else {
			positions &= positions_of(at, '%') & positions_of(at + 1, *item == GLOB_SLASH ? '2' : '3') &
			             positions_of(at + 2, 'F');
			at += 3;
		}
	}
	return positions;
}

/* ---- segments -------------------------------------------------------------------- */

/* The first match of a segment that begins from first to last, or NULL. */
static const uint8_t *find_items(const struct glob_text *text, const uint8_t *item, const uint8_t *end, int query,
                                 const uint8_t *first, const uint8_t *last)
{
	for (; first <= last; first += GLOB_POSITIONS) {
		const uint64_t positions =
			segment_positions(text, item, end, query, first, first_positions((size_t)(last - first) + 1));
		if (positions)
			return first + lowest_bit(positions);
	}
	return NULL;
}

/* True if the n octets stand at `at`. */
static inline int stands(const uint8_t *octets, size_t n, const uint8_t *at)
{
	for (; n > 8; n -= 8, octets += 8, at += 8)
		if (ld64(octets) != ld64(at))
			return 0;
	return n == 0 || (ld64(octets) ^ ld64(at)) << (64 - 8 * n) == 0;
}

/* find_items for plain octets.  Looks for the first two octets at 64 positions, then compares the
 * others: at once, or at the one position that is left. */
static inline const uint8_t *find_far(const uint8_t *octets, size_t n, const uint8_t *first, const uint8_t *last)
{
	const size_t begun = n < 2 ? n : 2;
	for (; first <= last; first += GLOB_POSITIONS) {
		uint64_t positions = first_positions((size_t)(last - first) + 1);
		for (size_t i = 0; i < begun; i++)
			positions &= positions_of(first + i, octets[i]);
#if !VECTOR_X86 /* find_octets has not looked at the last octet */
		positions &= positions ? positions_of(first + n - 1, octets[n - 1]) : 0;
#endif
		if (!positions)
			continue;
		const uint8_t *const at = first + lowest_bit(positions);
		if (positions & (positions - 1))
			positions &= positions_of_all(octets + begun, n - begun, first + begun);
		else if (!stands(octets + begun, n - begun, at + begun))
			positions = 0;
		if (positions)
			return first + lowest_bit(positions);
	}
	return NULL;
}

/* find_items for plain octets.  Looks for the first and last octet; if what is between them
 * differs, continues with find_far. */
static inline const uint8_t *find_octets(const uint8_t *octets, size_t n, const uint8_t *first, const uint8_t *last)
{
	if (first == last)
		return stands(octets, n, first) ? first : NULL;
#if VECTOR_X86
	for (; first <= last; first += 16) {
		const unsigned both = vector_mask(vector_equal(vector_load(first), octets[0]) &
		                                  vector_equal(vector_load(first + n - 1), octets[n - 1]));
		if (!both)
			continue;
		first += __builtin_ctz(both);
		if (first > last)
			return NULL;
		if (n < 3 || stands(octets + 1, n - 2, first + 1))
			return first;
		first++;
		break;
	}
#endif
	return find_far(octets, n, first, last);
}

/* Returns the end of a segment: a star, GLOB_END or end.  Returns NULL if the segment reads more
 * than `most` octets or units.  *plain: 1 if all its items are octets. */
static inline const uint8_t *segment_end(const struct glob_text *text, const uint8_t *item, const uint8_t *end, size_t most,
                                         int *plain)
{
	*plain = !text->octets;
	for (size_t read = 0; item < end && *item != GLOB_STAR && *item != GLOB_END;) {
		size_t n = 1;
		if (text->octets) {
			item += item_size(text, item);
		} else if (*item >= 0x80) {
			*plain = 0;
			item++;
		} else {
			const uint64_t operators = ld64(item) & (uint64_t)0x80 * (UINT64_MAX / 255);
			const size_t left = (size_t)(end - item);
			n = operators ? lowest_octet(operators) : 8;
			n = n < left ? n : left;
			item += n;
		}
		read += n;
		if (read > most)
			return NULL;
	}
	return item;
}

/* What surrounds a segment. */
#define AFTER_STAR 1
#define BEFORE_END 2

/* Matches a segment of n octets or units from at on.  Returns where the match ends, or NULL.
 * query: 1: begin after the path's first '?'; 0: at it or before; below 0: anywhere. */
SPECIALIZED const uint8_t *read_segment(const struct glob_text *text, const uint8_t *item, const uint8_t *end, size_t n,
                                        const int plain, int query, unsigned around, const uint8_t *at)
{
	if (n > (size_t)(text->end - at))
		return NULL;
	const uint8_t *first = around & BEFORE_END ? text->end - n : at, *last = around & AFTER_STAR ? text->end - n : at;
	if (query == 0 && last > text->query)
		last = text->query;
	if (query > 0 && first <= text->query)
		first = text->query + 1;
	if (first > last)
		return NULL;
	if (n)
		first = plain ? find_octets(item, n, first, last) : find_items(text, item, end, query > 0, first, last);
	return first ? first + n : NULL;
}

/* Matches a segment with operators or of form K.  Operators depend on the side of the first '?'. */
NOT_INLINE static const uint8_t *read_items(struct glob_text *text, const uint8_t *item, const uint8_t *end, unsigned around,
                                            const uint8_t *at)
{
	if (text->octets)
		return read_segment(text, item, end, segment_length(text, item, end, 0), 0, -1, around, at);
	if (!text->query)
		text->query = memchr(text->begin, '?', (size_t)(text->end - text->begin));
	if (!text->query)
		text->query = text->end;
	const uint8_t *const found = read_segment(text, item, end, segment_length(text, item, end, 0), 0, 0, around, at);
	return found ? found : read_segment(text, item, end, segment_length(text, item, end, 1), 0, 1, around, at);
}

/* ---- globs ------------------------------------------------------------------------ */

/* The end of the path's first n octets.  NULL if the path is shorter or a pair is cut. */
static inline const uint8_t *skip_known(const struct glob_text *text, unsigned n)
{
	const uint8_t *at = text->begin;
	if (!text->octets)
		return n <= (size_t)(text->end - at) ? at + n : NULL;
	for (unsigned i = 0; i < n; i++) {
		const int trail = text->octets[i] >= FORM_K_TRAIL && text->octets[i] < FORM_K_LIMIT;
		if (!trail && at == text->end)
			return NULL;
		at += !trail;
	}
	return n && text->octets[n - 1] < FORM_K_TRAIL ? NULL : at;
}

/* A quick test: true if the last octet of the glob, before GLOB_END, is not the path's last. */
static inline int ends_otherwise(const struct glob_text *text, const uint8_t *glob, const uint8_t *end)
{
	return !text->octets && end - glob > 1 && end[-1] == GLOB_END && end[-2] < 0x80 && text->end[-1] != end[-2];
}

int robotsc__glob_match_run(struct glob_text *text, const uint8_t *glob, const uint8_t *end)
{
	const uint8_t *at = text->begin;
	unsigned around = 0;
	if (glob < end && *glob == GLOB_KNOWN) {
		at = skip_known(text, glob[1]);
		glob += 2;
	}
	if (at && ends_otherwise(text, glob, end))
		return 0;
	while (at) {
		int plain;
		const uint8_t *const stop = segment_end(text, glob, end, (size_t)(text->end - at), &plain);
		if (!stop)
			return 0;
		if (stop < end && *stop == GLOB_END)
			around |= BEFORE_END;
		at = plain ? read_segment(text, glob, stop, (size_t)(stop - glob), 1, -1, around, at)
		           : read_items(text, glob, stop, around, at);
		if (stop == end || around & BEFORE_END)
			break;
		around = AFTER_STAR;
		glob = stop + 1;
	}
	return at != NULL;
}

struct glob_text robotsc__glob_match_units(const uint8_t *begin, const uint8_t *end, uint8_t *units, uint64_t *escaped)
{
	struct glob_text text = {.begin = units, .octets = begin, .escaped = escaped};
	for (unsigned i = 0; i < UNIT_WORDS; i++)
		escaped[i] = 0;
	text.end = units + add_units(begin, end, units, 0, escaped);
	pad(units + (text.end - units));
	return text;
}

/* ---- parts of a path that is longer than the buffer ---------------------------------- */

int robotsc__glob_match_segment(const struct glob_text *text, const uint8_t *item, const uint8_t *end, size_t most,
                                struct glob_segment *s)
{
	s->item = item;
	s->stop = segment_end(text, item, end, most, &s->plain);
	if (!s->stop)
		return 0;
	s->n[0] = s->n[1] = (size_t)(s->stop - item);
	for (int query = 0; query < 2 && !s->plain; query++)
		s->n[query] = segment_length(text, item, s->stop, query);
	return 1;
}

const uint8_t *robotsc__glob_match_find(const struct glob_text *text, const struct glob_segment *s, int query, const uint8_t *first,
                                        const uint8_t *last)
{
	if (s->n[query] == 0)
		return first;
	return s->plain ? find_octets(s->item, s->n[0], first, last) : find_items(text, s->item, s->stop, query, first, last);
}

uint64_t robotsc__glob_match_positions(const struct glob_text *text, const uint8_t *item, const uint8_t *end, int query,
                                       const uint8_t *at, uint64_t positions)
{
	return segment_positions(text, item, end, query, at, positions);
}

#endif
