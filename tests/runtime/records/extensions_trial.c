/* extensions_trial.c - see extensions_trial.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "extensions_trial.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int same_text(struct robotsc_text a, struct oracle_text b)
{
	return a.len == b.len && (a.len == 0 || memcmp(a.at, b.at, a.len) == 0);
}

static int same_minute(uint32_t got, int want)
{
	return got == (want < 0 ? ROBOTSC_UNTIMED : (uint32_t)want);
}

static int same_record(const struct robotsc_line *r, const struct oracle_record *o)
{
	return (int)r->field == (int)o->field && r->line == o->line && r->group == o->group && same_text(r->name, o->name) &&
	       same_text(r->value, o->value) && r->delay == o->ms && r->documents == o->documents && r->seconds == o->seconds &&
	       same_minute(r->from, o->from) && same_minute(r->to, o->to);
}

/* The records of the file (group and policy NULL) or of a robot. */
static int compare(struct extensions_trial *t, const struct robotsc_group *group, const struct oracle_policy *policy)
{
	struct oracle_record *want;
	const size_t n = oracle_records(t->file, policy, &want);
	struct robotsc_lines lines;
	struct robotsc_line line = {.line = 0};
	size_t i = 0;

	robotsc_begin_lines(t->ext, group, &lines);
	while (robotsc_next_line(&lines, &line) && i < n && same_record(&line, &want[i]))
		i++;
	const int same = i == n && !robotsc_next_line(&lines, &line) && (n == 0 || line.line == want[n - 1].line);
	if (!same)
		snprintf(t->what, sizeof t->what, "record %zu of %zu is another, line %u", i, n, (unsigned)line.line);
	t->records += n;
	free(want);
	return same;
}

int extensions_trial_lines(struct extensions_trial *t)
{
	return compare(t, NULL, NULL) && compare(t, t->group, t->policy);
}

/* True if a label that the blob lacks has no preference by the oracle. */
static int same_absent(struct extensions_trial *t, const char *url, size_t len)
{
	const struct robotsc_text use = {"use", 3};

	if (robotsc_find_label(t->ext, ROBOTSC_FIELD_CONTENT_SIGNAL, use) < ROBOTSC_LABELS_MAX ||
	    oracle_usage(t->file, t->policy, ORACLE_FIELD_CONTENT_SIGNAL, "use", url, len) == ORACLE_UNSTATED)
		return 1;
	snprintf(t->what, sizeof t->what, "a level of %.*s, and no label", (int)(len < 60 ? len : 60), url);
	return 0;
}

int extensions_trial_url(struct extensions_trial *t, const char *url, size_t len)
{
	struct robotsc_usage usage;
	struct robotsc_label label;
	const int verdict = (int)robotsc_check_usage(t->ext, t->group, url, len, &usage);

	if (verdict != oracle_check(t->policy, url, len, NULL) || (int)usage.verdict != verdict ||
	    verdict != (int)robotsc_check_url(t->group, url, len)) {
		snprintf(t->what, sizeof t->what, "verdict of %.*s", (int)(len < 80 ? len : 80), url);
		return 0;
	}
	for (uint32_t i = 0; robotsc_label_at(t->ext, i, &label); i++) {
		char name[32];

		snprintf(name, sizeof name, "%.*s", (int)label.name.len, label.name.at);
		const int want = (int)oracle_usage(t->file, t->policy, (enum oracle_field)label.field, name, url, len);
		t->stated += want != ORACLE_UNSTATED;
		if (usage.preferences[i] != want) {
			snprintf(t->what, sizeof t->what, "%s %s of %.*s", robotsc_field_name(label.field), name,
			         (int)(len < 60 ? len : 60), url);
			return 0;
		}
	}
	return same_absent(t, url, len);
}
