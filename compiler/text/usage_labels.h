/* usage_labels.h - the categories of use that lines may name, with their values.  They change, so
 * one table holds all.  docs/extensions.md, "Labels"
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_USAGE_LABELS_H
#define ROBOTSC_USAGE_LABELS_H

#include <stdbool.h>

#include "match/blob_layout.h"
#include "robotsc/extensions.h"

static const struct label {
	enum robotsc_line_field field;
	bool always; /* every blob has it; others are written where a line states them */
	const char *name;
	/* The most restrictive first, each more permissive than those before it.  More than two are
	 * for Content-Signal only. */
	const char *values[LABEL_VALUES + 1];
} labels[] = {
	/* draft-ietf-aipref-vocab-07, sections 6.1 and 6.2 */
	{ROBOTSC_FIELD_CONTENT_USAGE, true, "train-ai", {"n", "y"}},
	{ROBOTSC_FIELD_CONTENT_USAGE, true, "search", {"n", "y"}},
	/* contentsignals.org */
	{ROBOTSC_FIELD_CONTENT_SIGNAL, true, "search", {"no", "yes"}},
	{ROBOTSC_FIELD_CONTENT_SIGNAL, true, "ai-input", {"no", "yes"}},
	{ROBOTSC_FIELD_CONTENT_SIGNAL, true, "ai-train", {"no", "yes"}},
	/* Cloudflare: the order is theirs, "from least to most permissive" (1 July 2026) */
	{ROBOTSC_FIELD_CONTENT_SIGNAL, false, "use", {"immediate", "reference", "full"}},
	{ROBOTSC_FIELD_NOINDEX, true, "index", {"no", "yes"}},
};

#define LABELS ((uint32_t)(sizeof labels / sizeof labels[0]))

/* How many values a label has. */
static inline uint32_t label_values(const struct label *label)
{
	uint32_t n = 0;
	while (label->values[n])
		n++;
	return n;
}

#endif
