/* snapshot_table.c - see snapshot_table.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "snapshot_table.h"

#include <stdlib.h>
#include <string.h>

#include "args.h"
#include "collection.h"
#include "exit_status.h"
#include "messages.h"
#include "parallel.h"
#include "robotsc/report.h"
#include "snapshot_files.h"
#include "table_row.h"
#include "text_print.h"

struct table_total {
	uint64_t rows;
	bool trouble;
};

/* What all rows share, and where they come from: a snapshot, or the texts of archives. */
struct tabling {
	struct cli_table table;
	struct cli_snapshot_files files;
	struct robotsc_snapshot_cursor cursor;
	size_t shard; /* of the cursor */
	struct cli_collection texts;
	size_t next; /* text to be read */
	struct table_total total;
};

/* An origin. */
struct table_input {
	bool unread; /* a message says why */
	const struct robotsc_snapshot *shard;
	struct robotsc_snapshot_entry entry;
	struct cli_file text;
	int64_t fetched; /* the text */
};

/* ---- inputs ----------------------------------------------------------------------------- */

static size_t read_entry(void *ctx, void *input)
{
	struct tabling *const t = ctx;
	struct table_input *const in = input;
	enum robotsc_status status = robotsc_snapshot_next(&t->cursor, &in->entry);
	while (status == ROBOTSC_ERR_UNKNOWN && t->shard + 1 < t->files.n) {
		robotsc_snapshot_begin(&t->files.shards[++t->shard], &t->cursor);
		status = robotsc_snapshot_next(&t->cursor, &in->entry);
	}
	in->shard = &t->files.shards[t->shard];
	in->unread = status != ROBOTSC_OK;
	/* After damage a shard has none left, which is said once. */
	if (in->unread && status != ROBOTSC_ERR_UNKNOWN)
		cli_snapshot_trouble(t->files.name, status);
	return 0;
}

static size_t read_text(void *ctx, void *input)
{
	struct tabling *const t = ctx;
	struct table_input *const in = input;
	const struct cli_member *const member = &t->texts.at[t->next];
	in->fetched = member->date;
	in->unread = cli_collection_read(&t->texts, t->next++, t->table.s->options.limit, &in->text) < 0;
	return in->text.len;
}

static void release(void *input)
{
	free(((struct table_input *)input)->text.bytes);
}

/* ---- answers ---------------------------------------------------------------------------- */

static int answer_entry(const struct tabling *t, struct cli_answers *j, const struct table_input *in)
{
	struct robotsc_blob blob;
	const struct cli_table_origin origin = {.origin = in->entry.origin, .decision = in->entry.decision, .blob = &blob};
	const enum robotsc_status status = robotsc_snapshot_blob(in->shard, &in->entry, &blob);
	return status == ROBOTSC_OK ? cli_table_row(&t->table, j, &origin) : cli_snapshot_trouble(t->files.name, status);
}

static int answer_text(const struct tabling *t, struct cli_answers *j, const struct table_input *in)
{
	static const char end[] = "/robots.txt";
	struct robotsc_options options = t->table.s->options;
	struct robotsc_blob blob;
	struct cli_table_origin origin = {.origin = cli_text(in->text.name), .blob = &blob, .text = &in->text};
	void *bytes = NULL;
	size_t len = 0;
	int result;
	enum robotsc_status status;
	options.extensions = 1;
	origin.origin.len -= sizeof end - 1;
	origin.decision.fetched = in->fetched;
	origin.decision.length = in->text.len;
	status = robotsc_compile(&options, in->text.bytes, in->text.len, &bytes, &len);
	if (status == ROBOTSC_OK)
		status = robotsc_open(&blob, bytes, len);
	result = status == ROBOTSC_OK ? cli_table_row(&t->table, j, &origin)
	                              : cli_complain("%s: cannot compile: %s", in->text.name, cli_why(status));
	robotsc_free_blob(NULL, bytes, len);
	return result;
}

static void answer(const void *ctx, void *input, FILE *out, void *total)
{
	const struct tabling *const t = ctx;
	const struct table_input *const in = input;
	struct table_total *const sum = total;
	const int format = t->table.s->format;
	struct cli_answers j = {.out = out,
	                        .is_array = format == ROBOTSC_REPORT_JSON,
	                        .is_csv = format == ROBOTSC_REPORT_CSV || format == ROBOTSC_REPORT_TEXT,
	                        .answers = sum->rows};
	if (in->unread || (t->texts.n ? answer_text : answer_entry)(t, &j, in) != 0)
		sum->trouble = true;
	sum->rows = j.answers;
}

/* An array needs to know whether a row stands before. */
static void begin(const void *ctx, void *part, bool first)
{
	(void)ctx;
	((struct table_total *)part)->rows = !first;
}

static bool add(void *ctx, const void *part, bool first)
{
	struct table_total *const all = &((struct tabling *)ctx)->total;
	const struct table_total *const t = part;
	const uint64_t rows = t->rows - !first;
	if (rows && (all->rows == 0) != first)
		return false;
	all->rows += rows;
	all->trouble |= t->trouble;
	return true;
}

/* ---- all of it ---------------------------------------------------------------------------- */

/* Returns the exit status. */
static int print_rows(struct tabling *t, uint64_t n)
{
	struct cli_answers j = {0};
	const struct cli_parallel p = {.n = (size_t)n,
	                               .jobs = cli_jobs(t->table.s),
	                               .input = sizeof(struct table_input),
	                               .total = sizeof t->total,
	                               .ctx = t,
	                               .all = &t->total,
	                               .read = t->texts.n ? read_text : read_entry,
	                               .release = release,
	                               .answer = answer,
	                               .begin = begin,
	                               .add = add};
	int result = 0;
	if (t->table.s->format == ROBOTSC_REPORT_JSON)
		cli_answers_begin(&j, t->table.s, NULL);
	else if (t->table.s->format != ROBOTSC_REPORT_JSONL)
		cli_table_columns(stdout);
	if (n > 0)
		result = cli_parallel_run(&p);
	j.answers = t->total.rows;
	cli_answers_end(&j);
	return result == 0 && !t->total.trouble ? CLI_OK : CLI_TROUBLE;
}

static int table_snapshot(struct tabling *t, const char *name)
{
	uint64_t n = 0;
	int result = cli_snapshot_open(&t->files, t->table.s, name);
	if (result == 0)
		result = cli_access_bounds_open(&t->table.bounds, t->files.settings.dialect);
	for (size_t i = 0; i < t->files.n && result == 0; i++) {
		struct robotsc_snapshot_info info;
		robotsc_snapshot_info(&t->files.shards[i], &info);
		n += info.entries;
	}
	if (result == 0) {
		robotsc_snapshot_begin(t->files.shards, &t->cursor);
		result = print_rows(t, n);
	}
	cli_snapshot_close(&t->files);
	return result;
}

static int table_texts(struct tabling *t, struct cli_settings *s, char **operands, size_t n)
{
	int result = CLI_TROUBLE;
	if (cli_collection_open(s, operands, n, &t->texts) == 0 &&
	    cli_access_bounds_open(&t->table.bounds, s->options.dialect) == 0) {
		result = print_rows(t, t->texts.n);
		result = t->texts.trouble ? CLI_TROUBLE : result;
	}
	cli_collection_close(&t->texts);
	return result;
}

int cli_snapshot_table(struct cli_settings *s, char **operands, size_t n)
{
	struct tabling t = {.table = {.s = s}};
	int result;
	if (!s->warc && n > 1)
		return cli_complain("snapshot table: there is an operand too many; see 'robotsc help snapshot'");
	if (!s->warc && (s->given[CLI_OPT_DIALECT] || s->given[CLI_OPT_LIMIT] || s->given[CLI_OPT_STEPS]))
		return cli_complain("snapshot table: --dialect, --limit and --budget are for the texts of --warc; a snapshot has "
		                    "its own");
	result = s->warc ? table_texts(&t, s, operands, n) : table_snapshot(&t, operands[0]);
	cli_access_bounds_close(&t.table.bounds);
	return result;
}
