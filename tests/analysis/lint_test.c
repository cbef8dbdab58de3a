/* lint_test.c - what lint proves about rules, against every path of small worlds.
 *
 *     lint_test [N]    with every Nth of the hostile files only, and fewer worlds
 *
 * Small worlds are random texts in every dialect.  The oracle must find no path and no robot for
 * which a line decides that is reported as dead, or that is in a record reported as hidden.  Every
 * verdict must stay the same when all lines that are reported as useless are replaced by lines that
 * say nothing, and when only the lines of one finding are removed.  In the dialects without
 * records, each of the other lines must change a verdict somewhere.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/support/test.h"
#include "tests/support/counting.h"
#include "tests/compiler/hostile.h"
#include "tests/oracle/oracle.h"
#include "analysis/report/lint_formats.h"
#include "tests/support/product.h"

#include <robotsc/lint.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define LONGEST 4 /* most units of a path after the first '/' */
#define WORLDS 100
#define LONE_LONGEST 3 /* LONGEST, if each finding is judged by itself */
#define LONE_WORLDS 3000
#define LINES 32
#define PEAK ((size_t)192 << 20) /* most octets of memory for a hostile file */

static const char *const units[] = {"a", "b", "/", "?", "%2F", "$", "*", "index.htm"};
#define UNITS (sizeof units / sizeof units[0])
static const char *const pieces[] = {"a", "a", "b", "*", "/", "?", "%2F", "$", "*", "index.htm", ""};
#define PIECES (sizeof pieces / sizeof pieces[0])
static const char *const robots[] = {"one", "two", "other"};
#define ROBOTS 3

struct world {
	char line[LINES][64];
	int rule[LINES], dead[LINES], redundant[LINES]; /* by line */
	/* By line: the line that is said to cover it; 0: none. */
	int cover[LINES];
	/* By line: true if the record that begins there is reported as obeyed by no robot. */
	int hidden[LINES];
	int n;
	struct told { /* a finding about rules */
		char said[80], id[24];
		int lines[1 + ROBOTSC_LINT_LINES], n; /* its lines, from 1; its own line first */
	} told[LINES];
	int ntold;
	struct example {
		char path[64], said[64];
		uint32_t line, other;
		int order;
	} example[ORACLE_DIALECTS];
	int examples;
	char text[LINES * 64];
	size_t len;
	unsigned long undecided;
};

/* ---- texts ------------------------------------------------------------------- */

static void make_rule(struct world *w, uint64_t *state)
{
	char *line = w->line[w->n];
	const size_t n = product_below(state, 4);

	strcpy(line, product_below(state, 3) ? "Disallow: " : "Allow: ");
	strcat(line, product_below(state, 8) ? "/" : "*");
	for (size_t k = 0; k < n; k++)
		strcat(line, pieces[product_below(state, PIECES)]);
	w->rule[w->n++] = 1;
}

static void make_world(struct world *w, uint64_t *state)
{
	const size_t groups = 1 + product_below(state, 3);

	memset(w, 0, sizeof *w);
	for (size_t g = 0; g < groups; g++) {
		const size_t agent = product_below(state, ROBOTS), rules = 1 + product_below(state, 5);

		snprintf(w->line[w->n++], sizeof w->line[0], "User-agent: %s", agent == 2 ? "*" : robots[agent]);
		if (product_below(state, 6) == 0)
			strcpy(w->line[w->n++], "User-agent: two");
		if (product_below(state, 2))
			strcpy(w->line[w->n++], "Robot-version: 2.0");
		for (size_t i = 0; i < rules; i++)
			make_rule(w, state);
		if (product_below(state, 3) == 0)
			w->n++; /* blank */
	}
}

enum fate {
	STAYS,
	SAYS_NOTHING,
	IS_EMPTY, /* an Allow or Disallow that is empty */
	GOES
};

/* Each robot has rules of its own that overlap: many can go, some of them only together. */
static void make_dense_world(struct world *w, uint64_t *state)
{
	static const char *const paths[] = {"/", "/*", "/**", "/a", "/a*", "/a**", "/ab", "/ab*", "/*b", "/*a", "/a$", "/$", "*"};
	const size_t rules = 3 + product_below(state, 7);

	memset(w, 0, sizeof *w);
	strcpy(w->line[w->n++], "User-agent: one");
	if (product_below(state, 2))
		strcpy(w->line[w->n++], "Robot-version: 2.0");
	for (size_t i = 0; i < rules; i++) {
		snprintf(w->line[w->n], sizeof w->line[0], "%s: %s", product_below(state, 2) ? "Disallow" : "Allow",
		         paths[product_below(state, sizeof paths / sizeof paths[0])]);
		w->rule[w->n++] = 1;
		if (product_below(state, 8) == 0)
			strcpy(w->line[w->n++], "Robot-version: 2.0");
		if (product_below(state, 8) == 0)
			snprintf(w->line[w->n++], sizeof w->line[0], "User-agent: %s", robots[product_below(state, 2)]);
	}
}

/* The first line can go with the fifth only, and that with the fourth only. */
static void make_chain(struct world *w, uint64_t *state)
{
	static const char *const lines[] = {"User-agent: one", "Disallow: /a*b**", "Disallow: /*b", "Disallow: /a", "Allow: /a**"};

	(void)state;
	memset(w, 0, sizeof *w);
	for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
		strcpy(w->line[w->n], lines[i]);
		w->rule[w->n++] = i > 0;
	}
}

/* without: what becomes of lines, enum fate; may be NULL. */
static void write_text(struct world *w, enum oracle_dialect dialect, const int *without)
{
	w->len = 0;
	for (int i = 0; i < w->n; i++) {
		const char *nothing = dialect == ORACLE_KOSTER1996 ? "Comment: none" : "Disallow:";
		const enum fate fate = without ? (enum fate)without[i] : STAYS;
		const char *line = fate == STAYS ? w->line[i] : fate == IS_EMPTY ? "Disallow:" : nothing;

		if (fate == GOES)
			continue;
		w->len += (size_t)snprintf(w->text + w->len, sizeof w->text - w->len, "%s\n", line);
	}
}

/* ---- what lint says ---------------------------------------------------------- */

static void take_example(struct world *w, const struct robotsc_finding *f)
{
	struct example *e = &w->example[w->examples++];

	CHECK(w->examples <= ORACLE_DIALECTS && f->path.len > 0 && f->said);
	snprintf(e->path, sizeof e->path, "http://h%.*s", (int)f->path.len, f->path.at);
	snprintf(e->said, sizeof e->said, "%s", f->said);
	e->line = f->line;
	e->other = f->nlines ? f->lines[0] : 0;
	e->order = strcmp(f->rule->id, "order-matters") == 0;
}

/* Note the lines that a finding says can go: its own, or all that it names. */
static void take_told(struct world *w, const struct robotsc_finding *f)
{
	struct told *t = &w->told[w->ntold++];

	CHECK(w->ntold <= LINES && f->nlines <= ROBOTSC_LINT_LINES);
	snprintf(t->id, sizeof t->id, "%s", f->rule->id);
	snprintf(t->said, sizeof t->said, "%s", f->said ? f->said : "");
	t->lines[t->n++] = (int)f->line;
	for (uint32_t i = 0; i < f->nlines && strcmp(t->id, "redundant-together") == 0; i++)
		t->lines[t->n++] = (int)f->lines[i];
}

static void take(void *ctx, const struct robotsc_finding *f)
{
	static const char *const dead[] = {"dead-rule", "duplicate-rule", "duplicate-spelling", "conflicting-rules",
	                                   "matches-no-path"};
	struct world *w = ctx;

	for (size_t i = 0; i < sizeof dead / sizeof dead[0]; i++)
		if (strcmp(f->rule->id, dead[i]) == 0) {
			w->dead[f->line - 1] = 1;
			take_told(w, f);
		}
	if (strncmp(f->rule->id, "redundant-", 10) == 0)
		take_told(w, f);
	if (strcmp(f->rule->id, "redundant-together") == 0)
		w->redundant[f->line - 1] = 1;
	w->hidden[f->line - 1] |= strcmp(f->rule->id, "record-hidden") == 0;
	if (strcmp(f->rule->id, "redundant-rule") == 0) {
		w->redundant[f->line - 1] = 1;
		w->cover[f->line - 1] = f->nlines ? (int)f->lines[0] : 0;
	}
	if (strcmp(f->rule->id, "dialect-differs") == 0 || strcmp(f->rule->id, "order-matters") == 0)
		take_example(w, f);
}

static void lint_world(struct world *w, enum oracle_dialect dialect)
{
	struct robotsc_options options;
	struct robotsc_lint_summary summary;

	robotsc_options_init(&options);
	options.dialect = product_dialect(dialect);
	write_text(w, dialect, NULL);
	CHECK(robotsc_lint(&options, w->text, w->len, ROBOTSC_LINT_BUDGET, take, w, &summary) == ROBOTSC_OK);
	w->undecided = summary.undecided;
}

/* ---- what the oracle says ---------------------------------------------------- */

struct says {
	unsigned char *verdicts;
	size_t n, room;
	int decides[LINES + 1]; /* by line from 1 */
};

static void ask_paths(const struct oracle_policy *policy, char *url, size_t len, int left, struct says *out)
{
	struct oracle_reason reason;

	if (out->n == out->room) {
		out->room = 2 * out->room + 4096;
		out->verdicts = product_alloc(out->verdicts, out->room);
	}
	out->verdicts[out->n++] = (unsigned char)oracle_check(policy, url, len, &reason);
	if (reason.line <= LINES)
		out->decides[reason.line] = 1;
	for (size_t i = 0; i < UNITS && left > 0; i++) {
		const size_t n = strlen(units[i]);

		memcpy(url + len, units[i], n);
		ask_paths(policy, url, len + n, left - 1, out);
	}
}

static int longest = LONGEST;

static void ask(struct world *w, enum oracle_dialect dialect, const int *without, struct says *out)
{
	const struct oracle_options options = {.dialect = dialect};
	struct oracle_file *file;
	char url[100] = "http://h/";

	write_text(w, dialect, without);
	file = oracle_parse(&options, w->text, w->len);
	out->n = 0;
	memset(out->decides, 0, sizeof out->decides);
	for (size_t i = 0; i < ROBOTS; i++) {
		const struct oracle_text token = {robots[i], strlen(robots[i])};
		struct oracle_policy *policy = oracle_select(file, &token, 1);

		ask_paths(policy, url, 9, longest, out);
		oracle_free_policy(policy);
	}
	oracle_free_file(file);
}

static int same(const struct says *a, const struct says *b)
{
	return a->n == b->n && memcmp(a->verdicts, b->verdicts, a->n) == 0;
}

/* ---- the two ----------------------------------------------------------------- */

static unsigned long hidden, dead, redundant, needed, unseen, covered, examples[2];

/* True if a rule is the only one that is left of its group. */
static int is_last(const struct world *w, int line, const int *without)
{
	for (int i = line - 1; i >= 0 && w->rule[i]; i--)
		if (!without[i])
			return 0;
	for (int i = line + 1; i < w->n && w->rule[i]; i++)
		if (!without[i])
			return 0;
	return 1;
}

/* The oracle's verdict for an example; *line: the line that decides. */
static int example_says(const struct world *w, enum oracle_dialect dialect, const struct example *e, uint32_t *line)
{
	const struct oracle_options options = {.dialect = dialect};
	const char *robot = strstr(e->said, " for ") ? strstr(e->said, " for ") + 5 : "nobody";
	const struct oracle_text token = {robot, strlen(robot)};
	struct oracle_file *file = oracle_parse(&options, w->text, w->len);
	struct oracle_policy *policy = oracle_select(file, &token, 1);
	struct oracle_reason reason;
	const int verdict = oracle_check(policy, e->path, strlen(e->path), &reason);

	*line = (uint32_t)reason.line;
	oracle_free_policy(policy);
	oracle_free_file(file);
	return verdict;
}

/* An example of a difference shows one, and names the deciding lines. */
static void judge_examples(const struct world *w, enum oracle_dialect dialect)
{
	for (int i = 0; i < w->examples; i++) {
		const struct example *e = &w->example[i];
		uint32_t here, there = 0;

		examples[e->order]++;
		const int verdict = example_says(w, dialect, e, &here);
		for (int d = 0; d < ORACLE_DIALECTS; d++) {
			const char *name = robotsc_dialect_name(product_dialect((enum oracle_dialect)d));

			if (strncmp(e->said, name, strlen(name)) != 0)
				continue;
			CHECK_MSG(example_says(w, (enum oracle_dialect)d, e, &there) == !verdict, "%s: %s is no difference\n%.*s",
			          e->said, e->path, (int)w->len, w->text);
			CHECK_MSG((strstr(e->said, "disallowed") != NULL) == verdict, "%s: %s", e->said, e->path);
		}
		CHECK_MSG(e->line == (here ? here : there ? there : 1), "%s: line %u or %u", e->path, here, there);
		CHECK_MSG(e->other == (here && there && here != there ? there : 0), "%s: line %u", e->path, e->other);
		CHECK(!e->order || (e->other && e->other < e->line));
	}
}

/* If line n is said to cover line m, it matches all paths of line m.  Each line is asked alone, an
 * Allow after a line that disallows everything. */
static void judge_covers(const struct world *w, enum oracle_dialect dialect, struct says *one, struct says *other)
{
	struct world alone = {.n = 3};

	for (int i = 0; i < w->n; i++) {
		if (!w->cover[i])
			continue;
		const int allows = w->line[i][0] == 'A';

		strcpy(alone.line[0], "User-agent: *");
		strcpy(alone.line[1], allows ? "Disallow: /" : "Disallow:");
		for (int k = 0; k < 2; k++) {
			strcpy(alone.line[2], w->line[k ? w->cover[i] - 1 : i]);
			ask(&alone, dialect, NULL, k ? other : one);
		}
		for (size_t k = 0; k < one->n; k++)
			CHECK_MSG(one->verdicts[k] != allows || other->verdicts[k] == allows, "%s is not covered by %s", w->line[i],
			          w->line[w->cover[i] - 1]);
		covered++;
	}
}

/* No line of a hidden record decides.  The record ends before a blank line, or before a User-agent
 * line that follows a rule. */
static void judge_hidden(const struct world *w, enum oracle_dialect dialect, const struct says *says)
{
	for (int i = 0; i < w->n; i++)
		for (int k = i, ruled = 0; w->hidden[i] && k < w->n && w->line[k][0] && !(ruled && w->line[k][0] == 'U'); k++) {
			ruled |= w->rule[k];
			hidden += (unsigned long)w->rule[k];
			CHECK_MSG(!says->decides[k + 1], "dialect %d: line %d decides\n%.*s", (int)dialect, k + 1, (int)w->len,
			          w->text);
		}
}

static void judge(struct world *w, enum oracle_dialect dialect, struct says *before, struct says *after)
{
	int without[LINES] = {0};
	char *shown = product_alloc(NULL, sizeof w->text + 1);

	ask(w, dialect, NULL, before);
	snprintf(shown, sizeof w->text + 1, "%.*s", (int)w->len, w->text);
	judge_hidden(w, dialect, before);
	for (int i = 0; i < w->n; i++) {
		without[i] = w->dead[i] || w->redundant[i];
		dead += (unsigned long)w->dead[i];
		redundant += (unsigned long)w->redundant[i];
		CHECK_MSG(!w->dead[i] || w->rule[i], "dialect %d: line %d is no rule\n%s", (int)dialect, i + 1, shown);
		CHECK_MSG(!w->dead[i] || !before->decides[i + 1], "dialect %d: line %d decides\n%s", (int)dialect, i + 1, shown);
	}
	if (dialect == ORACLE_CONNER2)
		goto done; /* in conner2, paths that no rule matches depend on which rules exist */
	ask(w, dialect, without, after);
	CHECK_MSG(same(before, after), "dialect %d: lines are not useless\n%s", (int)dialect, shown);
	for (int i = 0; i < w->n; i++) {
		/* dialects with records ignore some of these, and some lines of others */
		if (!w->rule[i] || without[i] || is_last(w, i, without) || w->undecided || dialect > ORACLE_GOOGLE)
			continue;
		without[i] = 1;
		ask(w, dialect, without, after);
		without[i] = 0;
		if (same(before, after))
			unseen++;
		else
			needed++;
		if (same(before, after) && getenv("LINT_SHOW"))
			printf("dialect %d: line %d seems useless\n%s\n", (int)dialect, i + 1, shown);
	}
done:
	free(shown);
}

static unsigned long alone, together, longer, needless, held, rests;

/* True if a line belongs to a record that is reported as hidden: no line of it is needed. */
static int is_hidden(const struct world *w, int line)
{
	while (line > 0 && w->line[line][0] != 'U')
		line--;
	for (; line >= 0 && w->line[line][0] == 'U'; line--)
		if (w->hidden[line])
			return 1;
	return 0;
}

/* If a finding says that its lines can go, no verdict changes when only these are taken out of the
 * text. */
static void judge_told(struct world *w, enum oracle_dialect dialect, const struct told *t, const struct says *before,
                       struct says *after)
{
	const int leave = strstr(t->said, "leave") != NULL, rest = strncmp(t->said, "without", 7) == 0;
	int without[LINES] = {STAYS};

	for (int i = 0; i < t->n; i++)
		without[t->lines[i] - 1] = leave ? IS_EMPTY : GOES;
	ask(w, dialect, without, after);
	const int is_same = same(before, after);

	write_text(w, dialect, NULL);
	CHECK_MSG(is_same || rest, "dialect %d: line %d: %s (%s): verdicts change\n%.*s", (int)dialect, t->lines[0], t->id, t->said,
	          (int)w->len, w->text);
	alone += t->n == 1;
	together += t->n > 1;
	longer += t->n > 2;
	held += (unsigned long)leave;
	rests += !is_same;
	/* Count the lines after the first that the finding names although they could stay. */
	for (int i = 1; i < t->n && !is_hidden(w, t->lines[0] - 1); i++) {
		const int fate = without[t->lines[i] - 1];

		without[t->lines[i] - 1] = STAYS;
		ask(w, dialect, without, after);
		without[t->lines[i] - 1] = fate;
		needless += (unsigned long)same(before, after);
		if (same(before, after) && getenv("LINT_SHOW"))
			printf("dialect %d: line %d seems to be named in vain: %d\n%.*s\n", (int)dialect, t->lines[i], t->lines[0],
			       (int)w->len, w->text);
	}
}

/* Judge each finding by itself, in many worlds. */
static void lone_findings(int worlds)
{
	struct world *w = product_alloc(NULL, sizeof *w);
	struct says before = {.n = 0}, after = {.n = 0};
	uint64_t state = 7;

	longest = LONE_LONGEST;
	for (int i = 0; i < worlds; i++) {
		const enum oracle_dialect dialect = (enum oracle_dialect)(i % ORACLE_DIALECTS);

		(i == 0 ? make_chain : product_below(&state, 2) ? make_world : make_dense_world)(w, &state);
		lint_world(w, dialect);
		if (w->ntold)
			ask(w, dialect, NULL, &before);
		for (int k = 0; k < w->ntold; k++)
			judge_told(w, dialect, &w->told[k], &before, &after);
	}
	longest = LONGEST;
	printf("%lu lines can go alone, %lu sets together, %lu of more than two; %lu hold a group, on %lu the rest hangs; %lu "
	       "names are not seen to be "
	       "needed\n",
	       alone, together, longer, held, rests, needless);
	CHECK(needless == 0 && (worlds < LONE_WORLDS || (alone > 500 && together > 50 && longer > 0 && held > 10 && rests > 5)));
	free(before.verdicts);
	free(after.verdicts);
	free(w);
}

static void small_worlds(void)
{
	struct world *w = product_alloc(NULL, sizeof *w);
	struct says before = {.n = 0}, after = {.n = 0};
	uint64_t state = 42;

	for (int i = 0; i < WORLDS; i++) {
		const enum oracle_dialect dialect = (enum oracle_dialect)(i % ORACLE_DIALECTS);

		make_world(w, &state);
		lint_world(w, dialect);
		judge_examples(w, dialect);
		judge(w, dialect, &before, &after);
		if (dialect <= ORACLE_GOOGLE)
			judge_covers(w, dialect, &before, &after);
	}
	printf("%lu lines are dead, %lu redundant, %lu needed, %lu are not seen to be needed\n", dead, redundant, needed, unseen);
	printf("%lu lines are covered, %lu examples, %lu of order\n", covered, examples[0], examples[1]);
	CHECK(covered > 10 && examples[0] > 5 && examples[1] > 2);
	CHECK(dead > 50 && redundant > 50 && needed > 50 && hidden > 20);
	CHECK(20 * unseen < needed); /* only a few need paths longer than the world's */
	free(before.verdicts);
	free(after.verdicts);
	free(w);
}

/* ---- the rest ---------------------------------------------------------------- */

/* Every kind has its words; ids are words with '-', each once. */
static void kinds(void)
{
	size_t n = 0;

	for (const struct robotsc_lint_rule *rule; (rule = robotsc_lint_rule(n)); n++) {
		CHECK_MSG(rule->id && rule->text && rule->hint, "kind %zu", n);
		CHECK(rule->severity >= ROBOTSC_NOTE && rule->severity <= ROBOTSC_ERROR);
		CHECK(rule->id && strspn(rule->id, "abcdefghijklmnopqrstuvwxyz0123456789-") == strlen(rule->id));
		for (size_t k = 0; k < n; k++)
			CHECK_MSG(strcmp(rule->id, robotsc_lint_rule(k)->id) != 0, "%s is there twice", rule->id);
	}
	for (int kind = 0; kind < ROBOTSC_DIAG_KINDS; kind++) {
		CHECK(strcmp(robotsc_lint_rule((size_t)kind)->id, robotsc_diag_id((enum robotsc_diag_kind)kind)) == 0);
		CHECK(strcmp(robotsc_lint_rule((size_t)kind)->text, robotsc_diag_text((enum robotsc_diag_kind)kind)) == 0);
	}
}

/* Texts with an accident of real files, or with lines that only look so; and the lines reported. */
static const struct accident {
	const char *id, *lines, *text;
	enum robotsc_dialect dialect;
} accidents[] = {
	{"agents-joined", "3", "User-agent: *\nCrawl-delay: 5\nUser-agent: b\nDisallow: /\n", ROBOTSC_RFC9309},
	{"agents-joined", "3", "User-agent: a\nkeep out\nUser-agent: *\nDisallow: /x\n", ROBOTSC_GOOGLE},
	{"agents-joined", "4 7", "User-agent: a\nHost: h\n\nUser-agent: b\nOdd: 1\n\nUser-agent: *\nDisallow: /\n",
         ROBOTSC_RFC9309},
	{"agents-joined", "5", "User-agent: a\nHost: h\nUser-agent: a\nHost: h\nUser-agent: b\nDisallow: /\n", ROBOTSC_RFC9309},
	/* No remark: one robot; a plain list; nothing is closed; a rule between; a blank line ends
	 * a record. */
	{"agents-joined", "", "User-agent: a\nCrawl-delay: 5\nUser-agent: A\nDisallow: /\n", ROBOTSC_RFC9309},
	{"agents-joined", "", "User-agent: a\n\n# b\nUser-agent: b\nCrawl-delay: 5\nDisallow: /\n", ROBOTSC_RFC9309},
	{"agents-joined", "", "User-agent: a\nHost: h\nUser-agent: b\nAllow: /\nDisallow:\n", ROBOTSC_RFC9309},
	{"agents-joined", "", "User-agent: a\nHost: h\nDisallow:\nUser-agent: b\nDisallow: /\n", ROBOTSC_RFC9309},
	{"agents-joined", "", "User-agent: a\nHost: h\n\nUser-agent: b\nDisallow: /\n", ROBOTSC_NEXOR1994},
	{"agents-joined", "3", "User-agent: a\nHost: h\nUser-agent: b\nDisallow: /\n", ROBOTSC_NEXOR1994},
	{"star-not-inherited", "3", "User-agent: *\nDisallow: /a\nUser-agent: b\nDisallow: /c\n", ROBOTSC_RFC9309},
	{"star-not-inherited", "1", "User-agent: b\nDisallow: /c\n\nUser-agent: *\nDisallow: /a\n", ROBOTSC_KOSTER1996},
	/* No remark: for b all is closed, nothing is, or all is open; or "*" closes nothing more,
	 * or all. */
	{"star-not-inherited", "", "User-agent: *\nDisallow: /a\nUser-agent: b\nDisallow: /\n", ROBOTSC_RFC9309},
	{"star-not-inherited", "", "User-agent: *\nDisallow: /a\nUser-agent: b\nDisallow:\n", ROBOTSC_RFC9309},
	{"star-not-inherited", "", "User-agent: *\nDisallow: /a\nUser-agent: b\nAllow: /\nDisallow: /c\n", ROBOTSC_RFC9309},
	{"star-not-inherited", "", "User-agent: *\nDisallow: /a\nUser-agent: b\nDisallow: /*a\n", ROBOTSC_RFC9309},
	{"star-not-inherited", "", "User-agent: *\nDisallow: /a\nAllow: /a\nUser-agent: b\nDisallow: /c\n", ROBOTSC_RFC9309},
	{"star-not-inherited", "", "User-agent: *\nDisallow: /\nUser-agent: b\nDisallow: /c\n", ROBOTSC_RFC9309},
	/* "*" never holds for AdsBot-Google, but for b beside it; an Allow for b opens the line on
	 * purpose. */
	{"star-not-inherited", "", "User-agent: *\nDisallow: /a\nUser-agent: adsbot-Google\nDisallow: /c\n", ROBOTSC_RFC9309},
	{"star-not-inherited", "4", "User-agent: *\nDisallow: /a\nUser-agent: AdsBot-Google\nUser-agent: b\nDisallow: /c\n",
         ROBOTSC_GOOGLE},
	{"star-not-inherited", "", "User-agent: *\nDisallow: /a*b\nUser-agent: b\nDisallow: /c\nAllow: /a*b\n", ROBOTSC_RFC9309},
	{"star-not-inherited", "3", "User-agent: *\nDisallow: /a\nUser-agent: b\nDisallow: /c\nAllow: /a/b\n", ROBOTSC_RFC9309},
	{"field-beginning", "2 3", "User-agent: *\nDisallowAITraining: /\nallow-training: /\n", ROBOTSC_RFC9309},
	{"field-beginning", "1 2", "User-agents-all: *\nDisallowAITraining: /\n", ROBOTSC_GOOGLE},
	{"field-beginning", "2", "User-agent: *\nSitemapIndex: /\nDisallow: /\n", ROBOTSC_KOSTER1996},
	/* No remark: a known field; a name near to a field's; a name that does not begin with a
	 * field's. */
	{"field-beginning", "", "User-agent: *\nDisallow: /\nDisallows: /\nNo-Disallow: /\nDisalow: /\n", ROBOTSC_RFC9309},
	{"field-beginning", "", "User-agent: *\nDisallow: /\nHost-name: /\nAllow : /\nDisalow: /\n", ROBOTSC_GOOGLE},
	/* nexor1994 has no Allow, so Allow is an unknown field; Disalow may still be a misspelt
	 * Disallow. */
	{"field-typo", "4", "User-agent: *\nAllow: /a\nALLOW: /b\nDisalow: /c\nDisallow: /\n", ROBOTSC_NEXOR1994},
	{"unknown-field", "2 3", "User-agent: *\nAllow: /a\nALLOW: /b\nDisalow: /c\nDisallow: /\n", ROBOTSC_NEXOR1994},
	{"several-paths", "2", "User-agent: *\nDisallow: /a /b\nDisallow: /a b\nDisallow: /a / # c\n", ROBOTSC_RFC9309},
	{"regular-expression", "2 3 4 5", "User-agent: *\nDisallow: ^/a\nDisallow: /\\d{8}/\nDisallow: /x[0-9]\nDisallow: /(a|b)\n",
         ROBOTSC_GOOGLE},
	{"regular-expression", "",
         "User-agent: *\nDisallow: /.*\nDisallow: /x[0]\nDisallow: /(a)|b\nDisallow: /a^\nDisallow: /[a-b\n", ROBOTSC_RFC9309},
	{"regular-expression", "", "User-agent: *\nRobot-version: 2.0\nDisallow: /x[0-9]\n", ROBOTSC_CONNER2},
	{"agent-typo", "1 2 3 4 5",
         "User-agent: GPT-Bot\nUser-agent: GoogleExtended\nUser-agent: Googel-bot\nUser-agent: cluadebot\n"
         "User-agent: Aplebot-Extended\nDisallow: /\n",
         ROBOTSC_RFC9309},
	{"agent-typo", "1", "User-agent: Googlebot-2\nDisallow: /\n", ROBOTSC_GOOGLE},
	{"agent-typo", "1 2", "User-agent: twiterbot/1.0 x\nUser-agent: facebook_externalhits\nDisallow: /\n", ROBOTSC_RFC9309},
	/* No typo: names of other robots; a digit more; a name too short, or too far from any
	 * crawler's; a group that the right name has, too. */
	{"agent-typo", "", "User-agent: gptbot\nUser-agent: crcbot\nUser-agent: roverbot\nUser-agent: bing\nDisallow: /\n",
         ROBOTSC_RFC9309},
	{"agent-typo", "", "User-agent: Googlebot2\nUser-agent: MJ13bot\nUser-agent: Googlebot-Pictures\nDisallow: /\n",
         ROBOTSC_RFC9309},
	{"agent-typo", "", "User-agent: GPT-Bot\nUser-agent: GPTBOT\nDisallow: /\n", ROBOTSC_RFC9309},
	{"agent-typo", "",
         "User-agent: a-name-that-is-longer-than-any-of-those-of-crawlers\nUser-agent:\nUser-agent: *\nDisallow: /\n",
         ROBOTSC_RFC9309},
	/* A part of a robot's name would suffice, so the name of another robot is no typo. */
	{"agent-typo", "", "User-agent: Googel-bot\nDisallow: /\n", ROBOTSC_KOSTER1996},
	/* A version after the name is cut without a remark; other octets after it have one. */
	{"agent-cut", "2 4 5",
         "User-agent: a/1.0b\nUser-agent: a b\nUser-agent: *\nUser-agent: a/1 b\nUser-agent: c*\nDisallow: /\n", ROBOTSC_RFC9309},
	{"star-closed", "2", "User-agent: *\nDisallow: /\n", ROBOTSC_RFC9309},
	{"star-closed", "3", "User-agent: *\nDisallow: /a\nDisallow: /*\n\nUser-agent: b\nDisallow: /\n", ROBOTSC_GOOGLE},
	{"star-closed", "5", "User-agent: b\nDisallow:\n\nUser-agent: *\nDisallow: /\n", ROBOTSC_RFC9309},
	{"star-closed", "", "User-agent: *\nDisallow: /\nAllow: /a\n", ROBOTSC_RFC9309},
	{"star-closed", "", "User-agent: *\nDisallow: /a\n\nUser-agent: b\nDisallow: /\n", ROBOTSC_RFC9309},
	{"star-closed", "", "User-agent: *\nDisallow:\n", ROBOTSC_RFC9309},
	/* To go on after the blank line would join the robots of all readers. */
	{"blank-ends-record", "", "User-agent: *\nHost: h\n\nUser-agent: b\nDisallow: /\n", ROBOTSC_RFC9309},
	{"blank-ends-record", "7", "User-agent: *\nHost: h\n\nUser-agent: b\nDisallow: /\n\nDisallow: /x\n", ROBOTSC_RFC9309},
};

struct told_lines {
	const char *id;
	char lines[64];
};

static void take_line(void *ctx, const struct robotsc_finding *f)
{
	struct told_lines *t = ctx;
	const size_t n = strlen(t->lines);

	if (strcmp(f->rule->id, t->id) == 0)
		snprintf(t->lines + n, sizeof t->lines - n, "%s%lu", n ? " " : "", (unsigned long)f->line);
}

static void known_accidents(void)
{
	for (size_t i = 0; i < sizeof accidents / sizeof accidents[0]; i++) {
		const struct accident *a = &accidents[i];
		struct told_lines told = {.id = a->id};
		struct robotsc_options options;

		robotsc_options_init(&options);
		options.dialect = a->dialect;
		CHECK(robotsc_lint(&options, a->text, strlen(a->text), ROBOTSC_LINT_BUDGET, take_line, &told, NULL) == ROBOTSC_OK);
		CHECK_MSG(strcmp(told.lines, a->lines) == 0, "%s: lines '%s', not '%s', of\n%s", a->id, told.lines, a->lines,
		          a->text);
	}
}

/* A report counts the findings of each kind. */
static void known_kinds(void)
{
	size_t n = 0;

	while (robotsc_lint_rule(n))
		n++;
	CHECK(n > 60 && n <= MOST_KINDS);
}

struct order {
	uint32_t line, column;
	unsigned long n, budgets;
};

static void check_order(void *ctx, const struct robotsc_finding *f)
{
	struct order *o = ctx;

	CHECK(f->line > o->line || (f->line == o->line && f->column >= o->column));
	for (uint32_t i = 1; i < f->nlines && i < ROBOTSC_LINT_LINES; i++)
		CHECK(f->lines[i - 1] <= f->lines[i]);
	o->line = f->line;
	o->column = f->column;
	o->n++;
	o->budgets += strcmp(f->rule->id, "budget") == 0;
}

/* Hostile files end within the budget, and undecided questions are counted. */
static void hostile(size_t step)
{
	static const uint64_t budgets[] = {1, 1000000};
	size_t most = 0;

	for (size_t i = 0; i < hostile_ncases; i += step) {
		size_t len;
		char *text = hostile_make(&hostile_cases[i], &len);

		for (int k = 0; k < 2; k++) {
			struct order order = {0, 0, 0, 0};
			struct robotsc_lint_summary summary;
			struct counting counting = {.live = 0};
			const struct robotsc_alloc alloc = {counting_resize, &counting};
			struct robotsc_options options;

			robotsc_options_init(&options);
			options.alloc = &alloc;
			CHECK(robotsc_lint(&options, text, len, budgets[k], check_order, &order, &summary) == ROBOTSC_OK);
			CHECK_MSG(counting.peak <= PEAK && counting.live == 0, "%s: %zu octets at most", hostile_cases[i].name,
			          counting.peak);
			most = counting.peak > most ? counting.peak : most;
			CHECK_MSG(summary.findings == order.n && order.budgets == (summary.undecided != 0), "%s",
			          hostile_cases[i].name);
			CHECK_MSG(summary.steps <= 2 * budgets[k] + 64 * (uint64_t)len, "%s: %lu steps of %lu",
			          hostile_cases[i].name, (unsigned long)summary.steps, (unsigned long)budgets[k]);
		}
		free(text);
	}
	printf("hostile files need %zu octets of memory at most\n", most);
}

/* Without a budget, lines are reported by their looks, and nothing is searched. */
static void lines_alone(void)
{
	static const char text[] = "User-agent: *\nDisalow: /a\nDisallow: /a/b\nUser-agent: x\nUser-agent: X\nAllow: /\n";
	struct order order = {0, 0, 0, 0};
	struct robotsc_lint_summary summary;

	CHECK(robotsc_lint(NULL, text, strlen(text), 0, check_order, &order, &summary) == ROBOTSC_OK);
	/* misspelt-field, agent-twice, budget */
	CHECK(order.n == 3 && order.budgets == 1 && summary.findings == 3);
	CHECK(summary.undecided == 1 && summary.steps == 0);
}

/* A rule as long as a file, in two dialects: each path of an example is as long. */
static void long_rule(void)
{
	const size_t len = 200000;
	char *text = product_alloc(NULL, len);
	struct order order = {0, 0, 0, 0};
	const clock_t begin = clock();

	memset(text, 'a', len);
	memcpy(text, "User-agent: *\nDisallow: /", 25);
	CHECK(robotsc_lint(NULL, text, len, ROBOTSC_LINT_BUDGET, check_order, &order, NULL) == ROBOTSC_OK);
	/* A slow way would take minutes, and all memory. */
	CHECK(clock() - begin < (clock_t)60 * CLOCKS_PER_SEC);
	free(text);
}

int main(int argc, char **argv)
{
	const size_t step = argc > 1 && atoi(argv[1]) > 0 ? strtoul(argv[1], NULL, 10) : 1;

	CHECK_PART(kinds);
	CHECK_PART(known_kinds);
	CHECK_PART(known_accidents);
	CHECK_PART(small_worlds);
	if (check_case("lone_findings"))
		lone_findings(LONE_WORLDS / (int)step);
	CHECK_PART(lines_alone);
	CHECK_PART(long_rule);
	if (check_case("hostile"))
		hostile(step);
	return check_done();
}
