/* cmd_explain.c - robotsc explain: which lines of a robots.txt decide about a URL.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>

#include "args.h"
#include "command.h"
#include "content.h"
#include "messages.h"
#include "read_file.h"
#include "text_print.h"
#include "url_messages.h"
#include "visitor.h"

/* What all answers share. */
struct explaining {
	const struct cli_settings *s;
	const struct cli_visitors *visitors;
	const struct cli_file *file;
	struct robotsc_report report;
	struct robotsc_explain_total total;
};

/* For a visitor that ignores "*", no change to those groups would do anything.  Returns 0, or -1
 * after a message. */
static int explain_in(struct explaining *x, enum robotsc_dialect dialect, struct robotsc_text url)
{
	const struct cli_visitor *const v = &x->visitors->in[dialect];
	const struct cli_file *const file = v->ignores ? &x->visitors->empty : x->file;
	struct robotsc_options options = x->s->options;
	const struct robotsc_report_url asked = {.url = url,
	                                         .options = &options,
	                                         .robots = file->bytes,
	                                         .len = file->len,
	                                         .tokens = v->tokens.at,
	                                         .n = v->tokens.n,
	                                         .flags = (v->ignores ? ROBOTSC_URL_NO_CHANGES : 0) |
	                                                  (x->s->all_dialects ? ROBOTSC_URL_DIALECT : 0)};
	enum robotsc_status status;
	options.dialect = dialect;
	status = robotsc_explain_report_url(&x->report, &asked, &x->total);
	if (status == ROBOTSC_OK)
		return 0;
	cli_complain("%s: cannot explain: %s", file->name, cli_why(status));
	return -1;
}

static int explain(struct explaining *x, struct robotsc_text url)
{
	int result = 0;
	if (!x->s->all_dialects)
		return explain_in(x, x->s->options.dialect, url);
	for (int d = 0; robotsc_dialect_name((enum robotsc_dialect)d) && result == 0; d++)
		result = explain_in(x, (enum robotsc_dialect)d, url);
	return result;
}

/* Explain all operands that are URLs.  Returns the exit status. */
static int explain_all(struct explaining *x)
{
	struct cli_urls urls = {.hosts = !x->s->all_dialects && x->s->options.dialect == ROBOTSC_GOOGLE};
	int result = 0;
	robotsc_explain_report_begin(&x->report);
	for (size_t i = 2; i < x->s->noperands && result == 0; i++) {
		const struct robotsc_report_url asked = {.url = cli_text(x->s->operands[i]), .flags = ROBOTSC_URL_UNKNOWN};
		if (cli_take_url(&urls, asked.url))
			result = explain(x, asked.url);
		else
			robotsc_explain_report_url(&x->report, &asked, &x->total);
	}
	robotsc_explain_report_end(&x->report);
	if (cli_end_urls(&urls) != CLI_OK || result < 0)
		return CLI_TROUBLE;
	return x->total.disallowed ? CLI_DISALLOWED : CLI_OK;
}

/* A file, and whether it was said that a line of it is cut. */
struct warned {
	const struct cli_file *file;
	bool said;
};

static void warn_cut(void *ctx, const struct robotsc_diag *diag)
{
	struct warned *const warned = ctx;
	if (diag->kind == ROBOTSC_DIAG_SIZE_CUT && !warned->said)
		cli_warn_diag(warned->file, diag);
	warned->said |= diag->kind == ROBOTSC_DIAG_SIZE_CUT;
}

static int run(struct cli_settings *s)
{
	struct cli_visitors visitors = {.empty = {.bytes = NULL}};
	struct cli_file file;
	struct warned warned = {&file, false};
	struct explaining x = {.s = s, .visitors = &visitors, .file = &file, .report = cli_report(s)};
	int result = CLI_TROUBLE;
	s->options.diag = warn_cut;
	s->options.diag_ctx = &warned;
	if (cli_read_robots(s->operands[0], s->options.limit, &file) < 0)
		return CLI_TROUBLE;
	if (file.is_blob)
		cli_complain("%s: a blob holds no text to explain; give its robots.txt", file.name);
	else if (cli_visitors_find(&visitors, s, &file) == 0)
		result = explain_all(&x);
	cli_visitors_free(&visitors);
	free(file.bytes);
	return result;
}

static const unsigned char options[] = {
	CLI_OPT_CONNER2_REST, CLI_OPT_FALLBACK, CLI_OPT_FAMILY, CLI_OPT_HEADER_AGENT,  CLI_OPT_DIALECTS,
	CLI_OPT_FORMAT,       CLI_OPT_JSON,     CLI_OPT_LIMIT,  CLI_OPT_STRICT_FIELDS, CLI_OPT_AIPREF_RULE,
	CLI_OPT_COLOR,        CLI_OPT_HELP,     CLI_OPT_END};

const struct cli_command cli_explain = {
	.name = "explain",
	.operands = "FILE AGENT URL...",
	.summary = "show which lines decide about URLs",
	.text = "FILE is a robots.txt ('-': standard input), AGENT the product token of a crawler.  For\n"
		"each URL are shown the verdict, the group that holds for AGENT, the line that decides, every other\n"
		"line that matches and why it does not decide, and what would change the verdict: a rule for this URL\n"
		"alone, where the dialect has one, all lines that can be removed, with the line that decides then,\n"
		"and the shortest rule.  Of the last two it shows a URL that they change beyond the first.  Each was\n"
		"tried.  Control octets are printed as \\xHH.  What is no URL and no path is unknown, as of 'check'.\n"
		"\n"
		"--header-agent stands in the place of AGENT.  The longest product token of the header that FILE names\n"
		"counts; without one, the group of '*' does.  With --family, some crawlers obey the group of another\n"
		"where none names them, or ignore '*', as their makers say.  Standard error has what was found.\n"
		"\n"
		"With --dialect=all, that is shown for each dialect.  With --json, each is an object on a line.\n"
		"\n"
		"Exit status: 0 all allowed, 1 at least one disallowed, 2 trouble, or at least one unknown.\n",
	.options = options,
	.formats = CLI_FORMATS_JSON,
	.json = ROBOTSC_REPORT_JSONL,
	.min_operands = 3,
	.max_operands = SIZE_MAX,
	.run = run,
};
