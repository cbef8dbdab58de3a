/* records_test.c - compares library and oracle on all small files of the dialects with records.
 *
 *     records_test [--deep | EVERY]    every EVERYth file
 *
 * There are two kinds of worlds.  In the first, a file is any short row of lines from a list: it
 * shows where records begin and end, which robots they name, and the effect of versions.  In the
 * second, a file is a record with any short row of rules over patterns of a few atoms, and all
 * paths of a few atoms are checked.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/support/test.h"
#include "tests/oracle/oracle.h"
#include "tests/support/product.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ATOMS 20
#define LINES 8      /* of a file, at most */
#define RULES 3      /* of a record, at most */
#define TEXT 400     /* octets of a file, at most */
#define WORDS 300000 /* patterns or paths of a world, at most */
#define REPORTS 6

static const struct robotsc_text robots[] = {{"a", 1}, {"ab", 2}, {"xAbc/1", 6}, {"c", 1}, {"", 0}};
static const char *const urls[] = {"/", "/a", "/ab", "/b", "/robots.txt"};

#define ROBOTS (sizeof robots / sizeof robots[0])
#define URLS (sizeof urls / sizeof urls[0])

/* ---- lines ---- */

struct lines {
	const char *name;
	const char *line[ATOMS];
	int longest, deep; /* lines of a file */
	int versions;      /* for conner2 only */
};

static const struct lines line_worlds[] = {
	{"borders",
         {"User-agent: *", "User-agent: ab", "", "# c", "Disallow: /a", "Disallow:", "Allow: /a", "Allow: /", "X: y", "Comment: z",
          "j"},
         4,
         5,
         0},
	{"agents",
         {"User-agent: *", "User-agent: a", "User-agent: B/2", "User-agent: abc", "User-agent: /", "", "Disallow: /a",
          "Disallow: /b"},
         4,
         6,
         0},
	{"versions",
         {"User-agent: *", "User-agent: ab", "", "Robot-version: 2.0", "Robot-version: 2.1", "Robot-version: 1", "Disallow: /a",
          "Allow: /a", "Allow: /*", "Disallow: *"},
         5,
         6,
         1},
	{"odd",
         {"User-agent: *", "User-agent: ab", "", "Robot-version: 1.1", "Robot-version: 0.1", "Disallow: /a", "Allow: /a"},
         5,
         6,
         1},
};

static unsigned long reports, made, every = 1;

static void show(enum oracle_dialect dialect, const char *what, const char *text, struct robotsc_text robot, const char *url)
{
	CHECK_MSG(0, "dialect %d: %s", (int)dialect, what);
	if (reports++ >= REPORTS)
		return;
	printf("    robots \"");
	product_show(text, strlen(text));
	printf("\"\n    robot \"");
	product_show(robot.at, robot.len);
	printf("\"\n    url \"");
	product_show(url, strlen(url));
	printf("\"\n");
}

/* One robot in one blob. */
static void check_robot(enum oracle_dialect dialect, const struct product *p, const struct oracle_file *file, const char *text,
                        struct robotsc_text robot)
{
	const struct oracle_text token = {robot.at, robot.len};
	struct oracle_policy *policy = oracle_select(file, &token, 1);
	struct robotsc_group group;

	if (robotsc_select(&p->blob, &robot, 1, &group) != ROBOTSC_OK)
		show(dialect, "robotsc_select fails", text, robot, "");
	else if ((int)group.selected != (int)oracle_selected_by(policy, NULL))
		show(dialect, "other rules are selected", text, robot, "");
	else
		for (size_t i = 0; i < URLS; i++)
			if (robotsc_check_url(&group, urls[i], strlen(urls[i])) !=
			    (enum robotsc_verdict)oracle_check(policy, urls[i], strlen(urls[i]), NULL))
				show(dialect, "verdicts differ", text, robot, urls[i]);
			else
				check_passed++;
	oracle_free_policy(policy);
}

/* A file: the blob for all robots, and a blob for these robots alone. */
static void check_file(enum oracle_dialect dialect, const char *text)
{
	const struct oracle_options options = {.dialect = dialect};
	struct oracle_file *file = oracle_parse(&options, text, strlen(text));

	for (int partial = 0; partial < 2; partial++) {
		struct product p;

		if (product_open(&p, dialect, ROBOTSC_FORM_AUTO, text, strlen(text), partial ? robots : NULL,
		                 partial ? ROBOTS : 0) == ROBOTSC_OK)
			for (size_t i = 0; i < ROBOTS; i++)
				check_robot(dialect, &p, file, text, robots[i]);
		else
			show(dialect, "compiling fails", text, robots[0], "");
		product_close(&p);
	}
	oracle_free_file(file);
}

static int count(const char *const *atoms)
{
	int n = 0;

	while (n < ATOMS && atoms[n] != NULL)
		n++;
	return n;
}

static void check_lines(const struct lines *world, enum oracle_dialect dialect, int longest)
{
	const unsigned long n = (unsigned long)count(world->line);
	unsigned long files = 0;

	for (int length = 1; length <= longest; length++) {
		unsigned long all = 1;

		for (int i = 0; i < length; i++)
			all *= n;
		for (unsigned long nth = 0; nth < all; nth++, files++) {
			char text[TEXT] = "";
			unsigned long rest = nth;

			for (int i = 0; i < length; i++, rest /= n) {
				strcat(text, world->line[rest % n]);
				strcat(text, "\n");
			}
			if (made++ % every == 0)
				check_file(dialect, text);
		}
	}
	printf("%-10s dialect %d: %7lu files\n", world->name, (int)dialect, files);
	fflush(stdout);
}

/* ---- rules ---- */

struct rules {
	const char *name;
	const char *head;
	const char *pattern[ATOMS]; /* a pattern is some of these, perhaps after a '/' */
	const char *path[ATOMS];    /* a path is '/' and these */
	/* For rows of 1, 2 and 3 rules: atoms of a pattern, atoms of a path; 0 atoms of a path: no
	 * such rows. */
	struct {
		int pattern, path;
	} size[RULES], deep[RULES];
};

static const struct rules rule_worlds[] = {
	{"prefixes",
         "User-agent: *\n",
         {"/", "a", "b", "*", "$", "%"},
         {"a", "b", "/", "*", "$", "%", "?"},
         {{3, 3}, {2, 2}, {1, 3}},
         {{4, 4}, {2, 4}, {1, 4}}},
	{"octets",
         "User-agent: *\n",
         {"/", "%2F", "%2f", "%25", "%", "\xC3", "%c3", "%C3", "C3", "%09", "%41", "A", "2F"},
         {"%2F", "/", "%25", "%", "\xC3", "%c3", "C", "3", "\t", "A", "%61"},
         {{2, 3}, {1, 2}, {0, 0}},
         {{3, 3}, {2, 2}, {0, 0}}},
	{"globs",
         "User-agent: *\nRobot-version: 2.0\n",
         {"/", "a", "b", "*", "?", "[ab]", "[!a]", "\\"},
         {"/", "a", "b", "*", "\\"},
         {{4, 3}, {2, 2}, {1, 2}},
         {{5, 5}, {2, 5}, {1, 5}}},
	{"sets",
         "User-agent: *\nRobot-version: 2.0\n",
         {"[", "]", "!", "^", "-", "a", "c", "\\", "?"},
         {"[", "]", "!", "-", "a", "b", "c", "\\"},
         {{4, 2}, {1, 2}, {0, 0}},
         {{5, 3}, {3, 2}, {0, 0}}},
	{"units",
         "User-agent: *\nRobot-version: 2.0\n",
         {"?", "*", "[!a]", "[%C3]", "[%2F%25\x01-\x1F]", "%2F", "\xC3", "3", "%", "A"},
         {"%2F", "%", "\xC3", "%c3", "C", "3", "\x01", "A", "/"},
         {{3, 3}, {1, 3}, {0, 0}},
         {{4, 3}, {2, 2}, {1, 2}}},
};

/* The nth word of up to longest atoms after a lead, shorter ones first; 0 if there are no more. */
static int word(const char *lead, const char *const *atoms, int longest, unsigned long nth, char *out)
{
	const unsigned long n = (unsigned long)count(atoms);
	unsigned long all = 1;

	strcpy(out, lead);
	for (int length = 0; length <= longest; length++, all *= n) {
		if (nth >= all) {
			nth -= all;
			continue;
		}
		for (int i = 0; i < length; i++, nth /= n)
			strcat(out, atoms[nth % n]);
		return 1;
	}
	return 0;
}

struct scene {
	enum oracle_dialect dialect;
	const char *head;
	struct robotsc_text path[WORDS];
	size_t paths;
	char *rule[WORDS];
	size_t rules;
	unsigned long files;
};

static char *copy(const char *text)
{
	char *p = product_alloc(NULL, strlen(text) + 1);

	strcpy(p, text);
	return p;
}

static void check_rules(struct scene *s, const char *text, int rest_deny)
{
	const struct oracle_options options = {.dialect = s->dialect, .rest_deny = rest_deny};
	struct oracle_file *file = oracle_parse(&options, text, strlen(text));
	struct oracle_policy *policy = oracle_select(file, NULL, 0);
	static uint8_t want[WORDS];

	for (size_t i = 0; i < s->paths; i++)
		want[i] = (uint8_t)oracle_check(policy, s->path[i].at, s->path[i].len, NULL);
	for (int form = ROBOTSC_FORM_AUTO; form <= ROBOTSC_FORM_FILTER; form += ROBOTSC_FORM_FILTER) {
		struct robotsc_options ours;
		struct robotsc_group group;
		struct product p;

		robotsc_options_init(&ours);
		ours.dialect = product_dialect(s->dialect);
		ours.form = (enum robotsc_form)form;
		ours.conner2_rest_deny = rest_deny != 0;
		if (CHECK(product_open_with(&p, &ours, text, strlen(text)) == ROBOTSC_OK) &&
		    CHECK(robotsc_select(&p.blob, NULL, 0, &group) == ROBOTSC_OK)) {
			for (size_t i = 0; i < s->paths; i++)
				if (robotsc_check_path(&group, s->path[i].at, s->path[i].len) != (enum robotsc_verdict)want[i])
					show(s->dialect, "verdicts differ", text, robots[0], s->path[i].at);
				else
					check_passed++;
		}
		product_close(&p);
	}
	oracle_free_policy(policy);
	oracle_free_file(file);
	s->files++;
}

/* Test all rows of n rules after the text so far. */
static void check_rows(struct scene *s, int n)
{
	size_t at[RULES] = {0};

	for (;;) {
		char text[TEXT];
		int k = 0;

		strcpy(text, s->head);
		for (int i = 0; i < n; i++)
			strcat(text, s->rule[at[i]]);
		if (made++ % every == 0)
			check_rules(s, text, s->files % 2 == 0);
		while (k < n && ++at[k] == s->rules)
			at[k++] = 0;
		if (k == n)
			return;
	}
}

static void check_rule_world(const struct rules *world, enum oracle_dialect dialect, int n, int pattern, int path)
{
	static struct scene s;
	char text[TEXT], line[TEXT];

	memset(&s, 0, sizeof s);
	s.dialect = dialect;
	s.head = world->head;
	for (unsigned long nth = 0; word("/", world->path, path, nth, text) && CHECK(s.paths < WORDS); nth++) {
		s.path[s.paths].len = strlen(text);
		s.path[s.paths++].at = copy(text);
	}
	for (int lead = 0; lead < 2; lead++)
		for (unsigned long nth = 0;
		     word(lead ? "/" : "", world->pattern, pattern, nth, text) && CHECK(s.rules + 2 <= WORDS); nth++)
			for (int allow = 0; allow < 2; allow++) {
				snprintf(line, sizeof line, "%s: %s\n", allow ? "Allow" : "Disallow", text);
				s.rule[s.rules++] = copy(line);
			}
	check_rows(&s, n);
	printf("%-10s dialect %d: %d rules of %4zu, %7lu files, %5zu paths\n", world->name, (int)dialect, n, s.rules, s.files,
	       s.paths);
	fflush(stdout);
	for (size_t i = 0; i < s.paths; i++)
		free((char *)s.path[i].at);
	for (size_t i = 0; i < s.rules; i++)
		free(s.rule[i]);
}

int main(int argc, char **argv)
{
	const int deep = argc > 1 && strcmp(argv[1], "--deep") == 0;
	if (argc > 1 && !deep)
		every = strtoul(argv[1], NULL, 10);

	for (int d = ORACLE_NEXOR1994; d < ORACLE_DIALECTS; d++) {
		const enum oracle_dialect dialect = (enum oracle_dialect)d;

		if (!check_case(robotsc_dialect_name((enum robotsc_dialect)d)))
			continue;
		for (size_t w = 0; w < sizeof line_worlds / sizeof line_worlds[0]; w++)
			if (!line_worlds[w].versions || dialect == ORACLE_CONNER2)
				check_lines(&line_worlds[w], dialect, deep ? line_worlds[w].deep : line_worlds[w].longest);
		for (size_t w = 0; w < sizeof rule_worlds / sizeof rule_worlds[0]; w++)
			for (int n = 1; n <= RULES; n++) {
				const struct rules *world = &rule_worlds[w];
				const int pattern = deep ? world->deep[n - 1].pattern : world->size[n - 1].pattern;
				const int path = deep ? world->deep[n - 1].path : world->size[n - 1].path;

				/* Versions are for conner2 only. */
				if (path > 0 && (dialect == ORACLE_CONNER2 || !strstr(world->head, "version")))
					check_rule_world(world, dialect, n, pattern, path);
			}
	}
	return check_done();
}
