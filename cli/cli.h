/* cli.h - what the parts of the robotsc command share.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_CLI_H
#define ROBOTSC_CLI_H

#include <stdbool.h>
#include <stdio.h>
#include <sys/types.h>

#include "robotsc/access.h"
#include "robotsc/compile.h"
#include "robotsc/report.h"

/* Exit statuses, the same for every command. */
#define CLI_OK 0
#define CLI_DISALLOWED 1
#define CLI_NOT_FRESH 1
#define CLI_FOUND 1
#define CLI_TROUBLE 2

/* A robots.txt that disallows everything, in every dialect. */
#define CLI_DENY_ALL "User-agent: *\nDisallow: /\n"

/* Options, each a row of option_table.c. */
enum cli_option {
	CLI_OPT_END,
	CLI_OPT_AFTER,
	CLI_OPT_AGENT,
	CLI_OPT_AIPREF_RULE,
	CLI_OPT_ALL,
	CLI_OPT_USUAL,
	CLI_OPT_ALLOW_429,
	CLI_OPT_ALLOW_ALL,
	CLI_OPT_AT,
	CLI_OPT_BODY,
	CLI_OPT_CACHED_AGE,
	CLI_OPT_CHALLENGE,
	CLI_OPT_CONNER2_REST,
	CLI_OPT_DENY_ALL,
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
	CLI_OPT_LAST,
	CLI_OPT_LIMIT,
	CLI_OPT_OUTPUT,
	CLI_OPT_PAGE,
	CLI_OPT_PROFILE,
	CLI_OPT_QUIET,
	CLI_OPT_REDIRECTS,
	CLI_OPT_REDIRECT_SCOPE,
	CLI_OPT_ROBOTS_TAG,
	CLI_OPT_SITE_UP,
	CLI_OPT_STATUS,
	CLI_OPT_STRICT_FIELDS,
	CLI_OPT_SUFFIXES,
	CLI_OPT_TOOK,
	CLI_OPT_UNREACHABLE,
	CLI_OPT_URL,
	CLI_OPT_USAGE,
	CLI_OPT_COUNT,
	CLI_OPT_DOT,
	CLI_OPT_ONLY,
	CLI_OPT_SEED,
	CLI_OPT_SERVE,
	CLI_OPT_SVG,
	CLI_OPT_TSV,
	CLI_OPT_VERIFY,
	CLI_OPT_VERSION,
	/* of the commands that use a store */
	CLI_OPT_AGENTS,
	CLI_OPT_COPY,
	CLI_OPT_DELETE,
	CLI_OPT_DELIMITER,
	CLI_OPT_FIELD,
	CLI_OPT_JOBS,
	CLI_OPT_NULL,
	CLI_OPT_PRINT,
	CLI_OPT_REASON,
	CLI_OPT_STALE,
	CLI_OPT_STORE,
	CLI_OPT_TEXT,
	CLI_OPT_UNKNOWN,
	CLI_OPT_VERIFY_FIRST,
	/* of the commands that compare dialects */
	CLI_OPT_DIALECTS,
	/* of lint */
	CLI_OPT_MAX_LINE,
	CLI_OPT_MOST,
	CLI_OPT_ERROR_ON,
	CLI_OPT_FORMAT,
	CLI_OPT_STEPS,
	/* of diff */
	CLI_OPT_FAIL_ON,
	/* of check */
	CLI_OPT_NO_VERDICTS,
	CLI_OPT_TABLE,
	/* of the commands about any crawler */
	CLI_OPT_FAMILY,
	CLI_OPT_HEADER_AGENT,
	/* of the commands that take many files */
	CLI_OPT_WARC,
	/* of the commands with colors */
	CLI_OPT_COLOR,
	CLI_OPT_COUNT_OF
};

struct cli_list {
	struct robotsc_text *at;
	size_t n;
};

/* What the command line says, option by option.  Filled by cli_parse, released by
 * cli_settings_free. */
struct cli_settings {
	bool given[CLI_OPT_COUNT_OF];

	/* what the compiler is told */
	struct robotsc_options options; /* cli_parse fills it from the options here */
	struct cli_list agents;         /* --agent, in order */
	int after, form, conner2_rest;  /* words; cli_options has their order */
	uint64_t limit;
	bool strict_fields, aipref_rule, extensions;
	bool all_dialects;                  /* --dialect=all */
	enum robotsc_dialect dialect_of[2]; /* --dialect-a, --dialect-b */

	/* whose rules, and what is asked */
	struct cli_list tokens;   /* room for the operand AGENT, then --fallback, in order */
	const char *header_agent; /* a User-Agent header in the place of AGENT, or NULL */
	bool family;
	struct cli_list headers; /* --header, in order */
	bool usage, body, robots_tag, usual;
	int only; /* a word, and an enum robotsc_verdict */
	uint64_t budget, steps, count, seed;

	/* how a fetch ended: fetch.h */
	int failure, profile; /* words */
	uint64_t status, redirects, unreachable, cached_age;
	const char *fetched;        /* or NULL */
	int redirect_scope;         /* a word, and an enum robotsc_redirect_scope */
	int challenge;              /* a word, and an enum robotsc_challenge */
	const char *url, *suffixes; /* or NULL */
	bool empty, page, site_up, allow_429;

	/* what comes out, and how */
	const char *output;   /* or NULL */
	bool force;           /* -o may replace what is no blob */
	const char *constant; /* --allow-all, --deny-all: a robots.txt that says so; or NULL */
	bool quiet, json, help, version, tsv, svg, verify, table, serve;
	bool warc;                    /* the operands are archives */
	const char *format_word;      /* or NULL */
	int format;                   /* an enum robotsc_report_format */
	int error_on, fail_on, color; /* words */
	uint64_t most;

	/* times, or NULL */
	const char *at, *last, *took;

	/* stores */
	const char *store;     /* or NULL */
	const char *text;      /* a folder, or NULL */
	const char *delimiter; /* one octet, if filter says so */
	bool remove;           /* --delete */
	bool follow, reason, null;
	int print, unknown, stale; /* words */
	uint64_t field;            /* from 1; 0: none */
	uint64_t jobs, max_line;   /* jobs 0: one for each processor */

	char **operands;
	size_t noperands;
};

/* A command. */
struct cli_command {
	const char *name;
	const char *operands; /* as in "FILE AGENT [URL...]" */
	const char *summary;
	const char *text;             /* the rest of its help */
	const unsigned char *options; /* enum cli_option, ending with CLI_OPT_END */
	unsigned formats;             /* of CLI_OPT_FORMAT: sums of CLI_FORMAT */
	int json;                     /* what --json means; 0: ROBOTSC_REPORT_JSON */
	size_t min_operands, max_operands;
	bool absent; /* from this build: the text says how to get it */
	int (*run)(struct cli_settings *s);
};

extern const struct cli_command cli_compile, cli_check, cli_explain, cli_dump, cli_page, cli_records, cli_next, cli_url, cli_access,
	cli_fresh;
extern const struct cli_command cli_filter, cli_import, cli_store;
extern const struct cli_command cli_verify, cli_diff, cli_lint, cli_gen, cli_inspect, cli_list_crawlers;

/* For the member formats of a command. */
#define CLI_FORMAT(name) (1u << ROBOTSC_REPORT_##name)
#define CLI_FORMATS_JSON (CLI_FORMAT(TEXT) | CLI_FORMAT(JSON) | CLI_FORMAT(JSONL))
#define CLI_FORMATS_CSV (CLI_FORMATS_JSON | CLI_FORMAT(CSV))

/* args.c */

/* Read argv into s.  allowed: its options, ending with CLI_OPT_END; whose: "robotsc check", for
 * messages.  Options may stand anywhere before "--".  Returns 0, or -1 after a message. */
int cli_parse(const unsigned char *allowed, const char *whose, int argc, char **argv, struct cli_settings *s);
void cli_settings_free(struct cli_settings *s);

/* A number of octets or fields, far enough below SIZE_MAX to be added to. */
size_t cli_size(uint64_t n);

/* The threads that --jobs says; 0: one for each processor. */
unsigned cli_jobs(const struct cli_settings *s);

/* Print the options, a line each.  formats: as in struct cli_command. */
void cli_print_options(const unsigned char *allowed, unsigned formats);

/* Find the --format among those of the command.  Returns 0, or -1 after a message. */
int cli_choose_format(const struct cli_command *c, struct cli_settings *s);

/* Take a dialect's name.  Returns 0, or -1 after a message. */
int cli_set_dialect(const char *value, enum robotsc_dialect *dialect);

/* time.c: times as seconds since 1970, UTC.  cli_take_time reads the forms that the help of
 * --fetched lists.  Returns 0, or -1 after a message that names the option. */
int64_t cli_now(void);
int cli_take_time(const char *option, const char *text, int64_t *seconds);
void cli_print_time(int64_t seconds);

/* The same in milliseconds.  A number of seconds may have a fraction. */
int cli_take_milliseconds(const char *option, const char *text, int64_t *milliseconds);
/* Read such a number.  False: it is none. */
bool cli_read_seconds(const char *text, int64_t *milliseconds);

/* util.c: messages, files, lines. */

/* "robotsc: " and the message, on standard error.  Returns CLI_TROUBLE. */
#if defined(__GNUC__)
__attribute__((format(printf, 1, 2)))
#endif
int cli_complain(const char *format, ...);

/* Where messages of this thread go: standard error, or what was chosen last (NULL: that again). */
FILE *cli_messages(void);
void cli_messages_to(FILE *file);

/* robotsc_strerror, in the words of the command line. */
const char *cli_why(enum robotsc_status status);

/* read(2), repeated after signals. */
ssize_t cli_read(int fd, void *at, size_t room);

/* A file in memory.  bytes is malloc'd. */
struct cli_file {
	const char *name; /* for messages: "<stdin>" for standard input */
	unsigned char *bytes;
	size_t len;
	bool is_blob;
	dev_t device; /* and inode: which file that is */
	ino_t inode;
};

/* True for octets that begin as every blob does, and no text does.  docs/format.md */
#define CLI_MAGIC 4 /* octets that are looked at */
bool cli_begins_blob(const void *bytes, size_t len);

/* Read all of path ("-": standard input), a robots.txt only a little beyond limit, because the rest
 * is ignored.  Returns 0, or -1 after a message. */
int cli_read_file(const char *path, size_t limit, struct cli_file *file);

/* Whether a robots.txt is longer than the limit.  Warn that the rest does not count. */
bool cli_is_cut(const struct cli_file *file, size_t limit);
void cli_warn_cut(const struct cli_file *file, size_t limit);

/* content.c: the same for a robots.txt or a blob.  Warn of what is neither. */
int cli_read_robots(const char *path, size_t limit, struct cli_file *file);
void cli_warn_content(const struct cli_file *file);
/* Warn when standard input, as path, brought nothing. */
void cli_warn_empty(const char *path, const struct cli_file *file);
/* Warn when what begins with these octets is no web page. */
void cli_warn_no_page(const char *name, const void *bytes, size_t len);
/* True for a diagnostic that cli_warn_content gives instead: the file is no robots.txt. */
bool cli_is_content(enum robotsc_diag_kind kind);

/* Print a diagnostic of a file as a warning. */
void cli_warn_diag(const struct cli_file *file, const struct robotsc_diag *diag);

/* The kind of a file that is no robots.txt at all: compressed, HTML, UTF-16, ...; or NULL. */
const struct robotsc_lint_rule *cli_content(const void *bytes, size_t len);

/* output.c: write a blob to where -o says, or else to standard output.  A file is written whole or
 * not at all: a temporary one is renamed.  It is refused if it holds something else than a blob, or
 * is the text that was the input (NULL: there is none); not with --force.  Returns the exit
 * status. */
int cli_write_blob(const struct cli_settings *s, const struct cli_file *input, const void *blob, size_t len);

/* Refuse to write a blob to a terminal, or to a file without a name.  Returns 0, or -1
 * after a message. */
int cli_check_output(const struct cli_settings *s);

/* True when standard output could not be written.  Call it soon after writing: it keeps errno for
 * the message of cli_finish. */
bool cli_output_failed(void);

/* Flush standard output.  Returns status, or CLI_TROUBLE after a message when a write failed. */
int cli_finish(int status);

/* Reads lines of standard input: any length, any octets, LF or CRLF.  Before it waits for more
 * input, it flushes standard output, so that a process at the other end of two pipes gets its
 * answers. */
struct cli_lines {
	char *buffer;
	size_t room, from, to;
	bool eof;
};

/* Returns 1 and the line; 0 at the end; -1 after a message. */
int cli_next_line(struct cli_lines *lines, struct robotsc_text *line);

/* Write a piece to a FILE, as reports want it. */
void cli_put(void *file, const char *text, size_t len);

/* The text below is spelled as robotsc/report.h says.  Print text so that nothing controls the
 * terminal, and it can be read back. */
void cli_print_text(FILE *f, struct robotsc_text text);
void cli_print_string(FILE *f, const char *text);
/* The same where a line begins: of "::", which begins workflow commands of GitHub, the first is
 * printed as \x3A. */
void cli_print_start(FILE *f, struct robotsc_text text);
/* Print a path that the program found so that 'robotsc check' takes it. */
void cli_print_path(struct robotsc_text path);
/* Print text as a JSON string, with quotes.  UTF-8 stays UTF-8; other octets, and a backslash that
 * could be taken for one, are written as cli_print_text does. */
void cli_print_json(struct robotsc_text text);

/* A report to standard output, as --format, --json and --color say. */
struct robotsc_report cli_report(const struct cli_settings *s);

/* color.c: choose by --color, the terminal and the environment.  Without it there are no colors. */
void cli_color_choose(int when);
bool cli_has_color(void);

/* Print what begins a color, or ends it; nothing where there are no colors. */
enum cli_color {
	CLI_NO_COLOR,
	CLI_GREEN,
	CLI_RED,
	CLI_YELLOW,
	CLI_BLUE
};
void cli_color(enum cli_color color);
void cli_print_colored(enum cli_color color, const char *text);
void cli_print_verdict(enum robotsc_verdict verdict);
void cli_print_unknown(void); /* in its place, for what is no URL and no path */

/* dialects.c: check one text or many in every dialect, as the operands say.  Returns the exit
 * status. */
int cli_compare_dialects(struct cli_settings *s);

/* agent.c: refuse a name that the dialect would cut, or that no group can have; "*" may stand for
 * robots without a group.  Returns 0, or -1 after a message. */
int cli_check_agent(enum robotsc_dialect dialect, struct robotsc_text agent);

/* guess.c: the candidate that a misspelt word is most like. */
struct cli_guess {
	const char *word, *best; /* best NULL: none is like it */
	size_t distance;
};
void cli_guess(struct cli_guess *g, const char *candidate);

/* "; did you mean 'BEFOREcandidate'?" in room, or ";". */
#define CLI_GUESS_ROOM 64
const char *cli_guessed(const struct cli_guess *g, const char *before, char room[CLI_GUESS_ROOM]);

/* operands.c: refuse operands that are in the wrong place, such as a URL where a file is expected.
 * Returns 0, or -1 after a message with the right call. */
int cli_check_operands(const struct cli_command *c, const struct cli_settings *s);

/* url_kind.c: which lines or operands are URLs or paths. */
struct cli_urls {
	bool only_urls; /* no paths */
	bool hosts;     /* also "shop.example/x" and "//shop.example/x", as in the dialect google */
	bool lines;     /* of standard input: messages have their numbers */
	bool each;      /* a message for each that is none, not for the first of a kind */
	unsigned said;  /* kinds */
	uint64_t seen, wrong, told;
};

/* True for a URL that has a robots.txt, and for a path.  For the first of each kind of what is none
 * a message says what to write. */
bool cli_take_url(struct cli_urls *u, struct robotsc_text url);

/* Say how many had no message.  Returns CLI_TROUBLE when any was none, or CLI_OK. */
int cli_end_urls(const struct cli_urls *u);

struct robotsc_text cli_text(const char *s);

#endif
