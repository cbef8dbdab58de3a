/* chain.c - see chain.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "chain.h"

#include <string.h>

/* The patterns of a region: a range that agrees on the octets before offset. */
struct range {
	uint32_t from, to, offset;
};

static int same_literal(const struct pattern *pattern, const struct segment *segment, uint32_t offset)
{
	const uint8_t *text = pattern->text + offset;
	const uint32_t len = pattern->len - offset;
	return len >= segment->len && memcmp(text, segment->text, segment->len) == 0 &&
	       (len == segment->len || op_ends_literal(text[segment->len]));
}

/* Cut the segments that begin in one region.  Patterns with the same next literal are neighbours. */
static void cut_region(const struct pattern *patterns, const struct range *range, uint32_t region, struct range *ranges,
                       struct chain *out)
{
	uint32_t i = range->from;
	while (i < range->to) {
		struct segment *segment = &out->segments[out->nsegments++];
		*segment = (struct segment){.text = patterns[i].text + range->offset, .region = region};
		segment->len = robotsc__pattern_literal(segment->text, patterns[i].len - range->offset);
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

/* Spell a segment with either-operators as the path has it. */
static enum robotsc_status spell(struct arena *a, struct segment *segment)
{
	uint32_t either = 0;
	for (uint32_t k = 0; k < segment->len; k++)
		either += op_is_either(segment->text[k]) != 0;
	if (!either)
		return ROBOTSC_OK;
	uint8_t *text = robotsc__arena_take(a, (size_t)segment->len + 2 * (size_t)either);
	if (!text)
		return ROBOTSC_ERR_NOMEM;
	segment->len = robotsc__pattern_resolve(text, segment->text, segment->len, 0);
	segment->text = text;
	segment->path = 1;
	return ROBOTSC_OK;
}

/* Spell all segments; where one must know whether the query has begun, add one that says so. */
static enum robotsc_status finish(struct arena *a, struct chain *out)
{
	int path = 0;
	for (uint32_t i = 0; i < out->nsegments; i++) {
		if (spell(a, &out->segments[i]) != ROBOTSC_OK)
			return ROBOTSC_ERR_NOMEM;
		path |= out->segments[i].path;
	}
	if (path) {
		out->query = out->nregions++;
		out->first[out->nregions] = out->nsegments;
		out->segments[out->nsegments++] =
			(struct segment){.text = (const uint8_t *)"?", .len = 1, .region = ANYWHERE, .opens = out->query};
	}
	return ROBOTSC_OK;
}

enum robotsc_status robotsc__chain_run(struct arena *a, const struct pattern *patterns, uint32_t n, struct chain *out)
{
	size_t stars = 0;
	for (uint32_t i = 0; i < n; i++)
		for (uint32_t k = 0; k < patterns[i].len; k++)
			stars += patterns[i].text[k] == OP_STAR;
	*out = (struct chain){.nregions = 1};
	out->segments = robotsc__arena_take(a, (stars + n + 1) * sizeof *out->segments);
	out->first = robotsc__arena_take(a, (stars + 3) * sizeof *out->first);
	struct range *ranges = robotsc__arena_take(a, (stars + 1) * sizeof *ranges);
	if (!out->segments || !out->first || !ranges)
		return ROBOTSC_ERR_NOMEM;
	ranges[0] = (struct range){0, n, 0};
	for (uint32_t region = 0; region < out->nregions; region++) {
		out->first[region] = out->nsegments;
		cut_region(patterns, &ranges[region], region, ranges, out);
	}
	out->first[out->nregions] = out->nsegments;
	return finish(a, out);
}
