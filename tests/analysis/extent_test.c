/* extent_test.c - how much of a part of a site is open, against every path of small worlds.
 *
 *     extent_test [WORLDS]
 *
 * Small worlds: a random text is asked for its parts in each dialect, and the oracle for every path
 * up to a length.  A part is open if all of its paths are, closed if none is, and partly open
 * otherwise.  robotsc_closed_below says the same of a part, of the text and of its blob.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/support/test.h"
#include "tests/oracle/oracle.h"
#include "tests/support/product.h"

#include <robotsc/prove.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LONGEST 5 /* most octets of a path, after the first '/' */
#define WORLDS 60 /* number of worlds, unless an argument gives it */
#define PARTS 64

static const char octets[] = "abc/?*$";
static const char *const pieces[] = {"a", "b", "/", "?", "*", "$", "a", "/"};
#define PIECES (sizeof pieces / sizeof pieces[0])

/* ---- a world ------------------------------------------------------------------ */

struct path {
	char at[40];
	size_t len;
	int verdict; /* the oracle's */
};

struct world {
	char text[400];
	size_t len;
	struct path *paths;
	size_t npaths;
};

static struct path paths[40000];

static void append(struct world *w, const char *s)
{
	const size_t n = strlen(s);

	memcpy(w->text + w->len, s, n);
	w->len += n;
}

static void make_world(struct world *w, uint64_t *state)
{
	const size_t rules = 1 + product_below(state, 4);

	w->len = 0;
	append(w, "User-agent: *\n");
	if (product_below(state, 2))
		append(w, "Robot-version: 2.0\n");
	for (size_t i = 0; i < rules; i++) {
		const size_t n = product_below(state, 5);

		append(w, product_below(state, 3) ? "Disallow: " : "Allow: ");
		append(w, product_below(state, 8) ? "/" : "*");
		for (size_t k = 0; k < n; k++)
			append(w, pieces[product_below(state, PIECES)]);
		append(w, "\n");
	}
}

static void add_path(struct world *w, const struct oracle_policy *policy, const char *path, size_t len)
{
	char url[64] = "http://h";
	struct path *const p = &w->paths[w->npaths++];

	memcpy(url + 8, path, len);
	memcpy(p->at, path, len);
	p->len = len;
	p->verdict = oracle_check(policy, url, 8 + len, NULL);
}

static void walk(struct world *w, const struct oracle_policy *policy, char *path, size_t len)
{
	add_path(w, policy, path, len);
	for (size_t i = 0; i < sizeof octets - 1 && len <= LONGEST; i++) {
		path[len] = octets[i];
		walk(w, policy, path, len + 1);
	}
}

/* ---- what is said of it -------------------------------------------------------- */

struct said {
	char prefix[80];
	size_t len;
	int exact;
	enum robotsc_extent extent;
};

struct answers {
	struct said all[PARTS];
	size_t n;
	int after_rest; /* 1: a part came after the rest */
};

/* Add longer paths: the beginning of one rule with the end of another. */
static void add_mixed(struct world *w, const struct oracle_file *file, const struct oracle_policy *policy)
{
	struct oracle_text first, second;

	for (size_t i = 0; oracle_rule_at(file, i, &first); i++)
		for (size_t k = 0; oracle_rule_at(file, k, &second); k++)
			for (size_t from = 1; from <= first.len; from++)
				for (size_t to = 0; to <= second.len; to++) {
					char path[40] = "/";
					size_t len = 1;
					for (size_t at = 1; at < from; at++)
						if (first.at[at] != '*')
							path[len++] = first.at[at];
					for (size_t at = to; at < second.len; at++)
						if (second.at[at] != '*' && (second.at[at] != '$' || at + 1 < second.len))
							path[len++] = second.at[at];
					add_path(w, policy, path, len);
					path[len++] = 'c';
					add_path(w, policy, path, len);
				}
}

/* Decode the escapes of a part's name: the rules of these worlds have none. */
static size_t decode(struct robotsc_text text, char *out)
{
	size_t n = 0;

	for (size_t i = 0; i < text.len; i++) {
		unsigned octet = (unsigned char)text.at[i];
		if (octet == '%' && i + 2 < text.len + 0u && sscanf(text.at + i + 1, "%2X", &octet) == 1)
			i += 2;
		out[n++] = (char)octet;
	}
	return n;
}

static void take(void *ctx, const struct robotsc_part *part)
{
	struct answers *const a = ctx;
	struct said *const s = &a->all[a->n++];

	a->after_rest |= a->n > 1 && !a->all[a->n - 2].len;
	s->len = decode(part->prefix, s->prefix);
	s->exact = part->exact;
	s->extent = part->extent;
	CHECK((part->rules == 0) == (part->line == 0));
}

static int is_in(const struct said *s, const struct path *p)
{
	return s->exact ? p->len == s->len && memcmp(p->at, s->prefix, s->len) == 0
	                : p->len >= s->len && memcmp(p->at, s->prefix, s->len) == 0;
}

/* The verdicts of a part's paths, as bits; for the rest, of all paths that are in no part. */
static unsigned verdicts(const struct world *w, const struct answers *a, const struct said *s)
{
	unsigned seen = 0;

	for (size_t i = 0; i < w->npaths; i++) {
		int in = s->len ? is_in(s, &w->paths[i]) : 1;
		for (size_t k = 0; k < a->n && !s->len; k++)
			in &= !a->all[k].len || !is_in(&a->all[k], &w->paths[i]);
		if (in)
			seen |= 1u << w->paths[i].verdict;
	}
	return seen;
}

static unsigned long counts[4];

/* robotsc_closed_below gives the same extent for a part, from the text and from its blob. */
static void ask_below(const struct answers *a, const struct said *s, const struct robotsc_side *sides, const char *where)
{
	struct robotsc_text without[PARTS];
	struct robotsc_region region = {.prefix = {s->prefix, s->len}};

	if (!s->len) {
		region.prefix = (struct robotsc_text){"/", 1};
		region.without = without;
		for (size_t i = 0; i < a->n; i++)
			if (a->all[i].len)
				without[region.nwithout++] = (struct robotsc_text){a->all[i].prefix, a->all[i].len};
	}
	for (int i = 0; i < 2; i++) {
		enum robotsc_extent extent = ROBOTSC_EXTENT_UNKNOWN;
		uint64_t budget = ROBOTSC_BUDGET;

		CHECK(robotsc_closed_below(&sides[i], NULL, 0, &region, &budget, &extent) == ROBOTSC_OK);
		CHECK_MSG(extent == s->extent, "%s: %s of side %d below %.*s", where, robotsc_extent_name(extent), i, (int)s->len,
		          s->prefix);
	}
}

static void judge(const struct world *w, enum oracle_dialect dialect)
{
	const struct oracle_options oracle = {.dialect = dialect};
	struct oracle_file *const file = oracle_parse(&oracle, w->text, w->len);
	struct oracle_policy *const policy = oracle_select(file, NULL, 0);
	struct robotsc_options options;
	struct answers a = {.n = 0};
	struct product p;
	struct world asked = *w;
	char path[LONGEST + 3] = "/", where[600];
	uint64_t budget = ROBOTSC_BUDGET;
	int exact = 0;

	snprintf(where, sizeof where, "dialect %d: %.*s", (int)dialect, (int)w->len, w->text);
	asked.paths = paths;
	asked.npaths = 0;
	walk(&asked, policy, path, 1);
	add_mixed(&asked, file, policy);
	robotsc_options_init(&options);
	options.dialect = product_dialect(dialect);
	CHECK(product_open_with(&p, &options, w->text, w->len) == ROBOTSC_OK);
	const struct robotsc_side sides[2] = {{NULL, &options, w->text, w->len}, {&p.blob, NULL, NULL, 0}};

	CHECK(robotsc_parts(&sides[0], NULL, 0, &budget, take, &a) == ROBOTSC_OK);
	CHECK_MSG(a.n && !a.all[a.n - 1].len && !a.after_rest, "%s: the rest is last", where);
	for (size_t i = 0; i < a.n; i++)
		exact |= a.all[i].exact;
	for (size_t i = 0; i < a.n; i++) {
		const struct said *const s = &a.all[i];
		const unsigned seen = verdicts(&asked, &a, s);

		for (size_t k = 0; k < i; k++)
			CHECK_MSG(a.all[k].len != s->len || a.all[k].exact != s->exact ||
			                  memcmp(a.all[k].prefix, s->prefix, s->len) != 0,
			          "%s: %.*s twice", where, (int)s->len, s->prefix);
		if (!seen)
			continue; /* the oracle was asked no path of this part */
		CHECK_MSG(s->extent == (seen == 3   ? ROBOTSC_EXTENT_PARTLY
		                        : seen == 1 ? ROBOTSC_EXTENT_CLOSED
		                                    : ROBOTSC_EXTENT_OPEN),
		          "%s: %.*s%s is %s", where, (int)s->len, s->prefix, s->exact ? "$" : "", robotsc_extent_name(s->extent));
		counts[s->extent]++;
		if (!s->exact && (s->len || !exact))
			ask_below(&a, s, sides, where);
	}
	product_close(&p);
	oracle_free_policy(policy);
	oracle_free_file(file);
}

/* ---- by hand --------------------------------------------------------------------- */

static const struct {
	const char *name, *text, *parts;
	enum robotsc_dialect dialect;
} cases[] = {
	{"nothing", "", "rest open", ROBOTSC_RFC9309},
	{"all", "User-agent: *\nDisallow: /\n", "rest closed by 1", ROBOTSC_RFC9309},
	{"folders", "User-agent: *\nDisallow: /a/b\nDisallow: /c/\nAllow: /c/d\nDisallow: /e\n",
         "/a/ partly, /c/ partly, /e closed, rest open", ROBOTSC_RFC9309},
	{"empty", "User-agent: *\nDisallow:\n", "rest open", ROBOTSC_RFC9309},
	{"front page", "User-agent: *\nDisallow: /\nAllow: /$\n", "rest partly by 2", ROBOTSC_RFC9309},
	{"one path", "User-agent: *\nDisallow: /a.html$\n", "/a.html$ closed, rest open", ROBOTSC_RFC9309},
	{"one path and more", "User-agent: *\nDisallow: /a$\nAllow: /a\n", "/a$ closed, /a partly, rest open", ROBOTSC_RFC9309},
	{"query", "User-agent: *\nDisallow: /?s=\nDisallow: /a?b\n", "/? partly, /a? partly, rest open", ROBOTSC_RFC9309},
	{"anywhere", "User-agent: *\nDisallow: /*.pdf$\nDisallow: /a/\nAllow: /b/\n", "/a/ closed, /b/ partly, rest partly by 1",
         ROBOTSC_RFC9309},
	{"robots.txt", "User-agent: *\nDisallow: /\nAllow: /robots.txt\nAllow: /robots.txt$\n",
         "/robots.txt open, rest closed by 1", ROBOTSC_GOOGLE},
	{"only robots.txt", "User-agent: *\nDisallow: /\nAllow: /robots.txt$\n", "rest closed by 1", ROBOTSC_RFC9309},
	{"escapes", "User-agent: *\nDisallow: /%61%2F/b\nDisallow: /\xC3\xA9/\n", "/%C3%A9/ closed, /a%2F/ partly, rest open",
         ROBOTSC_RFC9309},
	{"pairs", "User-agent: *\nDisallow: /a%20b/c\n", "/a%20b/ partly, rest open", ROBOTSC_NEXOR1994},
	{"idle", "User-agent: *\nDisallow: a/\n", "rest open", ROBOTSC_RFC9309},
	{"sets", "User-agent: *\nRobot-version: 2.0\nDisallow: /[ab]*\nDisallow: /a*\nDisallow: /b*\n",
         "/a closed, /b closed, rest open by 1", ROBOTSC_CONNER2},
	{"inside", "User-agent: *\nDisallow: /a\nAllow: /ab/\n", "/a partly, /ab/ open, rest open", ROBOTSC_RFC9309},
};

struct line {
	char text[600];
	size_t len;
};

static void put_part(void *ctx, const struct robotsc_part *part)
{
	struct line *const line = ctx;
	const struct robotsc_text name = part->prefix.len ? part->prefix : (struct robotsc_text){"rest", 4};

	line->len += (size_t)snprintf(line->text + line->len, sizeof line->text - line->len, "%s%.*s%s %s", line->len ? ", " : "",
	                              (int)name.len, name.at, part->exact ? "$" : "", robotsc_extent_name(part->extent));
	if (!part->prefix.len && part->rules)
		line->len += (size_t)snprintf(line->text + line->len, sizeof line->text - line->len, " by %u", part->rules);
}

static void check_cases(void)
{
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		struct robotsc_options options;
		struct line line = {.len = 0};
		uint64_t budget = ROBOTSC_BUDGET;

		robotsc_options_init(&options);
		options.dialect = cases[i].dialect;
		const struct robotsc_side side = {NULL, &options, cases[i].text, strlen(cases[i].text)};
		if (!check_case(cases[i].name))
			continue;
		CHECK(robotsc_parts(&side, NULL, 0, &budget, put_part, &line) == ROBOTSC_OK);
		CHECK_MSG(strcmp(line.text, cases[i].parts) == 0, "%s: %s", cases[i].name, line.text);
	}
}

/* Where the budget ends, nothing is guessed. */
static void check_budget(void)
{
	static const char text[] = "User-agent: *\nDisallow: /*a*b*c*d*e\nDisallow: /*e*d*c*b*a\nAllow: /*a*c*e*b*d\n";
	const struct robotsc_side side = {NULL, NULL, text, sizeof text - 1}, blob = {.blob = (const struct robotsc_blob *)&side};
	const struct robotsc_region region = {.prefix = {"/", 1}};
	enum robotsc_extent extent = ROBOTSC_EXTENT_OPEN;
	uint64_t budget = 1;

	CHECK(robotsc_closed_below(&side, NULL, 0, &region, &budget, &extent) == ROBOTSC_OK);
	CHECK(extent == ROBOTSC_EXTENT_UNKNOWN && budget == 0);
	budget = 100000;
	CHECK(robotsc_closed_below(&side, NULL, 0, &region, &budget, &extent) == ROBOTSC_OK);
	CHECK(extent == ROBOTSC_EXTENT_PARTLY);
	CHECK(robotsc_parts(&blob, NULL, 0, &budget, put_part, NULL) == ROBOTSC_ERR_ARGUMENT);
	CHECK(robotsc_extent_name((enum robotsc_extent)4) == NULL);
}

int main(int argc, char **argv)
{
	const unsigned long worlds = argc == 2 ? strtoul(argv[1], NULL, 10) : WORLDS;
	uint64_t state = 7;

	check_cases();
	CHECK_PART(check_budget);
	for (unsigned long i = 0; i < worlds; i++) {
		struct world world;
		make_world(&world, &state);
		for (int dialect = 0; dialect < (int)ORACLE_DIALECTS; dialect++)
			judge(&world, (enum oracle_dialect)dialect);
	}
	printf("parts: %lu open, %lu partly open, %lu closed\n", counts[1], counts[2], counts[3]);
	CHECK(!counts[0] && counts[1] > worlds / 2 && counts[2] > worlds / 2 && counts[3] > worlds / 2);
	return check_done();
}
