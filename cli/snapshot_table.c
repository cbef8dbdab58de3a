/* snapshot_table.c - see snapshot_table.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "snapshot_table.h"

#include "args.h"
#include "exit_status.h"
#include "messages.h"
#include "origin_source.h"
#include "parallel.h"
#include "robotsc/report.h"
#include "table_row.h"

struct table_total {
	uint64_t rows;
	bool trouble;
};

/* What all rows share. */
struct tabling {
	struct cli_origins origins; /* first: it reads the inputs */
	struct cli_table table;
	struct table_total total;
};

static void answer(const void *ctx, void *input, FILE *out, void *total)
{
	const struct tabling *const t = ctx;
	struct cli_origin *const in = input;
	struct table_total *const sum = total;
	const int format = t->table.s->format;
	struct robotsc_blob blob;
	struct cli_answers j = {.out = out,
	                        .is_array = format == ROBOTSC_REPORT_JSON,
	                        .is_csv = format == ROBOTSC_REPORT_CSV || format == ROBOTSC_REPORT_TEXT,
	                        .answers = sum->rows};
	if (in->unread || cli_origin_blob(&t->origins, in, &blob) != 0 || cli_table_row(&t->table, &j, in, &blob) != 0)
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

/* Returns the exit status. */
static int print_rows(struct tabling *t)
{
	struct cli_answers j = {0};
	const struct cli_parallel p = {.n = t->origins.n,
	                               .jobs = cli_jobs(t->table.s),
	                               .input = sizeof(struct cli_origin),
	                               .total = sizeof t->total,
	                               .ctx = t,
	                               .all = &t->total,
	                               .read = cli_origins_read,
	                               .release = cli_origins_release,
	                               .answer = answer,
	                               .begin = begin,
	                               .add = add,
	                               .things = "origins"};
	int result = 0;
	if (t->table.s->format == ROBOTSC_REPORT_JSON)
		cli_answers_begin(&j, t->table.s, NULL);
	else if (t->table.s->format != ROBOTSC_REPORT_JSONL)
		cli_table_columns(stdout);
	if (p.n > 0)
		result = cli_parallel_run(&p);
	j.answers = t->total.rows;
	cli_answers_end(&j);
	return result == 0 && !t->total.trouble && !t->origins.texts.trouble ? CLI_OK : CLI_TROUBLE;
}

int cli_snapshot_table(struct cli_settings *s, char **operands, size_t n)
{
	struct tabling t = {.table = {.s = s}};
	int result;
	if (!s->warc && n > 1)
		return cli_complain("snapshot table: there is an operand too many; see 'robotsc help snapshot'");
	if (!s->warc && (s->given[CLI_OPT_DIALECT] || s->given[CLI_OPT_LIMIT] || s->given[CLI_OPT_BUDGET]))
		return cli_complain("snapshot table: --dialect, --limit and --budget are for the texts of --warc; a snapshot has "
		                    "its own");
	if (s->snapshot.domain)
		return cli_complain("snapshot table: it has all origins; leave --domain out and choose rows by their origin");
	if (s->given[CLI_OPT_BUDGET])
		s->steps = s->budget;
	result = cli_origins_open(&t.origins, s, operands, n);
	if (result == 0)
		result = cli_access_bounds_open(&t.table.bounds, s->warc ? s->options.dialect : t.origins.files.settings.dialect);
	if (result == 0)
		result = print_rows(&t);
	cli_access_bounds_close(&t.table.bounds);
	cli_origins_close(&t.origins);
	return result;
}
