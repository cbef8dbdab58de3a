/* compare_fuzzer.c - Whatever two small files contain, robotsc_compare is right about every short
 * path, its differences are real and as short as possible, and no file differs from its own blob.
 *
 * The bytes are two files with a NUL between them.  The robots asked for have no name, or one that
 * a file contains.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "harness.h"
#include "robotsc/prove.h"
#include "tests/support/random_gen.h"

#define DEPTH 3      /* units of the longest paths, after the first '/' */
#define RARE 4       /* 1 of 4 inputs tries the longest paths, which are eight times the rest */
#define BUDGET 30000 /* steps */
#define PATH 300     /* longer differences are not kept */

static const char *const units[] = {"a", "b", "/", "?", "%2F", "%", "2", "%61"};
#define UNITS (sizeof units / sizeof units[0])

struct witness {
	char path[2][PATH]; /* the first difference, by the verdict of the second side */
	size_t len[2];
};

static void keep(void *ctx, const struct robotsc_difference *d)
{
	struct witness *w = ctx;
	const int to = (int)d->verdict[1];

	must(d->verdict[0] != d->verdict[1] && d->path.len > 0);
	if (w->len[to] == 0 && d->path.len <= PATH) {
		memcpy(w->path[to], d->path.at, d->path.len);
		w->len[to] = d->path.len;
	}
}

/* A side of the comparison, and the oracle's reading of it. */
struct view {
	struct robotsc_options options;
	struct robotsc_side side;
	struct oracle_file *file;
	struct oracle_policy *policy; /* of the robot that is asked for */
};

/* The robot that is asked for. */
struct robot {
	struct robotsc_text name;
	size_t n; /* 0: a robot without a name */
};

static void open_view(struct view *v, enum oracle_dialect dialect, const char *robots, size_t len)
{
	const struct oracle_options how = {.dialect = dialect};

	robotsc_options_init(&v->options);
	v->options.dialect = product_dialect(dialect);
	v->side = (struct robotsc_side){.options = &v->options, .robots = robots, .len = len};
	v->file = oracle_parse(&how, robots, len);
}

static void select_robot(struct view *v, const struct robot *robot)
{
	const struct oracle_text name = {robot->name.at, robot->name.len};

	v->policy = oracle_select(v->file, &name, robot->n);
}

static void close_view(struct view *v)
{
	oracle_free_policy(v->policy);
	oracle_free_file(v->file);
}

/* The oracle's verdict.  It takes a URL, because the dialect google reads a path without a host
 * differently. */
static int verdict_of(const struct view *v, const char *path, size_t len)
{
	char url[8 + PATH] = "http://h";

	memcpy(url + 8, path, len);
	return oracle_check(v->policy, url, 8 + len, NULL);
}

/* Try every path with up to `more` more units: the answer must include each difference. */
static void try_all(const struct view *v, const struct robotsc_comparison *c, const struct witness *w, char *path, size_t len,
                    int more)
{
	const int a = verdict_of(&v[0], path, len), b = verdict_of(&v[1], path, len);

	if (a != b) {
		must(c->answer != ROBOTSC_SAME);
		must(!c->complete || c->found[b] > 0);
		must(!c->complete || w->len[b] <= len);
	}
	for (size_t i = 0; i < UNITS && more > 0; i++) {
		const size_t n = strlen(units[i]);

		memcpy(path + len, units[i], n);
		try_all(v, c, w, path, len + n, more - 1);
	}
}

static void compare(const struct view v[2], const struct robot *robot, int depth)
{
	struct witness w = {.len = {0, 0}};
	const struct robotsc_question question = {.budget = BUDGET, .most = 1, .difference = keep, .ctx = &w};
	struct robotsc_comparison c;
	char path[3 * DEPTH + 2] = "/";

	must(robotsc_compare(&v[0].side, &v[1].side, &robot->name, robot->n, &question, &c) == ROBOTSC_OK);
	must((c.answer == ROBOTSC_DIFFERENT) == (c.found[0] || c.found[1]));
	must(c.answer != ROBOTSC_SAME || c.complete);
	for (int to = 0; to < 2; to++)
		if (w.len[to] > 0)
			must(verdict_of(&v[0], w.path[to], w.len[to]) == !to && verdict_of(&v[1], w.path[to], w.len[to]) == to);
	try_all(v, &c, &w, path, 1, depth);
}

static void compare_with_blob(const struct view *v, const struct robot *robot)
{
	const struct robotsc_question question = {.budget = BUDGET};
	struct robotsc_comparison c;
	struct product p;

	must(product_open_with(&p, &v->options, v->side.robots, v->side.len) == ROBOTSC_OK);
	const struct robotsc_side blob = {.blob = &p.blob};
	must(robotsc_compare(&v->side, &blob, &robot->name, robot->n, &question, &c) == ROBOTSC_OK);
	must(c.answer != ROBOTSC_DIFFERENT);
	product_close(&p);
}

static void compare_case(const uint8_t *bytes, size_t len, size_t nth, uint64_t *state)
{
	const enum oracle_dialect dialect = (enum oracle_dialect)nth;
	const uint8_t *nul = len > 0 ? memchr(bytes, '\0', len) : NULL;
	const size_t first = nul != NULL ? (size_t)(nul - bytes) : len, second = nul != NULL ? len - first - 1 : 0;
	const size_t named = product_below(state, 2);
	struct draft name = {NULL, 0, 0};
	char *text[2] = {harness_copy(bytes, first), harness_copy(bytes + len - second, second)};
	struct view v[2];

	open_view(&v[0], dialect, text[0], first);
	open_view(&v[1], second & 1 ? (enum oracle_dialect)((nth + 1) % ORACLE_DIALECTS) : dialect, text[1], second);
	random_gen_robot(&name, state, v[product_below(state, 2)].file);
	const struct robot robot = {{name.at, name.len}, named};
	select_robot(&v[0], &robot);
	select_robot(&v[1], &robot);
	compare(v, &robot, product_below(state, RARE) == 0 ? DEPTH : DEPTH - 1);
	compare_with_blob(&v[0], &robot);
	close_view(&v[0]);
	close_view(&v[1]);
	free(name.at);
	free(text[0]);
	free(text[1]);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len)
{
	harness_try(bytes, len, ORACLE_DIALECTS, compare_case);
	return 0;
}
