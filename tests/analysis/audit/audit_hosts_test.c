/* audit_hosts_test.c - logs of many hosts: the origin that a line asks, unknown verdicts, hosts
 * that clients made up, and failures.
 *
 *     audit_hosts_test [SEED [HOSTS]]
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "audit_trial.h"
#include "robotsc/snapshot.h"
#include "tests/hosts/snapshot/plain_writer.h"
#include "tests/support/splitmix.h"

#include <ctype.h>

#define LOG "$scheme|$host|$server_port|$request|$http_user_agent"

/* The origins of the snapshot. */
static const struct {
	const char *origin;
	int outcome;
} origins[] = {
	{"https://a.example", ROBOTSC_OUTCOME_PARSE},      {"http://a.example", ROBOTSC_OUTCOME_ALLOW},
	{"https://a.example:8443", ROBOTSC_OUTCOME_PARSE}, {"https://[2001:db8::1]", ROBOTSC_OUTCOME_PARSE},
	{"https://deny.example", ROBOTSC_OUTCOME_DENY},    {"https://defer.example", ROBOTSC_OUTCOME_DEFER},
};
#define N (sizeof origins / sizeof origins[0])

/* A line, and the answer about it. */
static const struct host_case {
	const char *name, *line, *origin; /* origin of the example; NULL: there is none */
	int verdict, reason;
} cases[] = {
	{"all fields", "https|a.example|443|GET /no HTTP/1.1|ABot", "https://a.example", ROBOTSC_AUDIT_DISALLOWED, 0},
	{"another scheme", "http|a.example|80|GET /no HTTP/1.1|ABot", NULL, ROBOTSC_AUDIT_ALLOWED, 0},
	{"no scheme", "-|a.example|-|GET /no HTTP/1.1|ABot", "https://a.example", ROBOTSC_AUDIT_DISALLOWED, 0},
	{"no scheme, port 80", "-|a.example|80|GET /no HTTP/1.1|ABot", NULL, ROBOTSC_AUDIT_ALLOWED, 0},
	{"behind a proxy", "https|a.example|80|GET /no HTTP/1.1|ABot", "https://a.example", ROBOTSC_AUDIT_DISALLOWED, 0},
	{"a port", "-|a.example|8443|GET /no HTTP/1.1|ABot", "https://a.example:8443", ROBOTSC_AUDIT_DISALLOWED, 0},
	{"a port in the host", "-|A.Example:8443|443|GET /no HTTP/1.1|ABot", "https://a.example:8443", ROBOTSC_AUDIT_DISALLOWED, 0},
	{"a default port in the host", "-|a.example:80|-|GET /no HTTP/1.1|ABot", NULL, ROBOTSC_AUDIT_ALLOWED, 0},
	{"a port of the other scheme", "https|a.example:80|-|GET /no HTTP/1.1|ABot", NULL, ROBOTSC_AUDIT_UNKNOWN,
         ROBOTSC_AUDIT_ABSENT},
	{"an address", "https|[2001:DB8:0::1]|-|GET /no HTTP/1.1|ABot", "https://[2001:db8::1]", ROBOTSC_AUDIT_DISALLOWED, 0},
	{"an address and a port", "https|[2001:db8::1]:444|-|GET /no HTTP/1.1|ABot", NULL, ROBOTSC_AUDIT_UNKNOWN,
         ROBOTSC_AUDIT_ABSENT},
	{"the absolute form", "http|other.example|80|GET https://a.example/no HTTP/1.1|ABot", "https://a.example",
         ROBOTSC_AUDIT_DISALLOWED, 0},
	{"the absolute form, no host", "-|-|-|GET https://a.example:8443/no HTTP/1.1|ABot", "https://a.example:8443",
         ROBOTSC_AUDIT_DISALLOWED, 0},
	{"two slashes", "https|a.example|-|GET //other.example/no HTTP/1.1|ABot", NULL, ROBOTSC_AUDIT_ALLOWED, 0},
	{"no host", "https|-|443|GET /no HTTP/1.1|ABot", NULL, ROBOTSC_AUDIT_UNKNOWN, ROBOTSC_AUDIT_NO_HOST},
	{"a path in the host", "https|a.example/|443|GET /no HTTP/1.1|ABot", NULL, ROBOTSC_AUDIT_UNKNOWN, ROBOTSC_AUDIT_NO_HOST},
	{"a user in the host", "https|x@a.example|443|GET /no HTTP/1.1|ABot", NULL, ROBOTSC_AUDIT_UNKNOWN, ROBOTSC_AUDIT_NO_HOST},
	{"a fragment in the host", "https|a.example#|443|GET /no HTTP/1.1|ABot", NULL, ROBOTSC_AUDIT_UNKNOWN,
         ROBOTSC_AUDIT_NO_HOST},
	{"a 0 in the host", "https|a.example\\x00|443|GET /no HTTP/1.1|ABot", NULL, ROBOTSC_AUDIT_UNKNOWN, ROBOTSC_AUDIT_NO_HOST},
	{"no target", "https|a.example|443|-|ABot", NULL, ROBOTSC_AUDIT_UNKNOWN, ROBOTSC_AUDIT_NO_TARGET},
	{"an origin that is not there", "https|b.example|443|GET /no HTTP/1.1|ABot", NULL, ROBOTSC_AUDIT_UNKNOWN,
         ROBOTSC_AUDIT_ABSENT},
	{"deny", "https|deny.example|443|GET /no HTTP/1.1|ABot", NULL, ROBOTSC_AUDIT_UNKNOWN, ROBOTSC_AUDIT_UNREACHED},
	{"defer", "https|defer.example|443|GET /no HTTP/1.1|ABot", NULL, ROBOTSC_AUDIT_UNKNOWN, ROBOTSC_AUDIT_UNREACHED},
};

static struct robotsc_snapshot snapshot;
static uint8_t *octets;

static struct robotsc_shards shards = {&snapshot, 1};
static const struct robotsc_audit_hosts of_snapshot = {
	.name = {"s", 1}, .find = robotsc_snapshot_policy, .ctx = &shards, .dialect = ROBOTSC_RFC9309};

static void make_snapshot(void)
{
	const struct plain_settings settings = {.dialect = ROBOTSC_RFC9309, .limit = ROBOTSC_MIN_LIMIT};
	struct plain_entry entries[N];
	struct robotsc_options options;
	void *bytes = NULL;
	size_t blob_len = 0, len = 0;

	robotsc_options_init(&options);
	CHECK(robotsc_compile(&options, robots, sizeof robots - 1, &bytes, &blob_len) == ROBOTSC_OK);
	for (size_t i = 0; i < N; i++) {
		const int outcome = origins[i].outcome;

		entries[i] = (struct plain_entry){.origin = {origins[i].origin, strlen(origins[i].origin)},
		                                  .decision = {.outcome = (uint8_t)outcome, .fetched = 1, .expires = 2, .since = 1},
		                                  .blob = bytes,
		                                  .blob_len = blob_len};
		if (outcome != ROBOTSC_OUTCOME_PARSE)
			entries[i].blob = robotsc_constant_blob(ROBOTSC_RFC9309,
			                                        outcome == ROBOTSC_OUTCOME_ALLOW ? ROBOTSC_ALLOW : ROBOTSC_DISALLOW,
			                                        &entries[i].blob_len);
	}
	CHECK(plain_snapshot(&settings, entries, N, &octets, &len) == 0);
	CHECK(robotsc_snapshot_open(&snapshot, octets, len, NULL) == ROBOTSC_OK);
	robotsc_free_blob(NULL, bytes, blob_len);
}

static struct robotsc_audit_question question_by(const struct robotsc_audit_hosts *by)
{
	struct robotsc_audit_question question = question_of(NULL, 0, LOG);

	question.hosts = by;
	return question;
}

static void check_line(const struct host_case *c)
{
	const struct robotsc_audit_question question = question_by(&of_snapshot);
	struct tried t = {NULL, NULL};
	const struct robotsc_audit_row *row;

	if (!CHECK_MSG(try_log(&t, &question, c->line) == ROBOTSC_OK && t.answer->nrows == 1, "%s", c->name))
		return;
	row = t.answer->rows;
	CHECK_MSG(is(row->token, "") && row->verdicts[c->verdict] == 1, "%s", c->name);
	CHECK_MSG(c->verdict != ROBOTSC_AUDIT_UNKNOWN || row->unknown[c->reason] == 1, "%s", c->name);
	CHECK_MSG(row->nexamples == (c->origin != NULL), "%s", c->name);
	if (c->origin && row->nexamples) {
		CHECK_MSG(is(row->examples->origin, c->origin), "%s: %.*s", c->name, (int)row->examples->origin.len,
		          row->examples->origin.at);
		CHECK_MSG(row->examples->line == 0 && row->examples->rule.len == 0, "%s", c->name);
	}
	robotsc_audit_close(t.audit);
}

/* ---- hosts that clients made up -------------------------------------------------------------- */

/* Whatever the host field is, the verdict is that of the host that it names. */
static void made_up(uint64_t *random, long n)
{
	static const char pieces[] = "aA.:/\\?#@[]%|0489 \t\x01\x7F\xC3\xA4-_";
	long known = 0;

	for (long i = 0; i < n; i++) {
		struct robotsc_audit_question question;
		struct tried t = {NULL, NULL};
		char host[64] = "a.example", line[256], lower[64];
		size_t len = strlen(host);

		for (unsigned k = splitmix_below(random, 4); k > 0; k--) {
			const size_t at = splitmix_below(random, (uint32_t)len + 1);

			memmove(host + at + 1, host + at, len++ - at);
			host[at] = pieces[splitmix_below(random, sizeof pieces - 1)];
		}
		host[len] = '\0';
		if (splitmix_below(random, 3) == 0)
			memcpy(host + len, ":8443", 6);
		snprintf(line, sizeof line, "https\t%s\tGET /no HTTP/1.1", host);
		question = question_by(&of_snapshot);
		question.format = "$scheme\t$host\t$request";
		if (!CHECK(try_log(&t, &question, line) == ROBOTSC_OK))
			continue;
		if (t.answer->nrows == 1 && t.answer->rows->nexamples) {
			struct robotsc_text origin = t.answer->rows->examples->origin;

			for (size_t k = 0; k < sizeof lower; k++)
				lower[k] = (char)tolower((unsigned char)host[k]);
			CHECK_MSG(origin.len > 8 && memcmp(origin.at + 8, lower, 9) == 0 && strncmp(lower, "a.example", 9) == 0 &&
			                  (lower[9] == '\0' || lower[9] == ':' || lower[9] == '.'),
			          "%s: %.*s", host, (int)origin.len, origin.at);
			known++;
		}
		robotsc_audit_close(t.audit);
	}
	CHECK_MSG(known > n / 10 && known < n, "%ld", known);
}

/* ---- what fails ------------------------------------------------------------------------------ */

static void refuses(void)
{
	const struct robotsc_audit_file file = {{"r", 1}, robots, sizeof robots - 1, ROBOTSC_AUDIT_ALWAYS};
	struct robotsc_audit_hosts by = of_snapshot;
	struct robotsc_audit_question question = question_by(&by);
	struct robotsc_audit *audit = NULL;

	question.files = &file;
	question.nfiles = 1;
	CHECK(robotsc_audit_open(&audit, &question, NULL) == ROBOTSC_ERR_ARGUMENT);
	question = question_by(&by);
	by.find = NULL;
	CHECK(robotsc_audit_open(&audit, &question, NULL) == ROBOTSC_ERR_ARGUMENT);
	by.find = robotsc_snapshot_policy;
	by.scheme = "ftp";
	CHECK(robotsc_audit_open(&audit, &question, NULL) == ROBOTSC_ERR_ARGUMENT);
	by.scheme = NULL;
	by.dialect = (enum robotsc_dialect)99;
	CHECK(robotsc_audit_open(&audit, &question, NULL) == ROBOTSC_ERR_DIALECT);
	CHECK(audit == NULL);
}

/* Hosts of a caller: a look-up that fails ends the audit. */
static enum robotsc_status find_none(void *ctx, const char *url, size_t len, struct robotsc_text *origin,
                                     struct robotsc_decision *decision, struct robotsc_blob *blob)
{
	(void)ctx, (void)origin, (void)decision, (void)blob;
	CHECK(len == 17 && memcmp(url, "https://a.example", 17) == 0);
	return ROBOTSC_ERR_CORRUPT;
}

/* If an allocation or the look-up fails, the audit says so, and leaks nothing. */
static void fails(void)
{
	static const char log[] = "https|a.example|443|GET /no HTTP/1.1|ABot\nhttps|a.example|443|GET /no/2 HTTP/1.1|ListBot\n";
	long left;
	const struct robotsc_alloc alloc = {limited_alloc, &left};
	struct robotsc_audit_question question = question_by(&of_snapshot);
	struct robotsc_audit_hosts by = of_snapshot;
	struct robotsc_options options;
	struct tried t = {NULL, NULL};
	enum robotsc_status status = ROBOTSC_ERR_NOMEM;
	long n = 0;

	robotsc_options_init(&options);
	options.alloc = &alloc;
	question.options = &options;
	for (; status != ROBOTSC_OK && n < 10000; n++) {
		left = n;
		t = (struct tried){NULL, NULL};
		status = try_log(&t, &question, log);
		CHECK_MSG(status == ROBOTSC_OK || status == ROBOTSC_ERR_NOMEM, "%s", robotsc_strerror(status));
		CHECK(status != ROBOTSC_OK || (t.answer->nrows == 2 && t.answer->rows[1].nexamples == 1));
		robotsc_audit_close(t.audit);
	}
	CHECK_MSG(status == ROBOTSC_OK && n > 5, "%ld allocations", n);
	by.find = find_none;
	question.hosts = &by;
	left = 10000;
	t = (struct tried){NULL, NULL};
	CHECK(try_log(&t, &question, log) == ROBOTSC_ERR_CORRUPT);
	robotsc_audit_close(t.audit);
}

int main(int argc, char **argv)
{
	uint64_t random = argc > 1 ? strtoull(argv[1], NULL, 10) : 1;

	make_snapshot();
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
		if (check_case(cases[i].name))
			check_line(&cases[i]);
	made_up(&random, argc > 2 ? strtol(argv[2], NULL, 10) : 3000);
	CHECK_PART(refuses);
	CHECK_PART(fails);
	free(octets);
	return check_done();
}
