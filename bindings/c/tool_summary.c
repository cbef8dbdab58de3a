/* tool_summary.c - the questions summary and edit: what a robots.txt means for all crawlers at
 * once, and a robots.txt with some crawlers shut out or let in.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>

#include "tools.h"

/* Members of a crawler, as src/tools.js writes them: each ends with NUL, and a missing member is
 * empty. */
enum member {
	TOKEN,
	MAKER,
	PURPOSE,
	OBEYS,
	NOTE,
	DIALECT,
	IGNORES_STAR,
	ONLY_NAMED,
	MEMBERS
};

static const char *or_null(const char *member)
{
	return *member ? member : NULL;
}

/* Fill crawlers, if they are not NULL.  Returns how many there are. */
static size_t fill_crawlers(struct robotsc_text text, struct robotsc_crawler *crawlers)
{
	const char *members[MEMBERS];
	size_t n = 0;
	for (size_t at = 0; at < text.len; n++) {
		for (size_t i = 0; i < MEMBERS; i++) {
			members[i] = at < text.len ? text.at + at : "";
			at += at < text.len ? strlen(members[i]) + 1 : 0;
		}
		if (!crawlers)
			continue;
		crawlers[n] = (struct robotsc_crawler){.token = members[TOKEN],
		                                       .maker = or_null(members[MAKER]),
		                                       .purpose = or_null(members[PURPOSE]),
		                                       .obeys = or_null(members[OBEYS]),
		                                       .note = or_null(members[NOTE]),
		                                       .ignores_star = *members[IGNORES_STAR],
		                                       .only_named = *members[ONLY_NAMED]};
		robotsc_dialect_by_name(members[DIALECT], &crawlers[n].dialect);
	}
	return n;
}

enum robotsc_status robotsc__read_crawlers(struct robotsc_text text, struct robotsc_crawler **crawlers, size_t *n)
{
	if (text.len && text.at[text.len - 1] != '\0')
		return ROBOTSC_ERR_ARGUMENT;
	*n = fill_crawlers(text, NULL);
	*crawlers = calloc(*n + 1, sizeof **crawlers);
	if (!*crawlers)
		return ROBOTSC_ERR_NOMEM;
	fill_crawlers(text, *crawlers);
	return ROBOTSC_OK;
}

/* Fill the question of a call; free crawlers.  rows: crawlers, or "" for the library's list. */
static enum robotsc_status read_question(const struct call *c, uint32_t flags, double steps, struct robotsc_text rows,
                                         struct robotsc_options *options, struct robotsc_crawler **crawlers,
                                         struct robotsc_summary_question *question)
{
	enum robotsc_status status = robotsc__read_options(c, robotsc__text_at(c, 0), flags, options);
	*crawlers = NULL;
	*question = (struct robotsc_summary_question){.options = options, .budget = (uint64_t)steps};
#ifndef ROBOTSC_PAGE /* the page brings its own list */
	question->crawlers = robotsc_crawlers(&question->ncrawlers);
#endif
	if (status == ROBOTSC_OK && rows.len) {
		status = robotsc__read_crawlers(rows, crawlers, &question->ncrawlers);
		question->crawlers = *crawlers;
	}
	return status;
}

/* Texts: dialect, robots.txt, its name, crawlers or "" for the library's list, an old robots.txt
 * and its name, if there is one.  Answer: an object, or the output of the command for people. */
enum robotsc_status robotsc__tool_summary(struct call *c, uint32_t flags, double steps, int is_object)
{
	const struct robotsc_report report = robotsc__answer_report(c, is_object ? ROBOTSC_REPORT_OBJECT : ROBOTSC_REPORT_TEXT);
	const struct robotsc_report_file file = {
		.robots = robotsc__text_at(c, 1).at, .len = robotsc__text_at(c, 1).len, .name = robotsc__text_at(c, 2)};
	const struct robotsc_report_file old = {
		.robots = robotsc__text_at(c, 4).at, .len = robotsc__text_at(c, 4).len, .name = robotsc__text_at(c, 5)};
	struct robotsc_summary_question question;
	struct robotsc_crawler *crawlers;
	struct robotsc_options options;
	enum robotsc_status status = read_question(c, flags, steps, robotsc__text_at(c, 3), &options, &crawlers, &question);
	if (status == ROBOTSC_OK)
		status = robotsc_summary_report(&report, &question, &file, old.robots ? &old : NULL);
	free(crawlers);
	return is_object ? robotsc__ended_json(c, status) : robotsc__ended(c, status);
}

static void put_edit(void *ctx, const struct robotsc_access_edit *edit)
{
	static const char *const outcomes[] = {"proved", "not-closed", "not-open", "changes", "records", "unknown"};
	static const char *const effects[] = {"closed", "was-closed", "open", "was-open", "kept"};
	struct call *const c = ctx;
	const bool proved = edit->outcome == ROBOTSC_EDIT_PROVED;
	robotsc__put_member(c, "{\"outcome\":", robotsc__text_of(outcomes[edit->outcome]));
	if (proved)
		robotsc__put_member(c, ",\"text\":", edit->text);
	robotsc__put(c, proved ? ",\"robots\":[" : ",\"text\":null,\"robots\":[");
	for (size_t i = 0; i < edit->nrobots; i++) {
		robotsc__put_member(c, i ? ",{\"token\":" : "{\"token\":", edit->robots[i].token);
		robotsc__put_member(c, ",\"effect\":", robotsc__text_of(effects[edit->robots[i].effect]));
		robotsc__put(c, "}");
	}
	robotsc__put_member(c, "],\"robot\":", edit->robot);
	robotsc__put_member(c, ",\"path\":", edit->path);
	robotsc__put(c, "}");
}

/* Texts: dialect, robots.txt, crawlers as in summary, nshut_out purposes and tokens to shut out,
 * then those to let in.  Answer: an object.  If the edit is not proved, its text is null, and robot
 * and path, which may be empty, say where the proof failed. */
enum robotsc_status robotsc__tool_edit(struct call *c, uint32_t flags, double steps, uint32_t nshut_out)
{
	const struct robotsc_text robots = robotsc__text_at(c, 1);
	struct robotsc_summary_question question;
	struct robotsc_crawler *crawlers;
	struct robotsc_options options;
	size_t n;
	const struct robotsc_text *const names = robotsc__texts_from(c, 3, &n);
	enum robotsc_status status = read_question(c, flags, steps, robotsc__text_at(c, 2), &options, &crawlers, &question);
	if (status == ROBOTSC_OK && nshut_out > n)
		status = ROBOTSC_ERR_ARGUMENT;
	if (status == ROBOTSC_OK)
		status = robotsc_edit_access(&question, robots.at, robots.len, names, nshut_out, n ? names + nshut_out : names,
		                             n - nshut_out, put_edit, c);
	free(crawlers);
	return robotsc__ended_json(c, status);
}
