/* export_texts.c - exports of the questions about a robots.txt: tools.h has them.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "exports.h"

EXPORT(compile) enum robotsc_status compile(uint32_t flags)
{
	return robotsc__tool_compile(&call, flags);
}

EXPORT(lint) enum robotsc_status lint(uint32_t flags, double steps, int is_json, double most)
{
	return robotsc__tool_lint(&call, flags, steps, is_json, most);
}

EXPORT(dot) enum robotsc_status dot(void)
{
	return robotsc__tool_dot(&call);
}

EXPORT(explain) enum robotsc_status explain(uint32_t flags, int is_object)
{
	return robotsc__tool_explain(&call, flags, is_object);
}

EXPORT(summary) enum robotsc_status summary(uint32_t flags, double steps, int is_object)
{
	return robotsc__tool_summary(&call, flags, steps, is_object);
}

EXPORT(compare) enum robotsc_status compare(uint32_t flags, double budget, uint32_t most, enum robotsc_report_format format)
{
	return robotsc__tool_compare(&call, flags, budget, most, format);
}

EXPORT_OF_PACKAGE(records) enum robotsc_status records(uint32_t flags, int of_robot)
{
	return robotsc__tool_records(&call, flags, of_robot != 0);
}

EXPORT_OF_PACKAGE(rules) enum robotsc_status rules(uint32_t flags)
{
	return robotsc__tool_rules(&call, flags);
}

EXPORT_OF_PACKAGE(sitemap) enum robotsc_status sitemap(uint32_t flags)
{
	return robotsc__tool_sitemap(&call, flags);
}

EXPORT_OF_PACKAGE(generate)
enum robotsc_status generate(uint32_t flags, double budget, uint32_t count, uint32_t verdicts, double seed)
{
	return robotsc__tool_generate(&call, flags, budget, count, verdicts, seed);
}
