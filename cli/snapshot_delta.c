/* snapshot_delta.c - see snapshot_delta.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "snapshot_delta.h"

#include <stdio.h>

#include "answers.h"
#include "args.h"
#include "exit_status.h"
#include "make_snapshot.h"
#include "messages.h"
#include "progress.h"
#include "snapshot_files.h"

/* ---- delta ---- */

static void print_delta(const struct cli_settings *s, const struct robotsc_delta_report *r)
{
	struct cli_answers json = {0};
	const uint64_t origins = r->same + r->changed + r->added;
	if (cli_is_structured(s)) {
		cli_answers_open(&json);
		cli_answers_number(&json, "octets", r->octets);
		cli_answers_number(&json, "same", r->same);
		cli_answers_number(&json, "changed", r->changed);
		cli_answers_number(&json, "added", r->added);
		cli_answers_number(&json, "removed", r->removed);
		cli_answers_number(&json, "policies", r->policies);
		cli_answers_close(&json);
	} else if (!s->quiet) {
		fprintf(stderr, "robotsc: %llu octets, %.1f an origin; %llu origins same, %llu changed, %llu added, %llu removed; ",
		        (unsigned long long)r->octets, origins ? (double)r->octets / (double)origins : 0,
		        (unsigned long long)r->same, (unsigned long long)r->changed, (unsigned long long)r->added,
		        (unsigned long long)r->removed);
		fprintf(stderr, "%llu policies\n", (unsigned long long)r->policies);
	}
}

/* Refuse what a delta cannot lead from and to. */
static int compare_files(const struct cli_snapshot_files *old, const struct cli_snapshot_files *new)
{
	const char *const other = robotsc_settings_difference(&old->settings, &new->settings);
	if (other)
		return cli_complain("%s: its %s differs from that of %s, so there is no delta; 'stat' prints both", new->name,
		                    other, old->name);
	if (old->is_folder != new->is_folder || old->n != new->n)
		return cli_complain("%s and %s have not the same number of shards; make both with the same --shards", old->name,
		                    new->name);
	if (!old->is_folder && (old->shards->shards > 1 || new->shards->shards > 1))
		return cli_complain("%s is a shard; name the folders", old->shards->shards > 1 ? old->name : new->name);
	return 0;
}

static int write_delta(const struct cli_settings *s, const struct cli_snapshot_files *old, const struct cli_snapshot_files *new)
{
	struct robotsc_delta_report report;
	const enum robotsc_store_status status =
		robotsc_delta_make(s->output, old->shards, new->shards, new->is_folder ? (uint32_t) new->n : 0, &report);
	if (status == ROBOTSC_STORE_DAMAGED)
		return cli_complain("%s or %s is damaged; 'robotsc snapshot verify' lists what is wrong", old->name, new->name);
	if (status == ROBOTSC_STORE_ARGUMENT)
		return cli_complain("%s: another program made it, or of shards made at several times; make it again", new->name);
	if (status != ROBOTSC_STORE_OK)
		return cli_maker_trouble(s->output, status);
	print_delta(s, &report);
	return CLI_OK;
}

int cli_snapshot_delta(struct cli_settings *s, char **operands, size_t n)
{
	const struct cli_made made = {.what = "delta", .kind = 'D', .folder = "this is a folder; a delta is a file"};
	struct cli_snapshot_files files[2] = {{.name = NULL}, {.name = NULL}};
	int result = cli_check_made(s, &made);
	(void)n;
	for (size_t i = 0; i < 2 && result == 0; i++)
		result = cli_snapshot_open(&files[i], s, operands[i]);
	if (result == 0)
		result = compare_files(&files[0], &files[1]);
	if (result == 0)
		result = write_delta(s, &files[0], &files[1]);
	cli_snapshot_close(&files[0]);
	cli_snapshot_close(&files[1]);
	return result;
}

/* ---- apply ---- */

static int show_progress(void *ctx, enum robotsc_maker_phase phase, uint64_t done, uint64_t total)
{
	struct progress *const p = ctx;
	p->doing = phase == ROBOTSC_MAKER_READING ? "read" : phase == ROBOTSC_MAKER_SORTING ? "sorted" : "written";
	p->files = total;
	p->done = done;
	cli_progress_show(p);
	return 0;
}

static int apply_trouble(const char *output, const char *old, const char *delta, enum robotsc_store_status status)
{
	switch (status) {
	case ROBOTSC_STORE_INPUT:
		return cli_complain("%s: not a delta; 'robotsc snapshot delta' writes one", delta);
	case ROBOTSC_STORE_VERSION:
		return cli_complain("%s: a delta of another format version", delta);
	case ROBOTSC_STORE_NOT_FOUND:
		return cli_complain("%s: a delta of another snapshot than %s", delta, old);
	case ROBOTSC_STORE_DAMAGED:
	case ROBOTSC_STORE_BLOB:
		return cli_complain("%s: the delta is damaged, or %s is; nothing was replaced", delta, old);
	default:
		return cli_maker_trouble(output, status);
	}
}

static int apply(const struct cli_settings *s, const struct cli_snapshot_files *old, const struct cli_mapped *delta,
                 const char *name)
{
	struct progress progress;
	struct robotsc_maker_report report;
	struct robotsc_maker_options options = {.output = s->output,
	                                        .shards = old->is_folder ? (uint32_t)old->n : 0,
	                                        .jobs = cli_jobs(s),
	                                        .ctx = &progress,
	                                        .progress = show_progress};
	struct cli_answers json = {0};
	enum robotsc_store_status status;
	if (s->snapshot.memory && cli_take_memory(s->snapshot.memory, &options.memory) != 0)
		return CLI_TROUBLE;
	cli_progress_begin(&progress, s->quiet);
	status = robotsc_delta_apply(delta->bytes, delta->len, old->shards, &options, &report);
	cli_progress_clear(&progress);
	if (status != ROBOTSC_STORE_OK)
		return apply_trouble(s->output, old->name, name, status);
	if (cli_is_structured(s)) {
		cli_answers_open(&json);
		cli_answers_number(&json, "origins", report.origins);
		cli_answers_number(&json, "policies", report.policies);
		cli_answers_number(&json, "octets", report.octets);
		cli_answers_close(&json);
	} else if (!s->quiet) {
		fprintf(stderr, "robotsc: %llu origins, %llu policies; %llu octets\n", (unsigned long long)report.origins,
		        (unsigned long long)report.policies, (unsigned long long)report.octets);
	}
	return CLI_OK;
}

int cli_snapshot_apply(struct cli_settings *s, char **operands, size_t n)
{
	struct cli_made made = {.what = "snapshot",
	                        .kind = 'N',
	                        .folder = "this is a folder, and OLD is a file",
	                        .no_folder = "OLD is a folder, and this is none"};
	struct cli_snapshot_files old = {.name = NULL};
	struct cli_mapped delta = {.bytes = NULL};
	int result = cli_snapshot_open(&old, s, operands[0]);
	(void)n;
	made.is_folder = old.is_folder;
	if (result == 0)
		result = cli_check_made(s, &made);
	if (result == 0)
		result = cli_map_file(&delta, operands[1]);
	if (result == 0)
		result = apply(s, &old, &delta, operands[1]);
	cli_unmap_file(&delta);
	cli_snapshot_close(&old);
	return result;
}
