/* extensions_test.c - compares library and oracle on records, preferences and pauses.
 *
 *     extensions_test [SEED [COUNT [FIRST]]]
 *
 * Each of COUNT worlds is a random robots.txt, robots, URLs and times, in all dialects and forms,
 * in a blob for all agents and in one for some.  "extensions_test SEED 1 N" repeats world N.
 * Verdicts must be those of a blob without extensions.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/support/test.h"
#include "extensions_gen.h"
#include "extensions_trial.h"
#include "tests/support/product.h"

#include <robotsc/extensions.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TIMES 6
#define REPORTS 6

struct world {
	struct extensions_gen gen;
	struct robotsc_text token;
	enum oracle_dialect dialect;
	enum robotsc_form form;
	int partial;
	unsigned long number;
};

#define PICK(w, array) array[product_below(&(w)->gen.state, sizeof(array) / sizeof *(array))]

static unsigned long reports, stated, waited, shut, records_seen, cut[3];

static void report(const struct world *w, const char *what, const char *detail)
{
	CHECK_MSG(0, "world %lu: %s %s", w->number, what, detail);
	if (reports++ >= REPORTS)
		return;
	printf("dialect %d, form %s, %s, robot \"", (int)w->dialect, product_forms[w->form], w->partial ? "partial" : "all agents");
	product_show(w->token.at, w->token.len);
	printf("\", file:\n");
	for (size_t i = 0, from = 0; i <= w->gen.len; i++)
		if (i == w->gen.len || w->gen.file[i] == '\n') {
			printf("    ");
			product_show(w->gen.file + from, i - from);
			printf("\n");
			from = i + 1;
		}
}

/* ---- comparing ---- */

/* The records without Visit-time. */
static size_t without_visits(const struct oracle_record *records, size_t n, struct oracle_record *rest)
{
	size_t kept = 0;

	for (size_t i = 0; i < n; i++)
		if (records[i].field != ORACLE_FIELD_VISIT_TIME)
			rest[kept++] = records[i];
	return kept;
}

struct times {
	int64_t now, last, took;
	int has_last;
};

/* A floor and a ceiling near the pause that is asked for, and wrong ones. */
static void check_bounds(struct world *w, const struct robotsc_extensions *ext, const struct robotsc_group *group,
                         const struct oracle_record *records, size_t n, const struct times *t)
{
	static const int64_t pauses[] = {-1, 0, 1, 500, 2000, 10000, 60000, 3600000, 40000000};
	const struct oracle_bounds bounds = {PICK(w, pauses), PICK(w, pauses)};
	const int64_t last = t->has_last ? t->last : ROBOTSC_NEVER;
	struct robotsc_pace pace, wish;
	const int64_t got = robotsc_next_fetch_within(ext, group, t->now, last, t->took, bounds.at_least, bounds.at_most, &pace);

	if (got == oracle_next_fetch(records, n, t->now, t->has_last, t->last, t->took, &bounds))
		check_passed++;
	else
		report(w, "time to fetch, within bounds", "");
	/* The pause in the same minute without bounds.  A robot that never fetched does not wait
	 * for it. */
	(void)robotsc_next_fetch(ext, group, got, ROBOTSC_NEVER, t->took, &wish);
	if (pace.cut != (wish.pause == pace.pause  ? ROBOTSC_PACE_KEPT
	                 : wish.pause < pace.pause ? ROBOTSC_PACE_AT_LEAST
	                                           : ROBOTSC_PACE_AT_MOST))
		report(w, "was the pause cut?", "");
	cut[pace.cut]++;
}

static void check_times(struct world *w, const struct robotsc_extensions *ext, const struct robotsc_group *group,
                        const struct oracle_record *records, size_t n)
{
	static const int64_t spans[] = {0, 1, 999, 59999, 60000, 600000, 3600000, 86400000, -5000, 400000000};
	struct oracle_record *always;
	size_t nalways;

	for (size_t i = 0; i < n; i++) /* the oracle steps by minutes, which is too slow here */
		if (records[i].ms > 400000000 || (records[i].documents && records[i].seconds / records[i].documents > 400000))
			return;
	always = malloc((n + 1) * sizeof *always);
	if (!CHECK(always != NULL))
		return;
	nalways = without_visits(records, n, always);
	for (int i = 0; i < TIMES; i++) {
		const int64_t day = (int64_t)product_below(&w->gen.state, 86400000) + (i & 1 ? 0 : 1700006400000);
		const int64_t now = i == 0 ? -day : day, last = now - PICK(w, spans), took = PICK(w, spans) / 1000;
		const int has_last = product_below(&w->gen.state, 5) != 0;
		struct robotsc_pace pace;
		const int64_t got = robotsc_next_fetch(ext, group, now, has_last ? last : ROBOTSC_NEVER, took, &pace);
		const int64_t want = oracle_next_fetch(records, n, now, has_last, last, took, NULL);

		waited += got > now;
		if (got == want && got == robotsc_next_fetch(ext, group, now, has_last ? last : ROBOTSC_NEVER, took, NULL))
			check_passed++;
		else
			report(w, "time to fetch", got < want ? "too early" : "too late");
		if (has_last && got - last < pace.pause)
			report(w, "a pause that is not kept", "");
		if (pace.shut != (want > oracle_next_fetch(always, nalways, now, has_last, last, took, NULL)))
			report(w, "is it Visit-time that makes it later?", "");
		shut += pace.shut;
		if (i % 4 == 1)
			check_bounds(w, ext, group, records, n, &(struct times){now, last, took, has_last});
	}
	free(always);
}

static void check_robot(struct world *w, const struct product *p, const struct robotsc_extensions *ext,
                        const struct oracle_file *file)
{
	const struct oracle_text token = {w->token.at, w->token.len};
	struct oracle_policy *policy = oracle_select(file, &token, 1);
	struct oracle_record *records;
	struct robotsc_group group;
	struct extensions_trial t = {.ext = ext, .group = &group, .file = file, .policy = policy};
	const size_t n = oracle_records(file, policy, &records);

	if (CHECK(robotsc_select(&p->blob, &w->token, 1, &group) == ROBOTSC_OK)) {
		if (extensions_trial_lines(&t))
			check_passed++;
		else
			report(w, t.what, "");
		for (size_t i = 0; i < EXTENSIONS_GEN_URLS; i++)
			if (extensions_trial_url(&t, w->gen.url[i], strlen(w->gen.url[i])))
				check_passed++;
			else
				report(w, t.what, "");
		check_times(w, ext, &group, records, n);
	}
	stated += t.stated;
	records_seen += t.records;
	free(records);
	oracle_free_policy(policy);
}

/* A blob without extensions has the same core, so the same verdicts. */
static void check_plain(const struct world *w, const struct robotsc_options *options, const struct product *with)
{
	struct robotsc_options plain = *options;
	struct robotsc_extensions ext;
	struct product p;

	plain.extensions = 0;
	if (CHECK(product_open_with(&p, &plain, w->gen.file, w->gen.len) == ROBOTSC_OK)) {
		CHECK(robotsc_open_extensions(&p.blob, &ext) == ROBOTSC_ERR_ABSENT);
		for (size_t u = 0; u < EXTENSIONS_GEN_URLS; u++) {
			struct robotsc_group one, other;
			const size_t len = strlen(w->gen.url[u]);

			CHECK(robotsc_select(&p.blob, &w->token, 1, &one) == ROBOTSC_OK);
			CHECK(robotsc_select(&with->blob, &w->token, 1, &other) == ROBOTSC_OK);
			CHECK(one.selected == other.selected && one.token == other.token);
			CHECK(robotsc_check_url(&one, w->gen.url[u], len) == robotsc_check_url(&other, w->gen.url[u], len));
		}
	}
	product_close(&p);
}

static void check_blob(struct world *w)
{
	static const struct robotsc_text tokens[] = {{"a", 1}, {"bot", 3}, {"nobody", 6}, {"", 0}};
	const struct oracle_options how = {.dialect = w->dialect, .usage_rules = w->number % 2};
	struct oracle_file *file = oracle_parse(&how, w->gen.file, w->gen.len);
	struct robotsc_options options;
	struct robotsc_extensions ext;
	struct product p;

	robotsc_options_init(&options);
	options.dialect = product_dialect(w->dialect);
	options.form = w->form;
	options.extensions = 1;
	options.aipref_rule = w->number % 2;
	options.agents = tokens;
	options.nagents = w->partial ? 4 : 0;
	w->token = tokens[0];
	if (CHECK(product_open_with(&p, &options, w->gen.file, w->gen.len) == ROBOTSC_OK) &&
	    CHECK(robotsc_open_extensions(&p.blob, &ext) == ROBOTSC_OK)) {
		check_plain(w, &options, &p);
		for (size_t i = 0; i < 4; i++) {
			w->token = tokens[i];
			check_robot(w, &p, &ext, file);
		}
	}
	product_close(&p);
	oracle_free_file(file);
}

int main(int argc, char **argv)
{
	const uint64_t seed = argc > 1 ? strtoull(argv[1], NULL, 0) : 5;
	const unsigned long count = argc > 2 ? strtoul(argv[2], NULL, 0) : 500, first = argc > 3 ? strtoul(argv[3], NULL, 0) : 0;
	static struct world w;

	for (w.number = first; w.number < first + count; w.number++) {
		w.gen.state = seed * 1000003 + w.number;
		extensions_gen(&w.gen);
		for (int d = 0; d < ORACLE_DIALECTS; d++) {
			w.dialect = (enum oracle_dialect)d;
			for (int k = 0; k < 6; k++) {
				w.form = (enum robotsc_form)(k / 2);
				w.partial = k % 2;
				check_blob(&w);
			}
		}
	}
	printf("%lu records, %lu preferences stated, %lu times waited, %lu for Visit-time\n", records_seen, stated, waited, shut);
	CHECK(count < 100 || (records_seen > count && stated > count && waited > count && shut > count &&
	                      cut[ROBOTSC_PACE_AT_LEAST] > count && cut[ROBOTSC_PACE_AT_MOST] > count));
	return check_done();
}
