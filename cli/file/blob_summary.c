/* blob_summary.c - what a blob means, for all crawlers at once: as far as a blob can say.
 *
 * A blob has no lines.  What it says of each crawler is proved as for a text, but in the dialect
 * that the blob was compiled for.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "file_parts.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/answers.h"
#include "cli/command.h"
#include "cli/messages.h"
#include "robotsc/extensions.h"
#include "robotsc/inspect.h"
#include "cli/text_print.h"

#define COLUMNS 100 /* of a line */
#define LABEL 13    /* columns of a line's label */
#define LINES 8     /* most records that are shown, of robots and of the file */
#define NAMES 6     /* most robots that a line of records names */
#define HEADINGS 6

/* A robot: a crawler of the list, one that the blob names, or with an empty token all others. */
struct row {
	struct robotsc_text token;
	const struct robotsc_crawler *crawler;
	struct robotsc_group group;
	struct robotsc_text obeys; /* whose group it obeys; empty: none */
	enum robotsc_extent extent;
	enum robotsc_verdict root;
};

struct blob_summary {
	const struct robotsc_summary_question *question;
	const struct cli_file *file;
	struct robotsc_blob blob;
	struct robotsc_info info;
	struct robotsc_extensions ext;
	bool has_ext;
	struct row *rows;
	size_t n;
	uint64_t budget;
};

/* ---- what holds for a robot -------------------------------------------------------------- */

static bool same_name(struct robotsc_text a, struct robotsc_text b)
{
	for (size_t i = 0; i < a.len && i < b.len; i++) {
		const unsigned char x = (unsigned char)a.at[i], y = (unsigned char)b.at[i];
		if (x != y && !((x | 0x20) == (y | 0x20) && (x | 0x20) >= 'a' && (x | 0x20) <= 'z'))
			return false;
	}
	return a.len == b.len;
}

static bool is_crawler(const struct blob_summary *b, struct robotsc_text token)
{
	for (size_t i = 0; i < b->question->ncrawlers; i++)
		if (same_name(cli_text(b->question->crawlers[i].token), token))
			return true;
	return false;
}

/* True if a name is that of a label, which is no robot. */
static bool is_label(const struct blob_summary *b, struct robotsc_text token)
{
	return b->has_ext && robotsc_find_label(&b->ext, ROBOTSC_FIELD_CONTENT_USAGE, token) < ROBOTSC_LABELS_MAX;
}

static enum robotsc_status prove(struct blob_summary *b, const struct robotsc_text *tokens, size_t n, struct row *row)
{
	const struct robotsc_side side = {.blob = &b->blob};
	const struct robotsc_region all = {.prefix = {"/", 1}};
	uint64_t share = b->budget / 2;
	const uint64_t before = share;
	const enum robotsc_status status = robotsc_closed_below(&side, tokens, n, &all, &share, &row->extent);
	b->budget -= before - share;
	row->root = robotsc_check_path(&row->group, "/", 1);
	return status;
}

/* Add a robot with the group of its tokens.  It is left out if the blob was not compiled for it. */
static enum robotsc_status add(struct blob_summary *b, const struct robotsc_crawler *crawler, const struct robotsc_text *tokens,
                               size_t n)
{
	struct row *row = &b->rows[b->n];
	enum robotsc_status status;
	*row = (struct row){.crawler = crawler, .extent = ROBOTSC_EXTENT_OPEN, .root = ROBOTSC_ALLOW};
	if (n)
		row->token = tokens[0];
	status = robotsc_select(&b->blob, tokens, n, &row->group);
	if (status == ROBOTSC_ERR_AGENT)
		return ROBOTSC_OK;
	if (status != ROBOTSC_OK)
		return status;
	const bool named = n > 0 && row->group.selected == ROBOTSC_SELECTED_TOKEN;
	if (crawler && crawler->only_named && !named)
		return ROBOTSC_OK;
	b->n++;
	if ((crawler && crawler->ignores_star && !named) || row->group.selected == ROBOTSC_SELECTED_NONE)
		return ROBOTSC_OK;
	row->obeys = named ? tokens[row->group.token] : cli_text("*");
	return prove(b, tokens, n, row);
}

static enum robotsc_status add_rows(struct blob_summary *b)
{
	enum robotsc_status status = ROBOTSC_OK;
	for (size_t i = 0; i < b->question->ncrawlers && status == ROBOTSC_OK; i++) {
		const struct robotsc_crawler *c = &b->question->crawlers[i];
		struct robotsc_text tokens[ROBOTSC_CRAWLER_TOKENS];
		const size_t n = robotsc_crawler_tokens(b->question->crawlers, b->question->ncrawlers, cli_text(c->token), tokens);
		status = add(b, c, tokens, n);
	}
	for (uint32_t i = 0; i < b->info.agents && status == ROBOTSC_OK; i++) {
		struct robotsc_agent_info agent;
		if (robotsc_agent_at(&b->blob, i, &agent) && agent.named && agent.token.len && !is_crawler(b, agent.token) &&
		    !is_label(b, agent.token))
			status = add(b, NULL, &agent.token, 1);
	}
	return status == ROBOTSC_OK ? add(b, NULL, NULL, 0) : status;
}

/* ---- for people --------------------------------------------------------------------------- */

/* The headings, from closed to open. */
static const struct {
	enum robotsc_extent extent;
	int root; /* verdict of the front page; -1: any */
	const char *text;
} headings[HEADINGS] = {
	{ROBOTSC_EXTENT_CLOSED, -1, "Closed"},
	{ROBOTSC_EXTENT_PARTLY, ROBOTSC_DISALLOW, "Partly open; the front page is closed"},
	{ROBOTSC_EXTENT_PARTLY, ROBOTSC_ALLOW, "Partly open; the front page is open"},
	{ROBOTSC_EXTENT_UNKNOWN, ROBOTSC_DISALLOW, "Not proved; the front page is closed"},
	{ROBOTSC_EXTENT_UNKNOWN, ROBOTSC_ALLOW, "Not proved; the front page is open"},
	{ROBOTSC_EXTENT_OPEN, -1, "Open"},
};

static bool is_under(const struct row *row, size_t heading)
{
	return row->extent == headings[heading].extent && (headings[heading].root < 0 || (int)row->root == headings[heading].root);
}

static const char *label_of(const struct row *row)
{
	if (row->crawler)
		return row->crawler->purpose ? row->crawler->purpose : "crawlers";
	return row->token.len ? "also named" : "not named";
}

/* Print the robots under a heading that have a label, on one line. */
static void put_line(const struct blob_summary *b, size_t heading, const char *label)
{
	size_t column = LABEL + 2, left_out = 0;
	printf("  %-*s", LABEL, label);
	for (size_t i = 0; i < b->n; i++) {
		const struct row *row = &b->rows[i];
		const struct robotsc_text name = row->token.len ? row->token : cli_text("all other robots");
		if (!is_under(row, heading) || strcmp(label_of(row), label) != 0)
			continue;
		if (left_out || column + name.len + 14 > COLUMNS) {
			left_out++;
			continue;
		}
		fputs(column > LABEL + 2 ? ", " : "", stdout);
		cli_print_text(stdout, name);
		column += name.len + 2;
	}
	if (left_out)
		printf(", %zu more", left_out);
	puts("");
}

static void put_heading(const struct blob_summary *b, size_t heading)
{
	bool any = false;
	for (size_t i = 0; i < b->n; i++) {
		const char *label = label_of(&b->rows[i]);
		bool again = !is_under(&b->rows[i], heading);
		for (size_t k = 0; k < i && !again; k++)
			again = is_under(&b->rows[k], heading) && strcmp(label_of(&b->rows[k]), label) == 0;
		if (again)
			continue;
		if (!any)
			printf("\n%s\n", headings[heading].text);
		any = true;
		put_line(b, heading, label);
	}
}

/* True if a record on a line holds for a robot. */
static bool has_line(const struct blob_summary *b, const struct row *row, uint32_t number)
{
	struct robotsc_lines lines;
	struct robotsc_line line;
	robotsc_begin_lines(&b->ext, &row->group, &lines);
	while (row->obeys.len && robotsc_next_line(&lines, &line))
		if (line.line == number)
			return true;
	return false;
}

static void put_record(const struct robotsc_line *line)
{
	const char *name = robotsc_field_name(line->field);
	printf("  %s: ", name ? name : "unknown field");
	cli_print_text(stdout, line->value);
	printf(" (line %" PRIu32 ")", line->line);
}

/* Print a record with all its robots, once: for the first of them.  *told: records so far. */
static void put_record_of(const struct blob_summary *b, size_t row, const struct robotsc_line *line, size_t *told)
{
	size_t n = 0;
	for (size_t i = 0; i < row; i++)
		if (has_line(b, &b->rows[i], line->line))
			return;
	if ((*told)++ >= LINES)
		return;
	put_record(line);
	for (size_t i = row; i < b->n; i++) {
		if (!has_line(b, &b->rows[i], line->line) || n++ >= NAMES)
			continue;
		fputs(n > 1 ? ", " : " for ", stdout);
		cli_print_text(stdout, b->rows[i].token.len ? b->rows[i].token : cli_text("all other robots"));
	}
	if (n > NAMES)
		printf(", %zu more", n - NAMES);
	puts("");
}

static void put_records(const struct blob_summary *b)
{
	struct robotsc_lines lines;
	struct robotsc_line line;
	size_t told = 0, of_file = 0;
	puts("\nOther lines");
	for (size_t i = 0; i < b->n && told <= LINES; i++) {
		robotsc_begin_lines(&b->ext, &b->rows[i].group, &lines);
		while (b->rows[i].obeys.len && told <= LINES && robotsc_next_line(&lines, &line))
			put_record_of(b, i, &line, &told);
	}
	robotsc_begin_lines(&b->ext, NULL, &lines);
	while (of_file <= LINES && robotsc_next_line(&lines, &line)) {
		if (of_file++ >= LINES)
			continue;
		put_record(&line);
		puts("");
	}
	if (told > LINES || of_file > LINES)
		puts("  and more; --format=json has them");
	if (!told && !of_file)
		puts("  none");
}

static const char left_out[] = "the lines of groups, the folders that rules name, and what lint finds";

static void put_text(const struct blob_summary *b)
{
	cli_print_string(stdout, b->file->name);
	printf(": a blob, for the dialect %s\nIt has no text; left out are %s\n", robotsc_dialect_name(b->info.dialect), left_out);
	if (b->info.partial)
		puts("It was compiled for some robots; it says nothing of others");
	for (size_t i = 0; i < HEADINGS; i++)
		put_heading(b, i);
	if (b->has_ext)
		put_records(b);
	else
		puts("\nIt was compiled without extensions, so it has no delays, preferences or sitemaps");
}

/* ---- as JSON ------------------------------------------------------------------------------ */

static void json_records(struct cli_answers *j, const struct blob_summary *b, const struct robotsc_group *group)
{
	struct robotsc_lines lines;
	struct robotsc_line line;
	cli_answers_inner(j, "records", '[');
	robotsc_begin_lines(&b->ext, group, &lines);
	while (robotsc_next_line(&lines, &line)) {
		cli_answers_inner(j, NULL, '{');
		cli_answers_word(j, "field", robotsc_field_name(line.field));
		cli_answers_text(j, "value", line.value);
		cli_answers_number(j, "line", line.line);
		cli_answers_outer(j, '}');
	}
	cli_answers_outer(j, ']');
}

static void json_row(struct cli_answers *j, const struct blob_summary *b, const struct row *row)
{
	cli_answers_inner(j, NULL, '{');
	cli_answers_text(j, "token", row->token.len ? row->token : cli_text("*"));
	cli_answers_bool(j, "known", row->crawler != NULL);
	cli_answers_word(j, "purpose", row->crawler ? row->crawler->purpose : NULL);
	if (row->obeys.len)
		cli_answers_text(j, "obeys", row->obeys);
	else
		cli_answers_word(j, "obeys", NULL);
	cli_answers_word(j, "extent", robotsc_extent_name(row->extent));
	cli_answers_word(j, "front_page", row->root == ROBOTSC_ALLOW ? "open" : "closed");
	if (b->has_ext && row->obeys.len)
		json_records(j, b, &row->group);
	cli_answers_outer(j, '}');
}

static void put_json(const struct blob_summary *b)
{
	struct cli_answers j = {.out = NULL};
	cli_answers_open(&j);
	cli_answers_text(&j, "file", cli_text(b->file->name));
	cli_answers_word(&j, "dialect", robotsc_dialect_name(b->info.dialect));
	cli_answers_word(&j, "left_out", left_out);
	cli_answers_bool(&j, "for_some_robots", b->info.partial);
	cli_answers_inner(&j, "robots", '[');
	for (size_t i = 0; i < b->n; i++)
		json_row(&j, b, &b->rows[i]);
	cli_answers_outer(&j, ']');
	if (b->has_ext)
		json_records(&j, b, NULL);
	cli_answers_close(&j);
}

int cli_blob_summary(const struct cli_settings *s, const struct robotsc_summary_question *question, const struct cli_file *file)
{
	struct blob_summary b = {.question = question, .file = file, .budget = question->budget};
	enum robotsc_status status = robotsc_open(&b.blob, file->bytes, file->len);
	if (s->format == (int)ROBOTSC_REPORT_HTML)
		return cli_complain("%s: this is a blob; only of its robots.txt is there a page", file->name);
	if (status == ROBOTSC_OK) {
		robotsc_blob_info(&b.blob, &b.info);
		b.has_ext = robotsc_open_extensions(&b.blob, &b.ext) == ROBOTSC_OK;
		b.rows = calloc(question->ncrawlers + (size_t)b.info.agents + 1, sizeof *b.rows);
		status = b.rows ? add_rows(&b) : ROBOTSC_ERR_NOMEM;
	}
	if (status != ROBOTSC_OK)
		cli_complain("%s: cannot be summarized: %s", file->name, cli_why(status));
	else if (cli_is_structured(s))
		put_json(&b);
	else
		put_text(&b);
	free(b.rows);
	return status == ROBOTSC_OK ? 0 : CLI_TROUBLE;
}
