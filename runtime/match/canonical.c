/* canonical.c - see canonical.h.
 *
 * In form R an escape can be recognized from its own three octets.  So 16 octets are converted at
 * once, without a branch for each.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "canonical.h"

#include "compare_octets.h"
#include "skip.h"

#if !ROBOTSC_SMALL

void *memchr(const void *at, int octet, size_t n); /* <string.h> need not exist */
void *memmove(void *to, const void *from, size_t n);

#define FIRST_STEP 16 /* octets made in the first step */

#if VECTOR_X86
/* Canonical octets, their number, and how many octets of the path they come from. */
struct canonical_block {
	vector_octets octets;
	unsigned made, read;
};

/* Shifts by a constant n: UP to higher indexes, DOWN to lower ones; fills with 0. */
#define FROM(n) ((n) < 0 || (n) > 15 ? -128 : (n))
#define FROM_FOUR(n) FROM(n), FROM((n) + 1), FROM((n) + 2), FROM((n) + 3)
#define FROM_ALL(n) ((vector_octets){FROM_FOUR(n), FROM_FOUR((n) + 4), FROM_FOUR((n) + 8), FROM_FOUR((n) + 12)})
#define UP(octets, n) __builtin_ia32_pshufb128((octets), FROM_ALL(-(n)))
#define DOWN(octets, n) __builtin_ia32_pshufb128((octets), FROM_ALL(n))

/* Shuffle masks for shifts by an n of 0 to 16 that is known at run time only. */
static const uint8_t shuffle_masks[48] = {128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128,
                                          0,   1,   2,   3,   4,   5,   6,   7,   8,   9,   10,  11,  12,  13,  14,  15,
                                          128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128};

SHUFFLE vector_octets move_up(vector_octets octets, size_t n)
{
	return __builtin_ia32_pshufb128(octets, vector_load(shuffle_masks + 16 - n));
}

SHUFFLE vector_octets move_down(vector_octets octets, size_t n)
{
	return __builtin_ia32_pshufb128(octets, vector_load(shuffle_masks + 16 + n));
}

/* Keeps the first n octets and clears the others. */
SHUFFLE vector_octets first_octets(vector_octets octets, size_t n)
{
	const vector_octets mask = vector_load(shuffle_masks + 32 - n), none = {0};
	return octets & (vector_octets)(mask >= none);
}

/* Loads up to 16 octets from at on; octets past the path's end are 0.  *n: how many exist. */
SHUFFLE vector_octets load_path(const struct path *path, const uint8_t *at, unsigned *n)
{
	const size_t left = (size_t)(path->end - at), len = (size_t)(path->end - path->begin);
	*n = left < 16 ? (unsigned)left : 16;
	if (left >= 16)
		return vector_load(at);
	if (len >= 16)
		return move_down(vector_load(path->end - 16), 16 - left);
	if (len >= 8)
		return move_down(load_short(path->begin, path->end), (size_t)(at - path->begin));
	return (vector_octets)(vector_words){(long long)load_word(at, left), 0};
}

/* Percent-encodes the first 5 octets. */
SHUFFLE vector_octets encode_octets(vector_octets octets)
{
	const vector_octets digits = {'0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'A', 'B', 'C', 'D', 'E', 'F'};
	const vector_octets high_at = {-1, 0, -1, -1, 1, -1, -1, 2, -1, -1, 3, -1, -1, 4, -1, -1},
			    low_at = {-1, -1, 0, -1, -1, 1, -1, -1, 2, -1, -1, 3, -1, -1, 4, -1},
			    percents = {'%', 0, 0, '%', 0, 0, '%', 0, 0, '%', 0, 0, '%', 0, 0, 0};
	const vector_octets high = __builtin_ia32_pshufb128(digits, vector_high(octets)),
			    low = __builtin_ia32_pshufb128(digits, octets & 15);
	return __builtin_ia32_pshufb128(high, high_at) | __builtin_ia32_pshufb128(low, low_at) | percents;
}

/* Shuffle masks that remove the two digits of each decoded escape from 8 octets.  Escapes begin at
 * least 3 octets apart, so there are 28 patterns; a perfect hash (load_stay) finds the row. */
static const uint8_t canonical_stay[32][8] = {
	{0, 1, 2, 3, 4, 5, 6, 7}, {0, 0, 0, 0, 0, 0, 0, 0}, {0, 3, 4, 5, 6, 7, 0, 0}, {0, 1, 2, 3, 4, 5, 6, 7},
	{0, 1, 2, 5, 0, 0, 0, 0}, {0, 1, 4, 5, 6, 7, 0, 0}, {0, 3, 4, 5, 6, 7, 0, 0}, {0, 0, 0, 0, 0, 0, 0, 0},
	{0, 1, 2, 3, 6, 0, 0, 0}, {0, 1, 4, 5, 6, 7, 0, 0}, {0, 3, 6, 0, 0, 0, 0, 0}, {0, 1, 2, 5, 6, 7, 0, 0},
	{0, 1, 2, 3, 4, 7, 0, 0}, {0, 0, 0, 0, 0, 0, 0, 0}, {0, 1, 2, 5, 6, 7, 0, 0}, {0, 3, 4, 7, 0, 0, 0, 0},
	{0, 1, 2, 3, 4, 7, 0, 0}, {0, 1, 2, 3, 4, 5, 6, 0}, {0, 1, 4, 7, 0, 0, 0, 0}, {0, 3, 4, 7, 0, 0, 0, 0},
	{0, 3, 4, 5, 6, 0, 0, 0}, {0, 1, 4, 7, 0, 0, 0, 0}, {0, 1, 2, 3, 6, 7, 0, 0}, {0, 1, 4, 5, 6, 0, 0, 0},
	{0, 1, 2, 3, 4, 5, 0, 0}, {0, 3, 6, 7, 0, 0, 0, 0}, {0, 1, 2, 3, 6, 7, 0, 0}, {0, 3, 4, 5, 0, 0, 0, 0},
	{0, 3, 6, 7, 0, 0, 0, 0}, {0, 1, 2, 5, 6, 0, 0, 0}, {0, 1, 4, 5, 0, 0, 0, 0}, {0, 0, 0, 0, 0, 0, 0, 0},
};

static inline uint64_t load_stay(unsigned decoded_at)
{
	return ld64(canonical_stay[(decoded_at & 0xFF) * 2847 >> 10 & 31]);
}

/* Removes the two digits behind each escape that was decoded. */
SHUFFLE vector_octets close_up(vector_octets octets, unsigned decoded_at)
{
	/* The second half begins after the digits of an escape in octet 6 or 7. */
	const unsigned half = 8 + ((decoded_at & 0xFF) >> 6);
	const unsigned n = half - 2 * (unsigned)__builtin_popcount(decoded_at & 0xFF);
	const uint64_t low = load_stay(decoded_at), high = load_stay(decoded_at >> half) + half * (UINT64_MAX / 255);
	const vector_words mask = {(long long)(low | high << 8 * (n - 1) << 8), (long long)(high >> 8 * (8 - n))};
	return __builtin_ia32_pshufb128(octets, (vector_octets)mask);
}

/* Bit c >> 4 of entry c & 15 stands for octet c: octets that form R decodes; hexadecimal digits. */
static const uint8_t canonical_decoded[16] = {0xB8, 0xFC, 0xF8, 0xF8, 0xFC, 0xF8, 0xF8, 0xFC,
                                              0xFC, 0xFC, 0xFC, 0x70, 0x54, 0x74, 0xD4, 0x70};
static const uint8_t canonical_hex[16] = {0x08, 0x58, 0x58, 0x58, 0x58, 0x58, 0x58, 0x08, 0x08, 0x08};

/* Like in_query, with memchr for long distances. */
static inline int seek_query(struct path *path, const uint8_t *at)
{
	if (!path->query && path->searched < at) {
		const uint8_t *query = memchr(path->searched, '?', (size_t)(at - path->searched));
		path->query = query != NULL;
		path->searched = query ? query : at;
	}
	return path->query && path->searched < at;
}

/* Converts up to 16 octets to form R; makes none where the path ends.  Leaves to the next call an
 * escape that the end of the 16 cuts, and octets after a '?' that changes escapes. */
SHUFFLE_INLINE struct canonical_block make_block(struct path *path, const uint8_t *at)
{
	const vector_octets bits = {1, 2, 4, 8, 16, 32, 64, -128, 1, 2, 4, 8, 16, 32, 64, -128}, none = {0},
			    low_bits = {1, 2, 4, 8, 16, 32, 64, -128}, letters = {0, 0, 0, 0, 9, 0, 9};
	unsigned there;
	const vector_octets in = load_path(path, at, &there), high = vector_high(in), bit = __builtin_ia32_pshufb128(bits, high);
	const unsigned end = 1u << there, percents = vector_mask(vector_equal(in, '%'));
	const vector_octets rows = __builtin_ia32_pshufb128(vector_load(octet_scan_of(FORM_R)), in);
	const unsigned stops = (not_zero(rows & bit) | vector_mask(in)) & ~percents;
	if (!(stops | percents) && there == 16)
		return (struct canonical_block){in, 16, 16}; /* constant counts, so nothing waits */
	unsigned n = (unsigned)__builtin_ctz(stops | end | (percents & 0xC000));
	if (!n) {
		const unsigned others = ~stops | end | vector_mask(vector_equal(in, '#'));
		n = others & 0x1F ? (unsigned)__builtin_ctz(others) : 5;
		path->end = n ? path->end : at;
		return (struct canonical_block){encode_octets(in), 3 * n, n};
	}
	if (!(percents & ((1u << n) - 1)))
		return (struct canonical_block){in, n, n};
	/* The values of hexadecimal digits; other octets become negative. */
	const vector_octets wrong = (vector_octets)((__builtin_ia32_pshufb128(vector_load(canonical_hex), in) & bit) == none);
	const vector_octets digits = ((in & 15) + __builtin_ia32_pshufb128(letters, high)) | wrong;
	const vector_octets first = DOWN(digits, 1), second = DOWN(digits, 2), value = first << 4 | second;
	const vector_octets escapes = vector_equal(in, '%') & (vector_octets)((first | second) >= none);
	const vector_octets slashes = escapes & vector_equal(value | 0x10, '?');
	vector_octets decoded = escapes & ~(vector_octets)((__builtin_ia32_pshufb128(vector_load(canonical_decoded), second) &
	                                                    __builtin_ia32_pshufb128(low_bits, first)) == none);
	if (vector_mask(slashes)) {
		const unsigned ends = vector_mask(vector_equal(in, '?')) << 1 | 1u << n;
		if (seek_query(path, at))
			decoded |= slashes;
		else
			n = (unsigned)__builtin_ctz(ends) < n ? (unsigned)__builtin_ctz(ends) : n;
	}
	const unsigned inside = (1u << n) - 1, decoded_at = vector_mask(decoded) & inside;
	const vector_octets kept = escapes & ~decoded;
	vector_octets out = (value & decoded) | (in & ~decoded);
	if (vector_mask(kept) & inside) /* their digits become capitals */
		out &= ~((UP(kept, 1) | UP(kept, 2)) & (vector_octets)((vector_unsigned)(in & 0x40) >> 1));
	if (!decoded_at)
		return (struct canonical_block){out, n, n};
	return (struct canonical_block){close_up(out, decoded_at), n - 2 * (unsigned)__builtin_popcount(decoded_at), n};
}

/* robotsc__canonical_make for form R. */
SHUFFLE uint8_t *make_blocks(struct path *path, const uint8_t **from, uint8_t *to, uint8_t *most)
{
	while (to < most && *from < path->end) {
		const struct canonical_block block = make_block(path, *from);
		vector_store(to, block.octets);
		to += block.made;
		*from += block.read;
	}
	return to;
}

/* robotsc__canonical_first for form R. */
SHUFFLE struct prefix_octets first_blocks(struct path *path, const uint8_t **from, uint8_t *to, size_t *n)
{
	vector_octets octets = {0};
	for (*n = 0; *n < PREFIX_MAX && *from < path->end;) {
		const struct canonical_block block = make_block(path, *from);
		vector_store(to + *n, block.octets);
		octets = first_octets(octets, *n) | move_up(block.octets, *n);
		*n += block.made;
		*from += block.read;
	}
	octets = *n < PREFIX_MAX ? first_octets(octets, *n) : octets;
	return (struct prefix_octets){(uint64_t)((vector_words)octets)[0], octets};
}
#endif

/* robotsc__canonical_make, one octet at a time. */
NOT_INLINE static uint8_t *make_octets(struct path *path, const uint8_t **from, uint8_t *to, uint8_t *most)
{
	while (to < most && *from < path->end) {
		if (!(octet_class[**from] & path->slow)) {
			*to++ = *(*from)++;
			continue;
		}
		uint32_t octets = slow_octets(path, from);
		for (uint32_t k = octets >> OCTETS_COUNT; k-- > 0; octets >>= 8)
			*to++ = octets & 0xFF;
	}
	return to;
}

#if VECTOR_X86
/* robotsc__canonical_make for the other forms.  Copies 16 octets at a time up to the next one that
 * is not canonical. */
SHUFFLE uint8_t *copy_octets(struct path *path, const uint8_t **from, uint8_t *to, uint8_t *most)
{
	const vector_octets rows = vector_load(octet_scan_of(path->form)),
			    bits = {1, 2, 4, 8, 16, 32, 64, -128, 0, 0, 0, 0, 0, 0, 0, 0};
	const unsigned beyond = path->form == FORM_RAW ? 0 : 0xFFFF; /* octets above 7F */
	while (to < most && *from < path->end) {
		if (path->end - *from >= 16) {
			const vector_octets in = vector_load(*from), bit = __builtin_ia32_pshufb128(bits, vector_high(in));
			const unsigned slow = not_zero(__builtin_ia32_pshufb128(rows, in) & bit) | (vector_mask(in) & beyond);
			const unsigned n = (unsigned)__builtin_ctz(slow | 1u << 16);
			vector_store(to, in);
			to += n;
			*from += n;
			if (n == 16 || to >= most)
				continue;
		}
		if (**from < 0x80 || !beyond) {
			to = make_octets(path, from, to, to + 1);
			continue;
		}
		for (; to < most && *from < path->end && **from >= 0x80; ++*from) { /* pairs */
			*to++ = (uint8_t)(FORM_K_LEAD | **from >> 4);
			*to++ = (uint8_t)(FORM_K_TRAIL | (**from & 15));
		}
	}
	return to;
}
#endif

uint8_t *robotsc__canonical_make(struct path *path, const uint8_t **from, uint8_t *to, uint8_t *most)
{
#if VECTOR_X86
	if (vector_has_shuffle())
		return path->form == FORM_R ? make_blocks(path, from, to, most) : copy_octets(path, from, to, most);
#endif
	return make_octets(path, from, to, most);
}

struct prefix_octets robotsc__canonical_first(struct path *path, const uint8_t **from, uint8_t *to, size_t *n)
{
#if VECTOR_X86
	if (path->form == FORM_R && vector_has_shuffle())
		return first_blocks(path, from, to, n);
#endif
	*n = (size_t)(make_octets(path, from, to, to + PREFIX_MAX) - to);
	return *n ? load_prefix(to - 1, *n + 1) : (struct prefix_octets){0};
}

int robotsc__canonical_more(struct canonical *c)
{
	uint8_t *const old = c->end;
	const size_t n = (size_t)(old - c->room), wanted = n < FIRST_STEP ? FIRST_STEP : 2 * n;
	c->end = robotsc__canonical_make(c->path, &c->from, old, c->room + (wanted < CANONICAL_MAX ? wanted : CANONICAL_MAX));
	return c->end > old;
}

void robotsc__canonical_slide(struct canonical *c, const uint8_t *at)
{
	const size_t kept = (size_t)(c->end - at);
	memmove(c->room, at, kept);
	c->end = robotsc__canonical_make(c->path, &c->from, c->room + kept, c->room + CANONICAL_MAX);
}

#endif
