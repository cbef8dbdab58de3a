/* no_store.c - messages of a robotsc that was built without a store, for commands and archives that
 * need one.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "cli/archive_texts.h"
#include "cli/command.h"
#include "cli/hosts/filter_lines.h"
#include "cli/messages.h"
#include "cli/hosts/store_input.h"

static int refuse(void)
{
	return cli_complain("this robotsc was built without a store; 'robotsc import --help' says how to get one");
}

static int run(struct cli_settings *s)
{
	(void)s;
	return refuse();
}

int cli_filter_by_store(struct cli_settings *s, struct robotsc_filter_options *options)
{
	(void)s;
	(void)options;
	return refuse();
}

struct robotsc_store *cli_input_open(const char *folder, const struct robotsc_store_settings **settings)
{
	(void)folder;
	(void)settings;
	refuse();
	return NULL;
}

enum robotsc_store_status cli_input_add(struct robotsc_store *store, struct robotsc_maker *maker)
{
	(void)store;
	(void)maker;
	return ROBOTSC_STORE_ABSENT;
}

void cli_input_close(struct robotsc_store *store)
{
	(void)store;
}

struct robotsc_store *cli_input_import(struct cli_settings *s, char **names, size_t n, const struct robotsc_store_settings *others,
                                       const struct robotsc_store_settings **settings, bool *skipped)
{
	(void)s;
	(void)n;
	(void)others;
	(void)settings;
	(void)skipped;
	cli_complain("%s: this robotsc was built without a store, so it imports nothing; 'robotsc import --help' says how to get "
	             "one that does",
	             names[0]);
	return NULL;
}

/* The options of the commands, so that no option is refused before the message. */
static const unsigned char options[] = {CLI_OPT_STORE,       CLI_OPT_AGENT,        CLI_OPT_FALLBACK,
                                        CLI_OPT_AT,          CLI_OPT_DELETE,       CLI_OPT_OUTPUT,
                                        CLI_OPT_DIALECT,     CLI_OPT_LIMIT,        CLI_OPT_STRICT_FIELDS,
                                        CLI_OPT_AIPREF_RULE, CLI_OPT_CONNER2_REST, CLI_OPT_EXTENSIONS,
                                        CLI_OPT_JOBS,        CLI_OPT_QUIET,        CLI_OPT_STALE,
                                        CLI_OPT_FOLLOW,      CLI_OPT_TEXT,         CLI_OPT_FORCE,
                                        CLI_OPT_FORMAT,      CLI_OPT_HELP,         CLI_OPT_END};

static const char how[] = "This robotsc was built without a store.  To get one, on Debian, run in its source tree\n"
			  "  ./configure --install-deps && ninja\n"
			  "Elsewhere, install LMDB, zlib and xxHash with their headers, then run\n"
			  "  ./configure && ninja\n";

int cli_read_archives(const struct cli_settings *s, char **operands, size_t n, enum cli_texts wanted, cli_take_text *take,
                      void *ctx, bool *trouble)
{
	(void)s;
	(void)n;
	(void)wanted;
	(void)take;
	(void)ctx;
	(void)trouble;
	return cli_complain(
		"%s: this robotsc was built without a store, so it reads no archives; 'robotsc import --help' says how to "
		"get one that does",
		operands[0]);
}

#define COMMAND(command, what)                                                                                                \
	{                                                                                                                     \
		.name = command, .operands = "", .summary = what, .text = how, .options = options, .absent = true, .run = run \
	}

const struct cli_command cli_import = COMMAND("import", "compile the robots.txt of many hosts into a store");
const struct cli_command cli_store = COMMAND("store", "show and maintain a store");
