/* summary_shown.c - what the formats of a summary for people share: what stands together.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "summary_formats.h"

#define LOOK_BACK 64 /* parts before one that may hold it */

bool robotsc__summary_is_told(const struct robotsc_part *parts, size_t n, size_t i)
{
	const struct robotsc_part *part = &parts[i];
	enum robotsc_extent around = parts[n - 1].extent; /* of the rest */
	if (!part->prefix.len)
		return false;
	for (size_t back = i; back-- && i - back < LOOK_BACK;) {
		const struct robotsc_part *other = &parts[back];
		if (other->prefix.at[0] != '/' || other->exact || other->prefix.len > part->prefix.len ||
		    memcmp(other->prefix.at, part->prefix.at, other->prefix.len) != 0)
			continue;
		around = other->extent;
		break;
	}
	return part->extent != around || around == ROBOTSC_EXTENT_PARTLY || around == ROBOTSC_EXTENT_UNKNOWN;
}

static bool stands_alone(enum robotsc_extent extent)
{
	return extent == ROBOTSC_EXTENT_PARTLY || extent == ROBOTSC_EXTENT_UNKNOWN;
}

/* Robots that obey no group stand apart from those that a group closes or opens. */
static bool stand_together(const struct robotsc_summary_answer *a, const struct robotsc_summary_answer *b)
{
	return !stands_alone(a->extent) && a->extent == b->extent && (a->nlines == 0) == (b->nlines == 0);
}

void robotsc__summary_choose(struct summary_page *page, size_t answer)
{
	for (size_t i = 0; i < page->s->nanswers; i++)
		page->chosen[i] = i == answer || stand_together(&page->s->answers[i], &page->s->answers[answer]);
}

bool robotsc__summary_is_shown(const struct robotsc_summary *s, size_t answer)
{
	for (size_t i = 0; i < answer; i++)
		if (stand_together(&s->answers[i], &s->answers[answer]))
			return true;
	return false;
}

bool robotsc__summary_is_of(const struct summary_page *page, const struct robotsc_summary_robot *robot, enum summary_kind kind,
                            const char *purpose)
{
	if (!page->chosen[robot->answer])
		return false;
	if (kind != SUMMARY_CRAWLERS)
		return !robot->crawler && (robot->token.len == 0) == (kind == SUMMARY_OTHERS);
	return robot->crawler && strcmp(robot->crawler->purpose ? robot->crawler->purpose : "", purpose) == 0;
}

const char *robotsc__summary_heading(const struct robotsc_summary_answer *answer)
{
	const bool open = answer->root == ROBOTSC_ALLOW;
	switch (answer->extent) {
	case ROBOTSC_EXTENT_CLOSED:
		return "Closed";
	case ROBOTSC_EXTENT_OPEN:
		return "Open";
	case ROBOTSC_EXTENT_PARTLY:
		return open ? "Partly open; the front page is open" : "Partly open; the front page is closed";
	case ROBOTSC_EXTENT_UNKNOWN:
		break;
	}
	return open ? "Not proved; the front page is open" : "Not proved; the front page is closed";
}
