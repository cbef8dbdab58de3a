/* window_test.c - compares verdicts on long paths with the oracle.  Some of their octets are not
 * canonical: up to a length the walk copies the whole path, beyond it parts of the path in turn.
 *
 * The rules become DFAs, and filters with globs that share literals, overlap themselves or have
 * %2F. The octets that are not canonical stand around the lengths at which the walk changes.
 *
 *     window_test [EVERY]    every EVERYth path and place
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>

#include "tests/support/test.h"
#include "tests/support/product.h"

#define LONGEST 20000
#define PATHS 400

static unsigned long every = 1;

/* Each text has a literal after a star that is longer than a step of the walk, and a pattern for
 * the end of the path. */
#define STARS "1*1*1*2*2*2*3*3*3*"
#define LITERAL "needle-needle-needle-needle-needle-needle-needle-needle-needle-needle-needle-needle/"
static const char *const files[] = {
	"User-agent: *\nDisallow: /*a*" LITERAL "\nAllow: /*a*" LITERAL "*end$\nDisallow: /*\xC3\xA9*?*%2F\nAllow: /x/\n",
	"User-agent: *\nDisallow: /*1*2*3*4*5*6*7*8*9*" LITERAL "\nAllow: /*1*2*3*4*5*6*7*8*9*\xC3\xA9%41*end$\nDisallow: /*end$\n",
	"User-agent: *\nDisallow: /*1*2*3*4*5*6*7*8*9*%2F*end$\nAllow: /*1*2*3*4*5*6*7*8*9*" LITERAL "\nAllow: /*\xC3\xA9*%41\n",
	"User-agent: *\nDisallow: /*" STARS "xyxyxyxyxyxyxyxyxyxyxyxyz\nAllow: /*" STARS "xyxyz$\nAllow: /a*a*b\n",
};
static const char *const pieces[] = {"x", "a",     "%41",     "\xC3\xA9", "%c3%a9", "%2f", "?", "123456789",
                                     "%", LITERAL, "needle-", "xyxyxy",   "xyxyz",  "%2",  "/", "end"};
#define PIECES (sizeof pieces / sizeof pieces[0])
static const size_t rooms[] = {10,   60,   70,   130,  200,  260,  1000, 1024, 1030, 2000,  2052,   2060,
                               2070, 2150, 2250, 6144, 6152, 6155, 6180, 9000, 9300, 12000, LONGEST};

struct text {
	char at[4 * LONGEST];
	size_t len;
};

static void put(struct text *t, const char *piece)
{
	const size_t n = strlen(piece);
	if (t->len + n <= sizeof t->at) {
		memcpy(t->at + t->len, piece, n);
		t->len += n;
	}
}

/* Make a path of one piece again and again, and then of random ones. */
static void make_path(struct text *t, uint64_t *state)
{
	const size_t room = rooms[product_below(state, sizeof rooms / sizeof rooms[0])] - product_below(state, 10);
	const char *filling = pieces[product_below(state, 6)];
	t->len = 0;
	if (product_below(state, 8))
		put(t, "/");
	for (size_t n = product_below(state, 4); n-- > 0;)
		put(t, pieces[product_below(state, PIECES)]);
	while (t->len + 200 < room)
		put(t, filling);
	for (size_t n = product_below(state, 12); n-- > 0;)
		put(t, pieces[product_below(state, PIECES)]);
	if (product_below(state, 2))
		put(t, "end");
}

static void hold(const char *robots, enum robotsc_form form, uint64_t *state, unsigned long verdicts[2])
{
	static struct text path;
	const struct oracle_options options = {.dialect = ORACLE_RFC9309};
	struct oracle_file *file = oracle_parse(&options, robots, strlen(robots));
	struct oracle_policy *policy = oracle_select(file, NULL, 0);
	struct robotsc_group group;
	struct product p;
	CHECK(product_open(&p, ORACLE_RFC9309, form, robots, strlen(robots), NULL, 0) == ROBOTSC_OK);
	CHECK(robotsc_select(&p.blob, NULL, 0, &group) == ROBOTSC_OK);
	for (unsigned long i = 0; i < PATHS; i += every) {
		make_path(&path, state);
		path.at[path.len] = 0;
		/* A sanitizer finds reads beyond memory of the exact size. */
		char *exact = product_alloc(NULL, path.len + !path.len);
		memcpy(exact, path.at, path.len);
		const int want = oracle_check(policy, exact, path.len, NULL);
		CHECK_MSG((int)robotsc_check_path(&group, exact, path.len) == want, "form %d, %zu octets, %s: %.*s...%s", (int)form,
		          path.len, robots, path.len < 100 ? (int)path.len : 100, path.at,
		          path.len < 150 ? "" : path.at + path.len - 150);
		verdicts[want]++;
		free(exact);
	}
	product_close(&p);
	oracle_free_policy(policy);
	oracle_free_file(file);
}

/* ---- globs that are cut from a long path ---- */

#define CUTS 400
#define CUT_RULES 70 /* more than are tried side by side */
#define CUT_OCTETS 60000

static const struct {
	const char *path, *rule; /* a unit, as the path has it and as a rule does */
} units[] = {{"a", "a"}, {"b", "b"}, {"\xC3", "%C3"}, {"%2f", "%2F"}, {"%41", "A"},
             {"?", "?"}, {"/", "/"}, {"%25", "%25"},  {"%3f", "%3F"}};
#define UNITS (sizeof units / sizeof *units)

/* Put the units of the path from one place to another into a rule.  Now and then a letter, or in
 * conner2 a "?" or a set, takes the place of a unit. */
static void cut(struct text *rule, const uint8_t *path, size_t from, size_t to, int any, uint64_t *state)
{
	const size_t wrong = product_below(state, 3) ? SIZE_MAX : from + product_below(state, to - from + 1);
	for (; from < to; from++)
		if (any && (path[from] == 5 || product_below(state, 9) == 0))
			put(rule, product_below(state, 4) || path[from] > 1 ? "?" : "[abx]");
		else
			put(rule, from == wrong && path[from] < 2 ? (path[from] ? "a" : "b") : units[path[from]].rule);
}

/* A rule of segments of the path, in their order, with stars between them. */
static void cut_rule(struct text *rule, const uint8_t *path, size_t n, size_t most, int any, uint64_t *state)
{
	size_t at = 0;
	put(rule, product_below(state, 2) ? "Disallow: /*" : "Allow: /*");
	for (size_t segments = 1 + product_below(state, 4); segments > 0 && at < n; segments--) {
		const size_t size = 1 + product_below(state, product_below(state, 3) ? 40 : most);
		const size_t far = product_below(state, 2) ? 200 : n, left = n - at < far ? n - at : far;
		const size_t from = at + product_below(state, left), to = n - from < size ? n : from + size;
		cut(rule, path, from, to, any, state);
		put(rule, "*");
		at = to;
	}
	if (product_below(state, 3) == 0 && !any) {
		const size_t size = 1 + product_below(state, product_below(state, 3) ? 40 : most);
		cut(rule, path, at + size > n ? at : n - size, n, any, state);
		put(rule, "$");
	}
	put(rule, "\n");
}

/* A path of up to 33,000 octets, and rules that are made of its octets. */
static void hold_cuts(enum oracle_dialect dialect, uint64_t *state, unsigned long verdicts[2])
{
	static uint8_t numbers[LONGEST];
	static struct text path, rules;
	const size_t most = product_below(state, 3) ? 60 : 3500, kinds = 2 + product_below(state, UNITS - 1);
	const size_t plain = product_below(state, 2) ? 1 : 2 + product_below(state, 40);
	const size_t n = 2000 + product_below(state, 9000), count = product_below(state, 3) ? 3 : CUT_RULES;
	const struct oracle_options options = {.dialect = dialect};
	struct robotsc_group group;
	struct product p;
	path.len = rules.len = 0;
	put(&path, "/");
	for (size_t i = 0; i < n; i++) {
		numbers[i] = (uint8_t)product_below(state, product_below(state, plain) ? 2 : kinds);
		put(&path, units[numbers[i]].path);
	}
	put(&rules, "User-agent: *\nRobot-version: 2.0\n");
	for (size_t i = 0; i < count && rules.len < CUT_OCTETS - 20000; i++)
		cut_rule(&rules, numbers, n, most, dialect == ORACLE_CONNER2, state);
	struct oracle_file *file = oracle_parse(&options, rules.at, rules.len);
	struct oracle_policy *policy = oracle_select(file, NULL, 0);
	CHECK(product_open(&p, dialect, ROBOTSC_FORM_FILTER, rules.at, rules.len, NULL, 0) == ROBOTSC_OK);
	CHECK(robotsc_select(&p.blob, NULL, 0, &group) == ROBOTSC_OK);
	/* the whole path, and without some octets of its end */
	for (int turn = 0; turn < 2; turn++) {
		char *exact = product_alloc(NULL, path.len);
		memcpy(exact, path.at, path.len);
		const int want = oracle_check(policy, exact, path.len, NULL);
		CHECK_MSG((int)robotsc_check_path(&group, exact, path.len) == want, "dialect %d, %zu octets, wanted %d, state %llu",
		          (int)dialect, path.len, want, (unsigned long long)*state);
		verdicts[want]++;
		free(exact);
		path.len -= product_below(state, path.len / 2);
	}
	product_close(&p);
	oracle_free_policy(policy);
	oracle_free_file(file);
}

/* ---- a segment at each place ---- */

#define PLACES_FROM 3000
#define PLACES_TO 6300
#define PLACES_ALL 12500 /* octets of the path */
#define PLACES_END 9500  /* the places from here to the path's end are tried, too */

/* A segment of repeated units between others, in a rule and in a path. */
static const struct {
	enum oracle_dialect dialect;
	const char *rule_begin, *path_begin, *first, *more, *path_first, *path_more;
	size_t times;
	int matches;
} segments[] = {
	{ORACLE_RFC9309, "/*", "/", "ab", "", "ab", "", 0, 1},
	{ORACLE_RFC9309, "/*", "/", "x", "ab", "x", "ab", 20, 1},
	{ORACLE_RFC9309, "/*", "/", "x", "ab", "x", "ab", 600, 1},
	{ORACLE_RFC9309, "/*", "/", "x", "ab", "x", "ab", 1279, 1},
	{ORACLE_RFC9309, "/*", "/", "", "ab", "", "ab", 1280, 1},
	{ORACLE_RFC9309, "/*", "/", "", "ab", "", "ab", 1400, 1},
	{ORACLE_RFC9309, "/*", "/?", "%3F", "%2F%3Fab", "%3F", "%2F?ab", 2, 1},
	{ORACLE_RFC9309, "/*", "/", "%3Fabcdefghijk", "", "?abcdefghijk", "", 0, 0},
	{ORACLE_RFC9309, "/*", "/", "a?", "%2Fab", "a?", "%2fab", 9, 1},
	{ORACLE_RFC9309, "/*", "/", "a?", "%2Fab", "a?", "/ab", 9, 1},
	{ORACLE_RFC9309, "/*", "/", "a%2F?", "%2Fab", "a%2f?", "/ab", 900, 1},
	{ORACLE_RFC9309, "/*", "/", "a%2F", "%2Fab", "a/", "/ab", 9, 0},
	{ORACLE_GOOGLE, "/*", "/", "x", "ab", "x", "ab", 600, 1},
	{ORACLE_CONNER2, "/*", "/", "abcdefghijklm?", "[ab]?", "abcdefghijklm%2F", "a%C3", 30, 1},
	{ORACLE_CONNER2, "/*", "/", "abcdefghijklm?", "[ab]?", "abcdefghijklmn", "b\xC3", 700, 1},
	{ORACLE_CONNER2, "/*", "/", "abcdefghijklm", "?", "abcdefghijklm", "%25", 3000, 1},
	{ORACLE_CONNER2, "/%C3%A9b[xy]*",
         "/\xC3\xA9"
         "by",
         "abcdefghijklm[ab]", "", "abcdefghijklma", "", 0, 1},
	{ORACLE_CONNER2, "/%C3%A9b[xy]*",
         "/\xC3\xA9"
         "bz",
         "abcdefghijklm[ab]", "", "abcdefghijklma", "", 0, 0},
};

static void put_all(struct text *t, const char *first, const char *more, size_t times)
{
	put(t, first);
	while (times-- > 0)
		put(t, more);
}

/* The segment begins at each place of a range; then the path's last octets are not those of the
 * rule. */
static void hold_places(size_t k, size_t from, size_t to)
{
	static struct text rules, path;
	const struct oracle_options options = {.dialect = segments[k].dialect};
	struct robotsc_group group;
	struct product p;
	rules.len = 0;
	put(&rules, "User-agent: *\nRobot-version: 2.0\nDisallow: ");
	put(&rules, segments[k].rule_begin);
	put_all(&rules, segments[k].first, segments[k].more, segments[k].times);
	put(&rules, "*end\n");
	struct oracle_file *file = oracle_parse(&options, rules.at, rules.len);
	struct oracle_policy *policy = oracle_select(file, NULL, 0);
	CHECK(product_open(&p, segments[k].dialect, ROBOTSC_FORM_FILTER, rules.at, rules.len, NULL, 0) == ROBOTSC_OK);
	CHECK(robotsc_select(&p.blob, NULL, 0, &group) == ROBOTSC_OK);
	for (size_t place = from + k % every; place < to; place += every) {
		path.len = 0;
		put(&path, segments[k].path_begin);
		memset(path.at + path.len, 'q', place);
		path.len = place;
		put_all(&path, segments[k].path_first, segments[k].path_more, segments[k].times);
		while (path.len < PLACES_ALL)
			put(&path, "q");
		put(&path, "end");
		const int verdict = (int)robotsc_check_path(&group, path.at, path.len);
		CHECK_MSG(verdict == !segments[k].matches, "segment %zu at %zu", k, place);
		CHECK_MSG(robotsc_check_path(&group, path.at, path.len - 1) == ROBOTSC_ALLOW, "segment %zu at %zu, cut", k, place);
		if (place % 331 == 0)
			CHECK_MSG(verdict == oracle_check(policy, path.at, path.len, NULL), "segment %zu at %zu, oracle", k, place);
	}
	product_close(&p);
	oracle_free_policy(policy);
	oracle_free_file(file);
}

/* A long segment that is bound to the path's start, or to /a, matches nowhere else. */
static void hold_bound(void)
{
	static struct text rules, path;
	struct robotsc_group group;
	struct product p;
	rules.len = 0;
	put_all(&rules, "User-agent: *\nRobot-version: 2.0\nDisallow: /a[ab]", "ab[xy]", 1000);
	put(&rules, "*end\n");
	CHECK(product_open(&p, ORACLE_CONNER2, ROBOTSC_FORM_FILTER, rules.at, rules.len, NULL, 0) == ROBOTSC_OK);
	CHECK(robotsc_select(&p.blob, NULL, 0, &group) == ROBOTSC_OK);
	for (size_t after = 0; after < 9; after++) {
		path.len = 0;
		put_all(&path, "/a", "a", after);
		put_all(&path, "b", "abx", 1000);
		put_all(&path, "", "q", 9000);
		put(&path, "end");
		CHECK_MSG(robotsc_check_path(&group, path.at, path.len) == (after ? ROBOTSC_ALLOW : ROBOTSC_DISALLOW),
		          "%zu after its place", after);
	}
	product_close(&p);
}

/* ---- segments that have the hash of another ---- */

#define BLOCK 1024 /* octets after which the Thue-Morse sequence and its complement have one hash */
#define BLOCKS 3

/* Put blocks of two units in the order of the Thue-Morse sequence.  A block whose bit is set in
 * complements is the complement. */
static void put_blocks(struct text *t, const char *const *two, unsigned complements)
{
	for (unsigned i = 0; i < BLOCKS * BLOCK; i++) {
		unsigned bit = complements >> i / BLOCK & 1;
		for (unsigned k = i % BLOCK; k; k &= k - 1)
			bit ^= 1;
		put(t, two[bit]);
	}
}

/* For each choice of blocks in a rule, ask about paths that have each choice twice, or have it
 * before the rule's own choice. */
static void hold_hashes(enum oracle_dialect dialect, const char *const *rule_units, const char *const *path_units)
{
	static struct text rules, path;
	struct robotsc_group group;
	struct product p;
	for (unsigned ours = 0; ours < 1u << BLOCKS; ours++) {
		rules.len = 0;
		put(&rules, "User-agent: *\nRobot-version: 2.0\nDisallow: /*");
		put_blocks(&rules, rule_units, ours);
		put(&rules, "*\n");
		CHECK(product_open(&p, dialect, ROBOTSC_FORM_FILTER, rules.at, rules.len, NULL, 0) == ROBOTSC_OK);
		CHECK(robotsc_select(&p.blob, NULL, 0, &group) == ROBOTSC_OK);
		for (unsigned theirs = 0; theirs < 1u << BLOCKS; theirs++)
			for (int again = 0; again < 2; again++) {
				path.len = 0;
				put(&path, "/qqqq");
				put_blocks(&path, path_units, theirs);
				put(&path, again ? "aqqbq" : "aaaaa");
				put_blocks(&path, path_units, again ? ours : theirs);
				CHECK_MSG((int)robotsc_check_path(&group, path.at, path.len) == !(again || ours == theirs),
				          "dialect %d, blocks %u in the rule, %u in the path", (int)dialect, ours, theirs);
			}
		product_close(&p);
	}
}

/* A glob whose octets are those of the path but for a bit of one: all of them are compared.  The
 * glob is tried since its literal, a part of the longest piece, stands in the path. */
static void hold_bits(enum oracle_dialect dialect, enum robotsc_form form, size_t len, const char *after)
{
	static const char needle[] = "0123456789012345678901234567890123456789012345678901234567890123456789";
	char robots[300], path[300];
	struct robotsc_group group;
	struct product p;
	const struct oracle_options options = {.dialect = dialect};
	sprintf(robots, "User-agent: *\nRobot-version: 2.0\nDisallow: /*%s*%.*s%s\n", needle, (int)len,
	        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ", after);
	struct oracle_file *file = oracle_parse(&options, robots, strlen(robots));
	struct oracle_policy *policy = oracle_select(file, NULL, 0);
	CHECK(product_open(&p, dialect, form, robots, strlen(robots), NULL, 0) == ROBOTSC_OK);
	CHECK(robotsc_select(&p.blob, NULL, 0, &group) == ROBOTSC_OK);
	for (size_t i = 0; i <= len; i++)
		for (unsigned bit = 0; bit < 8; bit++) {
			const size_t n = (size_t)sprintf(path, "/%s-%.*s", needle, (int)len,
			                                 "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ");
			if (i < len)
				path[n - len + i] = (char)(path[n - len + i] ^ (char)(1u << bit));
			CHECK_MSG((int)robotsc_check_path(&group, path, n) == oracle_check(policy, path, n, NULL),
			          "dialect %d, form %d, bit %u of octet %zu: %s", (int)dialect, (int)form, bit, i, robots);
		}
	product_close(&p);
	oracle_free_policy(policy);
	oracle_free_file(file);
}

int main(int argc, char **argv)
{
	if (argc > 1)
		every = strtoul(argv[1], NULL, 10);
	unsigned long verdicts[2] = {0, 0};
	uint64_t state = 11;
	for (size_t i = 0; i < sizeof files / sizeof files[0]; i++)
		for (int form = ROBOTSC_FORM_AUTO; form <= ROBOTSC_FORM_FILTER; form++)
			hold(files[i], (enum robotsc_form)form, &state, verdicts);
	for (size_t k = 0; k < sizeof segments / sizeof *segments; k++) {
		hold_places(k, PLACES_FROM, PLACES_TO);
		hold_places(k, PLACES_END, PLACES_ALL + 4);
	}
	for (unsigned long i = 0; i < CUTS; i += every) {
		hold_cuts(ORACLE_RFC9309, &state, verdicts);
		hold_cuts(ORACLE_GOOGLE, &state, verdicts);
		hold_cuts(ORACLE_CONNER2, &state, verdicts);
	}
	hold_bound();
	for (int form = ROBOTSC_FORM_AUTO; form <= ROBOTSC_FORM_FILTER; form++)
		for (size_t len = 1; len <= 52; len++)
			for (int end = 0; end < 2; end++) {
				hold_bits(ORACLE_RFC9309, (enum robotsc_form)form, len, end ? "$" : "");
				hold_bits(ORACLE_GOOGLE, (enum robotsc_form)form, len, end ? "$" : "");
				hold_bits(ORACLE_CONNER2, (enum robotsc_form)form, len, end ? "*" : "");
			}
	hold_hashes(ORACLE_RFC9309, (const char *const[]){"a", "b"}, (const char *const[]){"%61", "b"});
	hold_hashes(ORACLE_RFC9309, (const char *const[]){"%2F", "b"}, (const char *const[]){"%2f", "b"});
	hold_hashes(ORACLE_GOOGLE, (const char *const[]){"a", "b"}, (const char *const[]){"a", "b"});
	hold_hashes(ORACLE_CONNER2, (const char *const[]){"%2F", "/"}, (const char *const[]){"%2f", "/"});
	hold_hashes(ORACLE_CONNER2, (const char *const[]){"%25", "\xC3"}, (const char *const[]){"%25", "%C3"});
	CHECK_MSG(verdicts[0] > verdicts[1] / 8 && verdicts[1] > verdicts[0] / 8, "%lu disallowed, %lu allowed", verdicts[0],
	          verdicts[1]);
	return check_done();
}
