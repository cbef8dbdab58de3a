/* cmd_filter.c - robotsc filter: URLs in, those that may be fetched out.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "child.h"
#include "cli/answers.h"
#include "cli/args.h"
#include "cli/command.h"
#include "cli/command_time.h"
#include "cli/content.h"
#include "cli/finish.h"
#include "cli/messages.h"
#include "cli/read_file.h"
#include "store_common.h"

/* What the callbacks need, and what they have seen. */
struct streams {
	const struct cli_settings *s;
	size_t max_line;
	struct cli_answers json;
	bool begun; /* something was read */
	bool said;  /* why the run has ended */
};

/* ---- callbacks --------------------------------------------------------------------- */

/* Warn of input that is no list of URLs. */
static void warn_of_content(const char *at, size_t len)
{
	const struct robotsc_lint_rule *content = cli_content(at, len);
	if (content && strcmp(content->id, "compressed") == 0)
		cli_complain("<stdin>: warning: this looks like compressed data, not like lines with URLs; decompress it "
		             "first, as in 'zcat FILE | robotsc filter ...'");
}

static long read_input(void *ctx, char *at, size_t room)
{
	struct streams *const s = ctx;
	const ssize_t n = cli_read(STDIN_FILENO, at, room);
	if (n < 0) {
		cli_complain("<stdin>: cannot read: %s", strerror(errno));
		s->said = true;
	} else if (!s->begun) {
		warn_of_content(at, (size_t)n);
	}
	s->begun = true;
	return (long)n;
}

static int input_is_ready(void *ctx)
{
	struct pollfd p = {STDIN_FILENO, POLLIN, 0};
	(void)ctx;
	return poll(&p, 1, 0) > 0;
}

/* A closed pipe (EPIPE) ends the command without a message: its reader has read enough. */
static int write_output(void *ctx, const char *at, size_t len)
{
	struct streams *const s = ctx;
	while (len > 0) {
		const ssize_t n = write(STDOUT_FILENO, at, len);
		if (n > 0) {
			at += n;
			len -= (size_t)n;
		} else if (n < 0 && errno != EINTR) {
			s->said = true;
			return errno == EPIPE ? -1 : -cli_complain("cannot write to standard output: %s", strerror(errno));
		}
	}
	return 0;
}

/* ---- JSON --------------------------------------------------------------------------- */

/* Cut the word before a tab off a line. */
static struct robotsc_text cut_word(struct robotsc_text *line)
{
	const char *const tab = memchr(line->at, '\t', line->len);
	const struct robotsc_text word = {line->at, (size_t)(tab - line->at)};
	line->at += word.len + 1;
	line->len -= word.len + 1;
	return word;
}

static bool is_word(struct robotsc_text word, const char *of)
{
	return word.len == strlen(of) && memcmp(word.at, of, word.len) == 0;
}

/* Whether --print wants it.  The library has answered as for --print=all. */
static bool is_wanted(const struct cli_settings *s, struct robotsc_text verdict, struct robotsc_text reason)
{
	static const char *const wanted[] = {
		[ROBOTSC_PRINT_ALLOWED] = "allow", [ROBOTSC_PRINT_DISALLOWED] = "disallow", [ROBOTSC_PRINT_UNKNOWN] = "unknown"};
	return s->filter.print == ROBOTSC_PRINT_ALL || (is_word(verdict, wanted[s->filter.print]) && !is_word(reason, "too-long"));
}

/* line: verdict, reason and the line of input, with tabs between them. */
static void print_object(struct streams *ctx, struct robotsc_text line)
{
	const struct robotsc_text verdict = cut_word(&line), reason = cut_word(&line);
	if (!is_wanted(ctx->s, verdict, reason))
		return;
	if (!ctx->s->filter.null && line.len && line.at[line.len - 1] == '\r')
		line.len--;
	cli_answers_open(&ctx->json);
	if (!is_word(reason, "too-long") || ctx->json.is_csv)
		cli_answers_text(&ctx->json, ctx->s->filter.field ? "line" : "url", line);
	cli_answers_text(&ctx->json, "verdict", verdict);
	cli_answers_text(&ctx->json, "reason", reason);
	cli_answers_close(&ctx->json);
}

/* Takes whole lines. */
static int write_objects(void *ctx, const char *at, size_t len)
{
	struct streams *const s = ctx;
	const char *const stop = at + len;
	while (at < stop && !cli_output_failed()) {
		const char *const end = memchr(at, s->s->filter.null ? '\0' : '\n', (size_t)(stop - at));
		print_object(s, (struct robotsc_text){at, (size_t)(end - at)});
		at = end + 1;
	}
	fflush(stdout);
	s->said = cli_output_failed(); /* cli_finish says why */
	return s->said ? -1 : 0;
}

static void report_skipped(void *ctx, uint64_t line)
{
	const struct streams *const s = ctx;
	cli_complain("<stdin>:%llu: longer than %zu octets; skipped", (unsigned long long)line, s->max_line);
}

/* ---- the command ------------------------------------------------------------------------ */

static int filter(struct cli_settings *s, struct robotsc_store *store, const struct robotsc_filter_options *options)
{
	struct streams ctx = {.s = s, .max_line = options->max_line};
	const struct robotsc_filter_streams streams = {&ctx, read_input, input_is_ready,
	                                               cli_is_structured(s) ? write_objects : write_output, report_skipped};
	struct robotsc_filter_report report;
	enum robotsc_store_status status;
	if (cli_is_structured(s))
		cli_answers_begin(&ctx.json, s, s->filter.field ? "line,verdict,reason" : "url,verdict,reason");
	status = robotsc_filter_run(store, options, &streams, &report);
	cli_answers_end(&ctx.json);
	if (status == ROBOTSC_STORE_AGENT)
		return cli_refuse_agent(s, store);
	if (status != ROBOTSC_STORE_OK)
		return ctx.said ? CLI_TROUBLE : cli_store_trouble(s, status);
	if (!s->quiet)
		cli_print_counts(&report, options->stale);
	return report.skipped ? CLI_DISALLOWED : CLI_OK;
}

static void ignore_fault(void *ctx, const char *line)
{
	(void)ctx;
	(void)line;
}

/* Runs in a child process, and opens the store itself: that too may crash. */
static int verify(void *ctx)
{
	const struct cli_settings *const s = ctx;
	struct robotsc_store *const store = cli_open_store(s, ROBOTSC_STORE_READ, NULL);
	struct robotsc_reader *const reader = store ? cli_open_reader(s, store) : NULL;
	enum robotsc_store_status status = ROBOTSC_STORE_OK;
	int result = CLI_TROUBLE;
	if (reader) {
		status = robotsc_reader_verify(reader, ignore_fault, NULL);
		result = status == ROBOTSC_STORE_OK ? CLI_OK : cli_store_trouble(s, status);
	}
	robotsc_reader_close(reader);
	robotsc_store_close(store);
	return result;
}

static int run(struct cli_settings *s)
{
	struct robotsc_filter_options o;
	struct robotsc_store *store;
	struct cli_list tokens;
	int result = CLI_TROUBLE;
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
	if (s->verify && cli_in_child(s->store, verify, s) != CLI_OK)
		return CLI_TROUBLE;
	store = cli_open_store(s, ROBOTSC_STORE_READ, NULL);
	if (store && cli_cut_tokens(s, store, &tokens) == 0) {
		o.tokens = tokens.at;
		o.ntokens = tokens.n;
		result = filter(s, store, &o);
		free(tokens.at);
	}
	robotsc_store_close(store);
	return result;
}

static const unsigned char options[] = {CLI_OPT_STORE,  CLI_OPT_AGENTS,    CLI_OPT_FALLBACK, CLI_OPT_PRINT,        CLI_OPT_REASON,
                                        CLI_OPT_FIELD,  CLI_OPT_DELIMITER, CLI_OPT_UNKNOWN,  CLI_OPT_STALE,        CLI_OPT_AT,
                                        CLI_OPT_NULL,   CLI_OPT_MAX_LINE,  CLI_OPT_JOBS,     CLI_OPT_VERIFY_FIRST, CLI_OPT_QUIET,
                                        CLI_OPT_FORMAT, CLI_OPT_HELP,      CLI_OPT_END};

const struct cli_command cli_filter = {
	.name = "filter",
	.operands = "",
	.summary = "print the URLs that a store allows",
	.text = "Each line of standard input has a URL.  Lines go to standard output in order and unchanged: those\n"
		"that --agent may fetch, or those that --print names.  --print=all puts the verdict and a tab\n"
		"before each line; --reason puts the reason and a tab there: parse (the rules of a robots.txt),\n"
		"allow or deny (there was none), defer, unknown (the origin is not in the store), no-origin (no\n"
		"URL of http, https or ftp), stale (see --stale).\n"
		"\n"
		"A policy is stale when the time to which its fetch is fresh has come: 'robotsc store expire'\n"
		"lists these origins.  --stale=use answers with it, unknown as if the origin were not in the\n"
		"store, deny with disallow.  At the end a line says how many URLs that were.\n"
		"\n"
		"All processors work, memory is bounded, and when input pauses all lines so far are answered.\n"
		"A line of more octets than --max-line is reported and skipped; with --print=all its verdict is\n"
		"unknown, its reason too-long, and its text is left out.\n"
		"\n"
		"A damaged page of the store's database can hide origins, or crash the command.  --verify reads\n"
		"all of the store first, in a child process; one that is damaged is refused before a line is read.\n"
		"\n"
		"Exit status: 0 done, 1 a line was too long and skipped, 2 trouble.\n",
	.options = options,
	.formats = CLI_FORMATS_CSV,
	.min_operands = 0,
	.max_operands = 0,
	.run = run,
};
