/* random_test.c - random files, robots and URLs: library against oracle.
 *
 *     random_test [SEED [COUNT [FIRST]]]
 *
 * Each of COUNT worlds is a file, some lists of robot names and some URLs, checked in all dialects
 * and forms, in a blob for all agents and in one for the listed names.  A difference is printed as
 * small as it can be made; "random_test SEED 1 N" repeats world N.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/support/test.h"
#include "tests/oracle/oracle.h"
#include "tests/support/product.h"
#include "tests/support/random_gen.h"
#include "tests/support/trial.h"

#include <robotsc/explain.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define URLS 24
#define LISTS 3
#define EXPLAINED 6
#define REPORTS 8

struct world {
	struct draft file, url[URLS], name[TRIAL_TOKENS];
	uint64_t state;
	unsigned long number;
};

static unsigned long reports, questions, denials;

static void report(const struct world *w, const struct trial *t, const char *what)
{
	CHECK_MSG(0, "world %lu: %s", w->number, what);
	if (reports++ < REPORTS)
		trial_report(t);
}

/* The batch calls must say what the single call says. */
static void check_batches(struct world *w, struct trial *t, const struct robotsc_group *group, const uint8_t *want)
{
	struct robotsc_query query[URLS];
	struct robotsc_text path[URLS];
	uint8_t paths[URLS], batch[URLS], urls[URLS], url_batch[URLS];
	const size_t n = product_below(&w->state, URLS + 1);

	for (size_t i = 0; i < n; i++) {
		robotsc_url_path(product_dialect(t->dialect), w->url[i].at, w->url[i].len, &path[i]);
		query[i].group = group;
		query[i].path = path[i];
	}
	robotsc_check_paths(group, path, n, paths);
	robotsc_check_batch(query, n, batch);
	for (size_t i = 0; i < n; i++)
		query[i].path = path[i] = (struct robotsc_text){w->url[i].at, w->url[i].len};
	robotsc_check_urls(group, path, n, urls);
	robotsc_check_url_batch(query, n, url_batch);
	for (size_t i = 0; i < n; i++) {
		robotsc_url_path(product_dialect(t->dialect), w->url[i].at, w->url[i].len, &path[i]);
		t->url = w->url[i].at;
		t->url_len = w->url[i].len;
		if (paths[i] != want[i])
			report(w, t, "robotsc_check_paths differs from robotsc_check_url");
		if (batch[i] != want[i])
			report(w, t, "robotsc_check_batch differs from robotsc_check_url");
		if (urls[i] != want[i])
			report(w, t, "robotsc_check_urls differs from robotsc_check_url");
		if (url_batch[i] != want[i])
			report(w, t, "robotsc_check_url_batch differs from robotsc_check_url");
		if ((int)robotsc_check_path(group, path[i].at, path[i].len) != want[i])
			report(w, t, "robotsc_check_path differs from robotsc_check_url");
	}
}

static void check_urls(struct world *w, struct trial *t, const struct robotsc_group *group, const struct oracle_policy *policy)
{
	uint8_t got[URLS];

	for (size_t i = 0; i < URLS; i++) {
		const int want = oracle_check(policy, w->url[i].at, w->url[i].len, NULL);

		t->url = w->url[i].at;
		t->url_len = w->url[i].len;
		got[i] = (uint8_t)robotsc_check_url(group, t->url, t->url_len);
		questions++;
		denials += !want;
		if (got[i] != want)
			report(w, t, "verdicts differ");
		else
			check_passed++;
	}
	check_batches(w, t, group, got);
}

/* What robotsc_explain reports of single rules. */
struct told {
	uint32_t last, deciding;
	int ordered;
	unsigned long matches, deciders;
};

static void hear(void *ctx, const struct robotsc_match *match)
{
	struct told *told = ctx;

	told->ordered &= match->line >= told->last;
	told->last = match->line;
	told->matches++;
	if (match->deciding) {
		told->deciders++;
		told->deciding = match->line;
	}
}

/* The explanation must give the oracle's verdict and line. */
static void check_explanation(struct world *w, struct trial *t, const struct oracle_policy *policy, size_t i)
{
	const struct robotsc_text url = {w->url[i].at, w->url[i].len};
	struct told told = {.ordered = 1};
	struct robotsc_explanation e;
	struct robotsc_options options;
	struct oracle_reason reason;
	const int want = oracle_check(policy, url.at, url.len, &reason);

	robotsc_options_init(&options);
	options.dialect = product_dialect(t->dialect);
	t->url = url.at;
	t->url_len = url.len;
	if (robotsc_explain(&options, t->robots, t->robots_len, t->token, t->tokens, url, hear, &told, &e) != ROBOTSC_OK)
		report(w, t, "robotsc_explain fails");
	else if ((int)e.verdict != want || (int)e.selected != (int)oracle_selected_by(policy, NULL))
		report(w, t, "robotsc_explain gives another verdict or selection");
	else if (!e.implied && (e.deciding != reason.line || told.deciding != e.deciding))
		report(w, t, "robotsc_explain gives another deciding line");
	else if (!told.ordered || told.matches != e.matches || told.deciders != (e.deciding != 0))
		report(w, t, "robotsc_explain contradicts itself");
	else
		check_passed++;
}

static void check_blob(struct world *w, struct trial *t, const struct product *p, const struct oracle_policy *policy)
{
	static const struct robotsc_text stranger = {"unlisted", 8};
	struct robotsc_group group, other;
	size_t token;

	if (robotsc_select(&p->blob, t->token, t->tokens, &group) != ROBOTSC_OK) {
		report(w, t, "robotsc_select fails");
		return;
	}
	if ((int)group.selected != (int)oracle_selected_by(policy, &token) || group.token != token)
		report(w, t, "other rules selected");
	check_urls(w, t, &group, policy);
	CHECK((robotsc_select(&p->blob, &stranger, 1, &other) == ROBOTSC_ERR_AGENT) == t->partial);
}

/* Check one list of robots in one dialect: in all forms, and in both kinds of blobs. */
static void check_list(struct world *w, struct trial *t, const struct oracle_file *file)
{
	struct oracle_text token[TRIAL_TOKENS];
	struct oracle_policy *policy;

	t->tokens = product_below(&w->state, TRIAL_TOKENS);
	for (size_t i = 0; i < t->tokens; i++) {
		random_gen_robot(&w->name[i], &w->state, file);
		token[i].at = t->token[i].at = w->name[i].at;
		token[i].len = t->token[i].len = w->name[i].len;
	}
	policy = oracle_select(file, token, t->tokens);
	for (size_t i = 0; i < EXPLAINED; i++)
		check_explanation(w, t, policy, i);
	for (t->partial = 0; t->partial <= (t->tokens > 0); t->partial++)
		for (int form = ROBOTSC_FORM_AUTO; form <= ROBOTSC_FORM_QUICK; form++) {
			struct product p;

			t->form = (enum robotsc_form)form;
			t->url = "";
			t->url_len = 0;
			if (product_open(&p, t->dialect, t->form, t->robots, t->robots_len, t->partial ? t->token : NULL,
			                 t->partial ? t->tokens : 0) == ROBOTSC_OK)
				check_blob(w, t, &p, policy);
			else
				report(w, t, "compiling or opening fails");
			product_close(&p);
		}
	oracle_free_policy(policy);
}

/* The same text gives the same blob, whatever was in memory before. */
static void check_same_twice(const struct world *w, enum oracle_dialect dialect)
{
	struct product a, b;

	for (int form = ROBOTSC_FORM_AUTO; form <= ROBOTSC_FORM_QUICK; form++) {
		product_open_poisoned(&a, dialect, (enum robotsc_form)form, w->file.at, w->file.len, 0x00);
		product_open_poisoned(&b, dialect, (enum robotsc_form)form, w->file.at, w->file.len, 0xA7);
		CHECK_MSG(a.bytes != NULL && a.len == b.len && memcmp(a.bytes, b.bytes, a.len) == 0,
		          "world %lu, form %s: two blobs from one text", w->number, product_forms[form]);
		product_close(&a);
		product_close(&b);
	}
}

/* Options that change what the text means: strict fields, Content-Usage as a rule, and a size limit
 * that falls into the file, behind as many octets of comment as every reader must read. */
static void check_options(struct world *w, enum oracle_dialect dialect)
{
	struct oracle_options options = {.dialect = dialect, .limit = ROBOTSC_MIN_LIMIT};
	char *text = product_alloc(NULL, ROBOTSC_MIN_LIMIT + w->file.len);
	const size_t named = product_below(&w->state, 2);
	const struct robotsc_text token = {"foo", 3};
	const struct oracle_text theirs = {token.at, token.len};
	struct robotsc_options ours;
	struct oracle_policy *policy;
	struct robotsc_group group;
	struct oracle_file *file;
	struct product p;

	memset(text, '#', ROBOTSC_MIN_LIMIT);
	text[ROBOTSC_MIN_LIMIT - 1] = '\n';
	memcpy(text + ROBOTSC_MIN_LIMIT, w->file.at, w->file.len);
	options.limit += product_below(&w->state, w->file.len + 2);
	options.strict_fields = dialect == ORACLE_RFC9309 && product_below(&w->state, 2) == 0;
	robotsc_options_init(&ours);
	ours.dialect = product_dialect(dialect);
	ours.limit = options.limit;
	ours.strict_fields = options.strict_fields != 0;
	options.rest_deny = product_below(&w->state, 2) == 0;
	ours.conner2_rest_deny = options.rest_deny != 0;
	options.usage_rules = product_below(&w->state, 2) == 0;
	ours.aipref_rule = options.usage_rules != 0;
	file = oracle_parse(&options, text, ROBOTSC_MIN_LIMIT + w->file.len);
	policy = oracle_select(file, &theirs, named);
	if (CHECK(product_open_with(&p, &ours, text, ROBOTSC_MIN_LIMIT + w->file.len) == ROBOTSC_OK) &&
	    CHECK(robotsc_select(&p.blob, &token, named, &group) == ROBOTSC_OK))
		for (size_t i = 0; i < URLS; i++)
			CHECK_MSG((int)robotsc_check_url(&group, w->url[i].at, w->url[i].len) ==
			                  oracle_check(policy, w->url[i].at, w->url[i].len, NULL),
			          "world %lu, dialect %d, limit %zu, strict %d, usage rules %d, url %zu", w->number, (int)dialect,
			          options.limit, options.strict_fields, options.usage_rules, i);
	product_close(&p);
	oracle_free_policy(policy);
	oracle_free_file(file);
	free(text);
}

static void check_world(struct world *w, enum oracle_dialect dialect)
{
	const struct oracle_options options = {.dialect = dialect};
	struct oracle_file *file;
	struct trial t;

	memset(&t, 0, sizeof t);
	t.dialect = dialect;
	t.robots = w->file.at;
	t.robots_len = w->file.len;
	file = oracle_parse(&options, w->file.at, w->file.len);
	for (size_t i = 0; i < URLS; i++)
		random_gen_url(&w->url[i], &w->state, file);
	for (size_t n = 0; n < LISTS; n++)
		check_list(w, &t, file);
	check_same_twice(w, dialect);
	if (w->number % 4 == 0)
		check_options(w, dialect);
	oracle_free_file(file);
}

/* google keeps a line's first 16,663 octets: lines of about that length, in front of a rule that
 * they outrank, and URLs that tell each length from the next. */
static void check_long_lines(enum oracle_dialect dialect)
{
	static const char head[] = "User-agent: *\nAllow: /x\n", field[] = "Disallow: /";
	struct trial t;

	memset(&t, 0, sizeof t);
	t.dialect = dialect;
	for (size_t line = 16660; line < 16667; line++) {
		const size_t xs = line - strlen(field), len = strlen(head) + line;
		char *text = product_alloc(NULL, len), *url = product_alloc(NULL, line);

		memset(text, 'x', len);
		memcpy(text, head, strlen(head));
		memcpy(text + strlen(head), field, strlen(field));
		memset(url, 'x', line);
		url[0] = '/';
		t.robots = text;
		t.robots_len = len;
		t.url = url;
		for (t.url_len = xs - 6; t.url_len <= xs + 2; t.url_len++)
			if (!CHECK(!trial_differs(&t)) && reports++ < REPORTS)
				printf("dialect %d: line of %zu, path of %zu octets\n", (int)dialect, line, t.url_len);
		free(text);
		free(url);
	}
}

int main(int argc, char **argv)
{
	const uint64_t seed = argc > 1 ? strtoull(argv[1], NULL, 10) : 1;
	const unsigned long count = argc > 2 ? strtoul(argv[2], NULL, 10) : 1000;
	const unsigned long first = argc > 3 ? strtoul(argv[3], NULL, 10) : 0;
	struct world w;

	memset(&w, 0, sizeof w);
	for (int d = 0; d < ORACLE_DIALECTS; d++)
		if (check_case("check_long_lines"))
			check_long_lines((enum oracle_dialect)d);
	for (w.number = first; w.number - first < count; w.number++) {
		w.state = seed * 0x100000001B3u + w.number;
		random_gen_file(&w.file, &w.state);
		for (int d = 0; d < ORACLE_DIALECTS; d++)
			if (check_case(robotsc_dialect_name((enum robotsc_dialect)d)))
				check_world(&w, (enum oracle_dialect)d);
	}
	for (size_t i = 0; i < URLS; i++)
		free(w.url[i].at);
	for (size_t i = 0; i < TRIAL_TOKENS; i++)
		free(w.name[i].at);
	free(w.file.at);
	printf("seed %llu: %lu worlds, %lu questions, %lu of them denied\n", (unsigned long long)seed, count, questions, denials);
	return check_done();
}
