/* audit_test.c - formats of logs line by line, what a row counts, reports of hostile logs, and
 * memory that runs out.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "support/test.h"

#include <robotsc/audit.h>

static const char robots[] = "User-agent: *\nDisallow: /no\n\nUser-agent: ABot\nDisallow: /no\nCrawl-delay: 3\n";
static const struct robotsc_crawler crawlers[] = {{.token = "ListBot", .maker = "A & B", .purpose = "search"}};

/* Text that a report wrote. */
static char written[1 << 18];
static size_t nwritten;

static void write_report(void *ctx, const char *text, size_t len)
{
	(void)ctx;
	if (len < sizeof written - nwritten) {
		memcpy(written + nwritten, text, len);
		nwritten += len;
		written[nwritten] = '\0';
	}
}

/* An audit that was read to its end. */
struct tried {
	struct robotsc_audit *audit;
	const struct robotsc_audit_answer *answer;
};

static enum robotsc_status try_log(struct tried *t, const struct robotsc_audit_question *question, const char *log)
{
	struct robotsc_audit_lines *lines = NULL;
	enum robotsc_status status = robotsc_audit_open(&t->audit, question, NULL);

	if (status != ROBOTSC_OK)
		return status;
	status = robotsc_audit_lines_new(t->audit, &lines);
	if (status == ROBOTSC_OK)
		status = robotsc_audit_read(lines, log, strlen(log));
	if (status == ROBOTSC_OK)
		status = robotsc_audit_count(t->audit, lines);
	if (status == ROBOTSC_OK)
		status = robotsc_audit_answer(t->audit, &t->answer);
	robotsc_audit_lines_free(lines);
	return status;
}

static struct robotsc_audit_question question_of(const struct robotsc_audit_file *files, size_t n, const char *format)
{
	return (struct robotsc_audit_question){
		.files = files, .nfiles = n, .crawlers = crawlers, .ncrawlers = 1, .format = format, .examples = 100};
}

static int is(struct robotsc_text text, const char *string)
{
	return text.len == strlen(string) && (text.len == 0 || memcmp(text.at, string, text.len) == 0);
}

/* ---- formats ------------------------------------------------------------------------------- */

#define NGINX \
	"$remote_addr - $remote_user [$time_local] \"$request\" $status $body_bytes_sent \"$http_referer\" \"$http_user_agent\""

/* A line, and what is read of it.  target: of a disallowed request; else NULL. */
static const struct format_case {
	const char *name, *format, *line, *target, *token;
	int verdict, reason; /* verdict -1: the line is not of the format */
	int64_t time;
	unsigned status;
	uint64_t octets;
} format_cases[] = {
	{"common", "common", "h.example - - [01/Jan/2026:00:00:00 +0000] \"GET /no HTTP/1.0\" 404 12", "/no", "", 1, 0, 1767225600,
         404, 12},
	{"combined is common and more", "combined", "h - - [01/Jan/2026:00:00:00 +0000] \"GET /no HTTP/1.0\" 404 12", NULL, NULL,
         -1, 0, 0, 0, 0},
	{"west of Greenwich", NULL, "1.2.3.4 - - [31/Dec/2025:16:30:00 -0730] \"GET /no HTTP/1.0\" 200 - \"-\" \"ABot\"", "/no",
         "ABot", 1, 0, 1767225600, 200, 0},
	{"a user with blanks", NGINX, "1.2.3.4 - a b - c [01/Jan/2026:00:00:01 +0000] \"GET /no HTTP/1.0\" 200 7 \"-\" \"-\"",
         "/no", "", 1, 0, 1767225601, 200, 7},
	{"nginx' escapes", NGINX, "1 - - [01/Jan/2026:00:00:01 +0000] \"GET /no\\x22\\x5C\\xFF\\x0A HTTP/1.0\" 200 7 \"-\" \"-\"",
         "/no\"\\\xFF\n", "", 1, 0, 1767225601, 200, 7},
	{"Apache's escapes", "combined",
         "1 - - [01/Jan/2026:00:00:01 +0000] \"GET /no\\\"\\\\\\xff\\n\\tq HTTP/1.0\" 200 7 \"-\" \"-\"", "/no\"\\\xFF\n\tq", "", 1,
         0, 1767225601, 200, 7},
	{"what is no escape stays", "combined", "1 - - [01/Jan/2026:00:00:01 +0000] \"GET /no\\q\\xg1 HTTP/1.0\" 200 7 \"-\" \"-\"",
         "/no\\q\\xg1", "", 1, 0, 1767225601, 200, 7},
	{"a quote ends no field", "combined",
         "1 - - [01/Jan/2026:00:00:01 +0000] \"GET /no\\\" 9 8 HTTP/1.0\" 200 7 \"-\" \"A\\\"Bot\"", "/no\" 9 8", "", 1, 0,
         1767225601, 200, 7},
	{"the absolute form", "combined",
         "1 - - [01/Jan/2026:00:00:01 +0000] \"GET http://o.example/no HTTP/1.1\" 200 7 \"-\" \"-\"", "http://o.example/no", "", 1,
         0, 1767225601, 200, 7},
	{"HTTP/0.9", "combined", "1 - - [01/Jan/2026:00:00:01 +0000] \"GET /no\" 200 7 \"-\" \"-\"", "/no", "", 1, 0, 1767225601,
         200, 7},
	{"HTTP/2", "combined", "1 - - [01/Jan/2026:00:00:01 +0000] \"GET /no HTTP/2\" 200 7 \"-\" \"-\"", "/no", "", 1, 0,
         1767225601, 200, 7},
	{"a target with a blank", "combined", "1 - - [01/Jan/2026:00:00:01 +0000] \"GET /no b HTTP/1.1\" 200 7 \"-\" \"-\"",
         "/no b", "", 1, 0, 1767225601, 200, 7},
	{"the star", "combined", "1 - - [01/Jan/2026:00:00:01 +0000] \"OPTIONS * HTTP/1.1\" 200 7 \"-\" \"-\"", NULL, "", 3, 0,
         1767225601, 200, 7},
	{"CONNECT", "combined", "1 - - [01/Jan/2026:00:00:01 +0000] \"CONNECT /no HTTP/1.1\" 200 7 \"-\" \"-\"", NULL, "", 3, 0,
         1767225601, 200, 7},
	{"no request", "combined", "1 - - [01/Jan/2026:00:00:01 +0000] \"-\" 408 0 \"-\" \"-\"", NULL, "", 3, 0, 1767225601, 408,
         0},
	{"TLS to a port of HTTP", "combined",
         "1 - - [01/Jan/2026:00:00:01 +0000] \"\\x16\\x03\\x01 /no HTTP/1.1\" 400 0 \"-\" \"-\"", NULL, "", 3, 0, 1767225601, 400,
         0},
	{"more after the line", "combined",
         "1 - - [01/Jan/2026:00:00:01 +0000] \"GET /no HTTP/1.1\" 200 7 \"-\" \"ABot/2\" \"9.9.9.9\" 0.1", "/no", "ABot", 1, 0,
         1767225601, 200, 7},
	{"a host before", "vhost_combined",
         "h.example:443 1 - - [01/Jan/2026:00:00:01 +0000] \"GET /no HTTP/1.1\" 200 7 \"-\" \"ABot/2\"", "/no", "ABot", 1, 0,
         1767225601, 200, 7},
	{"$uri alone", "[$time_iso8601] $uri $http_user_agent", "[2026-01-01T01:00:00+01:00] /no ABot", NULL, "ABot", 3, 1,
         1767225600, 0, 0},
	{"%U%q alone", "%{%Y-%m-%dT%H:%M:%S}t %m %U%q %s", "2026-01-01T00:00:00 GET /no?x 200", NULL, "", 3, 1, 1767225600, 200, 0},
	{"$request_uri", "$msec|$scheme://$host$request_uri|$http_user_agent", "1767225600.999|https://h.example/no|a ABot b",
         "/no", "ABot", 1, 0, 1767225600, 0, 0},
	{"$uri beside the request", "$uri \"$request\"", "/yes \"GET /no HTTP/1.1\"", "/no", "", 1, 0, ROBOTSC_AUDIT_NO_TIME, 0, 0},
	{"nothing undone", "escape=none $time_iso8601\t$request_uri\t$http_user_agent", "2026-01-01\t/no\\x41\tABot", "/no\\x41",
         "ABot", 1, 0, ROBOTSC_AUDIT_NO_TIME, 0, 0},
	{"Apache's format as in its file", "%{sec}t %% \\\"%r\\\" \\\"%{User-agent}i\\\" %>s %B",
         "1767225600 % \"GET /no HTTP/1.1\" \"ABot\" 200 9", "/no", "ABot", 1, 0, 1767225600, 200, 9},
	{"milliseconds, and what is too much", "%{msec}t %r", "1767225600123 GET /no HTTP/1.1", "/no", "", 1, 0, 1767225600, 0, 0},
	{"an object as a format", "escape=json {\"r\":\"$request\",\"a\":\"$http_user_agent\"}",
         "{\"r\":\"GET /no\\u0001\\\"\",\"a\":\"ABot\"}", "/no\x01\"", "ABot", 1, 0, ROBOTSC_AUDIT_NO_TIME, 0, 0},
	{"JSON", "json",
         "{\"time_iso8601\":\"2026-01-01T00:00:00Z\",\"request\":\"GET \\/no\\u00e9\\ud83d\\ude00 HTTP\\/1.1\",\"status\":200}",
         "/no\xC3\xA9\xF0\x9F\x98\x80", "", 1, 0, 1767225600, 200, 0},
	{"JSON that is no UTF-8", "json", "{\"request_uri\":\"/no\xFF\",\"status\":\"404\"}", "/no\xFF", "", 1, 0,
         ROBOTSC_AUDIT_NO_TIME, 404, 0},
	{"JSON with objects", "json",
         "{\"ts\":1767225600.5,\"request\":{\"uri\":\"/no\",\"headers\":{\"User-Agent\":[\"ABot\",\"x\"]}},\"size\":5}", "/no",
         "ABot", 1, 0, 1767225600, 0, 5},
	{"JSON by names", "json:target=a.b,agent=status,status=c",
         "{\"a\":{\"b\":\"/no\",\"z\":[{},[],[1,{\"q\":null}]]},\"status\":\"ABot\",\"c\":7}", "/no", "ABot", 1, 0,
         ROBOTSC_AUDIT_NO_TIME, 7, 0},
	{"JSON that ends early", "json", "{\"request\":\"GET /no", NULL, NULL, -1, 0, 0, 0, 0},
	{"JSON and more", "json", "{\"request\":\"GET /no\"} x", NULL, NULL, -1, 0, 0, 0, 0},
	{"JSON that is too deep", "json", "{\"a\":[[[[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]]]}", NULL, NULL, -1, 0, 0, 0, 0},
	{"an empty line", "combined", "", NULL, NULL, -1, 0, 0, 0, 0},
	{"a day that there is not", "combined", "1 - - [30/Feb/2026:00:00:01 +0000] \"GET /no HTTP/1.1\" 200 7 \"-\" \"-\"", "/no",
         "", 1, 0, ROBOTSC_AUDIT_NO_TIME, 200, 7},
};

static void check_format(const struct format_case *c)
{
	const struct robotsc_audit_file file = {{"r", 1}, robots, sizeof robots - 1, ROBOTSC_AUDIT_ALWAYS};
	const struct robotsc_audit_question question = question_of(&file, 1, c->format);
	struct tried t = {NULL, NULL};
	const struct robotsc_audit_row *row;
	char line[1024];

	snprintf(line, sizeof line, "%s\r\n", c->line);
	if (!CHECK_MSG(try_log(&t, &question, line) == ROBOTSC_OK, "%s", c->name))
		return;
	CHECK_MSG(t.answer->lines == 1 && t.answer->unread == (c->verdict < 0) && t.answer->nrows == (c->verdict >= 0),
	          "%s: %lu unread", c->name, (unsigned long)t.answer->unread);
	row = t.answer->rows;
	if (t.answer->nrows == 1 && c->verdict >= 0) {
		CHECK_MSG(is(row->token, c->token), "%s: %.*s", c->name, (int)row->token.len, row->token.at);
		CHECK_MSG(row->verdicts[c->verdict] == 1, "%s", c->name);
		CHECK_MSG(c->verdict != 3 || row->unknown[c->reason] == 1, "%s", c->name);
		CHECK_MSG(row->first == c->time && row->last == c->time, "%s: %lld", c->name, (long long)row->first);
		CHECK_MSG(row->octets == c->octets, "%s: %lu octets", c->name, (unsigned long)row->octets);
		CHECK_MSG(row->nexamples == (c->target != NULL), "%s", c->name);
		if (c->target && row->nexamples)
			CHECK_MSG(is(row->examples->target, c->target) && row->examples->status == c->status, "%s: %.*s", c->name,
			          (int)row->examples->target.len, row->examples->target.at);
	}
	robotsc_audit_close(t.audit);
}

static void refuses(void)
{
	static const char *const formats[] = {"$remote_addr $status", "",           "json:x=y", "json:agent",
	                                      "json:agent=",          "$ $request", "%r%{x",    "%r %",
	                                      "$request$status",      "%b",         "${request"};
	const struct robotsc_audit_file files[2] = {{{"r", 1}, robots, sizeof robots - 1, 5},
	                                            {{"r", 1}, robots, sizeof robots - 1, 5}};
	struct robotsc_audit_question question;
	struct robotsc_audit *audit = NULL;
	const char *wrong;
	static char longest[5000];

	for (size_t i = 0; i < sizeof formats / sizeof formats[0]; i++) {
		question = question_of(files, 1, formats[i]);
		CHECK_MSG(robotsc_audit_open(&audit, &question, &wrong) == ROBOTSC_ERR_ARGUMENT && wrong, "%s", formats[i]);
	}
	memset(longest, 'x', sizeof longest - 1);
	question = question_of(files, 1, longest);
	CHECK(robotsc_audit_open(&audit, &question, &wrong) == ROBOTSC_ERR_ARGUMENT && wrong);
	for (int i = 0; i < 65; i++)
		memcpy(longest + 9 * i, "$request ", 9);
	longest[65 * 9] = '\0';
	CHECK(robotsc_audit_open(&audit, &question, &wrong) == ROBOTSC_ERR_ARGUMENT && wrong);
	question = question_of(files, 1, "combined");
	question.address = "http_x_forwarded_for";
	CHECK(robotsc_audit_open(&audit, &question, &wrong) == ROBOTSC_ERR_ARGUMENT && wrong);
	question = question_of(files, 2, NULL);
	CHECK(robotsc_audit_open(&audit, &question, &wrong) == ROBOTSC_ERR_ARGUMENT && !wrong);
	question = question_of(files, 0, NULL);
	CHECK(robotsc_audit_open(&audit, &question, NULL) == ROBOTSC_ERR_ARGUMENT);
	CHECK(audit == NULL);
}

/* ---- rows ---------------------------------------------------------------------------------- */

#define LINE(second, method, target, status, agent) \
	"10.1.2.3 - - [01/Jan/2026:00:00:" second " +0000] \"" method " " target " HTTP/1.1\" " status " 1 \"-\" \"" agent "\"\n"

static const struct robotsc_audit_row *row_of(const struct tried *t, const char *token)
{
	for (size_t i = 0; t->answer && i < t->answer->nrows; i++)
		if (is(t->answer->rows[i].token, token))
			return &t->answer->rows[i];
	CHECK_MSG(0, "no row %s", token);
	abort();
}

/* What robots.txt was answered, and what was asked for after it. */
static void answers(void)
{
	static const char log[] = LINE("00", "GET", "/no", "200", "ABot") LINE("01", "GET", "/robots.txt", "404", "ABot")
		LINE("02", "GET", "/no", "200", "ABot") LINE("03", "HEAD", "/robots.txt", "500", "ABot")
			LINE("04", "GET", "/no", "200", "ABot") LINE("05", "GET", "/robots.txt", "503", "ABot")
				LINE("06", "GET", "/yes", "200", "ABot") LINE("07", "GET", "/robots.txt?a", "404", "ABot")
					LINE("08", "GET", "/robots.txt", "301", "ABot") LINE("09", "GET", "/no", "200", "ABot")
						LINE("10", "GET", "http://h/robots.txt", "200", "ABot")
							LINE("11", "GET", "/robots.txt", "503", "ABot")
								LINE("12", "GET", "/no", "200", "ABot")
									LINE("13", "GET", "/robots.txt", "304", "ABot")
										LINE("13", "GET", "/robots.txt", "404", "-");
	const struct robotsc_audit_file file = {{"r", 1}, robots, sizeof robots - 1, ROBOTSC_AUDIT_ALWAYS};
	const struct robotsc_audit_question question = question_of(&file, 1, NULL);
	static const struct robotsc_audit_status statuses[] = {{200, 1}, {301, 1}, {304, 1}, {404, 1}, {503, 2}};
	struct tried t = {NULL, NULL};
	const struct robotsc_audit_row *row;

	CHECK(try_log(&t, &question, log) == ROBOTSC_OK);
	row = row_of(&t, "ABot");
	CHECK_MSG(row->fetches == 6, "%lu", (unsigned long)row->fetches);
	CHECK(row->nstatuses == 5);
	for (size_t i = 0; i < 5; i++)
		CHECK(row->statuses[i].status == statuses[i].status && row->statuses[i].count == statuses[i].count);
	CHECK_MSG(row->excused == 2, "%lu", (unsigned long)row->excused);
	CHECK_MSG(row->unreachable == 3, "%lu", (unsigned long)row->unreachable);
	CHECK(row->verdicts[ROBOTSC_AUDIT_DISALLOWED] == 5);
	CHECK(row_of(&t, "")->fetches == 1 && row_of(&t, "")->gaps == 0);
	robotsc_audit_close(t.audit);
}

/* More statuses than a row tells apart: all are counted. */
static void many_statuses(void)
{
	const struct robotsc_audit_file file = {{"r", 1}, robots, sizeof robots - 1, ROBOTSC_AUDIT_ALWAYS};
	const struct robotsc_audit_question question = question_of(&file, 1, "$status $request");
	static char log[20000];
	struct tried t = {NULL, NULL};
	const struct robotsc_audit_row *row;
	uint64_t sum = 0;
	size_t n = 0;

	for (int i = 0; i < 300; i++)
		n += (size_t)snprintf(log + n, sizeof log - n, "%d GET /robots.txt HTTP/1.1\n", 599 - i % 100);
	CHECK(try_log(&t, &question, log) == ROBOTSC_OK);
	row = row_of(&t, "");
	CHECK(row->fetches == 300 && row->nstatuses == ROBOTSC_AUDIT_STATUSES && row->statuses[0].status == 0);
	for (size_t i = 0; i < row->nstatuses; i++) {
		sum += row->statuses[i].count;
		CHECK(i == 0 || (row->statuses[i].status > row->statuses[i - 1].status && row->statuses[i].count == 3));
	}
	CHECK(sum == 300);
	robotsc_audit_close(t.audit);
}

/* ABot asks for a pause of 3 s: whole seconds can show that 0 and 1 and 2 are too short. */
static void gaps(void)
{
	static const char log[] = LINE("00", "GET", "/a", "200", "ABot") LINE("00", "GET", "/a", "200", "ABot")
		LINE("02", "GET", "/a", "200", "ABot") LINE("01", "GET", "/a", "200", "ABot") LINE("05", "GET", "/a", "200", "ABot")
			LINE("09", "GET", "/a", "200", "ABot") LINE("09", "GET", "/a", "200", "ListBot");
	const struct robotsc_audit_file file = {{"r", 1}, robots, sizeof robots - 1, ROBOTSC_AUDIT_ALWAYS};
	const struct robotsc_audit_question question = question_of(&file, 1, NULL);
	struct tried t = {NULL, NULL};
	const struct robotsc_audit_row *row;

	CHECK(try_log(&t, &question, log) == ROBOTSC_OK);
	row = row_of(&t, "ABot"); /* 0 2 0 3 4 */
	CHECK(row->delay == 3000 && row->gaps == 5 && row->shortest == 0 && row->median == 2);
	CHECK_MSG(row->too_short == 3, "%lu", (unsigned long)row->too_short);
	CHECK(row->first == 1767225600 && row->last == 1767225609 && t.answer->first == row->first && t.answer->last == row->last);
	row = row_of(&t, "ListBot");
	CHECK(row->gaps == 0 && row->delay == 0 && row->crawler == &crawlers[0] && !row->named);
	CHECK(row_of(&t, "ABot")->named);
	robotsc_audit_close(t.audit);
}

/* The order of rows: disallowed requests, requests, tokens; the others last. */
static void order(void)
{
	static const char log[] =
		LINE("00", "GET", "/no", "200", "-") LINE("00", "GET", "/no", "200", "-") LINE("00", "GET", "/a", "200", "ABot")
			LINE("00", "GET", "/a", "200", "ABot") LINE("00", "GET", "/no", "200", "ListBot");
	const struct robotsc_audit_file file = {{"r", 1}, robots, sizeof robots - 1, ROBOTSC_AUDIT_ALWAYS};
	const struct robotsc_audit_question question = question_of(&file, 1, NULL);
	struct tried t = {NULL, NULL};

	CHECK(try_log(&t, &question, log) == ROBOTSC_OK);
	CHECK(t.answer->nrows == 3 && is(t.answer->rows[0].token, "ListBot") && is(t.answer->rows[1].token, "ABot") &&
	      is(t.answer->rows[2].token, ""));
	robotsc_audit_close(t.audit);
}

/* Rows have the names as the first file first writes them, or as the list does. */
static void names(void)
{
	static const char first[] =
		"# user-agent: ABOT\n\xEF\xBB\xBF user-AGENT :  aBoT/2 abot\r\nUser-agent: ABOT\nUseragent: LISTbot\nDisallow: /\n";
	static const char second[] = "User-agent: ABot\nUser-agent: CBOT # abot\nDisallow: /CBOT";
	static const char log[] = LINE("00", "GET", "/", "200", "abot") LINE("00", "GET", "/", "200", "listBOT")
		LINE("00", "GET", "/", "200", "CBot/1");
	const struct robotsc_audit_file both[] = {{{"1", 1}, first, sizeof first - 1, 1}, {{"2", 1}, second, sizeof second - 1, 2}};
	const struct robotsc_audit_question question = question_of(both, 2, NULL);
	struct tried t = {NULL, NULL};

	CHECK(try_log(&t, &question, log) == ROBOTSC_OK && t.answer->nrows == 3);
	CHECK(row_of(&t, "aBoT")->named && row_of(&t, "CBOT")->named && row_of(&t, "ListBot")->named);
	robotsc_audit_close(t.audit);
}

/* Before the first file, without a time, and when a change was read. */
static void files(void)
{
	static const char open[] = "User-agent: *\nAllow: /\n";
	static const char log[] = LINE("00", "GET", "/no", "200", "ABot") LINE("11", "GET", "/robots.txt", "200", "ABot")
		LINE("12", "GET", "/no", "200", "ABot") LINE("31", "GET", "/robots.txt", "200", "ABot")
			LINE("30", "GET", "/no", "200", "ABot") LINE("32", "GET", "/robots.txt", "200", "ABot")
				LINE("xx", "GET", "/no", "200", "ABot");
	const struct robotsc_audit_file both[] = {{{"open", 4}, open, sizeof open - 1, 1767225610},
	                                          {{"r", 1}, robots, sizeof robots - 1, 1767225620}};
	const struct robotsc_audit_question question = question_of(both, 2, NULL);
	struct tried t = {NULL, NULL};
	const struct robotsc_audit_row *row;

	CHECK(try_log(&t, &question, log) == ROBOTSC_OK);
	row = row_of(&t, "ABot");
	CHECK(row->unknown[ROBOTSC_AUDIT_BEFORE] == 1 && row->unknown[ROBOTSC_AUDIT_UNTIMED] == 1);
	CHECK(row->verdicts[ROBOTSC_AUDIT_IN_GRACE] == 1 && row->verdicts[ROBOTSC_AUDIT_ALLOWED] == 4);
	CHECK(row->nchanges == 1 && row->changes[0].file == 1 && row->changes[0].read == 1767225631);
	CHECK(row->changes[0].in_grace == 1 && row->changes[0].after_grace == 0);
	robotsc_audit_close(t.audit);
}

/* ---- examples ------------------------------------------------------------------------------ */

static void examples(void)
{
	static const struct {
		const char *address, *network;
	} addresses[] = {{"10.1.2.3", "10.1.2.0"},
	                 {"2001:db8:1:2::3", "2001:db8:1::"},
	                 {"2001:db8::3", "2001:db8::"},
	                 {"::ffff:1.2.3.4", "::"},
	                 {"host.example", ""},
	                 {"1.2.3", ""},
	                 {"2001:0db8:0001:ffff:1:2:3:4", "2001:0db8:0001::"},
	                 {"-", ""},
	                 {"fe80:xyz::1", ""}};
	const struct robotsc_audit_file file = {{"r", 1}, robots, sizeof robots - 1, ROBOTSC_AUDIT_ALWAYS};
	struct robotsc_audit_question question = question_of(&file, 1, "$remote_addr $request");
	struct tried t = {NULL, NULL};
	static char log[8000];

	for (size_t i = 0; i < sizeof addresses / sizeof addresses[0]; i++) {
		snprintf(log, sizeof log, "%s GET /no?a HTTP/1.1\n%s GET /no?b HTTP/1.1\n", addresses[i].address,
		         addresses[i].address);
		for (int anonymize = 0; anonymize < 2; anonymize++) {
			const char *const shown = anonymize ? addresses[i].network : addresses[i].address;

			question.anonymize = anonymize;
			question.queries = 0;
			CHECK(try_log(&t, &question, log) == ROBOTSC_OK && t.answer->rows->nexamples == 1);
			CHECK(is(t.answer->rows->examples->target, "/no") && t.answer->rows->examples->line == 2);
			CHECK(is(t.answer->rows->examples->rule, "Disallow: /no"));
			CHECK_MSG(is(t.answer->rows->examples->address, strcmp(shown, "-") == 0 ? "" : shown), "%s",
			          addresses[i].address);
			robotsc_audit_close(t.audit);
			question.queries = 1;
			CHECK(try_log(&t, &question, log) == ROBOTSC_OK && t.answer->rows->nexamples == 2);
			CHECK(is(t.answer->rows->examples[1].target, "/no?b"));
			robotsc_audit_close(t.audit);
		}
	}
	/* One that is long is cut, and the examples end where they should. */
	snprintf(log, sizeof log, "1 GET /no/%03000d HTTP/1.1\n1 GET /no/2 HTTP/1.1\n1 GET /no/3 HTTP/1.1\n", 0);
	question.examples = 2;
	CHECK(try_log(&t, &question, log) == ROBOTSC_OK && t.answer->rows->nexamples == 2);
	CHECK(t.answer->rows->examples[0].cut && t.answer->rows->examples[0].target.len == 1024 &&
	      !t.answer->rows->examples[1].cut);
	CHECK(t.answer->rows->verdicts[ROBOTSC_AUDIT_DISALLOWED] == 3);
	robotsc_audit_close(t.audit);
}

#define XFF "\"$request\" \"$http_user_agent\" \"$http_x_forwarded_for\" $remote_addr"
#define FORWARDED(value) "\"GET /no HTTP/1.1\" \"ABot\" \"" value "\" 10.0.0.1"
#define IN_JSON(value) "{\"request\":\"GET /no\",\"remote_addr\":\"10.0.0.1\",\"http_user_agent\":\"ABot\",\"h\":{\"X\":" value "}}"

/* Behind a proxy: the field that has the client, a line, what is shown, and whether 192.0.2.0/24
 * and 2001:db8::/32 have it.  A client can write all but the last address. */
static void clients(void)
{
	static const struct {
		const char *format, *address, *line, *shown;
		int from;
	} cases[] = {
		{XFF, NULL, FORWARDED("192.0.2.9"), "10.0.0.1", ROBOTSC_AUDIT_FALSE},
		{XFF, "http_x_forwarded_for", FORWARDED("192.0.2.9"), "192.0.2.9", ROBOTSC_AUDIT_VERIFIED},
		{XFF, "$http_x_forwarded_for", FORWARDED("192.0.2.9, 203.0.113.5"), "203.0.113.5", ROBOTSC_AUDIT_FALSE},
		{XFF, "http_x_forwarded_for", FORWARDED("203.0.113.5,192.0.2.9"), "192.0.2.9", ROBOTSC_AUDIT_VERIFIED},
		{XFF, "http_x_forwarded_for", FORWARDED("192.0.2.9, "), "", ROBOTSC_AUDIT_UNVERIFIED},
		{XFF, "http_x_forwarded_for", FORWARDED("-"), "", ROBOTSC_AUDIT_UNVERIFIED},
		{XFF, "http_x_forwarded_for", FORWARDED("unknown"), "unknown", ROBOTSC_AUDIT_UNVERIFIED},
		{XFF, "http_x_forwarded_for", FORWARDED("a\\x22 192.0.2.9\\x22, 203.0.113.5"), "203.0.113.5", ROBOTSC_AUDIT_FALSE},
		{XFF, "http_x_forwarded_for", FORWARDED("192.0.2.9\\x2C"), "", ROBOTSC_AUDIT_UNVERIFIED},
		{XFF, "http_x_forwarded_for", FORWARDED("192.0.2.9\\x00"), "192.0.2.9\0", ROBOTSC_AUDIT_UNVERIFIED},
		{XFF, "http_x_forwarded_for", FORWARDED("192.0.2.9:4711"), "192.0.2.9", ROBOTSC_AUDIT_VERIFIED},
		{XFF, "http_x_forwarded_for", FORWARDED("[2001:db8::1]:4711"), "2001:db8::1", ROBOTSC_AUDIT_VERIFIED},
		{XFF, "http_x_forwarded_for", FORWARDED("2001:db8::1"), "2001:db8::1", ROBOTSC_AUDIT_VERIFIED},
		{XFF, "http_x_forwarded_for", FORWARDED("[2001:db8::1"), "[2001:db8::1", ROBOTSC_AUDIT_UNVERIFIED},
		{"\"%r\" \"%{User-Agent}i\" \"%{X-Forwarded-For}i\" %h", "%{x-forwarded-for}i", FORWARDED("192.0.2.9"), "192.0.2.9",
	         ROBOTSC_AUDIT_VERIFIED},
		{"\"%r\" \"%{User-Agent}i\" \"%{X-Forwarded-For}i\" %h", "%h", FORWARDED("192.0.2.9"), "10.0.0.1",
	         ROBOTSC_AUDIT_FALSE},
		{"json", NULL, IN_JSON("\"192.0.2.9\""), "10.0.0.1", ROBOTSC_AUDIT_FALSE},
		{"json", "h.X", IN_JSON("\"203.0.113.5, 192.0.2.9\""), "192.0.2.9", ROBOTSC_AUDIT_VERIFIED},
		{"json:address=remote_addr", "h.X", IN_JSON("\"192.0.2.9\""), "192.0.2.9", ROBOTSC_AUDIT_VERIFIED},
		{"json:address=h.X", NULL, IN_JSON("[\"203.0.113.5\",\"192.0.2.9\"]"), "192.0.2.9", ROBOTSC_AUDIT_VERIFIED},
		{"json", "h.X", IN_JSON("[\"192.0.2.9\",\"203.0.113.5\"]"), "203.0.113.5", ROBOTSC_AUDIT_FALSE},
		{"json", "h.Y", IN_JSON("[\"192.0.2.9\"]"), "", ROBOTSC_AUDIT_UNVERIFIED},
	};
	static const char networks[] = "[\"192.0.2.0/24\",\"2001:db8::/32\"]";
	const struct robotsc_audit_ranges ranges = {{"ABot", 4}, {networks, sizeof networks - 1}};
	const struct robotsc_audit_file file = {{"r", 1}, robots, sizeof robots - 1, ROBOTSC_AUDIT_ALWAYS};

	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		struct robotsc_audit_question question = question_of(&file, 1, cases[i].format);
		struct tried t = {NULL, NULL};
		size_t len = strlen(cases[i].shown);

		question.address = cases[i].address;
		question.ranges = &ranges;
		question.nranges = 1;
		if (!CHECK_MSG(try_log(&t, &question, cases[i].line) == ROBOTSC_OK && t.answer->nrows == 1, "%s", cases[i].line))
			continue;
		len += strstr(cases[i].line, "x00") != NULL;
		CHECK_MSG(t.answer->rows->addresses[cases[i].from] == 1, "%s: %s", cases[i].line, cases[i].address);
		CHECK_MSG(t.answer->rows->nexamples == 1 && t.answer->rows->examples->address.len == len &&
		                  (len == 0 || memcmp(t.answer->rows->examples->address.at, cases[i].shown, len) == 0),
		          "%s: %.*s", cases[i].line, (int)t.answer->rows->examples->address.len,
		          t.answer->rows->examples->address.at);
		robotsc_audit_close(t.audit);
	}
}

/* ---- reports ------------------------------------------------------------------------------- */

/* Octets that would control a terminal, or end a line or a cell. */
static int has_control(const char *text)
{
	for (; *text; text++)
		if (((unsigned char)*text < 0x20 && *text != '\n') || *text == 0x7F)
			return 1;
	return 0;
}

/* A log, a robots.txt and names that want to inject. */
static void hostile(void)
{
	static const char log[] = "=1+1 \"GET /no\\x1b]0;x\\x07<script>alert(1)</script>'\\\"\\n=cmd\\r\\x00\\xff\\xe2\\x80\\xae,x "
				  "HTTP/1.1\" \"-at=\\\"\"\n"
				  "=1+1 \"GET /no HTTP/1.1\" \"-formula/1\"\n";
	static const char file_text[] = "User-agent: *\nUser-agent: -formula\nUser-agent: -at\nDisallow: /no # <b>\x1b[31m\n";
	const struct robotsc_audit_file file = {{"<i>\x1b", 4}, file_text, sizeof file_text - 1, ROBOTSC_AUDIT_ALWAYS};
	const struct robotsc_audit_question question = question_of(&file, 1, "$remote_addr \"$request\" \"$http_user_agent\"");
	static const enum robotsc_report_format formats[] = {ROBOTSC_REPORT_TEXT, ROBOTSC_REPORT_JSON, ROBOTSC_REPORT_JSONL,
	                                                     ROBOTSC_REPORT_CSV, ROBOTSC_REPORT_HTML};
	struct tried t = {NULL, NULL};

	CHECK(try_log(&t, &question, log) == ROBOTSC_OK);
	for (size_t i = 0; i < sizeof formats / sizeof formats[0]; i++) {
		const struct robotsc_report report = {.write = write_report, .format = formats[i]};

		nwritten = 0;
		robotsc_audit_report(&report, t.answer);
		CHECK_MSG(nwritten > 100 && !has_control(written), "format %d", (int)formats[i]);
		CHECK_MSG(!strstr(written, "\xe2\x80\xae"), "format %d", (int)formats[i]);
		if (formats[i] == ROBOTSC_REPORT_HTML)
			CHECK(!strstr(written, "<script") && !strstr(written, "<b>") && !strstr(written, "<i>") &&
			      strstr(written, "&lt;script&gt;"));
		if (formats[i] == ROBOTSC_REPORT_CSV)
			CHECK(!strstr(written, "\n\"-") && strstr(written, "\n\"'-formula\""));
		if (formats[i] == ROBOTSC_REPORT_JSON || formats[i] == ROBOTSC_REPORT_JSONL)
			CHECK(strstr(written, "<script>alert(1)</script>'\\\"\\u000A=cmd\\u000D\\u0000\\\\xFF\\u202E,x\""));
	}
	robotsc_audit_close(t.audit);
}

/* ---- memory -------------------------------------------------------------------------------- */

static long allocations;

static void *limited(void *ctx, void *p, size_t old_size, size_t new_size)
{
	(void)ctx;
	(void)old_size;
	if (new_size == 0) {
		free(p);
		return NULL;
	}
	return allocations-- > 0 ? realloc(p, new_size) : NULL;
}

/* Whichever allocation fails, the audit says so, and loses nothing. */
static void memory(void)
{
	static const char log[] = LINE("00", "GET", "/no", "200", "ABot") LINE("00", "GET", "/no/2", "200", "ListBot");
	const struct robotsc_alloc alloc = {limited, NULL};
	const struct robotsc_audit_file file = {{"r", 1}, robots, sizeof robots - 1, ROBOTSC_AUDIT_ALWAYS};
	struct robotsc_audit_question question = question_of(&file, 1, NULL);
	struct robotsc_options options;
	enum robotsc_status status = ROBOTSC_ERR_NOMEM;
	long n = 0;

	robotsc_options_init(&options);
	options.alloc = &alloc;
	question.options = &options;
	for (; status != ROBOTSC_OK && n < 10000; n++) {
		struct tried t = {NULL, NULL};

		allocations = n;
		status = try_log(&t, &question, log);
		CHECK_MSG(status == ROBOTSC_OK || status == ROBOTSC_ERR_NOMEM, "%s", robotsc_strerror(status));
		CHECK(status != ROBOTSC_OK || (t.answer->nrows == 2 && row_of(&t, "ABot")->nexamples == 1));
		robotsc_audit_close(t.audit);
	}
	CHECK_MSG(status == ROBOTSC_OK && n > 10, "%ld allocations", n);
}

int main(void)
{
	for (size_t i = 0; i < sizeof format_cases / sizeof format_cases[0]; i++)
		if (check_case(format_cases[i].name))
			check_format(&format_cases[i]);
	CHECK_PART(refuses);
	CHECK_PART(answers);
	CHECK_PART(many_statuses);
	CHECK_PART(gaps);
	CHECK_PART(order);
	CHECK_PART(names);
	CHECK_PART(files);
	CHECK_PART(examples);
	CHECK_PART(clients);
	CHECK_PART(hostile);
	CHECK_PART(memory);
	return check_done();
}
