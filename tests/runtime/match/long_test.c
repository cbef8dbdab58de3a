/* long_test.c - a check of a long path takes steps in proportion to the path, however long it is
 * and however it is spelled, and all calls give the oracle's verdict; opening a blob takes steps in
 * proportion to its octets.
 *
 * What walks and opens is compiled into this program once more.  It counts the basic blocks that it
 * executes: the compiler calls a function in each (-fsanitize-coverage=trace-pc).  Checks of small
 * builds have another bound and are not compared.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>

#include "tests/support/test.h"
#include "tests/support/product.h"
#include "robotsc/extensions.h"
#include "tests/compiler/hostile.h"
#include "runtime/match/attributes.h"

#define LONGEST 65000
#define BASE 2000        /* octets of the path that others are compared with */
#define TIMES 3          /* times the steps per octet of that path that a longer path may take */
#define FIXED 60000      /* steps that a check may take in any case .. */
#define FIXED_RULES 20   /* .. and for each octet of the rules */
#define TOO_LONG 3000    /* octets of a segment that no path of BASE octets has */
#define SIXTY_FOURTHS 20 /* steps per 64 octets of path and octet of TOO_LONG rules with sets */
#define EACH 20          /* steps per octet of path and TOO_LONG rule without sets */
#define ENDS 3000        /* rules that only the path's end refuses */
#define PASSES 4         /* times that the path may be made canonical for ENDS */
#define OPENS 5          /* steps of robotsc_open for an octet of a blob */
#define ORACLE_RULES 4   /* rules for which the oracle is asked */

static uint64_t steps;

void __sanitizer_cov_trace_pc(void);
void __sanitizer_cov_trace_pc(void)
{
	steps++;
}

#if !ROBOTSC_SMALL
static uint64_t made; /* octets that were made canonical */

/* The linker puts __wrap_robotsc__canonical_make in the place of robotsc__canonical_make, which is
 * called by the name with __real_. */
struct path;
uint8_t *__wrap_robotsc__canonical_make(struct path *path, const uint8_t **from, uint8_t *to, uint8_t *most);
uint8_t *__real_robotsc__canonical_make(struct path *path, const uint8_t **from, uint8_t *to, uint8_t *most);
uint8_t *__wrap_robotsc__canonical_make(struct path *path, const uint8_t **from, uint8_t *to, uint8_t *most)
{
	uint8_t *const end = __real_robotsc__canonical_make(path, from, to, most);
	made += (uint64_t)(end - to);
	return end;
}
#endif

/* Rules, numbered in three letters for XYZ, and the octets that are repeated in a path. */
static const struct {
	enum oracle_dialect dialect;
	enum robotsc_form form;
	const char *field, *before, *after; /* of each rule, around the number */
	unsigned rules, before_times;       /* before is repeated */
	const char *path;
} shapes[] = {
	{ORACLE_RFC9309, ROBOTSC_FORM_FILTER, "Disallow: ", "/*aaaaaaaaaaaaa", "*", 60, 1, "a"},
	{ORACLE_RFC9309, ROBOTSC_FORM_FILTER, "Disallow: ", "/*aaaa%2Faaaaaaaa", "", 60, 1, "aaaa%2Faaaaaaaa"},
	{ORACLE_RFC9309, ROBOTSC_FORM_FILTER, "Disallow: ", "/*aaaa%2Faaaaaaaa", "", 60, 1, "aaaa/aaaaaaaa?"},
	{ORACLE_RFC9309, ROBOTSC_FORM_FILTER, "Disallow: ", "/*\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9", "$", 60, 1, "\xC3\xA9"},
	{ORACLE_RFC9309, ROBOTSC_FORM_FILTER, "Disallow: ", "/*aaaaaaaaaaaaa*b*b*b", "*", 60, 1, "aaaaaaaaaaaaab"},
	{ORACLE_RFC9309, ROBOTSC_FORM_FILTER, "Disallow: ", "a", "*", 6, 200, "a"},
	{ORACLE_RFC9309, ROBOTSC_FORM_FILTER, "Disallow: ", "%2Fa?", "$", 6, 300, "%2Fa?"},
	{ORACLE_RFC9309, ROBOTSC_FORM_FILTER, "Disallow: ", "a", "*", 2, 3000, "a"},
	{ORACLE_RFC9309, ROBOTSC_FORM_FILTER, "Disallow: ", "%2Fa?", "$", 2, 3000, "%2Fa?"},
	{ORACLE_RFC9309, ROBOTSC_FORM_DFA, "Disallow: ", "/*aaab", "", 20, 1, "aaa"},
	{ORACLE_RFC9309, ROBOTSC_FORM_DFA, "Disallow: ", "/*aaab*ab", "$", 4, 1, "aab"},
	{ORACLE_GOOGLE, ROBOTSC_FORM_FILTER, "Disallow: ", "/*aaaaaaaaaaaaa", "*", 60, 1, "a"},
	{ORACLE_RFC9309, ROBOTSC_FORM_FILTER, "Content-Usage: ", "/*aaaaaaaaaaaaa", "* train-ai=n", 60, 1, "a"},
	{ORACLE_GOOGLE, ROBOTSC_FORM_FILTER, "Content-Usage: ", "/*aaaaaaaaaaaaa", "* train-ai=n", 60, 1, "a"},
	{ORACLE_CONNER2, ROBOTSC_FORM_FILTER, "Content-Usage: ", "/*aaaaaaaaaaaaa", "* train-ai=n", 60, 1, "a"},
	{ORACLE_GOOGLE, ROBOTSC_FORM_FILTER, "Disallow: ", "a", "*", 6, 200, "a"},
	{ORACLE_GOOGLE, ROBOTSC_FORM_DFA, "Disallow: ", "/*aaab", "", 20, 1, "aaa"},
	{ORACLE_CONNER2, ROBOTSC_FORM_FILTER, "Disallow: ", "*aaaaaaaaaaaa", "", 60, 1, "a"},
	{ORACLE_CONNER2, ROBOTSC_FORM_FILTER, "Disallow: ", "*aaaaaaaaaaaaa????[ab][ab]", "*", 60, 1, "aaaaaaaaaaaaaab"},
	{ORACLE_CONNER2, ROBOTSC_FORM_FILTER, "Disallow: ", "aaaaaaaaaaaaa?", "*", 6, 10, "aaaaaaaaaaaaab"},
	{ORACLE_CONNER2, ROBOTSC_FORM_FILTER, "Disallow: ", "aaaaaaaaaaaaa?", "*", 2, 230, "aaaaaaaaaaaaab"},
	{ORACLE_CONNER2, ROBOTSC_FORM_FILTER, "Disallow: ", "*%C3?%C3?", "", 60, 1, "\xC3\xA9"},
	{ORACLE_CONNER2, ROBOTSC_FORM_DFA, "Disallow: ", "*aaab", "", 20, 1, "aaa"},
};

static int too_long(size_t shape)
{
	return strlen(shapes[shape].before) * shapes[shape].before_times >= TOO_LONG;
}

/* How the octets of a path are spelled. */
enum spelling {
	STANDING,
	ESCAPED,
	MIXED,
	HIGH_LAST,
	SPELLINGS
};
static const char *const spellings[] = {"standing", "escaped", "mixed", "high octets in the second half"};

static int has_sets(size_t shape)
{
	return shapes[shape].dialect == ORACLE_CONNER2 && strchr(shapes[shape].before, '?');
}

static size_t make_rules(size_t shape, unsigned rules, char *text)
{
	const int sets = has_sets(shape);
	size_t n = (size_t)sprintf(text, "User-agent: *\nRobot-version: 2.0\n");
	for (unsigned i = 0; i < rules; i++) {
		n += (size_t)sprintf(text + n, "%s%s", shapes[shape].field, shapes[shape].before_times > 1 ? "/*" : "");
		for (unsigned k = 0; k < shapes[shape].before_times; k++)
			n += (size_t)sprintf(text + n, "%s", shapes[shape].before);
		/* in brackets it is a set, and no literal */
		n += (size_t)sprintf(text + n, "%s%c%c%c%s%s\n", sets ? "[" : "", 'c' + (int)(i / 400), 'c' + (int)(i / 20 % 20),
		                     'c' + (int)(i % 20), sets ? "]" : "", shapes[shape].after);
	}
	return n;
}

static void make_path(const char *piece, enum spelling spelling, size_t len, char *path)
{
	char unit[100] = "";
	for (size_t i = 0, n = 0; piece[i]; i++) {
		const int kept = piece[i] == '%' || piece[i] == '/' || piece[i] == '?' || (i && piece[i - 1] == '%') ||
		                 (i > 1 && piece[i - 2] == '%');
		if (!kept && (spelling == ESCAPED || (spelling == MIXED && i % 2)))
			n += (size_t)sprintf(unit + n, "%%%02x", (unsigned char)piece[i]);
		else
			n += (size_t)sprintf(unit + n, "%c", piece[i]);
	}
	const size_t size = strlen(unit);
	path[0] = '/';
	for (size_t i = 1; i < len; i++)
		path[i] = spelling == HIGH_LAST && i >= len / 2 ? "\xC3\xA9"[i % 2] : unit[(i - 1) % size];
}

/* The subject of a shape, and what the oracle says of fewer rules. */
struct subject {
	struct product p;
	struct robotsc_group group;
	struct robotsc_extensions ext;
	size_t shape;
};

/* Makes every call.  None may take many more steps than robotsc_check_path. */
static void check_all(const struct subject *s, const char *path, size_t len, int *verdict)
{
	static char url[LONGEST + 20] = "http://h";
	const struct robotsc_text text = {path, len};
	const struct robotsc_text whole = {url, len + 8};
	const struct robotsc_query query = {&s->group, text}, whole_query = {&s->group, whole};
	struct robotsc_usage usage;
	uint8_t one = 2, batch = 2;
	memcpy(url + 8, path, len);
	uint64_t from = steps;
	*verdict = (int)robotsc_check_path(&s->group, path, len);
	const uint64_t took = steps - from;
	from = steps;
	CHECK((int)robotsc_check_url(&s->group, url, len + 8) == *verdict);
	CHECK(steps - from <= took + FIXED);
	from = steps;
	robotsc_check_paths(&s->group, &text, 1, &one);
	robotsc_check_batch(&query, 1, &batch);
	CHECK(one == *verdict && batch == *verdict);
	CHECK(steps - from <= 2 * took + FIXED);
	one = batch = 2;
	from = steps;
	robotsc_check_urls(&s->group, &whole, 1, &one);
	robotsc_check_url_batch(&whole_query, 1, &batch);
	CHECK(one == *verdict && batch == *verdict);
	CHECK(steps - from <= 2 * took + FIXED);
	CHECK((int)robotsc_check_usage(&s->ext, &s->group, url, len + 8, &usage) == *verdict);
}

static void open_subject(struct subject *s, unsigned rules, char *text, size_t *size)
{
	struct robotsc_options options;
	*size = make_rules(s->shape, rules, text);
	robotsc_options_init(&options);
	options.dialect = product_dialect(shapes[s->shape].dialect);
	options.form = shapes[s->shape].form;
	options.extensions = 1;
	CHECK(product_open_with(&s->p, &options, text, *size) == ROBOTSC_OK);
	CHECK(robotsc_select(&s->p.blob, NULL, 0, &s->group) == ROBOTSC_OK);
	CHECK(robotsc_open_extensions(&s->p.blob, &s->ext) == ROBOTSC_OK);
}

static const size_t lengths[] = {2047, 2049, 2060, 4097, 6143, 6144, 6145, 6146, 6147, 6160, 9000, 20000, 65000};
#define LENGTHS (sizeof lengths / sizeof *lengths)

/* Steps of robotsc_check_usage: it checks the path once, and once more for each value of a
 * label. */
static uint64_t check(const struct subject *s, const char *path, size_t len)
{
	struct robotsc_usage usage;
	const uint64_t from = steps;
	robotsc_check_usage(&s->ext, &s->group, path, len, &usage);
	return steps - from;
}

/* A longer path takes at most TIMES the steps per octet. */
static void hold_steps(size_t shape, char *text, char *path)
{
	struct subject s = {.shape = shape};
	size_t size;
	open_subject(&s, shapes[shape].rules, text, &size);
	for (enum spelling spelling = 0; spelling < SPELLINGS; spelling++) {
		make_path(shapes[shape].path, spelling, BASE, path);
		const uint64_t base = check(&s, path, BASE);
		for (size_t i = 0; i < LENGTHS - (too_long(shape) ? 1 : 0); i++) {
			make_path(shapes[shape].path, spelling, lengths[i], path);
			const uint64_t took = check(&s, path, lengths[i]);
			const uint64_t canonical = 3 * lengths[i];
			const uint64_t most = !too_long(shape)  ? TIMES * base * lengths[i] / BASE
			                      : has_sets(shape) ? SIXTY_FOURTHS * size * canonical / 64
			                                        : EACH * shapes[shape].rules * canonical;
			CHECK_MSG(took <= most + FIXED + FIXED_RULES * size,
			          "shape %zu, %s: %llu steps for %d octets, %llu for %zu", shape, spellings[spelling],
			          (unsigned long long)base, BASE, (unsigned long long)took, lengths[i]);
		}
	}
	product_close(&s.p);
}

#if !ROBOTSC_SMALL
/* Rules that the path's last octets decide, with '$' and without: the path is not made canonical
 * anew for each group of globs. */
static void hold_passes(enum oracle_dialect dialect, const char *end, char *text, char *path)
{
	struct robotsc_options options;
	struct robotsc_group group;
	struct product p;
	size_t n = (size_t)sprintf(text, "User-agent: *\nRobot-version: 2.0\n");
	for (unsigned i = 0; i < ENDS; i++)
		n += (size_t)sprintf(text + n, "Disallow: /*aaaaaaaaaaaaa%c%c%c%s\n", 'c' + (int)(i / 400),
		                     'c' + (int)(i / 20 % 20), 'c' + (int)(i % 20), end);
	robotsc_options_init(&options);
	options.dialect = product_dialect(dialect);
	CHECK(product_open_with(&p, &options, text, n) == ROBOTSC_OK);
	CHECK(robotsc_select(&p.blob, NULL, 0, &group) == ROBOTSC_OK);
	for (size_t len = 6200; len <= LONGEST; len *= 3) {
		make_path("a", STANDING, len, path);
		path[len - 1] = 'c'; /* as some rules */
		made = 0;
		CHECK(robotsc_check_path(&group, path, len) == ROBOTSC_ALLOW);
		CHECK_MSG(made > 0 && made <= PASSES * len, "%zu octets: %llu were made", len, (unsigned long long)made);
	}
	product_close(&p);
}
#endif

/* Paths with a rule's own octets near the buffers' ends. */
static void hold_verdicts(size_t shape, char *text, char *path, unsigned long verdicts[2])
{
	struct subject s = {.shape = shape};
	size_t size;
	open_subject(&s, ORACLE_RULES, text, &size);
	const struct oracle_options options = {.dialect = shapes[shape].dialect};
	struct oracle_file *file = oracle_parse(&options, text, size);
	struct oracle_policy *policy = oracle_select(file, NULL, 0);
	for (enum spelling spelling = 0; spelling < SPELLINGS; spelling++)
		for (size_t i = 0; i < LENGTHS - (ROBOTSC_SMALL || shapes[shape].before_times > 1 ? 2 : 1); i++) {
			const size_t len = lengths[i], before = spelling == HIGH_LAST ? len / 2 : len;
			int verdict;
			make_path(shapes[shape].path, spelling, len, path);
			for (size_t back = 0; back < 12; back += 6) {
				if (back)
					memcpy(path + before - back - 3, "ccd", 3);
				const int want = oracle_check(policy, path, len, NULL);
				check_all(&s, path, len, &verdict);
				CHECK_MSG(verdict == want, "shape %zu, %s, %zu octets, %zu from the end: wanted %d", shape,
				          spellings[spelling], len, back, want);
				verdicts[want]++;
			}
		}
	oracle_free_policy(policy);
	oracle_free_file(file);
	product_close(&s.p);
}

/* Opening takes steps in proportion to the octets of the blob, whatever file it was made of. */
static void hold_opening(void)
{
	for (size_t i = 0; i < hostile_ncases; i++) {
		struct hostile_case c = hostile_cases[i];
		struct robotsc_blob blob;
		size_t len, size;
		void *bytes;
		c.room = 60000;
		char *text = hostile_make(&c, &len);
		if (!CHECK(text && robotsc_compile(NULL, text, len, &bytes, &size) == ROBOTSC_OK))
			return;
		const uint64_t from = steps;
		CHECK(robotsc_open(&blob, bytes, size) == ROBOTSC_OK);
		const uint64_t each = (steps - from) / size;
		CHECK_MSG(each <= OPENS, "%s: %llu steps for each of %zu octets", c.name, (unsigned long long)each, size);
		robotsc_free_blob(NULL, bytes, size);
		free(text);
	}
}

int main(void)
{
	char *text = product_alloc(NULL, 150000), *path = product_alloc(NULL, LONGEST + 1);
	unsigned long verdicts[2] = {0, 0};
	for (size_t shape = 0; shape < sizeof shapes / sizeof *shapes; shape++) {
		if (!ROBOTSC_SMALL)
			hold_steps(shape, text, path);
		/* in small builds other shapes take steps in proportion to the square of the
		 * octets */
		if (!ROBOTSC_SMALL || shapes[shape].before_times == 1)
			hold_verdicts(shape, text, path, verdicts);
	}
#if !ROBOTSC_SMALL
	hold_passes(ORACLE_RFC9309, "$", text, path);
	hold_passes(ORACLE_GOOGLE, "$", text, path);
	hold_passes(ORACLE_CONNER2, "", text, path);
#endif
	hold_opening();
	CHECK_MSG(steps > 0, "no steps are counted");
	CHECK_MSG(verdicts[0] > 50 && verdicts[1] > 50, "%lu disallowed, %lu allowed", verdicts[0], verdicts[1]);
	free(path);
	free(text);
	return check_done();
}
