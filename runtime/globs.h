/* globs.h - does a glob match canonical octets that stand side by side?  docs/format.md, "Globs"
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_GLOBS_H
#define ROBOTSC_GLOBS_H

#include "canonical.h"

#define GLOB_PLACES 64 /* that are looked at together */
#define PADDING 80     /* octets behind a path, of no value that is compared; so many can be read */

/* Canonical octets of a path that are made side by side for a filter: those of any path of 2,048 octets. */
#define FILTER_PATH_MAX 6144

/* Units that a path has at most, and words of bits for them, with one more that can be read. */
#define UNITS_MAX (FILTER_PATH_MAX + 16)
#define UNIT_WORDS (UNITS_MAX / 64 + 3)

/* What globs are compared with: canonical octets; in form K units, an octet each. */
struct glob_text {
	const uint8_t *begin, *end; /* PADDING follows */
	const uint8_t *octets;      /* form K: the canonical octets; else NULL */
	const uint8_t *query;       /* form R: the first '?', or the end; NULL: not looked for */
	const uint64_t *apart;      /* form K: a bit for each unit that is "%2F" or "%25", which only that pair equals */
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

/* Read units.  units: of UNITS_MAX + PADDING octets; apart: of UNIT_WORDS. */
struct glob_text robotsc__globs_units(const uint8_t *begin, const uint8_t *end, uint8_t *units, uint64_t *apart);

/* Do the instructions from glob to end match?  BLOB_OVERREAD octets can be read behind them. */
int robotsc__globs_match(struct glob_text *text, const uint8_t *glob, const uint8_t *end);

#endif
