/* lint_text.c - see lint_text.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "lint_text.h"

#include <string.h>

#include "match/percent.h"

#define LONGEST 16 /* octets of the longest word that may be a misspelt field */

static unsigned least(unsigned a, unsigned b)
{
	return a < b ? a : b;
}

/* How many letters to insert, remove or replace to turn a word into a field. */
static unsigned distance(struct span word, const char *field)
{
	const size_t n = strlen(field);
	unsigned row[LONGEST + 1];
	for (size_t k = 0; k <= n; k++)
		row[k] = (unsigned)k;
	for (size_t i = 0; i < word.len; i++) {
		unsigned diagonal = row[0];
		row[0]++;
		for (size_t k = 0; k < n; k++) {
			const unsigned replaced = diagonal + (octet_lower(word.at[i]) != (uint8_t)field[k]);
			diagonal = row[k + 1];
			row[k + 1] = least(replaced, 1 + least(diagonal, row[k]));
		}
	}
	return row[n];
}

const char *robotsc__lint_meant(struct span word)
{
	static const struct {
		const char *field, *name;
		unsigned most;
	} fields[] = {{"user-agent", "User-agent", 2},
	              {"disallow", "Disallow", 2},
	              {"allow", "Allow", 1},
	              {"sitemap", "Sitemap", 2},
	              {"crawl-delay", "Crawl-delay", 2}};
	for (size_t i = 0; i < sizeof fields / sizeof fields[0] && word.len <= LONGEST; i++)
		if (distance(word, fields[i].field) <= fields[i].most)
			return fields[i].name;
	return NULL;
}

size_t robotsc__lint_utf8(const uint8_t *at, const uint8_t *end)
{
	const uint8_t c = *at;
	const size_t n = c < 0x80 ? 1 : c < 0xC2 ? 0 : c < 0xE0 ? 2 : c < 0xF0 ? 3 : c < 0xF5 ? 4 : 0;
	if (!n || (size_t)(end - at) < n)
		return 0;
	for (size_t i = 1; i < n; i++)
		if ((at[i] & 0xC0) != 0x80)
			return 0;
	if ((c == 0xE0 && at[1] < 0xA0) || (c == 0xED && at[1] > 0x9F) || (c == 0xF0 && at[1] < 0x90) ||
	    (c == 0xF4 && at[1] > 0x8F))
		return 0; /* too long a form, a surrogate, or beyond the last character */
	return n;
}

bool robotsc__lint_is_unescaped(uint8_t octet)
{
	return octet >= 0x80 || octet == ' ' || octet == '"' || octet == '<' || octet == '>' || octet == '\\' || octet == '^' ||
	       octet == '`' || octet == '{' || octet == '|' || octet == '}';
}
