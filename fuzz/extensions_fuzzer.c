/* extensions_fuzzer.c - Whatever the bytes, every dialect keeps the oracle's records, and agrees
 * with it on usage of URLs and times of fetches; and the bytes are a dictionary if the oracle reads
 * one.
 *
 * The bytes are a file that robotsc records accepts.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "harness.h"
#include "robotsc/extensions.h"
#include "tests/runtime/records/extensions_trial.h"
#include "tests/support/random_gen.h"

#define URLS 6
#define TRIED (HARNESS_DRAWS ? 2 : URLS) /* the oracle reads all lines again for each */
#define LONG_PAUSE 400000                /* seconds; longer ones take too long minute by minute */

static const struct robotsc_text robots[] = {{"a", 1}, {"ExampleBot", 10}};
static const char *const labels[] = {"train-ai", "search", "*", "a"};

static void check_dictionary(const char *text, size_t len)
{
	const struct robotsc_text ours = {text, len};
	const struct oracle_text theirs = {text, len};
	size_t at = 0;
	const int parses = robotsc_usage_parses(ours, &at);

	must(parses == oracle_is_dictionary(theirs) && at <= len);
	for (size_t i = 0; i < sizeof labels / sizeof labels[0]; i++) {
		const struct robotsc_text label = {labels[i], strlen(labels[i])};

		must((int)robotsc_read_usage(ours, label) == (int)oracle_dictionary(theirs, labels[i]));
	}
}

static void check_times(const struct extensions_trial *t, uint64_t *state)
{
	struct oracle_record *records;
	const size_t n = oracle_records(t->file, t->policy, &records);
	int slow = 0;

	for (size_t i = 0; i < n; i++)
		slow |= records[i].ms / 1000 > LONG_PAUSE ||
		        (records[i].documents && records[i].seconds / records[i].documents > LONG_PAUSE);
	for (int i = 0; i < 3 && !slow; i++) {
		const int64_t now = 1700006400000 + (int64_t)product_below(state, 86400000);
		const int64_t last = now - (int64_t)product_below(state, i == 0 ? 1000 : 100000000), took = i * 3000;
		const int64_t got = robotsc_next_fetch(t->ext, t->group, now, i < 2 ? last : ROBOTSC_NEVER, took, NULL);

		must(got == oracle_next_fetch(records, n, now, i < 2, last, took, NULL));
	}
	free(records);
}

static void check_robot(const struct product *p, const struct robotsc_extensions *ext, const struct oracle_file *file,
                        const struct robotsc_text *robot, const struct draft *url, uint64_t *state)
{
	const struct oracle_text theirs = {robot->at, robot->len};
	struct oracle_policy *policy = oracle_select(file, &theirs, 1);
	struct robotsc_group group;
	struct extensions_trial t = {.ext = ext, .group = &group, .file = file, .policy = policy};

	must(robotsc_select(&p->blob, robot, 1, &group) == ROBOTSC_OK);
	must(extensions_trial_lines(&t));
	for (size_t i = 0; i < TRIED; i++)
		must(extensions_trial_url(&t, url[i].at, url[i].len));
	check_times(&t, state);
	oracle_free_policy(policy);
}

static void check_case(const uint8_t *bytes, size_t len, size_t nth, uint64_t *state)
{
	const struct oracle_options how = {.dialect = (enum oracle_dialect)nth};
	char *text = harness_copy(bytes, len);
	struct oracle_file *file = oracle_parse(&how, text, len);
	struct robotsc_options options;
	struct robotsc_extensions ext;
	struct draft url[URLS];
	struct product p;

	memset(url, 0, sizeof url);
	for (size_t i = 0; i < URLS; i++)
		random_gen_url(&url[i], state, file);
	robotsc_options_init(&options);
	options.dialect = product_dialect(how.dialect);
	options.extensions = 1;
	must(product_open_with(&p, &options, text, len) == ROBOTSC_OK);
	must(robotsc_open_extensions(&p.blob, &ext) == ROBOTSC_OK);
	for (size_t i = 0; i < sizeof robots / sizeof robots[0]; i++)
		check_robot(&p, &ext, file, &robots[i], url, state);
	product_close(&p);
	oracle_free_file(file);
	for (size_t i = 0; i < URLS; i++)
		free(url[i].at);
	free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len)
{
	char *text = harness_copy(bytes, len);

	check_dictionary(text, len);
	free(text);
	harness_try(bytes, len, ORACLE_DIALECTS, check_case);
	return 0;
}
