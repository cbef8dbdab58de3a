/* glob_match.h - match globs with canonical octets in a buffer.  docs/formats/blob.md, "Globs"
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_GLOB_MATCH_H
#define ROBOTSC_GLOB_MATCH_H

#include "canonical.h"

#define GLOB_POSITIONS 64 /* start positions that are tried at once */
#define PADDING 80        /* readable octets after a path, which match no octet of a glob */

/* Capacity for canonical octets, for filters.  Suffices for every path of 2,048 octets. */
#define FILTER_PATH_MAX 6144

/* Capacity for units, and for words of one bit a unit; one word past them may be read. */
#define UNITS_MAX (FILTER_PATH_MAX + 16)
#define UNIT_WORDS (UNITS_MAX / 64 + 3)

/* The text that globs are matched with: canonical octets; in form K units, one octet each. */
struct glob_text {
	const uint8_t *begin, *end; /* PADDING follows */
	const uint8_t *octets;      /* form K: the canonical octets; otherwise NULL */
	const uint8_t *query;       /* form R: the first '?', or end; NULL: not searched */
	const uint64_t *escaped;    /* form K: bit i: unit i is "%2F" or "%25" */
};

/* Fill the padding. */
static inline void pad(uint8_t *end)
{
#if VECTOR_X86
	const vector_octets all = {-1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1};
	for (unsigned i = 0; i < PADDING; i += 16)
		vector_store(end + i, all);
#else
	for (unsigned i = 0; i < PADDING; i++)
		end[i] = 0xFF;
#endif
}

/* Decodes a path of form K into units.  units: room for UNITS_MAX + PADDING octets; escaped: for
 * UNIT_WORDS words. */
struct glob_text robotsc__glob_match_units(const uint8_t *begin, const uint8_t *end, uint8_t *units, uint64_t *escaped);

/* A segment of a glob: what it reads between two stars. */
struct glob_segment {
	const uint8_t *item, *stop; /* its items; after them a star, GLOB_END or the glob's end */
	size_t n[2];                /* octets or units: up to the first '?', and after it */
	int plain;                  /* all items are octets */
};

/* The segment at item.  Returns 0 if it reads more than `most` octets or units. */
int robotsc__glob_match_segment(const struct glob_text *text, const uint8_t *item, const uint8_t *end, size_t most,
                                struct glob_segment *s);

/* The first match of a segment that begins from first to last, or NULL.  query: all these places
 * are after the path's first '?'; otherwise none is.  Octets up to last + s->n[query] exist. */
const uint8_t *robotsc__glob_match_find(const struct glob_text *text, const struct glob_segment *s, int query, const uint8_t *first,
                                        const uint8_t *last);

/* Which of the given positions, bit i for at + i, match the items up to end. */
uint64_t robotsc__glob_match_positions(const struct glob_text *text, const uint8_t *item, const uint8_t *end, int query,
                                       const uint8_t *at, uint64_t positions);

/* Octets of an item. */
static inline uint32_t item_size(const struct glob_text *text, const uint8_t *item)
{
	return *item == GLOB_SET ? 2 + 2 * (uint32_t)item[1] : text->octets && *item < FORM_K_LIMIT ? 2 : 1;
}

/* Octets or units that an item reads.  query: as segment_length. */
static inline unsigned item_length(const uint8_t *item, int query)
{
	return (*item == GLOB_SLASH || *item == GLOB_QUERY) && !query ? 3 : 1;
}

/* Bits for the first n positions, at most 64. */
static inline uint64_t first_positions(size_t n)
{
	return n < GLOB_POSITIONS ? ((uint64_t)1 << n) - 1 : UINT64_MAX;
}

/* Decodes canonical octets of form K into units, from unit n on, and sets their escaped bits, which
 * must be 0.  Returns how many units there are. */
static inline size_t add_units(const uint8_t *begin, const uint8_t *end, uint8_t *units, size_t n, uint64_t *escaped)
{
	for (; begin < end; n++) {
		uint8_t value = *begin++;
		if (value < FORM_K_LIMIT) { /* a pair: its second octet follows */
			value = (uint8_t)(value << 4 | (*begin++ & 15));
			escaped[n / 64] |= (uint64_t)(value == '/' || value == '%') << n % 64;
		}
		units[n] = value;
	}
	return n;
}

/* True if the instructions from glob to end match.  May read BLOB_OVERREAD octets past end. */
int robotsc__glob_match_run(struct glob_text *text, const uint8_t *glob, const uint8_t *end);

#endif
