/* audit_count.c - counts requests in the order of the log, each in the row of its robot.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "audit_parts.h"

/* Make the row of a name.  NULL: there is no memory. */
static struct audit_row *make_row(struct robotsc_audit *audit, uint32_t index)
{
	const struct audit_name *const name = &audit->names.at[index];
	const struct robotsc_audit_question *const q = &audit->question;
	const size_t nchanges = q->nfiles ? q->nfiles - 1 : 0;
	struct audit_row *const row = robotsc__arena_zeroed(&audit->arena, 1, sizeof *row);
	if (!row)
		return NULL;
	row->gaps = robotsc__arena_zeroed(&audit->arena, ROBOTSC_AUDIT_GAPS + 1, sizeof *row->gaps);
	row->changes = robotsc__arena_zeroed(&audit->arena, nchanges + 1, sizeof *row->changes);
	row->examples = robotsc__arena_zeroed(&audit->arena, (size_t)q->examples + 1, sizeof *row->examples);
	if (!row->gaps || !row->changes || !row->examples)
		return NULL;
	row->row = (struct robotsc_audit_row){.token = name->token,
	                                      .crawler = name->crawler,
	                                      .named = name->named,
	                                      .first = ROBOTSC_AUDIT_NO_TIME,
	                                      .last = ROBOTSC_AUDIT_NO_TIME,
	                                      .changes = row->changes,
	                                      .nchanges = nchanges,
	                                      .examples = row->examples};
	if (q->nfiles)
		row->row.delay = audit->policies[nchanges].rules[index].delay;
	for (uint32_t f = 1; f < q->nfiles; f++)
		row->changes[f - 1] =
			(struct robotsc_audit_change){.file = f, .from = q->files[f].from, .read = ROBOTSC_AUDIT_NO_TIME};
	row->latest = row->answered = ROBOTSC_AUDIT_NO_TIME;
	audit->rows[index] = row;
	return row;
}

static void note_time(int64_t time, int64_t *first, int64_t *last)
{
	*first = *first == ROBOTSC_AUDIT_NO_TIME || time < *first ? time : *first;
	*last = *last == ROBOTSC_AUDIT_NO_TIME || time > *last ? time : *last;
}

/* Count the time since the latest request.  Times are in whole seconds, so that a gap may be up to
 * a second longer. */
static void count_gap(const struct robotsc_audit *audit, struct audit_row *row, const struct audit_event *event)
{
	const uint64_t delay = audit->policies[event->file].rules[event->name].delay;
	const uint64_t gap = (uint64_t)event->time - (uint64_t)row->latest;
	row->row.shortest = row->row.gaps == 0 || gap < row->row.shortest ? gap : row->row.shortest;
	row->row.gaps++;
	row->gaps[gap < ROBOTSC_AUDIT_GAPS ? gap : ROBOTSC_AUDIT_GAPS]++;
	if (event->flags & AUDIT_DATED && gap < delay / 1000)
		row->row.too_short++;
}

static void count_status(struct robotsc_audit_row *row, uint16_t status)
{
	size_t i = 0;
	while (i < row->nstatuses && row->statuses[i].status != status)
		i++;
	/* The last place is for all other statuses. */
	if (i == row->nstatuses && i >= ROBOTSC_AUDIT_STATUSES - 1) {
		status = 0;
		for (i = 0; i < row->nstatuses && row->statuses[i].status != 0;)
			i++;
	}
	if (i == row->nstatuses)
		row->statuses[row->nstatuses++] = (struct robotsc_audit_status){.status = status};
	row->statuses[i].count++;
	for (; i > 0 && row->statuses[i - 1].status > row->statuses[i].status; i--) {
		const struct robotsc_audit_status other = row->statuses[i - 1];
		row->statuses[i - 1] = row->statuses[i];
		row->statuses[i] = other;
	}
}

/* Note which rules hold after this answer to a request for robots.txt.  An answer older than the
 * last one changes nothing.  Neither does a redirect: the log line does not say where it leads. */
static void note_answer(const struct robotsc_audit *audit, struct audit_row *row, const struct audit_event *event)
{
	struct robotsc_fetch fetch = {
		.profile = robotsc_profile_of(audit->names.at[event->name].dialect),
		.status = event->status,
		.at = event->time,
		.cached = row->copied,
		.cached_age = row->copied && event->time > row->copy ? (uint64_t)(event->time - row->copy) : 0,
		.unreachable = row->failing && event->time > row->since ? (uint64_t)(event->time - row->since) : 0};
	struct robotsc_decision decision;
	if (event->status == 0 || event->time == ROBOTSC_AUDIT_NO_TIME || event->time < row->answered)
		return;
	if (event->status / 100 == 3 && event->status != 304)
		return;
	robotsc_access(&fetch, &decision);
	row->answered = event->time;
	if (decision.row != ROBOTSC_ROW_UNREACHABLE && decision.row != ROBOTSC_ROW_LONG_UNREACHABLE)
		row->failing = false;
	else if (!row->failing) {
		row->failing = true;
		row->since = event->time;
	}
	if (decision.outcome == ROBOTSC_OUTCOME_PARSE || decision.row == ROBOTSC_ROW_NOT_MODIFIED) {
		row->copied = true;
		row->copy = event->time;
	}
	row->access = decision.outcome == ROBOTSC_OUTCOME_ALLOW                                               ? AUDIT_OPEN
	              : decision.outcome == ROBOTSC_OUTCOME_DENY || decision.outcome == ROBOTSC_OUTCOME_DEFER ? AUDIT_CLOSED
	                                                                                                      : AUDIT_RULES;
}

static void count_change(struct audit_row *row, const struct audit_event *event)
{
	struct robotsc_audit_change *change;
	if (event->file == 0)
		return;
	change = &row->changes[event->file - 1];
	if (event->flags & AUDIT_FETCH && (change->read == ROBOTSC_AUDIT_NO_TIME || event->time < change->read))
		change->read = event->time;
	if (event->flags & AUDIT_NEWLY) {
		const bool early = event->time - change->from < ROBOTSC_AUDIT_GRACE;
		change->in_grace += early;
		change->after_grace += !early;
	}
}

/* Count what makes sense only for one robot at one host.  "All others" are many robots. */
static void count_one_robot(const struct robotsc_audit *audit, struct audit_row *row, const struct audit_event *event)
{
	const bool timed = event->time != ROBOTSC_AUDIT_NO_TIME, after = !timed || event->time >= row->answered;
	row->row.excused += after && row->access == AUDIT_OPEN && event->verdict == ROBOTSC_AUDIT_DISALLOWED;
	row->row.unreachable += after && row->access == AUDIT_CLOSED && !(event->flags & AUDIT_ROBOTS);
	if (timed && event->time < row->latest) {
		row->row.unordered++;
	} else if (timed) {
		if (row->latest != ROBOTSC_AUDIT_NO_TIME)
			count_gap(audit, row, event);
		row->latest = event->time;
	}
	if (event->flags & AUDIT_FETCH)
		note_answer(audit, row, event);
}

static enum robotsc_status count(struct robotsc_audit *audit, const struct audit_event *event, const char *text)
{
	struct audit_row *row = audit->rows[event->name];
	row = row ? row : make_row(audit, event->name);
	if (!row)
		return ROBOTSC_ERR_NOMEM;
	if (event->name + 1 < audit->names.n && !audit->question.hosts)
		count_one_robot(audit, row, event);
	row->row.requests++;
	row->row.octets += event->octets;
	row->row.verdicts[event->verdict]++;
	row->row.addresses[event->from]++;
	row->row.disallowed_from[event->from] += event->verdict == ROBOTSC_AUDIT_DISALLOWED;
	if (event->verdict == ROBOTSC_AUDIT_UNKNOWN)
		row->row.unknown[event->reason]++;
	if (event->time != ROBOTSC_AUDIT_NO_TIME) {
		note_time(event->time, &row->row.first, &row->row.last);
		note_time(event->time, &audit->first, &audit->last);
	}
	if (event->flags & AUDIT_FETCH) {
		row->row.fetches++;
		count_status(&row->row, event->status);
	}
	count_change(row, event);
	if (event->name + 1 == audit->names.n && robotsc__audit_count_other(audit, event, text) != ROBOTSC_OK)
		return ROBOTSC_ERR_NOMEM;
	return event->verdict == ROBOTSC_AUDIT_DISALLOWED ? robotsc__audit_keep_example(audit, row, event, text) : ROBOTSC_OK;
}

enum robotsc_status robotsc_audit_count(struct robotsc_audit *audit, const struct robotsc_audit_lines *lines)
{
	const char *text;
	size_t n;
	const struct audit_event *const events = robotsc__audit_events(lines, &n, &text);
	enum robotsc_status status = ROBOTSC_OK;
	robotsc__audit_add_lines(audit, lines);
	for (size_t i = 0; i < n && status == ROBOTSC_OK; i++)
		status = count(audit, &events[i], text);
	return status;
}

void robotsc_audit_skip(struct robotsc_audit *audit)
{
	audit->lines++;
	audit->too_long++;
}
