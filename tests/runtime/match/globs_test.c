/* globs_test.c - compares many long patterns with '?' and sets with the oracle.  They need several
 * words of positions, and meet paths that are longer than the canonical buffer.
 *
 *     globs_test [ROUNDS]
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <robotsc/inspect.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/test.h"
#include "tests/support/product.h"

#define TEXT 60000
#define PATH 9000
#define RULES 40

/* A spelling of a unit in a pattern, and one in a path that it reads. */
static const struct {
	const char *item, *unit;
} atoms[] = {
	{"a", "a"},          {"b", "b"},      {"?", "a"},           {"?", "%2F"},
	{"[ab]", "b"},       {"[!a]", "b"},   {"[!a]", "/"},        {"%2F", "%2f"},
	{"%25", "%"},        {"%C3", "\xC3"}, {"[%80-%FF]", "%C3"}, {"?", "%25"},
	{"[!b-z]", "a"},     {"[a/]", "/"},   {"\\*", "*"},         {"[%01-%1F/-9]", "%01"},
	{"[!%00-%FF]", "a"}, {"[a-]", "-"},
};

struct text {
	char at[TEXT];
	size_t len;
};

static void put(struct text *t, const char *at)
{
	const size_t len = strlen(at);

	if (len < sizeof t->at - t->len)
		memcpy(t->at + t->len, at, len + 1);
	t->len += len < sizeof t->at - t->len ? len : 0;
}

/* Make a pattern, and a path that it matches unless a part of it matches nothing. */
static void make(uint64_t *seed, size_t items, struct text *pattern, struct text *path)
{
	const size_t first = product_below(seed, 2) ? 0 : product_below(seed, 17), kinds = first ? 2 : 3 + product_below(seed, 14);
	const size_t stars = product_below(seed, 3) ? 40 : 5;

	pattern->len = path->len = 0;
	put(pattern, product_below(seed, 2) ? "*" : "/");
	put(path, "/");
	for (size_t i = 0; i < items; i++) {
		const size_t k = first + product_below(seed, kinds > 17 - first ? 17 - first : kinds);

		put(pattern, atoms[k].item);
		put(path, atoms[k].unit);
		if (product_below(seed, stars) == 0) {
			put(pattern, "*");
			for (size_t n = product_below(seed, 5); n > 0; n--)
				put(path, atoms[product_below(seed, 17)].unit);
		}
	}
	if (product_below(seed, 2))
		put(path, "a");
	if (product_below(seed, 2) == 0)
		put(pattern, product_below(seed, 2) ? "*" : "?");
}

/* Make the rules of a file, and a path for each. */
struct scene {
	struct text file, pattern, path[RULES];
	size_t rules;
};

static void make_scene(struct scene *s, uint64_t *seed, size_t longest)
{
	s->file.len = 0;
	put(&s->file, "User-agent: *\nRobot-version: 2.0\n");
	s->rules = 1 + product_below(seed, RULES);
	for (size_t i = 0; i < s->rules; i++) {
		make(seed, 1 + product_below(seed, longest), &s->pattern, &s->path[i]);
		put(&s->file, product_below(seed, 2) ? "Allow: " : "Disallow: ");
		put(&s->file, s->pattern.at);
		put(&s->file, "\n");
	}
}

/* Change a path a little, or make it long. */
static void change(struct text *path, uint64_t *seed, int longer)
{
	static char old[TEXT];
	const size_t at = 1 + product_below(seed, path->len), room = PATH;

	switch (longer ? 0 : product_below(seed, 4)) {
	case 0: /* repeat a part */
		memcpy(old, path->at, path->len + 1);
		path->len = at;
		path->at[at] = '\0';
		for (size_t n = longer ? room / (path->len + 1) : product_below(seed, 4); n > 0; n--)
			put(path, old + product_below(seed, at));
		put(path, old + at);
		break;
	case 1:
		path->at[path->len - 1] ^= 1;
		break;
	case 2:
		path->at[at - 1] = path->at[path->len - 1];
		break;
	default:
		break;
	}
}

static unsigned long allowed, all, filters;

static void compare(struct scene *s, uint64_t *seed, int longer)
{
	const struct oracle_options options = {.dialect = ORACLE_CONNER2};
	struct oracle_file *file = oracle_parse(&options, s->file.at, s->file.len);
	struct oracle_policy *policy = oracle_select(file, NULL, 0);
	struct robotsc_machine_info machine;
	struct robotsc_group group;
	struct product p[2];

	for (int form = 0; form < 2; form++)
		CHECK(product_open(&p[form], ORACLE_CONNER2, form ? ROBOTSC_FORM_FILTER : ROBOTSC_FORM_AUTO, s->file.at,
		                   s->file.len, NULL, 0) == ROBOTSC_OK);
	filters += robotsc_machine_at(&p[0].blob, 0, 0, &machine) && machine.filter;
	for (size_t i = 0; i < s->rules; i++) {
		change(&s->path[i], seed, longer);
		const int want = oracle_check(policy, s->path[i].at, s->path[i].len, NULL);

		allowed += want != 0;
		all++;
		for (int form = 0; form < 2; form++)
			if (CHECK(robotsc_select(&p[form].blob, NULL, 0, &group) == ROBOTSC_OK) &&
			    !CHECK_MSG((int)robotsc_check_path(&group, s->path[i].at, s->path[i].len) == want,
			               "wanted %d in form %d for a path of %zu:", want, form, s->path[i].len)) {
				product_show(s->file.at, s->file.len);
				putchar('\n');
				product_show(s->path[i].at, s->path[i].len);
				putchar('\n');
			}
	}
	for (int form = 0; form < 2; form++)
		product_close(&p[form]);
	oracle_free_policy(policy);
	oracle_free_file(file);
}

int main(int argc, char **argv)
{
	static const size_t longest[] = {8, 40, 64, 130, 500};
	const unsigned long rounds = argc > 1 ? strtoul(argv[1], NULL, 10) : 200;
	static struct scene s;
	uint64_t seed = 4;

	for (unsigned long i = 0; i < rounds; i++) {
		make_scene(&s, &seed, longest[i % 5]);
		compare(&s, &seed, i % 50 == 3);
	}
	printf("%lu of %lu paths allowed; of %lu files %lu are filters by themselves\n", allowed, all, rounds, filters);
	CHECK(allowed > all / 10 && allowed < all - all / 10 && filters > rounds / 10);
	return check_done();
}
