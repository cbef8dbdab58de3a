/* combine.c - see page_parts.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "page_parts.h"

void robotsc__combine_begin(struct robotsc_directives *d)
{
	*d = (struct robotsc_directives){.max_image_preview = ROBOTSC_PREVIEW_ANY,
	                                 .max_snippet = -1,
	                                 .max_video_preview = -1,
	                                 .ignored_at = UINT64_MAX,
	                                 .ignored_in_field = UINT64_MAX};
}

/* As an unsigned number, -1 (no limit) is the largest. */
void robotsc__combine_limit(int64_t *limit, int64_t n)
{
	if ((uint64_t)n < (uint64_t)*limit)
		*limit = n;
}

void robotsc__combine_until(struct robotsc_directives *d, int64_t time)
{
	if (!(d->flags & ROBOTSC_UNAVAILABLE_AFTER) || time < d->unavailable_after)
		d->unavailable_after = time;
	d->flags |= ROBOTSC_UNAVAILABLE_AFTER;
}

void robotsc__combine_add(struct robotsc_directives *d, const struct robotsc_directives *more)
{
	if (more->flags & ROBOTSC_UNAVAILABLE_AFTER)
		robotsc__combine_until(d, more->unavailable_after);
	d->flags |= more->flags;
	robotsc__combine_limit(&d->max_snippet, more->max_snippet);
	robotsc__combine_limit(&d->max_video_preview, more->max_video_preview);
	if (more->max_image_preview < d->max_image_preview)
		d->max_image_preview = more->max_image_preview;
	d->ignored += more->ignored;
	if (more->ignored_at < d->ignored_at)
		d->ignored_at = more->ignored_at;
}

void robotsc__combine_ignore(struct robotsc_directives *d, uint64_t at)
{
	d->ignored++;
	if (at < d->ignored_at)
		d->ignored_at = at;
}
