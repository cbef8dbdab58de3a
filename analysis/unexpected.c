/* unexpected.c - finds lines that do to given URLs something else than it seems.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "deciding_lines.h"
#include "pattern/pattern.h"
#include "pattern/rule_match.h"
#include "robotsc/explain.h"
#include "text_rules.h"

_Static_assert(sizeof(void *) != 8 || sizeof(struct robotsc_unexpected) == 48, "robotsc_unexpected is ABI");

/* Most work for all URLs together: octets of patterns, each compared with 64 octets of a path. */
#define WORK 400000000u

/* A rule, and the patterns that its author may have meant. */
struct doubt {
	const struct glob *rule;
	struct glob lower, other; /* in lower case; with the other sign; len 0: none */
	size_t first[ROBOTSC_UNEXPECTED_KINDS], n[ROBOTSC_UNEXPECTED_KINDS];
};

struct doubting {
	struct arena *a;
	struct text text;
	struct lazy_rules rules;
	struct doubt *doubts; /* by rule */
	uint64_t work;
};

static bool is_name_octet(uint8_t c)
{
	return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

static bool is_disallow(const struct glob *rule)
{
	return rule->line && !(rule->rank & 1);
}

/* A copy in lower case, to be matched with a path in lower case. */
static uint8_t *small_letters(struct arena *a, const uint8_t *text, size_t len)
{
	uint8_t *const copy = robotsc__arena_take(a, len + 1);
	for (size_t i = 0; copy && i < len; i++)
		copy[i] = (uint8_t)ascii_lower(text[i]);
	return copy;
}

/* The index of the sign in "*&name=" or "*?name=", where a parameter follows a star; 0: none. */
static uint32_t sign_of(const struct glob *rule)
{
	for (uint32_t i = 1; i + 1 < rule->len; i++)
		if (rule->text[i - 1] == OP_STAR && (rule->text[i] == '&' || rule->text[i] == '?') &&
		    is_name_octet(rule->text[i + 1]))
			return i;
	return 0;
}

/* Make the patterns that a rule about a parameter may have been meant as.  False: no memory. */
static bool make_doubt(struct arena *a, const struct glob *rule, struct doubt *out)
{
	const uint32_t sign = sign_of(rule);
	uint8_t *text;
	*out = (struct doubt){.rule = rule};
	if (!is_disallow(rule) || !(memchr(rule->text, '=', rule->len) || sign))
		return true;
	out->lower = (struct glob){small_letters(a, rule->text, rule->len), rule->len, rule->rank, rule->line};
	if (!out->lower.text)
		return false;
	if (!sign)
		return true;
	text = robotsc__arena_take(a, rule->len);
	if (!text)
		return false;
	memcpy(text, rule->text, rule->len);
	text[sign] = rule->text[sign] == '&' ? '?' : '&';
	out->other = (struct glob){text, rule->len, rule->rank, rule->line};
	return true;
}

static void count(struct doubt *d, enum robotsc_unexpected_kind kind, size_t url)
{
	if (d->n[kind]++ == 0)
		d->first[kind] = url;
}

/* Count a closed URL if the deciding rule is a prefix that ends inside a name in the URL. */
static void ask_closed(struct doubting *q, const struct canonical_path *path, uint32_t line, size_t url)
{
	for (uint32_t i = 0; i < q->rules.n; i++) {
		const struct glob *const rule = &q->rules.rules[i];
		const uint8_t last = rule->len ? rule->text[rule->len - 1] : 0;
		if (rule->line != line || !is_disallow(rule))
			continue;
		if (robotsc__pattern_literal(rule->text, rule->len) == rule->len && is_name_octet(last) && rule->len < path->len) {
			const uint8_t next = path->text[rule->len];
			if (is_name_octet(next) || next == '-' || next == '_')
				count(&q->doubts[i], ROBOTSC_UNEXPECTED_PREFIX, url);
		}
		return;
	}
}

static bool matches(struct doubting *q, const struct glob *rule, const struct canonical_path *path)
{
	return rule->len && robotsc__rule_match_run(rule->text, rule->len, path, &q->work) == 1;
}

/* The rank of a line's rule; 0: the policy has no rule of that line. */
static uint32_t rank_of(const struct doubting *q, uint32_t line)
{
	for (uint32_t i = 0; line && i < q->rules.n; i++)
		if (q->rules.rules[i].line == line)
			return q->rules.rules[i].rank;
	return 0;
}

/* Count an open URL if a rule about parameters nearly matches it, and would decide if it did. */
static enum robotsc_status ask_open(struct doubting *q, const struct canonical_path *path, uint32_t line, size_t url)
{
	const uint32_t decides = rank_of(q, line);
	struct canonical_path small = {
		.text = small_letters(q->a, path->text, path->len), .len = path->len, .query = path->query, .paired = path->paired};
	if (!small.text || !robotsc__rule_match_rows(q->a, &small))
		return ROBOTSC_ERR_NOMEM;
	for (uint32_t i = 0; i < q->rules.n && q->work; i++) {
		struct doubt *const d = &q->doubts[i];
		if (!d->lower.len || d->rule->rank < decides || matches(q, d->rule, path))
			continue;
		if (matches(q, &d->lower, &small))
			count(d, ROBOTSC_UNEXPECTED_CASE, url);
		else if (matches(q, &d->other, path))
			count(d, ROBOTSC_UNEXPECTED_SIGN, url);
	}
	return ROBOTSC_OK;
}

static enum robotsc_status ask(struct doubting *q, const struct asked_line *of, size_t url)
{
	const struct arena_mark mark = robotsc__arena_mark(q->a);
	const struct rule *const rule =
		of->line && of->line != ROBOTSC_LINE_IMPLIED ? robotsc__text_rules_line(&q->text.doc, of->line) : NULL;
	struct canonical_path path;
	struct robotsc_text from;
	enum robotsc_status status = ROBOTSC_OK;
	robotsc_url_path(q->text.dialect->id, of->url.at, of->url.len, &from);
	if (!robotsc__rule_match_path(q->a, q->text.dialect, (const uint8_t *)from.at, from.len, &path))
		return ROBOTSC_ERR_NOMEM;
	if (rule && rule->verdict == ROBOTSC_DISALLOW)
		ask_closed(q, &path, of->line, url);
	else if (of->line != ROBOTSC_LINE_IMPLIED)
		status = ask_open(q, &path, of->line, url);
	robotsc__arena_reset(q->a, mark);
	return status;
}

static void tell(const struct doubting *q, void (*call)(void *ctx, const struct robotsc_unexpected *u), void *ctx)
{
	for (uint32_t i = 0; i < q->rules.n; i++)
		for (unsigned kind = 0; kind < ROBOTSC_UNEXPECTED_KINDS; kind++) {
			const struct doubt *const d = &q->doubts[i];
			if (!d->n[kind])
				continue;
			const struct rule *const rule = robotsc__text_rules_line(&q->text.doc, d->rule->line);
			call(ctx, &(const struct robotsc_unexpected){.kind = kind,
			                                             .line = d->rule->line,
			                                             .pattern = {(const char *)rule->value.at, rule->value.len},
			                                             .url = d->first[kind],
			                                             .urls = d->n[kind]});
		}
}

static enum robotsc_status find(struct doubting *q, const struct robotsc_options *options, struct robotsc_text robots,
                                const struct robotsc_text *tokens, size_t n, const struct robotsc_text *urls, size_t nurls)
{
	struct asked_line *const of = robotsc__arena_zeroed(q->a, nurls + 1, sizeof *of);
	uint64_t work = UINT64_MAX;
	enum robotsc_status status =
		of ? robotsc__text_rules_read(q->a, options, robots.at, robots.len, &q->text) : ROBOTSC_ERR_NOMEM;
	for (size_t i = 0; of && i < nurls; i++)
		of[i] = (struct asked_line){.tokens = tokens, .ntokens = n, .url = urls[i]};
	if (status == ROBOTSC_OK)
		status = robotsc__deciding_lines(options, robots, of, nurls, &work);
	const uint32_t policy = status == ROBOTSC_OK ? robotsc__text_rules_find(&q->text, tokens, n) : NO_POLICY;
	if (policy == NO_POLICY)
		return status;
	status = robotsc__text_rules_of(q->a, &q->text, policy, &q->rules);
	q->doubts = status == ROBOTSC_OK ? robotsc__arena_zeroed(q->a, (size_t)q->rules.n + 1, sizeof *q->doubts) : NULL;
	for (uint32_t i = 0; q->doubts && i < q->rules.n; i++)
		if (!make_doubt(q->a, &q->rules.rules[i], &q->doubts[i]))
			return ROBOTSC_ERR_NOMEM;
	if (status == ROBOTSC_OK && !q->doubts)
		status = ROBOTSC_ERR_NOMEM;
	for (size_t i = 0; i < nurls && q->work && status == ROBOTSC_OK; i++)
		status = ask(q, &of[i], i);
	return status;
}

enum robotsc_status robotsc_unexpected(const struct robotsc_options *options, const void *robots, size_t len,
                                       const struct robotsc_text *tokens, size_t n, const struct robotsc_text *urls, size_t nurls,
                                       void (*call)(void *ctx, const struct robotsc_unexpected *unexpected), void *ctx)
{
	struct arena arena;
	struct doubting q = {.a = &arena, .work = WORK};
	robotsc__arena_init(&arena, options ? options->alloc : NULL);
	const enum robotsc_status status = find(&q, options, (struct robotsc_text){robots, len}, tokens, n, urls, nurls);
	if (status == ROBOTSC_OK)
		tell(&q, call, ctx);
	robotsc__arena_free(&arena);
	return status;
}

const char *robotsc_unexpected_text(enum robotsc_unexpected_kind kind)
{
	static const char *const words[ROBOTSC_UNEXPECTED_KINDS] = {"ends inside a name that it closes",
	                                                            "does not close it, since letter case counts",
	                                                            "does not close it, since another sign is before the name"};
	return (unsigned)kind < ROBOTSC_UNEXPECTED_KINDS ? words[kind] : NULL;
}
