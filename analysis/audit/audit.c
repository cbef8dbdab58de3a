/* audit.c - opens an audit, and says what was found.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "audit_parts.h"
#include "support/sort.h"

_Static_assert(sizeof(void *) != 8 || sizeof(struct robotsc_audit_question) == 112, "robotsc_audit_question is ABI");
_Static_assert(sizeof(void *) != 8 || sizeof(struct robotsc_audit_answer) == 104, "robotsc_audit_answer is ABI");

/* ---- open and close ------------------------------------------------------------------------ */

static bool are_in_order(const struct robotsc_audit_question *q)
{
	for (size_t i = 1; i < q->nfiles; i++)
		if (q->files[i].from <= q->files[i - 1].from)
			return false;
	return q->nfiles > 0 && q->nfiles < UINT32_MAX;
}

/* True if the question has files, or hosts. */
static bool has_one(const struct robotsc_audit_question *q)
{
	return q->hosts ? q->nfiles == 0 && q->hosts->find : are_in_order(q);
}

static enum robotsc_status prepare(struct robotsc_audit *audit)
{
	enum robotsc_status status = audit->question.hosts ? robotsc__audit_open_hosts(audit) : robotsc__audit_compile(audit);
	if (status == ROBOTSC_OK)
		status = robotsc__audit_names(audit);
	if (status == ROBOTSC_OK)
		status = robotsc__audit_select(audit);
	if (status != ROBOTSC_OK)
		return status;
	audit->rows = robotsc__arena_zeroed(&audit->arena, audit->names.n, sizeof *audit->rows);
	return audit->rows ? ROBOTSC_OK : ROBOTSC_ERR_NOMEM;
}

static enum robotsc_status check(const struct robotsc_audit_question *q, const struct robotsc_options *options)
{
	if (!has_one(q))
		return ROBOTSC_ERR_ARGUMENT;
	if (!robotsc_dialect_name(options->dialect) || options->dialect >= AUDIT_DIALECTS)
		return ROBOTSC_ERR_DIALECT;
	for (size_t i = 0; i < q->ncrawlers; i++)
		if (!robotsc_dialect_name(q->crawlers[i].dialect) || q->crawlers[i].dialect >= AUDIT_DIALECTS)
			return ROBOTSC_ERR_DIALECT;
	return ROBOTSC_OK;
}

enum robotsc_status robotsc_audit_open(struct robotsc_audit **audit, const struct robotsc_audit_question *question,
                                       const char **wrong)
{
	struct robotsc_options options;
	struct arena arena;
	struct robotsc_audit *a;
	const char *why = NULL;
	enum robotsc_status status;
	robotsc_options_init(&options);
	if (question->options)
		options = *question->options;
	options.nagents = 0;
	options.one_robot = 0;
	options.form = ROBOTSC_FORM_AUTO;
	options.extensions = 1;
	options.dump_after = (enum robotsc_pass)0;
	options.diag = NULL;
	if (wrong)
		*wrong = NULL;
	status = check(question, &options);
	if (status != ROBOTSC_OK)
		return status;
	robotsc__arena_init(&arena, options.alloc);
	a = robotsc__arena_zeroed(&arena, 1, sizeof *a);
	if (!a)
		return ROBOTSC_ERR_NOMEM;
	a->question = *question;
	a->options = options;
	a->arena = arena;
	robotsc__arena_init(&a->waiting.arena, options.alloc);
	robotsc__arena_init(&a->answering, options.alloc);
	a->work = AUDIT_WORK;
	a->first = a->last = ROBOTSC_AUDIT_NO_TIME;
	why = robotsc__log_format_read(&a->format, question->format, question->address);
	if (wrong)
		*wrong = why;
	status = why ? ROBOTSC_ERR_ARGUMENT : prepare(a);
	if (!why && status == ROBOTSC_ERR_ARGUMENT && wrong && question->nranges)
		*wrong = "ranges need the product token of a crawler, and addresses";
	if (status == ROBOTSC_OK)
		*audit = a;
	else
		robotsc_audit_close(a);
	return status;
}

void robotsc_audit_close(struct robotsc_audit *audit)
{
	if (audit) {
		struct arena arena = audit->arena;
		robotsc__audit_free_policies(audit);
		robotsc__arena_free(&audit->waiting.arena);
		robotsc__arena_free(&audit->answering);
		arena = audit->arena;
		robotsc__arena_free(&arena);
	}
}

/* ---- the answer ---------------------------------------------------------------------------- */

static int compare_tokens(struct robotsc_text a, struct robotsc_text b)
{
	const size_t n = a.len < b.len ? a.len : b.len;
	const int order = n ? memcmp(a.at, b.at, n) : 0;
	return order ? order : (a.len > b.len) - (a.len < b.len);
}

/* The order of rows: disallowed requests, requests, tokens; the row of all others is last. */
static int compare_rows(const void *ctx, uint32_t x, uint32_t y)
{
	const struct robotsc_audit *const audit = ctx;
	const struct robotsc_audit_row *const a = &audit->rows[x]->row, *const b = &audit->rows[y]->row;
	const uint64_t bad[2] = {a->verdicts[ROBOTSC_AUDIT_DISALLOWED], b->verdicts[ROBOTSC_AUDIT_DISALLOWED]};
	if ((a->token.len == 0) != (b->token.len == 0))
		return a->token.len == 0 ? 1 : -1;
	if (bad[0] != bad[1])
		return bad[0] > bad[1] ? -1 : 1;
	if (a->requests != b->requests)
		return a->requests > b->requests ? -1 : 1;
	return compare_tokens(a->token, b->token);
}

/* The median gap; of two in the middle, the shorter one.  0: there are no gaps. */
static uint64_t median(const struct audit_row *row)
{
	uint64_t before = 0;
	for (uint64_t i = 0; i < ROBOTSC_AUDIT_GAPS; i++) {
		before += row->gaps[i];
		if (before > (row->row.gaps - 1) / 2)
			return row->row.gaps ? i : 0;
	}
	return row->row.gaps ? ROBOTSC_AUDIT_GAPS : 0;
}

enum robotsc_status robotsc_audit_answer(struct robotsc_audit *audit, const struct robotsc_audit_answer **answer)
{
	struct robotsc_audit_row *rows;
	uint32_t *order;
	size_t n = 0;
	robotsc__arena_free(&audit->answering);
	robotsc__arena_init(&audit->answering, audit->options.alloc);
	rows = robotsc__arena_zeroed(&audit->answering, audit->names.n, sizeof *rows);
	order = robotsc__arena_zeroed(&audit->answering, audit->names.n, sizeof *order);
	if (!rows || !order || robotsc__audit_explain(audit) != ROBOTSC_OK)
		return ROBOTSC_ERR_NOMEM;
	for (size_t i = 0; i < audit->names.n; i++)
		if (audit->rows[i])
			order[n++] = (uint32_t)i;
	if (!robotsc__sort(&audit->answering, order, n, compare_rows, audit))
		return ROBOTSC_ERR_NOMEM;
	for (size_t i = 0; i < n; i++) {
		rows[i] = audit->rows[order[i]]->row;
		rows[i].median = median(audit->rows[order[i]]);
	}
	audit->answer = (struct robotsc_audit_answer){.question = &audit->question,
	                                              .rows = rows,
	                                              .nrows = n,
	                                              .lines = audit->lines,
	                                              .unread = audit->unread,
	                                              .too_long = audit->too_long,
	                                              .first_unread = audit->first_unread,
	                                              .first = audit->first,
	                                              .last = audit->last};
	*answer = &audit->answer;
	return robotsc__audit_answer_others(audit, &audit->answer);
}

/* ---- words --------------------------------------------------------------------------------- */

const char *robotsc_audit_verdict_name(enum robotsc_audit_verdict verdict)
{
	static const char *const words[] = {"allowed", "disallowed", "grace", "unknown"};
	return (unsigned)verdict < sizeof words / sizeof words[0] ? words[verdict] : NULL;
}

const char *robotsc_audit_address_name(enum robotsc_audit_address address)
{
	static const char *const words[] = {"verified", "unverified", "false"};
	return (unsigned)address < sizeof words / sizeof words[0] ? words[address] : NULL;
}

const char *robotsc_audit_reason_name(enum robotsc_audit_reason reason)
{
	static const char *const words[] = {"no-target", "decoded", "before", "untimed", "no-host", "absent", "unreached", "agent"};
	return (unsigned)reason < sizeof words / sizeof words[0] ? words[reason] : NULL;
}
