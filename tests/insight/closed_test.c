/* closed_test.c - star-closed and site-closed, against every path of small worlds.
 *
 *     closed_test [WORLDS]
 *
 * A random text is linted in each dialect.  "*" is reported as closed if and only if the oracle
 * finds no path open to it, but those that begin with /robots.txt; the site, if that holds for
 * every robot that the text names, too.  The line that is named decides about a path.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "support/test.h"
#include "oracle/oracle.h"
#include "support/product.h"

#include <robotsc/lint.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LONGEST 4  /* units of a path, after the first '/' */
#define WORLDS 300 /* unless an argument says how many */
#define LINES 40
#define ROBOTS 3

static const char *const units[] = {"a", "b", "c", "/", "?", "$", "robots.txt"};
#define UNITS (sizeof units / sizeof units[0])
/* Most close or open everything, or nearly so. */
static const char *const patterns[] = {"/",      "/",      "/*",     "*",       "/**", "/$",           "",
                                       "/a",     "/a*",    "/*a",    "/*a$",    "/?",  "/robots.txt",  "/robots.txt$",
                                       "/[b-a]", "/[ab]*", "/[!ab]", "/[!ab]*", "/*/", "/*/robots.txt"};
#define PATTERNS (sizeof patterns / sizeof patterns[0])
static const char *const names[ROBOTS] = {"*", "one", "two"};

struct world {
	char text[1200];
	size_t len;
};

static void append(struct world *w, const char *before, const char *value)
{
	w->len += (size_t)snprintf(w->text + w->len, sizeof w->text - w->len, "%s%s\n", before, value);
}

static void make_world(struct world *w, uint64_t *state)
{
	const size_t groups = 1 + product_below(state, 3);

	w->len = 0;
	for (size_t g = 0; g < groups; g++) {
		const size_t rules = product_below(state, 5);

		append(w, "User-agent: ", names[product_below(state, 2) ? 0 : product_below(state, ROBOTS)]);
		if (product_below(state, 5) == 0)
			append(w, "User-agent: ", names[product_below(state, ROBOTS)]);
		if (product_below(state, 2))
			append(w, "Robot-version: 2.0", "");
		for (size_t i = 0; i < rules; i++)
			append(w, product_below(state, 3) ? "Disallow: " : "Allow: ",
			       patterns[product_below(state, product_below(state, 2) ? 4 : PATTERNS)]);
		if (product_below(state, 2))
			append(w, "", "");
	}
}

/* ---- what the oracle says ------------------------------------------------------- */

struct says {
	int open; /* a path is */
	int decides[LINES];
};

static void walk(const struct oracle_policy *policy, char *url, size_t len, int left, struct says *out)
{
	struct oracle_reason reason;
	const int allowed = oracle_check(policy, url, len, &reason);

	if (len < 19 || memcmp(url + 8, "/robots.txt", 11) != 0) {
		out->open |= allowed;
		out->decides[reason.line < LINES ? reason.line : 0] = 1;
	}
	for (size_t i = 0; i < UNITS && left > 0; i++) {
		const size_t n = strlen(units[i]);

		memcpy(url + len, units[i], n);
		walk(policy, url, len + n, left - 1, out);
	}
}

/* What holds for a robot; for "*", all that the text does not name.  0: it has no group. */
static int ask(const struct oracle_file *file, const char *robot, struct says *out)
{
	const struct oracle_text token = {robot, strlen(robot)};
	const int is_star = strcmp(robot, "*") == 0;
	struct oracle_policy *policy = oracle_select(file, &token, is_star ? 0 : 1);
	const int selected = oracle_selected_by(policy, NULL) != ORACLE_SELECTED_NONE;
	char url[80] = "http://h/";

	memset(out, 0, sizeof *out);
	walk(policy, url, 9, LONGEST, out);
	/* In some dialects these are ordinary octets. */
	for (size_t i = 0; i < PATTERNS; i++)
		if (patterns[i][0] == '/') {
			strcpy(url + 8, patterns[i]);
			walk(policy, url, strlen(url), 1, out);
		}
	oracle_free_policy(policy);
	return selected;
}

/* ---- what lint says --------------------------------------------------------------- */

struct told {
	unsigned star, site;
	uint32_t line;
};

static void take(void *ctx, const struct robotsc_finding *f)
{
	struct told *t = ctx;
	const int star = strcmp(f->rule->id, "star-closed") == 0, site = strcmp(f->rule->id, "site-closed") == 0;

	t->star += (unsigned)star;
	t->site += (unsigned)site;
	if (star || site)
		t->line = f->line;
}

static struct told lint(const struct world *w, enum oracle_dialect dialect, int public_site)
{
	struct robotsc_options options;
	struct robotsc_lint_summary summary;
	struct told told = {0, 0, 0};

	robotsc_options_init(&options);
	options.dialect = product_dialect(dialect);
	options.public_site = public_site != 0;
	CHECK(robotsc_lint(&options, w->text, w->len, ROBOTSC_LINT_BUDGET, take, &told, &summary) == ROBOTSC_OK);
	CHECK(summary.undecided == 0);
	return told;
}

/* ---- the two ---------------------------------------------------------------------- */

static unsigned long stars[ORACLE_DIALECTS], sites[ORACLE_DIALECTS], beside[ORACLE_DIALECTS], others[ORACLE_DIALECTS];

static void judge(const struct world *w, enum oracle_dialect dialect)
{
	const struct oracle_options options = {.dialect = dialect};
	struct oracle_file *const file = oracle_parse(&options, w->text, w->len);
	struct says star, robot;
	const int is_star = ask(file, "*", &star) && !star.open;
	int is_site = is_star;
	char where[1300];

	snprintf(where, sizeof where, "dialect %d\n%.*s", (int)dialect, (int)w->len, w->text);
	for (size_t i = 1; i < ROBOTS && is_site; i++) {
		(void)ask(file, names[i], &robot);
		is_site = !robot.open;
	}
	for (int public_site = 0; public_site < 2; public_site++) {
		const struct told told = lint(w, dialect, public_site);
		const unsigned site = is_site && public_site;

		CHECK_MSG(told.site == site, "%u sites, not %u: %s", told.site, site, where);
		CHECK_MSG(told.star == (is_star && !site), "%u stars, not %u: %s", told.star, is_star && !site, where);
		CHECK_MSG(!is_star || star.decides[told.line] || star.decides[0], "line %u decides nothing: %s", told.line, where);
	}
	stars[dialect] += (unsigned long)is_star;
	sites[dialect] += (unsigned long)is_site;
	beside[dialect] += is_star && strstr(w->text, "Allow: ");
	others[dialect] += !is_star;
	oracle_free_file(file);
}

int main(int argc, char **argv)
{
	const unsigned long worlds = argc == 2 ? strtoul(argv[1], NULL, 10) : WORLDS;
	uint64_t state = 11;

	for (unsigned long i = 0; i < worlds; i++) {
		struct world world;

		make_world(&world, &state);
		for (int dialect = 0; dialect < (int)ORACLE_DIALECTS; dialect++)
			judge(&world, (enum oracle_dialect)dialect);
	}
	for (int d = 0; d < (int)ORACLE_DIALECTS; d++) {
		printf("dialect %d: \"*\" is closed in %lu texts, %lu with an Allow, to all in %lu, and not in %lu\n", d, stars[d],
		       beside[d], sites[d], others[d]);
		CHECK(20 * sites[d] > worlds && 50 * beside[d] > worlds && 3 * others[d] > worlds && stars[d] > sites[d]);
	}
	return check_done();
}
