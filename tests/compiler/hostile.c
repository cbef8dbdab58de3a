/* hostile.c - the generators of hostile robots.txt.
 *
 * Each is one way to make a naive compiler exponential, quadratic or just large.  A generator
 * stops where its text is full, so most cases have the lines that fit.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "hostile.h"
#include "tests/support/splitmix.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

uint32_t hostile_random(uint64_t *seed, uint32_t n)
{
	return splitmix_below(seed, n);
}

/* Octets; NUL may be among them. */
struct unit {
	const char *at;
	size_t len;
};

/* Append octets if all fit. */
static int put(struct hostile_text *t, const char *at, size_t len)
{
	if (len > t->room - t->len)
		return 0;
	memcpy(t->at + t->len, at, len);
	t->len += len;
	return 1;
}

/* Append a formatted line of less than 200 octets.  Returns 0 if the text has no room for it. */
#if defined(__GNUC__) || defined(__clang__)
__attribute__((format(printf, 2, 3)))
#endif
static int
line(struct hostile_text *t, const char *format, ...)
{
	char at[200];
	va_list args;
	int len;

	va_start(args, format);
	len = vsnprintf(at, sizeof at, format, args);
	va_end(args);
	return len > 0 && put(t, at, (size_t)len);
}

/* Append as much of a repeated unit as fits, between head and a line end. */
static void fill(struct hostile_text *t, const char *head, const char *unit, size_t len)
{
	put(t, head, strlen(head));
	while (t->room - t->len > len)
		put(t, unit, len);
	put(t, "\n", 1);
}

/* Append head, n times unit, and tail as one line.  Returns 0 if it does not fit. */
static int repeat(struct hostile_text *t, const char *head, const char *unit, uint32_t n, const char *tail)
{
	const size_t h = strlen(head), u = strlen(unit), e = strlen(tail);
	size_t i;

	if (h + u * n + e + 1 > t->room - t->len)
		return 0;
	put(t, head, h);
	for (i = 0; i < n; i++)
		put(t, unit, u);
	put(t, tail, e);
	return put(t, "\n", 1);
}

/* Write n in base 36, for short tokens and segments. */
static const char *b36(uint32_t n, char out[8])
{
	char *p = out + 7;

	*p = '\0';
	do
		*--p = "0123456789abcdefghijklmnopqrstuvwxyz"[n % 36];
	while ((n /= 36) != 0);
	return p;
}

static const char *verdict(uint64_t *seed)
{
	return hostile_random(seed, 2) ? "Allow" : "Disallow";
}

/* A word of n letters out of the first `letters` of the alphabet. */
static const char *word(uint64_t *seed, uint32_t n, uint32_t letters, char *out)
{
	uint32_t i;

	for (i = 0; i < n; i++)
		out[i] = (char)('a' + hostile_random(seed, letters));
	out[n] = '\0';
	return out;
}

static void everyone(struct hostile_text *t)
{
	line(t, "User-agent: *\n");
}

/* k rules with one gap each: a DFA has 2^k states. */
static void gaps(struct hostile_text *t, uint32_t k)
{
	uint32_t i;

	everyone(t);
	for (i = 0; i < k && line(t, "Disallow: /*x%u*y%u\n", i, i); i++)
		continue;
}

static void one_rule_of_stars(struct hostile_text *t, uint32_t unused)
{
	(void)unused;
	everyone(t);
	fill(t, "Disallow: /", "a*", 2);
}

/* One rule with some %2F behind stars, and a literal as long as the file, which overlaps itself. */
static void slash_run(struct hostile_text *t, uint32_t unused)
{
	(void)unused;
	everyone(t);
	fill(t, "Disallow: /*%2F*b%2F*c%2F*d%2F*", "a", 1);
}

/* Segments of escapes that nearly match at each place of a path of slashes, and one literal for all
 * of them. */
static void slash_needles(struct hostile_text *t, uint32_t same)
{
	char segment[(30 + 20) * 3 + 1];
	uint32_t i = 0;

	everyone(t);
	do {
		segment[0] = 0;
		for (uint32_t k = 0; k < same + 20; k++)
			strcat(segment, k < same || i >> (k - same) & 1 ? "%2F" : "%3F");
	} while (line(t, "Disallow: /*%s*needle\n", segment) && i++ < 1u << 20);
}

/* One rule as long as the file; arg chooses its octets. */
static void one_line(struct hostile_text *t, uint32_t kind)
{
	static const struct unit units[] = {{"a", 1}, {"\xE3\x83\x84", 3}, {"%2F*", 4}, {"*", 1}, {"%3F", 3}, {"/b", 2}, {"%", 1},
	                                    {"$", 1}, {"?*%2F", 5},        {"a*?", 3}};

	everyone(t);
	fill(t, kind == 3 ? "Disallow: " : "Disallow: /", units[kind].at, units[kind].len);
}

/* Short rules of the same few segments, until the text is full. */
static void shared_segments(struct hostile_text *t, uint32_t unused)
{
	uint32_t i;

	(void)unused;
	everyone(t);
	for (i = 0;; i++) {
		const char a = (char)('a' + i % 26), b = (char)('a' + i / 26 % 26), c = (char)('a' + i / 676 % 26);
		const char d = (char)('a' + i / 17576 % 26);

		const char *field = hostile_random(&t->seed, 4) ? "Allow" : "Disallow";

		if (!(i < 676 ? line(t, "%s:*%c*%c\n", field, a, b) : line(t, "%s:*%c*%c*%c%c\n", field, a, b, c, d)))
			break;
	}
}

/* Rules of head, then 'a' 1, 2, 3 ... times, then tail: Allow and Disallow in turn, or Disallow
 * only. */
static void nested(struct hostile_text *t, uint32_t kind)
{
	static const struct {
		const char *head, *tail;
		uint32_t both;
	} kinds[] = {
		{"/", "", 0},        {"/*", "", 0},         {"/*", "*x%u", 0},       {"/*a*", "", 0},
		{"/", "", 1},        {"/*", "", 1},         {"/*", "$", 1},          {"/*", "*x%u$", 1},
		{"/p/*b*", "*a", 1}, {"/*", "*%%2Fx%u", 1}, {"/", "/index.html", 1},
	};
	char head[64], tail[32];
	uint32_t i = 0;

	everyone(t);
	do {
		i++;
		snprintf(head, sizeof head, "%s: %s", i & kinds[kind].both ? "Allow" : "Disallow", kinds[kind].head);
		snprintf(tail, sizeof tail, kinds[kind].tail, i);
	} while (repeat(t, head, "a", i, tail));
}

/* a, a*a, a*a*a ...: rules that share all leading segments. */
static void nested_stars(struct hostile_text *t, uint32_t unused)
{
	uint32_t i;

	(void)unused;
	everyone(t);
	for (i = 1; repeat(t, i % 2 ? "Allow: /" : "Disallow: /", "*a", i, ""); i++)
		continue;
}

static void agents_own(struct hostile_text *t, uint32_t n)
{
	char a[8];
	uint32_t i;

	for (i = 0; i < n; i++) {
		const char *s = b36(i, a);

		if (!line(t, "useragent:%s\ndisallow:/%s\n", s, s))
			break;
	}
}

static void agents_one_group(struct hostile_text *t, uint32_t n)
{
	char a[8];
	uint32_t i;

	for (i = 0; i < n && line(t, "User-agent: %s\n", b36(i, a)); i++)
		continue;
	for (i = 0; line(t, "Disallow: /%u\n", i); i++)
		continue;
}

/* n agents share a big group and each has a small one: merging them naively is quadratic. */
static void agents_big_and_own(struct hostile_text *t, uint32_t n)
{
	const size_t tail = (size_t)n * 29;
	char a[8];
	uint32_t i;

	for (i = 0; i < n; i++)
		line(t, "useragent:%s\n", b36(i, a));
	for (i = 0; i == 0 || t->room - t->len > tail + 40; i++)
		line(t, "%s: /d%u/*x%u\n", verdict(&t->seed), i, i);
	agents_own(t, n);
}

/* Every two of m agents have a group together. */
static void agents_pairs(struct hostile_text *t, uint32_t m)
{
	char a[8], b[8];
	uint32_t i, j;

	for (i = 0; i < m; i++)
		for (j = 0; j < i; j++)
			if (!line(t, "useragent:%s\nuseragent:%s\ndisallow:/%u\n", b36(i, a), b36(j, b), i * m + j))
				return;
}

/* Groups of long rules, each for a random half of m agents: if each agent had a list of its rules,
 * the lists would hold about m / 4 times the file. */
static void agents_halves(struct hostile_text *t, uint32_t m)
{
	char a[8];
	uint32_t i, n;

	for (n = 0;; n++) {
		const size_t start = t->len;

		for (i = 0; i < m; i++)
			if (hostile_random(&t->seed, 2))
				line(t, "useragent:%s\n", b36(i, a));
		if (line(t, "Disallow: /*%u", n) && repeat(t, "", "abcdefg/", m, "*x"))
			continue;
		t->len = start;
		return;
	}
}

/* Groups of the same rules, each for a random half of m agents: a robot has the same machine from
 * several groups. */
static void agents_same(struct hostile_text *t, uint32_t m)
{
	char a[8], body[6000];
	size_t n = 0;
	uint32_t i;

	for (i = 0; n < sizeof body - 60; i++)
		n += (size_t)snprintf(body + n, sizeof body - n, "%s:/*%s*%u\n", verdict(&t->seed), b36(i, a), i);
	for (;;) {
		const size_t start = t->len;

		for (i = 0; i < m; i++)
			if (hostile_random(&t->seed, 2))
				line(t, "useragent:%s\n", b36(i, a));
		if (put(t, body, n))
			continue;
		t->len = start;
		return;
	}
}

/* Rules that begin with the same literal, which overlaps itself, and have stars after it: each path
 * octet may begin the literal again, for each rule. */
static void overlaps(struct hostile_text *t, uint32_t stars)
{
	char a[8];
	uint32_t i, k;

	everyone(t);
	for (i = 46656; line(t, "Disallow:*aaaaaaaaa%s", b36(i, a) + 1); i++) {
		for (k = 0; k < stars; k++)
			line(t, "*%c", (int)('b' + k));
		if (!line(t, "\n"))
			break;
	}
}

/* %3F, which may be of the path or begin the query, behind some of many stars, and literals that
 * overlap themselves. */
static void slash_copies(struct hostile_text *t, uint32_t eithers)
{
	char name[8], word[128];
	uint32_t i, k;

	everyone(t);
	for (i = 46656; line(t, "Disallow:/ab*%s", b36(i, name)); i++) {
		for (k = 0; k < 20; k++) {
			memset(word, (int)('a' + k), sizeof word);
			word[sizeof word - 1] = '\0';
			if (!line(t, "%s%s*", word, k < eithers ? "%3F" : ""))
				break;
		}
		if (k < 20 || !line(t, "\n"))
			break;
	}
}

/* Random rules: each has gaps + 1 segments, and each segment has low to high units of alphabet. */
struct mix {
	/* Each octet is a unit.  "": octets 80-FF; NULL: all octets that a value can have. */
	const char *alphabet;
	uint32_t gaps, low, high;
	int anchored;
};

/* clang-format off */
static const struct mix mixes[] = {
	/* deep gaps: many rules, each of many stars */
	{"ab", 2, 1, 3, 0}, {"ab", 20, 1, 3, 0},
	/* best so far: after a weak match every stronger word must still be looked for */
	{"ab", 0, 3, 42, 0}, {"abcdefghijklmnopqrstuvwxyz", 0, 3, 42, 0},
	/* '/' and '?' are written as %2F and %3F; behind a star they may be in path or query */
	{"/?a", 1, 1, 3, 0}, {"/?a", 20, 1, 3, 0}, {"/", 8, 1, 3, 0},
	/* each unit has three canonical octets */
	{"", 0, 2, 5, 1}, {"", 0, 2, 5, 0}, {"", 16, 1, 3, 0}, {"", 8, 10, 30, 0},
	{NULL, 16, 1, 3, 0}, {NULL, 16, 1, 7, 0},
	/* segments as long as the file has room for */
	{"abc", 1, 127960, 127960, 0}, {"abc", 1, 15960, 15960, 0}, {"abc", 1, 2540, 2540, 0},
	{"ab", 0, 511960, 511960, 0}, {"abcdefghijklmnopqrstuvwxyz", 0, 511960, 511960, 0},
};
/* clang-format on */

static int put_unit(struct hostile_text *t, const char *alphabet)
{
	char c;

	if (alphabet == NULL) {
		do
			c = (char)hostile_random(&t->seed, 256);
		while (c == '\0' || c == '\n' || c == '\r' || c == '#' || c == '*');
		return put(t, &c, 1);
	}
	if (alphabet[0] == '\0')
		c = (char)(0x80 + hostile_random(&t->seed, 128));
	else
		c = alphabet[hostile_random(&t->seed, (uint32_t)strlen(alphabet))];
	return c == '/' ? put(t, "%2F", 3) : c == '?' ? put(t, "%3f", 3) : put(t, &c, 1);
}

static void mixed(struct hostile_text *t, uint32_t kind)
{
	const struct mix *m = &mixes[kind];
	size_t start;
	uint32_t i, k;
	int fits;

	everyone(t);
	do {
		start = t->len;
		fits = line(t, "%s:%s", verdict(&t->seed), m->anchored ? "/" : "*");
		for (i = 0; fits && i <= m->gaps; i++) {
			fits = i == 0 || put(t, "*", 1);
			for (k = m->low + hostile_random(&t->seed, m->high - m->low + 1); fits && k > 0; k--)
				fits = put_unit(t, m->alphabet);
		}
		fits = fits && put(t, "\n", 1);
	} while (fits);
	t->len = start;
}

static void anchored_gaps(struct hostile_text *t, uint32_t unused)
{
	uint32_t i;

	(void)unused;
	everyone(t);
	for (i = 0; line(t, "%s: /p%u/*x*y%u\n", verdict(&t->seed), i, i % 7); i++)
		continue;
}

/* A trie of random short paths: wide on top, unshared below. */
static void deep_trie(struct hostile_text *t, uint32_t unused)
{
	char at[160], w[8];
	uint32_t i, k;

	(void)unused;
	everyone(t);
	do {
		int n = snprintf(at, sizeof at, "%s: ", verdict(&t->seed));

		for (i = 0, k = 1 + hostile_random(&t->seed, 24); i < k; i++)
			n += snprintf(at + n, sizeof at - (size_t)n, "/%s", word(&t->seed, 1 + hostile_random(&t->seed, 2), 2, w));
		if (hostile_random(&t->seed, 4) == 0)
			snprintf(at + n, sizeof at - (size_t)n, "$");
	} while (line(t, "%s\n", at));
}

static void random_octets(struct hostile_text *t, uint32_t fields)
{
	char c;

	if (fields)
		everyone(t);
	while (t->len < t->room) {
		if (fields && hostile_random(&t->seed, 12) == 0)
			line(t, "\n%s:%s", verdict(&t->seed), hostile_random(&t->seed, 2) ? "/" : "*");
		c = (char)hostile_random(&t->seed, 256);
		put(t, &c, 1);
	}
}

static void utf16(struct hostile_text *t, uint32_t unused)
{
	size_t i, n;

	(void)unused;
	n = t->room / 2;
	t->room = n;
	gaps(t, 100000);
	t->room = 2 * n;
	for (i = t->len; i-- > 0;) {
		t->at[2 * i] = t->at[i];
		t->at[2 * i + 1] = '\0';
	}
	t->len *= 2;
}

/* clang-format off */
/* Repeat one line until the text is full. */
static void same_line(struct hostile_text *t, uint32_t kind)
{
	static const struct unit lines[] = {
		{"\0", 1}, {"\r", 1}, {"User-agent:\n", 12}, {"<li><a href=\"/a\">User-agent: *</a>: Disallow: /</li>\n", 53},
		{"Disallow: /\n", 12}, {"Disallow: /a\0b\n", 15}, {":\n", 2}, {"allow\n", 6}, {"\xEF\xBB\xBF", 3},
		{"Disallow: /*a*a*a*a*a*a*a*a*a*a*a*a*b\n", 38}, {"disallow a\r", 11},
	};

	everyone(t);
	while (put(t, lines[kind].at, lines[kind].len))
		continue;
}
/* clang-format on */

/* Tokens of n octets that differ only at their end. */
static void long_tokens(struct hostile_text *t, uint32_t n)
{
	char end[16];
	uint32_t i;

	for (i = 0;; i++) {
		snprintf(end, sizeof end, "%u", i);
		if (!repeat(t, "User-agent: ", "x", n, end) || !line(t, "Disallow: /%u\n", i))
			break;
	}
}

/* Every kind of rule at once, several groups. */
static void everything(struct hostile_text *t, uint32_t unused)
{
	static void (*const parts[])(struct hostile_text *, uint32_t) = {
		gaps, mixed, anchored_gaps, mixed, deep_trie, mixed, mixed, shared_segments, nested_stars,
	};
	static const uint32_t args[] = {100000, 2, 0, 5, 0, 1, 8, 0, 0};
	const size_t n = sizeof parts / sizeof *parts, room = t->room;
	size_t i;

	(void)unused;
	for (i = 0; i < n; i++) {
		t->room = room / n * (i + 1);
		parts[i](t, args[i]);
	}
	t->room = room;
}

#define FULL HOSTILE_SIZE
/* clang-format off */
const struct hostile_case hostile_cases[] = {
	{"gaps-2", gaps, 2, FULL}, {"gaps-16", gaps, 16, FULL}, {"gaps-100", gaps, 100, FULL}, {"gaps-1000", gaps, 1000, FULL},
	{"gaps-5000", gaps, 5000, FULL}, {"gaps-20000", gaps, 20000, FULL},
	{"long-gaps-2", mixed, 13, FULL}, {"long-gaps-16", mixed, 14, FULL}, {"long-gaps-100", mixed, 15, FULL},
	{"deep-gaps-2", mixed, 0, FULL}, {"deep-gaps-20", mixed, 1, FULL},
	{"one-rule-of-stars", one_rule_of_stars, 0, FULL},
	{"one-line-plain", one_line, 0, FULL}, {"one-line-high", one_line, 1, FULL}, {"one-line-%2F*", one_line, 2, FULL},
	{"one-line-stars", one_line, 3, FULL}, {"one-line-%3F", one_line, 4, FULL}, {"one-line-path", one_line, 5, FULL},
	{"one-line-%", one_line, 6, FULL}, {"one-line-$", one_line, 7, FULL}, {"one-line-?*%2F", one_line, 8, FULL},
	{"one-line-a*?", one_line, 9, FULL},
	{"one-line-random-2", mixed, 16, FULL}, {"one-line-random-26", mixed, 17, FULL},
	{"shared-segments", shared_segments, 0, FULL},
	{"nested-prefixes", nested, 0, FULL}, {"nested-floats", nested, 1, FULL}, {"nested-gaps", nested, 2, FULL},
	{"nested-lasts", nested, 3, FULL}, {"alternating-prefixes", nested, 4, FULL},
	{"alternating-floats", nested, 5, FULL}, {"alternating-ends", nested, 6, FULL},
	{"alternating-gap-ends", nested, 7, FULL}, {"nested-middles", nested, 8, FULL},
	{"nested-%2F", nested, 9, FULL}, {"nested-index", nested, 10, FULL}, {"nested-stars", nested_stars, 0, FULL},
	{"agents-own", agents_own, 21000, FULL}, {"agents-one-group", agents_one_group, 20000, FULL},
	{"agents-big-and-own", agents_big_and_own, 9000, FULL}, {"agents-small-and-own", agents_big_and_own, 11900, FULL},
	{"agents-pairs", agents_pairs, 200, FULL},
	{"agents-halves-40", agents_halves, 40, FULL}, {"agents-halves-200", agents_halves, 200, FULL},
	{"agents-same", agents_same, 40, FULL}, {"overlaps", overlaps, 9, FULL}, {"slash-copies", slash_copies, 4, FULL},
	{"slash-run", slash_run, 0, FULL},
	{"slash-needles", slash_needles, 30, FULL},
	{"best-so-far-2", mixed, 2, FULL}, {"best-so-far-26", mixed, 3, FULL},
	{"anchored-gaps", anchored_gaps, 0, FULL}, {"unknown-tokens-1", mixed, 4, FULL},
	{"unknown-tokens-20", mixed, 5, FULL}, {"slash-gaps", mixed, 6, FULL}, {"deep-trie", deep_trie, 0, FULL},
	{"high-prefixes", mixed, 7, FULL}, {"high-floats", mixed, 8, FULL}, {"high-gaps-short", mixed, 9, FULL},
	{"high-gaps", mixed, 10, FULL}, {"octet-gaps", mixed, 11, FULL}, {"octet-gaps-7", mixed, 12, FULL},
	{"random-octets", random_octets, 0, FULL}, {"random-values", random_octets, 1, FULL}, {"utf16", utf16, 0, FULL},
	{"nul", same_line, 0, FULL}, {"cr", same_line, 1, FULL}, {"agents-empty", same_line, 2, 2400000},
	{"html", same_line, 3, FULL},
	{"same-rule", same_line, 4, FULL}, {"nul-in-values", same_line, 5, FULL}, {"colons", same_line, 6, FULL},
	{"words", same_line, 7, FULL}, {"bom", same_line, 8, FULL}, {"same-gaps", same_line, 9, FULL},
	{"no-colon-cr", same_line, 10, FULL},
	{"long-tokens", long_tokens, 1000, FULL}, {"longest-tokens", long_tokens, 170000, FULL},
	{"glob-ones", hostile_globs, 0, FULL}, {"glob-sets", hostile_globs, 1, FULL}, {"glob-stars", hostile_globs, 2, FULL},
	{"glob-open", hostile_globs, 3, FULL},
	{"glob-not", hostile_globs, 4, FULL}, {"globs-far", hostile_globs, 5, FULL}, {"globs-short", hostile_globs, 6, FULL},
	{"globs-sets", hostile_globs, 7, FULL},
	{"globs-not", hostile_globs, 8, FULL}, {"globs-gaps", hostile_globs, 9, FULL}, {"globs-long-sets", hostile_globs, 10, FULL},
	{"globs-long", hostile_globs, 11, FULL}, {"globs-needles", hostile_needles, 0, FULL},
	{"records", hostile_records, 0, FULL},
	{"everything", everything, 0, FULL}, {"10-mib", gaps, 1000000, 10u << 20},
};
/* clang-format on */
const size_t hostile_ncases = sizeof hostile_cases / sizeof *hostile_cases;

char *hostile_make(const struct hostile_case *c, size_t *len)
{
	struct hostile_text text = {NULL, 0, c->room, 9309};

	text.at = malloc(c->room + 1);
	if (text.at == NULL)
		return NULL;
	c->write(&text, c->arg);
	*len = text.len;
	return text.at;
}
