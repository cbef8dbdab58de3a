/* agents_check.h - verify the agent index of a blob.  docs/formats/blob.md, "Agents"
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_AGENTS_CHECK_H
#define ROBOTSC_AGENTS_CHECK_H

#include "blob_layout.h"
#include "nodes.h"

/* True if names stand end to end from the beginning of the text on, and their policies exist.  Two
 * octets of any section can be read, as the trailer follows. */
static inline int agents_ok(const uint8_t *agents, uint32_t size, uint32_t policies)
{
	const uint32_t w = agents[AGENTS_AT_WIDTH];
	if ((w != 1 && w != 2 && w != 4) || size < AGENTS_AT_COUNT + 2 * w)
		return 0;
	const uint8_t *fields = agents + AGENTS_AT_COUNT;
	const uint32_t n = field_at(fields, 0, w), rest = size - AGENTS_AT_COUNT - 2 * w;
	if (n > rest / (2 * w) || field_at(fields, 1, w) >> 1 > policies)
		return 0;
	const uint32_t text = rest - 2 * w * n;
	uint32_t last = 0;
	for (uint32_t i = 2; i < 2 + n; i++) {
		const uint32_t offset = field_at(fields, i, w);
		if (offset < last || offset > text || (i == 2 && offset) || field_at(fields, i + n, w) >> 1 > policies)
			return 0;
		last = offset;
	}
	return 1;
}

#endif
