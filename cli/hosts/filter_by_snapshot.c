/* filter_by_snapshot.c - filter, by a snapshot.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>

#include "cli/agent.h"
#include "cli/args.h"
#include "cli/exit_status.h"
#include "filter_by.h"
#include "filter_lines.h"
#include "snapshot_files.h"

static enum robotsc_store_status by_snapshot(void *ctx, const struct robotsc_filter_options *options,
                                             const struct robotsc_filter_streams *streams, struct robotsc_filter_report *report)
{
	const struct robotsc_snapshot_files *const f = ctx;
	return robotsc_filter_run_snapshot(f->shards, f->n, options, streams, report);
}

static void ignore_fault(void *ctx, const char *line)
{
	(void)ctx;
	(void)line;
}

static enum robotsc_store_status verify(const struct robotsc_snapshot_files *f, unsigned jobs)
{
	enum robotsc_store_status status = ROBOTSC_STORE_OK;
	for (size_t i = 0; i < f->n && status == ROBOTSC_STORE_OK; i++)
		status = robotsc_snapshot_verify_jobs(&f->shards[i], jobs, ignore_fault, NULL);
	return status;
}

int cli_filter_by_snapshot(struct cli_settings *s, struct robotsc_filter_options *options)
{
	struct robotsc_snapshot_files f = {.name = NULL};
	struct cli_list tokens = {NULL, 0};
	enum robotsc_store_status status = ROBOTSC_STORE_OK;
	int result = cli_snapshot_open(&f, s, s->snapshot.name);
	if (result == 0 && s->verify)
		status = verify(&f, cli_jobs(s));
	if (result == 0 && status == ROBOTSC_STORE_OK)
		result = cli_cut_tokens(s, f.settings.dialect, &tokens);
	if (result == 0 && status == ROBOTSC_STORE_OK)
		result = cli_snapshot_choose(&f, &tokens);
	if (result == 0 && status == ROBOTSC_STORE_OK) {
		options->tokens = tokens.at;
		options->ntokens = tokens.n;
		result = cli_filter_run(s, options, by_snapshot, &f, &status);
	}
	if (status != ROBOTSC_STORE_OK)
		result = cli_maker_trouble(f.name, status);
	robotsc_snapshot_files_close(&f);
	return result;
}
