/* deciding_rule.c - which line of a text decides about a path, or about each of many URLs.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "comparison.h"
#include "deciding_lines.h"
#include "match/load.h"
#include "pattern/rule_match.h"
#include "robotsc/explain.h"
#include "support/sort.h"

/* Find the deciding rule: of those that match, the first with the highest rank; NULL: none matches.
 * Returns false if the work did not suffice. */
static bool find_deciding(const struct lazy_rules *rules, const struct canonical_path *path, uint64_t *work,
                          const struct glob **out)
{
	*out = NULL;
	for (uint32_t i = 0; i < rules->n; i++) {
		const struct glob *rule = &rules->rules[i];
		if (*out && rule->rank <= (*out)->rank)
			continue;
		const int matches = robotsc__rule_match_run(rule->text, rule->len, path, work);
		if (matches == RULE_MATCH_UNKNOWN)
			return false;
		*out = matches ? rule : *out;
	}
	return true;
}

enum robotsc_status robotsc__deciding_rule_find(struct arena *a, const struct operand *operand, const struct lazy_rules *rules,
                                                struct robotsc_text path, uint64_t *work, struct robotsc_reason *out)
{
	const struct arena_mark mark = robotsc__arena_mark(a);
	struct canonical_path canonical;
	const struct glob *rule;
	*out = (struct robotsc_reason){.kind = ROBOTSC_REASON_BLOB};
	if (operand->blob)
		return ROBOTSC_OK;
	if (!robotsc__rule_match_path(a, operand->text.dialect, (const uint8_t *)path.at, path.len, &canonical))
		return ROBOTSC_ERR_NOMEM;
	if (!find_deciding(rules, &canonical, work, &rule))
		out->kind = ROBOTSC_REASON_UNKNOWN;
	else if (!rule)
		out->kind = ROBOTSC_REASON_NO_RULE;
	else if (!rule->line)
		out->kind = ROBOTSC_REASON_ROBOTS_TXT;
	else
		*out = (struct robotsc_reason){
			ROBOTSC_REASON_LINE, rule->line,
			text_line(robotsc__text_rules_line(&operand->text.doc, rule->line)->text, operand->text.end)};
	robotsc__arena_reset(a, mark);
	return ROBOTSC_OK;
}

/* ---- many URLs ----------------------------------------------------------------------------- */

/* A bit for each two literal octets that follow each other.  A pattern cannot match a path that
 * lacks one of its bits. */
struct pairs {
	uint64_t bits[4];
};
#define NO_BIT 256u

static bool has_bit(const struct pairs *p, unsigned bit)
{
	return p->bits[bit / 64] >> bit % 64 & 1;
}

static bool has_all(const struct pairs *path, const struct pairs *pattern)
{
	uint64_t lacks = 0;
	for (int i = 0; i < 4; i++)
		lacks |= pattern->bits[i] & ~path->bits[i];
	return lacks == 0;
}

static struct pairs pairs_of(const uint8_t *text, size_t len)
{
	struct pairs p = {{0}};
	for (size_t i = 1; i < len; i++) {
		const unsigned bit = (text[i - 1] * 37u + text[i]) % NO_BIT;
		if (text[i - 1] == OP_SET)
			i += 2u * text[i] + 1;
		else if (text[i - 1] < OP_SET && text[i] < OP_SET)
			p.bits[bit / 64] |= (uint64_t)1 << bit % 64;
	}
	return p;
}

/* A rule of an index. */
struct indexed {
	struct pairs pairs;
	uint32_t bit;  /* the one of its pairs' bits that fewest rules have; or NO_BIT */
	uint32_t next; /* place in the order where the next bit's rules begin */
};

/* The rules of a policy; order[] sorts them by their bits. */
struct rule_index {
	struct lazy_rules rules;
	struct indexed *at;
	uint32_t *order; /* NULL: there is no index */
};

static int compare_bits(const void *ctx, uint32_t x, uint32_t y)
{
	const struct indexed *const at = ctx;
	return (int)at[x].bit - (int)at[y].bit;
}

/* The first bit of a set that is at least `bit`; NO_BIT: there is none. */
static unsigned next_bit(const struct pairs *p, unsigned bit)
{
	while (bit < NO_BIT && p->bits[bit / 64] >> bit % 64 == 0)
		bit = (bit / 64 + 1) * 64;
	return bit < NO_BIT ? bit + lowest_bit(p->bits[bit / 64] >> bit % 64) : NO_BIT;
}

static void choose_bits(struct indexed *at, uint32_t n)
{
	uint32_t rules[NO_BIT + 1] = {[NO_BIT] = UINT32_MAX};
	for (uint32_t i = 0; i < n; i++)
		for (unsigned bit = next_bit(&at[i].pairs, 0); bit < NO_BIT; bit = next_bit(&at[i].pairs, bit + 1))
			rules[bit]++;
	for (uint32_t i = 0; i < n; i++) {
		at[i].bit = NO_BIT;
		for (unsigned bit = next_bit(&at[i].pairs, 0); bit < NO_BIT; bit = next_bit(&at[i].pairs, bit + 1))
			if (rules[bit] < rules[at[i].bit])
				at[i].bit = bit;
	}
}

#define URLS_FOR_INDEX 8
#define INDEX_WORK 8 /* of a rule */

static enum robotsc_status make_index(struct arena *a, const struct text *text, uint32_t policy, size_t urls,
                                      struct rule_index *index)
{
	const enum robotsc_status status = robotsc__text_rules_of(a, text, policy, &index->rules);
	const uint32_t n = index->rules.n;
	index->order = NULL;
	if (status != ROBOTSC_OK || urls < URLS_FOR_INDEX)
		return status;
	index->at = robotsc__arena_zeroed(a, n, sizeof *index->at);
	if (!index->at)
		return ROBOTSC_ERR_NOMEM;
	for (uint32_t i = 0; i < n; i++)
		index->at[i].pairs = pairs_of(index->rules.rules[i].text, index->rules.rules[i].len);
	choose_bits(index->at, n);
	index->order = robotsc__sort_all(a, n, compare_bits, index->at);
	if (!index->order)
		return ROBOTSC_ERR_NOMEM;
	for (uint32_t i = n; i-- > 0;) {
		const bool last = i + 1 == n || index->at[index->order[i]].bit != index->at[index->order[i + 1]].bit;
		index->at[index->order[i]].next = last ? i + 1 : index->at[index->order[i + 1]].next;
	}
	return ROBOTSC_OK;
}

/* Do the same as find_deciding, by the index if there is one. */
static bool find_indexed(const struct rule_index *index, const struct canonical_path *path, uint64_t *work, const struct glob **out)
{
	const struct pairs pairs = pairs_of(path->text, path->len);
	if (!index->order)
		return find_deciding(&index->rules, path, work, out);
	*out = NULL;
	for (uint32_t i = 0; i < index->rules.n;) {
		const struct indexed *const at = &index->at[index->order[i]];
		const struct glob *const rule = &index->rules.rules[index->order[i++]];
		int matches;
		if (at->bit != NO_BIT && !has_bit(&pairs, at->bit)) {
			i = at->next;
			continue;
		}
		/* Rules are sorted by line, so the lower one of equal rank is the first. */
		if (!has_all(&pairs, &at->pairs) ||
		    (*out && (rule->rank < (*out)->rank || (rule->rank == (*out)->rank && rule > *out))))
			continue;
		matches = robotsc__rule_match_run(rule->text, rule->len, path, work);
		if (matches == RULE_MATCH_UNKNOWN)
			return false;
		*out = matches ? rule : *out;
	}
	return true;
}

static enum robotsc_status find_line(struct arena *a, const struct text *text, const struct rule_index *index,
                                     struct asked_line *of, uint64_t *work)
{
	const struct arena_mark mark = robotsc__arena_mark(a);
	struct canonical_path canonical;
	struct robotsc_text path;
	const struct glob *rule;
	robotsc_url_path(text->dialect->id, of->url.at, of->url.len, &path);
	if (!robotsc__rule_match_path(a, text->dialect, (const uint8_t *)path.at, path.len, &canonical))
		return ROBOTSC_ERR_NOMEM;
	if (find_indexed(index, &canonical, work, &rule) && rule) {
		of->line = rule->line ? rule->line : ROBOTSC_LINE_IMPLIED;
		if (rule->line)
			of->text = text_line(robotsc__text_rules_line(&text->doc, rule->line)->text, text->end);
	}
	robotsc__arena_reset(a, mark);
	return ROBOTSC_OK;
}

static int compare_policies(const void *ctx, uint32_t x, uint32_t y)
{
	const struct asked_line *const of = ctx;
	return of[x].policy == of[y].policy ? 0 : of[x].policy < of[y].policy ? -1 : 1;
}

static enum robotsc_status find_lines(struct arena *a, const struct text *text, struct asked_line *of, size_t n, uint64_t *work)
{
	enum robotsc_status status = ROBOTSC_OK;
	for (size_t i = 0; i < n; i++) {
		of[i].policy = robotsc__text_rules_find(text, of[i].tokens, of[i].ntokens);
		if (of[i].policy == TEXT_RULES_REFUSED)
			status = ROBOTSC_ERR_AGENT;
	}
	const uint32_t *const order = robotsc__sort_all(a, n, compare_policies, of);
	if (!order)
		status = ROBOTSC_ERR_NOMEM;
	for (size_t i = 0, end; i < n && *work && status == ROBOTSC_OK; i = end) {
		const struct arena_mark mark = robotsc__arena_mark(a);
		struct rule_index index;
		uint64_t spent;
		for (end = i + 1; end < n && of[order[end]].policy == of[order[i]].policy;)
			end++;
		status = make_index(a, text, of[order[i]].policy, end - i, &index);
		spent = (uint64_t)index.rules.n * INDEX_WORK;
		*work -= spent < *work ? spent : *work;
		for (size_t k = i; k < end && status == ROBOTSC_OK; k++)
			status = find_line(a, text, &index, &of[order[k]], work);
		robotsc__arena_reset(a, mark);
	}
	return status;
}

enum robotsc_status robotsc__deciding_lines(const struct robotsc_options *options, struct robotsc_text robots,
                                            struct asked_line *of, size_t n, uint64_t *work)
{
	struct arena arena;
	struct text text;
	enum robotsc_status status;
	robotsc__arena_init(&arena, options ? options->alloc : NULL);
	status = robotsc__text_rules_read(&arena, options, robots.at, robots.len, &text);
	if (status == ROBOTSC_OK)
		status = find_lines(&arena, &text, of, n, work);
	robotsc__arena_free(&arena);
	return status;
}

enum robotsc_status robotsc_deciding_lines(const struct robotsc_options *options, const void *robots, size_t len,
                                           const struct robotsc_text *tokens, size_t n, const struct robotsc_text *urls,
                                           size_t count, uint32_t *lines)
{
	struct arena arena;
	struct asked_line *of;
	enum robotsc_status status = ROBOTSC_ERR_NOMEM;
	uint64_t work = UINT64_MAX;
	robotsc__arena_init(&arena, options ? options->alloc : NULL);
	of = robotsc__arena_zeroed(&arena, count + 1, sizeof *of);
	for (size_t i = 0; i < count && of; i++)
		of[i] = (struct asked_line){.tokens = tokens, .ntokens = n, .url = urls[i]};
	if (of)
		status = robotsc__deciding_lines(options, (struct robotsc_text){robots, len}, of, count, &work);
	for (size_t i = 0; i < count && status == ROBOTSC_OK; i++)
		lines[i] = of[i].line;
	robotsc__arena_free(&arena);
	return status;
}
