/* training_signal_test.c - a group of the token __usage_ai-training says to every robot how content
 * may be used: library and oracle on random files, for all agents and for some.
 *
 *     training_signal_test [SEED [COUNT]]
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/support/test.h"
#include "tests/oracle/oracle.h"
#include "tests/support/product.h"

#include <robotsc/compile.h>
#include <robotsc/extensions.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TOKEN "__usage_ai-training"

static const char *const lines[] = {"User-agent: __usage_ai-training",
                                    "user-agent: __USAGE_AI-Training",
                                    "User-agent: *",
                                    "User-agent: Bot",
                                    "User-agent: __usage_search",
                                    "Disallow: /",
                                    "Disallow: /a",
                                    "Allow: /a",
                                    "Allow: /a/b",
                                    "Disallow: /*b",
                                    "Allow: /*b",
                                    "Allow: /b$",
                                    "Disallow: /b",
                                    "Disallow: /%61/",
                                    "Disallow:",
                                    "Content-Usage: train-ai=n",
                                    "Content-Usage: /a train-ai=y",
                                    "Crawl-delay: 1",
                                    ""};
static const char *const paths[] = {"/", "/a", "/a/b", "/b", "/bb", "/a/", "/%61/c", "/c", "/c/b"};

static size_t random_text(char *text, uint64_t *state)
{
	size_t len = 0;
	for (uint64_t n = product_below(state, 14); n > 0; n--)
		len += (size_t)sprintf(text + len, "%s\n", lines[product_below(state, sizeof lines / sizeof *lines)]);
	return len;
}

/* What the rules of the token's groups say, by the oracle. */
static int wanted(const struct oracle_policy *signal, const char *path)
{
	struct oracle_reason reason;
	const int allowed = oracle_check(signal, path, strlen(path), &reason);
	if (oracle_selected_by(signal, NULL) != ORACLE_SELECTED_TOKEN || reason.line == 0)
		return ROBOTSC_UNSTATED;
	return allowed ? ROBOTSC_YES : ROBOTSC_NO;
}

static void ask(const struct robotsc_blob *blob, const char *robot, const struct oracle_policy *signal, const char *text)
{
	struct robotsc_extensions ext;
	struct robotsc_group group;
	const struct robotsc_text token = {robot, strlen(robot)};
	CHECK(robotsc_open_extensions(blob, &ext) == ROBOTSC_OK);
	CHECK(robotsc_select(blob, &token, 1, &group) == ROBOTSC_OK);
	const uint32_t label = robotsc_find_label(&ext, ROBOTSC_FIELD_CONTENT_USAGE, (struct robotsc_text){TOKEN, strlen(TOKEN)});
	for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
		struct robotsc_usage usage;
		const enum robotsc_verdict verdict = robotsc_check_usage(&ext, &group, paths[i], strlen(paths[i]), &usage);
		const int said = label < ROBOTSC_LABELS_MAX ? usage.preferences[label] : ROBOTSC_UNSTATED;
		CHECK(verdict == robotsc_check_path(&group, paths[i], strlen(paths[i])));
		if (!CHECK(said == (verdict == ROBOTSC_ALLOW ? wanted(signal, paths[i]) : ROBOTSC_UNSTATED)))
			printf("%d for %s of\n%s", said, paths[i], text);
	}
}

/* A robot that ignores "*" may fetch everything; of labels it gets only the token's label. */
static void ask_for_none(const struct robotsc_blob *blob, const struct oracle_policy *signal, const char *text)
{
	struct robotsc_extensions ext;
	struct robotsc_group group;
	struct robotsc_lines records;
	struct robotsc_line record;
	struct robotsc_label label;
	CHECK(robotsc_open_extensions(blob, &ext) == ROBOTSC_OK);
	robotsc_select_none(blob, &group);
	CHECK(group.selected == ROBOTSC_SELECTED_NONE);
	robotsc_begin_lines(&ext, &group, &records);
	CHECK(!robotsc_next_line(&records, &record));
	for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
		struct robotsc_usage usage;
		int said = ROBOTSC_UNSTATED;
		CHECK(robotsc_check_usage(&ext, &group, paths[i], strlen(paths[i]), &usage) == ROBOTSC_ALLOW);
		for (uint32_t k = 0; robotsc_label_at(&ext, k, &label); k++)
			if (label.name.len == strlen(TOKEN) && memcmp(label.name.at, TOKEN, label.name.len) == 0)
				said = usage.preferences[k];
			else
				CHECK(usage.preferences[k] == ROBOTSC_UNSTATED);
		if (!CHECK(said == wanted(signal, paths[i])))
			printf("%d for none, of %s of\n%s", said, paths[i], text);
	}
}

/* agents: 0 for all, 1 for a named one. */
static void compare(const char *text, size_t len, const struct oracle_policy *signal, size_t nagents)
{
	const struct robotsc_text agent = {"Bot", 3};
	struct robotsc_options options;
	struct robotsc_blob opened;
	void *blob;
	size_t blob_len;
	robotsc_options_init(&options);
	options.extensions = 1;
	options.agents = &agent;
	options.nagents = nagents;
	CHECK(robotsc_compile(&options, text, len, &blob, &blob_len) == ROBOTSC_OK);
	CHECK(robotsc_open(&opened, blob, blob_len) == ROBOTSC_OK);
	ask(&opened, "Bot", signal, text);
	ask_for_none(&opened, signal, text);
	if (nagents == 0) {
		ask(&opened, "Nobody", signal, text);
		ask(&opened, TOKEN, signal, text);
	}
	robotsc_free_blob(NULL, blob, blob_len);
}

int main(int argc, char **argv)
{
	uint64_t state = argc > 1 ? strtoull(argv[1], NULL, 10) : 1;
	const unsigned long count = argc > 2 ? strtoul(argv[2], NULL, 10) : 4000;
	const struct oracle_options options = {.dialect = ORACLE_RFC9309};
	const struct oracle_text token = {TOKEN, strlen(TOKEN)};
	for (unsigned long i = 0; i < count; i++) {
		char text[1024];
		const size_t len = random_text(text, &state);
		struct oracle_file *const file = oracle_parse(&options, text, len);
		struct oracle_policy *const signal = oracle_select(file, &token, 1);
		compare(text, len, signal, 0);
		compare(text, len, signal, 1);
		oracle_free_policy(signal);
		oracle_free_file(file);
	}
	return check_done();
}
