/* plain_text.c - see plain_text.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "plain_text.h"

#include "runtime/access/utf8.h"

static bool is_control(unsigned char c)
{
	return (c < ' ' && c != '\t' && c != '\n' && c != '\r') || c == 0x7F;
}

bool robotsc__is_plain_text(struct robotsc_text body)
{
	const unsigned char *const at = (const unsigned char *)body.at;
	for (size_t i = 0, n; i < body.len; i += n) {
		n = utf8_size(at[i]);
		if (n == 0 || is_control(at[i]))
			return false;
		if (n > 1 && i + 1 < body.len && !utf8_is_second(at[i], at[i + 1]))
			return false;
		for (size_t k = 2; k < n && i + k < body.len; k++)
			if (!utf8_continues(at[i + k]))
				return false;
	}
	return true;
}
