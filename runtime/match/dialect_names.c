/* dialect_names.c - the names of the dialects.  No other file has a list of them.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "robotsc/common.h"

static const char *const names[] = {
	[ROBOTSC_RFC9309] = "rfc9309",       [ROBOTSC_GOOGLE] = "google",   [ROBOTSC_NEXOR1994] = "nexor1994",
	[ROBOTSC_KOSTER1996] = "koster1996", [ROBOTSC_CONNER2] = "conner2",
};

const char *robotsc_dialect_name(enum robotsc_dialect dialect)
{
	return (unsigned)dialect < sizeof names / sizeof names[0] ? names[dialect] : NULL;
}

static int same(const char *x, const char *y)
{
	for (; *x && *x == *y; x++)
		y++;
	return *x == *y;
}

enum robotsc_status robotsc_dialect_by_name(const char *name, enum robotsc_dialect *dialect)
{
	for (unsigned d = 0; d < sizeof names / sizeof names[0]; d++)
		if (same(names[d], name)) {
			*dialect = (enum robotsc_dialect)d;
			return ROBOTSC_OK;
		}
	return ROBOTSC_ERR_DIALECT;
}
