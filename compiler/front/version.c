/* version.c - see version.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "version.h"

#include "access/text.h"

#include <stdbool.h>

/* Read digits at *at.  Returns false if there are none.  *small receives the number, up to 10. */
static bool read_number(const uint8_t **at, const uint8_t *end, unsigned *small, bool *odd)
{
	const uint8_t *p = *at;
	*small = 0;
	*odd = false;
	for (; p < end && is_digit(*p); p++) {
		*small = *small * 10 + (unsigned)(*p - '0');
		*small = *small > 10 ? 10 : *small;
		*odd = (*p - '0') & 1;
	}
	if (p == *at)
		return false;
	*at = p;
	return true;
}

/* The known majors are 1 and 2; 0 is no version number.  An odd minor marks an experiment. */
static enum version classify(unsigned major, bool minor_odd)
{
	if (major == 0)
		return VERSION_NONE;
	if (major > 2 || minor_odd)
		return VERSION_OTHER;
	return major == 1 ? VERSION_1 : VERSION_2;
}

enum version robotsc__version_of(struct span value)
{
	const uint8_t *at = value.at, *const end = at + value.len;
	unsigned part[3] = {0};
	bool odd[3] = {false};
	int n = 0;
	do {
		if (n == 3 || !read_number(&at, end, &part[n], &odd[n]))
			return VERSION_NONE;
		n++;
		if (at == end)
			return classify(part[0], odd[1]);
	} while (*at++ == '.');
	return VERSION_NONE;
}
