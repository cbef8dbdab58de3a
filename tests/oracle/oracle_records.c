/* oracle_records.c - the oracle's records, preferences and pauses.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "oracle_records.h"

#include "oracle_parts.h"

#include <stdlib.h>
#include <string.h>

#define MINUTE 60000
#define DAY 1440

/* ---- numbers ---- */

/* The digits at i as a number, at most UINT32_MAX. */
static uint32_t number(struct oracle_text t, size_t *i)
{
	double n = 0; /* exact for every value up to UINT32_MAX */

	for (; *i < t.len && t.at[*i] >= '0' && t.at[*i] <= '9'; ++*i)
		n = n * 10 + (t.at[*i] - '0');
	return n >= 4294967295.0 ? UINT32_MAX : (uint32_t)n;
}

static uint32_t milliseconds(struct oracle_text t)
{
	size_t i = 0, digits = 0;
	uint64_t ms = (uint64_t)number(t, &i) * 1000;
	int more = 0;

	for (i++; i < t.len; i++, digits++) {
		static const unsigned unit[] = {100, 10, 1};

		if (digits < 3)
			ms += unit[digits] * (unsigned)(t.at[i] - '0');
		else
			more |= t.at[i] != '0';
	}
	ms += (unsigned)more;
	return ms > UINT32_MAX ? UINT32_MAX : (uint32_t)ms;
}

/* The two times at the end of a valid value: eight digits, without what stands between them. */
static void times(struct oracle_text t, size_t from, struct oracle_record *r)
{
	int digit[8], n = 0;

	for (; from < t.len; from++)
		if (t.at[from] >= '0' && t.at[from] <= '9')
			digit[n++] = t.at[from] - '0';
	if (n != 8)
		return;
	r->from = (digit[0] * 10 + digit[1]) * 60 + digit[2] * 10 + digit[3];
	r->to = (digit[4] * 10 + digit[5]) * 60 + digit[6] * 10 + digit[7];
	r->from = r->from == DAY ? 0 : r->from;
	if (r->to == DAY)
		r->to = r->from == 0 ? DAY - 1 : 0;
}

static void rate(struct oracle_text t, struct oracle_record *r)
{
	static const char units[] = "smhd";
	static const unsigned seconds[] = {1, 60, 3600, 86400};
	uint64_t n;
	size_t i = 0;

	r->documents = number(t, &i);
	i++;
	n = number(t, &i);
	for (int k = 0; k < 4; k++)
		if (i < t.len && oracle__lower(t.at[i]) == units[k]) {
			n *= seconds[k];
			i++;
			break;
		}
	r->seconds = n > UINT32_MAX ? UINT32_MAX : (uint32_t)n;
	times(t, i, r);
}

/* ---- records ---- */

static int is_link(int field)
{
	return field == ORACLE_FIELD_SITEMAP || field >= ORACLE_FIELD_LICENSE;
}

int oracle__fields_of_file(int field)
{
	return is_link(field) || field == ORACLE_FIELD_HOST || field == ORACLE_FIELD_CLEAN_PARAM;
}

/* True if a line counts by its path, whatever the rest of its value is. */
static int has_path(int field)
{
	return field == ORACLE_FIELD_CONTENT_SIGNAL || field == ORACLE_FIELD_CONTENT_USAGE;
}

/* True if a note is for the policy's robot; policy NULL: for all robots. */
static int speaks(const struct oracle_policy *policy, const struct oracle_note *note, int field)
{
	if (oracle__fields_of_file(field) || (field == ORACLE_FIELD_UNKNOWN && note->group == 0))
		return policy == NULL;
	for (size_t i = 0; policy != NULL && i < policy->runs; i++)
		if (policy->run[i] == note->run)
			return 1;
	return 0;
}

/* True if one of the records repeats another one. */
static int is_repeated(const struct oracle_record *records, size_t n, const struct oracle_record *r)
{
	for (size_t i = 0; i < n; i++) {
		if (records[i].field != r->field)
			continue;
		if (r->field == ORACLE_FIELD_HOST || (r->field == ORACLE_FIELD_VISIT_TIME && records[i].run == r->run))
			return 1;
		if (is_link((int)r->field) && records[i].value.len == r->value.len &&
		    memcmp(records[i].value.at, r->value.at, r->value.len) == 0)
			return 1;
	}
	return 0;
}

size_t oracle_records(const struct oracle_file *file, const struct oracle_policy *policy, struct oracle_record **records)
{
	size_t n = 0;

	*records = NULL;
	for (size_t i = 0; i < file->notes; i++) {
		const struct oracle_note *note = &file->note[i];
		const int field = oracle__fields_known(file, note);
		struct oracle_record r;

		if (field < 0 || !speaks(policy, note, field))
			continue;
		if (!has_path(field) && !oracle__fields_valid(field, note->value))
			continue;
		memset(&r, 0, sizeof r);
		r.field = (enum oracle_field)field;
		r.line = note->line;
		r.group = policy != NULL ? note->group : 0;
		r.run = policy != NULL ? note->run : 0;
		r.value = note->value;
		r.name = field == ORACLE_FIELD_UNKNOWN ? note->field : oracle__slice(note->field, 0, 0);
		r.from = r.to = ORACLE_UNTIMED;
		if (field == ORACLE_FIELD_CRAWL_DELAY)
			r.ms = milliseconds(note->value);
		if (field == ORACLE_FIELD_REQUEST_RATE)
			rate(note->value, &r);
		if (field == ORACLE_FIELD_VISIT_TIME)
			times(note->value, 0, &r);
		if (is_repeated(*records, n, &r))
			continue;
		*records = oracle__grow(*records, n, sizeof **records);
		(*records)[n++] = r;
	}
	return n;
}

/* ---- preferences ---- */

/* The path of a line as a rule; 1 if it matches the URL, with the octets that count. */
static int path_matches(enum oracle_dialect dialect, struct oracle_text path, int globs, const struct oracle_symbols *url,
                        size_t *length)
{
	struct oracle_rule rule = {.value = path};
	int found;

	oracle__forms_rule(&rule, dialect, globs);
	found = oracle__matches(&rule, url);
	*length = oracle__forms_length(&rule);
	free(rule.item);
	return found;
}

static enum oracle_preference combine(enum oracle_preference a, enum oracle_preference b)
{
	if (a == ORACLE_UNSTATED || b == ORACLE_UNSTATED)
		return a == ORACLE_UNSTATED ? b : a;
	return a < b ? a : b;
}

enum oracle_preference oracle_usage(const struct oracle_file *file, const struct oracle_policy *policy, enum oracle_field field,
                                    const char *label, const char *url, size_t len)
{
	const enum oracle_dialect dialect = field == ORACLE_FIELD_NOINDEX ? file->dialect : ORACLE_RFC9309;
	const struct oracle_text text = {url, len};
	enum oracle_preference best = ORACLE_UNSTATED;
	struct oracle_symbols symbols;
	size_t longest = 0;

	if (field == ORACLE_FIELD_CONTENT_USAGE && !oracle_check(policy, url, len, NULL))
		return ORACLE_UNSTATED;
	oracle__forms_url(&symbols, dialect, text);
	for (size_t i = 0; i < file->notes; i++) {
		const struct oracle_note *note = &file->note[i];
		struct oracle_text path = note->value, rest;
		enum oracle_preference says = ORACLE_NO;
		size_t length;

		const int valid = oracle__fields_valid((int)field, note->value);

		if (oracle__fields_known(file, note) != (int)field || !speaks(policy, note, (int)field) ||
		    (!valid && !has_path((int)field)))
			continue;
		if (field != ORACLE_FIELD_NOINDEX) {
			oracle__fields_path(note->value, &path, &rest);
			says = !valid                                ? ORACLE_UNSTATED
			       : field == ORACLE_FIELD_CONTENT_USAGE ? oracle_dictionary(rest, label)
			                                             : (enum oracle_preference)oracle__fields_signal(rest, label);
		}
		if (!path_matches(dialect, path, file->group[note->group - 1].globs, &symbols, &length))
			continue;
		if (field == ORACLE_FIELD_NOINDEX)
			best = ORACLE_NO;
		else if (length >= longest)
			best = length > longest ? says : combine(best, says);
		longest = length > longest ? length : longest;
	}
	free(symbols.symbol);
	return best;
}

/* ---- pauses ---- */

static int holds(const struct oracle_record *r, int minute)
{
	if (r->from == ORACLE_UNTIMED)
		return 1;
	return r->from <= r->to ? minute >= r->from && minute <= r->to : minute >= r->from || minute <= r->to;
}

/* Milliseconds that a rate leaves for a document. */
static int64_t of_rate(const struct oracle_record *r)
{
	const uint64_t ms = (uint64_t)r->seconds * 1000, pause = ms / r->documents + (ms % r->documents != 0);

	return pause < UINT32_MAX ? (int64_t)pause : (int64_t)UINT32_MAX - 1;
}

static int64_t wished_at(const struct oracle_record *records, size_t n, int minute, int64_t took)
{
	int64_t delay = -1, timed = -1, untimed = -1, rate_of;

	for (size_t i = 0; i < n; i++) {
		const struct oracle_record *r = &records[i];

		if (r->field == ORACLE_FIELD_CRAWL_DELAY && (int64_t)r->ms > delay)
			delay = r->ms;
		if (r->field != ORACLE_FIELD_REQUEST_RATE || !holds(r, minute))
			continue;
		rate_of = of_rate(r);
		if (r->from != ORACLE_UNTIMED)
			timed = rate_of > timed ? rate_of : timed;
		else
			untimed = rate_of > untimed ? rate_of : untimed;
	}
	if (timed >= 0)
		untimed = timed;
	if (delay < 0 && untimed < 0)
		return 2 * took > 10000 ? 2 * took : 10000;
	return delay > untimed ? delay : untimed;
}

static int64_t pause_at(const struct oracle_record *records, size_t n, int minute, int64_t took, const struct oracle_bounds *bounds)
{
	int64_t pause = wished_at(records, n, minute, took);

	if (bounds && pause > bounds->at_most)
		pause = bounds->at_most;
	if (bounds && pause < bounds->at_least)
		pause = bounds->at_least;
	return pause < 0 ? 0 : pause;
}

int64_t oracle_next_fetch(const struct oracle_record *records, size_t n, int64_t now, int has_last, int64_t last, int64_t took,
                          const struct oracle_bounds *bounds)
{
	const struct oracle_record *visit = NULL;
	int64_t begin = now - ((now % MINUTE) + MINUTE) % MINUTE;

	for (size_t i = 0; i < n; i++)
		if (records[i].field == ORACLE_FIELD_VISIT_TIME && visit == NULL)
			visit = &records[i];
	for (;; begin += MINUTE) {
		const int minute = (int)(((begin / MINUTE) % DAY + DAY) % DAY);
		int64_t at = begin > now ? begin : now;

		if (visit != NULL && !holds(visit, minute))
			continue;
		if (has_last && last + pause_at(records, n, minute, took, bounds) > at)
			at = last + pause_at(records, n, minute, took, bounds);
		if (at < begin + MINUTE)
			return at;
	}
}
