/* http_fuzzer.c - Whatever a server says, a date that is read is a date again when it is written, a decision is one of the
 * table, holds no longer than its profile allows, survives a blob, and hears only the fields that it should.
 *
 * The first 16 octets are a fetch, the rest is a header: lines "Name: value".
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "harness.h"
#include "robotsc/access.h"

#include <stdio.h>
#include <time.h>

#define FIELDS 24
#define DAY 86400
#define HEAD 16

static const char *const heard[] = {"cache-control", "expires", "date", "age", "retry-after"};

/* ---- dates ---- */

static void check_date(const char *text, size_t len, int64_t now)
{
	static const char *const forms[] = {"%a, %d %b %Y %H:%M:%S GMT", "%a %b %e %H:%M:%S %Y"};
	int64_t t = 0, again = 0;

	if (!robotsc_http_date(text, len, now, &t))
		return;
	const time_t seconds = (time_t)t;
	struct tm tm;
	char written[80];

	must(gmtime_r(&seconds, &tm) != NULL && tm.tm_year >= -1900 && tm.tm_year <= 9999 - 1900);
	for (int i = 0; i < 2 && tm.tm_year >= 1000 - 1900; i++) {
		const size_t n = strftime(written, sizeof written, forms[i], &tm);

		must(robotsc_http_date(written, n, now, &again) && again == t);
	}
	must(!robotsc_http_date(text, len - 1, now, &again)); /* no beginning of a date is one */
}

/* ---- decisions ---- */

static int64_t most_seconds(const struct robotsc_decision *d)
{
	const int failed = d->row >= ROBOTSC_ROW_TOO_MANY && d->row != ROBOTSC_ROW_CLIENT_ERROR;

	if (failed || d->outcome == ROBOTSC_OUTCOME_DEFER)
		return DAY;
	return d->profile == ROBOTSC_PROFILE_1996 || d->profile == ROBOTSC_PROFILE_GOOGLE ? INT64_C(2147483648) : DAY;
}

/* Can a fetch that ended so fall into that row? */
static int is_class(const struct robotsc_decision *d, unsigned status, unsigned redirects)
{
	switch ((enum robotsc_row)d->row) {
	case ROBOTSC_ROW_FOUND:
		return status / 100 == 2;
	case ROBOTSC_ROW_NOT_MODIFIED:
		return status == 304;
	case ROBOTSC_ROW_REDIRECT:
		return status / 100 == 3;
	case ROBOTSC_ROW_NOWHERE:
		return status / 100 == 3 || redirects > 5 || d->end >= ROBOTSC_END_LOOP;
	case ROBOTSC_ROW_FORBIDDEN:
		return status == 401 || status == 403;
	case ROBOTSC_ROW_GONE:
		return status == 404 || status == 410;
	case ROBOTSC_ROW_TOO_MANY:
		return status == 429;
	case ROBOTSC_ROW_CLIENT_ERROR:
		return status / 100 == 4;
	case ROBOTSC_ROW_UNREACHABLE:
	case ROBOTSC_ROW_LONG_UNREACHABLE:
		return status / 100 == 5 || d->end != ROBOTSC_END_RESPONSE;
	case ROBOTSC_ROW_MALFORMED:
		return 1;
	}
	return 0;
}

/* What a decision must be, whatever led to it. */
static void check_decision(const struct robotsc_fetch *f, const struct robotsc_decision *d)
{
	must(d->fetched == f->at && d->expires >= d->fetched && d->since <= d->fetched);
	must((uint64_t)d->expires - (uint64_t)d->fetched <= (uint64_t)most_seconds(d));
	must(is_class(d, f->status, f->redirects));
	must(d->outcome != ROBOTSC_OUTCOME_CACHED || f->cached);
	must((d->outcome == ROBOTSC_OUTCOME_FOLLOW) == (d->row == ROBOTSC_ROW_REDIRECT));
	must(d->outcome != ROBOTSC_OUTCOME_PARSE || d->row == ROBOTSC_ROW_FOUND);
	must(!robotsc_fresh(d, d->expires) && (d->fetched == INT64_MIN || !robotsc_fresh(d, d->fetched - 1)));
	must(strcmp(robotsc_outcome_name((enum robotsc_outcome)d->outcome), "unknown") != 0);
	must(strcmp(robotsc_row_text((enum robotsc_row)d->row), "unknown") != 0);
}

static int same(const struct robotsc_decision *a, const struct robotsc_decision *b)
{
	return a->fetched == b->fetched && a->expires == b->expires && a->since == b->since && a->status == b->status &&
	       a->end == b->end && a->profile == b->profile && a->outcome == b->outcome && a->row == b->row &&
	       a->revalidate == b->revalidate && a->length == b->length && a->digest == b->digest;
}

static void check_stamp(const struct robotsc_decision *d)
{
	struct robotsc_decision found;
	struct robotsc_blob blob;
	char out[1000];
	size_t len, n;
	const void *bytes = robotsc_constant_blob(ROBOTSC_RFC9309, ROBOTSC_ALLOW, &len);

	must(robotsc_open(&blob, bytes, len) == ROBOTSC_OK);
	must(robotsc_stamp(&blob, d, out, sizeof out, &n) == ROBOTSC_OK && n == len + ROBOTSC_STAMP_SIZE);
	must(robotsc_open(&blob, out, n) == ROBOTSC_OK);
	must(robotsc_stamp_read(&blob, &found) == ROBOTSC_OK && same(d, &found));
}

/* ---- fields ---- */

static int is_heard(struct robotsc_text name)
{
	while (name.len > 0 && (name.at[0] == ' ' || name.at[0] == '\t')) {
		name.at++;
		name.len--;
	}
	while (name.len > 0 && (name.at[name.len - 1] == ' ' || name.at[name.len - 1] == '\t'))
		name.len--;
	for (size_t i = 0; i < sizeof heard / sizeof heard[0]; i++) {
		size_t k = 0;

		while (k < name.len && heard[i][k] != '\0' &&
		       (name.at[k] | 0x20 * (name.at[k] >= 'A' && name.at[k] <= 'Z')) == heard[i][k])
			k++;
		if (k == name.len && heard[i][k] == '\0')
			return 1;
	}
	return 0;
}

static size_t read_fields(struct robotsc_header_field *fields, const char *at, size_t len)
{
	size_t n = 0;

	while (len > 0 && n < FIELDS) {
		const char *end = memchr(at, '\n', len);
		const size_t line = end != NULL ? (size_t)(end - at) : len;
		const char *colon = memchr(at, ':', line);
		const size_t name = colon != NULL ? (size_t)(colon - at) : line;

		fields[n].name = (struct robotsc_text){at, name};
		fields[n].value = (struct robotsc_text){at + name + (colon != NULL), line - name - (colon != NULL)};
		n++;
		at += line + (end != NULL);
		len -= line + (end != NULL);
	}
	return n;
}

/* The same without what must not matter. */
static size_t drop_others(struct robotsc_header_field *fields, size_t n)
{
	size_t kept = 0;

	for (size_t i = 0; i < n; i++)
		if (is_heard(fields[i].name))
			fields[kept++] = fields[i];
	return kept;
}

static int64_t load(const uint8_t *p, unsigned n)
{
	uint64_t v = 0;

	for (unsigned i = n; i > 0; i--)
		v = v << 8 | p[i - 1];
	return (int64_t)v;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len)
{
	struct robotsc_header_field fields[FIELDS];
	struct robotsc_decision d, quiet;
	struct robotsc_fetch f;

	if (len < HEAD)
		return 0;
	char *text = harness_copy(bytes + HEAD, len - HEAD);
	memset(&f, 0, sizeof f);
	f.profile = (enum robotsc_profile)(bytes[0] & 3);
	f.end = (enum robotsc_end)(bytes[0] >> 4);
	f.status = (unsigned)load(bytes + 1, 2) % 700;
	f.redirects = bytes[3];
	f.at = bytes[4] & 16 ? (int64_t)((uint64_t)load(bytes + 8, 8) << 24) : load(bytes + 8, 6);
	f.cached = (bytes[4] & 1) != 0;
	f.empty = (bytes[4] & 2) != 0;
	f.site_up = (bytes[4] & 4) != 0;
	f.allow_429 = (bytes[4] & 8) != 0;
	f.unreachable = (uint64_t)bytes[5] * 20000;
	f.cached_age = (uint64_t)bytes[6] * 1000;
	f.fields = fields;
	f.nfields = read_fields(fields, text, len - HEAD);
	for (size_t i = 0; i < f.nfields; i++)
		check_date(fields[i].value.at, fields[i].value.len, f.at);
	robotsc_access(&f, &d);
	check_decision(&f, &d);
	check_stamp(&d);
	f.nfields = drop_others(fields, f.nfields);
	robotsc_access(&f, &quiet);
	must(same(&d, &quiet));
	free(text);
	return 0;
}
