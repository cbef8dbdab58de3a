/* oracle_header.c - the oracle's product tokens of a User-Agent header: every part of it is tried.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "oracle_parts.h"

#include <string.h>

static int is_space(char c)
{
	return (unsigned char)c <= 0x20;
}

static int begins(struct oracle_text h, size_t i)
{
	return !is_space(h.at[i]) && (i == 0 || is_space(h.at[i - 1]) || strchr("\"(),;<>[]{}", h.at[i - 1]));
}

static int ends(struct oracle_text h, size_t i)
{
	return i == h.len || !(oracle__is_token(h.at[i]) || h.at[i] == ':' || h.at[i] == '@');
}

static int same(const char *a, const char *b, size_t n)
{
	while (n > 0 && oracle__lower(a[n - 1]) == oracle__lower(b[n - 1]))
		n--;
	return n == 0;
}

/* How many token octets begin a text. */
static size_t tokens_in(const char *at, size_t n)
{
	size_t i = 0;

	while (i < n && oracle__is_token(at[i]))
		i++;
	return i;
}

/* True if an agent of the file is, begins, or is a part of the text, as the dialect compares. */
static int is_named(enum oracle_dialect dialect, struct oracle_text agent, struct oracle_text text)
{
	const size_t first = dialect == ORACLE_NEXOR1994 ? tokens_in(text.at, text.len) : 0;

	if (dialect == ORACLE_KOSTER1996)
		for (size_t i = 0; i < agent.len; i++)
			if (agent.at[i] == '/') {
				agent.len = i;
				while (agent.len > 0 && strchr(" \t", agent.at[agent.len - 1]))
					agent.len--;
			}
	for (size_t i = 0; i <= first && agent.len > 0 && i + agent.len <= text.len; i++) {
		const size_t rest = text.len - i - agent.len;

		if (same(text.at + i, agent.at, agent.len) &&
		    (rest == 0 || ((dialect == ORACLE_NEXOR1994 || dialect == ORACLE_CONNER2) &&
		                   tokens_in(text.at + i + agent.len, rest) == rest)))
			return 1;
	}
	return 0;
}

static int is_named_in(const struct oracle_file *file, struct oracle_text text)
{
	struct oracle_text agent;

	for (size_t i = 0; oracle_agent_at(file, i, &agent); i++)
		if (!(agent.len == 1 && agent.at[0] == '*') && is_named(file->dialect, agent, text))
			return 1;
	return 0;
}

size_t oracle_header_tokens(const struct oracle_file *file, struct oracle_text h, struct oracle_text *found, size_t room)
{
	size_t n = 0;

	for (size_t len = h.len; len > 0; len--)
		for (size_t i = 0; i + len <= h.len; i++) {
			const struct oracle_text text = {h.at + i, len};
			size_t k = 0;

			if (!begins(h, i) || !ends(h, i + len) || !is_named_in(file, text))
				continue;
			while (k < n && !(found[k].len == len && same(found[k].at, text.at, len)))
				k++;
			if (k == n && n < room)
				found[n++] = text;
		}
	return n;
}
