/* dialect.c - the rows of dialect.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "dialect.h"

#include <string.h>

#include "access/text.h"
#include "fnmatch.h"
#include "robotsc/compile.h"

/* ---- Precedence: the low bit of a rank is the verdict ---- */

/* RFC 9309 §2.2.2: the longest match wins.  Allow wins a tie. */
static uint32_t rank_longest(const struct rule *rule, const struct normal *pattern)
{
	return 2 * pattern->octets + (uint32_t)rule->verdict;
}

uint32_t robotsc__dialect_rank_strict(const struct rule *rule, const struct normal *pattern)
{
	return 2 * pattern->octets - (pattern->octets ? (uint32_t)rule->verdict : 0);
}

static uint32_t octets_longest(uint32_t rank)
{
	return rank / 2;
}

/* nexor1994: all rules are Disallow. */
static uint32_t rank_same(const struct rule *rule, const struct normal *pattern)
{
	(void)pattern;
	return 2 + (uint32_t)rule->verdict;
}

/* koster1996: the first line that matches wins. */
static uint32_t rank_first(const struct rule *rule, const struct normal *pattern)
{
	(void)pattern;
	return 2 * (UINT32_MAX / 4 - rule->line) + (uint32_t)rule->verdict;
}

/* conner2: an Allow without operators, then Disallow, then any other Allow. */
static uint32_t rank_kinds(const struct rule *rule, const struct normal *pattern)
{
	if (rule->verdict == ROBOTSC_DISALLOW)
		return 2 * 2;
	return 2 * (pattern->active ? 1 : 3) + 1;
}

/* ---- Robots: what is compared, and how ---- */

static bool token_rfc9309(uint8_t c)
{
	return is_token_octet(c);
}

static bool token_google(uint8_t c)
{
	return is_alpha(c) || c == '_' || c == '-';
}

/* The longest prefix of a text that consists of token octets. */
static struct span leading(const struct span *text, bool (*belongs)(uint8_t octet))
{
	size_t n = 0;
	while (n < text->len && belongs(text->at[n]))
		n++;
	return (struct span){text->at, n};
}

/* True for "*" alone, "*" before a blank, and "*" before an octet from..to. */
static bool is_star(const struct span *value, uint8_t from, uint8_t to)
{
	const uint8_t next = value->len > 1 ? value->at[1] : ' ';
	return value->len && value->at[0] == '*' && (is_blank(next) || (next >= from && next <= to));
}

static struct span agent_rfc9309(const struct span *value)
{
	return is_star(value, ' ', ' ') ? (struct span){value->at, 1} : leading(value, token_rfc9309);
}

static struct span agent_google(const struct span *value)
{
	return is_star(value, '\n', '\r') ? (struct span){value->at, 1} : leading(value, token_google);
}

static struct span robot_token(const struct span *name)
{
	return leading(name, token_rfc9309);
}

static struct span robot_whole(const struct span *name)
{
	return *name;
}

/* A text up to the octet that ends it, without surrounding blanks. */
static struct span cut(struct span text, bool slash_ends, bool control_ends)
{
	size_t n = 0;
	while (n < text.len && !(slash_ends && text.at[n] == '/') && !(control_ends && (text.at[n] < 0x20 || text.at[n] == 0x7F)))
		n++;
	text.len = n;
	return trim_span(text);
}

static struct span agent_name(const struct span *value)
{
	return cut(*value, true, true);
}

static struct span agent_all(const struct span *value)
{
	return cut(*value, false, true);
}

static struct span robot_name(const struct span *name)
{
	return cut(*name, true, false);
}

static bool same_octets(const uint8_t *x, const uint8_t *y, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (ascii_lower(x[i]) != ascii_lower(y[i]))
			return false;
	return true;
}

static bool means_same(const struct span *agent, const struct span *robot)
{
	return agent->len == robot->len && same_octets(agent->at, robot->at, robot->len);
}

/* True if `part` is not empty and `whole` contains it. */
static bool means_part(const struct span *whole, const struct span *part)
{
	for (size_t i = 0; part->len && part->len <= whole->len && i <= whole->len - part->len; i++)
		if (same_octets(whole->at + i, part->at, part->len))
			return true;
	return false;
}

static bool means_within(const struct span *agent, const struct span *robot)
{
	return means_part(robot, agent);
}

/* True if agent is not empty and the robot's name begins with it. */
static bool means_prefix(const struct span *agent, const struct span *robot)
{
	return agent->len && agent->len <= robot->len && same_octets(agent->at, robot->at, agent->len);
}

/* ---- The rows ---- */

static const struct robotsc__dialect rfc9309 = {
	.id = ROBOTSC_RFC9309,
	.form = FORM_R,
	.match = MATCH_TOKEN,
	.lenient = 1,
	.may_be_strict = 1,
	.robots_txt = 1,
	.wildcards = 1,
	.usage_rules = 1,
	.closes_agents = 1u << FIELD_ALLOW | 1u << FIELD_DISALLOW,
	.agent = agent_rfc9309,
	.robot = robot_token,
	.means = means_same,
	.normalize = robotsc__normalize_r,
	.rank = rank_longest,
	.rank_octets = octets_longest,
	.precedence = "the longest pattern decides, of equally long ones Allow",
};

static const struct robotsc__dialect google = {
	.id = ROBOTSC_GOOGLE,
	.form = FORM_RAW,
	.match = MATCH_WHOLE,
	.line_max = 16663,
	.lenient = 1,
	.prefix_fields = 1,
	.nul_ends_line = 1,
	.wide_space = 1,
	.partial_bom = 1,
	.cut_line_kept = 1,
	.empty_agent = 1,
	.index_html = 1,
	.wildcards = 1,
	.closes_agents = 1u << FIELD_ALLOW | 1u << FIELD_DISALLOW,
	.agent = agent_google,
	.robot = robot_whole,
	.means = means_same,
	.normalize = robotsc__normalize_g,
	.rank = rank_longest,
	.rank_octets = octets_longest,
	.precedence = "the longest pattern decides, of equally long ones Allow",
};

static const struct robotsc__dialect nexor1994 = {
	.id = ROBOTSC_NEXOR1994,
	.form = FORM_K,
	.match = MATCH_WITHIN,
	.robots_txt = 1,
	.no_allow = 1,
	.records = 1,
	.closes_agents = 1u << FIELD_DISALLOW,
	.agent = agent_name,
	.robot = robot_name,
	.means = means_within,
	.normalize = robotsc__normalize_k,
	.rank = rank_same,
	.precedence = "each line that matches disallows",
};

static const struct robotsc__dialect koster1996 = {
	.id = ROBOTSC_KOSTER1996,
	.form = FORM_K,
	.match = MATCH_HOLDS,
	.robots_txt = 1,
	.empty_disallow = 1,
	.records = 1,
	.closes_agents = ~(1u << FIELD_AGENT),
	.agent = agent_all,
	.robot = robot_name,
	.means = means_part,
	.normalize = robotsc__normalize_k,
	.rank = rank_first,
	.precedence = "the first line that matches decides",
};

static const struct robotsc__dialect conner2 = {
	.id = ROBOTSC_CONNER2,
	.form = FORM_K,
	.match = MATCH_PREFIX,
	.robots_txt = 1,
	.records = 1,
	.versions = 1,
	.closes_agents = 1u << FIELD_ALLOW | 1u << FIELD_DISALLOW | 1u << FIELD_ROBOT_VERSION | 1u << FIELD_VISIT_TIME |
                         1u << FIELD_REQUEST_RATE | 1u << FIELD_COMMENT,
	.agent = agent_name,
	.robot = robot_name,
	.means = means_prefix,
	.normalize = robotsc__fnmatch_run,
	.rank = rank_kinds,
	.precedence = "Allow without wildcards decides, else Disallow, else Allow",
};

static const struct robotsc__dialect *const rows[] = {&rfc9309, &google, &nexor1994, &koster1996, &conner2};

const struct robotsc__dialect *robotsc__dialect_find(enum robotsc_dialect id)
{
	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
		if (rows[i]->id == id)
			return rows[i];
	return NULL;
}
