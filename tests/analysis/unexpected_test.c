/* unexpected_test.c - lines that close more or fewer URLs than they seem to: known examples; and in
 * random texts each report is what the oracle says of the line alone.
 *
 *     unexpected_test [SEED [TEXTS]]
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "robotsc/explain.h"
#include "tests/oracle/oracle.h"
#include "tests/support/splitmix.h"
#include "tests/support/test.h"

static const char *const kinds[ROBOTSC_UNEXPECTED_KINDS] = {"prefix", "case", "sign"};
static const char *const patterns[] = {
	"/c", "/c/", "/C", "/*?Sort=", "/*&sort=", "/*?sort=*&q=", "/co", "/*sort=", "/c$", "/", "/x?Q=1"};
static const char *const urls[] = {"/c",         "/c/d",     "/communities", "/co-op",   "/c.html",    "/x?sort=1",
                                   "/x?a&sort=", "/x?SORT=", "/x?q=1",       "/x&sort=", "/x?sort=&q="};
#define COUNT(array) (sizeof array / sizeof *array)

struct told {
	char text[600];
	size_t len;
	const char *const *urls;
	size_t n;
	const char *robots; /* NULL: only what is told is kept */
	unsigned long of[ROBOTSC_UNEXPECTED_KINDS];
};

static int allowed(const char *pattern, size_t len, const char *url)
{
	char text[100];
	const int n = snprintf(text, sizeof text, "User-agent: *\nDisallow: %.*s\n", (int)len, pattern);
	return oracle_allowed(ORACLE_RFC9309, text, (size_t)n, NULL, 0, url, strlen(url));
}

static void lower(char *to, const char *from, size_t len)
{
	for (size_t i = 0; i < len; i++)
		to[i] = (char)tolower((unsigned char)from[i]);
	to[len] = '\0';
}

/* If the line matched the URL, it would outrank each Allow that matches the URL. */
static void outranks(const struct told *t, size_t len, const char *url)
{
	for (const char *at = t->robots; (at = strstr(at, "Allow: ")) != NULL;) {
		char text[100];
		const char *const pattern = at += 7;
		const size_t octets = strcspn(pattern, "\n");
		const int n = snprintf(text, sizeof text, "User-agent: *\nDisallow: /\nAllow: %.*s\n", (int)octets, pattern);
		if (octets >= len && octets > 1)
			CHECK_MSG(!oracle_allowed(ORACLE_RFC9309, text, (size_t)n, NULL, 0, url, strlen(url)), "%s of\n%s", url,
			          t->robots);
	}
}

/* Check what is reported of the first URL, by the oracle with the line alone. */
static void judge(const struct told *t, const struct robotsc_unexpected *u)
{
	const char *const url = t->urls[u->url];
	const int open = oracle_allowed(ORACLE_RFC9309, t->robots, strlen(t->robots), NULL, 0, url, strlen(url));
	char pattern[50], path[50];
	CHECK_MSG(open == (u->kind != ROBOTSC_UNEXPECTED_PREFIX), "%s of\n%s", url, t->robots);
	CHECK_MSG(allowed(u->pattern.at, u->pattern.len, url) == open, "line %u alone, %s of\n%s", u->line, url, t->robots);
	lower(pattern, u->pattern.at, u->pattern.len);
	if (open)
		outranks(t, u->pattern.len, url);
	if (u->kind == ROBOTSC_UNEXPECTED_PREFIX) {
		CHECK(memcmp(url, u->pattern.at, u->pattern.len) == 0 && isalnum((unsigned char)url[u->pattern.len - 1]));
		CHECK(isalnum((unsigned char)url[u->pattern.len]) || strchr("-_", url[u->pattern.len]));
	} else if (u->kind == ROBOTSC_UNEXPECTED_CASE) {
		lower(path, url, strlen(url));
		CHECK_MSG(!allowed(pattern, u->pattern.len, path), "%s of\n%s", url, t->robots);
	} else {
		memcpy(pattern, u->pattern.at, u->pattern.len);
		char *const sign = strpbrk(pattern, "?&");
		*sign = *sign == '?' ? '&' : '?';
		CHECK_MSG(!allowed(pattern, u->pattern.len, url), "%s of\n%s", url, t->robots);
	}
}

static void take(void *ctx, const struct robotsc_unexpected *u)
{
	struct told *const t = ctx;
	if (!CHECK(u->kind < ROBOTSC_UNEXPECTED_KINDS && u->url < t->n && u->urls > 0 && u->urls <= t->n))
		return;
	t->of[u->kind]++;
	t->len += (size_t)snprintf(t->text + t->len, sizeof t->text - t->len, "%s %u %s %zu\n", kinds[u->kind], u->line,
	                           t->urls[u->url], u->urls);
	if (t->robots)
		judge(t, u);
}

static enum robotsc_status ask(struct told *t, const char *robots)
{
	struct robotsc_options options;
	struct robotsc_text list[COUNT(urls)];
	robotsc_options_init(&options);
	for (size_t i = 0; i < t->n; i++)
		list[i] = (struct robotsc_text){t->urls[i], strlen(t->urls[i])};
	t->len = 0;
	t->text[0] = '\0';
	return robotsc_unexpected(&options, robots, strlen(robots), NULL, 0, list, t->n, take, t);
}

/* From public threads: a prefix that closes more, letter case, the sign before a parameter. */
static void known(const char *robots, const char *const *of, size_t n, const char *expected)
{
	struct told t = {.urls = of, .n = n};
	CHECK(ask(&t, robots) == ROBOTSC_OK);
	CHECK_MSG(strcmp(t.text, expected) == 0, "%s of\n%s", t.text, robots);
}

int main(int argc, char **argv)
{
	static const char *const forum[] = {"/communities/1", "/c/x",           "/cat",
	                                    "/ask?sort=new",  "/w/page?diff=3", "/w/page?oldid=1&diff=3"};
	uint64_t state = argc > 1 ? (uint64_t)atol(argv[1]) : 1;
	const long texts = argc > 2 ? atol(argv[2]) : 4000;
	struct told t = {.urls = urls, .n = COUNT(urls)};
	known("User-agent: *\nDisallow: /c\nDisallow: /*?Sort=\nDisallow: /*&diff=\n", forum, COUNT(forum),
	      "prefix 2 /communities/1 2\ncase 3 /ask?sort=new 1\nsign 4 /w/page?diff=3 1\n");
	known("User-agent: *\nDisallow: /c/\nDisallow: /*?sort=\nDisallow: /*diff=\nAllow: /cat\n", forum, COUNT(forum), "");
	known("", forum, COUNT(forum), "");
	/* Another line decides: the spelling is not why they are open. */
	known("User-agent: *\nDisallow: /*?Sort=\nDisallow: /*&diff=\nAllow: /ask?sort=n\nAllow: /w/page?diff\n", forum,
	      COUNT(forum), "");
	for (long i = 0; i < texts; i++) {
		char robots[300];
		int len = snprintf(robots, sizeof robots, "User-agent: *\n");
		for (uint32_t n = splitmix_below(&state, 4) + 1; n > 0; n--)
			len += snprintf(robots + len, sizeof robots - (size_t)len, "%s: %s\n",
			                splitmix_below(&state, 4) ? "Disallow" : "Allow",
			                patterns[splitmix_below(&state, COUNT(patterns))]);
		t.robots = robots;
		CHECK(ask(&t, robots) == ROBOTSC_OK);
	}
	printf("%lu prefixes, %lu of case, %lu of signs\n", t.of[0], t.of[1], t.of[2]);
	CHECK(texts < 1000 || (t.of[0] > 500 && t.of[1] > 500 && t.of[2] > 400));
	return check_done();
}
