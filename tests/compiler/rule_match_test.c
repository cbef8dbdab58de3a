/* rule_match_test.c - one pattern on one path: the same answers as stepping octet by octet, and no
 * more work than octets of the pattern, times those of the path, divided by 64.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>

#include "tests/support/splitmix.h"
#include "tests/support/test.h"
#include "compiler/dialect/dialect.h"
#include "compiler/pattern/glob_set.h"
#include "compiler/pattern/rule_match.h"

#define ROUNDS 60000
#define LONGEST 200 /* octets of a path of the small worlds: several words of bits */

/* The answer of the stepper, which reads a path octet by octet. */
static bool stepped(const struct normal *pattern, const struct canonical_path *path)
{
	const struct glob glob = {pattern->text, pattern->len, 1, 0};
	struct position *room = malloc(2 * glob_room(&glob) * sizeof *room);
	struct positions at = {room, 0}, next = {room + glob_room(&glob), 0};
	uint32_t best = robotsc__glob_set_start(&glob, 1, &at, 0);

	for (size_t i = 0; i < path->len && at.n; i++) {
		const struct positions from = at;

		best = robotsc__glob_set_step(&glob, &from, path->text[i], i >= path->query, &next, best);
		at = next;
		next = from;
	}
	best = robotsc__glob_set_end(&glob, &at, best);
	free(room);
	return best != 0;
}

/* The work that a trial may take. */
static uint64_t most(const struct normal *pattern, size_t path)
{
	return 2 * ((uint64_t)pattern->len + 1) * (path / 64 + 3);
}

/* The first octets of a path are a path too; seed says where it is cut. */
static void match_prefix(struct arena *a, const struct normal *pattern, const struct canonical_path *path, uint64_t seed)
{
	uint64_t work = UINT64_MAX;
	const size_t len = splitmix_below(&seed, (uint32_t)path->len + 1);
	struct canonical_path prefix = {
		.text = path->text, .len = len, .query = path->query <= len ? path->query : SIZE_MAX, .paired = path->paired};

	if (CHECK(robotsc__rule_match_rows(a, &prefix)))
		CHECK_MSG(robotsc__rule_match_run(pattern->text, pattern->len, &prefix, &work) == stepped(pattern, &prefix),
		          "the first %zu octets of %.*s", len, (int)path->len, (const char *)path->text);
}

/* Match a pattern with a canonical path: the stepper's answer, within the bound of work; with one
 * step less, no answer. */
static bool match_canonical(struct arena *a, const struct normal *pattern, const struct canonical_path *path)
{
	uint64_t work = UINT64_MAX;
	const int got = robotsc__rule_match_run(pattern->text, pattern->len, path, &work);
	const uint64_t took = UINT64_MAX - work;

	CHECK_MSG(took <= most(pattern, path->len), "%llu steps, not %llu, for %u octets with %zu", (unsigned long long)took,
	          (unsigned long long)most(pattern, path->len), pattern->len, path->len);
	work = took - 1;
	CHECK(robotsc__rule_match_run(pattern->text, pattern->len, path, &work) == RULE_MATCH_UNKNOWN);
	if (path->len < 4 * LONGEST) {
		CHECK_MSG(got == stepped(pattern, path), "%.*s: %d", (int)path->len, (const char *)path->text, got);
		match_prefix(a, pattern, path, took);
	}
	return got == 1;
}

/* Match a value with a path.  Returns the answer. */
static bool match(enum robotsc_dialect id, struct span value, struct span url_path)
{
	const struct robotsc__dialect *dialect = robotsc__dialect_find(id);
	const struct rule rule = {.value = value, .verdict = ROBOTSC_DISALLOW, .glob = id == ROBOTSC_CONNER2};
	struct normal pattern = {.text = malloc(3 * value.len + 2)};
	struct canonical_path path;
	struct arena arena;
	bool matched = false;

	robotsc__arena_init(&arena, NULL);
	dialect->normalize(&rule, &pattern);
	if (CHECK(robotsc__rule_match_path(&arena, dialect, url_path.at, url_path.len, &path)))
		matched = match_canonical(&arena, &pattern, &path);
	robotsc__arena_free(&arena);
	free(pattern.text);
	return matched;
}

/* What no pattern of a text has, though a forged glob may: a pair for a letter, an octet for '%',
 * operators after a '?' of the same segment. */
static void forged(void)
{
	static const struct {
		enum robotsc_dialect dialect;
		bool matches;
		const char *pattern, *path;
	} cases[] = {{ROBOTSC_CONNER2, false, "/\x06\x11", "/a"},
	             {ROBOTSC_CONNER2, false, "/%", "/%25"},
	             {ROBOTSC_CONNER2, false, "/%", "/%"},
	             {ROBOTSC_CONNER2, true, "/\x02\x15", "/%25"},
	             {ROBOTSC_CONNER2, true, "/\x0E\x19", "/%E9"},
	             {ROBOTSC_CONNER2, true, "/\x02\x1F", "/%2F"},
	             {ROBOTSC_RFC9309, true, "/\xFDz?\xFE/\xFC", "/aaaz?//"},
	             {ROBOTSC_RFC9309, true, "/z?\xFF\xFE", "/z?\?/"},
	             {ROBOTSC_RFC9309, false, "/z?%2F", "/z?%2F"}};

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		uint8_t text[16];
		struct normal pattern = {.text = text, .len = (uint32_t)strlen(cases[i].pattern)};
		struct canonical_path path;
		struct arena arena;

		memcpy(text, cases[i].pattern, pattern.len);
		robotsc__arena_init(&arena, NULL);
		if (CHECK(robotsc__rule_match_path(&arena, robotsc__dialect_find(cases[i].dialect), (const uint8_t *)cases[i].path,
		                                   strlen(cases[i].path), &path)))
			CHECK_MSG(match_canonical(&arena, &pattern, &path) == cases[i].matches, "case %zu", i);
		robotsc__arena_free(&arena);
	}
}

/* Append pieces until the text has at least len octets. */
static size_t write_pieces(uint64_t *seed, const char *const *pieces, uint32_t n, size_t len, uint8_t *out)
{
	size_t at = 0;

	while (at < len) {
		const char *const piece = pieces[splitmix_below(seed, n)];

		memcpy(out + at, piece, strlen(piece));
		at += strlen(piece);
	}
	return at;
}

/* Small alphabets: every operator, the first '?' inside, before and after segments, all lengths. */
static void small_worlds(void)
{
	static const char *const pieces[] = {"a",   "b",   "ab",   "/",    "*",   "a*",        "?",
	                                     "%2F", "%3F", "[ab]", "[!a]", "%AA", "[%C0-%FF]", "%25"};
	static const char *const parts[] = {"a", "b", "ab", "a", "b", "/", "%2F", "%3F", "%AA", "%25", "a", "b", "ab", "aab"};
	const uint32_t npieces = sizeof pieces / sizeof *pieces, nparts = sizeof parts / sizeof *parts;
	unsigned matched[5] = {0};
	uint64_t seed = 11;

	for (unsigned i = 0; i < ROUNDS; i++) {
		uint8_t value[64] = "/", path[LONGEST + 64] = "/";
		const enum robotsc_dialect dialect = (enum robotsc_dialect)(i % 5);
		const size_t room = splitmix_below(&seed, 3) ? 20 : LONGEST;
		size_t n = 1 + write_pieces(&seed, pieces, npieces, splitmix_below(&seed, 9), value + 1);
		size_t len = 1 + write_pieces(&seed, parts, nparts, splitmix_below(&seed, (uint32_t)room), path + 1);

		if (splitmix_below(&seed, 4) == 0)
			value[0] = '*';
		if (splitmix_below(&seed, 4) == 0)
			value[n++] = '$';
		if (splitmix_below(&seed, 2))
			path[len++] = '?';
		len += write_pieces(&seed, parts, nparts, splitmix_below(&seed, 20), path + len);
		matched[dialect] += match(dialect, (struct span){value, n}, (struct span){path, len});
	}
	for (unsigned i = 0; i < 5; i++)
		CHECK_MSG(matched[i] > ROUNDS / 100, "dialect %u: only %u matches", i, matched[i]);
}

/* Patterns whose every star makes a search begin again, and paths that match no pattern. */
static void hostile(void)
{
	static const char *const values[] = {"/*aaaaaaaaaaaaaaaaab*",
	                                     "/*a*a*a*a*a*a*a*a*ab",
	                                     "/*aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab$",
	                                     "/*[!b]?[a-z][acegikmoqsuwy]b*",
	                                     "/*\xE9\xE9\xE9\xE9\xE9\xE8*",
	                                     "/*%2F%2F%2F%2F%2Fb*",
	                                     "/*?%3F%3F%3Fb"};
	static const size_t lengths[] = {2000, 2049, 2060, 6143, 6144, 6145, 6146, 6200, 20000, 65000};
	static const char *const octets[] = {"a", "\xE9", "%2F", "/?", "?"};
	uint8_t *const path = malloc(65000 + 4);

	for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++)
		for (size_t k = 0; k < sizeof octets / sizeof *octets; k++) {
			size_t len = 1;

			for (path[0] = '/'; len < lengths[i]; len += strlen(octets[k]))
				memcpy(path + len, octets[k], strlen(octets[k]));
			for (size_t v = 0; v < sizeof values / sizeof *values; v++)
				for (unsigned dialect = 0; dialect < 5; dialect++)
					CHECK(!match((enum robotsc_dialect)dialect,
					             (struct span){(const uint8_t *)values[v], strlen(values[v])},
					             (struct span){path, len}));
		}
	free(path);
}

/* A pattern of half a megabyte. */
static void long_patterns(void)
{
	static const char *const pieces[] = {"a*", "aaaaaaaaaaaaaaaa*", "a", "*", "?", "[!b]"};
	enum {
		LEN = 512000
	};
	uint8_t *const value = malloc(LEN + 20), path[2001];

	memset(path, 'a', sizeof path);
	path[0] = '/';
	for (size_t i = 0; i < sizeof pieces / sizeof *pieces; i++) {
		size_t len = 2;

		for (memcpy(value, "/*", 2); len < LEN; len += strlen(pieces[i]))
			memcpy(value + len, pieces[i], strlen(pieces[i]));
		for (unsigned dialect = 0; dialect < 5; dialect++)
			match((enum robotsc_dialect)dialect, (struct span){value, len}, (struct span){path, sizeof path});
	}
	free(value);
}

int main(void)
{
	CHECK_PART(small_worlds);
	CHECK_PART(forged);
	CHECK_PART(hostile);
	CHECK_PART(long_patterns);
	return check_done();
}
