/* change_text.c - what became of an origin, for people.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>

#include "change_formats.h"
#include "robotsc/extensions.h"

/* "newly disallowed: /a /b and others" */
static void put_direction(struct diff_page *page, int to, const struct robotsc_comparison *c)
{
	struct report_writer *const w = &page->writer;
	const struct diff_example *e;
	robotsc__writer_string(w, "    ");
	const bool more = robotsc__diff_direction(page, to, true, c);
	robotsc__writer_string(w, c->found[to] ? ":" : ": nothing found, but not all was explored");
	for (size_t i = 0; (e = robotsc__diff_example(page, to, i)); i++) {
		robotsc__writer_string(w, " ");
		robotsc__spelling_put(w, robotsc__diff_path(page, e), ROBOTSC_SPELL_SHELL);
	}
	robotsc__writer_string(w, more ? " and others\n" : "\n");
}

/* Robots for which no verdict changes are left out. */
static void text_result(struct diff_page *page, const struct robotsc_robots *robots, const struct robotsc_comparison *c)
{
	struct report_writer *const w = &page->writer;
	if (c->answer == ROBOTSC_SAME)
		return;
	robotsc__writer_string(w, "  ");
	robotsc__diff_robots(w, robots);
	robotsc__writer_string(w, c->answer == ROBOTSC_UNKNOWN ? ": no difference found, but not all was explored\n" : "\n");
	for (int to = 0; to < 2 && c->answer == ROBOTSC_DIFFERENT; to++)
		if (c->found[to] || !c->complete)
			put_direction(page, to, c);
}

const struct diff_format robotsc__change_text = {NULL, NULL, text_result, NULL, NULL, NULL};

/* "parse (200)" */
static void put_outcome(struct report_writer *w, const struct robotsc_decision *d)
{
	const char *const end = d->end ? robotsc_end_name((enum robotsc_end)d->end) : NULL;
	robotsc__writer_string(w, robotsc_outcome_name((enum robotsc_outcome)d->outcome));
	if (end)
		robotsc__writer_format(w, " (%s)", end);
	else
		robotsc__writer_format(w, " (%u)", d->status);
}

void robotsc__change_put_text(struct report_writer *w, const struct change_page *page)
{
	const struct robotsc_origin_change *const c = page->change;
	const struct robotsc_decision *const old = c->decisions[0], *const new = c->decisions[1];
	robotsc__spelling_put(w, c->origin, ROBOTSC_SPELL_LINE);
	if (c->version.at) {
		char time[ROBOTSC_TIME_ROOM];
		robotsc__writer_string(w, " ");
		if (new) {
			robotsc_write_time(new->fetched, time);
			robotsc__writer_format(w, "%s ", time);
		}
		robotsc__spelling_put(w, c->version, ROBOTSC_SPELL_TEXT);
	}
	robotsc__writer_format(w, ": %s: ", robotsc_became_name(page->kind));
	if (old)
		put_outcome(w, old);
	if (new && (!old || old->outcome != new->outcome || old->status != new->status || old->end != new->end)) {
		robotsc__writer_string(w, old ? " to " : "");
		put_outcome(w, new);
	}
	robotsc__writer_string(w, page->records ? "; records: " : "");
	robotsc__diff_fields(w, page->records);
	robotsc__writer_string(w, "\n");
	if (page->kind == ROBOTSC_BECAME_VERDICTS || page->kind == ROBOTSC_BECAME_UNKNOWN)
		robotsc__writer_put(w, page->results, page->results_len);
}

void robotsc__change_end_text(struct report_writer *w, const struct robotsc_change_total *t)
{
	robotsc__writer_format(w, "%" PRIu64 " added, %" PRIu64 " removed; ", t->changes[ROBOTSC_BECAME_ADDED],
	                       t->changes[ROBOTSC_BECAME_REMOVED]);
	robotsc__writer_format(w, "%" PRIu64 " with other verdicts, ", t->changes[ROBOTSC_BECAME_VERDICTS]);
	if (t->changes[ROBOTSC_BECAME_UNKNOWN])
		robotsc__writer_format(w, "%" PRIu64 " not known, ", t->changes[ROBOTSC_BECAME_UNKNOWN]);
	robotsc__writer_format(w, "%" PRIu64 " with another outcome, %" PRIu64 " with another text; ",
	                       t->changes[ROBOTSC_BECAME_OUTCOME], t->changes[ROBOTSC_BECAME_TEXT]);
	robotsc__writer_format(w, "%" PRIu64 " fetched again, %" PRIu64 " the same\n", t->changes[ROBOTSC_BECAME_TIMES],
	                       t->changes[ROBOTSC_BECAME_SAME]);
}
