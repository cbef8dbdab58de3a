/* compare_all_test.c - comparing for all robots: which robots are reported, what is found without a
 * search, which lines decide, and the cost.
 *
 * Small worlds: a text of several groups against one that says the same or nearly so, with its
 * lines in another order, its groups apart or together, its octets escaped.  For every robot, the
 * oracle must confirm each proof on every path of the world, and the line of a difference must be
 * the one that robotsc_explain names.  Hostile files: work and memory stay within the budget, for
 * all robots together, and each robot is reported once.
 *
 *     compare_all_test [EVERY]    every EVERYth world and file
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/support/test.h"
#include "tests/support/counting.h"
#include "tests/compiler/hostile.h"
#include "tests/support/product.h"

#include <robotsc/explain.h>
#include <robotsc/prove.h>

#include <stdio.h>
#include <string.h>

#define WORLDS 400
#define LONGEST 3 /* most units of a path, after the first '/' */
#define RULES 8
#define TEXT 2000

static const char *const robots[] = {"a", "b", "c"};
#define ROBOTS (sizeof robots / sizeof robots[0])

/* ---- small worlds ------------------------------------------------------------- */

/* A rule, for one robot or for "*". */
struct world_rule {
	size_t robot; /* ROBOTS: "*" */
	int allow;
	char path[16];
};

struct world {
	struct world_rule rules[RULES];
	size_t n;
	int apart; /* 1: each rule has a group of its own; 0: each robot has one group */
	int escaped;
};

static void make_rule(struct world_rule *rule, uint64_t *state)
{
	static const char *const paths[] = {"/", "/a", "/a*b", "/b", "/b$", "/*b", "/a/"};

	rule->robot = product_below(state, ROBOTS + 1);
	rule->allow = (int)product_below(state, 2);
	snprintf(rule->path, sizeof rule->path, "%s", paths[product_below(state, sizeof paths / sizeof paths[0])]);
}

static void make_worlds(struct world world[2], uint64_t *state)
{
	memset(world, 0, 2 * sizeof *world);
	world[0].n = 1 + product_below(state, RULES);
	for (size_t i = 0; i < world[0].n; i++)
		make_rule(&world[0].rules[i], state);
	world[1] = world[0];
	world[1].apart = (int)product_below(state, 2);
	world[1].escaped = (int)product_below(state, 2);
	for (size_t i = 0; i < world[1].n; i++) { /* another order */
		const size_t k = product_below(state, world[1].n);
		const struct world_rule rule = world[1].rules[i];

		world[1].rules[i] = world[1].rules[k];
		world[1].rules[k] = rule;
	}
	if (product_below(state, 3) == 0)
		make_rule(&world[1].rules[product_below(state, world[1].n)], state);
}

static size_t put_rule(char *to, const struct world *w, const struct world_rule *rule)
{
	size_t n = (size_t)sprintf(to, "%s: ", rule->allow ? "Allow" : "Disallow");

	for (const char *at = rule->path; *at; at++)
		n += (size_t)sprintf(to + n, w->escaped && *at == 'a' ? "%%61" : "%c", *at);
	to[n++] = '\n';
	return n;
}

static size_t write_world(const struct world *w, char *to)
{
	size_t n = 0;

	for (size_t robot = 0; robot <= ROBOTS; robot++) {
		int open = 0;
		for (size_t i = 0; i < w->n; i++) {
			if (w->rules[i].robot != robot)
				continue;
			if (!open || w->apart)
				n += (size_t)sprintf(to + n, "%sUser-agent: %s\n", n ? "\n" : "",
				                     robot < ROBOTS ? robots[robot] : "*");
			open = 1;
			n += put_rule(to + n, w, &w->rules[i]);
		}
	}
	return n;
}

/* Two texts in one dialect, and what was reported of them. */
struct trial {
	enum oracle_dialect dialect;
	struct robotsc_options options;
	char text[2][TEXT];
	size_t len[2];
	struct oracle_file *file[2];
	struct robotsc_text token; /* token of the compared robots; none: all others */
	size_t tokens;
	int told[ROBOTS + 1];
	unsigned long at_once, explored, different;
};

static int says(const struct trial *t, int side, const char *path, size_t len)
{
	const struct oracle_text token = {t->token.at, t->token.len};
	struct oracle_policy *policy = oracle_select(t->file[side], &token, t->tokens);
	char url[64];
	const int n = snprintf(url, sizeof url, "http://h%.*s", (int)len, path);
	const int verdict = oracle_check(policy, url, (size_t)n, NULL);

	oracle_free_policy(policy);
	return verdict;
}

static void same_everywhere(const struct trial *t, char *path, size_t len, int depth)
{
	static const char *const units[] = {"a", "b", "/", "?", "%61"};

	CHECK_MSG(says(t, 0, path, len) == says(t, 1, path, len), "%.*s in dialect %d:\n%s---\n%s", (int)len, path, (int)t->dialect,
	          t->text[0], t->text[1]);
	for (size_t i = 0; depth < LONGEST && i < sizeof units / sizeof units[0]; i++) {
		memcpy(path + len, units[i], strlen(units[i]));
		same_everywhere(t, path, len + strlen(units[i]), depth + 1);
	}
}

static void before(void *ctx, const struct robotsc_robots *r)
{
	struct trial *t = ctx;

	t->tokens = r->n ? 1 : 0;
	t->token = r->n ? r->tokens[0] : (struct robotsc_text){"", 0};
	for (size_t i = 0; i < r->n; i++)
		for (size_t k = 0; k < ROBOTS; k++)
			t->told[k] += r->tokens[i].len == 1 && r->tokens[i].at[0] == robots[k][0];
	t->told[ROBOTS] += r->others;
}

static void difference(void *ctx, const struct robotsc_difference *d)
{
	const struct trial *t = ctx;
	char url[64];
	const int n = snprintf(url, sizeof url, "http://h%.*s", (int)d->path.len, d->path.at);

	for (int side = 0; side < 2; side++) {
		const struct robotsc_reason *reason = &d->reason[side];
		struct robotsc_explanation e;

		CHECK(robotsc_explain(&t->options, t->text[side], t->len[side], &t->token, t->tokens,
		                      (struct robotsc_text){url, (size_t)n}, NULL, NULL, &e) == ROBOTSC_OK);
		CHECK(says(t, side, d->path.at, d->path.len) == (int)d->verdict[side] && e.verdict == d->verdict[side]);
		CHECK(reason->kind == (e.implied    ? ROBOTSC_REASON_ROBOTS_TXT
		                       : e.deciding ? ROBOTSC_REASON_LINE
		                                    : ROBOTSC_REASON_NO_RULE));
		CHECK_MSG(reason->line == e.deciding, "line %lu, not %lu, on %s", (unsigned long)reason->line,
		          (unsigned long)e.deciding, url);
		CHECK(reason->kind != ROBOTSC_REASON_LINE || memchr(reason->text.at, ':', reason->text.len));
		CHECK(!memchr(reason->text.at ? reason->text.at : "", '\n', reason->text.len));
	}
}

static void after(void *ctx, const struct robotsc_robots *r, const struct robotsc_comparison *c)
{
	struct trial *t = ctx;
	char path[4 + 3 * LONGEST] = "/";

	(void)r;
	CHECK(c->answer != ROBOTSC_UNKNOWN);
	t->different += c->answer == ROBOTSC_DIFFERENT;
	t->at_once += c->answer == ROBOTSC_SAME && c->steps == 0;
	t->explored += c->answer == ROBOTSC_SAME && c->steps != 0;
	if (c->answer == ROBOTSC_SAME)
		same_everywhere(t, path, 1, 0);
}

/* True if a world has a group for a robot.  Without Allow in the dialect, Allow lines make none. */
static int is_named(const struct world *w, size_t robot, enum oracle_dialect dialect)
{
	int named = 0;

	for (size_t i = 0; i < w->n; i++)
		named |= w->rules[i].robot == robot && !(dialect == ORACLE_NEXOR1994 && w->rules[i].allow);
	return named;
}

static void try_world(uint64_t *state, unsigned long counts[3])
{
	struct world world[2];
	struct trial t = {.dialect = (enum oracle_dialect)product_below(state, ORACLE_DIALECTS)};
	const struct oracle_options options = {.dialect = t.dialect};
	struct robotsc_side side[2];
	const struct robotsc_question question = {.budget = ROBOTSC_BUDGET, .most = 2, .difference = difference, .ctx = &t};

	make_worlds(world, state);
	robotsc_options_init(&t.options);
	t.options.dialect = product_dialect(t.dialect);
	for (int i = 0; i < 2; i++) {
		t.len[i] = write_world(&world[i], t.text[i]);
		t.file[i] = oracle_parse(&options, t.text[i], t.len[i]);
		side[i] = (struct robotsc_side){NULL, &t.options, t.text[i], t.len[i]};
	}
	CHECK(robotsc_compare_all(&side[0], &side[1], &question, before, after) == ROBOTSC_OK);
	for (size_t k = 0; k < ROBOTS; k++) {
		const int named = is_named(&world[0], k, t.dialect) || is_named(&world[1], k, t.dialect);

		CHECK_MSG(t.told[k] == named, "%s is told %d times", robots[k], t.told[k]);
	}
	CHECK(t.told[ROBOTS] == 1);
	counts[0] += t.at_once;
	counts[1] += t.explored;
	counts[2] += t.different;
	oracle_free_file(t.file[0]);
	oracle_free_file(t.file[1]);
}

/* ---- hostile files ------------------------------------------------------------ */

#define BUDGET 1000000u
#define LITTLE 3000u /* steps: too few to look at all names */
/* Steps beyond the budget that reading rules, and the last pair of states, may take. */
#define OVER 12000000u
/* Most octets of memory: for the ways out of one pair of states, and what a budget of steps
 * fills. */
#define MEMORY(len) (384u * (len) + (96u << 20))

struct bill {
	uint64_t steps;
	unsigned long told[3];
	size_t names;
};

static void add_up(void *ctx, const struct robotsc_robots *r, const struct robotsc_comparison *c)
{
	struct bill *bill = ctx;

	bill->steps += c->steps;
	bill->told[c->answer]++;
	bill->names += r->n;
	CHECK(c->complete || c->answer != ROBOTSC_SAME);
}

/* Copy a text, with one more letter in every tenth rule. */
static char *change(const char *text, size_t len, size_t *changed)
{
	char *to = product_alloc(NULL, 2 * len + 1);
	size_t n = 0, rules = 0;

	for (size_t i = 0; i < len; i++) {
		to[n++] = text[i];
		if (i >= 10 && memcmp(text + i - 10, "Disallow: /", 11) == 0 && rules++ % 10 == 7)
			to[n++] = 'x';
	}
	*changed = n;
	return to;
}

static void ask(const struct hostile_case *c, const char *how, const struct robotsc_side *a, const struct robotsc_side *b,
                uint64_t budget, struct bill *bill)
{
	struct counting counting = {0};
	const struct robotsc_alloc alloc = {counting_resize, &counting};
	const struct robotsc_question question = {.budget = budget, .most = 3, .ctx = bill, .alloc = &alloc};

	*bill = (struct bill){0};
	CHECK(robotsc_compare_all(a, b, &question, NULL, add_up) == ROBOTSC_OK);
	CHECK_MSG(bill->steps <= budget + OVER, "%s, %s: %llu steps", c->name, how, (unsigned long long)bill->steps);
	CHECK_MSG(counting.peak <= MEMORY(a->len + b->len), "%s, %s: %zu octets", c->name, how, counting.peak);
	CHECK(counting.live == 0 && counting.wrong == 0);
}

static void try_hostile(const struct hostile_case *c, unsigned long unknown[2])
{
	struct robotsc_options rfc9309, google;
	struct bill same, changed, other;
	size_t len[2];
	char *text = hostile_make(c, &len[0]), *edited = change(text, len[0], &len[1]);

	robotsc_options_init(&rfc9309);
	google = rfc9309;
	google.dialect = ROBOTSC_GOOGLE;
	const struct robotsc_side a = {NULL, &rfc9309, text, len[0]}, b = {NULL, &rfc9309, edited, len[1]},
				  g = {NULL, &google, text, len[0]};

	ask(c, "itself", &a, &a, BUDGET, &same);
	CHECK_MSG(same.told[ROBOTSC_UNKNOWN] == 0 && same.told[ROBOTSC_DIFFERENT] == 0, "%s is not known to be itself", c->name);
	CHECK_MSG(same.steps <= len[0] / 4, "%s: %llu steps to see that it is itself", c->name, (unsigned long long)same.steps);
	ask(c, "changed", &a, &b, BUDGET, &changed);
	CHECK_MSG(changed.names == same.names, "%s: %zu robots, not %zu", c->name, changed.names, same.names);
	ask(c, "google", &a, &g, BUDGET, &other);
	unknown[0] += changed.told[ROBOTSC_UNKNOWN] > 100;
	unknown[1] += changed.told[ROBOTSC_UNKNOWN] + other.told[ROBOTSC_UNKNOWN] == 0;
	rfc9309.dialect = ROBOTSC_KOSTER1996;
	ask(c, "koster1996", &a, &b, BUDGET, &other);
	ask(c, "koster1996 and little", &a, &b, LITTLE, &changed);
	CHECK_MSG(changed.names == other.names, "%s: %zu robots, not %zu", c->name, changed.names, other.names);
	free(text);
	free(edited);
}

/* The most octets for any budget: exploring takes 128 MiB, reading takes the rest. */
#define MOST ((size_t)160 << 20)

/* With a whole budget a line of 500 kB would take 454 MiB. */
static void memory_is_bounded(void)
{
	const struct hostile_case *c = hostile_cases;
	struct counting counting = {0};
	const struct robotsc_alloc alloc = {counting_resize, &counting};
	struct bill bill = {0};
	const struct robotsc_question question = {.budget = ROBOTSC_BUDGET, .ctx = &bill, .alloc = &alloc};
	struct robotsc_side text = {0}, blob = {0};
	struct robotsc_options options;
	struct product p;
	char *line;

	while (c < hostile_cases + hostile_ncases - 1 && strcmp(c->name, "one-line-high") != 0)
		c++;
	line = hostile_make(c, &text.len);
	text.robots = line;
	robotsc_options_init(&options);
	CHECK(product_open_with(&p, &options, line, text.len) == ROBOTSC_OK);
	blob.blob = &p.blob;
	CHECK(robotsc_compare_all(&text, &blob, &question, NULL, add_up) == ROBOTSC_OK);
	CHECK_MSG(counting.peak <= MOST, "%s: %zu octets", c->name, counting.peak);
	CHECK(bill.told[ROBOTSC_UNKNOWN] == 1 && bill.told[ROBOTSC_SAME] == 0 && counting.live == 0);
	product_close(&p);
	free(line);
}

int main(int argc, char **argv)
{
	const unsigned long every = argc > 1 ? strtoul(argv[1], NULL, 10) : 1, worlds = WORLDS / every;
	unsigned long counts[3] = {0, 0, 0}, unknown[2] = {0, 0};
	uint64_t state = 11;

	for (unsigned long i = 0; i < worlds && check_case("small worlds"); i++)
		try_world(&state, counts);
	printf("small worlds: %lu groups the same at once, %lu the same, %lu different\n", counts[0], counts[1], counts[2]);
	if (check_all_cases())
		CHECK(counts[0] > worlds && counts[1] > worlds / 20 && counts[2] > worlds / 4);
	for (size_t i = 0; i < hostile_ncases; i += every)
		if (check_case(hostile_cases[i].name))
			try_hostile(&hostile_cases[i], unknown);
	CHECK_PART(memory_is_bounded);
	if (check_all_cases())
		CHECK_MSG(unknown[0] > 1 / every && unknown[1] > 10 / every, "%lu and %lu", unknown[0], unknown[1]);
	return check_done();
}
