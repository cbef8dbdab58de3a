/* store_stat.c - what a store holds, in numbers.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>

#include "cli/messages.h"
#include "cli/hosts/entry_print.h"
#include "cli/text_print.h"
#include "store_common.h"

/* Classes of ages, each with its upper bound in seconds. */
static const struct {
	const char *name;
	uint64_t below;
} ages[] = {{"under an hour", 3600},       {"under a day", 86400},        {"under a week", 7 * 86400},
            {"under 30 days", 30 * 86400}, {"under a year", 365 * 86400}, {"older", UINT64_MAX}};

#define NAGES (sizeof ages / sizeof ages[0])

struct tally {
	int64_t now;
	uint64_t stale, challenges;
	uint64_t by_age[NAGES];
	uint64_t by_outcome[8];
};

static int count(struct job *j, struct robotsc_text origin, const struct robotsc_store_entry *entry, void *ctx)
{
	struct tally *t = ctx;
	const uint64_t age = t->now > entry->decision.fetched ? (uint64_t)(t->now - entry->decision.fetched) : 0;
	size_t i = 0;
	(void)j;
	(void)origin;
	while (i + 1 < NAGES && age >= ages[i].below)
		i++;
	t->by_age[i]++;
	t->by_outcome[entry->decision.outcome < 7 ? entry->decision.outcome : 7]++;
	t->stale += entry->decision.expires <= t->now;
	t->challenges += entry->decision.challenge;
	return CLI_OK;
}

static void print_classes(const struct tally *t)
{
	for (size_t i = 0; i < NAGES; i++)
		if (t->by_age[i])
			printf("age   %-14s %6llu\n", ages[i].name, (unsigned long long)t->by_age[i]);
	for (unsigned i = 0; i < 8; i++)
		if (t->by_outcome[i])
			printf("fetch %-14s %6llu\n", robotsc_outcome_name((enum robotsc_outcome)i),
			       (unsigned long long)t->by_outcome[i]);
}

static void put_classes(struct cli_answers *j, const struct tally *t)
{
	cli_answers_inner(j, "ages", '{');
	for (size_t i = 0; i < NAGES; i++)
		cli_answers_number(j, ages[i].name, t->by_age[i]);
	cli_answers_outer(j, '}');
	cli_answers_inner(j, "outcomes", '{');
	for (unsigned i = 0; i < 8; i++)
		if (t->by_outcome[i])
			cli_answers_number(j, robotsc_outcome_name((enum robotsc_outcome)i), t->by_outcome[i]);
	cli_answers_outer(j, '}');
	cli_answers_close(j);
}

static void print(struct job *j, const struct robotsc_store_stats *st, const struct tally *t)
{
	struct cli_answers *const a = &j->json;
	const uint64_t unused = st->blob_bytes - st->policy_bytes;
	const struct cli_figure figures[] = {
		{"origins", "origins", .value = st->origins},
		{"policies", "policies", .value = st->policies, "origins each", 2, st->origins, st->policies},
		{"policy-octets", "policy octets", .value = st->policy_bytes, "an origin", 1, st->policy_bytes, st->origins},
		{"unused-blobs", "unused blobs", .value = st->blobs - st->policies, "octets", 0, unused, 1},
		{"unused-octets", NULL, .value = unused},
		{"file-octets", "file octets", .value = st->file_bytes, "an origin", 1, st->file_bytes, st->origins},
		{"free-octets", "free octets", .value = st->free_bytes},
		{"stale", "stale", .value = t->stale},
		{"challenges", t->challenges ? "challenges" : NULL, t->challenges, "a 202, or a web page for a robots.txt", -1, 0,
	         0},
	};
	if (a->is_text) {
		printf("format %u, ", ROBOTSC_STORE_FORMAT);
		cli_print_settings(robotsc_store_settings(j->store));
	} else {
		cli_answers_open(a);
		cli_answers_number(a, "format", ROBOTSC_STORE_FORMAT);
		cli_answers_settings(a, robotsc_store_settings(j->store));
	}
	cli_print_figures(a, figures, sizeof figures / sizeof figures[0]);
	if (a->is_text)
		print_classes(t);
	else
		put_classes(a, t);
}

int cli_store_stat(struct job *j)
{
	struct tally t = {.now = j->now};
	struct robotsc_store_stats st;
	const enum robotsc_store_status status = robotsc_reader_stats(j->reader, &st);
	int result;
	if (status != ROBOTSC_STORE_OK)
		return cli_store_trouble(j->s, status);
	result = cli_store_scan(j, NULL, count, &t);
	if (result == CLI_OK)
		print(j, &st, &t);
	return result;
}
