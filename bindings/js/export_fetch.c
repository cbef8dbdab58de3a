/* export_fetch.c - exports of the questions about responses: tools.h has them.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "exports.h"

EXPORT(page) enum robotsc_status page(uint32_t flags, uint32_t fields, int is_object)
{
	return robotsc__tool_page(&call, flags, fields, is_object);
}

EXPORT_OF_PACKAGE(access_of)
enum robotsc_status access_of(uint32_t flags, uint32_t status, uint32_t redirects, double at, double unreachable, double cached_age)
{
	return robotsc__tool_access(&call, flags, status, redirects, at, unreachable, cached_age, false);
}
