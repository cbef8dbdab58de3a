/* command.h - a command: its name, its help, its options, its function.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_COMMAND_H
#define ROBOTSC_COMMAND_H

#include "cli_settings.h"
#include "messages.h"
#include "robotsc/report.h"

struct cli_option_row;

/* The options that only one command has. */
struct cli_own {
	const struct cli_option_row *rows; /* rows for each CLI_OPT_OWN, in order */
	size_t size;                       /* size of the struct that they set */
	const void *defaults;              /* the struct's first values; NULL: all 0 */
};

struct cli_command {
	const char *name;
	const char *operands; /* as in "FILE AGENT [URL...]" */
	const char *summary;
	const char *text;             /* the rest of its help */
	const unsigned char *options; /* enum cli_option, ending with CLI_OPT_END */
	struct cli_own own;
	unsigned formats;      /* of CLI_OPT_FORMAT: a sum of CLI_FORMAT values */
	int json;              /* what --json means; 0: ROBOTSC_REPORT_JSON */
	size_t fewer_operands; /* required operands that may be missing */
	bool absent;           /* not in this build: text says how to get it */
	int (*run)(struct cli_settings *s);
};

extern const struct cli_command cli_compile, cli_check, cli_explain, cli_page, cli_records, cli_next, cli_url, cli_access,
	cli_fresh;
extern const struct cli_command cli_filter, cli_import, cli_snapshot, cli_store;
extern const struct cli_command cli_verify, cli_diff, cli_edit, cli_lint, cli_summary, cli_gen, cli_inspect, cli_list_crawlers,
	cli_audit, cli_web, cli_lsp;

/* The part of cli/help/NAME.txt above its line "--". */
extern const char cli_help_access[], cli_help_audit[], cli_help_check[], cli_help_compile[], cli_help_crawlers[], cli_help_diff[],
	cli_help_edit[], cli_help_explain[], cli_help_filter[], cli_help_fresh[], cli_help_gen[], cli_help_import[],
	cli_help_inspect[], cli_help_lint[], cli_help_lsp[], cli_help_next[], cli_help_page[], cli_help_records[],
	cli_help_robotsc[], cli_help_snapshot[], cli_help_store[], cli_help_summary[], cli_help_url[], cli_help_verify[],
	cli_help_web[];

/* Options that go together, for the lists of the commands. */
#define CLI_OPTS_RULES CLI_OPT_STRICT_FIELDS, CLI_OPT_AIPREF_RULE, CLI_OPT_CONNER2_REST
#define CLI_OPTS_TRUST CLI_OPT_TRUST, CLI_OPT_ROOT, CLI_OPT_PRELOAD

/* For the member formats of a command. */
#define CLI_FORMAT(name) (1u << ROBOTSC_REPORT_##name)
#define CLI_FORMATS_JSON (CLI_FORMAT(TEXT) | CLI_FORMAT(JSON) | CLI_FORMAT(JSONL))
#define CLI_FORMATS_CSV (CLI_FORMATS_JSON | CLI_FORMAT(CSV))

#endif
