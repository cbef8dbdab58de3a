/* page_report.c - writes what a page says to robots, as text and as JSON.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>
#include <stdbool.h>

#include "spelling.h"

static const struct {
	enum robotsc_directive flag;
	const char *name;
} flags[] = {
	{ROBOTSC_NOARCHIVE, "noarchive"},
	{ROBOTSC_NOCACHE, "nocache"},
	{ROBOTSC_NOSNIPPET, "nosnippet"},
	{ROBOTSC_NOTRANSLATE, "notranslate"},
	{ROBOTSC_NOIMAGEINDEX, "noimageindex"},
	{ROBOTSC_INDEXIFEMBEDDED, "indexifembedded"},
	{ROBOTSC_NOAI, "noai"},
	{ROBOTSC_NOIMAGEAI, "noimageai"},
	{ROBOTSC_NOML, "noml"},
};
#define NFLAGS (sizeof flags / sizeof flags[0])

static const char *const previews[] = {"none", "standard", "large"};

/* ---- for people ---- */

static void put_line(struct report_writer *w, const char *name, uint64_t number)
{
	robotsc__writer_format(w, "%s: %" PRIu64 "\n", name, number);
}

/* Write why the page may be fetched or not, and what follows for its index entry. */
static void put_answer(struct report_writer *w, const struct robotsc_page_answer *a, bool noindex)
{
	const bool closed = a->verdict == ROBOTSC_DISALLOW;
	robotsc__writer_string(w, closed ? "closed: " : "open: ");
	if (a->line == ROBOTSC_LINE_IMPLIED || a->line == 0) {
		robotsc__writer_string(w, a->line ? "/robots.txt may always be fetched\n" : "no rule matches\n");
	} else {
		robotsc__writer_format(w, "line %" PRIu32 ": ", a->line);
		robotsc__spelling_between(w, "", a->text, "\n");
	}
	robotsc__writer_string(w, a->indexed ? "indexed\n"
	                          : closed   ? "not indexed; results may still show its URL, without its content\n"
	                                     : "not indexed: noindex\n");
	if (a->never_read) {
		robotsc__writer_string(w, noindex ? "this noindex" : "what the page says");
		if (a->line)
			robotsc__writer_format(w, " is never read: line %" PRIu32 " closes the page\n", a->line);
		else
			robotsc__writer_string(w, " is never read: no line opens the page\n");
	}
	robotsc__writer_string(w, "the page says:\n");
}

/* Write the directives of a page.  nosnippet is max-snippet 0, and written as a flag. */
static void put_text(struct report_writer *w, const struct robotsc_directives *d, struct robotsc_text policy)
{
	char time[ROBOTSC_TIME_ROOM];
	robotsc__writer_string(w, d->flags & ROBOTSC_NOINDEX ? "noindex\n" : "index\n");
	robotsc__writer_string(w, d->flags & ROBOTSC_NOFOLLOW ? "nofollow\n" : "follow\n");
	for (size_t i = 0; i < NFLAGS; i++)
		if (d->flags & flags[i].flag)
			robotsc__writer_format(w, "%s\n", flags[i].name);
	if (d->max_snippet > 0)
		put_line(w, "max-snippet", (uint64_t)d->max_snippet);
	if (d->max_image_preview < ROBOTSC_PREVIEW_ANY)
		robotsc__writer_format(w, "max-image-preview: %s\n", previews[d->max_image_preview]);
	if (d->max_video_preview >= 0)
		put_line(w, "max-video-preview", (uint64_t)d->max_video_preview);
	if (d->flags & ROBOTSC_UNAVAILABLE_AFTER) {
		robotsc_write_time(d->unavailable_after, time);
		robotsc__writer_format(w, "unavailable_after: %s\n", time);
	}
	if (d->tdm_reservation != ROBOTSC_TDM_UNSET)
		put_line(w, "tdm-reservation", d->tdm_reservation == ROBOTSC_TDM_RESERVED);
	if (policy.len) {
		robotsc__spelling_between(w, "tdm-policy: ", policy, "\n");
	}
}

/* ---- JSON ---- */

/* Write a number; null if there is none. */
static void put_number(struct report_writer *w, const char *name, bool is_there, int64_t n)
{
	if (is_there)
		robotsc__json_signed(w, name, n);
	else
		robotsc__json_word(w, name, NULL);
}

static void put_time(struct report_writer *w, const struct robotsc_directives *d)
{
	const bool is_there = d->flags & ROBOTSC_UNAVAILABLE_AFTER;
	char time[ROBOTSC_TIME_ROOM];
	if (w->exact || !is_there) {
		put_number(w, "unavailable_after", is_there, d->unavailable_after);
		return;
	}
	robotsc_write_time(d->unavailable_after, time);
	robotsc__json_word(w, "unavailable_after", time);
}

/* Write the members of an answer into an object that was begun. */
static void put_answer_json(struct report_writer *w, const struct robotsc_page_answer *a)
{
	const bool implied = a->line == ROBOTSC_LINE_IMPLIED;
	robotsc__json_word(w, "verdict", a->verdict == ROBOTSC_ALLOW ? "allow" : "disallow");
	robotsc__json_put(w, "implied:%d line:" U32, implied, implied ? 0 : a->line);
	robotsc__json_optional(w, "text", a->text);
	robotsc__json_put(w, "indexed:%d never_read:%d", a->indexed, a->never_read);
}

static void put_json(struct report_writer *w, const struct robotsc_directives *d, struct robotsc_text policy,
                     const struct robotsc_page_answer *answer)
{
	robotsc__json_open(w, NULL, '{');
	if (answer)
		put_answer_json(w, answer);
	robotsc__json_put(w, "index:%d follow:%d", !(d->flags & ROBOTSC_NOINDEX), !(d->flags & ROBOTSC_NOFOLLOW));
	for (size_t i = 0; i < NFLAGS; i++)
		robotsc__json_bool(w, flags[i].name, (d->flags & flags[i].flag) != 0);
	put_number(w, "max-snippet", d->max_snippet >= 0, d->max_snippet);
	robotsc__json_word(w, "max-image-preview",
	                   d->max_image_preview < ROBOTSC_PREVIEW_ANY ? previews[d->max_image_preview] : NULL);
	put_number(w, "max-video-preview", d->max_video_preview >= 0, d->max_video_preview);
	put_time(w, d);
	put_number(w, "tdm-reservation", d->tdm_reservation != ROBOTSC_TDM_UNSET, d->tdm_reservation == ROBOTSC_TDM_RESERVED);
	robotsc__json_optional(w, "tdm-policy", policy.len ? policy : (struct robotsc_text){NULL, 0});
	if (w->exact) {
		robotsc__json_number(w, "ignored", d->ignored);
		put_number(w, "ignored_at", d->ignored_at <= INT64_MAX, (int64_t)d->ignored_at);
		robotsc__json_close(w, "}");
	} else {
		robotsc__json_end(w);
	}
}

void robotsc_page_answer_report(const struct robotsc_report *report, const struct robotsc_directives *directives,
                                const char *policy, const struct robotsc_page_answer *answer)
{
	const bool is_json = JSON_ALONE || report->format == ROBOTSC_REPORT_OBJECT || report->format == ROBOTSC_REPORT_JSON ||
	                     report->format == ROBOTSC_REPORT_JSONL;
	const struct robotsc_text url = {policy, policy ? directives->tdm_policy_len : 0};
	struct report_writer w;
	robotsc__writer_start(&w, report);
	if (is_json) {
		put_json(&w, directives, url, answer);
	} else {
		if (answer)
			put_answer(&w, answer, directives->flags & ROBOTSC_NOINDEX);
		put_text(&w, directives, url);
	}
	robotsc__writer_flush(&w);
}

void robotsc_page_report(const struct robotsc_report *report, const struct robotsc_directives *directives, const char *policy)
{
	robotsc_page_answer_report(report, directives, policy, NULL);
}
