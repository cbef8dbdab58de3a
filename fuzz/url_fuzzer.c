/* url_fuzzer.c - Whatever the bytes, the oracle finds the same origin, URL of robots.txt and path,
 * an origin is its own origin, redirects stay within the oracle's scopes, and a canonical path has
 * the same verdict and canonical form as the original.
 *
 * The bytes are a URL that robotsc url accepts.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "harness.h"
#include "robotsc/access.h"
#include "tests/oracle/oracle_origin.h"
#include "tests/oracle/oracle_parts.h"

#include <stdio.h>

static void check_origin(const char *url, size_t len)
{
	char want[ORACLE_ORIGIN_ROOM], got[ROBOTSC_ORIGIN_MAX], again[ROBOTSC_ORIGIN_MAX], robots[ROBOTSC_ROBOTS_URL_MAX];
	const int status = oracle_origin(url, len, want);
	size_t n = 0, same = 0, end = 0;

	must((int)robotsc_origin(url, len, got, sizeof got, &n) == status);
	must((int)robotsc_robots_url(url, len, robots, sizeof robots, &end) == status);
	if (status != ORACLE_ORIGIN_OK)
		return;
	must(n == strlen(want) && memcmp(got, want, n) == 0);
	must(robotsc_origin(got, n, again, sizeof again, &same) == ROBOTSC_OK && same == n && memcmp(got, again, n) == 0);
	must(end == n + 11 && memcmp(robots, got, n) == 0 && memcmp(robots + n, "/robots.txt", 11) == 0);
	must(robotsc_origin(url, len, again, n - 1, &same) == ROBOTSC_ERR_ROOM && same == n);
	must(robotsc_origin(url, len, again, n, &same) == ROBOTSC_OK && same == n);
}

static int is_printable(const char *at, size_t len)
{
	for (size_t i = 0; i < len; i++)
		if ((unsigned char)at[i] < ' ')
			return 0;
	return 1;
}

/* The oracle finds the same scopes for a redirect from the first half of a URL to the second.  A
 * redirect to the same URL stays within each scope, if all readers read the URL alike. */
static void check_redirect(const char *url, size_t len)
{
	static const char list[] = "com\nco.uk\n*.ck\n!www.ck\na.b\n*.a.b\n\303\274.b\n";
	const struct robotsc_text from = {url, len / 2}, to = {url + len / 2, len - len / 2}, whole = {url, len};
	const struct robotsc_text suffixes = {list, sizeof list - 1};
	char origin[ORACLE_ORIGIN_ROOM];

	for (int scope = ROBOTSC_REDIRECT_ANY; scope <= ROBOTSC_REDIRECT_ORIGIN; scope++) {
		const enum robotsc_redirect_scope s = (enum robotsc_redirect_scope)scope;

		must(robotsc_redirect_in_scope(s, &from, &to, &suffixes) ==
		     oracle_redirect(scope, from.at, from.len, to.at, to.len, list));
		const int stays = robotsc_redirect_in_scope(s, &whole, &whole, NULL);

		must(stays == oracle_redirect(scope, url, len, url, len, ""));
		if (!memchr(url, '\\', len) && is_printable(url, len))
			must(stays == (scope == ROBOTSC_REDIRECT_ANY || oracle_origin(url, len, origin) == ORACLE_ORIGIN_OK));
	}
}

/* Write canonical symbols as a URL. */
static size_t write_down(const struct oracle_symbols *symbols, char *out)
{
	size_t n = 0;

	for (size_t i = 0; i < symbols->n; i++) {
		const unsigned c = symbols->symbol[i];
		const char *escape = c == ORACLE_SYM_SLASH ? "%2F" : c == ORACLE_SYM_PERCENT ? "%25" : c == '#' ? "%23" : NULL;

		if (escape != NULL) {
			memcpy(out + n, escape, 3);
			n += 3;
		} else
			out[n++] = (char)c;
	}
	return n;
}

/* The canonical path of a URL; to be freed. */
static char *canonical(enum oracle_dialect dialect, const char *url, size_t len, size_t *n)
{
	const struct oracle_text text = {url, len};
	struct oracle_symbols symbols;
	char *out;

	oracle__forms_url(&symbols, dialect, text);
	out = product_alloc(NULL, 3 * symbols.n);
	*n = write_down(&symbols, out);
	free(symbols.symbol);
	return out;
}

/* Rules that distinguish paths: one for each of several prefixes of the path. */
static size_t write_rules(char *out, const char *path, size_t len)
{
	size_t n = (size_t)sprintf(out, "User-agent: *\n");

	for (size_t i = 0; i < 6; i++) {
		const size_t part = len - len * i / 6;

		n += (size_t)sprintf(out + n, i & 1 ? "Allow: " : "Disallow: ");
		memcpy(out + n, path, part);
		n += part;
		n += (size_t)sprintf(out + n, i == 0 ? "$\n" : "\n");
	}
	return n;
}

static int is_hex(char c)
{
	return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'F') || (c >= 'a' && c <= 'f');
}

/* True if there is a '%' that begins no escape.  In the canonical form it may begin one, if the
 * octets after it were escapes. */
static int has_stray(const char *url, size_t len)
{
	for (size_t i = 0; i < len; i++)
		if (url[i] == '%' && (len - i < 3 || !is_hex(url[i + 1]) || !is_hex(url[i + 2])))
			return 1;
	return 0;
}

static void check_path(enum oracle_dialect d, const char *url, size_t len)
{
	const struct oracle_options how = {.dialect = d};
	struct robotsc_text path;
	struct robotsc_group group;
	struct product p;
	size_t n, same;
	char *form = canonical(d, url, len, &n), *again = canonical(d, form, n, &same);
	char *rules = product_alloc(NULL, 6 * (n + 16) + 16);
	const size_t size = write_rules(rules, form, n);
	struct oracle_file *file = oracle_parse(&how, rules, size);
	struct oracle_policy *policy = oracle_select(file, NULL, 0);
	const int want = oracle_check(policy, url, len, NULL);

	must(product_open(&p, d, ROBOTSC_FORM_AUTO, rules, size, NULL, 0) == ROBOTSC_OK);
	must(robotsc_select(&p.blob, NULL, 0, &group) == ROBOTSC_OK);
	robotsc_url_path(product_dialect(d), url, len, &path);
	must(path.len == 0 || (path.at >= url && path.at + path.len <= url + len));
	must((int)robotsc_check_url(&group, url, len) == want);
	must((int)robotsc_check_path(&group, path.at, path.len) == want);
	if (d != ORACLE_RFC9309 || !has_stray(url, len))
		must((int)robotsc_check_path(&group, form, n) == want);
	/* In the dialect google, a canonical form may be cut again. */
	if (d > ORACLE_GOOGLE || (d == ORACLE_RFC9309 && !has_stray(url, len)))
		must(n == same && memcmp(form, again, n) == 0);
	product_close(&p);
	oracle_free_policy(policy);
	oracle_free_file(file);
	free(rules);
	free(again);
	free(form);
}

static void check_case(const uint8_t *bytes, size_t len, size_t nth, uint64_t *state)
{
	char *url = harness_copy(bytes, len);

	(void)state;
	check_path((enum oracle_dialect)nth, url, len);
	free(url);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len)
{
	char *url = harness_copy(bytes, len);

	check_origin(url, len);
	check_redirect(url, len);
	free(url);
	harness_try(bytes, len, ORACLE_DIALECTS, check_case);
	return 0;
}
