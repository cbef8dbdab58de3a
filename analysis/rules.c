/* rules.c - lists the rules of a text as data.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "dialect/dialect.h"
#include "dialect/normalize.h"
#include "robotsc/explain.h"
#include "text_rules.h"

_Static_assert(sizeof(void *) != 8 || sizeof(struct robotsc_rule) == 64, "robotsc_rule is ABI");

/* The most octets that one octet of a pattern is spelled with. */
#define SPELLED 4

static size_t put_octet(char *to, uint8_t octet)
{
	static const char digits[] = "0123456789ABCDEF";
	const char escape[] = {'%', digits[octet >> 4], digits[octet & 15]};
	memcpy(to, escape, sizeof escape);
	return sizeof escape;
}

/* Spell a set, with the ends of its ranges as escapes.  Returns the octets written. */
static size_t put_set(char *to, const uint8_t *item)
{
	size_t n = 0;
	to[n++] = '[';
	for (size_t i = 0; i < item[1]; i++) {
		n += put_octet(to + n, item[2 + 2 * i]);
		if (item[2 + 2 * i] == item[3 + 2 * i])
			continue;
		to[n++] = '-';
		n += put_octet(to + n, item[3 + 2 * i]);
	}
	to[n++] = ']';
	return n;
}

/* Spell a literal octet so that it is not read as an operator. */
static size_t put_literal(char *to, uint8_t octet, const struct rule *rule, bool form_r)
{
	if (form_r && (octet == '*' || octet == '$'))
		return put_octet(to, octet);
	size_t n = 0;
	if (rule->glob && (octet == '*' || octet == '?' || octet == '[' || octet == '\\'))
		to[n++] = '\\';
	to[n++] = (char)octet;
	return n;
}

/* Spell a canonical pattern, with the operators as lines have them. */
static size_t spell(char *to, const struct normal *canonical, const struct rule *rule, bool form_r)
{
	const uint8_t *const text = canonical->text;
	size_t n = 0;
	for (size_t i = 0; i < canonical->len; i += glob_item_size(text + i))
		if (text[i] == OP_SET)
			n += put_set(to + n, text + i);
		else if (text[i] == OP_SLASH || text[i] == OP_QUERY)
			n += put_octet(to + n, text[i] == OP_SLASH ? '/' : '?');
		else if (text[i] >= OP_ONE)
			to[n++] = text[i] == OP_STAR ? '*' : text[i] == OP_END ? '$' : '?';
		else
			n += put_literal(to + n, text[i], rule, form_r);
	return n;
}

/* The names of a group, in the form in which they are compared. */
static enum robotsc_status find_agents(struct arena *a, const struct document *doc, size_t *agent, struct robotsc_rule *rule)
{
	size_t end = *agent;
	struct robotsc_text *agents;
	while (end < doc->nagents && doc->agents[end].group == rule->group)
		end++;
	agents = robotsc__arena_take(a, (end - *agent) * sizeof *agents);
	if (!agents)
		return ROBOTSC_ERR_NOMEM;
	for (size_t i = *agent; i < end; i++)
		agents[i - *agent] = (struct robotsc_text){(const char *)doc->agents[i].token.at, doc->agents[i].token.len};
	rule->agents = agents;
	rule->nagents = end - *agent;
	*agent = end;
	return ROBOTSC_OK;
}

static enum robotsc_status tell(struct arena *a, const struct text *text, const struct rule *from, struct robotsc_rule *rule,
                                void (*call)(void *ctx, const struct robotsc_rule *rule), void *ctx)
{
	const struct arena_mark mark = robotsc__arena_mark(a);
	struct normal canonical = {.text = robotsc__arena_take(a, 3 * from->value.len + 1)};
	if (!canonical.text)
		return ROBOTSC_ERR_NOMEM;
	text->dialect->normalize(from, &canonical);
	char *const spelled = robotsc__arena_take(a, SPELLED * (size_t)canonical.len + 1);
	if (!spelled)
		return ROBOTSC_ERR_NOMEM;
	rule->line = from->line;
	rule->verdict = from->verdict;
	rule->pattern = (struct robotsc_text){(const char *)from->value.at, from->value.len};
	rule->canonical =
		(struct robotsc_text){spelled, spell(spelled, &canonical, from, text->dialect->normalize == robotsc__normalize_r)};
	call(ctx, rule);
	robotsc__arena_reset(a, mark);
	return ROBOTSC_OK;
}

enum robotsc_status robotsc_rules(const struct robotsc_options *options, const void *robots, size_t len,
                                  void (*rule)(void *ctx, const struct robotsc_rule *rule), void *ctx)
{
	struct arena arena;
	struct text text;
	enum robotsc_status status;
	size_t agent = 0, at = 0;
	robotsc__arena_init(&arena, options ? options->alloc : NULL);
	status = robotsc__text_rules_read(&arena, options, robots, len, &text);
	for (uint32_t group = 0; status == ROBOTSC_OK && group < text.doc.ngroups; group++) {
		struct robotsc_rule told = {.group = group};
		status = find_agents(&arena, &text.doc, &agent, &told);
		for (; status == ROBOTSC_OK && at < text.doc.nrules && text.doc.rules[at].group == group; at++)
			status = tell(&arena, &text, &text.doc.rules[at], &told, rule, ctx);
	}
	robotsc__arena_free(&arena);
	return status;
}
