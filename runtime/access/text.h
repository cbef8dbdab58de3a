/* text.h - ASCII helpers.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_TEXT_H
#define ROBOTSC_TEXT_H

#include <stdbool.h>
#include <stddef.h>

static inline bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static inline char ascii_lower(char c)
{
	return c >= 'A' && c <= 'Z' ? (char)(c | 0x20) : c;
}

/* Appends n octets.  Returns the new end. */
static inline char *put_octets(char *to, const char *from, size_t n)
{
	for (size_t i = 0; i < n; i++)
		to[i] = from[i];
	return to + n;
}

#endif
