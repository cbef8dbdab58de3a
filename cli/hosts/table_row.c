/* table_row.c - robotsc snapshot table: prints what each robots.txt says, in numbers and words.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "snapshot_commands.h"

#include "cli/agent.h"
#include "cli/cli_settings.h"
#include "cli/messages.h"
#include "cli/text_print.h"
#include "origin_source.h"
#include "robotsc/prove.h"
#include "robotsc/report.h"

#define _POSIX_C_SOURCE 200809L /* open_memstream */

#include <stdlib.h>

#include "cli/answers.h"
#include "robotsc/extensions.h"
#include "robotsc/inspect.h"
#include "robotsc/lint.h"
#include "robotsc/summary.h"

/* ---- how much of a site is open to each crawler of crawler_table ---- */

enum cli_crawler_access {
	CLI_ACCESS_UNKNOWN, /* the blob was compiled for others, or the budget did not suffice */
	CLI_ACCESS_OPEN,    /* every URL may be fetched */
	CLI_ACCESS_PARTLY,
	CLI_ACCESS_CLOSED /* none but /robots.txt may be fetched */
};

/* A blob that opens all, and one that closes all, in a dialect.  All 0 at the beginning. */
struct cli_access_bounds {
	struct robotsc_blob open, closed;
	void *bytes[2];
	size_t len[2];
};

#define PROOF_STEPS 5000000 /* for each crawler: some 50 ms at most */

/* The word for how much is open; NULL: unknown. */
static const char *access_name(enum cli_crawler_access access)
{
	static const char *const names[] = {NULL, "open", "partly", "closed"};
	return names[access];
}

/* ---- bounds -------------------------------------------------------------------------- */

static enum robotsc_status compile(struct cli_access_bounds *b, enum robotsc_dialect dialect, int i, const char *robots,
                                   struct robotsc_blob *blob)
{
	const struct robotsc_text text = cli_text(robots);
	struct robotsc_options options;
	enum robotsc_status status;
	robotsc_options_init(&options);
	options.dialect = dialect;
	status = robotsc_compile(&options, text.at, text.len, &b->bytes[i], &b->len[i]);
	return status == ROBOTSC_OK ? robotsc_open(blob, b->bytes[i], b->len[i]) : status;
}

/* Compile the bounds of a dialect.  0, or CLI_TROUBLE after a message; close in any case. */
static int access_bounds_open(struct cli_access_bounds *b, enum robotsc_dialect dialect)
{
	enum robotsc_status status = compile(b, dialect, 0, "", &b->open);
	if (status == ROBOTSC_OK)
		status = compile(b, dialect, 1, CLI_DENY_ALL, &b->closed);
	return status == ROBOTSC_OK ? 0 : cli_complain("cannot compile: %s", cli_why(status));
}

static void access_bounds_close(struct cli_access_bounds *b)
{
	for (int i = 0; i < 2; i++)
		robotsc_free_blob(NULL, b->bytes[i], b->len[i]);
}

/* ---- one crawler ----------------------------------------------------------------------- */

/* One difference suffices. */
static void stop(void *ctx, const struct robotsc_difference *d)
{
	struct robotsc_question *const question = ctx;
	(void)d;
	question->budget = 0;
}

/* Compare with the bound that has the same verdict for "/": the other one cannot be equal. */
static enum robotsc_status prove(const struct cli_access_bounds *b, const struct robotsc_blob *blob,
                                 const struct robotsc_group *group, const struct robotsc_text *tokens, size_t n,
                                 enum cli_crawler_access *access)
{
	const bool maybe_open = robotsc_check_path(group, "/", 1) == ROBOTSC_ALLOW;
	const struct robotsc_side side = {.blob = blob}, bound = {.blob = maybe_open ? &b->open : &b->closed};
	struct robotsc_question question = {.budget = PROOF_STEPS, .difference = stop};
	struct robotsc_comparison found;
	enum robotsc_status status;
	question.ctx = &question;
	status = robotsc_compare(&side, &bound, tokens, n, &question, &found);
	if (status != ROBOTSC_OK)
		return status;
	if (found.answer == ROBOTSC_SAME)
		*access = maybe_open ? CLI_ACCESS_OPEN : CLI_ACCESS_CLOSED;
	else
		*access = found.answer == ROBOTSC_DIFFERENT ? CLI_ACCESS_PARTLY : CLI_ACCESS_UNKNOWN;
	return ROBOTSC_OK;
}

/* Find what a blob opens to each crawler: cli_ncrawlers of them.  Each is proved over all paths.
 *
 * is_text  the blob was compiled from a robots.txt: some crawlers ignore its groups of "*".
 *
 * Any thread.  Errors: as robotsc_compare. */
static enum robotsc_status access_of_crawlers(const struct cli_access_bounds *b, const struct robotsc_blob *blob, bool is_text,
                                              enum cli_crawler_access *access)
{
	enum cli_crawler_access others = CLI_ACCESS_UNKNOWN; /* access by the groups of "*" */
	enum robotsc_status status = ROBOTSC_OK;
	for (size_t i = 0; i < cli_ncrawlers && status == ROBOTSC_OK; i++) {
		struct robotsc_text tokens[ROBOTSC_CRAWLER_TOKENS];
		const size_t n = cli_crawler_tokens(&cli_crawlers()[i], tokens);
		struct robotsc_group group;
		access[i] = CLI_ACCESS_UNKNOWN;
		if (robotsc_select(blob, tokens, n, &group) != ROBOTSC_OK)
			continue; /* the blob was compiled for other agents */
		if (group.selected == ROBOTSC_SELECTED_NONE ||
		    (group.selected == ROBOTSC_SELECTED_STAR && is_text && cli_crawlers()[i].ignores_star)) {
			access[i] = CLI_ACCESS_OPEN;
		} else if (group.selected == ROBOTSC_SELECTED_STAR) {
			if (others == CLI_ACCESS_UNKNOWN)
				status = prove(b, blob, &group, tokens, n, &others);
			access[i] = others;
		} else {
			status = prove(b, blob, &group, tokens, n, &access[i]);
		}
	}
	return status;
}

/* ---- rows ---- */

/* What all rows share. */
struct cli_table {
	const struct cli_settings *s;
	struct cli_access_bounds bounds;
};

/* Facts that only the text of a robots.txt has. */
struct text_facts {
	uint64_t groups;
	uint64_t findings[ROBOTSC_ERROR + 1];
	uint32_t undecided;
};

static const char *const severities[] = {
	[ROBOTSC_NOTE] = "lint-notes", [ROBOTSC_WARNING] = "lint-warnings", [ROBOTSC_ERROR] = "lint-errors"};

/* Print the names of the columns: the first line of CSV. */
static void table_columns(FILE *out)
{
	fputs("origin,fetched,outcome,status,length,groups,named", out);
	for (size_t i = 0; i < cli_ncrawlers; i++)
		fprintf(out, ",%s", cli_crawlers()[i].token);
	fputs(",usage", out);
	for (int i = ROBOTSC_ERROR; i >= ROBOTSC_NOTE; i--)
		fprintf(out, ",%s", severities[i]);
	fputs(",lint-undecided\n", out);
}

/* ---- facts ---------------------------------------------------------------------------- */

static void count_finding(void *ctx, const struct robotsc_finding *finding)
{
	struct text_facts *const f = ctx;
	f->findings[finding->rule->severity]++;
}

static enum robotsc_status read_text(const struct cli_settings *s, const struct cli_file *text, struct text_facts *f)
{
	/* Only the number of groups is wanted, so the budget is 0. */
	const struct robotsc_summary_question question = {.options = &s->options};
	const struct robotsc_summary *summary;
	struct robotsc_lint_summary lint;
	enum robotsc_status status = robotsc_summarize(&question, text->bytes, text->len, &summary);
	*f = (struct text_facts){.groups = 0};
	if (status != ROBOTSC_OK)
		return status;
	f->groups = summary->ngroups;
	robotsc_free_summary(summary);
	status = robotsc_lint(&s->options, text->bytes, text->len, s->steps, count_finding, f, &lint);
	f->undecided = lint.undecided;
	return status;
}

/* How many product tokens the groups name. */
static uint64_t count_named(const struct robotsc_blob *blob)
{
	struct robotsc_agent_info agent;
	uint64_t n = 0;
	for (uint32_t i = 0; robotsc_agent_at(blob, i, &agent); i++)
		n += agent.named != 0;
	return n;
}

/* ---- printing ------------------------------------------------------------------------- */

/* Print a number; if it is not known, null or an empty field. */
static void number(struct cli_answers *j, const char *key, bool known, uint64_t value)
{
	if (known)
		cli_answers_number(j, key, value);
	else
		cli_answers_word(j, key, NULL);
}

static void print_access(struct cli_answers *j, const enum cli_crawler_access *access)
{
	cli_answers_inner(j, "crawlers", '{');
	for (size_t i = 0; i < cli_ncrawlers; i++)
		cli_answers_word(j, cli_crawlers()[i].token, access_name(access[i]));
	cli_answers_outer(j, '}');
}

/* Print the preferences as one text, in a field of CSV. */
static int usage_field(struct cli_answers *j, const struct robotsc_extensions *ext, const struct robotsc_usage *usage)
{
	char *text = NULL;
	size_t len = 0;
	FILE *const f = open_memstream(&text, &len);
	const bool good = f && (cli_print_usage(f, ext, usage), fclose(f) == 0);
	if (good)
		cli_answers_text(j, "usage", (struct robotsc_text){text, len});
	free(text);
	return good ? 0 : cli_complain("out of memory");
}

/* Print the usage of the home page for robots that no group names. */
static int print_usage(struct cli_answers *j, const struct robotsc_blob *blob)
{
	struct robotsc_extensions ext;
	struct robotsc_group group;
	struct robotsc_usage usage;
	if (robotsc_open_extensions(blob, &ext) != ROBOTSC_OK || robotsc_select(blob, NULL, 0, &group) != ROBOTSC_OK) {
		cli_answers_word(j, "usage", NULL);
		return 0;
	}
	robotsc_check_usage(&ext, &group, "/", 1, &usage);
	if (j->is_csv)
		return usage_field(j, &ext, &usage);
	cli_answers_usage(j, &ext, &usage);
	return 0;
}

/* Print the row of an origin that was read.  Facts that only a text has are null without one.  Any
 * thread.  0, or CLI_TROUBLE after a message. */
static int table_row_(const struct cli_table *t, struct cli_answers *j, const struct cli_origin *origin,
                      const struct robotsc_blob *blob)
{
	const struct robotsc_decision *const decision = &origin->entry.decision;
	const bool has_text = origin->text.bytes != NULL;
	enum cli_crawler_access *const access = calloc(cli_ncrawlers, sizeof *access);
	struct text_facts facts = {.groups = 0};
	struct robotsc_info info;
	enum robotsc_status status = access ? ROBOTSC_OK : ROBOTSC_ERR_NOMEM;
	int result;
	if (status == ROBOTSC_OK)
		status = access_of_crawlers(&t->bounds, blob, decision->outcome == ROBOTSC_OUTCOME_PARSE, access);
	if (status == ROBOTSC_OK && has_text)
		status = read_text(t->s, &origin->text, &facts);
	if (status != ROBOTSC_OK) {
		free(access);
		return cli_complain("%.*s: %s", (int)origin->entry.origin.len, origin->entry.origin.at, cli_why(status));
	}
	robotsc_blob_info(blob, &info);
	cli_answers_open(j);
	cli_answers_text(j, "origin", origin->entry.origin);
	cli_answers_signed(j, "fetched", decision->fetched);
	cli_answers_word(j, "outcome", robotsc_outcome_name((enum robotsc_outcome)decision->outcome));
	number(j, "status", origin->shard != NULL, decision->status);
	cli_answers_number(j, "length", decision->length);
	number(j, "groups", has_text, facts.groups);
	number(j, "named", !info.partial, count_named(blob));
	print_access(j, access);
	result = print_usage(j, blob);
	for (int i = ROBOTSC_ERROR; i >= ROBOTSC_NOTE; i--)
		number(j, severities[i], has_text, facts.findings[i]);
	number(j, "lint-undecided", has_text, facts.undecided);
	cli_answers_close(j);
	free(access);
	return result;
}

/* ---- robotsc snapshot table ---- */

/* What all rows share. */
struct tabling {
	struct cli_origins origins;
	struct cli_table table;
};

static int print_row(const void *ctx, struct cli_origin *origin, struct cli_answers *j)
{
	const struct tabling *const t = ctx;
	struct robotsc_blob blob;
	return cli_origin_blob(&t->origins, origin, &blob) != 0 || table_row_(&t->table, j, origin, &blob) != 0;
}

/* Print all rows.  Returns the exit status. */
static int print_rows(struct tabling *t)
{
	const struct cli_settings *const s = t->table.s;
	struct cli_answers j = {.is_csv = s->format == ROBOTSC_REPORT_CSV || s->format == ROBOTSC_REPORT_TEXT};
	if (s->format == ROBOTSC_REPORT_JSON)
		cli_answers_begin(&j, s, NULL);
	else if (j.is_csv)
		table_columns(stdout);
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
		result = access_bounds_open(&t.table.bounds, s->options.dialect);
	if (result == 0)
		result = print_rows(&t);
	access_bounds_close(&t.table.bounds);
	cli_origins_close(&t.origins);
	return result;
}
