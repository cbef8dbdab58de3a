/* chain.c - see chain.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "chain.h"

#include <stdbool.h>
#include <string.h>

/* The patterns of a region: patterns[from..to), which have equal octets before offset. */
struct range {
	uint32_t from, to, offset;
};

static bool same_literal(const struct pattern *pattern, const struct segment *segment, uint32_t offset)
{
	const uint8_t *text = pattern->text + offset;
	const uint32_t len = pattern->len - offset;
	return len >= segment->len && memcmp(text, segment->text, segment->len) == 0 &&
	       (len == segment->len || op_ends_literal(text[segment->len]));
}

/* Cut the segments that begin in one region.  Patterns with the same next literal are adjacent. */
static void cut_region(const struct pattern *patterns, const struct range *range, uint32_t region, struct range *ranges,
                       struct chain *out)
{
	uint32_t i = range->from;
	while (i < range->to) {
		struct segment *segment = &out->segments[out->nsegments++];
		*segment = (struct segment){.text = patterns[i].text + range->offset, .region = region};
		segment->len = patterns[i].len - range->offset;
		if (!patterns[i].plain)
			segment->len = robotsc__pattern_literal(segment->text, segment->len);
		for (; i < range->to && same_literal(&patterns[i], segment, range->offset); i++) {
			const uint32_t end = range->offset + segment->len;
			if (patterns[i].len == end) {
				segment->rank = patterns[i].rank;
			} else if (patterns[i].text[end] == OP_END) {
				segment->end = patterns[i].rank;
			} else if (!segment->opens) {
				segment->opens = out->nregions++;
				ranges[segment->opens] = (struct range){i, i + 1, end + 1};
			} else {
				ranges[segment->opens].to = i + 1;
			}
		}
	}
}

/* A hash table of regions, to find equal ones. */
struct sharing {
	struct chain *chain;
	/* of each region: the equal region that replaces it, of equal or higher number */
	uint32_t *same;
	uint32_t *next;   /* of each region: another with the same hash, or 0 */
	uint32_t *bucket; /* mask + 1 buckets of regions */
	uint32_t mask;
};

static uint32_t hash_region(const struct sharing *s, uint32_t region)
{
	uint32_t h = 0;
	for (uint32_t i = s->chain->first[region]; i < s->chain->first[region + 1]; i++) {
		const struct segment *segment = &s->chain->segments[i];
		h = ((h ^ s->same[segment->opens]) * 31 + segment->rank) * 31 + segment->end;
		for (uint32_t k = 0; k < segment->len; k++)
			h = (h ^ segment->text[k]) * 16777619u;
	}
	return (h ^ h >> 15) & s->mask;
}

static bool same_regions(const struct sharing *s, uint32_t x, uint32_t y)
{
	const struct segment *sx = &s->chain->segments[s->chain->first[x]], *sy = &s->chain->segments[s->chain->first[y]];
	const uint32_t n = s->chain->first[x + 1] - s->chain->first[x];
	if (s->chain->first[y + 1] - s->chain->first[y] != n)
		return false;
	for (uint32_t i = 0; i < n; i++)
		if (sx[i].len != sy[i].len || sx[i].rank != sy[i].rank || sx[i].end != sy[i].end ||
		    s->same[sx[i].opens] != s->same[sy[i].opens] || memcmp(sx[i].text, sy[i].text, sx[i].len) != 0)
			return false;
	return true;
}

/* Remove the regions that others replace. */
static void drop_regions(struct sharing *s)
{
	struct chain *chain = s->chain;
	uint32_t *number = s->next, nregions = 0, nsegments = 0;
	for (uint32_t region = 0; region < chain->nregions; region++)
		number[region] = s->same[region] == region ? nregions++ : 0;
	for (uint32_t region = 0; region < chain->nregions; region++) {
		const uint32_t from = chain->first[region], to = chain->first[region + 1];
		if (s->same[region] != region)
			continue;
		chain->first[number[region]] = nsegments;
		for (uint32_t i = from; i < to; i++) {
			struct segment *segment = &chain->segments[nsegments++];
			*segment = chain->segments[i];
			segment->region = number[region];
			segment->opens = number[s->same[segment->opens]];
		}
	}
	chain->nregions = nregions;
	chain->nsegments = nsegments;
	chain->first[nregions] = nsegments;
}

/* Merge regions with equal segments.  The first segment end that opens the result counts.  The last
 * of equal regions is kept, so that segments still open regions of higher number. */
static enum robotsc_status share(struct arena *a, struct chain *chain)
{
	struct sharing s = {.chain = chain, .mask = 15};
	bool shared = false;
	if (chain->nregions < 3)
		return ROBOTSC_OK;
	while (s.mask < chain->nregions)
		s.mask = 2 * s.mask + 1;
	s.same = robotsc__arena_zeroed(a, chain->nregions, sizeof *s.same);
	s.next = robotsc__arena_zeroed(a, chain->nregions, sizeof *s.next);
	s.bucket = robotsc__arena_zeroed(a, (size_t)s.mask + 1, sizeof *s.bucket);
	if (!s.same || !s.next || !s.bucket)
		return ROBOTSC_ERR_NOMEM;
	for (uint32_t region = chain->nregions; region-- > 1;) {
		uint32_t *bucket = &s.bucket[hash_region(&s, region)], other = *bucket;
		while (other && !same_regions(&s, other, region))
			other = s.next[other];
		s.same[region] = other ? other : region;
		shared |= other != 0;
		if (!other) {
			s.next[region] = *bucket;
			*bucket = region;
		}
	}
	if (shared)
		drop_regions(&s);
	return ROBOTSC_OK;
}

enum robotsc_status robotsc__chain_run(struct arena *a, const struct pattern *patterns, uint32_t n, struct chain *out)
{
	size_t stars = 0;
	for (uint32_t i = 0; i < n; i++)
		for (uint32_t k = 0; !patterns[i].plain && k < patterns[i].len; k++)
			stars += patterns[i].text[k] == OP_STAR;
	*out = (struct chain){.nregions = 1};
	out->segments = robotsc__arena_take(a, (stars + n) * sizeof *out->segments);
	out->first = robotsc__arena_take(a, (stars + 2) * sizeof *out->first);
	struct range *ranges = robotsc__arena_take(a, (stars + 1) * sizeof *ranges);
	if (!out->segments || !out->first || !ranges)
		return ROBOTSC_ERR_NOMEM;
	ranges[0] = (struct range){0, n, 0};
	for (uint32_t region = 0; region < out->nregions; region++) {
		out->first[region] = out->nsegments;
		cut_region(patterns, &ranges[region], region, ranges, out);
	}
	out->first[out->nregions] = out->nsegments;
	return share(a, out);
}
