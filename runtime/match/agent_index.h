/* agent_index.h - reads the agent index of a blob.  docs/formats/blob.md, "Agents"
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_AGENT_INDEX_H
#define ROBOTSC_AGENT_INDEX_H

#include "access/text.h"
#include "nodes.h"
#include "robotsc/check.h"

/* The decoded agent index. */
struct agent_index {
	const uint8_t *offsets, *policies, *text;
	uint32_t count, star, width, text_size;
};

static inline struct agent_index read_agent_index(const struct robotsc_blob *blob)
{
	const uint8_t *agents = blob->bytes + blob->agents, *fields = agents + AGENTS_AT_COUNT;
	const uint32_t w = agents[AGENTS_AT_WIDTH], n = field_at(fields, 0, w);
	struct agent_index x = {.count = n, .star = field_at(fields, 1, w), .width = w};
	x.offsets = fields + 2 * (size_t)w;
	x.policies = x.offsets + (size_t)n * w;
	x.text = x.policies + (size_t)n * w;
	x.text_size = (uint32_t)(blob->bytes + blob->agents_end - x.text);
	return x;
}

/* Offset of entry i in the index's text. */
static inline uint32_t entry_at(const struct agent_index *x, uint32_t i)
{
	return i < x->count ? field_at(x->offsets, i, x->width) : x->text_size;
}

/* Compares a name, ignoring case, with entry i.  Returns below 0, 0 or above 0, as memcmp does. */
static inline int compare_entry(const struct agent_index *x, uint32_t i, struct robotsc_text name)
{
	const uint32_t at = entry_at(x, i);
	const size_t n = entry_at(x, i + 1) - at, m = name.len < n ? name.len : n;
	for (size_t k = 0; k < m; k++) {
		const int d = ascii_lower((uint8_t)name.at[k]) - (int)x->text[at + k];
		if (d)
			return d;
	}
	return name.len == n ? 0 : name.len < n ? -1 : 1;
}

/* Binary search for a name, for match kinds below MATCH_WITHIN.  Returns its entry, or x->count. */
static inline uint32_t search_entry(const struct agent_index *x, struct robotsc_text name)
{
	uint32_t low = 0, high = x->count;
	while (low < high) {
		const uint32_t middle = low + (high - low) / 2;
		const int d = compare_entry(x, middle, name);
		if (d == 0)
			return middle;
		if (d < 0)
			high = middle;
		else
			low = middle + 1;
	}
	return x->count;
}

/* True for the octets of product tokens: MATCH_TOKEN. */
NOT_INLINE static int token_octet(uint8_t c)
{
	return is_token_octet(c);
}

#endif
