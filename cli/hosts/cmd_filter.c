/* cmd_filter.c - robotsc filter: URLs in, those that may be fetched out.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "cli/answers.h"
#include "cli/args.h"
#include "cli/command.h"
#include "cli/command_time.h"
#include "filter_by.h"
#include "cli/messages.h"

static int run(struct cli_settings *s)
{
	struct robotsc_filter_options o;
	robotsc_filter_options_init(&o);
	o.print = cli_is_structured(s) ? ROBOTSC_PRINT_ALL : (enum robotsc_filter_print)s->filter.print;
	o.stale = (enum robotsc_filter_stale)s->stale;
	o.reason = s->filter.reason || cli_is_structured(s);
	o.field = cli_size(s->filter.field);
	o.delimiter = s->filter.delimiter[0];
	o.end = s->filter.null ? '\0' : '\n';
	o.unknown = s->filter.unknown;
	o.max_line = cli_size(s->filter.max_line);
	o.jobs = cli_jobs(s);
	o.timed = s->at != NULL;
	if (s->at && cli_take_time("at", s->at, &o.now) < 0)
		return CLI_TROUBLE;
	if (strlen(s->filter.delimiter) != 1)
		return cli_complain("--delimiter takes one octet, such as ' ', not '%s'", s->filter.delimiter);
	if (s->store && s->snapshot.name)
		return cli_complain("--store and --snapshot exclude each other");
	return s->snapshot.name ? cli_filter_by_snapshot(s, &o) : cli_filter_by_store(s, &o);
}

static const unsigned char options[] = {CLI_OPT_STORE,  CLI_OPT_SNAPSHOT, CLI_OPT_AGENT,     CLI_OPT_FALLBACK, CLI_OPT_PRINT,
                                        CLI_OPT_REASON, CLI_OPT_FIELD,    CLI_OPT_DELIMITER, CLI_OPT_UNKNOWN,  CLI_OPT_STALE,
                                        CLI_OPT_AT,     CLI_OPT_NULL,     CLI_OPT_MAX_LINE,  CLI_OPT_JOBS,     CLI_OPT_VERIFY_FIRST,
                                        CLI_OPT_TRUST,  CLI_OPT_ROOT,     CLI_OPT_PRELOAD,   CLI_OPT_QUIET,    CLI_OPT_METRICS,
                                        CLI_OPT_FORMAT, CLI_OPT_HELP,     CLI_OPT_END};

const struct cli_command cli_filter = {
	.name = "filter",
	.operands = "",
	.summary = "print the URLs that a store or a snapshot allows",
	.text = cli_help_filter,
	.options = options,
	.formats = CLI_FORMATS_CSV,
	.min_operands = 0,
	.max_operands = 0,
	.run = run,
};
