/* cmd_snapshot.c - robotsc snapshot: makes snapshots, and shows what is in them.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ask_urls.h"
#include "cli/answers.h"
#include "cli/args.h"
#include "cli/command.h"
#include "cli/messages.h"
#include "cli/option_table.h"
#include "cli/output.h"
#include "cli/text_print.h"
#include "entry_print.h"
#include "origin_source.h"
#include "snapshot_commands.h"
#include "snapshot_files.h"

/* An action's state: the snapshot, and the operands after it. */
struct snapshot_job {
	struct cli_settings *s;
	struct robotsc_snapshot_files files;
	struct cli_answers json;
	char **operands;
	size_t n;
};

/* ---- stat --------------------------------------------------------------------------------- */

/* The sums over all shards.  The seed and the root are those of the last shard. */
static struct robotsc_snapshot_info sum_of(const struct robotsc_snapshot_files *f)
{
	struct robotsc_snapshot_info sum = {.time = 0};
	for (size_t i = 0; i < f->n; i++) {
		struct robotsc_snapshot_info one;
		const struct robotsc_snapshot_info before = sum;
		robotsc_snapshot_info(&f->shards[i], &one);
		sum = one;
		sum.size += before.size;
		sum.entries += before.entries;
		sum.policies += before.policies;
		sum.time = before.time > one.time ? before.time : one.time;
		sum.longest_probe = before.longest_probe > one.longest_probe ? before.longest_probe : one.longest_probe;
		for (size_t k = 0; k < 4; k++)
			sum.section[k] += before.section[k];
	}
	return sum;
}

/* Print the settings, the root and the time, which are no numbers. */
static void begin_stat(struct snapshot_job *j, const struct robotsc_snapshot_info *info)
{
	const struct robotsc_snapshot_files *const f = &j->files;
	char root[2 * sizeof f->root + 1], time[ROBOTSC_TIME_ROOM];
	for (size_t i = 0; i < sizeof f->root; i++)
		snprintf(root + 2 * i, 3, "%02x", f->root[i]);
	robotsc_write_time(info->time, time);
	if (j->json.is_text) {
		cli_print_settings(&f->settings);
		printf("root          %12s%s\ntime          %s\n", "", root, time);
		return;
	}
	cli_answers_open(&j->json);
	cli_answers_settings(&j->json, &f->settings);
	cli_answers_word(&j->json, "root", root);
	cli_answers_word(&j->json, "time", time);
}

static int print_stat(struct snapshot_job *j)
{
	const struct robotsc_snapshot_files *const f = &j->files;
	const struct robotsc_snapshot_info info = sum_of(f);
	const bool is_whole = f->is_folder || info.shards == 1;
	char of_shards[16];
	const struct cli_figure figures[] = {
		{NULL, "shards", .value = f->n},
		{"shards", NULL, .value = is_whole ? f->n : info.shards},
		{f->is_folder ? NULL : "shard", is_whole ? NULL : "this is shard", info.shard, of_shards, -1, 0, 0},
		{"origins", "origins", .value = info.entries},
		{"policies", "policies", .value = info.policies, "origins each", 2, info.entries, info.policies},
		{"octets", "octets", .value = info.size, "an origin", 1, info.size, info.entries},
		{"entry-octets", "  entries", .value = info.section[0], "an origin", 1, info.section[0], info.entries},
		{"mark-octets", "  marks", .value = info.section[1], "an origin", 1, info.section[1], info.entries},
		{"index-octets", "  index", .value = info.section[2], "an origin", 1, info.section[2], info.entries},
		{"policy-octets", "  policies", .value = info.section[3], "an origin", 1, info.section[3], info.entries},
		{"longest-probe", "longest probe", .value = info.longest_probe},
	};
	snprintf(of_shards, sizeof of_shards, "of %lu", (unsigned long)info.shards);
	begin_stat(j, &info);
	cli_print_figures(&j->json, figures, sizeof figures / sizeof figures[0]);
	if (!j->json.is_text)
		cli_answers_close(&j->json);
	return CLI_OK;
}

/* ---- list, get ------------------------------------------------------------------------------ */

static int list(struct snapshot_job *j)
{
	char host[ROBOTSC_ORIGIN_MAX];
	struct robotsc_text domain = {host, 0};
	const char *const named = j->s->snapshot.domain;
	struct cli_merged_entries *merged;
	struct robotsc_snapshot_entry entry;
	enum robotsc_status status;
	int result = CLI_OK;
	if (named && cli_take_domain(named, host, &domain.len) != 0)
		return CLI_TROUBLE;
	status = cli_merged_begin(&merged, &j->files, named ? &domain : NULL);
	while (status == ROBOTSC_OK && result == CLI_OK) {
		status = cli_merged_next(merged, &entry, NULL);
		if (status == ROBOTSC_OK)
			result = cli_print_entry(&j->json, &(struct cli_entry){entry.origin, &entry.decision, entry.policy});
	}
	cli_merged_end(merged);
	return status == ROBOTSC_OK || status == ROBOTSC_ERR_UNKNOWN ? result : cli_snapshot_trouble(j->files.name, status);
}

static int get(struct snapshot_job *j)
{
	const char *const url = j->operands[0];
	struct robotsc_snapshot_entry entry;
	struct robotsc_blob blob;
	const struct robotsc_snapshot *shard;
	enum robotsc_status status;
	if (cli_snapshot_entry(&j->files, url, &shard, &entry) != 0)
		return CLI_TROUBLE;
	status = robotsc_snapshot_blob(shard, &entry, &blob);
	if (status != ROBOTSC_OK)
		return cli_snapshot_trouble(j->files.name, status);
	if (j->s->output)
		return cli_check_output(j->s) < 0 ? CLI_TROUBLE : cli_write_blob(j->s, NULL, blob.bytes, blob.size);
	cli_print_found(&j->json, &(struct cli_entry){cli_text(url), &entry.decision, entry.policy}, blob.size);
	return CLI_OK;
}

/* ---- verify ----------------------------------------------------------------------------- */

static void print_fault(void *ctx, const char *line)
{
	struct snapshot_job *const j = ctx;
	cli_print_damage(&j->json, line);
}

/* Verify what opening does not look at: the manifest's time and spare octets. */
static enum robotsc_store_status verify_manifest(struct snapshot_job *j)
{
	const uint64_t time = (uint64_t)sum_of(&j->files).time;
	const bool time_ok = j->files.manifest_time == time, spare_ok = j->files.manifest_spare == 0;
	if (!time_ok)
		print_fault(j, "manifest: its time is not that of the latest shard");
	if (!spare_ok)
		print_fault(j, "manifest: it is not filled with zeros");
	return time_ok && spare_ok ? ROBOTSC_STORE_OK : ROBOTSC_STORE_DAMAGED;
}

static int verify(struct snapshot_job *j)
{
	enum robotsc_store_status status = j->files.is_folder ? verify_manifest(j) : ROBOTSC_STORE_OK;
	for (size_t i = 0; i < j->files.n; i++) {
		const enum robotsc_store_status one =
			robotsc_snapshot_verify_jobs(&j->files.shards[i], cli_jobs(j->s), print_fault, j);
		status = one != ROBOTSC_STORE_OK ? one : status;
	}
	if (status == ROBOTSC_STORE_DAMAGED)
		return cli_complain("%s: the snapshot is damaged; make it again", j->files.name);
	if (status != ROBOTSC_STORE_OK)
		return cli_maker_trouble(j->files.name, status);
	if (!j->s->quiet && !cli_is_structured(j->s))
		puts("good");
	return CLI_OK;
}

/* ---- check ------------------------------------------------------------------------------ */

static int check(struct snapshot_job *j)
{
	return cli_snapshot_check(j->s, &j->files, &j->json, j->operands, j->n);
}

/* ---- the command ------------------------------------------------------------------------ */

static const struct snapshot_action {
	const char *name;
	size_t min, max; /* operands after the snapshot */
	bool many;       /* may print many answers, an array for --format=json */
	int (*run)(struct snapshot_job *j);
	/* In place of run, for an action that takes other operands. */
	int (*whole)(struct cli_settings *s, char **operands, size_t n);
} actions[] = {
	{"make", 0, SIZE_MAX, .whole = cli_make_snapshot},
	{"stat", 0, 0, .run = print_stat},
	{"get", 1, 1, .run = get},
	{"check", 1, SIZE_MAX, .many = true, .run = check},
	{"list", 0, 0, .many = true, .run = list},
	{"table", 0, SIZE_MAX, .whole = cli_snapshot_table},
	{"verify", 0, 0, .many = true, .run = verify},
	{"diff", 1, 1, .whole = cli_snapshot_diff},
};

static int perform(struct snapshot_job *j, const struct snapshot_action *a, const char *name)
{
	int result = cli_snapshot_open(&j->files, j->s, name);
	if (result == 0) {
		if (a->many)
			cli_answers_begin(&j->json, j->s, NULL);
		result = a->run(j);
		cli_answers_end(&j->json);
	}
	robotsc_snapshot_files_close(&j->files);
	return result;
}

static int run(struct cli_settings *s)
{
	const char *const name = s->operands[0];
	for (size_t i = 0; i < sizeof actions / sizeof actions[0]; i++) {
		const struct snapshot_action *const a = &actions[i];
		struct snapshot_job j = {
			.s = s, .json = {.is_text = !cli_is_structured(s)}, .operands = s->operands + 2, .n = s->noperands - 2};
		if (strcmp(name, a->name) != 0)
			continue;
		if (s->noperands < 2 || j.n < a->min || j.n > a->max)
			return cli_complain("snapshot %s: %s; see 'robotsc help snapshot'", name,
			                    s->noperands < 2 || j.n < a->min ? "an operand is missing"
			                                                     : "there is an operand too many");
		if (s->format == ROBOTSC_REPORT_CSV && a->whole != cli_snapshot_table)
			return cli_complain("snapshot %s: --format=csv is for 'table'; this has json and jsonl", name);
		return a->whole ? a->whole(s, s->operands + 1, s->noperands - 1) : perform(&j, a, s->operands[1]);
	}
	return cli_complain("snapshot has no action '%s'; 'robotsc help snapshot' lists them", name);
}

#define CLI_OWNER struct cli_snapshot_own

/* clang-format off */
static const struct cli_option_row own_options[] = {
	{"shards", 0, "N", "make: write a folder of N files, by host", CLI_SETS_NUMBER(shards, 1, 1024)},
	{"memory", 0, "SIZE", "make: sort in so much memory, such as 64M or 2G; 512M (default)", CLI_SETS_TEXT(memory)},
};
/* clang-format on */

static const unsigned char options[] = {
	CLI_OPT_OUTPUT,         CLI_OPT_OWN,      CLI_OPT_AT,      CLI_OPT_OWN,       CLI_OPT_JOBS,   CLI_OPT_DOMAIN,
	CLI_OPT_AGENT,          CLI_OPT_FALLBACK, CLI_OPT_USAGE,   CLI_OPT_STALE,     CLI_OPT_BUDGET, CLI_OPT_USUAL,
	CLI_OPT_FAIL_ON,        CLI_OPT_COLOR,    CLI_OPT_DIALECT, CLI_OPT_LIMIT,     CLI_OPTS_RULES, CLI_OPT_EXTENSIONS,
	CLI_OPT_REDIRECT_SCOPE, CLI_OPT_SUFFIXES, CLI_OPT_FOLLOW,  CLI_OPT_CHALLENGE, CLI_OPT_WARC,   CLI_OPTS_TRUST,
	CLI_OPT_FORCE,          CLI_OPT_QUIET,    CLI_OPT_FORMAT,  CLI_OPT_HELP,      CLI_OPT_END};

const struct cli_command cli_snapshot = {
	.name = "snapshot",
	.operands = "ACTION PATH [OPERAND...]",
	.summary = "make and read snapshots: the policies of many origins in one file",
	.text = cli_help_snapshot,
	.options = options,
	.own = {own_options, sizeof(CLI_OWNER), NULL},
	.formats = CLI_FORMATS_CSV,
	.fewer_operands = 1,
	.run = run,
};
