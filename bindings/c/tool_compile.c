/* tool_compile.c - the questions compile, lint and dot.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "tools.h"

#include "robotsc/dot.h"

/* Texts: dialect, robots.txt, product tokens.  Answer: the blob.  FLAG_SOON makes another blob with
 * the same answers in half the time; it is a little slower to ask. */
enum robotsc_status robotsc__tool_compile(struct call *c, uint32_t flags)
{
	const struct robotsc_text robots = robotsc__text_at(c, 1);
	struct robotsc_options options;
	enum robotsc_status status = robotsc__read_options(c, robotsc__text_at(c, 0), flags, &options);
	size_t len = 0;
	void *blob;
	options.agents = robotsc__texts_from(c, 2, &options.nagents);
	if (status == ROBOTSC_OK)
		status = robotsc_compile(&options, robots.at, robots.len, &blob, &len);
	if (status != ROBOTSC_OK)
		return status;
	robotsc__put_octets(c, blob, len);
	robotsc_free_blob(NULL, blob, len);
	return robotsc__ended(c, ROBOTSC_OK);
}

/* Texts: dialect, robots.txt, its name.  Answer: the command's output, as JSON or for people. */
enum robotsc_status robotsc__tool_lint(struct call *c, uint32_t flags, double steps, int is_json, double most)
{
	const struct robotsc_text robots = robotsc__text_at(c, 1);
	struct robotsc_report report = robotsc__answer_report(c, is_json ? ROBOTSC_REPORT_OBJECT : ROBOTSC_REPORT_TEXT);
	const struct robotsc_report_file file = {.name = robotsc__text_at(c, 2), .robots = robots.at, .len = robots.len};
	struct robotsc_lint_total total = {.files = 0};
	struct robotsc_options options;
	enum robotsc_status status = robotsc__read_options(c, robotsc__text_at(c, 0), flags, &options);
	report.most = (uint64_t)most;
	robotsc_lint_report_begin(&report);
	if (status == ROBOTSC_OK)
		status = robotsc_lint_report_file(&report, &options, &file, (uint64_t)steps, &total);
	robotsc_lint_report_end(&report, &total);
	return is_json ? robotsc__ended_json(c, status) : robotsc__ended(c, status);
}

/* Texts: a blob, the name of the graph, product tokens.  Answer: a graph for Graphviz. */
enum robotsc_status robotsc__tool_dot(struct call *c)
{
	const struct robotsc_text bytes = robotsc__text_at(c, 0);
	struct robotsc_blob blob;
	struct robotsc_group group;
	size_t n;
	const struct robotsc_text *tokens = robotsc__texts_from(c, 2, &n);
	enum robotsc_status status = robotsc_open(&blob, bytes.at, bytes.len);
	if (status == ROBOTSC_OK)
		status = robotsc_select(&blob, tokens, n, &group);
	if (status == ROBOTSC_OK)
		status = robotsc_dot(&group, robotsc__text_at(c, 1), robotsc__put_piece, c, NULL);
	return robotsc__ended(c, status);
}
