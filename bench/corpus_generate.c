/* corpus_generate.c - a generated corpus with the statistics of some thousand real files.
 *
 * The median group has 12 rules of 13 octets; the 99th percentile has 281 rules, and longer ones.
 * Three of four rules are plain prefixes.  More than half of the files have no star.  Where stars
 * are, many rules repeat the text before the star.  A few files list thousands of sitemaps.  Sites
 * built with the same software have the same file.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "measure.h"

struct text {
	char *at;
	size_t len, room;
};

#if defined(__GNUC__) || defined(__clang__)
__attribute__((format(printf, 2, 3)))
#endif
static void
say(struct text *t, const char *format, ...)
{
	va_list args;
	int n;

	if (t->room - t->len < 400) {
		t->room = t->room * 2 + 4096;
		t->at = realloc(t->at, t->room);
		if (t->at == NULL)
			bench_die("gen", "out of memory");
	}
	va_start(args, format);
	n = vsnprintf(t->at + t->len, 400, format, args);
	va_end(args);
	t->len += n < 400 ? (size_t)n : 399;
}

/* A random number with these percentiles: 0, 10, 25, 50, 75, 90, 95, 99, 100; linear between
 * them. */
struct spread {
	uint32_t at[9];
};

static uint32_t draw(const struct spread *s, uint64_t *seed)
{
	static const uint32_t percentile[9] = {0, 100, 250, 500, 750, 900, 950, 990, 1000};
	const uint32_t p = bench_random(seed, 1000);
	size_t i = 1;

	while (percentile[i] <= p)
		i++;
	return s->at[i - 1] + (s->at[i] - s->at[i - 1]) * (p - percentile[i - 1]) / (percentile[i] - percentile[i - 1]);
}

static const struct spread rules_spread = {{1, 2, 4, 12, 31, 75, 122, 281, 900}};
static const struct spread sitemaps_spread = {{0, 0, 0, 0, 1, 3, 20, 900, 2500}};
static const struct spread groups_spread = {{1, 1, 1, 1, 3, 10, 18, 60, 120}};

/* A random word; common words are more frequent. */
static const char *word(uint64_t *seed)
{
	static const char *const words[] = {
		"admin",   "search", "cart",     "user",    "account", "login",  "api",      "tmp",     "private", "checkout",
		"print",   "news",   "tag",      "images",  "assets",  "static", "help",     "forum",   "archive", "blog",
		"feed",    "author", "category", "product", "media",   "node",   "wiki",     "profile", "share",   "mail",
		"event",   "sort",   "filter",   "session", "page",    "order",  "wishlist", "compare", "review",  "download",
		"include", "module", "theme",    "plugin",  "cache",   "backup", "config",   "script",  "style",   "ajax",
		"widget",  "embed",  "redirect", "track",   "click",   "export", "import",   "report",  "stats",   "test",
		"dev",     "old",    "beta",     "mobile",  "amp",     "rss"};
	const uint32_t n = sizeof words / sizeof *words;
	const uint32_t a = bench_random(seed, n), b = bench_random(seed, n);

	return words[a < b ? a : b];
}

#define HABITS 4

/* The habits of a file's author: stars or none, short or long paths, texts around stars. */
struct taste {
	int floats, gaps;
	uint32_t depth;
	uint64_t before[HABITS], behind[HABITS]; /* seeds of the texts before and after a star */
};

static void path(struct text *t, uint64_t *seed, uint32_t depth)
{
	uint32_t i, k;

	for (i = 0; i < depth; i++) {
		say(t, "/%s", word(seed));
		if ((k = bench_random(seed, 10)) < 4)
			say(t, "%s%s", k == 0 ? "" : k == 1 ? "_" : "-", word(seed));
		if (bench_random(seed, 20) == 0)
			say(t, "%u", bench_random(seed, 100));
	}
}

/* One of an author's habits; the first ones are more frequent. */
static uint64_t habit(const uint64_t habits[HABITS], uint64_t *seed)
{
	const uint32_t a = bench_random(seed, HABITS), b = bench_random(seed, HABITS);

	return habits[a < b ? a : b];
}

static void gap_pattern(struct text *t, uint64_t *seed, const struct taste *taste)
{
	uint64_t before = habit(taste->before, seed), behind = habit(taste->behind, seed);

	if (bench_random(seed, 6) == 0) /* something new */
		before = *seed;
	if (bench_random(seed, 3) == 0)
		behind = *seed;
	path(t, &before, 1 + bench_random(&before, 2));
	say(t, "%s*%s%s", bench_random(&before, 2) ? "/" : "", bench_random(&behind, 2) ? "/" : "?", word(&behind));
	if (bench_random(seed, 20) == 0)
		say(t, "/*%s", word(seed));
}

static void float_pattern(struct text *t, uint64_t *seed)
{
	static const char *const extensions[] = {"pdf", "php", "xml", "doc", "cgi", "inc", "js"};
	const uint32_t kind = bench_random(seed, 100);

	if (kind < 45)
		say(t, bench_random(seed, 2) ? "/*%s%s" : "/*?%s%s=", bench_random(seed, 2) ? "/" : "", word(seed));
	else if (kind < 52)
		say(t, "/*.%s$", extensions[bench_random(seed, sizeof extensions / sizeof *extensions)]);
	else if (kind < 90)
		say(t, "/*%s%s*", bench_random(seed, 2) ? "/" : "?", word(seed));
	else
		say(t, "/*/%s/*%s%s*", word(seed), bench_random(seed, 2) ? "&" : "", word(seed));
}

static void pattern(struct text *t, uint64_t *seed, const struct taste *taste)
{
	const uint32_t end = bench_random(seed, 100);

	if ((taste->floats || taste->gaps) && bench_random(seed, 3) == 0) {
		if (bench_random(seed, 100) < 22) {
			path(t, seed, 1);
			say(t, "%s*", bench_random(seed, 3) ? "/" : "");
		} else if (taste->gaps && (!taste->floats || bench_random(seed, 2))) {
			gap_pattern(t, seed, taste);
		} else {
			float_pattern(t, seed);
		}
		return;
	}
	path(t, seed, 1 + bench_random(seed, taste->depth));
	say(t, "%s", end < 60 ? "/" : end < 70 ? ".html" : end < 74 ? "?" : end < 75 ? "$" : "");
}

/* Half of the larger files have stars; there are three kinds of authors. */
static struct taste taste_of(uint64_t *seed, uint32_t n)
{
	const uint32_t kind = bench_random(seed, 100) < (n < 6 ? 20u : n < 30 ? 50u : 72u) ? 1 + bench_random(seed, 10) : 0;
	struct taste taste = {.floats = kind > 0 && kind<8, .gaps = kind> 5, .depth = n < 30 ? 2 : 4};

	for (int i = 0; i < HABITS; i++) {
		taste.before[i] = *seed + 1000 + (uint64_t)i;
		taste.behind[i] = *seed + 2000 + (uint64_t)i;
	}
	return taste;
}

static void rules(struct text *t, uint64_t *seed, uint32_t n)
{
	const struct taste taste = taste_of(seed, n);
	uint32_t i;

	for (i = 0; i < n; i++) {
		say(t, bench_random(seed, 100) < 11 ? "Allow: " : "Disallow: ");
		pattern(t, seed, &taste);
		say(t, "\n");
		if (bench_random(seed, 10) == 0)
			say(t, "# %s %s, %s %s\n", word(seed), word(seed), word(seed), word(seed));
	}
}

static void robot(struct text *t, uint64_t *seed)
{
	say(t, "User-agent: %s%sbot\n", word(seed), bench_random(seed, 2) ? "" : word(seed));
}

/* A file of several groups; the rules of "*" stand first or last. */
static void file(struct text *t, uint64_t *seed)
{
	const uint32_t groups = draw(&groups_spread, seed), n = draw(&rules_spread, seed),
		       star = bench_random(seed, 2) ? 0 : groups - 1;
	uint32_t i;

	for (i = 0; i < groups; i++) {
		if (i == star) {
			say(t, "User-agent: *\n");
			rules(t, seed, n);
			if (bench_random(seed, 6) == 0)
				say(t, "Crawl-delay: %u\n", 1 + bench_random(seed, 20));
		} else {
			robot(t, seed);
			while (bench_random(seed, 4) == 0)
				robot(t, seed);
			if (bench_random(seed, 3))
				say(t, "Disallow: /\n");
			else
				rules(t, seed, 1 + draw(&rules_spread, seed) / 4);
		}
		say(t, "\n");
	}
	for (i = draw(&sitemaps_spread, seed); i > 0; i--)
		say(t, "Sitemap: https://www.example.com/sitemaps/%s-%u.xml\n", word(seed), i);
}

static void urls(struct corpus *corpus, uint64_t seed)
{
	const size_t n = 20 * corpus->nfiles;
	size_t i;

	corpus->url = bench_alloc(n * sizeof *corpus->url);
	for (i = 0; i < n; i++) {
		struct text t = {NULL, 0, 0};
		const struct robotsc_text host = corpus->file[bench_random(&seed, (uint32_t)corpus->nfiles)].name;

		say(&t, "https://%.*s", (int)host.len, host.at);
		path(&t, &seed, bench_random(&seed, 4));
		say(&t, "%s", bench_random(&seed, 3) ? "/" : ".html");
		if (bench_random(&seed, 12) == 0)
			say(&t, "?%s=%u", word(&seed), bench_random(&seed, 1000));
		corpus->url[i] = (struct robotsc_text){t.at, t.len};
	}
	corpus->nurls = n;
}

void corpus_generate(struct corpus *corpus, size_t hosts, uint64_t seed)
{
	size_t i;

	if (hosts == 0)
		bench_die("--hosts", "must be a number above 0");
	corpus->title = "generated";
	corpus->file = bench_alloc(hosts * sizeof *corpus->file);
	memset(corpus->file, 0, hosts * sizeof *corpus->file);
	for (i = 0; i < hosts; i++) {
		struct text name = {NULL, 0, 0}, t = {NULL, 0, 0};
		/* A quarter of the sites run common software. */
		uint64_t own = bench_random(&seed, 4) ? seed + i : bench_random(&seed, 20);

		say(&name, "host%zu.example", i);
		file(&t, &own);
		corpus->file[i].name = (struct robotsc_text){name.at, name.len};
		corpus->file[i].robots = (struct robotsc_text){t.at, t.len};
		corpus->octets += t.len;
	}
	corpus->nfiles = hosts;
	urls(corpus, seed);
}
