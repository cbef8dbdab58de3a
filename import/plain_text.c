/* plain_text.c - see plain_text.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "plain_text.h"

static bool is_control(unsigned char c)
{
	return (c < ' ' && c != '\t' && c != '\n' && c != '\r') || c == 0x7F;
}

/* Octets of the character that begins with c; 0: no character does.  RFC 3629 §4 */
static size_t length_of(unsigned char c)
{
	if (c < 0x80)
		return 1;
	if (c < 0xC2 || c > 0xF4)
		return 0;
	return c < 0xE0 ? 2 : c < 0xF0 ? 3 : 4;
}

/* True if this is a second octet after c.  E0 and F0 leave out what fewer octets say, ED
 * surrogates, F4 what is above U+10FFFF. */
static bool may_follow(unsigned char c, unsigned char second)
{
	const unsigned char least = c == 0xE0 ? 0xA0 : c == 0xF0 ? 0x90 : 0x80;
	const unsigned char most = c == 0xED ? 0x9F : c == 0xF4 ? 0x8F : 0xBF;

	return second >= least && second <= most;
}

bool robotsc__is_plain_text(struct robotsc_text body)
{
	const unsigned char *const at = (const unsigned char *)body.at;

	for (size_t i = 0, n; i < body.len; i += n) {
		n = length_of(at[i]);
		if (n == 0 || is_control(at[i]))
			return false;
		if (n > 1 && i + 1 < body.len && !may_follow(at[i], at[i + 1]))
			return false;
		for (size_t k = 2; k < n && i + k < body.len; k++)
			if (at[i + k] < 0x80 || at[i + k] > 0xBF)
				return false;
	}
	return true;
}
