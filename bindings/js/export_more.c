/* export_more.c - exports the other questions of tools.h; the page loads their module late.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "exports.h"

EXPORT(dot) enum robotsc_status dot(void)
{
	return robotsc__tool_dot(&call);
}

EXPORT(compare) enum robotsc_status compare(uint32_t flags, double budget, uint32_t most, enum robotsc_report_format format)
{
	return robotsc__tool_compare(&call, flags, budget, most, format);
}

EXPORT(edit) enum robotsc_status edit(uint32_t flags, double steps, uint32_t nshut_out)
{
	return robotsc__tool_edit(&call, flags, steps, nshut_out);
}

EXPORT(sitemap) enum robotsc_status sitemap(uint32_t flags)
{
	return robotsc__tool_sitemap(&call, flags);
}

EXPORT(page) enum robotsc_status page(uint32_t flags, uint32_t fields, int is_object)
{
	return robotsc__tool_page(&call, flags, fields, is_object);
}

EXPORT(page_answer) enum robotsc_status page_answer(uint32_t flags, uint32_t fields, int is_object)
{
	return robotsc__tool_page_answer(&call, flags, fields, is_object);
}

EXPORT_OF_PACKAGE(records) enum robotsc_status records(uint32_t flags, int of_robot)
{
	return robotsc__tool_records(&call, flags, of_robot != 0);
}

EXPORT_OF_PACKAGE(rules) enum robotsc_status rules(uint32_t flags)
{
	return robotsc__tool_rules(&call, flags);
}

EXPORT_OF_PACKAGE(generate)
enum robotsc_status generate(uint32_t flags, double budget, uint32_t count, uint32_t verdicts, double seed)
{
	return robotsc__tool_generate(&call, flags, budget, count, verdicts, seed);
}

EXPORT_OF_PACKAGE(access_of)
enum robotsc_status access_of(uint32_t flags, uint32_t status, uint32_t redirects, double at, double unreachable, double cached_age)
{
	return robotsc__tool_access(&call, flags, status, redirects, at, unreachable, cached_age, false);
}
