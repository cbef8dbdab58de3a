/* cmd_filter.c - robotsc filter: reads URLs, and writes those that may be fetched.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "cli/agent.h"
#include "cli/answers.h"
#include "cli/args.h"
#include "cli/command.h"
#include "cli/command_time.h"
#include "filter_lines.h"
#include "snapshot_files.h"
#include "cli/messages.h"
#include "cli/option_table.h"

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

/* Filter by the snapshot that the settings name.  The tokens are added to the options.  Returns the
 * exit status. */
static int filter_by_snapshot(struct cli_settings *s, struct robotsc_filter_options *options)
{
	struct robotsc_snapshot_files f = {.name = NULL};
	struct cli_list tokens = {NULL, 0};
	enum robotsc_store_status status = ROBOTSC_STORE_OK;
	int result = cli_snapshot_open(&f, s, s->snapshot.name);
	if (result == 0 && ((const struct cli_filter_own *)s->own)->verify)
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

static int run(struct cli_settings *s)
{
	const struct cli_filter_own *const own = s->own;
	struct robotsc_filter_options o;
	robotsc_filter_options_init(&o);
	o.print = cli_is_structured(s) ? ROBOTSC_PRINT_ALL : (enum robotsc_filter_print)own->print;
	o.stale = (enum robotsc_filter_stale)s->stale;
	o.reason = own->reason || cli_is_structured(s);
	o.field = cli_size(own->field);
	o.delimiter = own->delimiter[0];
	o.end = own->null ? '\0' : '\n';
	o.unknown = own->unknown;
	o.max_line = cli_size(own->max_line);
	o.jobs = cli_jobs(s);
	o.timed = s->at != NULL;
	if (s->at && cli_take_time("at", s->at, &o.now) < 0)
		return CLI_TROUBLE;
	if (strlen(own->delimiter) != 1)
		return cli_complain("--delimiter takes one octet, such as ' ', not '%s'", own->delimiter);
	if (s->store && s->snapshot.name)
		return cli_complain("--store and --snapshot exclude each other");
	return s->snapshot.name ? filter_by_snapshot(s, &o) : cli_filter_by_store(s, &o);
}

#define CLI_OWNER struct cli_filter_own

static const char *const print_words[] = {"allowed", "disallowed", "unknown", "all", NULL};
static const char *const unknown_words[] = {"disallow", "allow", "report", NULL};

/* clang-format off */
static const struct cli_option_row own_options[] = {
	{"print", 0, "WHICH", "allowed (default), disallowed, unknown or all", CLI_SETS_WORD(print, print_words)},
	{"reason", 0, NULL, "print the reason, in its own column", CLI_SETS_ON(reason)},
	{"field", 0, "N", "the URL is the Nth field of a line; without it the whole line", CLI_SETS_NUMBER(field, 1, CLI_MOST)},
	{"delimiter", 0, "C", "the octet between fields; a tab (default)", CLI_SETS_TEXT(delimiter)},
	{"unknown", 0, "VERDICT", "for origins that are not in the store: disallow, allow, or report (default)",
		CLI_SETS_WORD(unknown, unknown_words)},
	{"null", '0', NULL, "lines end with NUL, not LF, in input and output", CLI_SETS_ON(null)},
	{"max-line", 0, "OCTETS", "report and skip longer lines; 1048576 (default)", CLI_SETS_NUMBER(max_line, 1, CLI_MOST)},
	{"verify", 0, NULL, "verify the store first, in a child process: damage cannot crash the filter", CLI_SETS_ON(verify)},
};
/* clang-format on */

static const unsigned char options[] = {
	CLI_OPT_STORE, CLI_OPT_SNAPSHOT, CLI_OPT_AGENT, CLI_OPT_FALLBACK, CLI_OPT_OWN,    CLI_OPT_OWN,  CLI_OPT_OWN,
	CLI_OPT_OWN,   CLI_OPT_OWN,      CLI_OPT_STALE, CLI_OPT_AT,       CLI_OPT_OWN,    CLI_OPT_OWN,  CLI_OPT_JOBS,
	CLI_OPT_OWN,   CLI_OPTS_TRUST,   CLI_OPT_QUIET, CLI_OPT_METRICS,  CLI_OPT_FORMAT, CLI_OPT_HELP, CLI_OPT_END};

const struct cli_command cli_filter = {
	.name = "filter",
	.operands = "",
	.summary = "print the URLs that a store or a snapshot allows",
	.text = cli_help_filter,
	.options = options,
	.own = {own_options, sizeof(CLI_OWNER), &(const CLI_OWNER){.delimiter = "\t", .unknown = 2, .max_line = 1u << 20}},
	.formats = CLI_FORMATS_CSV,
	.run = run,
};
