/* worlds_test.c - compares library and oracle on small worlds: all sets of a few rules, all short
 * paths.
 *
 *     worlds_test [--deep] [EVERY | WORLD]    sets of every EVERYth rule, or one world
 *
 * A world has a list of atoms for patterns and one for paths.  Its patterns and paths are all words
 * up to a number of atoms.  For each set of rules over the patterns, the library compiles a file in
 * each form, and checks all paths.  The expected verdicts come from the oracle: for each rule
 * alone, the paths that it matches and its rank.  Some sets are given to the oracle as a whole,
 * too.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/support/test.h"
#include "tests/oracle/oracle.h"
#include "tests/support/product.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ATOMS 12
#define TEXT 96 /* octets of a pattern or path, at most */
#define RULES 3 /* of a set, at most */
#define HEAD "User-agent: *\n"
#define ORIGIN "http://h" /* a path alone could be read as something else */
#define SPOT_CHECK 97     /* one of this many sets is given to the oracle as a whole */

struct world {
	const char *name;
	const char *lead[ATOMS];    /* a pattern begins with one of these */
	const char *pattern[ATOMS]; /* .. and goes on with these */
	const char *path[ATOMS];    /* a path is '/' and these */
	/* For sets of 1, 2 and 3 rules: atoms of a pattern after its lead, and atoms of a path; 0
	 * atoms of a path: no set of that size. */
	struct {
		int pattern, path;
	} size[RULES], deep[RULES];
};

static const struct world worlds[] = {
	{"rules",
         {"/", "*"},
         {"/", "a", "b", "*", "$", "%"},
         {"/", "a", "b", "?", "$", "*", "%"},
         {{3, 4}, {2, 3}, {1, 4}},
         {{4, 5}, {3, 4}, {2, 3}}},
	{"stars", {"/", "*"}, {"a", "b", "*", "$"}, {"a", "b"}, {{5, 5}, {3, 5}, {2, 5}}, {{6, 8}, {4, 6}, {3, 5}}},
	{"delimiters",
         {"/", "*"},
         {"%2F", "%3F", "%2f", "?", "/", "*", "a", "$"},
         {"%2F", "%3F", "%2f", "?", "/", "*", "a"},
         {{3, 3}, {2, 3}, {1, 4}},
         {{4, 5}, {2, 4}, {1, 4}}},
	/* A stray '%' before an encoded digit: what looks like %2F in the canonical query is
	 * none. */
	{"collisions",
         {"/", "*"},
         {"%2F", "%3F", "*", "/", "%", "?"},
         {"%%32F", "%%33F", "%2F", "?", "/"},
         {{4, 4}, {2, 4}, {1, 3}},
         {{5, 5}, {3, 4}, {1, 5}}},
	{"triplets",
         {"/", "*"},
         {"%", "2", "F", "5", "a", "*", "$"},
         {"%", "2", "F", "5", "a", "?"},
         {{4, 4}, {2, 3}, {1, 3}},
         {{5, 5}, {3, 4}, {1, 4}}},
	{"encodings",
         {"/", "/*"},
         {"\xC3", "\xA9", "%C3", "%c3", "%A9", "e", " ", "%20", "%2A", "%24", "*", "$"},
         {"\xC3", "\xA9", "%C3", "%c3", "e", " ", "%20", "*", "%2A", "$", "%24"},
         {{2, 3}, {1, 3}, {1, 2}},
         {{3, 3}, {2, 2}, {1, 3}}},
	{"reserved",
         {"/", "/?"},
         {"=", "%3D", "&", "%26", ":", "%3A", "~", "%7E", "<", "%3C", "*", "$"},
         {"?", "=", "%3D", "&", "%26", ":", "%3A", "%3a", "~", "%7E", "<", "%3C"},
         {{2, 3}, {1, 3}, {1, 2}},
         {{3, 3}, {2, 2}, {1, 3}}},
	{"index",
         {"/", "*"},
         {"/", "a", "index.htm", "index.html", "*", "$"},
         {"/", "a", "index.htm", "index.html", "?"},
         {{4, 4}, {2, 4}, {1, 4}},
         {{4, 5}, {3, 4}, {2, 4}}},
	{"robots.txt",
         {"/", "*"},
         {"robots", ".txt", "%2Etxt", "a", "*", "$", "?"},
         {"robots", ".txt", "%2Etxt", "%2etxt", "a", "?"},
         {{3, 4}, {2, 3}, {1, 3}},
         {{4, 4}, {3, 3}, {1, 4}}},
};

#define WORLDS (sizeof worlds / sizeof worlds[0])

static const enum oracle_dialect dialects[] = {ORACLE_RFC9309, ORACLE_GOOGLE};

/* A rule that stands alone: its line, and for each path its rank, 0 where it does not match. */
struct lone {
	char line[TEXT + 16];
	size_t len;
	uint16_t *rank;
};

/* The sets of one size in one world, for one dialect. */
struct scene {
	const struct world *world;
	enum oracle_dialect dialect;
	struct robotsc_text *url, *path; /* each path is the end of its URL */
	char *texts;
	size_t paths;
	struct lone *rule;
	size_t rules;
	uint8_t *exempt; /* for each path: it is allowed whatever the rules */
	uint8_t *want, *got;
	unsigned long sets, blobs; /* how many were tried */
};

/* ---- words ---- */

static int count_atoms(const char *const *atoms)
{
	int n = 0;

	while (n < ATOMS && atoms[n] != NULL)
		n++;
	return n;
}

/* The nth word of exactly length atoms after a lead; 0 if there are no more. */
static int word(const char *lead, const char *const *atoms, int length, unsigned long nth, char out[TEXT])
{
	const unsigned long n = (unsigned long)count_atoms(atoms);

	snprintf(out, TEXT, "%s", lead);
	for (int i = 0; i < length; i++, nth /= n)
		strncat(out, atoms[nth % n], TEXT - 1 - strlen(out));
	return nth == 0;
}

static void add_paths(struct scene *s, int longest)
{
	static const char closed[] = HEAD "Disallow: /\n";
	char text[TEXT];
	size_t used = 0;

	s->paths = 0;
	s->url = NULL;
	s->texts = NULL;
	for (int length = 0; length <= longest; length++)
		for (unsigned long nth = 0; word(ORIGIN "/", s->world->path, length, nth, text); nth++) {
			const size_t len = strlen(text);

			s->url = product_alloc(s->url, (s->paths + 1) * sizeof *s->url);
			s->texts = product_alloc(s->texts, used + len);
			memcpy(s->texts + used, text, len);
			s->url[s->paths++].len = len;
			used += len;
		}
	used = 0;
	s->path = product_alloc(NULL, s->paths * sizeof *s->path);
	for (size_t i = 0; i < s->paths; used += s->url[i++].len) {
		s->url[i].at = s->texts + used;
		s->path[i].at = s->url[i].at + strlen(ORIGIN);
		s->path[i].len = s->url[i].len - strlen(ORIGIN);
	}
	s->exempt = product_alloc(NULL, s->paths);
	for (size_t i = 0; i < s->paths; i++)
		s->exempt[i] = (uint8_t)oracle_allowed(s->dialect, closed, strlen(closed), NULL, 0, s->url[i].at, s->url[i].len);
}

/* ---- rules ---- */

static struct oracle_policy *parse(enum oracle_dialect dialect, const char *text, size_t len, struct oracle_file **file)
{
	const struct oracle_options options = {.dialect = dialect};

	*file = oracle_parse(&options, text, len);
	return oracle_select(*file, NULL, 0);
}

static void add_rule(struct scene *s, const char *pattern, int allow)
{
	char text[TEXT + 64];
	struct oracle_policy *policy;
	struct oracle_reason reason;
	struct oracle_file *file;
	struct lone *r;
	int n;

	n = snprintf(text, sizeof text, "%s%s: %s\n", HEAD, allow ? "Allow" : "Disallow", pattern);
	policy = parse(s->dialect, text, (size_t)n, &file);
	s->rule = product_alloc(s->rule, (s->rules + 1) * sizeof *s->rule);
	r = &s->rule[s->rules++];
	r->len = (size_t)snprintf(r->line, sizeof r->line, "%s", text + strlen(HEAD));
	r->rank = product_alloc(NULL, s->paths * sizeof *r->rank);
	for (size_t i = 0; i < s->paths; i++) {
		oracle_check(policy, s->url[i].at, s->url[i].len, &reason);
		r->rank[i] = (uint16_t)reason.rank;
	}
	oracle_free_policy(policy);
	oracle_free_file(file);
}

static unsigned long every = 1; /* one of this many rules is taken */

static void add_rules(struct scene *s, int longest)
{
	unsigned long made = s->dialect;
	char text[TEXT];

	s->rules = 0;
	s->rule = NULL;
	for (int lead = 0; lead < count_atoms(s->world->lead); lead++)
		for (int length = 0; length <= longest; length++)
			for (unsigned long nth = 0; word(s->world->lead[lead], s->world->pattern, length, nth, text); nth++) {
				for (int allow = 0; allow < 2; allow++)
					if (made++ % every == 0)
						add_rule(s, text, allow);
			}
}

/* ---- sets of rules ---- */

/* The verdict of a set for each path: that of the greatest rank that matches, or "allow". */
static void expect(struct scene *s, const struct lone *const *set, int n)
{
	for (size_t i = 0; i < s->paths; i++) {
		unsigned best = s->exempt[i] ? UINT16_MAX : 1;

		for (int k = 0; k < n; k++)
			if (set[k]->rank[i] > best)
				best = set[k]->rank[i];
		s->want[i] = (uint8_t)(best & 1);
	}
}

static void spot_check(const struct scene *s, const char *text, size_t len)
{
	struct oracle_file *file;
	struct oracle_policy *policy = parse(s->dialect, text, len, &file);
	size_t wrong = 0;

	for (size_t i = 0; i < s->paths; i++)
		wrong += oracle_check(policy, s->url[i].at, s->url[i].len, NULL) != s->want[i];
	CHECK_MSG(wrong == 0, "the oracle and its parts differ on \"%s\"", text);
	oracle_free_policy(policy);
	oracle_free_file(file);
}

static void report(const struct scene *s, enum robotsc_form form, const char *text, size_t len)
{
	for (size_t i = 0; i < s->paths; i++)
		if (s->got[i] != s->want[i]) {
			CHECK_MSG(0, "%s, form %s: library says %d", s->dialect == ORACLE_GOOGLE ? "google" : "rfc9309",
			          product_forms[form], s->got[i]);
			if (check_failed < CHECK_SHOWN) {
				printf("    robots \"");
				product_show(text, len);
				printf("\"\n    url \"");
				product_show(s->url[i].at, s->url[i].len);
				printf("\"\n");
			}
			return;
		}
}

/* Ask one of the calls, in turn from set to set: all calls must agree. */
static void ask(struct scene *s, const struct robotsc_group *group)
{
	switch (s->sets % 3) {
	case 0:
		robotsc_check_paths(group, s->path, s->paths, s->got);
		break;
	case 1:
		for (size_t i = 0; i < s->paths; i++)
			s->got[i] = (uint8_t)robotsc_check_path(group, s->path[i].at, s->path[i].len);
		break;
	default:
		for (size_t i = 0; i < s->paths; i++)
			s->got[i] = (uint8_t)robotsc_check_url(group, s->url[i].at, s->url[i].len);
		break;
	}
}

static void check_set(struct scene *s, const struct lone *const *set, int n)
{
	struct product p, first = {.bytes = NULL};
	struct robotsc_group group;
	char text[sizeof HEAD + RULES * (TEXT + 16)] = HEAD;
	size_t len = strlen(HEAD);

	for (int k = 0; k < n; k++) {
		memcpy(text + len, set[k]->line, set[k]->len + 1);
		len += set[k]->len;
	}
	expect(s, set, n);
	if (s->sets % SPOT_CHECK == 0)
		spot_check(s, text, len);
	s->sets++;
	for (int form = ROBOTSC_FORM_FILTER; form >= ROBOTSC_FORM_AUTO; form--) {
		const enum robotsc_status status = product_open(&p, s->dialect, (enum robotsc_form)form, text, len, NULL, 0);
		const int same = status == ROBOTSC_OK && p.len == first.len && memcmp(p.bytes, first.bytes, p.len) == 0;

		if (!CHECK_MSG(status == ROBOTSC_OK, "\"%s\": %s", text, robotsc_strerror(status))) {
			product_close(&p);
			continue;
		}
		if (!same && CHECK(robotsc_select(&p.blob, NULL, 0, &group) == ROBOTSC_OK)) {
			s->blobs++;
			ask(s, &group);
			if (!CHECK(memcmp(s->got, s->want, s->paths) == 0))
				report(s, (enum robotsc_form)form, text, len);
		}
		/* A forced form that gives the blob of another need not be walked twice. */
		if (form == ROBOTSC_FORM_DFA) {
			product_close(&first);
			first = p;
		} else {
			product_close(&p);
		}
	}
	product_close(&first);
}

static void check_sets(struct scene *s, int n)
{
	const struct lone *set[RULES];

	for (size_t i = 0; i < s->rules; i++) {
		set[0] = &s->rule[i];
		if (n == 1)
			check_set(s, set, 1);
		for (size_t k = i + 1; n >= 2 && k < s->rules; k++) {
			set[1] = &s->rule[k];
			if (n == 2)
				check_set(s, set, 2);
			for (size_t m = k + 1; n >= 3 && m < s->rules; m++) {
				set[2] = &s->rule[m];
				check_set(s, set, 3);
			}
		}
	}
}

static void check_world(const struct world *world, enum oracle_dialect dialect, int deep)
{
	struct scene s = {.world = world, .dialect = dialect};

	for (int n = 1; n <= RULES; n++) {
		const int pattern = deep ? world->deep[n - 1].pattern : world->size[n - 1].pattern;
		const int path = deep ? world->deep[n - 1].path : world->size[n - 1].path;

		add_paths(&s, path);
		add_rules(&s, pattern);
		s.want = product_alloc(NULL, s.paths);
		s.got = product_alloc(NULL, s.paths);
		s.sets = s.blobs = 0;
		check_sets(&s, n);
		printf("%-10s %-7s %d rules: %4zu to choose from, %7lu sets, %7lu blobs, %6zu paths\n", world->name,
		       dialect == ORACLE_GOOGLE ? "google" : "rfc9309", n, s.rules, s.sets, s.blobs, s.paths);
		fflush(stdout);
		for (size_t i = 0; i < s.rules; i++)
			free(s.rule[i].rank);
		free(s.rule);
		free(s.url);
		free(s.path);
		free(s.texts);
		free(s.exempt);
		free(s.want);
		free(s.got);
	}
}

int main(int argc, char **argv)
{
	const int deep = argc > 1 && strcmp(argv[1], "--deep") == 0;
	const char *only = argc > 1 + deep ? argv[1 + deep] : NULL;

	if (only != NULL && atoi(only) > 0) {
		every = strtoul(only, NULL, 10);
		only = NULL;
	}

	for (size_t w = 0; w < WORLDS; w++)
		if ((only == NULL || strcmp(only, worlds[w].name) == 0) && check_case(worlds[w].name))
			for (size_t d = 0; d < sizeof dialects / sizeof dialects[0]; d++)
				check_world(&worlds[w], dialects[d], deep);
	return check_done();
}
