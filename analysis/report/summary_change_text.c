/* summary_change_text.c - what changed between two texts, for people and as JSON.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>

#include "diff_formats.h"
#include "spelling.h"
#include "summary_formats.h"

#define NAMES 6    /* most robots that a line names */
#define SHOWN 60   /* most octets of a path or a value that are shown */
#define CHANGES 20 /* that are shown */

/* ---- for people ------------------------------------------------------------------------ */

static void put(struct report_writer *w, struct robotsc_text text)
{
	robotsc__spelling_between(w, "", (struct robotsc_text){text.at, text.len < SHOWN ? text.len : SHOWN},
	                          text.len > SHOWN ? "..." : "");
}

static void put_robots(struct report_writer *w, const struct summary_change *c)
{
	size_t n = 0;
	robotsc__writer_string(w, "  ");
	for (size_t i = 0; i < c->nrobots; i++)
		if (!c->robots[i].len && !n++)
			robotsc__writer_string(w, "all other robots");
	for (size_t i = 0; i < c->nrobots; i++) {
		if (!c->robots[i].len || n++ >= NAMES)
			continue;
		robotsc__writer_string(w, n > 1 ? ", " : "");
		put(w, c->robots[i]);
	}
	if (n > NAMES)
		robotsc__writer_format(w, ", %zu more", n - NAMES);
}

static void put_verdicts(struct report_writer *w, const struct summary_change *c, const struct robotsc_summary_answer *before,
                         const struct robotsc_summary_answer *now)
{
	if (c->answer != ROBOTSC_SAME && before->extent != now->extent)
		robotsc__writer_format(w, ": %s before, %s now", robotsc__summary_extent(before->extent),
		                       robotsc__summary_extent(now->extent));
	else if (c->answer != ROBOTSC_DIFFERENT)
		robotsc__diff_say(w, c->answer, c->compared);
	else
		robotsc__writer_format(w, ": %s as before, but not the same", robotsc__summary_extent(now->extent));
	for (int to = 0; to < 2; to++)
		if (c->paths[to].at) {
			robotsc__writer_format(w, "; %s: %s", robotsc__diff_directions[to], robotsc__spelling_host(c->paths[to]));
			put(w, c->paths[to]);
		}
}

static void put_delays(struct report_writer *w, const struct robotsc_summary_answer *a)
{
	for (size_t i = 0; i < a->ndelays; i++) {
		robotsc__writer_format(w, "%s%s ", i ? ", " : "", robotsc_field_name(a->delays[i].field));
		put(w, a->delays[i].value);
	}
	robotsc__writer_string(w, a->ndelays ? "" : "no delay");
}

static void put_preferences(struct report_writer *w, const struct robotsc_summary_answer *a)
{
	for (size_t i = 0; i < a->npreferences; i++) {
		robotsc__writer_string(w, i ? ", " : "");
		put(w, a->preferences[i].label);
		robotsc__writer_string(w, "=");
		put(w, a->preferences[i].value);
	}
	robotsc__writer_string(w, a->npreferences ? "" : "nothing stated");
	if (a->preferences_below)
		robotsc__writer_format(w, " and %" PRIu32 " for some paths", a->preferences_below);
}

static void put_change(struct report_writer *w, const struct summary_changes *changes, const struct summary_change *c)
{
	const struct robotsc_summary_answer *before = &changes->s[0]->answers[c->answers[0]];
	const struct robotsc_summary_answer *now = &changes->s[1]->answers[c->answers[1]];
	put_robots(w, c);
	put_verdicts(w, c, before, now);
	if (c->delays) {
		robotsc__writer_string(w, "; ");
		put_delays(w, before);
		robotsc__writer_string(w, " before, ");
		put_delays(w, now);
		robotsc__writer_string(w, " now");
	}
	if (c->preferences) {
		robotsc__writer_string(w, "; ");
		put_preferences(w, before);
		robotsc__writer_string(w, " before, ");
		put_preferences(w, now);
		robotsc__writer_string(w, " now");
	}
	robotsc__writer_string(w, "\n");
}

/* True if a summary has this record, which is for the whole file. */
static bool has(const struct robotsc_summary *s, const struct robotsc_summary_record *record)
{
	for (size_t i = 0; i < s->nrecords; i++)
		if (s->records[i].field == record->field && robotsc__summary_same_text(s->records[i].value, record->value))
			return true;
	return false;
}

/* Write lines for the whole file that one summary has and the other lacks.  Returns how many. */
static size_t put_records(struct report_writer *w, const struct summary_changes *changes, int side)
{
	size_t n = 0;
	for (size_t i = 0; i < changes->s[side]->nrecords; i++) {
		const struct robotsc_summary_record *r = &changes->s[side]->records[i];
		const char *name = robotsc_field_name(r->field);
		if (!name || has(changes->s[!side], r) || n++ >= NAMES)
			continue;
		robotsc__writer_format(w, "  %s: %s ", side ? "new" : "gone", name);
		put(w, r->value);
		robotsc__writer_string(w, "\n");
	}
	if (n > NAMES)
		robotsc__writer_format(w, "  %zu more %s\n", n - NAMES, side ? "new" : "gone");
	return n;
}

void robotsc__summary_changes_text(struct report_writer *w, const struct summary_changes *changes, struct robotsc_text name)
{
	robotsc__spelling_between(w, "\nAgainst ", name, "\n");
	for (size_t i = 0; i < changes->n && i < CHANGES; i++)
		put_change(w, changes, &changes->all[i]);
	if (changes->n > CHANGES)
		robotsc__writer_format(w, "  %zu more group%s of robots\n", changes->n - CHANGES,
		                       changes->n - CHANGES == 1 ? "" : "s");
	const size_t now = put_records(w, changes, 1), before = put_records(w, changes, 0);
	if (!changes->n && !now && !before)
		robotsc__writer_string(w,
		                       "  nothing changed: verdicts, delays, preferences and lines such as Sitemap are the same\n");
}

/* ---- as JSON ------------------------------------------------------------------------------ */

/* Write a field and its value as an object; label NULL: it has none. */
static void json_value(struct report_writer *w, enum robotsc_line_field field, const struct robotsc_text *label,
                       struct robotsc_text value)
{
	robotsc__json_put(w, "{field:%s", robotsc_field_name(field));
	if (label)
		robotsc__json_text(w, "label", *label);
	robotsc__json_put(w, "value:%p}", JSON_TEXT(value));
}

static void json_side(struct report_writer *w, const char *name, const struct robotsc_summary_answer *a)
{
	robotsc__json_open(w, name, '{');
	robotsc__json_put(w, "extent:%s front_page:%s delays:[", robotsc_extent_name(a->extent),
	                  a->root == ROBOTSC_ALLOW ? "open" : "closed");
	for (size_t i = 0; i < a->ndelays; i++)
		json_value(w, a->delays[i].field, NULL, a->delays[i].value);
	robotsc__json_put(w, "] preferences:[");
	for (size_t i = 0; i < a->npreferences; i++)
		json_value(w, a->preferences[i].field, &a->preferences[i].label, a->preferences[i].value);
	robotsc__json_put(w, "] preferences_below:" U32 "}", a->preferences_below);
}

static void json_change(struct report_writer *w, const struct summary_changes *changes, const struct summary_change *c)
{
	robotsc__json_put(w, "{robots:[");
	for (size_t i = 0; i < c->nrobots; i++)
		robotsc__json_text(w, NULL, c->robots[i].len ? c->robots[i] : robotsc__writer_text("*"));
	robotsc__json_put(w, "] answer:%s compared:%d newly_disallowed:%p newly_allowed:%p", robotsc_answer_name(c->answer),
	                  c->compared, JSON_OPTIONAL(c->paths[ROBOTSC_DISALLOW]), JSON_OPTIONAL(c->paths[ROBOTSC_ALLOW]));
	json_side(w, "before", &changes->s[0]->answers[c->answers[0]]);
	json_side(w, "now", &changes->s[1]->answers[c->answers[1]]);
	robotsc__json_close(w, "}");
}

static void json_records(struct report_writer *w, const struct summary_changes *changes, int side)
{
	robotsc__json_open(w, side ? "new" : "gone", '[');
	for (size_t i = 0; i < changes->s[side]->nrecords; i++) {
		const struct robotsc_summary_record *r = &changes->s[side]->records[i];
		if (robotsc_field_name(r->field) && !has(changes->s[!side], r))
			json_value(w, r->field, NULL, r->value);
	}
	robotsc__json_close(w, "]");
}

void robotsc__summary_changes_json(struct summary_page *page, const struct summary_changes *changes, struct robotsc_text name)
{
	struct report_writer *w = &page->writer;
	const bool lines = page->report->format != ROBOTSC_REPORT_JSONL;
	if (lines)
		robotsc__json_line(w);
	robotsc__json_put(w, "against:{file:%p changes:[", JSON_TEXT(name));
	for (size_t i = 0; i < changes->n; i++) {
		if (i && lines)
			robotsc__json_line(w);
		json_change(w, changes, &changes->all[i]);
	}
	robotsc__json_close(w, "]");
	json_records(w, changes, 1);
	json_records(w, changes, 0);
	robotsc__json_close(w, "}");
}
