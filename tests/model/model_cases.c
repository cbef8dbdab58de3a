/* model_cases.c - cases for the model, and what the library and the oracle say to them.
 *
 *	model_cases cases SEED COUNT    writes cases: robots.txt, name, URL, each behind its size
 *	model_cases answers DIALECT     reads them, and writes digits: library, its filters, oracle
 *
 * Texts are made of few pieces, and URLs of their rules.  Some are long, some are cut by the limit.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "robotsc/check.h"
#include "robotsc/compile.h"
#include "tests/oracle/oracle.h"

#define LIMIT 512000
#define ROOM (LIMIT + 4096)

struct words {
	char at[ROOM];
	size_t len;
};

static const char *const pieces[] = {"a",   "b",   "ab",         "aab",        "/",     "/",     "?",        "*",
                                     "*",   "%2F", "%2f",        "%3F",        "%",     "%%32F", "%%33F",    "%2",
                                     "%a",  "F",   "2F",         "$",          "%24",   "%2A",   ".",        "%2E",
                                     "=",   "%3D", "&",          " ",          "%20",   "\xC3",  "%c3",      "~",
                                     "%7e", "\"",  "%00",        "%25",        "%252F", "%23",   "12345678", "abcdefghijklmnopq",
                                     "%41", "A",   "robots.txt", "index.html", ";"};
static const char *const lines[] = {"User-agent: a\n",
                                    "user-agent : *\r\n",
                                    "Useragent: Bot/2\n",
                                    "Sitemap: /x\n",
                                    "\n",
                                    "# c\n",
                                    "Allow\t/b\n",
                                    "foo\r",
                                    "Disalow: /a/a\n",
                                    "Crawl-delay: 5\n",
                                    "User-agent: b\n",
                                    "Disallow:\n",
                                    "Allow : /a # c\n",
                                    "User-agent: a bot/2\n",
                                    "User-agent: *\n",
                                    " \t\n",
                                    "Disallowed-all: /\n",
                                    "Disallow\v: /a\f\n",
                                    "Allow: /a/index.html\n"};
static const char *const names[] = {"a", "A/1.0", "b", "bot", "zzz", "", "*", "BOT (x)", "robot", " a bot /1"};

/* As library and oracle number them. */
static const char *const dialects[] = {"rfc9309", "google", "nexor1994", "koster1996"};

static uint64_t seed;

static unsigned below(unsigned n)
{
	uint64_t z = seed += 0x9E3779B97F4A7C15;

	z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9;
	z = (z ^ z >> 27) * 0x94D049BB133111EB;
	return (unsigned)((z ^ z >> 31) % n);
}

#define ONE_OF(list) list[below(sizeof list / sizeof *list)]

static void add(struct words *w, const char *s, size_t len)
{
	if (w->len + len <= ROOM) {
		memcpy(w->at + w->len, s, len);
		w->len += len;
	}
}

static void put(const struct words *w)
{
	const unsigned char n[4] = {w->len & 255, w->len >> 8 & 255, w->len >> 16 & 255, 0};

	fwrite(n, 1, 4, stdout);
	fwrite(w->at, 1, w->len, stdout);
}

/* A URL that the rule is likely to match: stars filled, some octets escaped, some left out. */
static void url_of(struct words *url, const char *rule, size_t len, const char *const *pool, unsigned n)
{
	for (size_t i = 0; i < len; i++) {
		const unsigned way = below(40);
		char escape[4];

		if (rule[i] == '*') {
			for (unsigned k = below(3); k > 0; k--) {
				const char *s = pool[below(n)];
				add(url, s, *s == '*' ? 0 : strlen(s));
			}
		} else if (way < 4 && rule[i] != '/' && rule[i] != '%') {
			snprintf(escape, sizeof escape, way ? "%%%02x" : "%%%02X", (unsigned char)rule[i]);
			add(url, escape, 3);
		} else if (way > 4 && !(rule[i] == '$' && i + 1 == len)) {
			add(url, rule + i, 1);
		}
	}
	if (below(3) == 0)
		add(url, pool[below(n)], 1);
}

static void one_case(unsigned number)
{
	static struct words text, url, name;
	const char *pool[8];
	size_t rule[12], end[12];
	unsigned n = 2 + below(6), rules = 1 + below(6), long_rules = number % 500 == 7, cut = number % 2000 == 9;

	text.len = url.len = name.len = 0;
	for (unsigned i = 0; i < n; i++)
		pool[i] = ONE_OF(pieces);
	if (number % 16 == 3)
		add(&text, "\xEF\xBB\xBF", 1 + below(3));
	while (cut && text.len < LIMIT - 150)
		add(&text, "# filler filler filler filler\r\n", 31);
	if (number % 5)
		add(&text, "User-agent: *\n", 14);
	for (unsigned i = 0; i < rules; i++) {
		const char *odd = ONE_OF(lines);
		if (number % 3 == 0 && below(2))
			add(&text, odd, strlen(odd));
		odd = below(3) ? "Disallow: " : "Allow: ";
		add(&text, odd, strlen(odd));
		rule[i] = text.len;
		add(&text, below(7) ? "/" : "*", 1);
		for (unsigned k = below(long_rules ? 1500 : 7); k > 0; k--) {
			const char *s = pool[below(n)];
			add(&text, s, strlen(s));
		}
		end[i] = text.len;
		add(&text, "\n", 1);
	}
	n = n ? n : 1;
	const unsigned asked = below(rules);
	const char *agent = ONE_OF(names);
	add(&url, "http://h", number % 4 ? 0 : 8);
	url_of(&url, text.at + rule[asked], end[asked] - rule[asked], pool, n);
	add(&name, agent, strlen(agent));
	put(&text);
	put(&name);
	put(&url);
}

static int get(struct words *w)
{
	unsigned char n[4];

	if (fread(n, 1, 4, stdin) != 4)
		return 0;
	w->len = n[0] | n[1] << 8 | (size_t)n[2] << 16;
	return fread(w->at, 1, w->len, stdin) == w->len;
}

static int answer(unsigned dialect, enum robotsc_form form, const struct words *text, const struct words *name,
                  const struct words *url)
{
	const struct robotsc_text me = {name->at, name->len};
	struct robotsc_options options;
	struct robotsc_blob blob;
	struct robotsc_group group;
	void *bytes;
	size_t len;
	int said = 9;

	robotsc_options_init(&options);
	options.dialect = (enum robotsc_dialect)dialect;
	options.form = form;
	if (robotsc_compile(&options, text->at, text->len, &bytes, &len) != ROBOTSC_OK)
		return 8;
	if (robotsc_open(&blob, bytes, len) == ROBOTSC_OK && robotsc_select(&blob, &me, 1, &group) == ROBOTSC_OK)
		said = robotsc_check_url(&group, url->at, url->len) == ROBOTSC_ALLOW;
	robotsc_free_blob(NULL, bytes, len);
	return said;
}

int main(int argc, char **argv)
{
	static struct words text, name, url;
	unsigned dialect = 0;

	if (argc == 4 && strcmp(argv[1], "cases") == 0) {
		seed = strtoull(argv[2], NULL, 10);
		for (unsigned i = 0; i < strtoul(argv[3], NULL, 10); i++)
			one_case(i);
		return 0;
	}
	while (argc == 3 && dialect < 4 && strcmp(argv[2], dialects[dialect]) != 0)
		dialect++;
	if (argc != 3 || dialect == 4)
		return 2;
	while (get(&text) && get(&name) && get(&url)) {
		const struct oracle_text me = {name.at, name.len};
		const int said = oracle_allowed((enum oracle_dialect)dialect, text.at, text.len, &me, 1, url.at, url.len);

		printf("%d%d%d\n", answer(dialect, ROBOTSC_FORM_AUTO, &text, &name, &url),
		       answer(dialect, ROBOTSC_FORM_FILTER, &text, &name, &url), said);
	}
	return 0;
}
