/* page_answer.c - exports of both modules of the page, besides those of bindings/js: lines that
 * decide, and tokens whose groups a crawler obeys.  Answers are JSON.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>

#include "exports.h"
#include "robotsc/explain.h"

/* Texts: dialect, robots.txt, ntokens tokens, URLs.  Answer: for each URL, the number of the line
 * that decides; 0: no line; -1: the rule that /robots.txt is always allowed. */
EXPORT(deciding_lines) enum robotsc_status deciding_lines(uint32_t ntokens)
{
	const struct robotsc_text robots = robotsc__text_at(&call, 1);
	struct robotsc_options options;
	enum robotsc_status status = robotsc__read_options(&call, robotsc__text_at(&call, 0), 0, &options);
	size_t count;
	const struct robotsc_text *const tokens = robotsc__texts_from(&call, 2, &count), *const urls = robotsc__texts_from(
												 &call, 2 + ntokens, &count);
	uint32_t *const lines = calloc(count + 1, sizeof *lines);
	if (!lines)
		return ROBOTSC_ERR_NOMEM;
	if (status == ROBOTSC_OK)
		status = robotsc_deciding_lines(&options, robots.at, robots.len, tokens, ntokens, urls, count, lines);
	robotsc__put(&call, "[");
	for (size_t i = 0; i < count && status == ROBOTSC_OK; i++) {
		robotsc__put(&call, i ? "," : "");
		robotsc__put_number(&call, lines[i] == ROBOTSC_LINE_IMPLIED ? -1 : (int64_t)lines[i]);
	}
	robotsc__put(&call, "]");
	free(lines);
	return robotsc__ended(&call, status);
}

/* Texts: crawlers, as for summary, and product tokens.  Answer: for each product token the list of
 * robotsc_crawler_tokens, or an empty list if the token is empty. */
EXPORT(crawler_tokens) enum robotsc_status crawler_tokens(void)
{
	struct robotsc_text tokens[ROBOTSC_CRAWLER_TOKENS];
	size_t n, ncrawlers;
	const struct robotsc_text *const robots = robotsc__texts_from(&call, 1, &n);
	struct robotsc_crawler *crawlers;
	const enum robotsc_status status = robotsc__read_crawlers(robotsc__text_at(&call, 0), &crawlers, &ncrawlers);
	if (status != ROBOTSC_OK)
		return status;
	robotsc__put(&call, "[");
	for (size_t i = 0; i < n; i++) {
		const size_t found = robots[i].len ? robotsc_crawler_tokens(crawlers, ncrawlers, robots[i], tokens) : 0;
		robotsc__put(&call, i ? ",[" : "[");
		for (size_t k = 0; k < found; k++) {
			robotsc__put(&call, k ? "," : "");
			robotsc__put_json(&call, tokens[k]);
		}
		robotsc__put(&call, "]");
	}
	robotsc__put(&call, "]");
	free(crawlers);
	return robotsc__ended(&call, ROBOTSC_OK);
}
