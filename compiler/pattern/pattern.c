/* pattern.c - see pattern.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "pattern.h"

#include <string.h>

#include "match/load.h"
#include "match/percent.h"
#include "support/sort.h"

#define RANK_ROBOTS_TXT UINT32_MAX /* above every rule; odd, so it allows */

struct pattern_maker {
	struct arena *arena;
	const struct robotsc__dialect *dialect;
	struct patterns *out;
	size_t room;
	uint8_t *scratch; /* a normalized rule */
};

static enum robotsc_status add(struct pattern_maker *m, const uint8_t *text, uint32_t len, uint32_t rank)
{
	if (m->out->n == m->room && !robotsc__arena_grow(m->arena, (void **)&m->out->all, &m->room, sizeof *m->out->all))
		return ROBOTSC_ERR_NOMEM;
	m->out->all[m->out->n++] = (struct pattern){.text = text, .len = len, .rank = rank};
	return ROBOTSC_OK;
}

static enum robotsc_status add_with_sets(struct pattern_maker *m, const uint8_t *text, uint32_t len, uint32_t rank)
{
	uint8_t *keep = robotsc__arena_take(m->arena, len);
	if (!keep || add(m, keep, len, rank) != ROBOTSC_OK)
		return ROBOTSC_ERR_NOMEM;
	memcpy(keep, text, len);
	m->out->all[m->out->n - 1].has_sets = true;
	return ROBOTSC_OK;
}

/* Replace a run of stars by one.  Drop a final star, with or without OP_END after it. */
static uint32_t fold_stars(uint8_t *text, uint32_t len)
{
	uint32_t n = 0;
	for (uint32_t i = 0; i < len; i++)
		if (text[i] != OP_STAR || n == 0 || text[n - 1] != OP_STAR)
			text[n++] = text[i];
	if (n > 1 && text[n - 1] == OP_END && text[n - 2] == OP_STAR)
		n--;
	if (n > 0 && text[n - 1] == OP_STAR)
		n--;
	return n;
}

uint32_t robotsc__pattern_resolve(uint8_t *to, const uint8_t *text, uint32_t len, bool query)
{
	uint32_t n = 0;
	for (uint32_t i = 0; i < len; i++) {
		if (!op_is_either(text[i])) {
			to[n++] = text[i];
		} else if (query) {
			to[n++] = text[i] == OP_SLASH ? '/' : '?';
		} else {
			to[n++] = '%';
			to[n++] = text[i] == OP_SLASH ? '2' : '3';
			to[n++] = 'F';
		}
	}
	return n;
}

/* Add a pattern that begins with '/' and whose stars are folded. */
static enum robotsc_status add_simple(struct pattern_maker *m, const uint8_t *text, uint32_t len, uint32_t rank)
{
	uint32_t prefix = 0;
	while (prefix < len && text[prefix] != OP_STAR)
		prefix++;
	uint8_t *keep = robotsc__arena_take(m->arena, (size_t)prefix * 3 + (len - prefix));
	if (!keep)
		return ROBOTSC_ERR_NOMEM;
	/* without a star before it, an octet cannot be in the query */
	const uint32_t n = robotsc__pattern_resolve(keep, text, prefix, false);
	memcpy(keep + n, text + prefix, len - prefix);
	return add(m, keep, n + len - prefix, rank);
}

/* Add a normalized rule of m->scratch.  The octet before it is free for use. */
static enum robotsc_status add_rule(struct pattern_maker *m, uint8_t *text, uint32_t len, uint32_t rank)
{
	len = fold_stars(text, len);
	if (len == 0)
		return add_simple(m, (const uint8_t *)"/", 1, rank); /* matches every path */
	if (text[0] == '/')
		return add_simple(m, text, len, rank);
	if (text[0] != OP_STAR)
		return ROBOTSC_OK; /* no path begins like that */
	if (text[1] == '/' && add_simple(m, text + 1, len - 1, rank) != ROBOTSC_OK)
		return ROBOTSC_ERR_NOMEM;
	text[-1] = '/';
	return add_simple(m, text - 1, len + 1, rank);
}

bool robotsc__pattern_folder(struct normal *pattern)
{
	uint32_t slash = pattern->len;
	while (slash > 0 && pattern->text[slash - 1] != '/')
		slash--;
	if (slash == 0 || pattern->len - slash < 9 || memcmp(pattern->text + slash, "index.htm", 9) != 0)
		return false;
	pattern->text[slash] = OP_END;
	pattern->len = pattern->octets = slash + 1;
	return true;
}

/* True if a rule is its own pattern: it has no operator, and is canonical in every form.  Most
 * are. */
static bool is_plain(const struct pattern_maker *m, const struct rule *rule)
{
	const uint8_t *p = rule->value.at, *const end = p + rule->value.len;
	if (p == end || *p != '/' || rule->glob || (m->dialect->index_html && rule->verdict == ROBOTSC_ALLOW))
		return false;
	while (p < end && !(octet_class[*p] & (OCTET_R_SLOW | OCTET_K_SLOW)) && *p != '*' && *p != '$')
		p++;
	return p == end;
}

static enum robotsc_status make_rule(struct pattern_maker *m, const struct rule *rule)
{
	struct normal normal = {.text = m->scratch + 1};
	if (is_plain(m, rule)) {
		normal.len = normal.octets = (uint32_t)rule->value.len;
		if (add(m, rule->value.at, normal.len, m->dialect->rank(rule, &normal)) != ROBOTSC_OK)
			return ROBOTSC_ERR_NOMEM;
		m->out->all[m->out->n - 1].plain = true;
		return ROBOTSC_OK;
	}
	m->dialect->normalize(rule, &normal);
	if (m->dialect->index_html && rule->verdict == ROBOTSC_ALLOW && robotsc__pattern_folder(&normal)) {
		if (add_rule(m, normal.text, normal.len, m->dialect->rank(rule, &normal)) != ROBOTSC_OK)
			return ROBOTSC_ERR_NOMEM;
		normal = (struct normal){.text = m->scratch + 1}; /* add_rule changed the text */
		m->dialect->normalize(rule, &normal);
	}
	if (normal.has_sets)
		return add_with_sets(m, normal.text, normal.len, m->dialect->rank(rule, &normal));
	return add_rule(m, normal.text, normal.len, m->dialect->rank(rule, &normal));
}

/* Find the groups that some policy contains.  Returns NULL if memory is refused. */
static uint8_t *find_used(struct arena *a, const struct document *doc, const struct grouping *grouping)
{
	uint8_t *sets = robotsc__arena_zeroed(a, grouping->nsets, 1), *groups = robotsc__arena_zeroed(a, doc->ngroups, 1);
	if (!sets || !groups)
		return NULL;
	for (uint32_t i = 0; i < grouping->npolicies; i++)
		for (uint32_t k = 0; k < grouping->policies[i].nsets; k++)
			sets[grouping->policies[i].sets[k]] = 1;
	for (uint32_t i = 0; i < grouping->nsets; i++)
		for (uint32_t k = 0; sets[i] && k < grouping->sets[i].ngroups; k++)
			groups[grouping->sets[i].groups[k]] = 1;
	return groups;
}

enum robotsc_status robotsc__pattern_document(struct arena *a, const struct document *doc, const struct grouping *grouping,
                                              struct patterns *out)
{
	struct pattern_maker m = {.arena = a, .dialect = doc->dialect, .out = out};
	size_t longest = 0;
	*out = (struct patterns){0};
	for (size_t i = 0; i < doc->nrules; i++)
		longest = doc->rules[i].value.len > longest ? doc->rules[i].value.len : longest;
	m.scratch = robotsc__arena_take(a, 3 * longest + 2);
	out->first = robotsc__arena_take(a, ((size_t)doc->ngroups + 1) * sizeof *out->first);
	const uint8_t *used = find_used(a, doc, grouping);
	if (!m.scratch || !out->first || !used)
		return ROBOTSC_ERR_NOMEM;
	size_t rule = 0;
	for (uint32_t group = 0; group < doc->ngroups; group++) {
		out->first[group] = out->n;
		for (; rule < doc->nrules && doc->rules[rule].group == group; rule++)
			if (used[group] && make_rule(&m, &doc->rules[rule]) != ROBOTSC_OK)
				return ROBOTSC_ERR_NOMEM;
	}
	out->first[doc->ngroups] = out->n;
	return ROBOTSC_OK;
}

uint32_t robotsc__pattern_literal(const uint8_t *text, uint32_t len)
{
	uint32_t n = 0;
	while (n < len && !op_ends_literal(text[n]))
		n++;
	return n;
}

/* Operators come first. */
static unsigned order_of(uint8_t octet)
{
	return (uint8_t)(octet - OP_END);
}

int robotsc__pattern_compare(const struct pattern *x, const struct pattern *y)
{
	const uint32_t n = x->len < y->len ? x->len : y->len;
	uint32_t i = 0;
	while (n - i >= 8 && ld64(x->text + i) == ld64(y->text + i))
		i += 8;
	for (; i < n; i++)
		if (x->text[i] != y->text[i])
			return order_of(x->text[i]) < order_of(y->text[i]) ? -1 : 1;
	return x->len < y->len ? -1 : x->len > y->len;
}

/* Patterns to sort.  Their first octets as integers compare in the same order; equal integers
 * decide nothing. */
struct unsorted {
	struct pattern *all;
	uint64_t *head;
};

static uint64_t head_of(const struct pattern *pattern)
{
	uint64_t head = 0;
	for (uint32_t i = 0; i < sizeof head; i++)
		head = head << 8 | (i < pattern->len ? order_of(pattern->text[i]) : 0);
	return head;
}

static int compare_patterns(const void *ctx, uint32_t x, uint32_t y)
{
	const struct unsorted *u = ctx;
	if (u->head[x] != u->head[y])
		return u->head[x] < u->head[y] ? -1 : 1;
	return robotsc__pattern_compare(&u->all[x], &u->all[y]);
}

/* The pattern of the rule that /robots.txt is always allowed. */
static const uint8_t robots_txt_text[] = {'/', 'r', 'o', 'b', 'o', 't', 's', '.', 't', 'x', 't', OP_END};
static const struct pattern robots_txt = {.text = robots_txt_text, .len = sizeof robots_txt_text, .rank = RANK_ROBOTS_TXT};

/* Collect the patterns of a set's groups: sorted, each once with its highest rank. */
static enum robotsc_status gather(struct arena *a, const struct document *doc, const struct patterns *all,
                                  const struct ruleset *set, struct rules *out)
{
	uint32_t n = doc->dialect->robots_txt, k = 0;
	for (uint32_t i = 0; i < set->ngroups; i++)
		n += all->first[set->groups[i] + 1] - all->first[set->groups[i]];
	struct unsorted from = {robotsc__arena_take(a, n * sizeof *from.all), robotsc__arena_take(a, n * sizeof *from.head)};
	uint32_t *order = robotsc__arena_take(a, n * sizeof *order);
	out->patterns = robotsc__arena_take(a, n * sizeof *out->patterns);
	if (!from.all || !from.head || !order || !out->patterns)
		return ROBOTSC_ERR_NOMEM;
	if (doc->dialect->robots_txt)
		from.all[k++] = robots_txt;
	for (uint32_t i = 0; i < set->ngroups; i++)
		for (uint32_t p = all->first[set->groups[i]]; p < all->first[set->groups[i] + 1]; p++)
			from.all[k++] = all->all[p];
	for (uint32_t i = 0; i < n; i++) {
		order[i] = i;
		from.head[i] = head_of(&from.all[i]);
	}
	if (!robotsc__sort(a, order, n, compare_patterns, &from))
		return ROBOTSC_ERR_NOMEM;
	for (uint32_t i = 0; i < n; i++) {
		const struct pattern *pattern = &from.all[order[i]];
		if (i == 0 || compare_patterns(&from, order[i - 1], order[i]) != 0)
			out->patterns[out->n++] = *pattern;
		else if (pattern->rank > out->patterns[out->n - 1].rank)
			out->patterns[out->n - 1].rank = pattern->rank;
	}
	return ROBOTSC_OK;
}

/* Number the ranks of some patterns. */
static enum robotsc_status number_ranks(struct arena *a, const struct pattern *patterns, uint32_t n, bool robots, uint32_t fallback,
                                        struct ordinals *out)
{
	uint32_t ordinal = fallback;
	*out = (struct ordinals){0};
	out->ranks = robotsc__arena_take(a, ((size_t)n + 1) * sizeof *out->ranks);
	out->ordinals = robotsc__arena_take(a, ((size_t)n + 1) * sizeof *out->ordinals);
	if (!out->ranks || !out->ordinals)
		return ROBOTSC_ERR_NOMEM;
	for (uint32_t i = 0; i < n; i++)
		out->ranks[i] = patterns[i].rank;
	if (!robotsc__sort(a, out->ranks, n, robotsc__sort_by_number, NULL))
		return ROBOTSC_ERR_NOMEM;
	out->n = (uint32_t)robotsc__sort_unique(out->ranks, n);
	if (robots)
		out->ranks[out->n++] = RANK_ROBOTS_TXT;
	for (uint32_t i = 0; i < out->n; i++) {
		if ((out->ranks[i] & 1) != (ordinal & 1))
			ordinal++;
		out->ordinals[i] = ordinal;
		out->stop[!(ordinal & 1)] = ordinal;
	}
	return ROBOTSC_OK;
}

static uint32_t ordinal_of(const struct ordinals *o, uint32_t rank)
{
	uint32_t low = 0, high = o->n;
	while (high - low > 1) {
		const uint32_t middle = low + (high - low) / 2;
		if (o->ranks[middle] <= rank)
			low = middle;
		else
			high = middle;
	}
	return o->ordinals[low];
}

enum robotsc_status robotsc__pattern_share(struct arena *a, const struct document *doc, struct patterns *all)
{
	const enum robotsc_verdict fallback = doc->ngroups ? doc->groups[0].fallback : ROBOTSC_ALLOW;
	return number_ranks(a, all->all, all->n, doc->dialect->robots_txt, fallback, &all->shared);
}

enum robotsc_status robotsc__pattern_select(struct arena *a, const struct document *doc, const struct patterns *all,
                                            const struct ruleset *set, struct rules *out)
{
	struct ordinals own;
	uint32_t kept = 0;
	*out = (struct rules){.fallback = set->ngroups ? doc->groups[set->groups[0]].fallback : ROBOTSC_ALLOW};
	if (gather(a, doc, all, set, out) != ROBOTSC_OK)
		return ROBOTSC_ERR_NOMEM;
	if (!set->shared && number_ranks(a, out->patterns, out->n, false, out->fallback, &own) != ROBOTSC_OK)
		return ROBOTSC_ERR_NOMEM;
	const struct ordinals *ordinals = set->shared ? &all->shared : &own;
	for (uint32_t i = 0; i < out->n; i++) {
		struct pattern pattern = out->patterns[i];
		pattern.rank = ordinal_of(ordinals, pattern.rank);
		if (pattern.rank == out->fallback)
			continue; /* it gives the fallback verdict and outranks nothing */
		out->with_sets += pattern.has_sets != 0;
		for (uint32_t k = 0; !pattern.has_sets && !pattern.plain && k < pattern.len; k++)
			out->either += op_is_either(pattern.text[k]) != 0;
		out->patterns[kept++] = pattern;
	}
	out->n = kept;
	out->stop[0] = ordinals->stop[0];
	out->stop[1] = ordinals->stop[1];
	return ROBOTSC_OK;
}
