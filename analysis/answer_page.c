/* answer_page.c - whether a page may be fetched, and is to be indexed.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdbool.h>

#include "robotsc/explain.h"

_Static_assert(sizeof(void *) != 8 || sizeof(struct robotsc_page_answer) == 48, "robotsc_page_answer is ABI");

static bool restricts(const struct robotsc_directives *d)
{
	return d->flags || d->max_image_preview != ROBOTSC_PREVIEW_ANY || d->max_snippet >= 0 || d->max_video_preview >= 0 ||
	       d->tdm_reservation == ROBOTSC_TDM_RESERVED;
}

static void take_line(void *ctx, const struct robotsc_match *match)
{
	if (match->deciding)
		((struct robotsc_page_answer *)ctx)->text = match->text;
}

enum robotsc_status robotsc_answer_page(const struct robotsc_options *options, const void *robots, size_t len,
                                        const struct robotsc_text *tokens, size_t n, struct robotsc_text url,
                                        const struct robotsc_directives *directives, struct robotsc_page_answer *answer)
{
	struct robotsc_explanation e;
	struct robotsc_page_answer found = {.line = 0};
	const enum robotsc_status status = robotsc_explain(options, robots, len, tokens, n, url, take_line, &found, &e);
	if (status != ROBOTSC_OK)
		return status;
	found.verdict = e.verdict;
	found.line = e.implied ? ROBOTSC_LINE_IMPLIED : e.deciding;
	found.indexed = e.verdict == ROBOTSC_ALLOW && !(directives->flags & ROBOTSC_NOINDEX);
	found.never_read = e.verdict == ROBOTSC_DISALLOW && restricts(directives);
	*answer = found;
	return ROBOTSC_OK;
}
