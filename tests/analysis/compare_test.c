/* compare_test.c - proofs over all paths, against every path of small worlds, and against blobs
 * that were broken on purpose.
 *
 *     compare_test [--deep FOLDER | WORLDS]
 *
 * Small worlds: two random texts, in all pairs of dialects, are compared; then every path up to a
 * length is asked of the oracle.  What was proved must hold; a difference must be one, and no path
 * of the world that differs in the same direction may be shorter.  Each rule of a text that changes
 * a verdict which is not settled before decides about one of the paths generated of the text.
 * Teeth: each bit of a small blob's machines, policies and agents is changed; a blob that still
 * opens is proved to be the same, which every path of the world confirms, or shown to differ, which
 * the runtime confirms.  Real files, with $ROBOTSC_CORPUS or --deep: every group of every file is
 * proved, or counted.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/support/test.h"
#include "tests/runtime/match/decode.h"
#include "tests/oracle/oracle.h"
#include "tests/support/product.h"
#include "runtime/match/blob_layout.h"
#include "runtime/match/checksum.h"
#include "tests/support/warc.h"

#include <ctype.h>
#include <robotsc/inspect.h>
#include <robotsc/prove.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define LONGEST 5 /* most units of a path of a small world, after the first '/' */
#define SHORTER 4 /* LONGEST, if there are many worlds */
#define WORLDS 80 /* number of worlds, unless an argument gives it */

static const char *const units[] = {"a", "b", "/", "?", "%2F", "%", "2", "%61"};
#define UNITS (sizeof units / sizeof units[0])

/* ---- small worlds ------------------------------------------------------------ */

static const char *const pieces[] = {"a", "b", "*", "/", "?", "%2F", "%3F", "%61", "$", "a", "*", "[ab]", "[!a]"};
#define PIECES (sizeof pieces / sizeof pieces[0])

struct world {
	char text[400];
	size_t len;
};

static void append(struct world *w, const char *s)
{
	const size_t n = strlen(s);

	memcpy(w->text + w->len, s, n);
	w->len += n;
}

static void make_world(struct world *w, uint64_t *state)
{
	const size_t rules = product_below(state, 4);

	w->len = 0;
	append(w, "User-agent: *\n");
	if (product_below(state, 2))
		append(w, "Robot-version: 2.0\n");
	for (size_t i = 0; i < rules; i++) {
		const size_t n = product_below(state, 6);

		append(w, product_below(state, 2) ? "Allow: " : "Disallow: ");
		append(w, product_below(state, 8) ? "/" : "*");
		for (size_t k = 0; k < n; k++)
			append(w, pieces[product_below(state, PIECES)]);
		append(w, "\n");
	}
}

/* The verdicts that each side gives to every path of the world, always in the same order. */
static int longest = LONGEST;

struct says {
	unsigned char *at;
	size_t n, room;
};

typedef int verdict_of(void *ctx, const char *path, size_t len);

static void ask_all(verdict_of *of, void *ctx, char *path, size_t len, int depth, struct says *out)
{
	if (out->n == out->room) {
		out->room = 2 * out->room + 4096;
		out->at = product_alloc(out->at, out->room);
	}
	out->at[out->n++] = (unsigned char)of(ctx, path, len);
	for (size_t i = 0; i < UNITS && depth < longest; i++) {
		const size_t n = strlen(units[i]);

		memcpy(path + len, units[i], n);
		ask_all(of, ctx, path, len + n, depth + 1, out);
	}
}

/* True if crawlers write a path so: only octets that need it are escaped, in capital digits, and
 * there is no '*'. */
static int is_usual(const char *at, size_t len)
{
	for (size_t i = 0; i < len; i++) {
		char octet[3] = {0};
		if (at[i] != '%') {
			if (!isalnum((unsigned char)at[i]) && !(at[i] && strchr("/-_.~=&?+,;:@!$'()", at[i])))
				return 0;
			continue;
		}
		if (len - i < 3 || strspn(at + i + 1, "0123456789ABCDEF") < 2)
			return 0;
		memcpy(octet, at + i + 1, 2);
		const unsigned char c = (unsigned char)strtoul(octet, NULL, 16);
		if (isalnum(c) || (c && strchr("/-_.~=&?+,;:@!$'()*[]", c)))
			return 0;
		i += 2;
	}
	return !(len == 11 && memcmp(at, "/robots.txt", 11) == 0);
}

static int only_usual; /* only paths as crawlers write them count */

/* The length of the shortest path to which a gives verdict[0] and b verdict[1]; 0: there is
 * none. */
static size_t shortest(const struct says *a, const struct says *b, const int verdict[2], size_t len, int depth, size_t *at,
                       size_t best, int counts)
{
	if (counts && a->at[*at] == verdict[0] && b->at[*at] == verdict[1] && (best == 0 || len < best))
		best = len;
	++*at;
	for (size_t i = 0; i < UNITS && depth < longest; i++)
		best = shortest(a, b, verdict, len + strlen(units[i]), depth + 1, at, best,
		                counts && (!only_usual || is_usual(units[i], strlen(units[i]))));
	return best;
}

/* Ask the oracle about a URL: in google, a path alone is read in another way. */
static int oracle_says(void *ctx, const char *path, size_t len)
{
	char url[4200] = "http://h";

	memcpy(url + 8, path, len);
	return oracle_check(ctx, url, 8 + len, NULL);
}

static int runtime_says(void *ctx, const char *path, size_t len)
{
	return (int)robotsc_check_path(ctx, path, len);
}

/* The differences that were reported. */
struct witnesses {
	char path[2][4096]; /* the first path, by the verdict of the second side */
	size_t len[2];
};

static void witness(void *ctx, const struct robotsc_difference *d)
{
	struct witnesses *w = ctx;

	if (w->len[d->verdict[1]] == 0 && d->path.len < sizeof w->path[0]) {
		memcpy(w->path[d->verdict[1]], d->path.at, d->path.len);
		w->len[d->verdict[1]] = d->path.len;
	}
}

/* Compare an answer with the verdicts of the two sides themselves. */
static void judge(const struct robotsc_comparison *c, const struct witnesses *w, verdict_of *first, void *a, verdict_of *second,
                  void *b, const struct says *x, const struct says *y, const char *where)
{
	CHECK_MSG((c->answer == ROBOTSC_DIFFERENT) == (c->found[0] || c->found[1]), "%s", where);
	for (int to = 0; to < 2; to++) {
		const int verdict[2] = {!to, to};
		size_t at = 0;
		const size_t least = shortest(x, y, verdict, 1, 0, &at, 0, 1);

		if (w->len[to] == 0) {
			CHECK_MSG(least == 0 || !c->complete, "%s: a difference was missed", where);
			continue;
		}
		CHECK_MSG(first(a, w->path[to], w->len[to]) == !to && second(b, w->path[to], w->len[to]) == to, "%s: %.*s is none",
		          where, (int)w->len[to], w->path[to]);
		CHECK_MSG(!only_usual || is_usual(w->path[to], w->len[to]), "%s: %.*s is not usual", where, (int)w->len[to],
		          w->path[to]);
		CHECK_MSG(least == 0 || w->len[to] <= least || !c->complete, "%s: %.*s is not the shortest", where, (int)w->len[to],
		          w->path[to]);
	}
}

static void compare_worlds(uint64_t *state)
{
	only_usual = (int)product_below(state, 3) == 0;
	struct world world[2];
	struct robotsc_options options[2];
	struct robotsc_side side[2];
	struct says says[2] = {{NULL, 0, 0}, {NULL, 0, 0}};
	struct oracle_file *file[2];
	struct oracle_policy *policy[2];
	struct witnesses found = {.len = {0, 0}};
	const struct robotsc_question question = {
		.budget = ROBOTSC_BUDGET, .most = 1, .difference = witness, .ctx = &found, .usual = only_usual};
	struct robotsc_comparison c;
	char path[3 * LONGEST + 2] = "/", where[1000];

	for (int i = 0; i < 2; i++) {
		const struct oracle_options oracle = {.dialect = (enum oracle_dialect)product_below(state, ORACLE_DIALECTS)};

		if (i == 0 || product_below(state, 4) != 0)
			make_world(&world[i], state);
		else
			world[i] = world[0];
		robotsc_options_init(&options[i]);
		options[i].dialect = product_dialect(oracle.dialect);
		side[i] = (struct robotsc_side){NULL, &options[i], world[i].text, world[i].len};
		file[i] = oracle_parse(&oracle, world[i].text, world[i].len);
		policy[i] = oracle_select(file[i], NULL, 0);
		ask_all(oracle_says, policy[i], path, 1, 0, &says[i]);
	}
	snprintf(where, sizeof where, "%d %.*s against %d %.*s", (int)options[0].dialect, (int)world[0].len, world[0].text,
	         (int)options[1].dialect, (int)world[1].len, world[1].text);
	CHECK(robotsc_compare(&side[0], &side[1], NULL, 0, &question, &c) == ROBOTSC_OK);
	judge(&c, &found, oracle_says, policy[0], oracle_says, policy[1], &says[0], &says[1], where);
	only_usual = 0;
	for (int i = 0; i < 2; i++) {
		oracle_free_policy(policy[i]);
		oracle_free_file(file[i]);
		free(says[i].at);
	}
}

static unsigned long globs; /* blobs that have globs */

static int has_globs(const struct product *p)
{
	struct robotsc_machine_info machine;
	struct robotsc_info info;

	robotsc_blob_info(&p->blob, &info);
	for (uint32_t policy = 0; policy < info.policies; policy++)
		for (uint32_t i = 0; robotsc_machine_at(&p->blob, policy, i, &machine); i++)
			if (machine.globs)
				return 1;
	return 0;
}

/* A text and the blob that it compiles to are proved to be the same. */
static void compare_with_text(enum oracle_dialect dialect, enum robotsc_form form, const char *text, size_t len)
{
	const struct robotsc_question question = {.budget = 1000000, .most = 1};
	struct robotsc_options options;
	struct robotsc_comparison c;
	struct product p;

	robotsc_options_init(&options);
	options.dialect = product_dialect(dialect);
	options.form = form;
	CHECK(product_open_with(&p, &options, text, len) == ROBOTSC_OK);
	const struct robotsc_side written = {NULL, &options, text, len}, blob = {&p.blob, NULL, NULL, 0};
	CHECK(robotsc_compare(&written, &blob, NULL, 0, &question, &c) == ROBOTSC_OK);
	CHECK_MSG(c.answer == ROBOTSC_SAME && c.complete, "dialect %d, form %d: %.*s", (int)dialect, (int)form, (int)len, text);
	globs += (unsigned long)has_globs(&p);
	product_close(&p);
}

static void compare_compiled(uint64_t *state)
{
	struct world world;

	make_world(&world, state);
	for (int dialect = 0; dialect < (int)ORACLE_DIALECTS; dialect++)
		for (int form = ROBOTSC_FORM_AUTO; form <= ROBOTSC_FORM_FILTER; form++)
			compare_with_text((enum oracle_dialect)dialect, (enum robotsc_form)form, world.text, world.len);
}

/* A short file with a glob of many stars: the blob is proved to be the same within the budget. */
static void compare_stars(void)
{
	static char text[2000] = "User-agent: *\nDisallow: /ab*c\nAllow: /abb*cd\nDisallow: /a";
	const unsigned long before = globs;
	size_t len = strlen(text);

	for (int stars = 0; stars < 501; stars++, len += 2)
		memcpy(text + len, "*b", 2);
	compare_with_text(ORACLE_GOOGLE, ROBOTSC_FORM_AUTO, text, len);
	CHECK(globs == before + 1);
}

/* ---- paths that show what is allowed ------------------------------------------ */

struct generated {
	struct oracle_policy *policy;
	const char *text;
	unsigned long verdicts[2];
};

static void check_generated(void *ctx, struct robotsc_text path, enum robotsc_verdict verdict)
{
	struct generated *g = ctx;

	g->verdicts[verdict]++;
	CHECK_MSG(oracle_says(g->policy, path.at, path.len) == (int)verdict, "%.*s by %s", (int)path.len, path.at, g->text);
}

/* Generated paths have the verdict that the oracle gives them; from a text and from a blob. */
static void generate(uint64_t *state, unsigned long verdicts[2])
{
	struct world world;
	const struct oracle_options oracle = {.dialect = (enum oracle_dialect)product_below(state, ORACLE_DIALECTS)};
	struct robotsc_options options;
	struct product p;

	make_world(&world, state);
	world.text[world.len] = '\0';
	robotsc_options_init(&options);
	options.dialect = product_dialect(oracle.dialect);
	CHECK(product_open_with(&p, &options, world.text, world.len) == ROBOTSC_OK);
	struct oracle_file *file = oracle_parse(&oracle, world.text, world.len);
	struct generated g = {oracle_select(file, NULL, 0), world.text, {0, 0}};

	for (int i = 0; i < 4; i++) {
		const struct robotsc_side side = {i & 1 ? &p.blob : NULL, &options, world.text, world.len};
		const struct robotsc_sampling how = {.budget = 1000000,
		                                     .count = 60,
		                                     .verdicts = 3,
		                                     .random = i >> 1,
		                                     .seed = *state,
		                                     .path = check_generated,
		                                     .ctx = &g};
		uint32_t given = 0;

		CHECK(robotsc_generate(&side, NULL, 0, &how, &given) == ROBOTSC_OK && given > 0 && given <= 60);
	}
	verdicts[0] += g.verdicts[0];
	verdicts[1] += g.verdicts[1];
	oracle_free_policy(g.policy);
	oracle_free_file(file);
	product_close(&p);
}

/* The paths that were generated: shorter ones come first, and none comes twice. */
struct paths {
	struct robotsc_text *at;
	size_t n, room;
};

static void keep_path(void *ctx, struct robotsc_text path, enum robotsc_verdict verdict)
{
	struct paths *p = ctx;

	(void)verdict;
	if (p->n == p->room) {
		p->room = 2 * p->room + 256;
		p->at = product_alloc(p->at, p->room * sizeof *p->at);
	}
	char *copy = product_alloc(NULL, path.len);

	memcpy(copy, path.at, path.len);
	for (size_t i = p->n; i-- > 0 && CHECK(p->at[i].len <= path.len) && p->at[i].len == path.len;)
		CHECK_MSG(memcmp(p->at[i].at, copy, path.len) != 0, "%.*s twice", (int)path.len, copy);
	p->at[p->n++] = (struct robotsc_text){copy, path.len};
}

static unsigned long met; /* rules */

/* True if the rule changes the verdict of a path each of whose prefixes begins paths of both
 * verdicts.  *seen: the verdicts of this path and of all that begin with it, as bits. */
static int hangs(const struct says *with, const struct says *without, int depth, size_t *at, unsigned *seen)
{
	int here = with->at[*at] != without->at[*at], behind = 0;

	*seen = 1u << with->at[(*at)++];
	for (size_t i = 0; i < UNITS && depth < longest; i++) {
		unsigned more;

		behind |= hangs(with, without, depth + 1, at, &more);
		*seen |= more;
	}
	return here || (behind && *seen == 3);
}

/* True if a line decides about one of the paths. */
static int decides(struct oracle_policy *policy, size_t line, const struct paths *paths)
{
	for (size_t i = 0; i < paths->n; i++) {
		struct oracle_reason reason = {0};
		char url[4200] = "http://h";

		memcpy(url + 8, paths->at[i].at, paths->at[i].len);
		oracle_check(policy, url, 8 + paths->at[i].len, &reason);
		if (reason.line == line)
			return 1;
	}
	return 0;
}

/* If the rule in a line (from 1) changes a verdict, it must decide about one of the paths.  rule:
 * the beginning of that line. */
static void meet_rule(const struct oracle_options *how, const struct world *w, const char *rule, size_t line,
                      struct oracle_policy *whole, const struct says *says, const struct paths *paths)
{
	const char *const behind = strchr(rule, '\n') + 1;
	struct says other = {NULL, 0, 0};
	struct world rest = {.len = 0};
	char path[3 * LONGEST + 2] = "/";
	unsigned seen;
	size_t at = 0;

	snprintf(rest.text, sizeof rest.text, "%.*s%s", (int)(rule - w->text), w->text, behind);
	struct oracle_file *file = oracle_parse(how, rest.text, strlen(rest.text));
	struct oracle_policy *policy = oracle_select(file, NULL, 0);

	ask_all(oracle_says, policy, path, 1, 0, &other);
	if (hangs(says, &other, 0, &at, &seen)) {
		met++;
		CHECK_MSG(decides(whole, line, paths), "dialect %d: no path meets line %zu of %s", (int)how->dialect, line,
		          w->text);
	}
	oracle_free_policy(policy);
	oracle_free_file(file);
	free(other.at);
}

static void meet_rules(uint64_t *state)
{
	struct world world;
	/* Not conner2: there, a rule that decides about no path can still change the verdict of the
	 * paths that no rule matches. */
	const struct oracle_options how = {.dialect = (enum oracle_dialect)product_below(state, ORACLE_CONNER2)};
	struct robotsc_options options;
	struct paths paths = {NULL, 0, 0};
	const struct robotsc_sampling sampling = {
		.budget = ROBOTSC_BUDGET, .count = 100000, .verdicts = 3, .path = keep_path, .ctx = &paths};
	struct says says = {NULL, 0, 0};
	char path[3 * LONGEST + 2] = "/";
	uint32_t given;

	make_world(&world, state);
	world.text[world.len] = '\0';
	robotsc_options_init(&options);
	options.dialect = product_dialect(how.dialect);
	const struct robotsc_side side = {NULL, &options, world.text, world.len};

	CHECK(robotsc_generate(&side, NULL, 0, &sampling, &given) == ROBOTSC_OK && given == paths.n && given < 100000);
	struct oracle_file *file = oracle_parse(&how, world.text, world.len);
	struct oracle_policy *policy = oracle_select(file, NULL, 0);

	ask_all(oracle_says, policy, path, 1, 0, &says);
	size_t number = 1;

	for (const char *line = world.text; *line; line = strchr(line, '\n') + 1, number++)
		if (*line == 'A' || *line == 'D')
			meet_rule(&how, &world, line, number, policy, &says, &paths);
	for (size_t i = 0; i < paths.n; i++)
		free((char *)paths.at[i].at);
	free(paths.at);
	free(says.at);
	oracle_free_policy(policy);
	oracle_free_file(file);
}

/* ---- teeth ------------------------------------------------------------------- */

static const struct {
	enum oracle_dialect dialect;
	const char *text;
} small[] = {
	{ORACLE_RFC9309, "User-agent: *\nDisallow: /a\nAllow: /ab\n"},
	{ORACLE_RFC9309, "User-agent: *\nDisallow: /*a*b\nAllow: /b*a$\nDisallow: /b/\n"},
	{ORACLE_RFC9309, "User-agent: *\nDisallow: /\nAllow: /a?b\nAllow: /*%2Fa\n"},
	{ORACLE_RFC9309, "User-agent: *\nDisallow: /abab\nAllow: /abba\nDisallow: /*ba\nAllow: /*bab\n"},
	{ORACLE_CONNER2, "User-agent: *\nRobot-version: 2.0\nAllow: /a?[ab]*\nDisallow: *b[!a]*a\nAllow: /?\nDisallow: /b*b\n"},
	{ORACLE_NEXOR1994, "User-agent: c\nDisallow: /a\n\nUser-agent: *\nDisallow: /a%2Fb\nDisallow: /b%61\n"},
	{ORACLE_RFC9309, "User-agent: *\nUser-agent: c\nDisallow: /*ab\nUser-agent: c\nAllow: /b\nUser-agent: d\nAllow: /\n"},
};

/* What blobs that are changed hold. */
static struct {
	unsigned long prefix_tables, prefixes, globs, policies;
} bitten;

static void count_parts(const struct product *p)
{
	struct decode_blob b;

	CHECK(decode_open(&b, p->bytes, p->len) == DECODE_OK);
	for (uint32_t i = 0; i < b.nmachines; i++) {
		bitten.globs += b.machines[i].nglobs;
		for (uint32_t k = 0; k < b.machines[i].nnodes; k++) {
			bitten.prefix_tables += b.machines[i].nodes[k].prefix_table != 0;
			bitten.prefixes += b.machines[i].nodes[k].prefix != 0;
		}
	}
	bitten.policies += b.policies_at.type != 0;
	decode_close(&b);
}

/* Write the checksum of a blob that was changed. */
static void sign(struct product *p)
{
	uint8_t *bytes = p->bytes;
	const uint64_t sum = robotsc_checksum(bytes, p->len - 8);

	for (int i = 0; i < 8; i++)
		bytes[p->len - 8 + (size_t)i] = (uint8_t)(sum >> 8 * i);
}

/* Change one octet of a blob, and compare.  Returns 0: it is refused, 1: the same, 2: different. */
static int bite(enum oracle_dialect dialect, const struct robotsc_side *text, const struct product *whole, struct product *p,
                size_t at, uint8_t octet, struct says *right)
{
	struct robotsc_group group;
	struct robotsc_comparison c;
	struct witnesses found = {.len = {0, 0}};
	const struct robotsc_question question = {.budget = 500000, .most = 1, .difference = witness, .ctx = &found};
	struct says says = {NULL, 0, 0};
	uint8_t *bytes = p->bytes;
	char path[3 * LONGEST + 2] = "/";
	const struct robotsc_side side = {&p->blob, NULL, NULL, 0};

	p->len = whole->len;
	memcpy(p->bytes, whole->bytes, whole->len);
	bytes[at] = octet;
	sign(p);
	if (robotsc_open(&p->blob, p->bytes, whole->len) != ROBOTSC_OK)
		return 0;
	CHECK(robotsc_compare(text, &side, NULL, 0, &question, &c) == ROBOTSC_OK);
	CHECK(robotsc_select(&p->blob, NULL, 0, &group) == ROBOTSC_OK);
	ask_all(runtime_says, &group, path, 1, 0, &says);
	const struct oracle_options oracle = {.dialect = dialect};
	struct oracle_file *file = oracle_parse(&oracle, text->robots, text->len);
	struct oracle_policy *policy = oracle_select(file, NULL, 0);
	judge(&c, &found, oracle_says, policy, runtime_says, &group, right, &says, text->robots);
	oracle_free_policy(policy);
	oracle_free_file(file);
	free(says.at);
	return c.answer == ROBOTSC_DIFFERENT ? 2 : 1;
}

static void bite_all(enum oracle_dialect dialect, const char *robots, enum robotsc_form form, unsigned long outcome[3])
{
	struct robotsc_options options;
	struct product whole, broken;
	struct says right = {NULL, 0, 0};
	struct robotsc_group group;
	char path[3 * LONGEST + 2] = "/";
	const struct robotsc_side text = {NULL, &options, robots, strlen(robots)};

	robotsc_options_init(&options);
	options.dialect = product_dialect(dialect);
	options.form = form;
	CHECK(product_open_with(&whole, &options, robots, strlen(robots)) == ROBOTSC_OK);
	CHECK(robotsc_select(&whole.blob, NULL, 0, &group) == ROBOTSC_OK);
	ask_all(runtime_says, &group, path, 1, 0, &right);
	broken.bytes = product_alloc(NULL, whole.len);
	count_parts(&whole);
	for (size_t at = whole.blob.machines; at < whole.len - 8; at++)
		for (int bit = 0; bit < 8; bit++)
			outcome[bite(dialect, &text, &whole, &broken, at, (uint8_t)(((uint8_t *)whole.bytes)[at] ^ 1 << bit),
			             &right)]++;
	free(right.at);
	free(broken.bytes);
	product_close(&whole);
}

/* A filter that ends its search too early, which shows only on a long path. */
static void bite_stop(void)
{
	static const char robots[] = "User-agent: *\nDisallow: /\nAllow: /ab\nDisallow: /a*xx\nAllow: /*yyyyyy\n",
			  path[] = "/abxxyyyyyy";
	const struct robotsc_question question = {.budget = 500000, .most = 1};
	struct robotsc_options options;
	struct robotsc_comparison c;
	struct robotsc_group group;
	struct decode_blob b;
	struct product p;

	robotsc_options_init(&options);
	options.form = ROBOTSC_FORM_FILTER;
	const struct robotsc_side text = {NULL, &options, robots, sizeof robots - 1}, blob = {&p.blob, NULL, NULL, 0};
	CHECK(product_open_with(&p, &options, robots, sizeof robots - 1) == ROBOTSC_OK);
	CHECK(decode_open(&b, p.bytes, p.len) == DECODE_OK && b.nmachines == 1 && b.machines[0].unit == 2);
	uint8_t *stop = (uint8_t *)p.bytes + b.machines_at.at + 1 + 2 * (MACHINE_STOP + 1);
	CHECK(b.machines[0].stop[1] > 2 && stop[0] == b.machines[0].stop[1] && stop[1] == 0);
	decode_close(&b);
	for (int broken = 0; broken < 2; broken++) {
		stop[0] = broken ? 2 : stop[0];
		sign(&p);
		CHECK(robotsc_open(&p.blob, p.bytes, p.len) == ROBOTSC_OK);
		CHECK(robotsc_select(&p.blob, NULL, 0, &group) == ROBOTSC_OK);
		CHECK(runtime_says(&group, path, sizeof path - 1) == !broken);
		CHECK(robotsc_compare(&text, &blob, NULL, 0, &question, &c) == ROBOTSC_OK);
		CHECK((c.answer == ROBOTSC_SAME) == !broken);
	}
	product_close(&p);
}

/* ---- real files -------------------------------------------------------------- */

struct proving {
	unsigned long answers[3], robots;
	uint32_t most_states;
	const char *uri, *dialect;
};

static void proved(void *ctx, const struct robotsc_robots *robots, const struct robotsc_comparison *c)
{
	struct proving *p = ctx;

	p->answers[c->answer]++;
	if (c->answer == ROBOTSC_UNKNOWN)
		printf("not proved in %s: %s\n", p->dialect, p->uri);
	p->robots += robots->n + (size_t)robots->others;
	p->most_states = c->states > p->most_states ? c->states : p->most_states;
	CHECK_MSG(c->answer != ROBOTSC_DIFFERENT, "%s", p->uri);
}

static void prove_corpus(const char *folder)
{
	struct warc_response response;
	struct proving p = {.uri = ""};
	const clock_t begin = clock();
	const struct robotsc_question question = {.budget = ROBOTSC_BUDGET, .most = 1, .ctx = &p};
	char name[4096];

	snprintf(name, sizeof name, "%s/robots.warc.gz", folder);
	struct warc *warc = warc_available() ? warc_open(name) : NULL;
	if (!warc) {
		printf("skipped: cannot read %s\n", name);
		return;
	}
	while (warc_next(warc, &response) == 1)
		for (int dialect = 0; dialect < (int)ORACLE_DIALECTS; dialect++) {
			struct robotsc_options options;
			struct product blob;

			robotsc_options_init(&options);
			options.dialect = product_dialect((enum oracle_dialect)dialect);
			p.uri = response.uri;
			p.dialect = robotsc_dialect_name(options.dialect);
			CHECK(product_open_with(&blob, &options, response.body, response.len) == ROBOTSC_OK);
			const struct robotsc_side text = {NULL, &options, response.body, response.len},
						  compiled = {&blob.blob, NULL, NULL, 0};
			CHECK(robotsc_compare_all(&text, &compiled, &question, NULL, proved) == ROBOTSC_OK);
			product_close(&blob);
		}
	warc_close(warc);
	printf("%lu robots: %lu groups proved, %lu not, at most %lu states, %lu s\n", p.robots, p.answers[ROBOTSC_SAME],
	       p.answers[ROBOTSC_UNKNOWN], (unsigned long)p.most_states, (unsigned long)((clock() - begin) / CLOCKS_PER_SEC));
	CHECK(p.answers[ROBOTSC_UNKNOWN] * 200 <= p.answers[ROBOTSC_SAME]);
}

int main(int argc, char **argv)
{
	const char *folder = argc == 3 && strcmp(argv[1], "--deep") == 0 ? argv[2] : getenv("ROBOTSC_CORPUS");
	const unsigned long worlds = argc == 2 ? strtoul(argv[1], NULL, 10) : WORLDS;
	unsigned long outcome[3] = {0, 0, 0};
	uint64_t state = 5;

	for (unsigned long i = 0; i < worlds; i++)
		compare_worlds(&state);
	for (unsigned long i = 0; i < 5 * worlds; i++)
		compare_compiled(&state);
	CHECK_MSG(globs > worlds * 5 / 8, "only %lu blobs with globs", globs);
	compare_stars();
	unsigned long verdicts[2] = {0, 0};

	for (unsigned long i = 0; i < 2 * worlds; i++)
		generate(&state, verdicts);
	CHECK(verdicts[0] > verdicts[1] / 8 && verdicts[1] > verdicts[0] / 8);
	longest = SHORTER;
	for (unsigned long i = 0; i < 4 * worlds; i++)
		meet_rules(&state);
	CHECK_MSG(met >= worlds, "only %lu rules to be met", met);
	for (size_t i = 0; i < sizeof small / sizeof small[0]; i++)
		for (int form = ROBOTSC_FORM_DFA; form <= ROBOTSC_FORM_FILTER; form++)
			bite_all(small[i].dialect, small[i].text, (enum robotsc_form)form, outcome);
	bite_stop();
	printf("changed blobs: %lu refused, %lu proved the same, %lu shown to differ\n", outcome[0], outcome[1], outcome[2]);
	printf("they hold %lu prefix tables with %lu prefixes, %lu globs, %lu sections of policies\n", bitten.prefix_tables,
	       bitten.prefixes, bitten.globs, bitten.policies);
	CHECK(outcome[1] > 0 && outcome[2] > outcome[1] / 8);
	CHECK(bitten.prefix_tables > 2 && bitten.prefixes > 4 && bitten.globs > 0 && bitten.policies > 2);
	if (folder)
		prove_corpus(folder);
	return check_done();
}
