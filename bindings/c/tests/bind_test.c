/* bind_test.c - policies, lists and questions of bindings/c answer as the library does.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <math.h>

#include "bindings/c/bind.h"
#include "bindings/c/tools.h"
#include "tests/support/test.h"

#define COUNT(array) (sizeof(array) / sizeof(array)[0])
#define URLS_MAX 300

static const char text[] = "User-agent: a\nDisallow: /x\nCrawl-delay: 3\n\nUser-agent: b\nDisallow: /*.html$\n\n"
			   "User-agent: *\nDisallow: /\nSitemap: https://a.example/s.xml\n";

/* A list that grows: octets and ends. */
struct list {
	char octets[ROBOTSC_MIN_LIMIT + 20000];
	uint32_t ends[URLS_MAX];
	struct robotsc_texts texts;
};

static void add(struct list *l, const char *at, size_t len)
{
	const uint32_t from = l->texts.n ? l->ends[l->texts.n - 1] : 0;
	memcpy(l->octets + from, at, len);
	l->ends[l->texts.n++] = from + (uint32_t)len;
	l->texts.octets = l->octets;
	l->texts.ends = l->ends;
}

static void add_string(struct list *l, const char *string)
{
	add(l, string, strlen(string));
}

static const struct robotsc_texts none = {NULL, NULL, 0};

static struct robotsc_policy *compiled(struct robotsc_compiler *compiler, uint32_t flags, const struct robotsc_texts *tokens)
{
	struct robotsc_policy *policy = NULL;
	CHECK(robotsc_policy_compile(compiler, ROBOTSC_RFC9309, flags, text, sizeof text - 1, tokens, &policy) == ROBOTSC_OK);
	return policy;
}

/* Lists of all lengths near AT_ONCE, the number of URLs that are checked together. */
static void lists_are_single_checks(void)
{
	static const char *const paths[] = {"/", "/x", "/x/y", "/y.html", "https://a.example/y.html", "/y.html?x", ""};
	static struct list urls;
	static struct robotsc_group groups[3];
	static const char *const names[] = {"a", "b", "c"};
	struct robotsc_policy *policy = compiled(NULL, ROBOTSC_POLICY_EXTENSIONS, &none);
	const struct robotsc_group *of[URLS_MAX];
	uint8_t verdicts[URLS_MAX + 1];
	for (size_t i = 0; i < COUNT(names); i++) {
		struct list token = {.texts = {NULL, NULL, 0}};
		add_string(&token, names[i]);
		CHECK(robotsc_policy_agent(policy, &token.texts, &groups[i]) == ROBOTSC_OK);
	}
	for (size_t n = 0; n <= URLS_MAX; n++) {
		memset(verdicts, 7, sizeof verdicts);
		CHECK(robotsc_group_check(&groups[n % 3], &urls.texts, verdicts) == ROBOTSC_OK && verdicts[n] == 7);
		for (size_t i = 0; i < n; i++)
			CHECK(verdicts[i] ==
			      robotsc_check_url(&groups[n % 3], paths[i % COUNT(paths)], strlen(paths[i % COUNT(paths)])));
		for (size_t i = 0; i < n; i++)
			of[i] = &groups[i * i % 3];
		CHECK(robotsc_groups_check(of, &urls.texts, verdicts) == ROBOTSC_OK && verdicts[n] == 7);
		for (size_t i = 0; i < n; i++)
			CHECK(verdicts[i] == robotsc_check_url(of[i], paths[i % COUNT(paths)], strlen(paths[i % COUNT(paths)])));
		if (n < URLS_MAX)
			add_string(&urls, paths[n % COUNT(paths)]);
	}
	urls.ends[200] = urls.ends[199] - 1;
	CHECK(robotsc_group_check(&groups[0], &urls.texts, verdicts) == ROBOTSC_ERR_ARGUMENT);
	CHECK(robotsc_groups_check(of, &urls.texts, verdicts) == ROBOTSC_ERR_ARGUMENT);
	robotsc_policy_free(policy);
}

/* A policy has robotsc_compile's octets, with or without a compiler that keeps memory. */
static void policies_are_blobs(void)
{
	struct robotsc_compiler *const compiler = robotsc_compiler_new(NULL);
	static struct list tokens;
	static const uint32_t flags[] = {0, ROBOTSC_POLICY_EXTENSIONS, ROBOTSC_POLICY_QUICK | ROBOTSC_POLICY_EXTENSIONS,
	                                 ROBOTSC_POLICY_STRICT_FIELDS, ROBOTSC_POLICY_AIPREF_RULE};
	char name[8];
	for (size_t i = 0; i < 200; i++) {
		const int n = snprintf(name, sizeof name, "a%zu", i);
		add(&tokens, name, (size_t)n);
	}
	add_string(&tokens, "b");
	for (size_t i = 0; i < COUNT(flags); i++)
		for (size_t k = 0; k < 2; k++) {
			struct robotsc_text agents[URLS_MAX];
			struct robotsc_options options;
			struct robotsc_policy *policy = compiled(k ? compiler : NULL, flags[i], &tokens.texts), *again = NULL;
			size_t len, own;
			void *blob;
			const void *octets = robotsc_policy_octets(policy, &own);
			robotsc_options_init(&options);
			robotsc__options_of_flags(flags[i], &options);
			options.agents = agents;
			for (; options.nagents < tokens.texts.n; options.nagents++) {
				const uint32_t from = options.nagents ? tokens.ends[options.nagents - 1] : 0;
				agents[options.nagents] =
					(struct robotsc_text){tokens.octets + from, tokens.ends[options.nagents] - from};
			}
			CHECK(robotsc_compile(&options, text, sizeof text - 1, &blob, &len) == ROBOTSC_OK);
			CHECK(len == own && memcmp(blob, octets, len) == 0);
			CHECK(robotsc_policy_open(blob, len, &again) == ROBOTSC_OK);
			CHECK(robotsc_policy_dialect(again) == ROBOTSC_RFC9309);
			CHECK((robotsc_policy_extensions(again) != NULL) == ((flags[i] & ROBOTSC_POLICY_EXTENSIONS) != 0));
			robotsc_policy_free(again);
			for (size_t cut = 0; cut < len; cut++)
				CHECK(robotsc_policy_open(blob, cut, &again) != ROBOTSC_OK);
			robotsc_free_blob(NULL, blob, len);
			robotsc_policy_free(policy);
		}
	robotsc_compiler_free(compiler);
	robotsc_policy_free(NULL);
}

/* A text that is no product token, flag or dialect is refused, and nothing is written. */
static void wrong_arguments(void)
{
	static const char *const wrong[] = {"a b", "", "*", "Mozilla/5.0 (compatible; a/1.0)", "\xE9"};
	static const struct robotsc_text with_nul = {"a\0b", 3};
	struct robotsc_policy *const policy = compiled(NULL, 0, &none), *untouched = policy, *made = policy;
	struct robotsc_group group;
	for (size_t i = 0; i <= COUNT(wrong); i++) {
		struct list tokens = {.texts = {NULL, NULL, 0}};
		add_string(&tokens, "a");
		if (i < COUNT(wrong))
			add_string(&tokens, wrong[i]);
		else
			add(&tokens, with_nul.at, with_nul.len);
		CHECK(robotsc_policy_agent(policy, &tokens.texts, &group) == ROBOTSC_ERR_ARGUMENT);
		CHECK(robotsc_policy_compile(NULL, ROBOTSC_RFC9309, 0, "", 0, &tokens.texts, &made) == ROBOTSC_ERR_ARGUMENT);
	}
	CHECK(robotsc_policy_compile(NULL, (enum robotsc_dialect)99, 0, "", 0, &none, &made) == ROBOTSC_ERR_DIALECT);
	/* _ONE_ROBOT is refused, too: there are no tokens. */
	for (unsigned bit = 0; bit < 32; bit++) {
		const uint32_t known = ROBOTSC_POLICY_STRICT_FIELDS | ROBOTSC_POLICY_CONNER2_REST_DENY | ROBOTSC_POLICY_EXTENSIONS |
		                       ROBOTSC_POLICY_AIPREF_RULE | ROBOTSC_POLICY_QUICK;
		const enum robotsc_status status =
			robotsc_policy_compile(NULL, ROBOTSC_RFC9309, UINT32_C(1) << bit, "", 0, &none, &made);
		CHECK(status == (known >> bit & 1 ? ROBOTSC_OK : ROBOTSC_ERR_ARGUMENT));
		if (status == ROBOTSC_OK)
			robotsc_policy_free(made);
		made = untouched;
	}
	CHECK(made == untouched);
	robotsc_policy_free(policy);
}

static enum robotsc_status by_header(const struct robotsc_policy *policy, const char *header, struct robotsc_group *group)
{
	return robotsc_policy_header(policy, header, strlen(header), group);
}

/* All tokens of a header count; a header with no token for which the blob was made is an error. */
static void headers(void)
{
	static struct list tokens;
	struct robotsc_policy *const all = compiled(NULL, 0, &none), *some;
	struct robotsc_group group;
	CHECK(by_header(all, "b/1.0 (compatible)", &group) == ROBOTSC_OK && robotsc_check_url(&group, "/x", 2) == ROBOTSC_ALLOW);
	CHECK(by_header(all, "Mozilla/5.0 (X11) Firefox/120", &group) == ROBOTSC_OK);
	CHECK(robotsc_check_url(&group, "/", 1) == ROBOTSC_DISALLOW);
	/* The blob is also for nine longer tokens, which the file lacks; these are tried first. */
	for (char name[] = "unnamed0"; name[7] < '9'; name[7]++)
		add_string(&tokens, name);
	add_string(&tokens, "a");
	some = compiled(NULL, 0, &tokens.texts);
	CHECK(by_header(some, "unnamed0 unnamed1 unnamed2 unnamed3 unnamed4 unnamed5 unnamed6 unnamed7 unnamed8 a/1", &group) ==
	      ROBOTSC_OK);
	CHECK(robotsc_check_url(&group, "/y", 2) == ROBOTSC_ALLOW && robotsc_check_url(&group, "/x", 2) == ROBOTSC_DISALLOW);
	CHECK(by_header(some, "Mozilla/5.0", &group) == ROBOTSC_ERR_AGENT);
	robotsc_policy_free(all);
	robotsc_policy_free(some);
}

static enum robotsc_status ask(enum robotsc_question_kind kind, uint32_t flags, const double *numbers, const char *const *strings,
                               char **answer)
{
	static const double zeros[ROBOTSC_ASK_NUMBERS];
	static struct list texts;
	size_t len = 0;
	texts.texts.n = 0;
	for (; *strings; strings++)
		add_string(&texts, *strings);
	const enum robotsc_status status = robotsc_ask(kind, flags, numbers ? numbers : zeros, &texts.texts, answer, &len);
	CHECK(status != ROBOTSC_OK || strlen(*answer) <= len);
	return status;
}

/* answers KIND FLAGS NUMBERS TEXTS BEGINNING: the answer begins with BEGINNING. */
static void answers(enum robotsc_question_kind kind, uint32_t flags, const double *numbers, const char *const *strings,
                    const char *beginning)
{
	char *answer = NULL;
	const enum robotsc_status status = ask(kind, flags, numbers, strings, &answer);
	CHECK_MSG(status == ROBOTSC_OK && strncmp(answer, beginning, strlen(beginning)) == 0, "%d: %d, %.60s", (int)kind,
	          (int)status, answer ? answer : "");
	robotsc_answer_free(answer);
}

#define TEXTS(...)                \
	(const char *const[])     \
	{                         \
		__VA_ARGS__, NULL \
	}
#define NUMBERS(...) ((const double[ROBOTSC_ASK_NUMBERS]){__VA_ARGS__})

static void questions(void)
{
	static char long_text[ROBOTSC_MIN_LIMIT + 100];
	memset(long_text, '#', sizeof long_text - 1);
	memcpy(long_text + sizeof long_text - 28, "\nUser-agent: *\nDisallow: /", 27);
	answers(ROBOTSC_ASK_EXPLAIN, 0, NUMBERS(1), TEXTS("rfc9309", long_text, "/"),
	        "{\"url\":\"/\",\"dialect\":\"rfc9309\",\"verdict\":\"allow\"");
	answers(ROBOTSC_ASK_EXPLAIN, 0, NUMBERS(1, 0, 0, 0, sizeof long_text), TEXTS("rfc9309", long_text, "/", "*"),
	        "{\"url\":\"/\",\"dialect\":\"rfc9309\",\"verdict\":\"disallow\"");
	answers(ROBOTSC_ASK_CONTENT, 0, NULL, TEXTS("rfc9309", "User-agent: *\n"), "");
	answers(ROBOTSC_ASK_EXPLAIN, 0, NUMBERS(1), TEXTS("rfc9309", text, "/x/y", "a"), "{");
	answers(ROBOTSC_ASK_LINT, 0, NUMBERS(10000, 1), TEXTS("rfc9309", text, "robots.txt"), "{\"files\":[");
	answers(ROBOTSC_ASK_SUMMARY, 0, NUMBERS(10000, 1), TEXTS("rfc9309", text, "robots.txt", ""), "{");
	answers(ROBOTSC_ASK_COMPARE, 0, NUMBERS(10000, 3, ROBOTSC_REPORT_JSONL),
	        TEXTS("rfc9309", text, "", "rfc9309", "User-agent: a\nAllow: /", "", "a"), "{");
	answers(ROBOTSC_ASK_GENERATE, 0, NUMBERS(10000, 2, 3, -1), TEXTS("rfc9309", text, "a"), "{\"paths\":[{\"path\":");
	answers(ROBOTSC_ASK_PAGE, FLAG_ROBOTS_TAG, NUMBERS(1, 1), TEXTS("<p>", "noindex"), "{");
	answers(ROBOTSC_ASK_ACCESS, 0, NUMBERS(404), TEXTS("", "rfc9309", "response", "parse"), "{\"outcome\":\"allow\"");
}

/* A text that is no product token is refused wherever a question takes tokens. */
static void wrong_tokens(void)
{
	static const double two[ROBOTSC_ASK_NUMBERS] = {10000, 2, 3};
	char *answer = NULL;
	CHECK(ask(ROBOTSC_ASK_COMPILE, 0, NULL, TEXTS("rfc9309", text, "a", "a/1.0"), &answer) == ROBOTSC_ERR_ARGUMENT);
	CHECK(ask(ROBOTSC_ASK_EXPLAIN, 0, NULL, TEXTS("rfc9309", text, "/x", "Mozilla/5.0 (a)"), &answer) == ROBOTSC_ERR_ARGUMENT);
	CHECK(ask(ROBOTSC_ASK_COMPARE, 0, two, TEXTS("rfc9309", text, "", "rfc9309", "", "", "b", "a b"), &answer) ==
	      ROBOTSC_ERR_ARGUMENT);
	CHECK(ask(ROBOTSC_ASK_COMPARE, 0, two, TEXTS("nexor1994", text, "", "rfc9309", "", "", "b a"), &answer) ==
	      ROBOTSC_ERR_ARGUMENT);
	CHECK(ask(ROBOTSC_ASK_GENERATE, 0, two, TEXTS("rfc9309", text, "**"), &answer) == ROBOTSC_ERR_ARGUMENT);
	CHECK(ask(ROBOTSC_ASK_PAGE, 0, NUMBERS(1, 1), TEXTS("<p>", "X-Robots-Tag: a", "a/1"), &answer) == ROBOTSC_ERR_ARGUMENT);
	CHECK(ask(ROBOTSC_ASK_RECORDS, 0, NULL, TEXTS("rfc9309", text, "", "a", "\xE9"), &answer) == ROBOTSC_ERR_ARGUMENT);
	CHECK(answer == NULL);
}

/* Ask for the graph of a policy's octets, for a robot of this token. */
static void graph_of(const char *token, enum robotsc_status expected)
{
	static struct list texts;
	static const double zeros[ROBOTSC_ASK_NUMBERS];
	struct robotsc_policy *const policy = compiled(NULL, 0, &none);
	char *answer = NULL;
	size_t len, own;
	const void *const octets = robotsc_policy_octets(policy, &own);
	texts.texts.n = 0;
	add(&texts, octets, own);
	add_string(&texts, "name");
	add_string(&texts, token);
	CHECK(robotsc_ask(ROBOTSC_ASK_DOT, 0, zeros, &texts.texts, &answer, &len) == expected);
	CHECK(expected != ROBOTSC_OK || strncmp(answer, "digraph", 7) == 0);
	robotsc_answer_free(answer);
	robotsc_policy_free(policy);
}

static void graphs(void)
{
	graph_of("a", ROBOTSC_OK);
	graph_of("a/1", ROBOTSC_ERR_ARGUMENT);
}

/* has KIND NUMBERS TEXTS PART: the answer contains PART. */
static void has(enum robotsc_question_kind kind, const double *numbers, const char *const *strings, const char *part)
{
	char *answer = NULL;
	CHECK(ask(kind, 0, numbers, strings, &answer) == ROBOTSC_OK);
	CHECK_MSG(strstr(answer, part), "%s is not in %s", part, answer);
	robotsc_answer_free(answer);
}

/* Answers tell the octet E9 from the letters \xE9, and keep UTF-8 characters of all lengths. */
static void answers_are_utf8(void)
{
	static const char octet[] =
		"User-agent: *\nDisallow: /\xE9\nDisallow: /\\xE9\nDisallow: /\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80\n";
	has(ROBOTSC_ASK_EXPLAIN, NUMBERS(1), TEXTS("rfc9309", octet, "/\xE9", "a"),
	    "{\"url\":\"/\\\\xE9\",\"url_base64\":\"L+k=\",\"dialect\"");
	has(ROBOTSC_ASK_EXPLAIN, NUMBERS(1), TEXTS("rfc9309", octet, "/\xE9", "a"),
	    "\"text\":\"Disallow: /\\\\xE9\",\"text_base64\":\"RGlzYWxsb3c6IC/p\"}");
	has(ROBOTSC_ASK_EXPLAIN, NUMBERS(1), TEXTS("rfc9309", octet, "/\\xE9", "a"), "{\"url\":\"/\\\\xE9\",\"dialect\"");
	has(ROBOTSC_ASK_EXPLAIN, NUMBERS(1), TEXTS("rfc9309", octet, "/\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80", "a"),
	    "{\"url\":\"/\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80\",\"dialect\"");
	/* Characters that JSON escapes, beside invalid UTF-8; all kinds of invalid UTF-8. */
	has(ROBOTSC_ASK_EXPLAIN, NUMBERS(1), TEXTS("rfc9309", octet, "/\xFF\"\\\t\x7F\xC2\x80", "a"),
	    "\"url_base64\":\"L/8iXAl/woA=\"");
	static const char *const none_of_utf8[] = {"\xC0\xAF",         "\xE0\x9F\xBF",     "\xED\xA0\x80", "\xF0\x8F\xBF\xBF",
	                                           "\xF4\x90\x80\x80", "\xF5\x80\x80\x80", "\xE2\x82",     "\x80"};
	for (size_t i = 0; i < COUNT(none_of_utf8); i++)
		has(ROBOTSC_ASK_EXPLAIN, NUMBERS(1), TEXTS("rfc9309", octet, none_of_utf8[i], "a"), "\"url_base64\":");
	/* Octets that are no UTF-8 in lists, and in lists of lists. */
	has(ROBOTSC_ASK_SUMMARY, NUMBERS(1e7, 1),
	    TEXTS("rfc9309", "User-agent: b\nUser-agent: *\nDisallow: /\nAllow: /\xE9\n", "", ""),
	    "\"closed_but\":[\"/\\\\xE9\"],\"closed_but_base64\":[\"L+k=\"],");
	has(ROBOTSC_ASK_SUMMARY, NUMBERS(1e7, 1),
	    TEXTS("rfc9309", "User-agent: *\nDisallow: /\nAllow: /ab\nAllow: /\xE9\xE9\n", "", ""), "\"closed_but_base64\":[");
	has(ROBOTSC_ASK_COMPARE, NUMBERS(1e6, 3, ROBOTSC_REPORT_OBJECT), TEXTS("rfc9309", "", "", "rfc9309", octet, "", "a"),
	    "\"text_base64\":\"RGlzYWxsb3c6IC/p\"");
	has(ROBOTSC_ASK_LINT, NUMBERS(1e6, 1), TEXTS("rfc9309", "User-agent: *\nDisallow: /\xE9\nDisallow: /\xE9/x\n", ""),
	    "{\"files\"");
	has(ROBOTSC_ASK_GENERATE, NUMBERS(1e6, 3, 3, -1), TEXTS("rfc9309", octet, "a"), "{\"paths\":[{\"path\":");
	has(ROBOTSC_ASK_PAGE, NUMBERS(1, 1), TEXTS("<p>", "tdm-policy: https://a.example/\xE9"),
	    "\"tdm-policy\":\"https://a.example/\\\\xE9\",\"tdm-policy_base64\":");
}

/* ---- packed answers ---- */

struct packed {
	const uint8_t *at, *end;
};

static int64_t number_of(struct packed *p)
{
	uint64_t number = 0;
	CHECK(p->end - p->at >= 8);
	for (unsigned i = 0; i < 8; i++)
		number |= (uint64_t)*p->at++ << 8 * i;
	return (int64_t)number;
}

static bool is_text(struct packed *p, const char *text_)
{
	const size_t len = (size_t)number_of(p);
	const bool same = len == strlen(text_) && memcmp(p->at, text_, len) == 0;
	CHECK((size_t)(p->end - p->at) >= len);
	p->at += len;
	return same;
}

/* True if the next record has these numbers and texts; its other numbers are skipped. */
static bool is_record(struct packed *p, int64_t field, int64_t line, int64_t resolved, const char *name, const char *value,
                      const char *rest)
{
	bool same = number_of(p) == field;
	same &= number_of(p) == line;
	for (int i = 0; i < 6; i++)
		number_of(p);
	same &= number_of(p) == resolved;
	same &= is_text(p, name);
	same &= is_text(p, value);
	is_text(p, "");
	return is_text(p, rest) && same;
}

static struct packed records(char **answer, const double *numbers, const char *const *strings)
{
	static struct list texts;
	size_t len = 0;
	texts.texts.n = 0;
	for (; *strings; strings++)
		add_string(&texts, *strings);
	CHECK(robotsc_ask(ROBOTSC_ASK_RECORDS, 0, numbers, &texts.texts, answer, &len) == ROBOTSC_OK);
	return (struct packed){(const uint8_t *)*answer, (const uint8_t *)*answer + len};
}

/* Sitemap lines with relative URLs are resolved, and keep their place among the records. */
static void records_of_a_text(void)
{
	static const char links[] =
		"\xEF\xBB\xBFSitemap: /a.xml\r\rsitemap:https://b.example/b.xml\r\n site-map : //c.example/c.xml # c\n"
		"Sitemap: a b\nSitemap: mailto:x\nHost: d.example\nSitemap: d.xml\n"
		"User-agent: a\nCrawl-delay: 2.5\nCrawl-delay: x\nSitemap:\nSitemap e.xml";
	char *answer;
	struct packed p = records(&answer, NUMBERS(0), TEXTS("rfc9309", links, "https://a.example/robots.txt"));
	CHECK(number_of(&p) == 6);
	CHECK(is_record(&p, 1, 1, 1, "Sitemap", "https://a.example/a.xml", "/a.xml"));
	CHECK(is_record(&p, 1, 3, 0, "Sitemap", "https://b.example/b.xml", "https://b.example/b.xml"));
	CHECK(is_record(&p, 1, 4, 1, "Sitemap", "https://c.example/c.xml", "//c.example/c.xml"));
	CHECK(is_record(&p, 7, 7, 0, "Host", "d.example", "d.example"));
	CHECK(is_record(&p, 1, 8, 1, "Sitemap", "https://a.example/d.xml", "d.xml"));
	CHECK(is_record(&p, 1, 13, 1, "Sitemap", "https://a.example/e.xml", "e.xml"));
	CHECK(p.at == p.end);
	robotsc_answer_free(answer);
	p = records(&answer, NUMBERS(0), TEXTS("rfc9309", links, ""));
	CHECK(number_of(&p) == 2);
	robotsc_answer_free(answer);
	p = records(&answer, NUMBERS(1), TEXTS("rfc9309", links, "https://a.example/robots.txt", "a"));
	CHECK(number_of(&p) == 1 && is_record(&p, 2, 10, 0, "Crawl-delay", "2.5", "2.5") && p.at == p.end);
	robotsc_answer_free(answer);
}

/* The records of a policy are the same, and so are the preferences for a URL. */
static void packed_of_a_policy(void)
{
	static const char stated[] =
		"Sitemap: https://a.example/s.xml\nUser-agent: a\nContent-Usage: /art/ train-ai=n\nDisallow: /x\n";
	struct robotsc_policy *policy, *bare = compiled(NULL, 0, &none);
	struct robotsc_group group;
	static struct list tokens;
	char *answer = NULL;
	size_t len;
	add_string(&tokens, "a");
	CHECK(robotsc_policy_compile(NULL, ROBOTSC_RFC9309, ROBOTSC_POLICY_EXTENSIONS, stated, sizeof stated - 1, &none, &policy) ==
	      ROBOTSC_OK);
	CHECK(robotsc_policy_agent(policy, &tokens.texts, &group) == ROBOTSC_OK);
	CHECK(robotsc_policy_records(policy, NULL, &answer, &len) == ROBOTSC_OK);
	struct packed p = {(const uint8_t *)answer, (const uint8_t *)answer + len};
	CHECK(number_of(&p) == 1 && is_record(&p, 1, 1, 0, "Sitemap", "https://a.example/s.xml", "https://a.example/s.xml") &&
	      p.at == p.end);
	robotsc_answer_free(answer);
	CHECK(robotsc_policy_records(policy, &group, &answer, &len) == ROBOTSC_OK);
	p = (struct packed){(const uint8_t *)answer, (const uint8_t *)answer + len};
	CHECK(number_of(&p) == 1 && is_record(&p, 11, 3, 0, "Content-Usage", "/art/ train-ai=n", "train-ai=n"));
	robotsc_answer_free(answer);
	CHECK(robotsc_policy_usage(policy, &group, (struct robotsc_text){"/art/1", 6}, &answer, &len) == ROBOTSC_OK);
	p = (struct packed){(const uint8_t *)answer, (const uint8_t *)answer + len};
	CHECK(number_of(&p) == ROBOTSC_ALLOW && number_of(&p) == 1);
	CHECK(is_text(&p, "Content-Usage") && is_text(&p, "train-ai") && is_text(&p, "n") && p.at == p.end);
	robotsc_answer_free(answer);
	CHECK(robotsc_policy_usage(policy, &group, (struct robotsc_text){"/x", 2}, &answer, &len) == ROBOTSC_OK);
	p = (struct packed){(const uint8_t *)answer, (const uint8_t *)answer + len};
	CHECK(number_of(&p) == ROBOTSC_DISALLOW && number_of(&p) == 0 && p.at == p.end);
	robotsc_answer_free(answer);
	CHECK(robotsc_policy_records(bare, NULL, &answer, &len) == ROBOTSC_ERR_ABSENT);
	CHECK(robotsc_policy_usage(bare, &group, (struct robotsc_text){"/", 1}, &answer, &len) == ROBOTSC_ERR_ABSENT);
	robotsc_policy_free(policy);
	robotsc_policy_free(bare);
}

/* A packed decision has the members of access's object. */
static void decisions(void)
{
	static struct list texts;
	const double *const numbers = NUMBERS(503, 0, 1790000000, 60, 0);
	char *answer, *object;
	size_t len;
	for (const char *const *t = TEXTS("rfc9309", "rfc9309", "response", "parse", "Retry-After", "120"); *t; t++)
		add_string(&texts, *t);
	CHECK(robotsc_ask(ROBOTSC_ASK_DECISION, 0, numbers, &texts.texts, &answer, &len) == ROBOTSC_OK);
	CHECK(robotsc_ask(ROBOTSC_ASK_ACCESS, 0, numbers, &texts.texts, &object, &len) == ROBOTSC_OK);
	struct packed p = {(const uint8_t *)answer, (const uint8_t *)answer + 1000};
	char as_object[400], outcome[40], reason[80];
	int64_t n[6];
	for (size_t i = 0; i < COUNT(n); i++)
		n[i] = number_of(&p);
	CHECK(sscanf(object, "{\"outcome\":\"%39[^\"]\",\"profile\":\"rfc9309\",\"reason\":\"%79[^\"]", outcome, reason) == 2);
	CHECK(is_text(&p, outcome) && is_text(&p, "rfc9309") && is_text(&p, reason) && is_text(&p, "response"));
	snprintf(as_object, sizeof as_object,
	         "\"status\":%d,\"fetched\":%lld,\"since\":%lld,\"expires\":%lld,\"revalidate\":%s,\"challenge\":%s}", (int)n[0],
	         (long long)n[1], (long long)n[2], (long long)n[3], n[4] ? "true" : "false", n[5] ? "true" : "false");
	CHECK_MSG(strstr(object, as_object), "%s, %s", object, as_object);
	robotsc_answer_free(answer);
	robotsc_answer_free(object);
}

/* Names of one robot, in any order: its rules are the groups of all names in the file, merged. */
static void one_robot(void)
{
	for (int order = 0; order < 2; order++) {
		static struct list names, one;
		struct robotsc_policy *policy;
		struct robotsc_group group;
		names.texts.n = one.texts.n = 0;
		add_string(&names, order ? "b" : "a");
		add_string(&names, order ? "a" : "b");
		add_string(&one, "b");
		CHECK(robotsc_policy_compile(NULL, ROBOTSC_RFC9309, ROBOTSC_POLICY_ONE_ROBOT, text, sizeof text - 1, &names.texts,
		                             &policy) == ROBOTSC_OK);
		CHECK(robotsc_policy_agent(policy, &one.texts, &group) == ROBOTSC_OK);
		CHECK(robotsc_check_url(&group, "/x", 2) == ROBOTSC_DISALLOW &&
		      robotsc_check_url(&group, "/1.html", 7) == ROBOTSC_DISALLOW);
		CHECK(robotsc_check_url(&group, "/", 1) == ROBOTSC_ALLOW);
		robotsc_policy_free(policy);
		CHECK(robotsc_policy_compile(NULL, ROBOTSC_KOSTER1996, ROBOTSC_POLICY_ONE_ROBOT, text, sizeof text - 1,
		                             &names.texts, &policy) == ROBOTSC_ERR_ARGUMENT);
	}
	answers(ROBOTSC_ASK_EXPLAIN, FLAG_ONE_ROBOT, NUMBERS(1), TEXTS("rfc9309", text, "/1.html", "a", "b"),
	        "{\"url\":\"/1.html\",\"dialect\":\"rfc9309\",\"verdict\":\"disallow\"");
	answers(ROBOTSC_ASK_EXPLAIN, 0, NUMBERS(1), TEXTS("rfc9309", text, "/1.html", "a", "b"),
	        "{\"url\":\"/1.html\",\"dialect\":\"rfc9309\",\"verdict\":\"allow\"");
}

/* Unknown questions, NaN and infinite numbers, missing texts. */
static void wrong_questions(void)
{
	static const double odd[ROBOTSC_ASK_NUMBERS] = {NAN, -INFINITY, INFINITY, -1e300, 1e300};
	char *answer = NULL;
	CHECK(ask(ROBOTSC_ASK_KINDS, 0, NULL, TEXTS("rfc9309"), &answer) == ROBOTSC_ERR_ARGUMENT);
	CHECK(ask((enum robotsc_question_kind)1000, 0, NULL, TEXTS("rfc9309"), &answer) == ROBOTSC_ERR_ARGUMENT);
	CHECK(ask(ROBOTSC_ASK_EXPLAIN, UINT32_C(1) << 31, NULL, TEXTS("rfc9309", "", "/"), &answer) == ROBOTSC_ERR_ARGUMENT);
	CHECK(ask(ROBOTSC_ASK_EXPLAIN, 0, NULL, TEXTS("no dialect", "", "/"), &answer) == ROBOTSC_ERR_DIALECT);
	CHECK(ask(ROBOTSC_ASK_PAGE, 0, NUMBERS(2, 1), TEXTS("<p>", "a: b"), &answer) == ROBOTSC_ERR_ARGUMENT);
	CHECK(answer == NULL);
	for (int kind = 0; kind < ROBOTSC_ASK_KINDS; kind++)
		for (size_t n = 0; n < 9; n++) {
			const char *strings[10] = {NULL};
			for (size_t i = 0; i < n; i++)
				strings[i] = i == 0 ? "rfc9309" : "x";
			if (ask((enum robotsc_question_kind)kind, 0, odd, strings, &answer) == ROBOTSC_OK)
				robotsc_answer_free(answer);
			answer = NULL;
		}
}

int main(void)
{
	CHECK_PART(lists_are_single_checks);
	CHECK_PART(policies_are_blobs);
	CHECK_PART(wrong_arguments);
	CHECK_PART(headers);
	CHECK_PART(questions);
	CHECK_PART(wrong_tokens);
	CHECK_PART(graphs);
	CHECK_PART(answers_are_utf8);
	CHECK_PART(records_of_a_text);
	CHECK_PART(packed_of_a_policy);
	CHECK_PART(decisions);
	CHECK_PART(one_robot);
	CHECK_PART(wrong_questions);
	return check_done();
}
