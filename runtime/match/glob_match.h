/* glob_match.h - match globs with canonical octets in a buffer.  docs/format.md, "Globs"
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_GLOB_MATCH_H
#define ROBOTSC_GLOB_MATCH_H

#include "canonical.h"

#define GLOB_POSITIONS 64 /* start positions that are tried at once */
#define PADDING 80        /* readable octets after a path, which match no octet of a glob */

/* Capacity for canonical octets, for filters.  Suffices for every path of 2,048 octets. */
#define FILTER_PATH_MAX 6144

/* Capacity for units, and words of one bit a unit; one more word may be read. */
#define UNITS_MAX (FILTER_PATH_MAX + 16)
#define UNIT_WORDS (UNITS_MAX / 64 + 3)

/* The text that globs are matched with: canonical octets; in form K units, one octet each. */
struct glob_text {
	const uint8_t *begin, *end; /* PADDING follows */
	const uint8_t *octets;      /* form K: the canonical octets; otherwise NULL */
	const uint8_t *query;       /* form R: the first '?', or end; NULL: not searched */
	const uint64_t *apart;      /* form K: bit i: unit i is "%2F" or "%25" */
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

/* Decodes a path of form K into units.  units: room for UNITS_MAX + PADDING octets; apart: for
 * UNIT_WORDS words. */
struct glob_text robotsc__glob_match_units(const uint8_t *begin, const uint8_t *end, uint8_t *units, uint64_t *apart);

/* True if the instructions from glob to end match.  May read BLOB_OVERREAD octets past end. */
int robotsc__glob_match_run(struct glob_text *text, const uint8_t *glob, const uint8_t *end);

#endif
