/* tool_explain.c - the question explain: which lines decide, and what would change the verdict.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "tools.h"

/* Texts: dialect, robots.txt, URL, product tokens.  Answer: an object, or the output of the command
 * for people. */
enum robotsc_status robotsc__tool_explain(struct call *c, uint32_t flags, int is_object)
{
	const struct robotsc_report report = robotsc__answer_report(c, is_object ? ROBOTSC_REPORT_OBJECT : ROBOTSC_REPORT_TEXT);
	const struct robotsc_text robots = robotsc__text_at(c, 1);
	struct robotsc_explain_total total = {.allowed = 0};
	struct robotsc_options options;
	struct robotsc_report_url asked = {.url = robotsc__text_at(c, 2),
	                                   .options = &options,
	                                   .robots = robots.at,
	                                   .len = robots.len,
	                                   .flags = flags & FLAG_CHANGES ? 0 : ROBOTSC_URL_NO_CHANGES};
	enum robotsc_status status = robotsc__read_options(c, robotsc__text_at(c, 0), flags, &options);
	asked.tokens = robotsc__texts_from(c, 3, &asked.n);
	robotsc__name_robot(&options, asked.tokens, asked.n);
	if (status == ROBOTSC_OK)
		status = robotsc_explain_report_url(&report, &asked, &total);
	return is_object ? robotsc__ended_json(c, status) : robotsc__ended(c, status);
}
