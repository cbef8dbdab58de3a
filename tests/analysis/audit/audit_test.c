/* audit_test.c - the counts of a row, reports of hostile logs, and allocations that fail.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "audit_trial.h"

/* The text of the last report. */
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

/* A row counts the statuses with which robots.txt was answered, and the requests after an
 * answer. */
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

/* More statuses than a row has places for: all are counted. */
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

/* ABot asks for a pause of 3 s: in whole seconds, 0, 1 and 2 are too short. */
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
	row = row_of(&t, "ABot"); /* gaps 0 2 3 4, and an older request */
	CHECK(row->delay == 3000 && row->gaps == 4 && row->shortest == 0 && row->median == 2 && row->unordered == 1);
	CHECK_MSG(row->too_short == 2, "%lu", (unsigned long)row->too_short);
	CHECK(row->first == 1767225600 && row->last == 1767225609 && t.answer->first == row->first && t.answer->last == row->last);
	row = row_of(&t, "ListBot");
	CHECK(row->gaps == 0 && row->delay == 0 && row->crawler == &crawlers[0] && !row->named);
	CHECK(row_of(&t, "ABot")->named);
	robotsc_audit_close(t.audit);
}

/* Two logs, one after the other, of the same time: a request that is older than one before it ends
 * no pause, so that no pause seems shorter than it was. */
static void disorder(void)
{
	static const char log[] = LINE("00", "GET", "/a", "200", "ABot") LINE("10", "GET", "/a", "200", "ABot")
		LINE("20", "GET", "/a", "200", "ABot") LINE("05", "GET", "/a", "200", "ABot") LINE("15", "GET", "/a", "200", "ABot")
			LINE("20", "GET", "/a", "200", "ABot") LINE("xx", "GET", "/a", "200", "ABot")
				LINE("22", "GET", "/a", "200", "ABot") LINE("01", "GET", "/a", "200", "-")
					LINE("00", "GET", "/a", "200", "-");
	const struct robotsc_audit_file file = {{"r", 1}, robots, sizeof robots - 1, ROBOTSC_AUDIT_ALWAYS};
	const struct robotsc_audit_question question = question_of(&file, 1, NULL);
	struct tried t = {NULL, NULL};
	const struct robotsc_audit_row *row;

	CHECK(try_log(&t, &question, log) == ROBOTSC_OK);
	row = row_of(&t, "ABot"); /* gaps 10 10 0 2 */
	CHECK_MSG(row->unordered == 2 && row->gaps == 4, "%lu, %lu gaps", (unsigned long)row->unordered, (unsigned long)row->gaps);
	CHECK(row->shortest == 0 && row->median == 2);
	CHECK_MSG(row->too_short == 2, "%lu", (unsigned long)row->too_short);
	CHECK(row->requests == 8 && row->first == 1767225600 && row->last == 1767225622);
	CHECK(row_of(&t, "")->unordered == 0);
	robotsc_audit_close(t.audit);
}

/* An older answer of robots.txt does not replace a newer one, and a request from before an answer
 * is not counted as one after it. */
static void disorder_of_answers(void)
{
	static const char log[] = LINE("10", "GET", "/robots.txt", "404", "ABot") LINE("05", "GET", "/robots.txt", "503", "ABot")
		LINE("12", "GET", "/no", "200", "ABot") LINE("11", "GET", "/no", "200", "ABot")
			LINE("10", "GET", "/no", "200", "ABot") LINE("09", "GET", "/no", "200", "ABot")
				LINE("xx", "GET", "/no", "200", "ABot") LINE("30", "GET", "/yes", "200", "ABot")
					LINE("20", "GET", "/robots.txt", "503", "ABot") LINE("19", "GET", "/yes", "200", "ABot")
						LINE("20", "GET", "/yes", "200", "ABot");
	const struct robotsc_audit_file file = {{"r", 1}, robots, sizeof robots - 1, ROBOTSC_AUDIT_ALWAYS};
	const struct robotsc_audit_question question = question_of(&file, 1, NULL);
	struct tried t = {NULL, NULL};
	const struct robotsc_audit_row *row;

	CHECK(try_log(&t, &question, log) == ROBOTSC_OK);
	row = row_of(&t, "ABot");
	CHECK(row->fetches == 3 && row->verdicts[ROBOTSC_AUDIT_DISALLOWED] == 5);
	/* Excused are the requests at 12, 11 and 10, and the request without a time. */
	CHECK_MSG(row->excused == 4, "%lu", (unsigned long)row->excused);
	CHECK_MSG(row->unreachable == 1, "%lu", (unsigned long)row->unreachable);
	CHECK_MSG(row->unordered == 7, "%lu", (unsigned long)row->unordered);
	robotsc_audit_close(t.audit);
}

/* Rows are sorted by disallowed requests, by requests, then by token; the row of all others is
 * last. */
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

/* A row's name is spelled as where the first file has it first, or else as in the list. */
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

/* The names that robots give themselves in headers of real logs. */
static void products(void)
{
	static const struct {
		const char *header, *name;
	} rows[] = {
		{"python-requests/2.31.0", "python-requests"},
		{"Go-http-client/1.1", "Go-http-client"},
		{"Mozilla/5.0 (compatible; DataForSeoBot/1.0; +https://dataforseo.com/dataforseo-bot)", "DataForSeoBot"},
		{"Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; bingle/2.0; +http://b/c.htm) Chrome/1 Safari/5",
	         "bingle"},
		{"Mozilla/5.0 (compatible; InternetMeasurement; +https://internet-measurement.com/)", "InternetMeasurement"},
		{"Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/90.0 Safari/537.36",
	         "HeadlessChrome"},
		{"Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", ""},
		{"Mozilla/4.0 (compatible; MSIE 8.0; Windows NT 6.1; Trident/4.0)", ""},
		{"Mozilla/5.0 (Linux; Android 4.0.4; GT-I9300 Build/IMM76D) AppleWebKit/534.30 Version/4.0 Mobile Safari/534.30",
	         ""},
		{"curl", "curl"},
		{"", ""},
		{"(+http://e.example/a/b) 12/3 -x/1", ""},
		{"FIRST/1 second/2", "FIRST"},
		{"http://e.example/", "http"},
		{"A123456789012345678901234567890123456789012345678901234567890123/1",
	         "A123456789012345678901234567890123456789012345678901234567890123"},
		{"A1234567890123456789012345678901234567890123456789012345678901234/1", ""},
	};
	const struct robotsc_audit_file file = {{"r", 1}, robots, sizeof robots - 1, ROBOTSC_AUDIT_ALWAYS};
	const struct robotsc_audit_question question = question_of(&file, 1, NULL);

	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
		struct tried t = {NULL, NULL};
		char log[400];

		snprintf(log, sizeof log, LINE("00", "GET", "/no", "200", "%s") LINE("00", "GET", "/robots.txt", "200", "%s"),
		         rows[i].header, rows[i].header);
		CHECK(try_log(&t, &question, log) == ROBOTSC_OK);
		CHECK(t.answer->nothers == (rows[i].name[0] != '\0'));
		CHECK(t.answer->names == t.answer->nothers);
		if (t.answer->nothers) {
			const struct robotsc_audit_other *const other = t.answer->others;

			CHECK_MSG(is(other->name, rows[i].name), "%.*s", (int)other->name.len, other->name.at);
			CHECK(other->requests == 2 && other->disallowed == 1 && other->fetches == 1);
		}
		robotsc_audit_close(t.audit);
	}
}

/* Names for which there is no more room are counted together; the most frequent names come
 * first. */
static void many_products(void)
{
	enum {
		FURTHER = 5,
		ALL = ROBOTSC_AUDIT_NAMES + FURTHER,
		EACH = 90
	};
	const struct robotsc_audit_file file = {{"r", 1}, robots, sizeof robots - 1, ROBOTSC_AUDIT_ALWAYS};
	const struct robotsc_audit_question question = question_of(&file, 1, NULL);
	char *const log = malloc((ALL + 4) * EACH);
	struct tried t = {NULL, NULL};
	size_t len = 0;

	if (!log)
		abort();
	for (int i = 0; i < ALL + 2; i++)
		len += (size_t)snprintf(log + len, EACH, LINE("00", "GET", "/", "200", "x%d/1"),
		                        i == ALL       ? 7
		                        : i == ALL + 1 ? 9
		                                       : i);
	len += (size_t)snprintf(log + len, EACH, LINE("00", "GET", "/", "200", "X9/1"));
	CHECK(try_log(&t, &question, log) == ROBOTSC_OK);
	CHECK(t.answer->names == ROBOTSC_AUDIT_NAMES);
	CHECK(t.answer->left_out == FURTHER);
	CHECK(t.answer->nothers == ROBOTSC_AUDIT_OTHERS);
	CHECK(is(t.answer->others[0].name, "x9") && t.answer->others[0].requests == 3);
	CHECK(is(t.answer->others[1].name, "x7") && t.answer->others[1].requests == 2);
	CHECK(is(t.answer->others[2].name, "x0") && is(t.answer->others[3].name, "x1") && is(t.answer->others[4].name, "x10"));
	robotsc_audit_close(t.audit);
	free(log);
}

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
	                 {"2001:0db8:0001:ffff:1:2:3:4", "2001:db8:1::"},
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
	/* A long target is cut, and no more examples are kept than were asked for. */
	snprintf(log, sizeof log, "1 GET /no/%03000d HTTP/1.1\n1 GET /no/2 HTTP/1.1\n1 GET /no/3 HTTP/1.1\n", 0);
	question.examples = 2;
	CHECK(try_log(&t, &question, log) == ROBOTSC_OK && t.answer->rows->nexamples == 2);
	CHECK(t.answer->rows->examples[0].cut && t.answer->rows->examples[0].target.len == 1024 &&
	      !t.answer->rows->examples[1].cut);
	CHECK(t.answer->rows->verdicts[ROBOTSC_AUDIT_DISALLOWED] == 3);
	robotsc_audit_close(t.audit);
}

/* The name and the password of a user in a URL are not shown.  The deciding line is that of the
 * whole URL. */
static void users(void)
{
	static const struct {
		const char *target, *shown;
		uint32_t line;
	} cases[] = {{"http://user:secret@o.example:8080/no/a?q", "http://o.example:8080/no/a", 2},
	             {"HTTPS://a@b@o.example/no", "HTTPS://o.example/no", 2},
	             {"https://user@o.example?@/no", "https://o.example", 5},
	             {"http://user@o.example#@/no", "http://o.example#@/no", 4},
	             {"http://o.example/no/a@b", "http://o.example/no/a@b", 2},
	             {"http://us\\x00er:secret@o.example/no", "http://o.example/no", 2},
	             {"http://:@/no", "http:///no", 2},
	             {"http://a;b@c/no", "http://c/no", 3},
	             {"/no//u:p@h/", "/no//u:p@h/", 2}};
	static const char text[] = "User-agent: *\nDisallow: /no\nDisallow: /;\nDisallow: /$\nDisallow: /?@/no\n";
	const struct robotsc_audit_file file = {{"r", 1}, text, sizeof text - 1, ROBOTSC_AUDIT_ALWAYS};
	struct robotsc_audit_question question = question_of(&file, 1, "$request");
	struct robotsc_options options;

	robotsc_options_init(&options);
	options.dialect = ROBOTSC_GOOGLE;
	question.options = &options;
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		struct tried t = {NULL, NULL};
		char log[200];

		snprintf(log, sizeof log, "GET %s HTTP/1.1\nGET %s HTTP/1.1\n", cases[i].target, cases[i].target);
		if (!CHECK(try_log(&t, &question, log) == ROBOTSC_OK && t.answer->nrows == 1) ||
		    !CHECK_MSG(t.answer->rows->nexamples == 1, "%s", cases[i].target))
			continue;
		CHECK_MSG(is(t.answer->rows->examples->target, cases[i].shown), "%s: %.*s", cases[i].target,
		          (int)t.answer->rows->examples->target.len, t.answer->rows->examples->target.at);
		CHECK_MSG(t.answer->rows->examples->line == cases[i].line, "%s: line %u", cases[i].target,
		          t.answer->rows->examples->line);
		robotsc_audit_close(t.audit);
	}
	question.queries = 1;
	struct tried t = {NULL, NULL};
	CHECK(try_log(&t, &question, "GET http://u:p@o.example/no?q HTTP/1.1\nGET http://o.example/no?q HTTP/1.1\n") == ROBOTSC_OK);
	CHECK(t.answer->rows->nexamples == 1 && is(t.answer->rows->examples->target, "http://o.example/no?q"));
	robotsc_audit_close(t.audit);
}

/* ---- reports ------------------------------------------------------------------------------- */

/* True if a text has octets that would control a terminal, or end a line or a cell. */
static int has_control(const char *text)
{
	for (; *text; text++)
		if (((unsigned char)*text < 0x20 && *text != '\n') || *text == 0x7F)
			return 1;
	return 0;
}

/* A log, a robots.txt, crawlers and names that inject control characters, lines or formulas. */
static void hostile(void)
{
	static const char log[] = "=1+1 \"GET /no\\x1b]0;x\\x07<script>alert(1)</script>'\\\"\\n=cmd\\r\\x00\\xff\\xe2\\x80\\xae,x "
				  "HTTP/1.1\" \"-at=\\\"\"\n"
				  "=1+1 \"GET /no HTTP/1.1\" \"-formula/1\"\n";
	static const char file_text[] = "User-agent: *\nUser-agent: -formula\nUser-agent: -at\nDisallow: /no # <b>\x1b[31m\n";
	const struct robotsc_audit_file file = {{"<i>\x1b", 4}, file_text, sizeof file_text - 1, ROBOTSC_AUDIT_ALWAYS};
	static const struct robotsc_crawler odd = {.token = "-formula", .maker = "<b>\x1b", .purpose = "\x1b[1m<i>"};
	struct robotsc_audit_question question = question_of(&file, 1, "$remote_addr \"$request\" \"$http_user_agent\"");
	static const enum robotsc_report_format formats[] = {ROBOTSC_REPORT_TEXT, ROBOTSC_REPORT_JSON, ROBOTSC_REPORT_JSONL,
	                                                     ROBOTSC_REPORT_CSV, ROBOTSC_REPORT_HTML};
	struct tried t = {NULL, NULL};

	question.crawlers = &odd;
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

/* If any allocation fails, the audit says so, and leaks nothing. */
static void memory(void)
{
	static const char log[] = LINE("00", "GET", "/no", "200", "ABot") LINE("00", "GET", "/no/2", "200", "ListBot")
		LINE("00", "GET", "/no/2", "200", "Other/1");
	long left;
	const struct robotsc_alloc alloc = {limited_alloc, &left};
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

		left = n;
		status = try_log(&t, &question, log);
		CHECK_MSG(status == ROBOTSC_OK || status == ROBOTSC_ERR_NOMEM, "%s", robotsc_strerror(status));
		CHECK(status != ROBOTSC_OK ||
		      (t.answer->nrows == 3 && t.answer->nothers == 1 && row_of(&t, "ABot")->nexamples == 1));
		robotsc_audit_close(t.audit);
	}
	CHECK_MSG(status == ROBOTSC_OK && n > 10, "%ld allocations", n);
}

int main(void)
{
	CHECK_PART(answers);
	CHECK_PART(many_statuses);
	CHECK_PART(gaps);
	CHECK_PART(disorder);
	CHECK_PART(disorder_of_answers);
	CHECK_PART(order);
	CHECK_PART(names);
	CHECK_PART(products);
	CHECK_PART(many_products);
	CHECK_PART(files);
	CHECK_PART(examples);
	CHECK_PART(users);
	CHECK_PART(hostile);
	CHECK_PART(memory);
	return check_done();
}
