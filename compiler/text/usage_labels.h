/* usage_labels.h - the categories of use that lines may name, with their values.  They change, so
 * one table holds all.  docs/extensions.md, "Labels"
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_USAGE_LABELS_H
#define ROBOTSC_USAGE_LABELS_H

#include <stdbool.h>
#include <string.h>

#include "access/text.h"
#include "match/blob_layout.h"
#include "robotsc/extensions.h"
#include "text/line.h"

static const struct label {
	enum robotsc_line_field field;
	bool always; /* every blob has it; others are written where a line states them */
	bool token;  /* the name is a product token, and the rules of its groups state the label */
	const char *name;
	/* The most restrictive first, each more permissive than those before it.  More than two
	 * values are for Content-Signal only. */
	const char *values[LABEL_VALUES + 1];
} labels[] = {
	/* draft-ietf-aipref-vocab-07, sections 6.1 and 6.2 */
	{ROBOTSC_FIELD_CONTENT_USAGE, true, false, "train-ai", {"n", "y"}},
	{ROBOTSC_FIELD_CONTENT_USAGE, true, false, "search", {"n", "y"}},
	/* draft-kelley-aipref-training-preference-signal-00; no key of a line begins with '_' */
	{ROBOTSC_FIELD_CONTENT_USAGE, false, true, "__usage_ai-training", {"n", "y"}},
	/* contentsignals.org */
	{ROBOTSC_FIELD_CONTENT_SIGNAL, true, false, "search", {"no", "yes"}},
	{ROBOTSC_FIELD_CONTENT_SIGNAL, true, false, "ai-input", {"no", "yes"}},
	{ROBOTSC_FIELD_CONTENT_SIGNAL, true, false, "ai-train", {"no", "yes"}},
	/* Cloudflare: the order is theirs, "from least to most permissive" (1 July 2026) */
	{ROBOTSC_FIELD_CONTENT_SIGNAL, false, false, "use", {"immediate", "reference", "full"}},
	{ROBOTSC_FIELD_NOINDEX, true, false, "index", {"no", "yes"}},
};

#define LABELS ((uint32_t)(sizeof labels / sizeof labels[0]))

/* True if a group of this token states a label. */
static inline bool label_token(const struct label *label, struct span token)
{
	return label->token && compare_folded((struct robotsc_text){(const char *)token.at, token.len},
	                                      (struct robotsc_text){label->name, strlen(label->name)}) == 0;
}

/* The label that groups of a token state; NULL: the token is that of a robot. */
static inline const struct label *label_of_token(struct span token)
{
	for (uint32_t i = 0; i < LABELS; i++)
		if (label_token(&labels[i], token))
			return &labels[i];
	return NULL;
}

/* How many values a label has. */
static inline uint32_t label_values(const struct label *label)
{
	uint32_t n = 0;
	while (label->values[n])
		n++;
	return n;
}

#endif
