/* segments.c - see segments.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "segments.h"

#include <stdbool.h>
#include <string.h>

/* The patterns of a gap: patterns[from..to), which have equal octets before offset. */
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

/* Cut the segments that begin in one gap.  Patterns with the same next literal are adjacent. */
static void cut_gap(const struct pattern *patterns, const struct range *range, uint32_t gap, struct range *ranges,
                    struct segments *out)
{
	uint32_t i = range->from;
	while (i < range->to) {
		struct segment *segment = &out->items[out->nsegments++];
		*segment = (struct segment){.text = patterns[i].text + range->offset, .gap = gap};
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
				segment->opens = out->ngaps++;
				ranges[segment->opens] = (struct range){i, i + 1, end + 1};
			} else {
				ranges[segment->opens].to = i + 1;
			}
		}
	}
}

/* A hash table of gaps, to find equal ones. */
struct gap_table {
	struct segments *segments;
	/* of each gap: the equal gap that replaces it, of equal or higher number */
	uint32_t *same;
	uint32_t *next;   /* of each gap: another with the same hash, or 0 */
	uint32_t *bucket; /* mask + 1 buckets of gaps */
	uint32_t mask;
};

static uint32_t hash_gap(const struct gap_table *s, uint32_t gap)
{
	uint32_t h = 0;
	for (uint32_t i = s->segments->first[gap]; i < s->segments->first[gap + 1]; i++) {
		const struct segment *segment = &s->segments->items[i];
		h = ((h ^ s->same[segment->opens]) * 31 + segment->rank) * 31 + segment->end;
		for (uint32_t k = 0; k < segment->len; k++)
			h = (h ^ segment->text[k]) * 16777619u;
	}
	return (h ^ h >> 15) & s->mask;
}

static bool same_gaps(const struct gap_table *s, uint32_t x, uint32_t y)
{
	const struct segment *sx = &s->segments->items[s->segments->first[x]], *sy = &s->segments->items[s->segments->first[y]];
	const uint32_t n = s->segments->first[x + 1] - s->segments->first[x];
	if (s->segments->first[y + 1] - s->segments->first[y] != n)
		return false;
	for (uint32_t i = 0; i < n; i++)
		if (sx[i].len != sy[i].len || sx[i].rank != sy[i].rank || sx[i].end != sy[i].end ||
		    s->same[sx[i].opens] != s->same[sy[i].opens] || memcmp(sx[i].text, sy[i].text, sx[i].len) != 0)
			return false;
	return true;
}

/* Remove the gaps that others replace. */
static void drop_gaps(struct gap_table *s)
{
	struct segments *segments = s->segments;
	uint32_t *number = s->next, ngaps = 0, nsegments = 0;
	for (uint32_t gap = 0; gap < segments->ngaps; gap++)
		number[gap] = s->same[gap] == gap ? ngaps++ : 0;
	for (uint32_t gap = 0; gap < segments->ngaps; gap++) {
		const uint32_t from = segments->first[gap], to = segments->first[gap + 1];
		if (s->same[gap] != gap)
			continue;
		segments->first[number[gap]] = nsegments;
		for (uint32_t i = from; i < to; i++) {
			struct segment *segment = &segments->items[nsegments++];
			*segment = segments->items[i];
			segment->gap = number[gap];
			segment->opens = number[s->same[segment->opens]];
		}
	}
	segments->ngaps = ngaps;
	segments->nsegments = nsegments;
	segments->first[ngaps] = nsegments;
}

/* Merge gaps with equal segments.  The first segment end that opens the result counts.  The last
 * of equal gaps is kept, so that segments still open gaps of higher number. */
static enum robotsc_status share(struct arena *a, struct segments *segments)
{
	struct gap_table s = {.segments = segments, .mask = 15};
	bool shared = false;
	if (segments->ngaps < 3)
		return ROBOTSC_OK;
	while (s.mask < segments->ngaps)
		s.mask = 2 * s.mask + 1;
	s.same = robotsc__arena_zeroed(a, segments->ngaps, sizeof *s.same);
	s.next = robotsc__arena_zeroed(a, segments->ngaps, sizeof *s.next);
	s.bucket = robotsc__arena_zeroed(a, (size_t)s.mask + 1, sizeof *s.bucket);
	if (!s.same || !s.next || !s.bucket)
		return ROBOTSC_ERR_NOMEM;
	for (uint32_t gap = segments->ngaps; gap-- > 1;) {
		uint32_t *bucket = &s.bucket[hash_gap(&s, gap)], other = *bucket;
		while (other && !same_gaps(&s, other, gap))
			other = s.next[other];
		s.same[gap] = other ? other : gap;
		shared |= other != 0;
		if (!other) {
			s.next[gap] = *bucket;
			*bucket = gap;
		}
	}
	if (shared)
		drop_gaps(&s);
	return ROBOTSC_OK;
}

enum robotsc_status robotsc__segments_run(struct arena *a, const struct pattern *patterns, uint32_t n, struct segments *out)
{
	size_t stars = 0;
	for (uint32_t i = 0; i < n; i++)
		for (uint32_t k = 0; !patterns[i].plain && k < patterns[i].len; k++)
			stars += patterns[i].text[k] == OP_STAR;
	*out = (struct segments){.ngaps = 1};
	out->items = robotsc__arena_take(a, (stars + n) * sizeof *out->items);
	out->first = robotsc__arena_take(a, (stars + 2) * sizeof *out->first);
	struct range *ranges = robotsc__arena_take(a, (stars + 1) * sizeof *ranges);
	if (!out->items || !out->first || !ranges)
		return ROBOTSC_ERR_NOMEM;
	ranges[0] = (struct range){0, n, 0};
	for (uint32_t gap = 0; gap < out->ngaps; gap++) {
		out->first[gap] = out->nsegments;
		cut_gap(patterns, &ranges[gap], gap, ranges, out);
	}
	out->first[out->ngaps] = out->nsegments;
	return share(a, out);
}
