/* change_json.c - what became of an origin, as JSON.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>

#include "change_formats.h"
#include "robotsc/extensions.h"

static void put_paths(struct diff_page *page, const char *key, int to)
{
	struct report_writer *const w = &page->writer;
	const struct diff_example *e;
	robotsc__writer_format(w, ",\"%s\":[", key);
	for (size_t i = 0; (e = robotsc__diff_example(page, to, i)); i++) {
		robotsc__writer_string(w, i ? "," : "");
		robotsc__spelling_json(w, robotsc__diff_path(page, e));
	}
	robotsc__writer_string(w, "]");
}

static void json_result(struct diff_page *page, const struct robotsc_robots *robots, const struct robotsc_comparison *c)
{
	struct report_writer *const w = &page->writer;
	robotsc__writer_string(w, robotsc__diff_results(page) ? ",{\"agents\":[" : "{\"agents\":[");
	for (size_t i = 0; i < robots->n; i++) {
		robotsc__writer_string(w, i ? "," : "");
		robotsc__spelling_json(w, robots->tokens[i]);
	}
	robotsc__writer_format(w, "],\"others\":%s,\"answer\":\"%s\",\"complete\":%s", robots->others ? "true" : "false",
	                       robotsc_answer_name(c->answer), c->answer == ROBOTSC_SAME || c->complete ? "true" : "false");
	put_paths(page, "newly_disallowed", ROBOTSC_DISALLOW);
	put_paths(page, "newly_allowed", ROBOTSC_ALLOW);
	robotsc__writer_string(w, "}");
}

const struct diff_format robotsc__change_json = {NULL, NULL, json_result, NULL, NULL, NULL};

/* The members are those of 'robotsc snapshot list'. */
static void put_decision(struct report_writer *w, const char *key, const struct robotsc_decision *d)
{
	const char *const profile = d ? robotsc_profile_name((enum robotsc_profile)d->profile) : NULL;
	const char *const end = d ? robotsc_end_name((enum robotsc_end)d->end) : NULL;
	robotsc__writer_format(w, ",\"%s\":", key);
	if (!d) {
		robotsc__writer_string(w, "null");
		return;
	}
	robotsc__writer_format(w, "{\"outcome\":\"%s\",\"profile\":\"%s\",\"reason\":\"%s\"",
	                       robotsc_outcome_name((enum robotsc_outcome)d->outcome), profile ? profile : "unknown",
	                       robotsc_row_text((enum robotsc_row)d->row));
	robotsc__writer_format(w, ",\"end\":\"%s\",\"status\":%u,\"fetched\":%" PRId64, end ? end : "unknown", d->status,
	                       d->fetched);
	robotsc__writer_format(w, ",\"since\":%" PRId64 ",\"expires\":%" PRId64 ",\"revalidate\":%s", d->since, d->expires,
	                       d->revalidate ? "true" : "false");
	robotsc__writer_format(w, ",\"length\":%" PRIu64 ",\"digest\":\"%016" PRIx64 "\"}", d->length, d->digest);
}

static void put_records(struct report_writer *w, uint32_t fields)
{
	const char *before = "\"";
	robotsc__writer_string(w, ",\"records\":[");
	for (unsigned i = 0; i < CHANGE_FIELDS; i++) {
		const char *const name = robotsc_field_name((enum robotsc_line_field)i);
		if (!(fields >> i & 1))
			continue;
		robotsc__writer_format(w, "%s%s\"", before, name ? name : "unknown");
		before = ",\"";
	}
	robotsc__writer_string(w, "]");
}

void robotsc__change_put_json(struct report_writer *w, const struct change_page *page)
{
	const struct robotsc_origin_change *const c = page->change;
	robotsc__writer_string(w, "{\"origin\":");
	robotsc__spelling_json(w, c->origin);
	if (c->version.at)
		robotsc__spelling_member(w, "snapshot", c->version);
	robotsc__writer_format(w, ",\"change\":\"%s\"", robotsc_became_name(page->kind));
	put_decision(w, "before", c->decisions[0]);
	put_decision(w, "after", c->decisions[1]);
	put_records(w, page->records);
	robotsc__writer_string(w, ",\"results\":[");
	robotsc__writer_put(w, page->results, page->results_len);
	robotsc__writer_string(w, "]}");
}

void robotsc__change_end_json(struct report_writer *w, const struct robotsc_change_total *t)
{
	static const enum robotsc_became order[] = {ROBOTSC_BECAME_ADDED,   ROBOTSC_BECAME_REMOVED, ROBOTSC_BECAME_VERDICTS,
	                                            ROBOTSC_BECAME_UNKNOWN, ROBOTSC_BECAME_OUTCOME, ROBOTSC_BECAME_TEXT,
	                                            ROBOTSC_BECAME_TIMES,   ROBOTSC_BECAME_SAME};
	robotsc__writer_string(w, "],\n\"summary\":{");
	for (unsigned i = 0; i < ROBOTSC_BECAME_COUNT; i++)
		robotsc__writer_format(w, "%s\"%s\":%" PRIu64, i ? "," : "", robotsc_became_name(order[i]), t->changes[order[i]]);
	robotsc__writer_string(w, "}}\n");
}
