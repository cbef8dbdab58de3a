/* guise.c - see guise.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "guise.h"

#include <string.h>

#define LOOK 64u /* octets */

/* Others than TAB, LF, FF and CR. */
static int has_controls(struct robotsc_text body)
{
	for (size_t i = 0; i < body.len && i < LOOK; i++) {
		const unsigned char c = (unsigned char)body.at[i];

		if ((c < ' ' && c != '\t' && c != '\n' && c != '\f' && c != '\r') || c == 0x7F)
			return 1;
	}
	return 0;
}

static size_t count_high(struct robotsc_text body)
{
	size_t n = 0;

	for (size_t i = 0; i < body.len && i < LOOK; i++)
		n += (unsigned char)body.at[i] > 0x7F;
	return n;
}

static int is_utf8(struct robotsc_text body)
{
	for (size_t i = 0; i < body.len && i < LOOK;) {
		const unsigned char c = (unsigned char)body.at[i++];
		size_t more = c < 0xC2 ? 0 : c < 0xE0 ? 1 : c < 0xF0 ? 2 : 3;

		if ((c > 0x7F && c < 0xC2) || c > 0xF4)
			return 0;
		for (; more > 0; more--, i++)
			if (i == body.len || ((unsigned char)body.at[i] & 0xC0) != 0x80)
				return 0;
	}
	return 1;
}

/* A stream begins with what it is, and may go on with text as it stands. */
static int is_long(struct robotsc_text body)
{
	return body.len >= LOOK && count_high((struct robotsc_text){body.at, 2}) == 0;
}

/* Octets that one sees, of ASCII. */
static int has_print(struct robotsc_text body)
{
	for (size_t i = 0; i < body.len && i < LOOK; i++)
		if (body.at[i] > ' ' && body.at[i] < 0x7F)
			return 1;
	return 0;
}

/* Does Brotli begin so, with a metablock that is not compressed?  Of all windows those of 2 and 8 MiB give an octet that a text may
 * begin with.  RFC 7932 §9.1, §9.2 */
static int is_stored(struct robotsc_text body)
{
	return body.len > 2 && (body.at[0] == '\t' || body.at[0] == '\r') && (unsigned char)body.at[2] > 0x7F;
}

static int has_mark(struct robotsc_text body)
{
	return body.len > 1 && (memcmp(body.at, "\xFF\xFE", 2) == 0 || memcmp(body.at, "\xFE\xFF", 2) == 0);
}

int robotsc__guise_zlib(struct robotsc_text body)
{
	const uint8_t *b = (const uint8_t *)body.at;

	return body.len > 1 && b[0] % 16 == 8 && (b[0] * 256 + b[1]) % 31 == 0;
}

int robotsc__guise_text(struct robotsc_text body)
{
	if (has_controls(body) || is_stored(body))
		return 0;
	if (body.len < 8)
		return count_high(body) == 0 && body.at[body.len - 1] == '\n';
	return is_utf8(body) || (is_long(body) && count_high(body) <= LOOK / 8);
}

int robotsc__guise_refused(struct robotsc_text body)
{
	return !has_controls(body) && !robotsc__guise_zlib(body) && !is_stored(body) && (count_high(body) == 0 || is_long(body));
}

int robotsc__guise_plain(struct robotsc_text body)
{
	return !has_controls(body) || (body.len >= 8 && is_utf8(body) && has_print(body)) || has_mark(body);
}
