/* usage_labels.h - the categories of use that lines may name.  They change, so one table holds all.
 * docs/extensions.md, "Labels"
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_USAGE_LABELS_H
#define ROBOTSC_USAGE_LABELS_H

#include "robotsc/extensions.h"

static const struct label {
	enum robotsc_line_field field;
	const char *name;
} labels[] = {
	/* draft-ietf-aipref-vocab-07 */
	{ROBOTSC_FIELD_CONTENT_USAGE, "train-ai"},
	{ROBOTSC_FIELD_CONTENT_USAGE, "search"},
	/* contentsignals.org */
	{ROBOTSC_FIELD_CONTENT_SIGNAL, "search"},
	{ROBOTSC_FIELD_CONTENT_SIGNAL, "ai-input"},
	{ROBOTSC_FIELD_CONTENT_SIGNAL, "ai-train"},
	{ROBOTSC_FIELD_NOINDEX, "index"},
};

#define LABELS ((uint32_t)(sizeof labels / sizeof labels[0]))

#endif
