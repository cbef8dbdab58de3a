/* lint_content.c - see lint_parts.h: files that are no robots.txt at all, by their first octets.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "lint_parts.h"

#define LOOKED_AT 512 /* octets */

/* Files that begin with the same octets. */
struct signature {
	uint8_t octets[6];
	size_t len;
	unsigned kind;
	const char *name; /* or NULL */
};

static const struct signature signatures[] = {
	{{0xFF, 0xFE}, 2, LINT_UTF16, NULL},
	{{0xFE, 0xFF}, 2, LINT_UTF16, NULL},
	{{0x1F, 0x8B}, 2, LINT_COMPRESSED, "gzip"},
	{{0x28, 0xB5, 0x2F, 0xFD}, 4, LINT_COMPRESSED, "zstd"},
	{{0xFD, '7', 'z', 'X', 'Z', 0}, 6, LINT_COMPRESSED, "xz"},
	{{'B', 'Z', 'h'}, 3, LINT_COMPRESSED, "bzip2"},
	{{'P', 'K', 3, 4}, 4, LINT_COMPRESSED, "zip"},
	{{'W', 'A', 'R', 'C', '/'}, 5, LINT_WARC, NULL},
};

/* UTF-16 without a byte order mark: every other octet of the first four is 0. */
static bool is_utf16(const uint8_t *at, size_t len)
{
	return len > 3 && ((at[0] && !at[1] && at[2] && !at[3]) || (!at[0] && at[1] && !at[2] && at[3]));
}

/* More than one octet in ten controls something, and is no white space. */
static bool is_binary(const uint8_t *at, size_t len)
{
	size_t controls = 0;
	for (size_t i = 0; i < len; i++)
		controls += at[i] < '\t' || (at[i] > '\r' && at[i] < ' ');
	return 10 * controls > len;
}

unsigned robotsc__lint_content(const uint8_t *text, size_t len, const char **name)
{
	const size_t seen = len < LOOKED_AT ? len : LOOKED_AT;
	*name = NULL;
	for (size_t i = 0; i < sizeof signatures / sizeof signatures[0]; i++)
		if (seen >= signatures[i].len && memcmp(text, signatures[i].octets, signatures[i].len) == 0) {
			*name = signatures[i].name;
			return signatures[i].kind;
		}
	if (is_utf16(text, seen))
		return LINT_UTF16;
	return is_binary(text, seen) ? LINT_BINARY : LINT_KINDS;
}
