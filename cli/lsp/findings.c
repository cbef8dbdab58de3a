/* findings.c - diagnostics: findings of lint, found at once or by the other thread.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "access/text.h"
#include "report/lint_formats.h"
#include "lsp_parts.h"

#define SMALL ((size_t)1 << 15) /* most octets of a text whose rules are looked at at once */
#define QUICK 200000u           /* steps for such a text: a few milliseconds */
#define SHOWN 1000u             /* most diagnostics of a document */

/* A text for the other thread to lint, and its findings. */
struct lsp_job {
	pthread_t thread;
	const struct lsp_settings *settings;
	int wake;
	atomic_bool stale; /* nobody waits for it any more */
	uint64_t number;   /* of the text */
	uint8_t *text;
	size_t len;
	enum robotsc_status status;
	struct lsp_findings found;
};

/* ---- findings that are kept ----------------------------------------------------------- */

static void free_findings(struct lsp_findings *all)
{
	for (size_t i = 0; i < all->n; i++) {
		free((void *)all->at[i].said);
		free((void *)all->at[i].path.at);
		free((void *)all->at[i].fix);
	}
	free(all->at);
	*all = (struct lsp_findings){.at = NULL};
}

static char *copy_of(const char *at, size_t len)
{
	char *const copy = malloc(len + 1);
	if (copy) {
		memcpy(copy, at, len);
		copy[len] = '\0';
	}
	return copy;
}

/* A fix with its edits and their texts; malloc'd, or NULL. */
static struct robotsc_fix *copy_of_fix(const struct robotsc_fix *fix)
{
	const size_t label = strlen(fix->label) + 1, effect = strlen(fix->effect) + 1;
	size_t len = label + effect;
	struct robotsc_fix *copy;
	struct robotsc_edit *edits;
	char *to;
	for (uint32_t i = 0; i < fix->nedits; i++)
		len += fix->edits[i].text.len;
	copy = malloc(sizeof *copy + fix->nedits * sizeof *edits + len);
	if (!copy)
		return NULL;
	edits = (struct robotsc_edit *)(copy + 1);
	to = (char *)(edits + fix->nedits);
	for (uint32_t i = 0; i < fix->nedits; i++) {
		edits[i] = fix->edits[i];
		edits[i].text.at = to;
		to = put_octets(to, fix->edits[i].text.at, fix->edits[i].text.len);
	}
	*copy = (struct robotsc_fix){.label = to,
	                             .effect = to + label,
	                             .edits = edits,
	                             .nedits = fix->nedits,
	                             .proved = fix->proved,
	                             .changes = fix->changes};
	put_octets(put_octets(to, fix->label, label), fix->effect, effect);
	return copy;
}

static void keep(void *ctx, const struct robotsc_finding *f)
{
	struct lsp_findings *const all = ctx;
	struct robotsc_finding one = *f;
	if (all->n == all->room) {
		const size_t room = all->room ? 2 * all->room : 16;
		struct robotsc_finding *const at = realloc(all->at, room * sizeof *at);
		if (!at) {
			all->failed = true;
			return;
		}
		all->at = at;
		all->room = room;
	}
	if (f->said)
		one.said = copy_of(f->said, strlen(f->said));
	one.path.at = f->path.len ? copy_of(f->path.at, f->path.len) : NULL;
	one.fix = f->fix ? copy_of_fix(f->fix) : NULL;
	all->failed |= (f->said && !one.said) || (f->path.len && !one.path.at) || (f->fix && !one.fix);
	if (!one.path.at)
		one.path.len = 0;
	all->at[all->n++] = one;
}

/* Drop the finding that the budget is used up: the whole lint may not use it up. */
static void drop_budget(struct lsp_findings *all)
{
	size_t kept = 0;
	for (size_t i = 0; i < all->n; i++)
		if (strcmp(all->at[i].rule->id, "budget") != 0)
			all->at[kept++] = all->at[i];
	all->n = kept;
}

/* ---- publishing ----------------------------------------------------------------------- */

/* Find the octets of the text that a finding is about. */
static void octets_of(struct lsp_server *s, struct lsp_document *d, const struct robotsc_finding *f, size_t *from, size_t *to)
{
	const struct robotsc_text line = robotsc__document_line(&d->text, f->line - 1);
	const size_t mark = f->line == 1 ? robotsc__report_mark(s->settings->options, d->text.at, d->text.len) : 0;
	const size_t begin = mark + f->column - 1, start = robotsc__document_start(&d->text, f->line - 1);
	*from = start + (begin < line.len ? begin : line.len);
	*to = start + (f->length < line.len && begin < line.len - f->length ? begin + f->length : line.len);
	if (f->length == 0)
		*to = *from;
}

/* Write the range of a line without its end. */
static void put_line(struct lsp_server *s, struct lsp_document *d, uint32_t line)
{
	const struct robotsc_text text = robotsc__document_line(&d->text, line - 1);
	const size_t start = robotsc__document_start(&d->text, line - 1);
	robotsc__lsp_range(s, d, start, start + text.len);
}

/* True for a line without effect, which editors show paler. */
static bool is_needless(const struct robotsc_finding *f)
{
	static const char *const ids[] = {"dead-rule",      "duplicate-rule",  "duplicate-spelling", "conflicting-rules",
	                                  "redundant-rule", "matches-no-path", "never-matches",      "no-group"};
	for (size_t i = 0; i < sizeof ids / sizeof ids[0]; i++)
		if (strcmp(ids[i], f->rule->id) == 0)
			return true;
	return false;
}

static void put_related(struct lsp_server *s, struct lsp_document *d, const struct robotsc_finding *f)
{
	struct report_writer *const w = &s->writer;
	robotsc__writer_string(w, ",\"relatedInformation\":[");
	for (uint32_t i = 0; i < f->nlines && i < ROBOTSC_LINT_LINES; i++) {
		robotsc__writer_string(w, i ? ",{\"location\":{\"uri\":" : "{\"location\":{\"uri\":");
		robotsc__spelling_exact_json(w, d->uri);
		robotsc__writer_string(w, ",\"range\":");
		put_line(s, d, f->lines[i]);
		robotsc__writer_format(w, "},\"message\":\"line %lu\"}", (unsigned long)f->lines[i]);
	}
	robotsc__writer_string(w, "]");
}

void robotsc__lsp_diagnostic(struct lsp_server *s, struct lsp_document *d, const struct robotsc_finding *f)
{
	struct report_writer *const w = &s->writer;
	size_t from, to;
	octets_of(s, d, f, &from, &to);
	robotsc__writer_string(w, "{\"range\":");
	robotsc__lsp_range(s, d, from, to);
	robotsc__writer_format(w, ",\"severity\":%d,\"code\":\"%s\",\"source\":\"robotsc\",\"message\":\"",
	                       1 + (int)ROBOTSC_ERROR - (int)f->rule->severity, f->rule->id);
	robotsc__report_message(w, f, ROBOTSC_SPELL_JSON);
	robotsc__writer_string(w, "; hint: ");
	robotsc__spelling_put(w, robotsc__writer_text(f->rule->hint), ROBOTSC_SPELL_JSON);
	robotsc__writer_string(w, "\"");
	if (is_needless(f))
		robotsc__writer_string(w, ",\"tags\":[1]");
	if (s->related && f->nlines)
		put_related(s, d, f);
	robotsc__writer_string(w, "}");
}

/* Write a diagnostic about the whole file: a number, if it is not 0, and a text. */
static void put_remark(struct lsp_server *s, const char *text, size_t number)
{
	struct report_writer *const w = &s->writer;
	robotsc__writer_string(w, "{\"range\":{\"start\":{\"line\":0,\"character\":0},\"end\":{\"line\":0,\"character\":0}},"
	                          "\"severity\":2,\"source\":\"robotsc\",\"message\":\"");
	if (number)
		robotsc__writer_format(w, "%lu", (unsigned long)number);
	robotsc__spelling_put(w, robotsc__writer_text(text), ROBOTSC_SPELL_JSON);
	robotsc__writer_string(w, "\"}");
}

/* Find how many findings of each severity are shown: the most severe get their share first. */
static void share_out(const struct lsp_findings *all, size_t shown[ROBOTSC_ERROR + 1])
{
	size_t left = SHOWN;
	for (int i = ROBOTSC_NOTE; i <= ROBOTSC_ERROR; i++)
		shown[i] = 0;
	for (size_t i = 0; i < all->n; i++)
		shown[all->at[i].rule->severity]++;
	for (int i = ROBOTSC_ERROR; i >= ROBOTSC_NOTE; i--) {
		shown[i] = shown[i] < left ? shown[i] : left;
		left -= shown[i];
	}
}

void robotsc__lsp_publish(struct lsp_server *s, struct lsp_document *d)
{
	struct report_writer *const w = robotsc__lsp_notify(s, "textDocument/publishDiagnostics");
	size_t left[ROBOTSC_ERROR + 1], shown = 0;
	share_out(&d->findings, left);
	robotsc__writer_string(w, "{\"uri\":");
	robotsc__spelling_exact_json(w, d->uri);
	if (d->has_version)
		robotsc__writer_format(w, ",\"version\":%lld", (long long)d->version);
	robotsc__writer_string(w, ",\"diagnostics\":[");
	if (d->unread)
		put_remark(s, d->unread, 0);
	for (size_t i = 0; i < d->findings.n; i++) {
		if (left[d->findings.at[i].rule->severity] == 0)
			continue;
		left[d->findings.at[i].rule->severity]--;
		robotsc__writer_string(w, shown++ ? "," : "");
		robotsc__lsp_diagnostic(s, d, &d->findings.at[i]);
	}
	if (shown < d->findings.n) {
		robotsc__writer_string(w, shown ? "," : "");
		put_remark(s, " more findings are not shown; 'robotsc lint' lists all", d->findings.n - shown);
	}
	robotsc__writer_string(w, "]}");
	robotsc__lsp_send(s);
}

/* ---- linting --------------------------------------------------------------------------- */

/* True if it is known of all fixes what they open and close. */
static bool is_proved(const struct lsp_findings *all)
{
	for (size_t i = 0; i < all->n; i++)
		if (all->at[i].fix && strstr(all->at[i].fix->effect, "was not found out"))
			return false;
	return true;
}

void robotsc__lsp_lint(struct lsp_server *s, struct lsp_document *d)
{
	struct robotsc_lint_summary summary = {.undecided = 0};
	const uint64_t budget = d->text.len > SMALL ? 0 : QUICK < s->settings->budget ? QUICK : s->settings->budget;
	struct robotsc_options options = *s->settings->options;
	enum robotsc_status status = ROBOTSC_OK;
	options.alloc = robotsc_compiler_alloc(s->compiler);
	if (!d->unread)
		status = robotsc_lint(&options, d->text.at, d->text.len, budget, keep, &d->findings, &summary);
	d->findings.whole = status != ROBOTSC_OK || (summary.undecided == 0 && is_proved(&d->findings));
	if (!d->findings.whole)
		drop_budget(&d->findings);
	d->linted = true;
	robotsc__lsp_publish(s, d);
}

/* Allocate; but refuse memory for a text that has changed, which ends its lint. */
static void *resize(void *ctx, void *p, size_t old_size, size_t new_size)
{
	struct lsp_job *const job = ctx;
	(void)old_size;
	if (new_size == 0) {
		free(p);
		return NULL;
	}
	return atomic_load(&job->stale) ? NULL : realloc(p, new_size);
}

static void *lint_job(void *ctx)
{
	struct lsp_job *const job = ctx;
	const struct robotsc_alloc alloc = {resize, job};
	struct robotsc_options options = *job->settings->options;
	options.alloc = &alloc;
	job->status = robotsc_lint(&options, job->text, job->len, job->settings->budget, keep, &job->found, NULL);
	while (write(job->wake, "", 1) < 0 && errno == EINTR)
		;
	return NULL;
}

static void free_job(struct lsp_job *job)
{
	free_findings(&job->found);
	free(job->text);
	free(job);
}

void robotsc__lsp_lint_whole(struct lsp_server *s)
{
	struct lsp_document *d = s->documents;
	struct lsp_job *job;
	while (d && (!d->linted || d->findings.whole))
		d = d->next;
	if (!d || s->job)
		return;
	job = calloc(1, sizeof *job);
	if (job)
		job->text = (uint8_t *)copy_of((const char *)d->text.at, d->text.len);
	if (!job || !job->text) {
		d->findings.whole = true; /* there will be no other findings */
		free(job);
		return;
	}
	job->settings = s->settings;
	job->wake = s->wake[1];
	job->number = d->number;
	job->len = d->text.len;
	if (pthread_create(&job->thread, NULL, lint_job, job) == 0) {
		s->job = job;
		return;
	}
	d->findings.whole = true;
	free_job(job);
}

void robotsc__lsp_linted(struct lsp_server *s)
{
	struct lsp_job *const job = s->job;
	struct lsp_document *d = s->documents;
	char octet;
	while (read(s->wake[0], &octet, 1) < 0 && errno == EINTR)
		;
	pthread_join(job->thread, NULL);
	s->job = NULL;
	while (d && d->number != job->number)
		d = d->next;
	if (d) {
		d->findings.whole = true;
		if (job->status == ROBOTSC_OK) {
			free_findings(&d->findings);
			d->findings = job->found;
			d->findings.whole = true;
			job->found = (struct lsp_findings){.at = NULL};
			robotsc__lsp_publish(s, d);
		}
	}
	free_job(job);
}

void robotsc__lsp_unlint(struct lsp_server *s, struct lsp_document *d)
{
	if (s->job && s->job->number == d->number)
		atomic_store(&s->job->stale, true);
	d->number = ++s->number;
	d->linted = false;
	free_findings(&d->findings);
}

void robotsc__lsp_lint_end(struct lsp_server *s)
{
	if (!s->job)
		return;
	atomic_store(&s->job->stale, true);
	pthread_join(s->job->thread, NULL);
	free_job(s->job);
	s->job = NULL;
}
