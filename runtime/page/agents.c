/* agents.c - compare a name in a page with "robots" and the robot's tokens.
 *
 * The name arrives in pieces and is not stored: it equals the first octets of the token
 * match->agent.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdbool.h>

#include "directives.h"

static int lower(uint8_t c)
{
	return c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c;
}

static bool in_token(int c)
{
	return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '.' || c == '_' || c == '-';
}

/* Returns an octet of token i, or -1 after its end.  Token 0 is "robots". */
static int octet(const struct robotsc_page *page, size_t i, size_t at)
{
	static const struct robotsc_text everybody = {"robots", 6};
	const struct robotsc_text *token = i == 0 ? &everybody : &page->agents[i - 1];
	const int c = at < token->len ? lower((uint8_t)token->at[at]) : -1;
	return in_token(c) ? c : -1;
}

static bool begin_alike(const struct robotsc_page *page, size_t a, size_t b, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (octet(page, a, i) != octet(page, b, i))
			return false;
	return true;
}

void robotsc__agents_begin(struct robotsc_page_match *match)
{
	*match = (struct robotsc_page_match){0, 0};
}

/* Where the token differs from the name, the next token with the same first octets replaces it.
 * So no match is skipped, and a name costs at most one pass over the tokens. */
static void read_one(const struct robotsc_page *page, struct robotsc_page_match *match, uint8_t c)
{
	while (match->agent <= page->nagents && octet(page, match->agent, match->octets) != lower(c)) {
		const size_t old = match->agent++;
		while (match->agent <= page->nagents && !begin_alike(page, old, match->agent, match->octets))
			match->agent++;
	}
	match->octets += match->agent <= page->nagents;
}

void robotsc__agents_read(const struct robotsc_page *page, struct robotsc_page_match *match, const uint8_t *at, const uint8_t *end)
{
	for (; at < end && match->agent <= page->nagents; at++)
		read_one(page, match, *at);
}

int robotsc__agents_end(const struct robotsc_page *page, const struct robotsc_page_match *match)
{
	for (size_t i = match->agent; i <= page->nagents && match->octets > 0; i++)
		if (octet(page, i, match->octets) < 0 && begin_alike(page, match->agent, i, match->octets))
			return 1;
	return 0;
}
