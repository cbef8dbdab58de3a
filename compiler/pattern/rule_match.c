/* rule_match.c - see rule_match.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "rule_match.h"

#include "match/load.h"
#include "match/percent.h"

static void put(struct canonical_path *c, unsigned octet)
{
	c->text[c->len++] = (uint8_t)octet;
}

static void put_escaped(struct canonical_path *c, unsigned octet)
{
	put(c, '%');
	put(c, octet_digit(octet >> 4));
	put(c, octet_digit(octet & 15));
}

/* Write an octet as a pair of form K. */
static void put_pair(struct canonical_path *c, unsigned octet)
{
	put(c, FORM_K_LEAD | octet >> 4);
	put(c, FORM_K_TRAIL | (octet & 15));
}

/* Write a literal octet of a path. */
static void put_literal(struct canonical_path *c, uint8_t form, uint8_t octet)
{
	if (form == FORM_K && octet_class[octet] & OCTET_K_PAIR && octet != '/')
		put_pair(c, octet);
	else if (form == FORM_R && octet_class[octet] & OCTET_R_ENCODE)
		put_escaped(c, octet);
	else
		put(c, octet);
	if (octet == '?' && c->query == SIZE_MAX)
		c->query = c->len;
}

/* Write the octet that "%XX" of a path encodes. */
static void put_triplet(struct canonical_path *c, uint8_t form, uint8_t octet)
{
	const uint8_t class = octet_class[octet];
	if (form == FORM_K && class & OCTET_K_PAIR)
		put_pair(c, octet);
	else if (form == FORM_K || class & OCTET_R_DECODE || (class & OCTET_R_QUERY && c->query != SIZE_MAX))
		put(c, octet);
	else
		put_escaped(c, octet);
}

/* The octet that a pair of form K encodes. */
static unsigned pair_octet(unsigned lead, unsigned trail)
{
	return (lead << 4 | (trail & 15)) & 255;
}

/* The value of the item at *at; moves *at past it. */
static unsigned take_item(const struct canonical_path *c, size_t *at)
{
	const unsigned octet = c->text[(*at)++];
	if (!c->paired || octet >= FORM_K_LIMIT)
		return octet;
	if (*at == c->len)
		return UNIT_CUT;
	const unsigned value = pair_octet(octet, c->text[(*at)++]);
	return value == '/' ? UNIT_SLASH : value;
}

bool robotsc__rule_match_rows(struct arena *a, struct canonical_path *c)
{
	unsigned different = 0;
	for (size_t at = 0; at < c->len; c->n++)
		c->row[take_item(c, &at)] = 1;
	for (unsigned value = 0; value <= UNITS; value++) {
		const unsigned is = c->row[value];
		c->row[value] = (uint16_t)different;
		different += is;
	}
	c->words = c->n / 64 + 2;
	uint64_t *const bits = robotsc__arena_zeroed(a, (different + (size_t)1) * c->words, sizeof *bits);
	if (!bits)
		return false;
	size_t at = 0;
	for (size_t i = 0; i < c->n; i++)
		bits[(c->row[take_item(c, &at)] + (size_t)1) * c->words + i / 64] |= (uint64_t)1 << i % 64;
	for (size_t i = c->words; i < (different + (size_t)1) * c->words; i++)
		bits[i] |= bits[i - c->words];
	c->bits = bits;
	return true;
}

bool robotsc__rule_match_path(struct arena *a, const struct robotsc__dialect *dialect, const uint8_t *p, size_t len,
                              struct canonical_path *c)
{
	const uint8_t *const end = len ? p + len : p; /* no octets may be at NULL */
	*c = (struct canonical_path){
		.text = robotsc__arena_take(a, 3 * len + 1), .query = SIZE_MAX, .paired = dialect->form == FORM_K};
	if (!c->text)
		return false;
	if (len == 0 || *p != '/')
		put(c, '/');
	while (p < end && *p != '#' && !(dialect->form == FORM_RAW && *p == 0)) {
		if (dialect->form == FORM_RAW) {
			put(c, *p++);
		} else if (*p == '%' && end - p > 2 && octet_hex(p[1]) < 16 && octet_hex(p[2]) < 16) {
			put_triplet(c, dialect->form, (uint8_t)(octet_hex(p[1]) << 4 | octet_hex(p[2])));
			p += 3;
		} else {
			put_literal(c, dialect->form, *p++);
		}
	}
	return robotsc__rule_match_rows(a, c);
}

/* ---- 64 places at once: bit i of a result is set for a match at place i from at on ---- */

/* The places of items whose values are from low to high. */
static inline uint64_t places(const struct canonical_path *path, unsigned low, unsigned high, size_t at)
{
	const size_t from = path->row[low], to = path->row[high + 1], i = at / 64, shift = at % 64;
	if (from == to)
		return 0;
	const uint64_t *const below = path->bits + from * path->words + i, *const up_to = path->bits + to * path->words + i;
	return (below[0] ^ up_to[0]) >> shift | (below[1] ^ up_to[1]) << 1 << (63 - shift);
}

/* A trial of one pattern. */
struct match_trial {
	const struct canonical_path *path;
	const uint8_t *item, *end; /* what is left of the pattern, from the next segment on */
	uint64_t work;
};

static void spend(struct match_trial *t, size_t n)
{
	t->work -= n < t->work ? n : t->work;
}

/* The size of an operator, literal octet or pair, in octets. */
static inline size_t item_size(const struct canonical_path *path, const uint8_t *item)
{
	if (*item < OP_SET)
		return path->paired && *item < FORM_K_LIMIT ? 2 : 1;
	return *item == OP_SET ? 2 + 2 * (size_t)item[1] : 1;
}

/* The places of an item of form K. */
static uint64_t unit_places(const struct canonical_path *path, const uint8_t *item, size_t at)
{
	uint64_t found = 0;
	if (*item == OP_ONE)
		return ~places(path, UNIT_CUT, UNIT_CUT, at);
	if (*item == OP_SET) {
		for (unsigned i = 2; i < 2 + 2u * item[1]; i += 2)
			found |= places(path, item[i], item[i + 1], at);
		return found & ~places(path, '%', '%', at);
	}
	const unsigned value = *item < FORM_K_LIMIT ? pair_octet(item[0], item[1]) : *item;
	const bool is_pair = octet_class[value] & OCTET_K_PAIR && (value != '/' || *item < FORM_K_LIMIT);
	if (is_pair != (*item < FORM_K_LIMIT)) /* no canonical path has this item */
		return 0;
	return is_pair && value == '/' ? places(path, UNIT_SLASH, UNIT_SLASH, at) : places(path, value, value, at);
}

/* At which of the given places the segment up to `to` begins.  query: the places come after the
 * first '?', and so does all that follows a '?' of the segment. */
static uint64_t segment_places(struct match_trial *t, const uint8_t *to, bool query, size_t at, uint64_t found)
{
	const struct canonical_path *const path = t->path;
	const uint8_t *item = t->item;
	for (; item < to && found; item += item_size(path, item)) {
		if (path->paired) {
			found &= unit_places(path, item, at++);
		} else if (!op_is_variant(*item)) {
			found &= places(path, *item, *item, at++);
			query |= *item == '?';
		} else if (query) {
			const unsigned octet = *item == OP_SLASH ? '/' : '?';
			found &= places(path, octet, octet, at++);
		} else {
			const unsigned digit = *item == OP_SLASH ? '2' : '3';
			found &= places(path, '%', '%', at) & places(path, digit, digit, at + 1) & places(path, 'F', 'F', at + 2);
			at += 3;
		}
	}
	spend(t, (size_t)(item - t->item));
	return found;
}

/* ---- segments ------------------------------------------------------------------------- */

#define NOWHERE SIZE_MAX

/* What surrounds a segment. */
#define STAR_BEFORE 1u
#define END_AFTER 2u

/* The first place from first to last where the segment begins. */
static size_t find(struct match_trial *t, const uint8_t *to, bool query, size_t first, size_t last)
{
	for (size_t at = first; at <= last && t->work; at += 64) {
		const size_t more = last - at;
		const uint64_t found = segment_places(t, to, query, at, more < 63 ? ((uint64_t)2 << more) - 1 : UINT64_MAX);
		if (found)
			return at + lowest_bit(found);
	}
	return NOWHERE;
}

/* How many items the segment reads.  query: it begins after the first '?', not before. */
static size_t items_of(struct match_trial *t, const uint8_t *to, bool query)
{
	size_t n = 0;
	for (const uint8_t *item = t->item; item < to; item += item_size(t->path, item)) {
		n += op_is_variant(*item) && !query ? 3 : 1;
		query |= *item == '?';
	}
	spend(t, (size_t)(to - t->item));
	return n;
}

/* Returns the place after the segment's first match, or NOWHERE.  sides: bit 0: it may begin at
 * the first '?' or before; bit 1: after it. */
static size_t read_side(struct match_trial *t, const uint8_t *to, unsigned sides, unsigned around, size_t at)
{
	const struct canonical_path *const path = t->path;
	const size_t n = items_of(t, to, sides == 2);
	if (n > path->n - at)
		return NOWHERE;
	size_t first = around & END_AFTER ? path->n - n : at, last = around & STAR_BEFORE ? path->n - n : at;
	if (sides == 1 && last >= path->query)
		last = path->query - 1;
	if (sides == 2 && first < path->query)
		first = path->query;
	const size_t found = first > last || n == 0 ? first : find(t, to, sides == 2, first, last);
	return first > last || found == NOWHERE ? NOWHERE : found + n;
}

/* Like read_side, for both sides of the first '?'.  A match that begins up to the '?' ends before
 * any that begins after it. */
static size_t read_segment(struct match_trial *t, const uint8_t *to, bool variants, unsigned around, size_t at)
{
	if (!variants)
		return read_side(t, to, 3, around, at);
	const size_t found = read_side(t, to, 1, around, at);
	return found == NOWHERE && t->path->query != SIZE_MAX ? read_side(t, to, 2, around, at) : found;
}

/* The end of a segment.  *variants: it has OP_SLASH or OP_QUERY. */
static const uint8_t *segment_end(const struct match_trial *t, bool *variants)
{
	const uint8_t *item = t->item;
	for (*variants = false; item < t->end && !op_ends_literal(*item); item += item_size(t->path, item))
		*variants |= op_is_variant(*item) && !t->path->paired;
	return item < t->end ? item : t->end;
}

int robotsc__rule_match_run(const uint8_t *pattern, uint32_t len, const struct canonical_path *path, uint64_t *work)
{
	struct match_trial t = {path, pattern, pattern + len, *work};
	unsigned around = 0;
	size_t at = 0;
	spend(&t, 1);
	while (t.work) {
		bool variants;
		const uint8_t *const to = segment_end(&t, &variants);
		if (to < t.end && *to == OP_END)
			around |= END_AFTER;
		at = read_segment(&t, to, variants, around, at);
		if (at == NOWHERE || to == t.end || around & END_AFTER)
			break;
		around = STAR_BEFORE;
		t.item = to + 1;
	}
	*work = t.work;
	return t.work ? at != NOWHERE : RULE_MATCH_UNKNOWN;
}
