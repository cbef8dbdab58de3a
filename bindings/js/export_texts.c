/* export_texts.c - exports the questions of tools.h that a page asks about a robots.txt at once.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "exports.h"

EXPORT(lint) enum robotsc_status lint(uint32_t flags, double steps, int is_json, double most)
{
	return robotsc__tool_lint(&call, flags, steps, is_json, most);
}

EXPORT(explain) enum robotsc_status explain(uint32_t flags, int is_object)
{
	return robotsc__tool_explain(&call, flags, is_object);
}

EXPORT(summary) enum robotsc_status summary(uint32_t flags, double steps, int is_object)
{
	return robotsc__tool_summary(&call, flags, steps, is_object);
}
