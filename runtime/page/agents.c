/* agents.c - compare a name in a page with "robots", TDMRep's names, and the robot's tokens.
 *
 * The name arrives in pieces and is not stored: it equals the first octets of the token
 * match->agent.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "access/text.h"
#include "page_parts.h"

#define FIXED 3u /* tokens before those of the robot */

static size_t tokens(const struct robotsc_page *page)
{
	return FIXED + page->nagents;
}

/* Returns an octet of token i, or -1 after its end. */
static int octet(const struct robotsc_page *page, size_t i, size_t at)
{
	static const struct robotsc_text fixed[FIXED] = {{"robots", 6}, {"tdm-reservation", 15}, {"tdm-policy", 10}};
	const struct robotsc_text *token = i < FIXED ? &fixed[i] : &page->agents[i - FIXED];
	const int c = at < token->len ? ascii_lower((uint8_t)token->at[at]) : -1;
	return is_token_octet(c) ? c : -1;
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
	while (match->agent < tokens(page) && octet(page, match->agent, match->octets) != ascii_lower(c)) {
		const size_t old = match->agent++;
		while (match->agent < tokens(page) && !begin_alike(page, old, match->agent, match->octets))
			match->agent++;
	}
	match->octets += match->agent < tokens(page);
}

void robotsc__agents_read(const struct robotsc_page *page, struct robotsc_page_match *match, const uint8_t *at, const uint8_t *end)
{
	for (; at < end && match->agent < tokens(page); at++)
		read_one(page, match, *at);
}

enum page_name robotsc__agents_end(const struct robotsc_page *page, const struct robotsc_page_match *match)
{
	for (size_t i = match->agent; i < tokens(page) && match->octets > 0; i++)
		if (octet(page, i, match->octets) < 0 && begin_alike(page, match->agent, i, match->octets))
			return i == 1 ? NAME_RESERVATION : i == 2 ? NAME_POLICY : NAME_ROBOT;
	return NAME_OTHER;
}
