/* one_robot_test.c - a robot with several names: library against oracle, and what is refused.
 *
 *     one_robot_test [SEED [COUNT [FIRST]]]
 *
 * Each of COUNT worlds is a file, two or three names of one robot, and URLs, in rfc9309 and google.
 * The blob, the explanation, and the proof over all paths must say what the oracle's merge says,
 * whichever name is asked.  "one_robot_test SEED 1 N" repeats world N.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/support/test.h"
#include "tests/runtime/records/extensions_gen.h"
#include "tests/runtime/records/extensions_trial.h"
#include "tests/support/product.h"
#include "tests/support/random_gen.h"

#include <robotsc/explain.h>
#include <robotsc/lint.h>
#include <robotsc/prove.h>
#include <robotsc/report.h>
#include <robotsc/summary.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NAMES 3
#define MORE 5 /* names, with repetitions */
#define URLS EXTENSIONS_GEN_URLS
#define REPORTS 6

struct world {
	struct draft file, url[URLS], name[NAMES];
	struct extensions_gen records;
	struct robotsc_text names[MORE]; /* the first n of name[], some of them repeated */
	struct oracle_text theirs[NAMES];
	size_t n;
	uint64_t state;
	unsigned long number;
	struct robotsc_options options;
};

static unsigned long reports, questions, denials, named, records_seen;

static void report(const struct world *w, const char *what)
{
	CHECK_MSG(0, "world %lu: %s", w->number, what);
	if (reports++ >= REPORTS)
		return;
	printf("%s, form %s, names", robotsc_dialect_name(w->options.dialect), product_forms[w->options.form]);
	for (size_t i = 0; i < w->n; i++)
		printf(" %.*s", (int)w->names[i].len, w->names[i].at);
	printf(", file: ");
	product_show(w->file.at, w->file.len);
	printf("\n");
}

static void put(struct draft *d, const char *text, size_t len)
{
	if (d->room < len) {
		d->at = product_alloc(d->at, len);
		d->room = len;
	}
	memcpy(d->at, text, len);
	d->len = len;
}

/* A file with many rules, or one with many records. */
static void make_file(struct world *w)
{
	if (w->number % 2 == 0) {
		random_gen_file(&w->file, &w->state);
		return;
	}
	w->records.state = w->state;
	extensions_gen(&w->records);
	w->state = w->records.state;
	put(&w->file, w->records.file, w->records.len);
}

/* Names that the dialect compares whole; each world has some that its file names. */
static void make_names(struct world *w, const struct oracle_file *file)
{
	static const char *const others[] = {"a", "bot", "b", "nobody", "foo"};

	w->n = 2 + product_below(&w->state, 2);
	for (size_t i = 0; i < w->n; i++) {
		struct draft *const d = &w->name[i];

		random_gen_robot(d, &w->state, file);
		if (!robotsc_is_token(w->options.dialect, d->at, d->len)) {
			const char *const other = others[product_below(&w->state, 5)];

			put(d, other, strlen(other));
		}
		w->names[i] = (struct robotsc_text){d->at, d->len};
		w->theirs[i] = (struct oracle_text){d->at, d->len};
	}
	for (size_t i = w->n; i < MORE; i++)
		w->names[i] = w->names[product_below(&w->state, i)];
}

static void make_urls(struct world *w, const struct oracle_file *file)
{
	for (size_t i = 0; i < URLS; i++)
		if (w->number % 2 && i % 2)
			put(&w->url[i], w->records.url[i], strlen(w->records.url[i]));
		else
			random_gen_url(&w->url[i], &w->state, file);
}

/* All names, in another order and with repetitions, give the same blob. */
static void check_order(struct world *w, const struct product *p)
{
	struct robotsc_options options = w->options;
	struct robotsc_text turned[MORE];
	struct product other;

	for (size_t i = 0; i < MORE; i++)
		turned[i] = w->names[MORE - 1 - i];
	options.agents = turned;
	options.nagents = MORE;
	if (product_open_with(&other, &options, w->file.at, w->file.len) != ROBOTSC_OK || other.len != p->len ||
	    memcmp(other.bytes, p->bytes, p->len) != 0)
		report(w, "another order gives other octets");
	else
		check_passed++;
	product_close(&other);
}

/* What a group says, and its records. */
static void check_group(struct world *w, const struct robotsc_extensions *ext, const struct robotsc_group *group,
                        const struct oracle_file *file, const struct oracle_policy *policy)
{
	struct extensions_trial t = {.ext = ext, .group = group, .file = file, .policy = policy};

	if ((int)group->selected != (int)oracle_selected_by(policy, NULL) || group->token != 0)
		report(w, "other rules selected");
	if (extensions_trial_lines(&t))
		check_passed++;
	else
		report(w, t.what);
	for (size_t i = 0; i < URLS; i++) {
		const int want = oracle_check(policy, w->url[i].at, w->url[i].len, NULL);

		questions++;
		denials += !want;
		if ((int)robotsc_check_url(group, w->url[i].at, w->url[i].len) != want)
			report(w, "verdicts differ");
		else if (!extensions_trial_url(&t, w->url[i].at, w->url[i].len))
			report(w, t.what);
		else
			check_passed++;
	}
	records_seen += t.records;
}

static void check_blob(struct world *w, const struct product *p, const struct oracle_file *file, const struct oracle_policy *policy)
{
	static const struct robotsc_text stranger = {"unlisted", 8};
	struct robotsc_extensions ext;
	struct robotsc_group group;

	if (!CHECK(robotsc_open_extensions(&p->blob, &ext) == ROBOTSC_OK))
		return;
	for (size_t i = 0; i <= w->n; i++) /* each alone, and all */
		if (CHECK(robotsc_select(&p->blob, w->names + (i < w->n ? i : 0), i < w->n ? 1 : w->n, &group) == ROBOTSC_OK))
			check_group(w, &ext, &group, file, policy);
	CHECK(robotsc_select(&p->blob, &stranger, 1, &group) == ROBOTSC_ERR_AGENT);
	CHECK((robotsc_select(&p->blob, NULL, 0, &group) == ROBOTSC_OK) ==
	      (oracle_selected_by(policy, NULL) != ORACLE_SELECTED_TOKEN));
}

/* The explanation must give the oracle's verdict and line, whichever name is asked. */
static void check_explanations(struct world *w, const struct oracle_policy *policy)
{
	const struct robotsc_text *const asked = &w->names[product_below(&w->state, w->n)];
	struct robotsc_text urls[URLS];
	uint32_t lines[URLS];

	for (size_t i = 0; i < URLS; i++)
		urls[i] = (struct robotsc_text){w->url[i].at, w->url[i].len};
	if (!CHECK(robotsc_deciding_lines(&w->options, w->file.at, w->file.len, asked, 1, urls, URLS, lines) == ROBOTSC_OK))
		return;
	for (size_t i = 0; i < URLS; i++) {
		struct robotsc_explanation e;
		struct oracle_reason reason;
		const int want = oracle_check(policy, urls[i].at, urls[i].len, &reason);

		if (robotsc_explain(&w->options, w->file.at, w->file.len, asked, 1, urls[i], NULL, NULL, &e) != ROBOTSC_OK)
			report(w, "robotsc_explain fails");
		else if ((int)e.verdict != want || (int)e.selected != (int)oracle_selected_by(policy, NULL))
			report(w, "robotsc_explain gives another verdict or selection");
		else if (!e.implied && (e.deciding != reason.line || lines[i] != reason.line))
			report(w, "another deciding line");
		else if (e.rules > oracle_policy_rules(policy) || (e.agent_line == 0) != (e.selected == ROBOTSC_SELECTED_NONE))
			report(w, "robotsc_explain selects other groups");
		else
			check_passed++;
	}
}

static void differ(void *ctx, const struct robotsc_robots *robots, const struct robotsc_comparison *c)
{
	unsigned long *const sets = ctx;

	sets[0] += robots->n > 0 && !robots->others;
	sets[1] += c->answer == ROBOTSC_DIFFERENT || robots->others;
}

/* The text with the option is proved to equal the blob, for one set of robots only. */
static void check_proof(struct world *w, const struct product *p)
{
	const struct robotsc_side text = {NULL, &w->options, w->file.at, w->file.len};
	const struct robotsc_side blob = {&p->blob, NULL, NULL, 0};
	unsigned long sets[2] = {0, 0};
	const struct robotsc_question question = {.budget = 300000, .most = 1, .ctx = sets};

	CHECK(robotsc_compare_all(&text, &blob, &question, NULL, differ) == ROBOTSC_OK);
	if (sets[0] != 1 || sets[1] != 0)
		report(w, "the text is not proved to be the blob");
}

static void check_world(struct world *w, enum oracle_dialect dialect)
{
	const struct oracle_options how = {.dialect = dialect};
	struct oracle_file *const file = oracle_parse(&how, w->file.at, w->file.len);
	struct oracle_policy *policy;

	robotsc_options_init(&w->options);
	w->options.dialect = product_dialect(dialect);
	w->options.extensions = 1;
	w->options.one_robot = 1;
	make_names(w, file);
	make_urls(w, file);
	w->options.agents = w->names;
	w->options.nagents = w->n;
	policy = oracle_select_robot(file, w->theirs, w->n);
	named += oracle_selected_by(policy, NULL) == ORACLE_SELECTED_TOKEN;
	for (int form = ROBOTSC_FORM_AUTO; form <= ROBOTSC_FORM_QUICK; form++) {
		struct product p;

		w->options.form = (enum robotsc_form)form;
		if (product_open_with(&p, &w->options, w->file.at, w->file.len) == ROBOTSC_OK) {
			check_blob(w, &p, file, policy);
			check_order(w, &p);
			if (form == ROBOTSC_FORM_AUTO && w->number % 4 < 2)
				check_proof(w, &p);
		} else {
			report(w, "compiling or opening fails");
		}
		product_close(&p);
	}
	check_explanations(w, policy);
	oracle_free_policy(policy);
	oracle_free_file(file);
}

/* ---- what is refused, and what is ignored ---- */

static const char shared[] = "User-agent: foo\nDisallow: /a\nUser-agent: bar\nDisallow: /b\n";

static void drop_part(void *ctx, const struct robotsc_part *part)
{
	(void)ctx;
	(void)part;
}

static void drop_change(void *ctx, const struct robotsc_change *change)
{
	(void)ctx;
	(void)change;
}

/* The status of all calls that know the bit; each call must return the same. */
static enum robotsc_status ask_all(const struct robotsc_options *options, const struct robotsc_text *tokens, size_t n)
{
	const struct robotsc_side side = {NULL, options, shared, sizeof shared - 1};
	const struct robotsc_text url = {"/a", 2};
	const struct robotsc_region region = {.prefix = {"/a", 2}};
	struct robotsc_sampling sampling = {.budget = 10000, .count = 1};
	struct robotsc_explanation explanation;
	struct robotsc_comparison comparison;
	enum robotsc_extent extent;
	uint64_t budget = 10000;
	uint32_t line, given;
	const enum robotsc_status statuses[] = {
		robotsc_explain(options, shared, sizeof shared - 1, tokens, n, url, NULL, NULL, &explanation),
		robotsc_deciding_lines(options, shared, sizeof shared - 1, tokens, n, &url, 1, &line),
		robotsc_compare(&side, &side, tokens, n, NULL, &comparison),
		robotsc_closed_below(&side, tokens, n, &region, &budget, &extent),
		robotsc_generate(&side, tokens, n, &sampling, &given),
		robotsc_parts(&side, tokens, n, &budget, drop_part, NULL),
		robotsc_changes(options, shared, sizeof shared - 1, tokens, n, url, drop_change, NULL),
	};

	for (size_t i = 1; i < sizeof statuses / sizeof *statuses; i++)
		CHECK_MSG(statuses[i] == statuses[0], "call %zu: %d, not %d", i, (int)statuses[i], (int)statuses[0]);
	return statuses[0];
}

static void refusals(void)
{
	static const struct robotsc_text two[] = {{"foo", 3}, {"bar", 3}}, other = {"baz", 3}, header = {"foo/2.0", 7};
	static const struct {
		const char *what;
		enum robotsc_dialect dialect;
		struct robotsc_text names[2];
		size_t n;
		enum robotsc_status status;
	} rows[] = {
		{"two names", ROBOTSC_RFC9309, {{"foo", 3}, {"bar", 3}}, 2, ROBOTSC_OK},
		{"one name", ROBOTSC_GOOGLE, {{"foo", 3}}, 1, ROBOTSC_OK},
		{"the empty token", ROBOTSC_GOOGLE, {{"foo", 3}, {"", 0}}, 2, ROBOTSC_OK},
		{"an empty name", ROBOTSC_RFC9309, {{"foo", 3}, {"", 0}}, 2, ROBOTSC_ERR_ARGUMENT},
		{"no names", ROBOTSC_RFC9309, {{"foo", 3}}, 0, ROBOTSC_ERR_ARGUMENT},
		{"a header", ROBOTSC_RFC9309, {{"foo", 3}, {"bar/1.0", 7}}, 2, ROBOTSC_ERR_ARGUMENT},
		{"the star", ROBOTSC_RFC9309, {{"*", 1}, {"foo", 3}}, 2, ROBOTSC_ERR_ARGUMENT},
		{"a digit", ROBOTSC_GOOGLE, {{"foo2", 4}}, 1, ROBOTSC_ERR_ARGUMENT},
		{"nexor1994", ROBOTSC_NEXOR1994, {{"foo", 3}, {"bar", 3}}, 2, ROBOTSC_ERR_ARGUMENT},
		{"koster1996", ROBOTSC_KOSTER1996, {{"foo", 3}}, 1, ROBOTSC_ERR_ARGUMENT},
		{"conner2, for all", ROBOTSC_CONNER2, {{"foo", 3}}, 0, ROBOTSC_ERR_ARGUMENT},
		{"no dialect", (enum robotsc_dialect)77, {{"foo", 3}}, 1, ROBOTSC_ERR_DIALECT},
	};
	struct robotsc_options options;
	struct product p;

	robotsc_options_init(&options);
	options.one_robot = 1;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		options.dialect = rows[i].dialect;
		options.agents = rows[i].names;
		options.nagents = rows[i].n;
		CHECK_MSG(product_open_with(&p, &options, shared, sizeof shared - 1) == rows[i].status, "%s", rows[i].what);
		product_close(&p);
		CHECK_MSG(ask_all(&options, rows[i].names, 1) == rows[i].status, "%s", rows[i].what);
	}
	options.dialect = ROBOTSC_RFC9309;
	options.agents = two;
	options.nagents = 2;
	CHECK(ask_all(&options, two, 2) == ROBOTSC_OK && ask_all(&options, &header, 1) == ROBOTSC_OK);
	CHECK(ask_all(&options, &other, 1) == ROBOTSC_ERR_AGENT && ask_all(&options, NULL, 0) == ROBOTSC_ERR_AGENT);
	options.agents = &other; /* not named: as "*" */
	options.nagents = 1;
	CHECK(ask_all(&options, NULL, 0) == ROBOTSC_OK && ask_all(&options, two, 1) == ROBOTSC_ERR_AGENT);
}

static void drop(void *ctx, const struct robotsc_finding *finding)
{
	(void)ctx;
	(void)finding;
}

/* Calls about all robots ignore the bit, whatever the dialect and the names. */
static void ignored(void)
{
	struct robotsc_options options;
	struct robotsc_lint_summary with, without;
	const struct robotsc_summary *summary = NULL;
	const struct robotsc_summary_question question = {.options = &options, .budget = ROBOTSC_SUMMARY_BUDGET};

	robotsc_options_init(&options);
	options.dialect = ROBOTSC_NEXOR1994;
	CHECK(robotsc_lint(&options, shared, sizeof shared - 1, ROBOTSC_LINT_BUDGET, drop, NULL, &without) == ROBOTSC_OK);
	options.one_robot = 1;
	CHECK(robotsc_lint(&options, shared, sizeof shared - 1, ROBOTSC_LINT_BUDGET, drop, NULL, &with) == ROBOTSC_OK);
	CHECK(with.findings == without.findings);
	CHECK(robotsc_summarize(&question, shared, sizeof shared - 1, &summary) == ROBOTSC_OK);
	robotsc_free_summary(summary);
}

/* The kinds of changes that explain has reported, as bits. */
struct heard {
	unsigned kinds;
};

static void hear_change(void *ctx, const struct robotsc_change *change)
{
	((struct heard *)ctx)->kinds |= 1u << change->kind;
}

static void explained(void)
{
	static const struct robotsc_text names[] = {{"nobody", 6}, {"bar", 3}, {"foo", 3}}, url = {"/b", 2};
	struct heard heard = {0};
	struct robotsc_explanation e;
	struct robotsc_options options;

	robotsc_options_init(&options);
	options.one_robot = 1;
	options.agents = names;
	options.nagents = 3;
	CHECK(robotsc_explain(&options, shared, sizeof shared - 1, names, 3, url, NULL, NULL, &e) == ROBOTSC_OK);
	CHECK(e.selected == ROBOTSC_SELECTED_TOKEN && e.token == 1 && e.agent_line == 1 && e.rules == 2 && e.deciding == 4);
	CHECK(robotsc_changes(&options, shared, sizeof shared - 1, names, 1, url, hear_change, &heard) == ROBOTSC_OK);
	CHECK(heard.kinds == (1u << ROBOTSC_CHANGE_REMOVE | 1u << ROBOTSC_CHANGE_ADD | 1u << ROBOTSC_CHANGE_SHORTEST));
}

int main(int argc, char **argv)
{
	const uint64_t seed = argc > 1 ? strtoull(argv[1], NULL, 10) : 1;
	const unsigned long count = argc > 2 ? strtoul(argv[2], NULL, 10) : 800;
	const unsigned long first = argc > 3 ? strtoul(argv[3], NULL, 10) : 0;
	static struct world w;

	CHECK_PART(refusals);
	CHECK_PART(ignored);
	CHECK_PART(explained);
	for (w.number = first; w.number - first < count; w.number++) {
		w.state = seed * 0x100000001B3u + w.number;
		make_file(&w);
		for (int d = ORACLE_RFC9309; d <= ORACLE_GOOGLE; d++)
			if (check_case(robotsc_dialect_name((enum robotsc_dialect)d)))
				check_world(&w, (enum oracle_dialect)d);
	}
	for (size_t i = 0; i < URLS; i++)
		free(w.url[i].at);
	for (size_t i = 0; i < NAMES; i++)
		free(w.name[i].at);
	free(w.file.at);
	printf("seed %llu: %lu worlds, %lu named, %lu questions, %lu of them denied, %lu records\n", (unsigned long long)seed,
	       count, named, questions, denials, records_seen);
	return check_done();
}
