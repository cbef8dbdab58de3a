/* segments.c - see segments.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "segments.h"

#include <stdbool.h>
#include <string.h>

#include "support/hash.h"

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

struct equal_gaps {
	struct segments *segments;
	/* of each gap: the gap that stands for it: itself, or an equal gap of higher number */
	uint32_t *same;
};

static uint64_t hash_gap(const struct equal_gaps *s, uint32_t gap)
{
	uint64_t h = 0;
	for (uint32_t i = s->segments->first[gap]; i < s->segments->first[gap + 1]; i++) {
		const struct segment *segment = &s->segments->items[i];
		h = hash_add(hash_add(h, s->same[segment->opens]), (uint64_t)segment->rank << 32 | segment->end);
		h = hash_octets(h, segment->text, segment->len);
	}
	return h;
}

static bool same_gaps(const void *ctx, uint32_t x, uint32_t y)
{
	const struct equal_gaps *s = ctx;
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

/* Remove the gaps that another gap stands for.  number: room for a number of each gap. */
static void drop_gaps(struct equal_gaps *s, uint32_t *number)
{
	struct segments *segments = s->segments;
	uint32_t ngaps = 0, nsegments = 0;
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

/* Merge gaps with equal segments.  The merged gap begins at the first segment end that opens it.
 * The last of equal gaps is kept, so that segments still open gaps of higher number. */
static enum robotsc_status share(struct arena *a, struct segments *segments)
{
	struct equal_gaps s = {.segments = segments};
	struct hash_table table = {0};
	if (segments->ngaps < 3)
		return ROBOTSC_OK;
	s.same = robotsc__arena_zeroed(a, segments->ngaps, sizeof *s.same);
	uint32_t *number = robotsc__arena_take(a, segments->ngaps * sizeof *number);
	if (!s.same || !number || !hash_reserve(a, &table, segments->ngaps))
		return ROBOTSC_ERR_NOMEM;
	for (uint32_t gap = segments->ngaps; gap-- > 1;)
		s.same[gap] = hash_intern(&table, hash_gap(&s, gap), same_gaps, &s, gap);
	if (table.n < segments->ngaps - 1)
		drop_gaps(&s, number);
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
