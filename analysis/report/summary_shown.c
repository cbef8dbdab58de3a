/* summary_shown.c - what the formats of a summary share: the page, and which answers stand
 * together.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "summary_formats.h"

#define NONE UINT32_MAX
#define PATTERNS 6 /* most patterns that a heading names */

static bool holds(const struct robotsc_part *part, const struct robotsc_part *other)
{
	return !part->exact && part->prefix.len <= other->prefix.len &&
	       memcmp(part->prefix.at, other->prefix.at, part->prefix.len) == 0;
}

/* Parts are sorted: a part around this one is the part before it, or is around that, too. */
void robotsc__summary_place(struct summary_page *page, const struct robotsc_summary_answer *answer)
{
	const struct robotsc_part *parts = answer->parts;
	for (size_t i = 0; i + 1 < answer->nparts; i++) {
		uint32_t in = i ? (uint32_t)i - 1 : NONE;
		while (in != NONE && !holds(&parts[in], &parts[i]))
			in = page->within[in];
		page->within[i] = in;
	}
}

bool robotsc__summary_is_listed(const struct summary_page *page, const struct robotsc_summary_answer *answer, size_t i)
{
	const struct robotsc_part *parts = answer->parts;
	const size_t in = page->within[i] == NONE ? answer->nparts - 1 : page->within[i];
	const enum robotsc_extent around = parts[in].extent;
	return parts[i].extent != around || around == ROBOTSC_EXTENT_PARTLY || around == ROBOTSC_EXTENT_UNKNOWN;
}

static bool is_single(enum robotsc_extent extent)
{
	return extent == ROBOTSC_EXTENT_PARTLY || extent == ROBOTSC_EXTENT_UNKNOWN;
}

/* True if two answers stand together.  Those without a group stand apart from the others. */
static bool stand_together(const struct robotsc_summary_answer *a, const struct robotsc_summary_answer *b)
{
	return !is_single(a->extent) && a->extent == b->extent && (a->nlines == 0) == (b->nlines == 0);
}

void robotsc__summary_choose(struct summary_page *page, size_t answer)
{
	for (size_t i = 0; i < page->s->nanswers; i++)
		page->chosen[i] = i == answer || stand_together(&page->s->answers[i], &page->s->answers[answer]);
}

bool robotsc__summary_is_merged(const struct robotsc_summary *s, size_t answer)
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

bool robotsc__summary_is_closed_but(const struct summary_page *page, size_t answer)
{
	return robotsc__summary_lists(page->s, answer)->but.n > 0;
}

void robotsc__summary_put_patterns(struct summary_page *page, const struct summary_patterns *patterns,
                                   void (*put)(struct summary_page *page, struct robotsc_text pattern))
{
	struct report_writer *w = &page->writer;
	const size_t all = patterns->n + patterns->more, shown = patterns->n < PATTERNS ? patterns->n : PATTERNS;
	for (size_t i = 0; i < shown; i++) {
		robotsc__writer_string(w, !i ? "" : i + 1 == all ? " and " : ", ");
		put(page, patterns->at[i]);
	}
	if (all > shown)
		robotsc__writer_format(w, " and %zu more", all - shown);
}

void robotsc__summary_put_but(struct summary_page *page, size_t answer,
                              void (*put)(struct summary_page *page, struct robotsc_text pattern))
{
	struct report_writer *w = &page->writer;
	const struct summary_patterns *but = &robotsc__summary_lists(page->s, answer)->but;
	if (!but->n)
		return;
	robotsc__writer_string(w, ", but for at most what ");
	robotsc__summary_put_patterns(page, but, put);
	robotsc__writer_format(w, " match%s; the front page is %s", but->n == 1 ? "es" : "",
	                       page->s->answers[answer].root == ROBOTSC_ALLOW ? "open" : "closed");
}

const char *robotsc__summary_extent(enum robotsc_extent extent)
{
	static const char *const words[] = {"not proved", "open", "partly open", "closed"};
	return words[extent];
}

const char *robotsc__summary_heading(const struct summary_page *page, size_t number)
{
	const struct robotsc_summary_answer *answer = &page->s->answers[number];
	const bool open = answer->root == ROBOTSC_ALLOW;
	if (robotsc__summary_is_closed_but(page, number))
		return "Closed";
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

/* Find the purposes of the crawlers, in the order of the list: at most SUMMARY_PURPOSES. */
static void find_purposes(struct summary_page *page)
{
	for (size_t i = 0; i < page->question->ncrawlers; i++) {
		const char *purpose = page->question->crawlers[i].purpose;
		size_t k = 0;
		purpose = purpose ? purpose : "";
		while (k < page->npurposes && strcmp(page->purposes[k], purpose) != 0)
			k++;
		if (k == page->npurposes && k < SUMMARY_PURPOSES)
			page->purposes[page->npurposes++] = purpose;
	}
}

static size_t most_parts(const struct robotsc_summary *s)
{
	size_t most = 0;
	for (size_t i = 0; i < s->nanswers; i++)
		most = s->answers[i].nparts > most ? s->answers[i].nparts : most;
	return most;
}

enum robotsc_status robotsc__summary_page_open(struct summary_page *page, struct arena *arena)
{
	const struct robotsc_options *const options = page->question->options;
	enum robotsc_status status = robotsc_summarize(page->question, page->file->robots, page->file->len, &page->s);
	robotsc__arena_init(arena, options ? options->alloc : NULL);
	robotsc__writer_start(&page->writer, page->report);
	if (status != ROBOTSC_OK)
		return status;
	page->chosen = robotsc__arena_zeroed(arena, page->s->nanswers, sizeof *page->chosen);
	page->within = robotsc__arena_zeroed(arena, most_parts(page->s), sizeof *page->within);
	find_purposes(page);
	return page->chosen && page->within ? ROBOTSC_OK : ROBOTSC_ERR_NOMEM;
}

void robotsc__summary_page_close(struct summary_page *page, struct arena *arena)
{
	robotsc__arena_free(arena);
	robotsc_free_summary(page->s);
}

const struct robotsc_summary_finding *robotsc__summary_inside(const struct robotsc_summary *s)
{
	for (size_t i = 0; i < s->nfindings; i++)
		if (strcmp(s->findings[i].rule->id, "field-inside") == 0)
			return &s->findings[i];
	return NULL;
}
