/* snapshot_table.c - see snapshot_table.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "snapshot_table.h"

#include "cli/messages.h"
#include "origin_answers.h"
#include "robotsc/report.h"
#include "table_row.h"

/* What all rows share. */
struct tabling {
	struct cli_origins origins;
	struct cli_table table;
};

static int print_row(const void *ctx, struct cli_origin *origin, struct cli_answers *j)
{
	const struct tabling *const t = ctx;
	struct robotsc_blob blob;
	return cli_origin_blob(&t->origins, origin, &blob) != 0 || cli_table_row(&t->table, j, origin, &blob) != 0;
}

/* Returns the exit status. */
static int print_rows(struct tabling *t)
{
	const struct cli_settings *const s = t->table.s;
	struct cli_answers j = {.is_csv = s->format == ROBOTSC_REPORT_CSV || s->format == ROBOTSC_REPORT_TEXT};
	if (s->format == ROBOTSC_REPORT_JSON)
		cli_answers_begin(&j, s, NULL);
	else if (j.is_csv)
		cli_table_columns(stdout);
	return cli_answer_origins(&t->origins, s, &j, print_row, t);
}

int cli_snapshot_table(struct cli_settings *s, char **operands, size_t n)
{
	struct tabling t = {.table = {.s = s}};
	int result;
	if (!s->warc && n > 1)
		return cli_complain("snapshot table: there is an operand too many; see 'robotsc help snapshot'");
	if (s->warc && s->snapshot.domain)
		return cli_complain("snapshot table: --domain is for a snapshot; of archives choose rows by their origin");
	if (s->given[CLI_OPT_BUDGET])
		s->steps = s->budget;
	result = cli_origins_open(&t.origins, s, operands, n);
	if (result == 0 && !s->warc)
		result = cli_snapshot_options(&t.origins.files, s, &s->options);
	if (result == 0)
		result = cli_access_bounds_open(&t.table.bounds, s->options.dialect);
	if (result == 0)
		result = print_rows(&t);
	cli_access_bounds_close(&t.table.bounds);
	cli_origins_close(&t.origins);
	return result;
}
