/* lint_agents.c - checks names of robots.
 *
 * Two names are alike if they are equal without case, '-' and '_'; if two letters are swapped; or,
 * in a long name, if one letter is missing, added or changed.  Too many short names differ in one
 * letter, and a changed digit makes another name.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "lint_words.h"

#include <string.h>

#include "access/text.h"
#include "crawler_table.h"

#define LONGEST 32 /* most octets of a name that are looked at */
#define SHORTEST 6 /* least letters of a name to find swapped letters */
#define LONG 9     /* least letters of a name to find a wrong one */

/* A name in small letters, without '-' and '_'. */
struct folded {
	uint8_t at[LONGEST];
	size_t len;
};

static struct folded fold(const uint8_t *name, size_t len)
{
	struct folded f = {.len = 0};
	for (size_t i = 0; i < len && f.len < LONGEST; i++)
		if (name[i] != '-' && name[i] != '_')
			f.at[f.len++] = (uint8_t)ascii_lower(name[i]);
	return f;
}

static bool is_same(struct span token, const char *name, size_t len)
{
	for (size_t i = 0; i < len && token.len == len; i++)
		if (ascii_lower(token.at[i]) != ascii_lower((uint8_t)name[i]))
			return false;
	return token.len == len;
}

/* True if a name is in a list: strings, the last one empty. */
static bool is_in(struct span token, const char *list)
{
	for (size_t n; (n = strlen(list)) > 0; list += n + 1)
		if (is_same(token, list, n))
			return true;
	return false;
}

static bool has_digit(const uint8_t *at, size_t n)
{
	return n && is_digit(*at);
}

static bool is_near(const struct folded *a, const struct folded *b)
{
	size_t first = 0, na = a->len, nb = b->len;
	while (first < na && first < nb && a->at[first] == b->at[first])
		first++;
	while (na > first && nb > first && a->at[na - 1] == b->at[nb - 1]) {
		na--;
		nb--;
	}
	const uint8_t *const x = a->at + first, *const y = b->at + first;
	na -= first;
	nb -= first;
	if (na == 2 && nb == 2)
		return x[0] == y[1] && x[1] == y[0] && !is_digit(x[0]) && !is_digit(x[1]);
	return na + nb == 0 || (na <= 1 && nb <= 1 && b->len >= LONG && !has_digit(x, na) && !has_digit(y, nb));
}

bool robotsc__lint_is_name(struct span token)
{
	return is_in(token, robotsc__crawler_names) || is_in(token, robotsc__crawler_others);
}

static bool is_parting(uint8_t c)
{
	return is_blank(c) || memchr(",;|/&", c, 5);
}

bool robotsc__lint_names(struct span rest, bool *alone)
{
	bool any = false, all = true;
	for (size_t i = 0, n; i < rest.len; i += n) {
		const uint8_t *const at = rest.at + i;
		n = 1;
		if (is_parting(*at))
			continue;
		while (i + n < rest.len && !is_parting(at[n]))
			n++;
		const bool known = robotsc__lint_is_name((struct span){at, n});
		any |= known;
		all &= known || (n == 1 && *at == '*');
	}
	if (alone)
		*alone = any && all;
	return any;
}

const char *robotsc__lint_of_maker(struct span token)
{
	static const struct {
		const char *maker, *robots;
	} makers[] = {
		{"google", "Googlebot"},
		{"bing", "bingbot"},
		{"microsoft", "bingbot"},
		{"yahoo", "Slurp"},
		{"openai", "GPTBot, OAI-SearchBot, ChatGPT-User"},
		{"chatgpt", "GPTBot, OAI-SearchBot, ChatGPT-User"},
		{"anthropic", "ClaudeBot, Claude-SearchBot, Claude-User"},
		{"claude", "ClaudeBot, Claude-SearchBot, Claude-User"},
		{"perplexity", "PerplexityBot, Perplexity-User"},
		{"apple", "Applebot, Applebot-Extended"},
		{"amazon", "Amazonbot"},
		{"facebook", "facebookexternalhit, meta-externalagent"},
		{"meta", "meta-externalagent, facebookexternalhit"},
		{"baidu", "Baiduspider"},
		{"duckduckgo", "DuckDuckBot"},
		{"commoncrawl", "CCBot"},
		{"bytedance", "Bytespider"},
		{"huawei", "PetalBot"},
		{"semrush", "SemrushBot"},
		{"ahrefs", "AhrefsBot"},
		{"majestic", "MJ12bot"},
		{"moz", "rogerbot, dotbot"},
		{"twitter", "Twitterbot"},
		{"linkedin", "LinkedInBot"},
		{"seznam", "SeznamBot"},
		{"naver", "Yeti"},
	};
	for (size_t i = 0; i < sizeof makers / sizeof makers[0]; i++)
		if (is_same(token, makers[i].maker, strlen(makers[i].maker)))
			return makers[i].robots;
	return NULL;
}

bool robotsc__lint_ignores_star(struct span token)
{
	return is_in(token, robotsc__crawler_no_star);
}

const char *robotsc__lint_near_name(struct span token)
{
	const struct folded folded = fold(token.at, token.len);
	if (token.len > LONGEST || folded.len < SHORTEST || robotsc__lint_is_name(token))
		return NULL;
	const char *name = robotsc__crawler_names;
	for (size_t n; (n = strlen(name)) > 0; name += n + 1) {
		const struct folded other = fold((const uint8_t *)name, n);
		if (is_near(&folded, &other))
			return name;
	}
	return NULL;
}
