/* store_stat.c - what a store holds, in numbers.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>

#include "cli/exit_status.h"
#include "cli/hosts/entry_print.h"
#include "cli/text_print.h"
#include "store_common.h"

/* Classes of ages, by their upper bound in seconds. */
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

static void print_settings(const struct robotsc_store_settings *settings)
{
	const char *dialect = robotsc_dialect_name(settings->dialect);
	printf("format %u, dialect %s, agents:", ROBOTSC_STORE_FORMAT, dialect ? dialect : "of another version");
	for (size_t i = 0; i < settings->nagents; i++) {
		putchar(' ');
		cli_print_text(stdout, settings->agents[i]);
	}
	fputs(settings->nagents ? "" : " all", stdout);
	puts("");
	cli_print_settings(settings);
}

static double ratio(uint64_t a, uint64_t b)
{
	return b ? (double)a / (double)b : 0;
}

static void print_object(struct job *j, const struct robotsc_store_stats *st, const struct tally *t)
{
	struct cli_answers *const json = &j->json;
	cli_answers_open(json);
	cli_answers_number(json, "format", ROBOTSC_STORE_FORMAT);
	cli_answers_settings(json, robotsc_store_settings(j->store));
	cli_answers_number(json, "origins", st->origins);
	cli_answers_number(json, "policies", st->policies);
	cli_answers_number(json, "policy-octets", st->policy_bytes);
	cli_answers_number(json, "unused-blobs", st->blobs - st->policies);
	cli_answers_number(json, "unused-octets", st->blob_bytes - st->policy_bytes);
	cli_answers_number(json, "file-octets", st->file_bytes);
	cli_answers_number(json, "free-octets", st->free_bytes);
	cli_answers_number(json, "stale", t->stale);
	cli_answers_number(json, "challenges", t->challenges);
	cli_answers_inner(json, "ages", '{');
	for (size_t i = 0; i < NAGES; i++)
		cli_answers_number(json, ages[i].name, t->by_age[i]);
	cli_answers_outer(json, '}');
	cli_answers_inner(json, "outcomes", '{');
	for (unsigned i = 0; i < 8; i++)
		if (t->by_outcome[i])
			cli_answers_number(json, robotsc_outcome_name((enum robotsc_outcome)i), t->by_outcome[i]);
	cli_answers_outer(json, '}');
	cli_answers_close(json);
}

static void print_lines(struct job *j, const struct robotsc_store_stats *st, const struct tally *t)
{
	print_settings(robotsc_store_settings(j->store));
	printf("origins       %12llu\n", (unsigned long long)st->origins);
	printf("policies      %12llu  %.2f origins each\n", (unsigned long long)st->policies, ratio(st->origins, st->policies));
	printf("policy octets %12llu  %.1f an origin\n", (unsigned long long)st->policy_bytes,
	       ratio(st->policy_bytes, st->origins));
	printf("unused blobs  %12llu  %llu octets\n", (unsigned long long)(st->blobs - st->policies),
	       (unsigned long long)(st->blob_bytes - st->policy_bytes));
	printf("file octets   %12llu  %.1f an origin\n", (unsigned long long)st->file_bytes, ratio(st->file_bytes, st->origins));
	printf("free octets   %12llu\n", (unsigned long long)st->free_bytes);
	printf("stale         %12llu\n", (unsigned long long)t->stale);
	if (t->challenges)
		printf("challenges    %12llu  a 202, or a web page for a robots.txt\n", (unsigned long long)t->challenges);
	for (size_t i = 0; i < NAGES; i++)
		if (t->by_age[i])
			printf("age   %-14s %6llu\n", ages[i].name, (unsigned long long)t->by_age[i]);
	for (unsigned i = 0; i < 8; i++)
		if (t->by_outcome[i])
			printf("fetch %-14s %6llu\n", robotsc_outcome_name((enum robotsc_outcome)i),
			       (unsigned long long)t->by_outcome[i]);
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
		(cli_is_structured(j->s) ? print_object : print_lines)(j, &st, &t);
	return result;
}
