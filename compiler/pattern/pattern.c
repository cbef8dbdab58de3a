/* pattern.c - see pattern.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "pattern.h"

#include <string.h>

#include "match/load.h"
#include "match/percent.h"
#include "support/sort.h"

#define RANK_ROBOTS_TXT UINT32_MAX /* above every rule; odd, so it allows */

/* The pattern of the rule that /robots.txt is always allowed. */
static const uint8_t robots_txt[] = {'/', 'r', 'o', 'b', 'o', 't', 's', '.', 't', 'x', 't', OP_END};

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

/* Copies text with OP_SLASH and OP_QUERY replaced by what they match in the path: at most 3 * len
 * octets.  Returns how many. */
static uint32_t resolve(uint8_t *to, const uint8_t *text, uint32_t len)
{
	uint32_t n = 0;
	for (uint32_t i = 0; i < len; i++) {
		if (!op_is_variant(text[i])) {
			to[n++] = text[i];
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
	/* before the first star, the path has no query yet */
	const uint32_t n = resolve(keep, text, prefix);
	memcpy(keep + n, text + prefix, len - prefix);
	return add(m, keep, n + len - prefix, rank);
}

/* Add a normalized rule of m->scratch.  The octet before the text may be overwritten. */
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
	if (add(&m, robots_txt, sizeof robots_txt, RANK_ROBOTS_TXT) != ROBOTSC_OK)
		return ROBOTSC_ERR_NOMEM;
	out->n--;
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

static uint64_t head_of(const void *ctx, uint32_t item, uint32_t depth)
{
	const struct pattern *const pattern = (const struct pattern *)ctx + item;
	const uint32_t left = pattern->len - depth, n = left < SORT_HEAD ? left : SORT_HEAD;
	uint64_t head = 0;
	for (uint32_t i = 0; i < n; i++)
		head = head << 8 | order_of(pattern->text[depth + i]);
	return head << 8 * (SORT_HEAD - n) << 8 | (left > SORT_HEAD ? SORT_MORE : left);
}

static int compare_patterns(const void *ctx, uint32_t x, uint32_t y)
{
	return robotsc__pattern_compare((const struct pattern *)ctx + x, (const struct pattern *)ctx + y);
}

/* Collect the patterns of a set's groups: sorted, each once with its highest rank. */
static enum robotsc_status gather(struct arena *a, const struct document *doc, const struct patterns *all,
                                  const struct ruleset *set, struct rules *out)
{
	uint32_t n = doc->dialect->robots_txt, k = 0;
	for (uint32_t i = 0; i < set->ngroups; i++)
		n += all->first[set->groups[i] + 1] - all->first[set->groups[i]];
	struct sort_key *keys = robotsc__arena_take(a, 2 * (size_t)n * sizeof *keys);
	out->patterns = robotsc__arena_take(a, n * sizeof *out->patterns);
	if (!keys || !out->patterns)
		return ROBOTSC_ERR_NOMEM;
	if (doc->dialect->robots_txt)
		keys[k++].item = all->n;
	for (uint32_t i = 0; i < set->ngroups; i++)
		for (uint32_t p = all->first[set->groups[i]]; p < all->first[set->groups[i] + 1]; p++)
			keys[k++].item = p;
	if (!robotsc__sort_texts(a, keys, n, head_of, compare_patterns, all->all))
		return ROBOTSC_ERR_NOMEM;
	for (uint32_t i = 0; i < n; i++) {
		const struct pattern *const pattern = &all->all[keys[i].item];
		struct pattern *const last = out->n ? &out->patterns[out->n - 1] : NULL;
		if (!last || robotsc__pattern_compare(last, pattern) != 0) {
			out->patterns[out->n++] = *pattern;
		} else if (pattern->rank > last->rank) {
			last->rank = pattern->rank;
			last->ordinal = pattern->ordinal;
		}
	}
	return ROBOTSC_OK;
}

/* Number the ranks of some patterns. */
static enum robotsc_status number_ranks(struct arena *a, struct pattern *patterns, uint32_t n, uint32_t fallback, uint32_t stop[2])
{
	struct sort_key *keys = robotsc__arena_take(a, 2 * (size_t)n * sizeof *keys);
	uint32_t ordinal = fallback;
	stop[0] = stop[1] = 0;
	if (!keys)
		return ROBOTSC_ERR_NOMEM;
	for (uint32_t i = 0; i < n; i++)
		keys[i] = (struct sort_key){patterns[i].rank, i};
	robotsc__sort_keys(keys, keys + n, n);
	for (uint32_t i = 0; i < n; i++) {
		ordinal += (keys[i].key & 1) != (ordinal & 1);
		patterns[keys[i].item].ordinal = ordinal;
		stop[!(ordinal & 1)] = ordinal;
	}
	return ROBOTSC_OK;
}

enum robotsc_status robotsc__pattern_share(struct arena *a, const struct document *doc, struct patterns *all)
{
	const enum robotsc_verdict fallback = doc->ngroups ? doc->groups[0].fallback : ROBOTSC_ALLOW;
	return number_ranks(a, all->all, all->n + doc->dialect->robots_txt, fallback, all->stop);
}

enum robotsc_status robotsc__pattern_select(struct arena *a, const struct document *doc, const struct patterns *all,
                                            const struct ruleset *set, struct rules *out)
{
	uint32_t kept = 0;
	*out = (struct rules){.fallback = set->ngroups ? doc->groups[set->groups[0]].fallback : ROBOTSC_ALLOW};
	if (gather(a, doc, all, set, out) != ROBOTSC_OK)
		return ROBOTSC_ERR_NOMEM;
	memcpy(out->stop, all->stop, sizeof out->stop); /* shared ranks are numbered already */
	if (!set->shared && number_ranks(a, out->patterns, out->n, out->fallback, out->stop) != ROBOTSC_OK)
		return ROBOTSC_ERR_NOMEM;
	for (uint32_t i = 0; i < out->n; i++) {
		struct pattern pattern = out->patterns[i];
		pattern.rank = pattern.ordinal;
		if (pattern.rank == out->fallback)
			continue; /* it gives the fallback verdict and outranks nothing */
		out->with_sets += pattern.has_sets != 0;
		for (uint32_t k = 0; !pattern.has_sets && !pattern.plain && k < pattern.len; k++)
			out->variants += op_is_variant(pattern.text[k]) != 0;
		out->patterns[kept++] = pattern;
	}
	out->n = kept;
	return ROBOTSC_OK;
}
