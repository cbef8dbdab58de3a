/* bind_test.c - policies, lists and questions of bindings/c are what the calls of the library say.
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
	char octets[20000];
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

/* Lists of all lengths around the number that is checked at once. */
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

/* The same octets as robotsc_compile makes, with a compiler that keeps memory and without. */
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

/* A header selects by all tokens that the file names; none that a blob was made for is an error. */
static void headers(void)
{
	static struct list tokens;
	struct robotsc_policy *const all = compiled(NULL, 0, &none), *some;
	struct robotsc_group group;
	CHECK(by_header(all, "b/1.0 (compatible)", &group) == ROBOTSC_OK && robotsc_check_url(&group, "/x", 2) == ROBOTSC_ALLOW);
	CHECK(by_header(all, "Mozilla/5.0 (X11) Firefox/120", &group) == ROBOTSC_OK);
	CHECK(robotsc_check_url(&group, "/", 1) == ROBOTSC_DISALLOW);
	/* Nine longer names that the blob was made for and the file lacks come before "a". */
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

/* answers KIND FLAGS NUMBERS TEXTS BEGINNING: the answer begins so. */
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

/* A question that is none, numbers that are none, texts that are missing. */
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
	CHECK_PART(wrong_questions);
	return check_done();
}
