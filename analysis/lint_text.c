/* lint_text.c - words and octets that authors get wrong.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "lint_words.h"

#include "access/text.h"

#include <string.h>

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
			const unsigned replaced = diagonal + (ascii_lower(word.at[i]) != (uint8_t)field[k]);
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

bool robotsc__lint_is_unescaped(uint8_t octet)
{
	return octet >= 0x80 || octet == ' ' || octet == '"' || octet == '<' || octet == '>' || octet == '\\' || octet == '^' ||
	       octet == '`' || octet == '{' || octet == '|' || octet == '}';
}

/* True if '(' begins '(a|b)'. */
static bool is_choice(struct span rest)
{
	bool bar = false;
	for (size_t i = 1; i < rest.len && rest.at[i] != '('; i++) {
		if (rest.at[i] == ')')
			return bar;
		bar = bar || rest.at[i] == '|';
	}
	return false;
}

/* "a-z" */
static bool is_range(const uint8_t *p)
{
	return p[1] == '-' && (is_alpha(p[0]) || is_digit(p[0])) && (is_alpha(p[2]) || is_digit(p[2]));
}

static bool begins_regex(struct span rest)
{
	static const char escaped[] = "dDwWsSb.?+*/()[]{}|$^-";
	const uint8_t *const p = rest.at;
	switch (p[0]) {
	case '\\':
		return rest.len > 1 && memchr(escaped, p[1], sizeof escaped - 1);
	case '[':
		return rest.len > 4 && is_range(p + 1) && memchr(p + 4, ']', rest.len - 4 < LONGEST ? rest.len - 4 : LONGEST);
	case '(':
		return is_choice(rest);
	default:
		return false;
	}
}

size_t robotsc__lint_regex(struct span pattern)
{
	if (pattern.len > 1 && pattern.at[0] == '^')
		return 0;
	for (size_t i = 0; i < pattern.len; i++)
		if (begins_regex((struct span){pattern.at + i, pattern.len - i}))
			return i;
	return pattern.len;
}
