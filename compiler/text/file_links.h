/* file_links.h - lines that speak for the whole file and give a URL.  They may stand anywhere, and
 * any number of times.  docs/extensions.md, "Links"
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_FILE_LINKS_H
#define ROBOTSC_FILE_LINKS_H

#include <stdbool.h>

#include "robotsc/extensions.h"

static const struct file_link {
	enum robotsc_line_field field;
	bool path; /* the link may be a path of the same origin */
} file_links[] = {
	{ROBOTSC_FIELD_SITEMAP, false},   /* sitemaps.org */
	{ROBOTSC_FIELD_LICENSE, false},   /* RSL 1.0 */
	{ROBOTSC_FIELD_AGENTMAP, false},  /* ARD 0.9, section 6.1 */
	{ROBOTSC_FIELD_SCHEMAMAP, false}, /* NLWeb; no specification */
	{ROBOTSC_FIELD_LLM_POLICY, true}, /* registrars; no specification */
};

/* The row of a field, or NULL. */
static inline const struct file_link *file_link(enum robotsc_line_field field)
{
	for (unsigned i = 0; i < sizeof file_links / sizeof file_links[0]; i++)
		if (file_links[i].field == field)
			return &file_links[i];
	return NULL;
}

#endif
