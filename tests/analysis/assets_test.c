/* assets_test.c - folders that lint names as closed for *.css or *.js, against every path of small
 * worlds: all such files are closed by the oracle, and where all are closed, lint says so.
 *
 *     assets_test [WORLDS]
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/support/test.h"
#include "tests/oracle/oracle.h"
#include "tests/support/splitmix.h"

#include <robotsc/lint.h>

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

static const char *const patterns[] = {"/css/",  "/css/", "/css",     "/css/*.css$", "/css/*.css",  "/css/a",         "/*.js$",
                                       "/*.css", "/a/js", "/a/js/*$", "/wp-",        "/wp-content", "/wp-includes/a", "/*.json",
                                       "/admin", "/",     "/*/js/*?", "/*.JS",       "/css/*b"};
static const char *const folders[] = {"/", "/css/", "/a/js/", "/wp-includes/", "/wp-content/"};
static const char *const units[] = {"", "a", "b/", ".css", ".js", ".json", ".JS", "js/", "?"};
#define COUNT(array) (sizeof array / sizeof *array)

struct world {
	char text[600];
	struct oracle_policy *policy;
	bool told[COUNT(folders)][2]; /* css, js */
	unsigned long n[2][2];        /* told, closed */
};

static bool is_open(const struct world *w, const char *path)
{
	return oracle_check(w->policy, path, strlen(path), NULL);
}

/* True if all paths are closed that consist of folder, three of units[] and end. */
static bool all_closed(const struct world *w, const char *folder, const char *end)
{
	char path[100];
	for (size_t i = 0; i < COUNT(units); i++)
		for (size_t k = 0; k < COUNT(units); k++)
			for (size_t m = 0; m < COUNT(units); m++) {
				snprintf(path, sizeof path, "%s%s%s%s%s", folder, units[i], units[k], units[m], end);
				if (is_open(w, path))
					return false;
			}
	return true;
}

static void take(void *ctx, const struct robotsc_finding *f)
{
	struct world *const w = ctx;
	if (strcmp(f->rule->id, "assets-closed") != 0)
		return;
	const char *const below = strstr(f->said, " below ");
	bool known = false;
	for (size_t i = 0; i < COUNT(folders); i++) {
		if (strcmp(below + 7, folders[i]) != 0)
			continue;
		known = true;
		w->told[i][0] = strstr(f->said, "*.css") != NULL;
		w->told[i][1] = strstr(f->said, "*.js") != NULL;
	}
	CHECK_MSG(known, "%s of\n%s", f->said, w->text);
}

/* True if lint named folders[folder], or a folder around it, as closed. */
static bool is_within(const struct world *w, size_t folder)
{
	for (size_t i = 0; i < COUNT(folders); i++)
		if ((w->told[i][0] || w->told[i][1]) && strncmp(folders[folder], folders[i], strlen(folders[i])) == 0)
			return true;
	return false;
}

/* True if a Disallow line of the text has exactly this folder. */
static bool is_about(const char *text, const char *folder)
{
	char line[60];
	snprintf(line, sizeof line, "Disallow: %s\n", folder);
	return strstr(text, line) != NULL;
}

static void judge(struct world *w)
{
	static const char *const ends[] = {".css", ".js"};
	memset(w->told, 0, sizeof w->told);
	CHECK(robotsc_lint(NULL, w->text, strlen(w->text), ROBOTSC_LINT_BUDGET, take, w, NULL) == ROBOTSC_OK);
	for (size_t i = 0; i < COUNT(folders); i++)
		for (size_t k = 0; k < 2; k++) {
			const bool closed = all_closed(w, folders[i], ends[k]);
			w->n[w->told[i][k]][closed]++;
			if (w->told[i][k])
				CHECK_MSG(closed, "not all *%s below %s are closed by\n%s", ends[k], folders[i], w->text);
			else if (closed && i > 0 && is_about(w->text, folders[i]))
				CHECK_MSG(is_within(w, i), "all *%s below %s are closed by\n%s", ends[k], folders[i], w->text);
		}
}

int main(int argc, char **argv)
{
	const long worlds = argc > 1 ? atol(argv[1]) : 1500;
	static struct world w;
	uint64_t state = 5;
	for (long i = 0; i < worlds; i++) {
		const struct oracle_text token = {"Googlebot", 9};
		size_t len =
			(size_t)snprintf(w.text, sizeof w.text, "User-agent: %s\n", splitmix_below(&state, 4) ? "*" : "Googlebot");
		for (uint32_t n = 1 + splitmix_below(&state, 5); n > 0; n--)
			len += (size_t)snprintf(w.text + len, sizeof w.text - len, "%s: %s\n",
			                        splitmix_below(&state, 3) ? "Disallow" : "Allow",
			                        patterns[splitmix_below(&state, COUNT(patterns))]);
		struct oracle_file *const file = oracle_parse(&(struct oracle_options){.dialect = ORACLE_GOOGLE}, w.text, len);
		w.policy = oracle_select(file, &token, 1);
		judge(&w);
		oracle_free_policy(w.policy);
		oracle_free_file(file);
	}
	printf("%lu told\n", w.n[1][1]);
	CHECK(worlds < 1000 || w.n[1][1] > 500);
	return check_done();
}
