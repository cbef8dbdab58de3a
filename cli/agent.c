/* agent.c - warns when a whole User-Agent header is given for a product token.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "cli.h"

static bool is_alpha(char c)
{
	return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

/* The characters of product tokens: docs/dialects.md, "agent". */
static bool is_token(enum robotsc_dialect dialect, char c)
{
	if (dialect == ROBOTSC_GOOGLE)
		return is_alpha(c) || c == '_' || c == '-';
	if (dialect == ROBOTSC_RFC9309)
		return is_alpha(c) || (c >= '0' && c <= '9') || c == '.' || c == '_' || c == '-';
	return c != '/';
}

static size_t token_length(enum robotsc_dialect dialect, const char *at, size_t len)
{
	size_t n = 0;

	while (n < len && is_token(dialect, at[n]))
		n++;
	return n;
}

/* In "Mozilla/5.0 (compatible; ExampleBot/2.1; ...)" the crawler's own token is the second. */
static struct robotsc_text own_token(enum robotsc_dialect dialect, struct robotsc_text agent)
{
	static const char mark[] = "compatible; ";
	const size_t skip = sizeof mark - 1;
	struct robotsc_text own = {NULL, 0};

	for (size_t i = 0; i + skip < agent.len && own.len == 0; i++)
		if (memcmp(agent.at + i, mark, skip) == 0) {
			own.at = agent.at + i + skip;
			own.len = token_length(dialect == ROBOTSC_GOOGLE ? ROBOTSC_GOOGLE : ROBOTSC_RFC9309, own.at,
			                       agent.len - i - skip);
		}
	return own;
}

static void quoted(struct robotsc_text text)
{
	putc('"', stderr);
	cli_print_text(stderr, text);
	putc('"', stderr);
}

bool cli_warn_agent(enum robotsc_dialect dialect, struct robotsc_text agent)
{
	const struct robotsc_text used = {agent.at, token_length(dialect, agent.at, agent.len)};
	const struct robotsc_text own = own_token(dialect, agent);

	if (used.len == agent.len || (agent.len == 1 && agent.at[0] == '*'))
		return false;
	fputs("robotsc: warning: agent ", stderr);
	quoted(agent);
	if (dialect == ROBOTSC_GOOGLE) {
		fputs(" is compared whole, and no group of this dialect can name it", stderr);
	} else {
		fputs(" is used as ", stderr);
		quoted(used);
	}
	fputs("; give the crawler's product token alone", stderr);
	if (own.len > 0 || used.len > 0) {
		fputs(", such as ", stderr);
		quoted(own.len > 0 ? own : used);
	}
	putc('\n', stderr);
	return true;
}
