/* cmd_explain.c - robotsc explain: which lines of a robots.txt decide about a URL.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>

#include "cli/agent.h"
#include "cli/args.h"
#include "cli/command.h"
#include "cli/hosts/origin_source.h"
#include "cli/messages.h"
#include "cli/parallel.h"
#include "cli/policy.h"
#include "cli/read_file.h"
#include "cli/text_print.h"
#include "visitor.h"

/* What all answers share. */
struct explaining {
	const struct cli_settings *s;
	const struct cli_visitors *visitors;
	const struct cli_file *file;
	struct robotsc_report report;
	struct robotsc_explain_total *total;
};

/* Explain a URL in a dialect.  A crawler that ignores "*" is told no changes: they would not help
 * it.  Returns 0, or -1 after a message. */
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
	status = robotsc_explain_report_url(&x->report, &asked, x->total);
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
			robotsc_explain_report_url(&x->report, &asked, x->total);
	}
	robotsc_explain_report_end(&x->report);
	if (cli_end_urls(&urls) != CLI_OK || result < 0)
		return CLI_TROUBLE;
	return x->total->disallowed ? CLI_DISALLOWED : CLI_OK;
}

/* A file, and whether a warning said already that it has a cut line. */
struct warned {
	const struct cli_file *file;
	bool done;
};

static void warn_cut(void *ctx, const struct robotsc_diag *diag)
{
	struct warned *const warned = ctx;
	if (diag->kind == ROBOTSC_DIAG_SIZE_CUT && !warned->done)
		cli_warn_diag(warned->file, diag);
	warned->done |= diag->kind == ROBOTSC_DIAG_SIZE_CUT;
}

static int explain_file(struct cli_settings *s)
{
	struct robotsc_explain_total total = {0};
	struct cli_visitors visitors = {.empty = {.bytes = NULL}};
	struct cli_file file;
	struct warned warned = {&file, false};
	struct explaining x = {.s = s, .visitors = &visitors, .file = &file, .report = cli_report(s), .total = &total};
	int result = CLI_TROUBLE;
	s->options.diag = warn_cut;
	s->options.diag_ctx = &warned;
	if (cli_read_robots(s, s->operands[0], s->options.limit, &file) < 0)
		return CLI_TROUBLE;
	if (file.is_blob)
		cli_complain("%s: a blob holds no text to explain; give its robots.txt", file.name);
	else if (cli_visitors_find(&visitors, s, &file) == 0)
		result = explain_all(&x);
	cli_visitors_free(&visitors);
	free(file.bytes);
	return result;
}

/* ---- the texts of archives ------------------------------------------------------------- */

/* An operand.  Each text is asked about a path, but only a URL's own origin about that URL. */
struct asked {
	struct robotsc_text url;
	char robots[ROBOTSC_ROBOTS_URL_MAX]; /* URL of its robots.txt; empty: a path */
	bool taken;
};

struct many_total {
	struct robotsc_explain_total answers;
	bool trouble;
};

struct explaining_many {
	struct cli_origins origins; /* first: it reads the inputs */
	const struct cli_settings *s;
	struct robotsc_report report;
	struct asked *asked;
	size_t n;
	struct many_total total;
};

static size_t read_text(void *ctx, void *input)
{
	struct explaining_many *const m = ctx;
	struct cli_origin *const origin = input;
	const size_t held = cli_origins_read(&m->origins, input);
	if (!origin->unread)
		cli_collection_judge(m->s, &m->origins.texts, &origin->text, m->s->options.limit);
	return held;
}

static bool concerns(const struct cli_origin *origin, const struct asked *asked)
{
	return asked->taken && (!asked->robots[0] || strcmp(asked->robots, origin->text.name) == 0);
}

/* Explain a URL; or a path, as a URL of this origin.  Returns 0, or -1 after a
 * message. */
static int explain_asked(struct explaining *x, const struct cli_origin *origin, const struct asked *asked)
{
	const struct robotsc_text host = origin->entry.origin;
	char *const room = malloc(host.len + asked->url.len);
	int result = -1;
	if (!room) {
		cli_complain("out of memory");
		return -1;
	}
	memcpy(room, host.at, host.len);
	memcpy(room + host.len, asked->url.at, asked->url.len);
	result = explain(x, asked->robots[0] ? asked->url : (struct robotsc_text){room, host.len + asked->url.len});
	free(room);
	return result;
}

static void answer(const void *ctx, void *input, FILE *out, void *total)
{
	const struct explaining_many *const m = ctx;
	const struct cli_origin *const origin = input;
	struct many_total *const sum = total;
	struct cli_visitors visitors = {.empty = {.bytes = NULL}};
	struct explaining x = {
		.s = m->s, .visitors = &visitors, .file = &origin->text, .report = m->report, .total = &sum->answers};
	int result = origin->unread ? -1 : 0;
	size_t first = 0;
	x.report.ctx = out;
	while (first < m->n && !(result == 0 && concerns(origin, &m->asked[first])))
		first++;
	if (first < m->n)
		result = cli_visitors_find(&visitors, m->s, &origin->text);
	for (size_t i = first; i < m->n && result == 0; i++)
		if (concerns(origin, &m->asked[i]))
			result = explain_asked(&x, origin, &m->asked[i]);
	sum->trouble |= result < 0;
	cli_visitors_free(&visitors);
}

/* Begin a part: first tells whether its answer is the first one of a document. */
static void begin(const void *ctx, void *part, bool first)
{
	(void)ctx;
	((struct many_total *)part)->answers.unknown = !first;
}

static bool add(void *ctx, const void *part, bool first)
{
	struct many_total *const all = &((struct explaining_many *)ctx)->total;
	const struct many_total *const t = part;
	const bool any = all->answers.allowed + all->answers.disallowed > 0;
	if (t->answers.allowed + t->answers.disallowed > 0 && any == first)
		return false;
	all->answers.allowed += t->answers.allowed;
	all->answers.disallowed += t->answers.disallowed;
	all->trouble |= t->trouble;
	return true;
}

/* True if the archives have the robots.txt of a URL. */
static bool has_text(const struct explaining_many *m, const struct asked *asked)
{
	for (size_t i = 0; i < m->origins.texts.n; i++)
		if (strcmp(m->origins.texts.at[i].name, asked->robots) == 0)
			return true;
	return false;
}

/* Take the operands.  There is a message for an operand that is no URL or has no text, and
 * m->total.trouble is set. */
static void take_operands(struct explaining_many *m)
{
	struct cli_urls urls = {.hosts = false};
	for (size_t i = 0; i < m->n; i++) {
		struct asked *const a = &m->asked[i];
		size_t len = 0;
		a->url = cli_text(m->s->operands[i + 2]);
		a->taken = cli_take_url(&urls, a->url);
		if (!a->taken || a->url.at[0] == '/')
			continue;
		if (robotsc_robots_url(a->url.at, a->url.len, a->robots, sizeof a->robots - 1, &len) != ROBOTSC_OK)
			len = 0;
		a->robots[len] = '\0';
		a->taken = has_text(m, a);
		if (!a->taken)
			cli_complain("%s: the archive has no text for it", a->url.at);
		m->total.trouble |= !a->taken;
	}
	m->total.trouble |= cli_end_urls(&urls) != CLI_OK;
}

/* Explain all operands in the texts of archives.  Returns the exit status. */
static int explain_texts(struct explaining_many *m)
{
	const struct cli_parallel p = {.n = m->origins.n,
	                               .jobs = cli_jobs(m->s),
	                               .input = sizeof(struct cli_origin),
	                               .total = sizeof m->total,
	                               .ctx = m,
	                               .all = &m->total,
	                               .read = read_text,
	                               .release = cli_origins_release,
	                               .answer = answer,
	                               .begin = begin,
	                               .add = add,
	                               .things = "origins"};
	int result = 0;
	robotsc_explain_report_begin(&m->report);
	if (p.n > 0)
		result = cli_parallel_run(&p);
	robotsc_explain_report_end(&m->report);
	if (result != 0 || m->total.trouble || m->origins.texts.trouble)
		return CLI_TROUBLE;
	return m->total.answers.disallowed ? CLI_DISALLOWED : CLI_OK;
}

static int explain_archive(struct cli_settings *s)
{
	struct explaining_many m = {.s = s, .report = cli_report(s), .n = s->noperands - 2};
	int result = CLI_TROUBLE;
	s->quiet = true; /* no message for each text about what a family does */
	if (!s->header_agent &&
	    cli_check_agent(s->all_dialects ? ROBOTSC_RFC9309 : s->options.dialect, cli_text(s->operands[1])) < 0)
		return CLI_TROUBLE;
	m.asked = calloc(m.n, sizeof *m.asked);
	if (!m.asked)
		return cli_complain("out of memory");
	if (cli_origins_open(&m.origins, s, s->operands, 1) == 0) {
		take_operands(&m);
		result = explain_texts(&m);
	}
	cli_origins_close(&m.origins);
	free(m.asked);
	return result;
}

static int run(struct cli_settings *s)
{
	return s->warc ? explain_archive(s) : explain_file(s);
}

static const unsigned char options[] = {CLI_OPT_ONE_ROBOT,    CLI_OPT_CONNER2_REST, CLI_OPT_FALLBACK,      CLI_OPT_FAMILY,
                                        CLI_OPT_HEADER_AGENT, CLI_OPT_DIALECTS,     CLI_OPT_FORMAT,        CLI_OPT_JSON,
                                        CLI_OPT_LIMIT,        CLI_OPT_AS_TEXT,      CLI_OPT_STRICT_FIELDS, CLI_OPT_AIPREF_RULE,
                                        CLI_OPT_COLOR,        CLI_OPT_WARC,         CLI_OPT_JOBS,          CLI_OPT_HELP,
                                        CLI_OPT_END};

const struct cli_command cli_explain = {
	.name = "explain",
	.operands = "FILE AGENT URL...",
	.summary = "show which lines decide about URLs",
	.text = cli_help_explain,
	.options = options,
	.formats = CLI_FORMATS_JSON,
	.json = ROBOTSC_REPORT_JSONL,
	.run = run,
};
