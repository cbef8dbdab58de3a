/* dialects.c - answers URLs in every dialect, for one file or many: by the deciding line, or by a
 * table of verdicts.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "file_parts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/answers.h"
#include "cli/collection.h"
#include "cli/messages.h"
#include "cli/read_file.h"
#include "cli/text_print.h"
#include "robotsc/access.h"
#include "robotsc/explain.h"
#include "robotsc/report.h"
#include "visitor.h"

/* The rules for the visitor in a dialect. */
struct reader {
	void *bytes;
	size_t len;
	struct robotsc_blob blob;
	struct cli_visitor visitor;
};

/* A URL, and the URL of its robots.txt after it in octets; a path has only the first. */
struct asked {
	size_t len, robots_len;
	bool answered;
	bool taken; /* it is a URL or a path */
	char octets[];
};

struct comparison {
	struct cli_settings *s;
	struct cli_collection collection;
	struct reader readers[CLI_DIALECTS]; /* readers for the current file */
	struct asked **urls;                 /* n of them */
	size_t n, room;
	struct cli_urls seen;
	struct cli_answers json;
	int result;
};

/* ---- a file --------------------------------------------------------------------------- */

/* Compile a file in all dialects, and find the visitor's group.  Returns 0, or -1 after a
 * message. */
static int open_readers(struct comparison *c, const struct cli_file *file)
{
	struct robotsc_options options = c->s->options;
	for (unsigned d = 0; robotsc_dialect_name((enum robotsc_dialect)d); d++) {
		struct reader *r = &c->readers[d];
		options.dialect = (enum robotsc_dialect)d;
		enum robotsc_status status = robotsc_compile(&options, file->bytes, file->len, &r->bytes, &r->len);

		if (status == ROBOTSC_OK)
			status = robotsc_open(&r->blob, r->bytes, r->len);
		if (status != ROBOTSC_OK) {
			cli_complain("%s: cannot be compiled: %s", file->name, cli_why(status));
			return -1;
		}
		if (cli_visitor_find(&r->visitor, c->s, file->name, &r->blob) < 0)
			return -1;
	}
	return 0;
}

static void close_readers(struct comparison *c)
{
	for (unsigned d = 0; d < CLI_DIALECTS; d++) {
		cli_visitor_free(&c->readers[d].visitor);
		robotsc_free_blob(NULL, c->readers[d].bytes, c->readers[d].len);
	}
	memset(c->readers, 0, sizeof c->readers);
}

/* ---- a URL: a row of the table, or a line for each dialect ---------------------------- */

/* Print a row of the table.  verdicts: of all dialects; NULL: it is no URL and no path. */
static void print_row(struct comparison *c, const struct cli_file *file, struct robotsc_text url,
                      const enum robotsc_verdict *verdicts)
{
	struct cli_cell row[CLI_DIALECTS + 4];
	unsigned n = 0, d = 0;
	for (n = 3; robotsc_dialect_name((enum robotsc_dialect)d); d++)
		row[n++] = (struct cli_cell){robotsc_dialect_name((enum robotsc_dialect)d), d + 1, CLI_VERDICT,
		                             .verdict = verdicts ? &verdicts[d] : NULL};
	row[0] = (struct cli_cell){"file", d + 1, CLI_WORD, .word = file->name};
	row[1] = (struct cli_cell){"url", d + 2, CLI_TEXT, .text = url};
	row[2] = (struct cli_cell){"verdicts", 0, CLI_INNER, .word = NULL};
	row[n++] = (struct cli_cell){"verdicts", 0, CLI_OUTER, .word = NULL};
	cli_answers_row(&c->json, row, n);
}

/* Answer by a row.  taken: it is a URL or a path; otherwise no dialect has a verdict. */
static void answer_row(struct comparison *c, const struct cli_file *file, struct robotsc_text url, bool taken)
{
	enum robotsc_verdict verdicts[CLI_DIALECTS];
	for (unsigned d = 0; taken && robotsc_dialect_name((enum robotsc_dialect)d); d++) {
		const struct cli_visitor *const v = &c->readers[d].visitor;
		verdicts[d] = v->ignores ? ROBOTSC_ALLOW : robotsc_check_url(&v->group, url.at, url.len);
		if (verdicts[d] == ROBOTSC_DISALLOW)
			c->result = CLI_DISALLOWED;
	}
	if (!c->s->quiet)
		print_row(c, file, url, taken ? verdicts : NULL);
}

static void keep_deciding(void *ctx, const struct robotsc_match *match)
{
	if (match->deciding)
		*(struct robotsc_match *)ctx = *match;
}

/* The reason of a verdict that no line decides. */
static void print_reason(const struct robotsc_explanation *e)
{
	if (e->implied)
		puts("/robots.txt may always be fetched");
	else if (e->selected == ROBOTSC_SELECTED_NONE)
		puts("no group speaks to this agent");
	else
		printf("no rule of the group on line %lu matches\n", (unsigned long)e->agent_line);
}

/* Print the answer of a dialect.  match NULL: it is no URL and no path. */
static void print_dialect(enum robotsc_dialect dialect, const struct robotsc_explanation *e, const struct robotsc_match *match)
{
	printf("  %-10s  ", robotsc_dialect_name(dialect));
	cli_print_verdict(match ? &e->verdict : NULL);
	if (!match) {
		puts("   no URL and no path");
		return;
	}
	fputs(e->verdict == ROBOTSC_ALLOW ? "     " : "  ", stdout);
	if (e->deciding == 0 || e->implied) {
		print_reason(e);
		return;
	}
	printf("line %lu: ", (unsigned long)match->line);
	cli_print_text(stdout, match->text);
	putchar('\n');
}

/* Write the answer of a dialect as a member.  match NULL: it is no URL and no path. */
static void json_dialect(struct cli_answers *j, enum robotsc_dialect dialect, const struct robotsc_explanation *e,
                         const struct robotsc_match *match)
{
	cli_answers_inner(j, robotsc_dialect_name(dialect), '{');
	cli_answers_verdict(j, "verdict", match ? &e->verdict : NULL);
	if (match && e->deciding && !e->implied) {
		cli_answers_number(j, "line", match->line);
		cli_answers_text(j, "text", match->text);
	}
	cli_answers_outer(j, '}');
}

static void print_title(const struct comparison *c, const struct cli_file *file, struct robotsc_text url)
{
	if (c->collection.many) {
		cli_print_start(stdout, cli_text(file->name));
		putchar(' ');
		cli_print_text(stdout, url);
	} else {
		cli_print_start(stdout, url);
	}
	putchar('\n');
}

/* Find the line that decides in a dialect.  Returns 0, or -1 after a message. */
static int explain(struct comparison *c, enum robotsc_dialect dialect, const struct cli_file *file, struct robotsc_text url,
                   struct robotsc_match *match, struct robotsc_explanation *e)
{
	const struct cli_visitor *const v = &c->readers[dialect].visitor;
	struct robotsc_options options = c->s->options;
	enum robotsc_status status;
	options.dialect = dialect;
	*match = (struct robotsc_match){.line = 0};
	status = robotsc_explain(&options, file->bytes, v->ignores ? 0 : file->len, v->tokens.at, v->tokens.n, url, keep_deciding,
	                         match, e);
	if (status != ROBOTSC_OK) {
		cli_complain("%s: cannot explain: %s", file->name, cli_why(status));
		return -1;
	}
	if (e->verdict == ROBOTSC_DISALLOW)
		c->result = CLI_DISALLOWED;
	return 0;
}

/* Answer in every dialect.  taken: it is a URL or a path.  Returns 0, or -1 after a message. */
static int answer_lines(struct comparison *c, const struct cli_file *file, struct robotsc_text url, bool taken)
{
	const bool json = cli_is_structured(c->s), quiet = c->s->quiet;
	struct robotsc_explanation e;
	struct robotsc_match match;
	if (!quiet && json) {
		cli_answers_open(&c->json);
		cli_answers_word(&c->json, "file", file->name);
		cli_answers_text(&c->json, "url", url);
		cli_answers_inner(&c->json, "dialects", '{');
	} else if (!quiet) {
		print_title(c, file, url);
	}
	for (unsigned i = 0; robotsc_dialect_name((enum robotsc_dialect)i); i++) {
		const enum robotsc_dialect dialect = (enum robotsc_dialect)i;
		if (taken && explain(c, dialect, file, url, &match, &e) < 0)
			return -1;
		if (!quiet && json)
			json_dialect(&c->json, dialect, &e, taken ? &match : NULL);
		else if (!quiet)
			print_dialect(dialect, &e, taken ? &match : NULL);
	}
	if (!quiet && json) {
		cli_answers_outer(&c->json, '}');
		cli_answers_close(&c->json);
	}
	return 0;
}

static int answer_url(struct comparison *c, const struct cli_file *file, struct robotsc_text url, bool taken)
{
	if (!c->s->table)
		return answer_lines(c, file, url, taken);
	answer_row(c, file, url, taken);
	return 0;
}

/* ---- URLs ----------------------------------------------------------------------------- */

/* True if a file answers a URL.  A text of an archive answers only for its own origin. */
static bool concerns(const struct comparison *c, const struct cli_file *file, const struct asked *asked)
{
	return !c->collection.texts || asked->robots_len == 0 ||
	       (strlen(file->name) == asked->robots_len && memcmp(file->name, asked->octets + asked->len, asked->robots_len) == 0);
}

static struct asked *new_asked(struct robotsc_text url)
{
	char robots[ROBOTSC_ROBOTS_URL_MAX];
	size_t len = 0;
	struct asked *asked;
	if (robotsc_robots_url(url.at, url.len, robots, sizeof robots, &len) != ROBOTSC_OK)
		len = 0;
	asked = malloc(sizeof *asked + url.len + len);
	if (!asked)
		return NULL;
	asked->len = url.len;
	asked->robots_len = len;
	asked->answered = false;
	asked->taken = false;
	memcpy(asked->octets, url.at, url.len);
	memcpy(asked->octets + url.len, robots, len);
	return asked;
}

/* Keep a URL.  Returns 0, or -1 after a message. */
static int keep(struct comparison *c, struct robotsc_text url)
{
	if (c->n == c->room) {
		struct asked **p = realloc(c->urls, (2 * c->room + 64) * sizeof *p);
		if (p) {
			c->urls = p;
			c->room = 2 * c->room + 64;
		}
	}
	if (c->n < c->room && (c->urls[c->n] = new_asked(url)) != NULL) {
		c->urls[c->n++]->taken = cli_take_url(&c->seen, url);
		return 0;
	}
	cli_complain("out of memory");
	return -1;
}

/* Answer the lines of standard input by a file; or keep them, if there is no file.  Returns 0, or
 * -1 after a message. */
static int take_lines(struct comparison *c, const struct cli_file *file)
{
	struct cli_lines lines = {NULL, 0, 0, 0, 0};
	struct robotsc_text url;
	int more;
	c->seen.lines = true;
	do {
		more = cli_next_line(&lines, &url);
		if (more > 0 && (file ? answer_url(c, file, url, cli_take_url(&c->seen, url)) : keep(c, url)) < 0)
			more = -1;
	} while (more > 0 && !cli_output_failed());
	free(lines.buffer);
	return more < 0 ? -1 : 0;
}

/* ---- files ---------------------------------------------------------------------------- */

/* Answer all URLs by a file.  Returns 0, or -1 after a message. */
static int answer_file(struct comparison *c, const struct cli_file *file)
{
	if (file->is_blob) {
		cli_complain("%s: a blob is of one dialect; give its robots.txt", file->name);
		return -1;
	}
	if (cli_collection_judge(c->s, &c->collection, file, c->s->options.limit) < 0 || open_readers(c, file) < 0)
		return -1;
	if (!c->collection.many && c->s->noperands == 2)
		return take_lines(c, file);
	for (size_t i = 0; i < c->n; i++) {
		struct asked *const asked = c->urls[i];
		if (!concerns(c, file, asked))
			continue;
		if (answer_url(c, file, (struct robotsc_text){asked->octets, asked->len}, asked->taken) < 0)
			return -1;
		asked->answered = true;
	}
	return 0;
}

/* Tell of URLs that no text answers. */
static void warn_unanswered(const struct comparison *c)
{
	size_t n = 0;
	for (size_t i = 0; i < c->n; i++)
		n += !c->urls[i]->answered;
	if (n && c->collection.texts && c->collection.n)
		cli_complain(
			"warning: the archive has no text for %zu of the URLs; 'robotsc filter' knows redirects and failed fetches",
			n);
}

/* Print the first line of a table.  CSV has its columns in the order of JSON. */
static void print_header(struct comparison *c)
{
	char columns[256] = "file,url";
	for (unsigned d = 0; c->s->format == ROBOTSC_REPORT_CSV && robotsc_dialect_name((enum robotsc_dialect)d); d++)
		snprintf(columns + strlen(columns), sizeof columns - strlen(columns), ",%s",
		         robotsc_dialect_name((enum robotsc_dialect)d));
	cli_answers_begin(&c->json, c->s, columns);
	if (!c->json.is_text || !c->s->table)
		return;
	for (unsigned d = 0; robotsc_dialect_name((enum robotsc_dialect)d); d++)
		printf("%s\t", robotsc_dialect_name((enum robotsc_dialect)d));
	puts("file\tURL");
}

static int answer_all(struct comparison *c)
{
	const struct cli_settings *const s = c->s;
	const struct cli_collection *const files = &c->collection;
	bool trouble = files->trouble;
	for (size_t i = 2; i < s->noperands; i++)
		if (keep(c, cli_text(s->operands[i])) < 0)
			return CLI_TROUBLE;
	/* Each file has to answer the same lines. */
	if (files->many && s->noperands == 2 && take_lines(c, NULL) < 0)
		return CLI_TROUBLE;
	if (!s->quiet)
		print_header(c);
	for (size_t i = 0; i < files->n && !cli_output_failed(); i++) {
		struct cli_file file = {.bytes = NULL};
		if (cli_collection_read(files, i, s->options.limit, &file) < 0 || answer_file(c, &file) < 0)
			trouble = true;
		close_readers(c);
		free(file.bytes);
	}
	cli_answers_end(&c->json);
	warn_unanswered(c);
	trouble |= cli_end_urls(&c->seen) != CLI_OK;
	return trouble ? CLI_TROUBLE : c->result;
}

int cli_compare_dialects(struct cli_settings *s)
{
	struct comparison c = {.s = s, .result = CLI_OK};
	int result = CLI_TROUBLE;
	if (s->usage)
		return cli_complain("--usage needs one dialect, not all");
	if (s->given[CLI_OPT_DIALECTS] && !s->all_dialects)
		return cli_complain("--table shows all dialects; leave --dialect out");
	s->all_dialects = true;
	if (cli_collection_open(s, s->operands, 1, &c.collection) == 0)
		result = answer_all(&c);
	cli_collection_close(&c.collection);
	for (size_t i = 0; i < c.n; i++)
		free(c.urls[i]);
	free(c.urls);
	return result;
}
