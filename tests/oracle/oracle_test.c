/* oracle_test.c - the oracle itself: facts worked out by hand, and its matcher against a recursion.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/support/test.h"
#include "oracle.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define R9 (1u << ORACLE_RFC9309)
#define GO (1u << ORACLE_GOOGLE)
#define NX (1u << ORACLE_NEXOR1994)
#define KO (1u << ORACLE_KOSTER1996)
#define CO (1u << ORACLE_CONNER2)
#define ALL (R9 | GO | NX | KO | CO)

/* Robot "foo" asks for url.  A file may hold NUL, so it comes with its length. */
struct fact {
	const char *robots;
	size_t len;
	const char *url;
	unsigned allowed; /* the dialects that allow it; all others do not */
};

#define FACT(robots, url, allowed)                       \
	{                                                \
		robots, sizeof(robots) - 1, url, allowed \
	}
#define FOO "User-agent: foo\n"

static const struct fact facts[] = {
	/* Lines. */
	FACT(FOO "Disallow: /x", "/x", 0),
	FACT(FOO "Disallow: /a#b\n", "/a", 0),
	FACT(FOO "\nDisallow: /\n", "/x", NX | KO | CO),
	FACT(FOO "#\nDisallow: /\n", "/x", 0),
	FACT(FOO " \t\nDisallow: /\n", "/x", NX | KO | CO),
	FACT("Disallow: /\n" FOO "Disallow: /y\n", "/x", ALL),
	FACT(FOO "Disallow /\n", "/x", NX | KO | CO),
	FACT(FOO "Disallow /a b\n", "/a", ALL),
	FACT(FOO "Disallow /a #b\n", "/a", NX | KO | CO),
	FACT(FOO "disalow: /\n", "/x", NX | KO | CO),
	FACT(FOO "disallows: /\n", "/x", R9 | NX | KO | CO),
	FACT(FOO "desallow: /\n", "/x", ALL),
	FACT("useragent: foo\nDisallow: /\n", "/x", NX | KO | CO),
	FACT("user agent: foo\nDisallow: /\n", "/x", NX | KO | CO),
	FACT("user agent foo\nDisallow: /\n", "/x", ALL),
	FACT("user-agents: foo\nDisallow: /\n", "/x", R9 | NX | KO | CO),
	FACT("\xEF\xBB\xBF" FOO "Disallow: /\n", "/x", 0),
	FACT("\xEF\xBB" FOO "Disallow: /\n", "/x", R9 | NX | KO | CO),
	FACT("\xEF\xBB\xBF\xEF\xBB\xBF" FOO "Disallow: /\n", "/x", ALL),
	FACT(FOO "Disallow: /a\0b\n", "/a", R9 | NX | KO | CO),
	FACT(FOO "Disallow: /a\0b\n", "/a%00b", 0),
	FACT(FOO "\0\nDisallow: /\n", "/x", 0),
	FACT(FOO "Disallow: /a\v\n", "/ab", R9 | NX | KO | CO),
	/* Agents and groups. */
	FACT("User-agent: foo/1.0\nDisallow: /\n", "/x", 0),
	FACT("User-agent: foobar\nDisallow: /\n", "/x", R9 | GO | NX | CO),
	FACT("User-agent: fo\nDisallow: /\n", "/x", R9 | GO | KO),
	FACT("User-agent: foo2\nDisallow: /\n", "/x", R9 | NX | CO),
	FACT("User-agent: *\nDisallow: /\n\n" FOO, "/x", R9 | GO),
	FACT("User-agent: * bar\nDisallow: /\n", "/x", NX | KO | CO),
	FACT(FOO "Disallow: /a\n\n" FOO "Disallow: /b\n", "/b", NX | KO | CO),
	FACT("User-agent: *\nDisallow: /a\n\nUser-agent: *\nDisallow: /b\n", "/b", NX | KO | CO),
	FACT(FOO "Sitemap: http://h/s\nUser-agent: *\nDisallow: /\n", "/x", KO),
	FACT(FOO "Disallow: /a\nUser-agent: *\nDisallow: /\n", "/x", ALL),
	/* Rules. */
	FACT(FOO "Disallow:\n", "/x", ALL),
	FACT(FOO "Allow:\nDisallow: /\n", "/x", 0),
	FACT(FOO "Disallow:\nDisallow: /\n", "/x", KO),
	FACT(FOO "Allow: /a\nDisallow: /\n", "/ab", R9 | GO | KO),
	FACT(FOO "Disallow: /\nAllow: /a\n", "/ab", R9 | GO),
	FACT(FOO "Disallow: /a\nAllow: /a\n", "/a", R9 | GO),
	FACT(FOO "Disallow: /a**c\nAllow: /abc\n", "/abc", NX | KO | CO),
	FACT(FOO "Disallow: /a$\n", "/a", NX | KO | CO),
	FACT(FOO "Disallow: /a$\n", "/a$", R9 | GO),
	FACT(FOO "Disallow: /a$b\n", "/a$b", 0),
	FACT(FOO "Disallow: /a$$\n", "/a$", NX | KO | CO),
	FACT(FOO "Disallow: /*.php$\n", "/a.php.php", NX | KO | CO),
	FACT(FOO "Disallow: a\n", "/a", ALL),
	FACT(FOO "Disallow: *a\n", "/xa", NX | KO | CO),
	FACT(FOO "Disallow: $\n", "/", ALL),
	FACT(FOO "Allow: /d/index.html\nDisallow: /\n", "/d/", GO),
	FACT(FOO "Disallow: /\n", "/robots.txt", R9 | NX | KO | CO),
	FACT(FOO "Disallow: /\n", "/robots%2Etxt#x", R9 | NX | KO | CO),
	FACT(FOO "Disallow: /\n", "/robots.txt?", 0),
	/* Percent-encoding. */
	FACT(FOO "Disallow: /%62\n", "/b", GO),
	FACT(FOO "Disallow: /b\n", "/%62", GO),
	FACT(FOO "Disallow: /\xE3\x83\x84\n", "/%E3%83%84", 0),
	FACT(FOO "Disallow: /%E3%83%84\n", "/%e3%83%84", GO),
	FACT(FOO "Disallow: /a/b\n", "/a%2Fb", ALL),
	FACT(FOO "Disallow: /a?b/c\n", "/a?b%2fc", GO | NX | KO | CO),
	FACT(FOO "Disallow: /a=b\n", "/a%3Db", R9 | GO),
	FACT(FOO "Disallow: /a:b\n", "/a%3Ab", GO),
	FACT(FOO "Disallow: /a%2A\n", "/a*", GO),
	FACT(FOO "Disallow: /a<b\n", "/a%3Cb", GO),
	FACT(FOO "Disallow: /a%zz\n", "/a%zz", 0),
	FACT(FOO "Disallow: /a%2\n", "/a%2F", NX | KO | CO),
	FACT(FOO "Disallow: /a%25\n", "/a%", R9 | GO),
	/* %2F and %3F after a star stand in the path or in the query. */
	FACT(FOO "Disallow: /*%2F\n", "/a%2Fb", NX | KO | CO),
	FACT(FOO "Disallow: /*%2F\n", "/a/b", ALL),
	FACT(FOO "Disallow: /*%2F\n", "/a?b/c", GO | NX | KO | CO),
	FACT(FOO "Disallow: /*%2F\n", "/a?b%2fc", GO | NX | KO | CO),
	FACT(FOO "Disallow: /*%3Fb\n", "/a?c?b", GO | NX | KO | CO),
	FACT(FOO "Disallow: /*%3Fb\n", "/a?b", ALL),
	FACT(FOO "Disallow: /*?b%2F\n", "/a?b/", GO | NX | KO | CO),
	FACT(FOO "Disallow: /a%2F\n", "/a?%2F", ALL),
	FACT(FOO "Allow: /*%2F\nDisallow: /*?bb\n", "/?bb/", NX | KO | CO | R9),
	/* URLs. */
	FACT(FOO "Disallow: /?x\n", "http://h?x", 0),
	FACT(FOO "Disallow: /x\n", "https://u:p@h:8080/x#y", 0),
	FACT(FOO "Disallow: /x\n", "x", GO),
	FACT(FOO "Disallow: /x\n", "//h/x", R9 | NX | KO | CO),
	FACT(FOO "Disallow: /;x\n", "http://h;x", R9 | NX | KO | CO),
	FACT(FOO "Disallow: /a$\n", "/a#b", NX | KO | CO),
};

static void check_facts(void)
{
	const struct oracle_text foo = {"foo", 3};

	for (size_t i = 0; i < sizeof facts / sizeof facts[0]; i++)
		for (int d = 0; d < ORACLE_DIALECTS; d++) {
			const struct fact *f = &facts[i];
			const int want = (f->allowed >> d & 1) != 0;

			CHECK_MSG(oracle_allowed((enum oracle_dialect)d, f->robots, f->len, &foo, 1, f->url, strlen(f->url)) ==
			                  want,
			          "fact %zu, dialect %d: \"%s\" for %s should be %d", i, d, f->robots, f->url, want);
		}
}

/* The first token that the file names decides. */
static void check_tokens(void)
{
	static const char robots[] = "User-agent: a\nDisallow: /a\n\nUser-agent: b\nDisallow: /b\n\nUser-agent: *\nDisallow: /c\n";
	const struct oracle_text ab[] = {{"a", 1}, {"b", 1}}, ba[] = {{"B/2", 3}, {"a", 1}}, zb[] = {{"z", 1}, {"b", 1}},
				 none[] = {{"", 0}, {"z", 1}};
	const size_t len = sizeof robots - 1;

	CHECK(!oracle_allowed(ORACLE_RFC9309, robots, len, ab, 2, "/a", 2));
	CHECK(oracle_allowed(ORACLE_RFC9309, robots, len, ab, 2, "/b", 2));
	CHECK(!oracle_allowed(ORACLE_RFC9309, robots, len, ba, 2, "/b", 2));
	CHECK(oracle_allowed(ORACLE_GOOGLE, robots, len, ba, 2, "/b", 2)); /* compared whole */
	CHECK(!oracle_allowed(ORACLE_RFC9309, robots, len, zb, 2, "/b", 2));
	CHECK(!oracle_allowed(ORACLE_RFC9309, robots, len, none, 2, "/c", 2));
	CHECK(!oracle_allowed(ORACLE_RFC9309, robots, len, NULL, 0, "/c", 2));
	CHECK(oracle_allowed(ORACLE_RFC9309, robots, len, NULL, 0, "/a", 2));
}

/* A rule that ends at, before and behind the limit; google takes the part before the limit. */
static void check_limit(void)
{
	static const char rule[] = "Disallow: /private\n";
	const struct oracle_text foo = {"foo", 3};
	char *text = malloc(ORACLE_LIMIT + 100);

	if (!CHECK(text != NULL))
		return;
	for (size_t over = 0; over < 4; over++) {
		const size_t at = ORACLE_LIMIT - strlen(rule) + over, len = ORACLE_LIMIT + over;
		const int cut = over > 1; /* an octet more is only the line's end */

		memset(text, '#', len);
		memcpy(text, FOO, strlen(FOO));
		text[at - 1] = '\n';
		memcpy(text + at, rule, strlen(rule));
		CHECK(oracle_allowed(ORACLE_RFC9309, text, len, &foo, 1, "/private", 8) == cut);
		CHECK(oracle_allowed(ORACLE_KOSTER1996, text, len, &foo, 1, "/private", 8) == cut);
		CHECK(!oracle_allowed(ORACLE_GOOGLE, text, len, &foo, 1, "/private", 8));
		CHECK(oracle_allowed(ORACLE_GOOGLE, text, len, &foo, 1, "/p", 2));
	}
	free(text);
}

static void check_strict(void)
{
	static const char *const lenient[] = {FOO "disalow: /\n", FOO "Disallow /\n", "useragent: foo\nDisallow: /\n"};
	const struct oracle_text foo = {"foo", 3};

	for (size_t i = 0; i < sizeof lenient / sizeof lenient[0]; i++)
		for (int strict = 0; strict <= 1; strict++) {
			const struct oracle_options options = {.dialect = ORACLE_RFC9309, .strict_fields = strict};
			struct oracle_file *file = oracle_parse(&options, lenient[i], strlen(lenient[i]));
			struct oracle_policy *policy = oracle_select(file, &foo, 1);

			CHECK(oracle_check(policy, "/x", 2, NULL) == strict);
			oracle_free_policy(policy);
			oracle_free_file(file);
		}
}

/* ---- the matcher against a recursion ---- */

static int recursion(const char *pattern, const char *path)
{
	if (pattern[0] == '\0')
		return 1;
	if (pattern[0] == '$' && pattern[1] == '\0')
		return path[0] == '\0';
	if (pattern[0] == '*')
		return recursion(pattern + 1, path) || (path[0] != '\0' && recursion(pattern, path + 1));
	return path[0] == pattern[0] && recursion(pattern + 1, path + 1);
}

/* The nth word of up to longest letters; 0 if there are no more. */
static int word(const char *letters, int longest, unsigned long nth, char *out)
{
	const unsigned long n = strlen(letters);
	int len = 0;

	for (; nth > 0 && len < longest; nth = (nth - 1) / n)
		out[len++] = letters[(nth - 1) % n];
	out[len] = '\0';
	return nth == 0;
}

static void check_matcher(enum oracle_dialect dialect)
{
	const struct oracle_options options = {.dialect = dialect};
	char pattern[8], robots[64], path[8] = "/";
	unsigned long wrong = 0, matches = 0;

	for (unsigned long i = 1; word("/*ab$", 5, i, pattern); i++) {
		const int n = snprintf(robots, sizeof robots, "User-agent: *\nDisallow: %s\n", pattern);
		struct oracle_file *file = oracle_parse(&options, robots, (size_t)n);
		struct oracle_policy *policy = oracle_select(file, NULL, 0);

		for (unsigned long k = 0; word("ab$", 4, k, path + 1); k++) {
			const int denied = !oracle_check(policy, path, strlen(path), NULL);

			wrong += denied != recursion(pattern, path);
			matches += denied != 0;
		}
		oracle_free_policy(policy);
		oracle_free_file(file);
	}
	CHECK_MSG(wrong == 0 && matches > 1000, "%lu wrong of %lu", wrong, matches);
}

int main(void)
{
	CHECK_PART(check_facts);
	CHECK_PART(check_tokens);
	CHECK_PART(check_limit);
	CHECK_PART(check_strict);
	if (check_case("check_matcher"))
		check_matcher(ORACLE_RFC9309);
	if (check_case("check_matcher"))
		check_matcher(ORACLE_GOOGLE);
	return check_done();
}
