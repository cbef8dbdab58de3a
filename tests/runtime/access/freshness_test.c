/* freshness_test.c - how long a decision about a fetch holds: facts, and random header fields
 * against a plain reader.  Header fields stand at unreadable pages.
 *
 *     freshness_test [SEED [ROUNDS]]
 *
 * SPDX-License-Identifier: Apache-2.0 */
#define _DEFAULT_SOURCE
#include <ctype.h>

#include "tests/support/test.h"
#include "tests/support/fence.h"
#include "robotsc/access.h"
#include "tests/support/splitmix.h"

#define HOUR INT64_C(3600)
#define DAY (24 * HOUR)
#define PROFILES 4

#define AT INT64_C(1800000000) /* Fri, 15 Jan 2027 08:00:00 GMT */
#define MOST INT64_C(2147483648)

/* Lines "Name: value" as the fields of a fetch; their texts end at an unreadable page. */
#define FIELDS 16
static struct fence fences[2 * FIELDS];

static size_t split(const char *lines, struct robotsc_header_field fields[FIELDS])
{
	size_t n = 0;

	for (const char *line = lines; *line; n++) {
		const char *end = strchr(line, '\n'), *colon = strchr(line, ':');

		end = end ? end : line + strlen(line);
		fields[n].name.len = (size_t)(colon - line);
		fields[n].name.at = at_end(&fences[2 * n], line, fields[n].name.len);
		fields[n].value.len = (size_t)(end - colon - 1);
		fields[n].value.at = at_end(&fences[2 * n + 1], colon + 1, fields[n].value.len);
		line = *end ? end + 1 : end;
	}
	return n;
}

static struct robotsc_decision decide_asked(enum robotsc_profile profile, unsigned status, const char *lines, int allow_429)
{
	struct robotsc_header_field fields[FIELDS];
	const struct robotsc_fetch f = {.profile = profile,
	                                .status = status,
	                                .at = AT,
	                                .fields = fields,
	                                .nfields = split(lines, fields),
	                                .allow_429 = allow_429 != 0};
	struct robotsc_decision r;

	robotsc_access(&f, &r);
	return r;
}

static struct robotsc_decision decide(enum robotsc_profile profile, unsigned status, const char *lines)
{
	return decide_asked(profile, status, lines, 0);
}

/* Seconds for rfc9309, google, 1996; -1 stands for the lifetime without any field. */
static const struct {
	const char *lines;
	int64_t want[3];
	int revalidate;
} lifetimes[] = {
	{"", {-1, -1, -1}, 0},
	{"Server: x\nX-Cache-Control: max-age=5\nCache-Controls: max-age=5", {-1, -1, -1}, 0},
	{"Cache-Control: max-age=600", {600, 600, 600}, 0},
	{"cache-control:MAX-AGE=600", {600, 600, 600}, 0},
	{"Cache-Control: \t max-age=600 \t", {600, 600, 600}, 0},
	{"Cache-Control: public, max-age=600, must-revalidate", {600, 600, 600}, 0},
	{"Cache-Control: ,,, max-age=600,,", {600, 600, 600}, 0},
	{"Cache-Control: max-age=\"600\"", {600, 600, 600}, 0},
	{"Cache-Control: max-age = 600", {600, 600, 600}, 0},
	{"Cache-Control: max-age=0", {0, 0, 0}, 0},
	{"Cache-Control: max-age=86400", {DAY, DAY, DAY}, 0},
	{"Cache-Control: max-age=86401", {DAY, DAY + 1, DAY + 1}, 0},
	{"Cache-Control: max-age=31536000", {DAY, 31536000, 31536000}, 0},
	{"Cache-Control: max-age=2147483648", {DAY, MOST, MOST}, 0},
	{"Cache-Control: max-age=2147483649", {DAY, MOST, MOST}, 0},
	{"Cache-Control: max-age=99999999999999999999999999999999", {DAY, MOST, MOST}, 0},
	{"Cache-Control: s-maxage=5, private", {-1, -1, -1}, 0},
	/* A value that cannot be read has expired; the first of several counts. */
	{"Cache-Control: max-age", {0, 0, 0}, 0},
	{"Cache-Control: max-age=", {0, 0, 0}, 0},
	{"Cache-Control: max-age=-1", {0, 0, 0}, 0},
	{"Cache-Control: max-age=1.5", {0, 0, 0}, 0},
	{"Cache-Control: max-age=60 0", {0, 0, 0}, 0},
	{"Cache-Control: max-age=\"600", {0, 0, 0}, 0},
	{"Cache-Control: max-age=\"\"", {0, 0, 0}, 0},
	{"Cache-Control: max-age=x, max-age=5", {0, 0, 0}, 0},
	{"Cache-Control: max-age=7, max-age=5", {7, 7, 7}, 0},
	{"Cache-Control: public\nCache-Control: max-age=7\nCache-Control: max-age=5", {7, 7, 7}, 0},
	/* Quoted commas and quotes. */
	{"Cache-Control: ext=\"a, max-age=5, b\", max-age=7", {7, 7, 7}, 0},
	{"Cache-Control: ext=\"a\\\", max-age=5, b\", max-age=7", {7, 7, 7}, 0},
	{"Cache-Control: ext=\"a\\\\\", max-age=7", {7, 7, 7}, 0},
	{"Cache-Control: ext=\"a, max-age=5", {-1, -1, -1}, 0},
	{"Cache-Control: ext=\"a\\", {-1, -1, -1}, 0},
	/* The copy is to be revalidated before it is used again. */
	{"Cache-Control: no-cache", {-1, -1, -1}, 1},
	{"Cache-Control: No-Store", {-1, -1, -1}, 1},
	{"Cache-Control: max-age=5 ,no-store", {5, 5, 5}, 1},
	{"Cache-Control: no-cache=\"Set-Cookie\"", {-1, -1, -1}, 0},
	{"Cache-Control: no-caches, no-cach, xno-cache, no-store-x", {-1, -1, -1}, 0},
	{"Pragma: no-cache", {-1, -1, -1}, 0},
	/* Expires. */
	{"Expires: Fri, 15 Jan 2027 08:10:00 GMT", {600, -1, 600}, 0},
	{"Expires: Fri, 15 Jan 2027 08:10:00 GMT\nDate: Fri, 15 Jan 2027 08:09:00 GMT", {60, -1, 60}, 0},
	{"Date: Fri, 15 Jan 2027 07:50:00 GMT\nExpires: Fri, 15 Jan 2027 08:10:00 GMT", {1200, -1, 1200}, 0},
	{"Date: yesterday\nExpires: Fri, 15 Jan 2027 08:10:00 GMT", {600, -1, 600}, 0},
	{"Expires: Friday, 15-Jan-27 08:10:00 GMT", {600, -1, 600}, 0},
	{"Expires: Fri Jan 15 08:10:00 2027", {600, -1, 600}, 0},
	{"Expires: Fri, 15 Jan 2027 08:00:00 GMT", {0, -1, 0}, 0},
	{"Expires: Thu, 01 Jan 1970 00:00:00 GMT", {0, -1, 0}, 0},
	{"Expires: 0", {0, -1, 0}, 0},
	{"Expires: -1", {0, -1, 0}, 0},
	{"Expires:", {0, -1, 0}, 0},
	{"Expires: Fri, 15 Jan 2027 08:10:00 GMT\nExpires: 0", {600, -1, 600}, 0},
	{"Expires: Fri, 31 Dec 9999 23:59:59 GMT", {DAY, -1, MOST}, 0},
	{"Expires: Fri, 31 Dec 9999 23:59:59 GMT\nDate: Sat, 01 Jan 0000 00:00:00 GMT", {DAY, -1, MOST}, 0},
	{"Cache-Control: max-age=7\nExpires: 0", {7, 7, 7}, 0},
	{"Expires: 0\nCache-Control: max-age=7", {7, 7, 7}, 0},
	/* Age. */
	{"Age: 100", {-1, -1, -1}, 0},
	{"Age: 100\nCache-Control: max-age=600", {500, 500, 500}, 0},
	{"Age: 600\nCache-Control: max-age=600", {0, 0, 0}, 0},
	{"Age: 601\nCache-Control: max-age=600", {0, 0, 0}, 0},
	{"Age: 100\nCache-Control: max-age=86450", {86350, 86350, 86350}, 0},
	{"Age: 10\nCache-Control: max-age=86450", {DAY, 86440, 86440}, 0},
	{"Age: x\nCache-Control: max-age=600", {600, 600, 600}, 0},
	{"Age: 5\nAge: 50\nExpires: Fri, 15 Jan 2027 08:10:00 GMT", {595, -1, 595}, 0},
	/* Retry-After counts for failures only */
	{"Retry-After: 5", {-1, -1, -1}, 0},
};

static void check_lifetimes(void)
{
	static const int64_t otherwise[] = {DAY, DAY, 7 * DAY};
	static const unsigned answers[] = {200, 404, 410, 400, 403};

	for (size_t i = 0; i < sizeof lifetimes / sizeof lifetimes[0]; i++)
		for (int profile = 0; profile < PROFILES; profile++)
			for (size_t k = 0; k < sizeof answers / sizeof answers[0]; k++) {
				const int column = profile == ROBOTSC_PROFILE_DRAFT2019 ? 0 : profile;
				const int64_t given = lifetimes[i].want[column], want = given < 0 ? otherwise[column] : given;
				const struct robotsc_decision r =
					decide((enum robotsc_profile)profile, answers[k], lifetimes[i].lines);
				const int ask = lifetimes[i].revalidate && profile != ROBOTSC_PROFILE_GOOGLE;

				CHECK_MSG(r.expires - r.fetched == want && r.revalidate == ask, "%s, %s: %lld, %d",
				          lifetimes[i].lines, robotsc_profile_name((enum robotsc_profile)profile),
				          (long long)(r.expires - r.fetched), r.revalidate);
				CHECK(robotsc_fresh(&r, AT) == (want > 0 && !ask) &&
				      robotsc_fresh(&r, AT + want - 1) == (want > 0 && !ask));
				CHECK(!robotsc_fresh(&r, AT - 1) && !robotsc_fresh(&r, AT + want) &&
				      !robotsc_fresh(&r, INT64_MAX) && !robotsc_fresh(&r, INT64_MIN));
			}
}

/* If the caller wants 429 to count as any other 4xx, a decision about 429 holds as long as one
 * about 400; in profiles that never ask the caller, nothing changes. */
static void check_429(void)
{
	for (size_t i = 0; i < sizeof lifetimes / sizeof lifetimes[0]; i++)
		for (int profile = 0; profile < PROFILES; profile++) {
			const int asked = profile == ROBOTSC_PROFILE_RFC9309 || profile == ROBOTSC_PROFILE_DRAFT2019;
			const enum robotsc_profile p = (enum robotsc_profile)profile;
			const struct robotsc_decision r = decide_asked(p, 429, lifetimes[i].lines, 1),
						      like = decide(p, asked ? 400 : 429, lifetimes[i].lines);

			CHECK_MSG(r.expires == like.expires && r.revalidate == like.revalidate && r.outcome == like.outcome,
			          "%s, %s: %lld, %d", lifetimes[i].lines, robotsc_profile_name(p),
			          (long long)(r.expires - r.fetched), r.revalidate);
			CHECK(r.row == ROBOTSC_ROW_TOO_MANY && r.status == 429);
		}
}

/* A server that failed is asked again when it says, or in an hour. */
static void check_retries(void)
{
	static const struct {
		const char *lines;
		int64_t want;
	} retries[] = {
		{"", HOUR},
		{"Cache-Control: max-age=7, no-store\nExpires: 0", HOUR},
		{"Retry-After: 0", 0},
		{"Retry-After: 120", 120},
		{"retry-after:  120 ", 120},
		{"Retry-After: 86401", DAY},
		{"Retry-After: 99999999999999999999", DAY},
		{"Retry-After: Fri, 15 Jan 2027 08:10:00 GMT", 600},
		{"Retry-After: Fri, 15 Jan 2027 07:10:00 GMT", 0},
		{"Retry-After: Fri, 15 Jan 2028 07:10:00 GMT", DAY},
		{"Retry-After: soon", HOUR},
		{"Retry-After: -1", HOUR},
		{"Retry-After: 5\nRetry-After: 6", 5},
	};
	static const unsigned failures[] = {429, 500, 503, 600, 100, 0};

	for (size_t i = 0; i < sizeof retries / sizeof retries[0]; i++)
		for (int profile = 0; profile < PROFILES; profile++)
			for (size_t k = 0; k < sizeof failures / sizeof failures[0]; k++) {
				const struct robotsc_decision r =
					decide((enum robotsc_profile)profile, failures[k], retries[i].lines);

				CHECK_MSG(r.expires - r.fetched == retries[i].want && !r.revalidate, "%s: %lld", retries[i].lines,
				          (long long)(r.expires - r.fetched));
			}
}

/* Copies, redirects, and the ends of time. */
static void check_others(void)
{
	struct robotsc_fetch f = {.profile = ROBOTSC_PROFILE_DRAFT2019, .status = 404, .cached = 1, .cached_age = 86000, .at = AT};
	struct robotsc_decision r = decide(ROBOTSC_PROFILE_RFC9309, 302, "Cache-Control: max-age=600\nLocation: /a");

	CHECK(r.outcome == ROBOTSC_OUTCOME_FOLLOW && r.expires == AT && r.since == AT && !robotsc_fresh(&r, AT));
	robotsc_access(&f, &r);
	CHECK(r.outcome == ROBOTSC_OUTCOME_ALLOW && r.expires == AT + DAY && r.since == AT);
	f.status = 304;
	robotsc_access(&f, &r);
	CHECK(r.outcome == ROBOTSC_OUTCOME_CACHED && r.expires == AT + DAY && r.since == AT);
	f.status = 500;
	for (int k = 0; k < 3; k++) { /* to the beginning of time */
		static const uint64_t ages[] = {(UINT64_C(1) << 63) + (uint64_t)AT, (UINT64_C(1) << 63) + (uint64_t)AT + 1,
		                                UINT64_MAX};

		f.cached_age = ages[k];
		robotsc_access(&f, &r);
		CHECK(r.outcome == ROBOTSC_OUTCOME_CACHED && r.since == INT64_MIN);
	}
	f.cached_age = (UINT64_C(1) << 63) + (uint64_t)AT - 1;
	robotsc_access(&f, &r);
	CHECK(r.since == INT64_MIN + 1 && r.expires == AT + HOUR);
	f = (struct robotsc_fetch){.status = 429, .unreachable = 31 * DAY, .site_up = 1, .allow_429 = 1, .at = AT};
	f.profile = ROBOTSC_PROFILE_GOOGLE; /* allowed by site_up, not by allow_429 */
	robotsc_access(&f, &r);
	CHECK(r.outcome == ROBOTSC_OUTCOME_ALLOW && r.expires == AT + HOUR && !r.revalidate);
	f = (struct robotsc_fetch){.status = 200, .redirects = 6, .profile = ROBOTSC_PROFILE_RFC9309, .at = AT};
	robotsc_access(&f, &r);
	CHECK(r.outcome == ROBOTSC_OUTCOME_ALLOW && r.expires == AT + DAY);
	f.redirects = 11;
	f.profile = ROBOTSC_PROFILE_1996;
	robotsc_access(&f, &r);
	CHECK(r.outcome == ROBOTSC_OUTCOME_DEFER && r.expires == AT + HOUR);
	f.at = INT64_MAX - 10;
	robotsc_access(&f, &r);
	CHECK(r.expires == INT64_MAX && robotsc_fresh(&r, INT64_MAX - 1));
	f.at = INT64_MIN;
	robotsc_access(&f, &r);
	CHECK(r.expires == INT64_MIN + HOUR && robotsc_fresh(&r, INT64_MIN));
	r = decide(ROBOTSC_PROFILE_1996, 403, "");
	CHECK(r.outcome == ROBOTSC_OUTCOME_DENY && r.expires == AT + 7 * DAY);
}

/* Which values cannot be read: for each, "field:octet:length". */
static void check_unreadable(void)
{
	static const struct {
		const char *fields, *want;
	} facts[] = {
		{"", ""},
		{"Cache-Control: max-age=600, no-cache\nExpires: Fri, 15 Jan 2027 08:00:00 GMT\nAge: 5\nRetry-After: 6", ""},
		{"Cache-Control:max-age=x", "0:8:1 "},
		{"CACHE-control: no-store, max-age = 1x ,max-age=2", "0:21:2 "},
		{"Cache-Control: max-age", "0:8:0 "},
		{"Cache-Control: max-age=", "0:9:0 "},
		{"Cache-Control: max-age=\"600\", s-maxage=x, private=\"max-age=x,\"", ""},
		{"Cache-Control: max-age=\"6\"0", "0:9:4 "},
		{"Cache-Control: max-age=-1", "0:9:2 "},
		{"Cache-Control:", ""},
		{"Cache-Control: max-age=99999999999999999999999999", ""},
		{"Expires: 0\nX: y\nDate: soon", "0:1:1 2:1:4 "},
		{"Expires:\nexpires: Friday, 15-Jan-27 08:00:00 GMT", "0:0:0 "},
		{"Age: 5 s", "0:1:3 "},
		{"Age: Fri, 15 Jan 2027 08:00:00 GMT", "0:1:29 "},
		{"Retry-After: Fri, 15 Jan 2027 08:00:00 GMT\nretry-after: 5", ""},
		{"Content-Type: text/html\nRetry-After: later", "1:1:5 "},
	};

	for (size_t i = 0; i < sizeof facts / sizeof facts[0]; i++) {
		struct robotsc_header_field fields[FIELDS];
		const struct robotsc_fetch f = {
			.status = 200, .at = AT, .fields = fields, .nfields = split(facts[i].fields, fields)};
		struct robotsc_text value;
		char got[100] = "";

		for (size_t k = 0; (k = robotsc_unreadable_field(&f, k, &value)) < f.nfields; k++)
			sprintf(got + strlen(got), "%zu:%zu:%zu ", k, (size_t)(value.at - fields[k].value.at), value.len);
		CHECK_MSG(strcmp(got, facts[i].want) == 0, "%s: %s, not %s", facts[i].fields, got, facts[i].want);
	}
}

/* ---- redirects ---------------------------------------------------------------------- */

static void check_redirects(void)
{
	static const struct {
		const char *fields;
		unsigned status;
		enum robotsc_end end;
		int want;
	} facts[] = {
		{"", 301, ROBOTSC_END_RESPONSE, 1},
		{"", 308, ROBOTSC_END_TRUNCATED, 1},
		{"", 304, ROBOTSC_END_RESPONSE, 0},
		{"Date: x", 301, ROBOTSC_END_RESPONSE, 1},
		{"Date: x\nLocation: ", 302, ROBOTSC_END_RESPONSE, 1},
		{"Date: x\nLocation: \t ", 399, ROBOTSC_END_RESPONSE, 1},
		{"Date: x\nlocation: /", 300, ROBOTSC_END_RESPONSE, 0},
		{"Date: x", 304, ROBOTSC_END_RESPONSE, 0},
		{"Date: x", 200, ROBOTSC_END_RESPONSE, 0},
		{"Date: x", 400, ROBOTSC_END_RESPONSE, 0},
		{"Date: x", 301, ROBOTSC_END_LOOP, 0},
	};
	for (size_t i = 0; i < sizeof facts / sizeof facts[0]; i++) {
		struct robotsc_header_field fields[FIELDS];
		const struct robotsc_fetch f = {.status = facts[i].status,
		                                .end = facts[i].end,
		                                .fields = fields,
		                                .nfields = *facts[i].fields ? split(facts[i].fields, fields) : 0};
		CHECK_MSG(robotsc_leads_nowhere(&f) == facts[i].want, "%u: %s", facts[i].status, facts[i].fields);
	}
}

/* ---- random Cache-Control ----------------------------------------------------------- */

static uint64_t seed;

static unsigned below(unsigned n)
{
	return splitmix_below(&seed, n);
}

/* A copy without white space at its ends. */
static void trimmed(const char *from, size_t len, char *to)
{
	const char *end = from + len;

	while (from < end && strchr(" \t", *from) != NULL)
		from++;
	while (end > from && strchr(" \t", end[-1]) != NULL)
		end--;
	snprintf(to, 256, "%.*s", (int)(end - from), from);
}

/* The number of seconds in a directive's value, or 0 if the value is no number. */
static int64_t plain_number(char *value)
{
	const size_t n = strlen(value);

	if (n >= 2 && value[0] == '"' && value[n - 1] == '"') {
		value[n - 1] = '\0';
		value++;
	}
	if (*value == '\0' || value[strspn(value, "0123456789")] != '\0')
		return 0;
	return strlen(value + strspn(value, "0")) > 10 || strtoll(value, NULL, 10) > MOST ? MOST : strtoll(value, NULL, 10);
}

static void plain_member(const char *member, size_t len, int64_t *max_age, int *revalidate)
{
	const char *equals = memchr(member, '=', len);
	char name[256], value[256] = "";

	trimmed(member, equals ? (size_t)(equals - member) : len, name);
	if (equals)
		trimmed(equals + 1, (size_t)(member + len - equals - 1), value);
	for (char *p = name; *p; p++)
		*p = (char)tolower((unsigned char)*p);
	if (strcmp(name, "max-age") == 0 && *max_age < 0)
		*max_age = plain_number(value);
	if (strcmp(name, "no-store") == 0 || (strcmp(name, "no-cache") == 0 && !equals))
		*revalidate = 1;
}

/* Cut the field at each comma that an even number of unescaped quotes precedes. */
static void plain_control(const char *text, int64_t *max_age, int *revalidate)
{
	size_t begin = 0;
	int inside = 0;

	for (size_t i = 0;; i++) {
		if (text[i] == '\0' || (text[i] == ',' && !inside)) {
			plain_member(text + begin, i - begin, max_age, revalidate);
			begin = i + 1;
		}
		if (text[i] == '\0')
			return;
		if (inside && text[i] == '\\' && text[i + 1] != '\0')
			i++;
		else if (text[i] == '"')
			inside = !inside;
	}
}

static void random_control(unsigned long rounds)
{
	static const char *const parts[] = {"max-age", "Max-Age=",    "max-age=\"", "no-cache", "no-store",    "=",  ",",
	                                    ", ",      " ",           "\t",         "\"",       "\\",          "60", "0",
	                                    "7200",    "99999999999", "x",          "public",   ",max-age=30", "-"};
	unsigned long said = 0, asked = 0;

	for (unsigned long i = 0; i < rounds; i++) {
		char text[256] = "", line[300];
		int64_t max_age = -1;
		int revalidate = 0;

		for (unsigned k = below(12); k > 0; k--)
			strcat(text, parts[below(sizeof parts / sizeof parts[0])]);
		plain_control(text, &max_age, &revalidate);
		said += max_age >= 0;
		asked += revalidate != 0;
		snprintf(line, sizeof line, "Cache-Control:%s", text);
		const struct robotsc_decision r = decide(ROBOTSC_PROFILE_1996, 200, line);
		CHECK_MSG(r.expires - AT == (max_age < 0 ? 7 * DAY : max_age) && r.revalidate == revalidate,
		          "%s: %lld, %d; plain %lld, %d", line, (long long)(r.expires - AT), r.revalidate, (long long)max_age,
		          revalidate);
	}
	printf("%lu random texts, %lu with a max-age, %lu to revalidate\n", rounds, said, asked);
	CHECK(rounds < 1000 || (said > rounds / 10 && asked > rounds / 100));
}

int main(int argc, char **argv)
{
	seed = argc > 1 ? strtoul(argv[1], NULL, 10) : 1;
	for (size_t i = 0; i < sizeof fences / sizeof fences[0]; i++)
		fences[i] = fence_make(4096);
	CHECK_PART(check_lifetimes);
	CHECK_PART(check_429);
	CHECK_PART(check_retries);
	CHECK_PART(check_others);
	CHECK_PART(check_unreadable);
	CHECK_PART(check_redirects);
	if (check_case("random_control"))
		random_control(argc > 2 ? strtoul(argv[2], NULL, 10) : 20000);
	return check_done();
}
