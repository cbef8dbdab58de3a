/* extent_parts.c - the parts of a site that rules name, and how much of each is open.
 *
 * A rule names the part of its first folder: its octets before the first operator, up to the second
 * '/' or the first '?'.  A rule without such octets may match anywhere.  When rules are sorted by
 * these octets, those of a part stand together; overlap.h finds the others that may match in it.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "dialect/normalize.h"
#include "extent.h"
#include "overlap.h"

#define SHARE 4       /* a part may take a quarter of what is left of the budget */
#define PART_STEPS 4  /* a part counts as at least 4 steps */
#define OCTETS_STEP 2 /* two octets of its rules count as one step */

struct part_finder {
	struct arena *arena;
	struct overlap o;
	struct extent_region rest; /* all paths that are in no part so far */
	uint8_t form;
	uint64_t *budget;
	void (*part)(void *ctx, const struct robotsc_part *part);
	void *ctx;
};

/* The part that a rule names: its first len octets; len 0: it names none. */
struct named_part {
	uint32_t len;
	bool exact;
};

static struct named_part part_of(const struct overlap *o, uint32_t rule)
{
	const struct glob *g = &o->policy.rules[rule];
	const uint32_t literal = o->literal[rule];
	if (literal < 2 || g->text[0] != '/' || !g->line)
		return (struct named_part){0, false};
	for (uint32_t i = 1; i < literal; i++)
		if (g->text[i] == '/' || g->text[i] == '?')
			return (struct named_part){i + 1, false};
	return (struct named_part){literal, literal < g->len && g->text[literal] == OP_END};
}

/* True if a rule can match no path. */
static bool is_idle(const struct overlap *o, uint32_t rule)
{
	return o->literal[rule] && o->policy.rules[rule].text[0] != '/';
}

/* ---- written as in a URL ----------------------------------------------------------- */

static struct robotsc_text written(const struct part_finder *p, const uint8_t *octets, uint32_t len)
{
	static const char digits[] = "0123456789ABCDEF";
	char *out = robotsc__arena_take(p->arena, 3 * (size_t)len);
	size_t n = 0;
	for (uint32_t i = 0; out && i < len; i++) {
		const bool pair = p->form == FORM_K && octets[i] < FORM_K_LIMIT && i + 1 < len;
		const uint8_t octet = pair ? (uint8_t)(octets[i] << 4 | (octets[i + 1] & 15)) : octets[i];
		i += pair;
		if (!pair && (p->form != FORM_K || (octet > ' ' && octet < 0x7F))) {
			out[n++] = (char)octet;
			continue;
		}
		out[n++] = '%';
		out[n++] = digits[octet >> 4];
		out[n++] = digits[octet & 15];
	}
	return (struct robotsc_text){out, n};
}

/* ---- one part ---------------------------------------------------------------------- */

/* Find the extent of a part; rules: those that may match in it. */
static enum robotsc_status ask(struct part_finder *p, struct extent_region *region, struct lazy_rules *rules,
                               enum robotsc_extent *extent)
{
	uint64_t share = *p->budget / SHARE, octets = 0;
	*extent = rules->fallback == ROBOTSC_ALLOW ? ROBOTSC_EXTENT_OPEN : ROBOTSC_EXTENT_CLOSED;
	if (!rules->n)
		return ROBOTSC_OK;
	for (uint32_t i = 0; i < rules->n; i++)
		octets += rules->rules[i].len;
	pay_steps(p->budget, octets / OCTETS_STEP);
	*extent = ROBOTSC_EXTENT_UNKNOWN;
	if (octets / OCTETS_STEP >= share)
		return ROBOTSC_OK;
	const uint64_t before = share;
	robotsc__lazy_rules_prepare(rules, p->form);
	rules->reactions = robotsc__reactions_make(p->arena);
	if (!rules->reactions)
		return ROBOTSC_ERR_NOMEM;
	rules->dfa.steps = lazy_rules_steps(rules);
	const enum robotsc_status status = robotsc__extent_run(p->arena, region, &rules->dfa, &share, extent);
	*p->budget -= before - share;
	return status;
}

static bool begins_with(const struct overlap *o, uint32_t rule, const uint8_t *octets, uint32_t len)
{
	return o->literal[rule] >= len && memcmp(o->policy.rules[rule].text, octets, len) == 0;
}

/* Find the rules that may match in the part of the rule at a position: later rules that begin with
 * its octets, and earlier ones whose literal is a prefix of them.  False: no memory. */
static bool take_rules(struct part_finder *p, uint32_t position, struct named_part named, struct robotsc_part *part,
                       struct lazy_rules *out)
{
	const struct overlap *o = &p->o;
	const uint8_t *octets = o->policy.rules[o->sorted[position]].text;
	uint32_t last = position, above = 0;
	while (last < o->policy.n && begins_with(o, o->sorted[last], octets, named.len))
		last++;
	for (uint32_t at = o->before[position]; at != NONE_BEFORE && above <= *p->budget; at = o->before[at])
		above++;
	pay_steps(p->budget, above + (last - position));
	*out = (struct lazy_rules){.rules = robotsc__arena_take(p->arena, ((size_t)last - position + above) * sizeof *out->rules),
	                           .fallback = o->policy.fallback};
	if (!out->rules)
		return false;
	for (uint32_t at = o->before[position]; at != NONE_BEFORE && out->n < above; at = o->before[at])
		out->rules[out->n++] = o->policy.rules[o->sorted[at]];
	for (uint32_t i = position; i < last; i++) {
		const struct glob *rule = &o->policy.rules[o->sorted[i]];
		const struct named_part other = part_of(o, o->sorted[i]);
		out->rules[out->n++] = *rule;
		if (other.len != named.len || other.exact != named.exact)
			continue;
		part->rules++;
		part->line = !part->line || rule->line < part->line ? rule->line : part->line;
	}
	return true;
}

/* True if a rule before the position names the same part.  All rules between the two begin with the
 * part's octets. */
static bool is_known(const struct part_finder *p, uint32_t position, struct named_part named)
{
	const struct overlap *o = &p->o;
	const uint8_t *octets = o->policy.rules[o->sorted[position]].text;
	while (position--) {
		const struct named_part other = part_of(o, o->sorted[position]);
		if (!begins_with(o, o->sorted[position], octets, named.len))
			return false;
		if (other.len == named.len && other.exact == named.exact)
			return true;
	}
	return false;
}

static enum robotsc_status give(struct part_finder *p, uint32_t position, struct named_part named)
{
	const struct glob *rule = &p->o.policy.rules[p->o.sorted[position]];
	robotsc__extent_leave_out(&p->rest, rule->text, named.len + named.exact);
	const struct arena_mark mark = robotsc__arena_mark(p->arena);
	struct robotsc_part part = {.exact = named.exact};
	struct extent_region region;
	struct lazy_rules rules;
	enum robotsc_status status = robotsc__extent_region(p->arena, rule->text, named.len, named.exact, 0, &region);
	if (status == ROBOTSC_OK && !take_rules(p, position, named, &part, &rules))
		status = ROBOTSC_ERR_NOMEM;
	if (status == ROBOTSC_OK)
		status = ask(p, &region, &rules, &part.extent);
	part.prefix = written(p, rule->text, named.len);
	if (status == ROBOTSC_OK && !part.prefix.at)
		status = ROBOTSC_ERR_NOMEM;
	if (status == ROBOTSC_OK)
		p->part(p->ctx, &part);
	robotsc__arena_reset(p->arena, mark);
	return status;
}

/* ---- all parts --------------------------------------------------------------------- */

/* Give the rest of the site, where no rule matches that names a part. */
static enum robotsc_status give_rest(struct part_finder *p)
{
	struct robotsc_part part = {{"", 0}, 0, ROBOTSC_EXTENT_UNKNOWN, 0, 0, {0}};
	struct lazy_rules rules = {.rules = robotsc__arena_take(p->arena, p->o.policy.n * sizeof *rules.rules),
	                           .fallback = p->o.policy.fallback};
	if (!rules.rules)
		return ROBOTSC_ERR_NOMEM;
	for (uint32_t i = 0; i < p->o.policy.n; i++) {
		const struct glob *rule = &p->o.policy.rules[i];
		if (part_of(&p->o, i).len || is_idle(&p->o, i) || !rule->line)
			continue;
		rules.rules[rules.n++] = *rule;
		part.rules++;
		part.line = !part.line || rule->line < part.line ? rule->line : part.line;
	}
	const enum robotsc_status status = ask(p, &p->rest, &rules, &part.extent);
	if (status == ROBOTSC_OK)
		p->part(p->ctx, &part);
	return status;
}

/* True if a part has no path but /robots.txt: such a part is left out. */
static bool is_empty(const struct part_finder *p, uint32_t position, struct named_part named)
{
	static const char name[] = "/robots.txt";
	return named.exact && named.len == sizeof name - 1 &&
	       memcmp(p->o.policy.rules[p->o.sorted[position]].text, name, sizeof name - 1) == 0;
}

enum robotsc_status robotsc__extent_parts(struct arena *a, const struct text *text, uint32_t policy, uint64_t *budget,
                                          void (*part)(void *ctx, const struct robotsc_part *part), void *ctx)
{
	struct part_finder p = {.arena = a, .form = text->dialect->form, .budget = budget, .part = part, .ctx = ctx};
	enum robotsc_status status = robotsc__text_rules_of(a, text, policy, &p.o.policy);
	if (status == ROBOTSC_OK)
		status = robotsc__overlap_make(a, &p.o);
	if (status == ROBOTSC_OK)
		status = robotsc__extent_region(a, (const uint8_t *)"/", 1, false, p.o.policy.n, &p.rest);
	for (uint32_t i = 0; i < p.o.policy.n && status == ROBOTSC_OK; i++) {
		const struct named_part named = part_of(&p.o, p.o.sorted[i]);
		if (!named.len || is_empty(&p, i, named) || is_known(&p, i, named))
			continue;
		pay_steps(p.budget, PART_STEPS);
		status = give(&p, i, named);
	}
	return status == ROBOTSC_OK ? give_rest(&p) : status;
}

enum robotsc_status robotsc_parts(const struct robotsc_side *side, const struct robotsc_text *tokens, size_t n, uint64_t *budget,
                                  void (*part)(void *ctx, const struct robotsc_part *part), void *ctx)
{
	struct arena arena;
	struct text text;
	if (side->blob)
		return ROBOTSC_ERR_ARGUMENT;
	robotsc__arena_init(&arena, side->options ? side->options->alloc : NULL);
	enum robotsc_status status = robotsc__text_rules_read(&arena, side->options, side->robots, side->len, &text);
	const uint32_t policy = status == ROBOTSC_OK ? robotsc__text_rules_find(&text, tokens, n) : NO_POLICY;
	if (policy == TEXT_RULES_REFUSED)
		status = ROBOTSC_ERR_AGENT;
	if (status == ROBOTSC_OK)
		status = robotsc__extent_parts(&arena, &text, policy, budget, part, ctx);
	robotsc__arena_free(&arena);
	return status;
}
