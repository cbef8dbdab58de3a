/* tool_summary.c - the question summary: what a robots.txt means, for all crawlers at once.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>

#include "tools.h"

/* Members of a crawler, as src/tools.js writes them: each ends with NUL, one that is missing is
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

/* Texts: dialect, robots.txt, its name, crawlers or "" for those of the library, the text before
 * and its name, if there is one.  Answer: an object, or what the command prints for people. */
enum robotsc_status robotsc__tool_summary(struct call *c, uint32_t flags, double steps, int is_object)
{
	const struct robotsc_report report = robotsc__answer_report(c, is_object ? ROBOTSC_REPORT_OBJECT : ROBOTSC_REPORT_TEXT);
	const struct robotsc_report_file file = {
		.robots = robotsc__text_at(c, 1).at, .len = robotsc__text_at(c, 1).len, .name = robotsc__text_at(c, 2)};
	const struct robotsc_report_file old = {
		.robots = robotsc__text_at(c, 4).at, .len = robotsc__text_at(c, 4).len, .name = robotsc__text_at(c, 5)};
	const struct robotsc_text rows = robotsc__text_at(c, 3);
	struct robotsc_summary_question question = {.budget = (uint64_t)steps};
	struct robotsc_crawler *crawlers = NULL;
	struct robotsc_options options;
	enum robotsc_status status = robotsc__read_options(c, robotsc__text_at(c, 0), flags, &options);
	question.options = &options;
#ifndef ROBOTSC_PAGE /* which gives its own */
	question.crawlers = robotsc_crawlers(&question.ncrawlers);
#endif
	if (status == ROBOTSC_OK && rows.len) {
		status = robotsc__read_crawlers(rows, &crawlers, &question.ncrawlers);
		question.crawlers = crawlers;
	}
	if (status == ROBOTSC_OK)
		status = robotsc_summary_report(&report, &question, &file, old.robots ? &old : NULL);
	free(crawlers);
	return is_object ? robotsc__ended_json(c, status) : robotsc__ended(c, status);
}
