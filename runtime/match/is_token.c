/* is_token.c - whether a dialect compares a whole name.  docs/dialects.md, "agent compares"
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "access/text.h"
#include "agent_index.h"

/* True for the octets that a name may have. */
static int may_have(enum robotsc_dialect dialect, uint8_t c)
{
	switch (dialect) {
	case ROBOTSC_RFC9309:
		return token_octet(c);
	case ROBOTSC_GOOGLE:
		return token_octet(c) && c != '.' && !is_digit(c);
	case ROBOTSC_NEXOR1994:
	case ROBOTSC_KOSTER1996:
	case ROBOTSC_CONNER2:
		return c != '/';
	}
	return 0;
}

int robotsc_is_token(enum robotsc_dialect dialect, const char *text, size_t len)
{
	if (len == 0)
		return dialect == ROBOTSC_GOOGLE;
	for (size_t i = 0; i < len; i++)
		if (!may_have(dialect, (uint8_t)text[i]))
			return 0;
	return !is_blank(text[0]) && !is_blank(text[len - 1]);
}
