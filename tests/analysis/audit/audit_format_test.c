/* audit_format_test.c - formats of logs, line by line; formats that are refused; and the client
 * behind a proxy.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "audit_trial.h"

/* ---- formats ------------------------------------------------------------------------------- */

#define NGINX \
	"$remote_addr - $remote_user [$time_local] \"$request\" $status $body_bytes_sent \"$http_referer\" \"$http_user_agent\""

/* A line, and what is read in it.  target is set only for a disallowed request, else NULL. */
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
	{"nginx' format as in its file", "$remote_addr\\t$time_iso8601\\t\\\"$request\\\"\\t\\'$status\\\\|$http_user_agent",
         "1.2.3.4\t2026-01-01T00:00:00Z\t\"GET /no HTTP/1.1\"\t'200\\|ABot", "/no", "ABot", 1, 0, 1767225600, 200, 0},
	{"nginx' backslashes that escape nothing", "\\$status\\x\\q$request_uri\\", "\\200\\x\\q/no\\", "/no", "", 1, 0,
         ROBOTSC_AUDIT_NO_TIME, 200, 0},
	{"a backslash before a variable", "$status\\\\\\$request_uri", "200\\\\/no", "/no", "", 1, 0, ROBOTSC_AUDIT_NO_TIME, 200,
         0},
	{"the ends of lines within one", "$status\\r$request_uri\\r|", "200\r/no\r|", "/no", "", 1, 0, ROBOTSC_AUDIT_NO_TIME, 200,
         0},
	{"milliseconds, and what is too much", "%{msec}t %r", "1767225600123 GET /no HTTP/1.1", "/no", "", 1, 0, 1767225600, 0, 0},
	{"the last that are seconds", "%{msec}t %r", "99999999999 GET /no", "/no", "", 1, 0, 99999999999, 0, 0},
	{"the first that are milliseconds", "%{msec}t %r", "100000000000 GET /no", "/no", "", 1, 0, 100000000, 0, 0},
	{"microseconds", "%{usec}t %r", "1767225600123456 GET /no", "/no", "", 1, 0, 1767225600, 0, 0},
	{"the last that are microseconds", "%{usec}t %r", "99999999999999999 GET /no", "/no", "", 1, 0, 99999999999, 0, 0},
	{"the first that are nanoseconds", "%{usec}t %r", "100000000000000000 GET /no", "/no", "", 1, 0, 100000000, 0, 0},
	{"nanoseconds", "json", "{\"ts\":1767225600500600700,\"request\":\"GET /no\"}", "/no", "", 1, 0, 1767225600, 0, 0},
	{"the last nanoseconds", "%{usec}t %r", "9223372036854775807 GET /no", "/no", "", 1, 0, 9223372036, 0, 0},
	{"more than nanoseconds", "%{usec}t %r", "9223372036854775808 GET /no", "/no", "", 1, 0, ROBOTSC_AUDIT_NO_TIME, 0, 0},
	{"the last second", "$time_iso8601 $request", "9999-12-31T23:59:59Z GET /no", "/no", "", 1, 0, 253402300799, 0, 0},
	{"a second after it", "$time_iso8601 $request", "9999-12-31T23:59:59-00:01 GET /no", "/no", "", 1, 0, ROBOTSC_AUDIT_NO_TIME,
         0, 0},
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
	{"JSON with a key without octets", "json:agent=.agent",
         "{\"\":{\"request\":\"GET /\",\"status\":500,\"agent\":\"ABot\"},\"request_uri\":\"/no\",\"status\":200}", "/no", "ABot",
         1, 0, ROBOTSC_AUDIT_NO_TIME, 200, 0},
	{"JSON with a key within keys without octets", "json:agent=..a",
         "{\"\":{\"\":{\"a\":\"ABot\"},\"request\":\"x\"},\"request\":\"GET /no\"}", "/no", "ABot", 1, 0, ROBOTSC_AUDIT_NO_TIME, 0,
         0},
	{"JSON with arrays under a key without octets", "json",
         "{\"\":[\"GET /\",{\"request\":\"GET /\"}],\"request\":\"GET /no\"}", "/no", "", 1, 0, ROBOTSC_AUDIT_NO_TIME, 0, 0},
	{"JSON with a key twice", "json",
         "{\"status\":null,\"status\":\"-\",\"status\":201,\"status\":202,\"request\":\"GET /no\"}", "/no", "", 1, 0,
         ROBOTSC_AUDIT_NO_TIME, 201, 0},
	{"JSON with two keys of a field", "json", "{\"request\":\"GET /no\",\"bytes\":7,\"size\":8}", "/no", "", 1, 0,
         ROBOTSC_AUDIT_NO_TIME, 0, 7},
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
		CHECK(i != 8 || strcmp(wrong, "two fields with nothing between them") == 0);
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

/* ---- clients ------------------------------------------------------------------------------- */

#define XFF "\"$request\" \"$http_user_agent\" \"$http_x_forwarded_for\" $remote_addr"
#define FORWARDED(value) "\"GET /no HTTP/1.1\" \"ABot\" \"" value "\" 10.0.0.1"
#define IN_JSON(value) "{\"request\":\"GET /no\",\"remote_addr\":\"10.0.0.1\",\"http_user_agent\":\"ABot\",\"h\":{\"X\":" value "}}"

/* A row for a server behind a proxy: the field of the client's address, a line, the address read,
 * and whether it is in 192.0.2.0/24 or 2001:db8::/32.  A client can forge all addresses but the
 * last. */
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

int main(void)
{
	for (size_t i = 0; i < sizeof format_cases / sizeof format_cases[0]; i++)
		if (check_case(format_cases[i].name))
			check_format(&format_cases[i]);
	CHECK_PART(refuses);
	CHECK_PART(clients);
	return check_done();
}
