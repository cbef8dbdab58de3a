/* cli_settings.h - what the command line says, for the code of every command.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_CLI_SETTINGS_H
#define ROBOTSC_CLI_SETTINGS_H

#include <stdbool.h>

#include "robotsc/compile.h"

/* Options of several commands, each with a row of option_table.c. */
enum cli_option {
	CLI_OPT_END,
	CLI_OPT_OWN, /* the next row of the command's own options */
	CLI_OPT_AGENT,
	CLI_OPT_AIPREF_RULE,
	CLI_OPT_ALL,
	CLI_OPT_USUAL,
	CLI_OPT_ALLOW_429,
	CLI_OPT_AS_TEXT,
	CLI_OPT_AT,
	CLI_OPT_CACHED_AGE,
	CLI_OPT_CHALLENGE,
	CLI_OPT_CONNER2_REST,
	CLI_OPT_BUDGET,
	CLI_OPT_DIALECT,
	CLI_OPT_EMPTY,
	CLI_OPT_FAILURE,
	CLI_OPT_EXTENSIONS,
	CLI_OPT_DIALECT_A,
	CLI_OPT_DIALECT_B,
	CLI_OPT_FALLBACK,
	CLI_OPT_FETCHED,
	CLI_OPT_FOLLOW,
	CLI_OPT_FORCE,
	CLI_OPT_FORM,
	CLI_OPT_HEADER,
	CLI_OPT_HELP,
	CLI_OPT_JSON,
	CLI_OPT_LIMIT,
	CLI_OPT_ONE_ROBOT,
	CLI_OPT_OUTPUT,
	CLI_OPT_PAGE,
	CLI_OPT_PROFILE,
	CLI_OPT_PUBLIC,
	CLI_OPT_QUIET,
	CLI_OPT_REDIRECTS,
	CLI_OPT_REDIRECT_SCOPE,
	CLI_OPT_SITE_UP,
	CLI_OPT_STATUS,
	CLI_OPT_STRICT_FIELDS,
	CLI_OPT_SUFFIXES,
	CLI_OPT_UNREACHABLE,
	CLI_OPT_URL,
	CLI_OPT_USAGE,
	CLI_OPT_CRAWLERS,
	CLI_OPT_VERSION,
	/* options of the commands that use a store */
	CLI_OPT_DELETE,
	CLI_OPT_JOBS,
	CLI_OPT_STALE,
	CLI_OPT_STORE,
	CLI_OPT_TEXT,
	/* options of snapshots */
	CLI_OPT_DOMAIN,
	CLI_OPT_PRELOAD,
	CLI_OPT_ROOT,
	CLI_OPT_SNAPSHOT,
	CLI_OPT_SNAPSHOT_B,
	CLI_OPT_TRUST,
	/* options of the commands that compare dialects */
	CLI_OPT_DIALECTS,
	/* options of the commands that answer programs, too */
	CLI_OPT_FORMAT,
	/* options of summary, lint and lsp */
	CLI_OPT_STEPS,
	/* options of diff */
	CLI_OPT_FAIL_ON,
	/* options of check */
	CLI_OPT_NO_VERDICTS,
	CLI_OPT_SITEMAP,
	CLI_OPT_TABLE,
	/* options of the commands about any crawler */
	CLI_OPT_FAMILY,
	CLI_OPT_HEADER_AGENT,
	/* options of the commands that take many files */
	CLI_OPT_WARC,
	/* options of the commands about many hosts */
	CLI_OPT_METRICS,
	/* options of the commands with colors */
	CLI_OPT_COLOR,
	CLI_OPT_COUNT_OF
};

struct cli_list {
	struct robotsc_text *at;
	size_t n;
};

/* A robots.txt that disallows everything, in every dialect. */
#define CLI_DENY_ALL "User-agent: *\nDisallow: /\n"

/* Settings that go into struct robotsc_options. */
struct cli_compile_settings {
	int form, conner2_rest; /* words; cli_options has their order */
	uint64_t limit;
	bool strict_fields, aipref_rule, extensions, public_site;
};

/* Settings about how a fetch ended: fetch.h. */
struct cli_fetch_settings {
	int failure, profile; /* words */
	uint64_t status, redirects, unreachable, cached_age;
	const char *fetched;        /* or NULL */
	int redirect_scope;         /* a word, and an enum robotsc_redirect_scope */
	int challenge;              /* a word, and an enum robotsc_challenge */
	const char *url, *suffixes; /* or NULL */
	bool empty, page, site_up, allow_429;
};

/* Settings about a snapshot: which one, and how it is read or made. */
struct cli_snapshot_settings {
	const char *name; /* a file or a folder, or NULL */
	const char *root; /* hexadecimal digits, or NULL */
	int trust;        /* a word, and an enum robotsc_trust */
	bool preload;
	const char *other;  /* the snapshot of B, or NULL */
	const char *domain; /* or NULL */
};

/* What the command line says, option by option.  Filled by cli_parse, released by
 * cli_settings_free. */
struct cli_settings {
	bool given[CLI_OPT_COUNT_OF];

	/* what the compiler is told */
	struct robotsc_options options; /* cli_parse fills it from the options here */
	struct cli_list agents;         /* the tokens of --agent, in order */
	size_t agent_times;             /* how often --agent is given */
	struct cli_compile_settings compile;
	bool all_dialects;                  /* --dialect=all */
	enum robotsc_dialect dialect_of[2]; /* --dialect-a, --dialect-b */

	/* whose rules, and what is asked */
	struct cli_list tokens;   /* room for the operand AGENT, then those of --fallback */
	const char *header_agent; /* a User-Agent header in the place of AGENT, or NULL */
	bool family, one_robot;
	struct cli_list headers;  /* --header, in order */
	struct cli_list sitemaps; /* --sitemap: files */
	bool usage, usual;
	uint64_t budget, steps;

	struct cli_fetch_settings fetch;

	/* what comes out, and how */
	const char *output;   /* or NULL */
	const char *crawlers; /* words that name crawlers, or NULL */
	bool as_text;         /* take a file for a robots.txt although it does not look so */
	bool force;           /* -o may replace a file that is no blob */
	bool quiet, json, help, version, table;
	bool warc;               /* the operands are archives */
	const char *format_word; /* or NULL */
	int format;              /* an enum robotsc_report_format */
	int fail_on, color;      /* words */

	const char *at; /* a time, or NULL */

	/* stores */
	const char *store; /* or NULL */
	const char *text;  /* a folder, or NULL */
	bool remove;       /* --delete */
	bool follow;
	int stale; /* a word */
	struct cli_snapshot_settings snapshot;

	const char *metrics; /* a file, or NULL */
	uint64_t jobs;       /* 0: one for each processor */
	char **operands;
	size_t noperands;

	void *own;                  /* the command's own options: own.size octets */
	struct robotsc_text *texts; /* room for the texts of all lists */
	size_t room, nlists;
};

#endif
