/* http_fuzzer.c - Whatever a server sends, dates are read as the instants that they denote, and a
 * decision is one of the table, expires as its profile allows, survives a blob, and depends on
 * known fields only.
 *
 * The first 16 octets describe a fetch, the rest is a header: lines "Name: value".
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "harness.h"
#include "robotsc/access.h"

#include <ctype.h>
#include <stdio.h>
#include <strings.h>
#include <time.h>

#define FIELDS 24
#define DAY 86400
#define HEAD 16
#define YEAR_1000 INT64_C(-30610224000)   /* 1000-01-01 00:00:00 */
#define END_OF_9999 INT64_C(253402300799) /* 9999-12-31 23:59:59 */
#define ABOVE_50_YEARS (INT64_C(51) * 366 * DAY)

static const char *const known_fields[] = {"cache-control", "expires", "date", "age", "retry-after"};

/* ---- dates ---- */

/* The forms of a date. */
static const char *const forms[] = {"%a, %d %b %Y %H:%M:%S GMT", "%A, %d-%b-%y %H:%M:%S GMT", "%a %b %e %H:%M:%S %Y"};
#define FORMS (sizeof forms / sizeof forms[0])

/* True if strftime writes the year with four digits. */
static int is_written(int64_t t)
{
	return t >= YEAR_1000 && t <= END_OF_9999;
}

/* An instant is read from each form of a date, with capital letters and without. */
static void check_instant(int64_t t)
{
	const time_t seconds = (time_t)t;
	char written[60];
	struct tm tm;
	int64_t got = 0;

	must(gmtime_r(&seconds, &tm) != NULL);
	for (size_t i = 0; i < FORMS; i++) {
		const size_t n = strftime(written, sizeof written, forms[i], &tm);

		must(n > 0 && robotsc_http_date(written, n, t, &got) && got == t);
		must(!robotsc_http_date(written, n - 1, t, &got)); /* a cut date is refused */
		for (size_t k = 0; k < n; k++)
			written[k] = (char)tolower((unsigned char)written[k]);
		must(robotsc_http_date(written, n, t, &got) && got == t);
	}
}

/* True if a date denotes this instant in one of the forms.  The day of the week is ignored; a leap
 * second counts as the second before. */
static int denotes(struct robotsc_text date, int64_t t)
{
	const time_t seconds = (time_t)t;
	char found[40] = "", written[60];
	const char *space = memchr(date.at, ' ', date.len), *leap;
	const size_t n = space != NULL ? date.len - (size_t)(space - date.at) : sizeof found;
	struct tm tm;
	int same = 0;

	if (n >= sizeof found || gmtime_r(&seconds, &tm) == NULL)
		return 0;
	memcpy(found, space, n);
	if (strncmp(found + 4, " 0", 2) == 0) /* a day of asctime */
		found[5] = ' ';
	if ((leap = strstr(found, ":60")) != NULL)
		memcpy(found + (leap - found), ":59", 3);
	for (size_t i = 0; i < FORMS; i++)
		same |= strftime(written, sizeof written, forms[i], &tm) > 0 && strcasecmp(found, strchr(written, ' ')) == 0;
	return same;
}

static void check_date(struct robotsc_text date, int64_t now)
{
	int64_t t = 0;

	if (!robotsc_http_date(date.at, date.len, now, &t))
		return;
	must(!is_written(t) || denotes(date, t));
	/* A year of two digits is one within 50 years. */
	if (memchr(date.at, '-', date.len) != NULL && now >= 0 && now <= END_OF_9999 - ABOVE_50_YEARS)
		must(t - now <= ABOVE_50_YEARS && now - t <= ABOVE_50_YEARS);
}

/* ---- decisions ---- */

static int has_failed(const struct robotsc_decision *d)
{
	return d->row >= ROBOTSC_ROW_TOO_MANY && d->row != ROBOTSC_ROW_CLIENT_ERROR;
}

static int64_t most_seconds(const struct robotsc_decision *d)
{
	if (has_failed(d) || d->outcome == ROBOTSC_OUTCOME_DEFER)
		return DAY;
	return d->profile == ROBOTSC_PROFILE_1996 || d->profile == ROBOTSC_PROFILE_GOOGLE ? INT64_C(2147483648) : DAY;
}

/* True if a fetch with this result may fall into the decision's row. */
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

/* Check what holds of every decision. */
static void check_decision(const struct robotsc_fetch *f, const struct robotsc_decision *d)
{
	must(d->fetched == f->at && d->expires >= d->fetched && d->since <= d->fetched);
	must((uint64_t)d->expires - (uint64_t)d->fetched <= (uint64_t)most_seconds(d));
	must(is_class(d, f->status, f->redirects));
	must(d->outcome != ROBOTSC_OUTCOME_CACHED || f->cached);
	must(d->outcome != ROBOTSC_OUTCOME_CACHED || d->row == ROBOTSC_ROW_NOT_MODIFIED || has_failed(d));
	must((d->outcome == ROBOTSC_OUTCOME_FOLLOW) == (d->row == ROBOTSC_ROW_REDIRECT && !f->refused));
	must(!f->refused || d->row != ROBOTSC_ROW_REDIRECT || d->outcome == ROBOTSC_OUTCOME_DENY ||
	     d->outcome == ROBOTSC_OUTCOME_DEFER);
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

static struct robotsc_text trimmed(struct robotsc_text t)
{
	for (; t.len > 0 && (t.at[0] == ' ' || t.at[0] == '\t'); t.len--)
		t.at++;
	while (t.len > 0 && (t.at[t.len - 1] == ' ' || t.at[t.len - 1] == '\t'))
		t.len--;
	return t;
}

static int is_known(struct robotsc_text name)
{
	name = trimmed(name);
	for (size_t i = 0; i < sizeof known_fields / sizeof known_fields[0]; i++) {
		size_t k = 0;

		while (k < name.len && known_fields[i][k] != '\0' &&
		       (name.at[k] | 0x20 * (name.at[k] >= 'A' && name.at[k] <= 'Z')) == known_fields[i][k])
			k++;
		if (k == name.len && known_fields[i][k] == '\0')
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

/* Remove the fields that must not matter. */
static size_t drop_others(struct robotsc_header_field *fields, size_t n)
{
	size_t kept = 0;

	for (size_t i = 0; i < n; i++)
		if (is_known(fields[i].name))
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

/* With allow_429, 429 gets the same decision and times as any other 4xx. */
static void check_429(const struct robotsc_fetch *f, const struct robotsc_decision *d)
{
	const int asked = d->profile == ROBOTSC_PROFILE_RFC9309 || d->profile == ROBOTSC_PROFILE_DRAFT2019;
	struct robotsc_fetch teapot = *f;
	struct robotsc_decision like;

	if (d->row != ROBOTSC_ROW_TOO_MANY || !f->allow_429 || !asked)
		return;
	teapot.status = 418;
	robotsc_access(&teapot, &like);
	must(d->outcome == like.outcome && d->expires == like.expires && d->since == like.since &&
	     d->revalidate == like.revalidate);
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
	f.refused = (bytes[4] & 32) != 0;
	f.unreachable = (uint64_t)bytes[5] * 20000;
	f.cached_age = (uint64_t)bytes[6] * 1000;
	f.fields = fields;
	f.nfields = read_fields(fields, text, len - HEAD);
	for (size_t i = 0; i < f.nfields; i++)
		check_date(trimmed(fields[i].value), f.at);
	check_instant(YEAR_1000 + (int64_t)((uint64_t)load(bytes + 8, 8) % (uint64_t)(END_OF_9999 - YEAR_1000 + 1)));
	robotsc_access(&f, &d);
	check_decision(&f, &d);
	check_429(&f, &d);
	check_stamp(&d);
	f.nfields = drop_others(fields, f.nfields);
	robotsc_access(&f, &quiet);
	must(same(&d, &quiet));
	free(text);
	return 0;
}
