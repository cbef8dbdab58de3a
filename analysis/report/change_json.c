/* change_json.c - what became of an origin, as JSON.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>

#include "change_formats.h"
#include "json.h"

static void put_paths(struct diff_page *page, const char *name, int to)
{
	struct report_writer *const w = &page->writer;
	const struct diff_example *e;
	robotsc__json_open(w, name, '[');
	for (size_t i = 0; (e = robotsc__diff_example(page, to, i)); i++)
		robotsc__json_text(w, NULL, robotsc__diff_path(page, e));
	robotsc__json_close(w, "]");
}

static void json_result(struct diff_page *page, const struct robotsc_robots *robots, const struct robotsc_comparison *c)
{
	struct report_writer *const w = &page->writer;
	w->comma = robotsc__diff_results(page);
	robotsc__json_open(w, NULL, '{');
	robotsc__diff_put_robots(w, robots, c->answer);
	robotsc__json_bool(w, "complete", c->answer == ROBOTSC_SAME || c->complete);
	put_paths(page, "newly_disallowed", ROBOTSC_DISALLOW);
	put_paths(page, "newly_allowed", ROBOTSC_ALLOW);
	robotsc__json_close(w, "}");
}

const struct diff_format robotsc__change_json = {NULL, NULL, json_result, NULL, NULL, NULL};

/* The members are those of 'robotsc snapshot list'. */
static void put_decision(struct report_writer *w, const char *name, const struct robotsc_decision *d)
{
	const char *const profile = d ? robotsc_profile_name((enum robotsc_profile)d->profile) : NULL;
	const char *const end = d ? robotsc_end_name((enum robotsc_end)d->end) : NULL;
	if (!d) {
		robotsc__json_word(w, name, NULL);
		return;
	}
	robotsc__json_open(w, name, '{');
	robotsc__json_word(w, "outcome", robotsc_outcome_name((enum robotsc_outcome)d->outcome));
	robotsc__json_word(w, "profile", profile ? profile : "unknown");
	robotsc__json_word(w, "reason", robotsc_row_text((enum robotsc_row)d->row));
	robotsc__json_word(w, "end", end ? end : "unknown");
	robotsc__json_number(w, "status", d->status);
	robotsc__json_signed(w, "fetched", d->fetched);
	robotsc__json_signed(w, "since", d->since);
	robotsc__json_signed(w, "expires", d->expires);
	robotsc__json_bool(w, "revalidate", d->revalidate);
	robotsc__json_number(w, "length", d->length);
	robotsc__json_name(w, "digest");
	robotsc__writer_format(w, "\"%016" PRIx64 "\"", d->digest);
	robotsc__json_close(w, "}");
}

void robotsc__change_put_json(struct report_writer *w, const struct change_page *page)
{
	const struct robotsc_origin_change *const c = page->change;
	robotsc__json_open(w, NULL, '{');
	robotsc__json_text(w, "origin", c->origin);
	if (c->version.at)
		robotsc__json_text(w, "snapshot", c->version);
	robotsc__json_word(w, "change", robotsc_became_name(page->kind));
	put_decision(w, "before", c->decisions[0]);
	put_decision(w, "after", c->decisions[1]);
	robotsc__diff_put_fields(w, "records", page->records);
	robotsc__json_open(w, "results", '[');
	robotsc__writer_put(w, page->results, page->results_len);
	robotsc__json_close(w, "]}");
}

void robotsc__change_end_json(struct report_writer *w, const struct robotsc_change_total *t)
{
	static const enum robotsc_became order[] = {ROBOTSC_BECAME_ADDED,   ROBOTSC_BECAME_REMOVED, ROBOTSC_BECAME_VERDICTS,
	                                            ROBOTSC_BECAME_UNKNOWN, ROBOTSC_BECAME_OUTCOME, ROBOTSC_BECAME_TEXT,
	                                            ROBOTSC_BECAME_TIMES,   ROBOTSC_BECAME_SAME};
	robotsc__json_close(w, "]");
	robotsc__json_line(w);
	robotsc__json_open(w, "summary", '{');
	for (unsigned i = 0; i < ROBOTSC_BECAME_COUNT; i++)
		robotsc__json_number(w, robotsc_became_name(order[i]), t->changes[order[i]]);
	robotsc__json_close(w, "}");
	robotsc__json_end(w);
}
