/* filter_lines.c - see filter_lines.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "filter_lines.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/answers.h"
#include "cli/messages.h"
#include "cli/policy.h"
#include "cli/read_file.h"
#include "metrics.h"

/* The "s" of a plural, or "" for one. */
static const char *s_after(unsigned long long n)
{
	return n == 1 ? "" : "s";
}

void cli_print_counts(const struct robotsc_filter_report *r, enum robotsc_filter_stale stale, const char *where)
{
	/* words for one URL, and for several */
	static const char *const how[][2] = {
		[ROBOTSC_STALE_USE] = {" was answered by a policy that is stale", " were answered by policies that are stale"},
		[ROBOTSC_STALE_UNKNOWN] = {" counts as unknown, since its policy is stale",
	                                   " count as unknown, since their policies are stale"},
		[ROBOTSC_STALE_DENY] = {" is disallowed, since its policy is stale",
	                                " are disallowed, since their policies are stale"}};
	if (r->stale) {
		fprintf(stderr, "robotsc: %s%llu URL%s%s", stale == ROBOTSC_STALE_USE ? "warning: " : "",
		        (unsigned long long)r->stale, s_after(r->stale), how[stale][r->stale > 1]);
		fputs(strcmp(where, "store") == 0 ? "; 'robotsc store expire' lists their origins\n" : "\n", stderr);
	}
	if (r->unknown > r->no_origin)
		fprintf(stderr, "robotsc: %llu URL%s not in the %s\n", (unsigned long long)(r->unknown - r->no_origin),
		        r->unknown - r->no_origin == 1 ? " is of an origin that is" : "s are of origins that are", where);
	if (r->no_origin)
		fprintf(stderr, "robotsc: %llu line%s no URL of http, https or ftp; --print=all --reason says no-origin of %s\n",
		        (unsigned long long)r->no_origin, r->no_origin == 1 ? " holds" : "s hold",
		        r->no_origin == 1 ? "it" : "them");
	if (r->skipped)
		fprintf(stderr, "robotsc: %llu line%s too long and skipped\n", (unsigned long long)r->skipped,
		        r->skipped == 1 ? " is" : "s are");
}

/* What the callbacks need, and what they note. */
struct streams {
	const struct cli_filter_own *own;
	size_t max_line;
	struct cli_answers json;
	bool begun;      /* something was read */
	bool complained; /* a message said why the run has ended */
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
		s->complained = true;
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
			s->complained = true;
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

/* True if --print asks for a line.  The library has answered as for --print=all. */
static bool is_printed(const struct cli_filter_own *own, struct robotsc_text verdict, struct robotsc_text reason)
{
	static const char *const wanted[] = {
		[ROBOTSC_PRINT_ALLOWED] = "allow", [ROBOTSC_PRINT_DISALLOWED] = "disallow", [ROBOTSC_PRINT_UNKNOWN] = "unknown"};
	return own->print == ROBOTSC_PRINT_ALL || (is_word(verdict, wanted[own->print]) && !is_word(reason, "too-long"));
}

/* Print an answer.  line: verdict, reason and the line of input, with tabs between them. */
static void print_object(struct streams *ctx, struct robotsc_text line)
{
	const struct robotsc_text verdict = cut_word(&line), reason = cut_word(&line);
	if (!is_printed(ctx->own, verdict, reason))
		return;
	if (!ctx->own->null && line.len && line.at[line.len - 1] == '\r')
		line.len--;
	const struct cli_cell row[] = {{ctx->own->field ? "line" : "url", 0, CLI_TEXT, .text = line},
	                               {"verdict", 0, CLI_TEXT, .text = verdict},
	                               {"reason", 0, CLI_TEXT, .text = reason}};
	const size_t from = is_word(reason, "too-long") && !ctx->json.is_csv;

	cli_answers_row(&ctx->json, row + from, 3 - from);
}

/* Takes whole lines. */
static int write_objects(void *ctx, const char *at, size_t len)
{
	struct streams *const s = ctx;
	const char *const stop = at + len;
	while (at < stop && !cli_output_failed()) {
		const char *const end = memchr(at, s->own->null ? '\0' : '\n', (size_t)(stop - at));
		print_object(s, (struct robotsc_text){at, (size_t)(end - at)});
		at = end + 1;
	}
	fflush(stdout);
	s->complained = cli_output_failed(); /* cli_finish says why */
	return s->complained ? -1 : 0;
}

static void report_skipped(void *ctx, uint64_t line)
{
	const struct streams *const s = ctx;
	cli_complain("<stdin>:%llu: longer than %zu octets; skipped", (unsigned long long)line, s->max_line);
}

/* ---- counts ---------------------------------------------------------------------------- */

static int write_metrics(const char *path, const struct robotsc_filter_report *r, bool damaged)
{
	struct cli_metrics m;
	if (cli_metrics_begin(&m, path) < 0)
		return -1;
	cli_metrics_of(&m, "robotsc_answers_total", "Answers about URLs.");
	cli_metrics_count(&m, "verdict", "allowed", r->allowed);
	cli_metrics_count(&m, "verdict", "disallowed", r->disallowed);
	cli_metrics_count(&m, "verdict", "unknown", r->lines - r->skipped - r->allowed - r->disallowed);
	cli_metrics_of(&m, "robotsc_urls_total", "What stood behind the answers, or in their way.");
	cli_metrics_count(&m, "state", "stale", r->stale);
	cli_metrics_count(&m, "state", "challenge", r->challenges);
	cli_metrics_count(&m, "state", "no-origin", r->no_origin);
	cli_metrics_count(&m, "state", "too-long", r->skipped);
	cli_metrics_of(&m, "robotsc_ended_total", "Runs that damage has ended.");
	cli_metrics_count(&m, "state", "damaged", damaged);
	return cli_metrics_end(&m);
}

/* ---- the run --------------------------------------------------------------------------- */

int cli_filter_run(struct cli_settings *s, const struct robotsc_filter_options *options, cli_filter_lines *by, void *ctx,
                   enum robotsc_store_status *status)
{
	struct streams run = {.own = s->own, .max_line = options->max_line};
	const struct robotsc_filter_streams streams = {&run, read_input, input_is_ready,
	                                               cli_is_structured(s) ? write_objects : write_output, report_skipped};
	struct robotsc_filter_report report = {.lines = 0};
	cli_answers_begin(&run.json, s, run.own->field ? "line,verdict,reason" : "url,verdict,reason");
	*status = by(ctx, options, &streams, &report);
	cli_answers_end(&run.json);
	if (s->metrics && write_metrics(s->metrics, &report, *status == ROBOTSC_STORE_DAMAGED) < 0)
		return CLI_TROUBLE;
	if (*status != ROBOTSC_STORE_OK) {
		if (run.complained)
			*status = ROBOTSC_STORE_OK;
		return CLI_TROUBLE;
	}
	if (!s->quiet)
		cli_print_counts(&report, options->stale, s->snapshot.name ? "snapshot" : "store");
	return report.skipped ? CLI_DISALLOWED : CLI_OK;
}
