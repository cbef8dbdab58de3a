/* literals.c - see literals.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "literals.h"

#include <string.h>

#include "pattern/glob_set.h"
#include "support/sort.h"

/* The worth of a literal: its octets, with these corrections.  A literal that begins the path is
 * searched for only once.  Finding a shared literal costs a match of all globs that share it. */
#define ANCHORED_BONUS 8
#define SHARED_MALUS 4 /* taken off each time the number of patterns that share it doubles */
#define NOTHING (-1000)

/* A pattern and its literal. */
struct choice {
	struct literal text;
	bool floats; /* the literal may begin anywhere after the first octet */
	bool whole;  /* the literal is the whole pattern */
	const struct pattern *pattern;
};

/* The number of octets before the next operator. */
static uint32_t plain_octets(const uint8_t *text, uint32_t len)
{
	uint32_t n = 0;
	while (n < len && text[n] < 0x80)
		n++;
	return n;
}

/* The length of a text cut to at most `most` octets, without half a pair at its end. */
static uint32_t cut(const uint8_t *text, uint32_t len, uint32_t most)
{
	if (len <= most)
		return len;
	return text[most - 1] < FORM_K_TRAIL ? most - 1 : most;
}

/* Estimates how many patterns share each literal: counts by hash, with collisions. */
struct share_counts {
	uint32_t *count;
	uint32_t mask;
};

static uint32_t *count_of(const struct share_counts *s, const struct literal *text, bool floats)
{
	uint32_t h = (uint32_t)floats;
	for (uint32_t i = 0; i < text->len; i++)
		h = (h ^ text->text[i]) * 16777619u;
	return &s->count[(h ^ h >> 15) & s->mask];
}

static int worth_of(const struct share_counts *s, const struct literal *text, bool floats)
{
	int worth = (int)text->len + (floats ? 0 : ANCHORED_BONUS);
	for (uint32_t n = *count_of(s, text, floats); n > 1; n /= 2)
		worth -= SHARED_MALUS;
	return worth;
}

/* If c is NULL, count a literal of a pattern.  Else c takes it if it is worth more than *worth. */
static void offer(const struct share_counts *s, const uint8_t *octets, uint32_t len, bool floats, int *worth, struct choice *c)
{
	const struct literal text = {octets, cut(octets, len, floats ? FLOATING_MAX : ANCHORED_MAX)};
	if (text.len == 0)
		return;
	if (!c) {
		++*count_of(s, &text, floats);
	} else if (worth_of(s, &text, floats) > *worth) {
		*worth = worth_of(s, &text, floats);
		c->text = text;
		c->floats = floats;
	}
}

/* Offer all literals of a pattern. */
static void offer_all(const struct share_counts *s, const struct pattern *pattern, struct choice *c)
{
	const uint8_t *const text = pattern->text;
	const uint32_t prefix = plain_octets(text, pattern->len);
	int worth = NOTHING;
	if (prefix)
		offer(s, text + 1, prefix - 1, false, &worth, c);
	for (uint32_t i = prefix; i < pattern->len;) {
		const uint32_t n = plain_octets(text + i, pattern->len - i);
		/* if the star before it matches nothing, this slash is the path's first octet */
		const uint32_t slash = n && text[i] == '/' && !prefix;
		offer(s, text + i + slash, n - slash, true, &worth, c);
		i += n ? n : glob_item_size(text + i);
	}
}

/* True if a pattern is its own literal and begins the path (is_prefix), or is a star and a literal
 * that floats (is_floating). */
static bool is_prefix(const struct pattern *pattern)
{
	return pattern->len <= ANCHORED_MAX && pattern->text[0] == '/' && plain_octets(pattern->text, pattern->len) == pattern->len;
}

static bool is_floating(const struct pattern *pattern)
{
	return pattern->len > 2 && pattern->len <= 2 + FLOATING_MAX && pattern->text[0] == '/' && pattern->text[1] == OP_STAR &&
	       plain_octets(pattern->text + 2, pattern->len - 2) == pattern->len - 2;
}

/* Choose the literal of a pattern.  If there is none: the empty one, which begins every path. */
static struct choice choose(const struct share_counts *s, const struct pattern *pattern)
{
	struct choice out = {.text = {pattern->text + 1, 0}, .pattern = pattern, .whole = true};
	if (is_prefix(pattern)) {
		out.text.len = pattern->len - 1;
	} else if (is_floating(pattern)) {
		out.text = (struct literal){pattern->text + 2, pattern->len - 2};
		out.floats = true;
	} else {
		out.whole = false;
		offer_all(s, pattern, &out);
	}
	return out;
}

/* Choose a literal for each pattern that a path may match. */
static enum robotsc_status choose_all(struct arena *a, const struct pattern *patterns, uint32_t n, struct choice *choices,
                                      uint32_t *chosen)
{
	struct share_counts s = {.mask = 63};
	while (s.mask < 4 * (uint64_t)n && s.mask < UINT32_MAX / 2)
		s.mask = 2 * s.mask + 1;
	s.count = robotsc__arena_zeroed(a, (size_t)s.mask + 1, sizeof *s.count);
	if (!s.count)
		return ROBOTSC_ERR_NOMEM;
	for (uint32_t i = 0; i < n; i++)
		if (!is_prefix(&patterns[i]) && !is_floating(&patterns[i]))
			offer_all(&s, &patterns[i], NULL);
	*chosen = 0;
	for (uint32_t i = 0; i < n; i++)
		if (patterns[i].text[0] == '/' || patterns[i].text[0] >= 0x80)
			choices[(*chosen)++] = choose(&s, &patterns[i]);
	return ROBOTSC_OK;
}

/* Literals that begin the path come first; equal literals by descending rank. */
static int compare_choices(const void *ctx, uint32_t i, uint32_t k)
{
	const struct choice *x = (const struct choice *)ctx + i, *y = (const struct choice *)ctx + k;
	if (x->floats != y->floats)
		return x->floats < y->floats ? -1 : 1;
	const int d = memcmp(x->text.text, y->text.text, x->text.len < y->text.len ? x->text.len : y->text.len);
	if (d || x->text.len != y->text.len)
		return d ? d : x->text.len < y->text.len ? -1 : 1;
	if (x->pattern->rank != y->pattern->rank)
		return x->pattern->rank > y->pattern->rank ? -1 : 1;
	return i < k ? -1 : i > k;
}

static bool begins(const struct literal *x, const struct literal *y)
{
	return x->len <= y->len && memcmp(x->text, y->text, x->len) == 0;
}

/* A literal that begins the next one, and the highest rank of the patterns that are this literal
 * alone or one of its prefixes alone. */
struct known {
	uint32_t literal, rank;
};

static bool same_literal(const struct choice *x, const struct choice *y)
{
	return x->floats == y->floats && x->text.len == y->text.len && begins(&x->text, &y->text);
}

/* Add the literal that choices[order[from..to)] share, if one of them ranks above `above`.  A
 * pattern that is just the literal becomes the last glob of the literal, if there are others. */
static void add_literal(const struct choice *choices, const uint32_t *order, uint32_t from, uint32_t to, uint32_t above,
                        struct literals *out)
{
	const struct choice *const first = &choices[order[from]];
	struct sought what = {.from = out->nglobs};
	for (uint32_t i = from; i < to; i++) { /* by descending rank */
		const struct choice *const c = &choices[order[i]];
		if (c->pattern->rank <= above)
			break;
		if (c->whole && out->nglobs == what.from)
			what.whole = c->pattern->rank;
		else
			out->globs[out->nglobs++] = (struct tried){c->pattern, c->floats || !c->text.len ? 0 : c->text.len + 1};
		if (c->whole)
			break;
	}
	what.to = out->nglobs;
	if (!what.whole && what.from == what.to)
		return;
	out->text[out->n] = first->text;
	out->what[out->n++] = what;
	out->anchored += !first->floats;
}

/* Add all literals.  A path that begins with a literal also begins with the literal's prefixes, so
 * a pattern is left out unless it outranks the patterns of these prefixes. */
static enum robotsc_status add_all(struct arena *a, const struct choice *choices, const uint32_t *order, uint32_t n,
                                   struct literals *out)
{
	struct known *known = robotsc__arena_take(a, (n + 1) * sizeof *known);
	uint32_t depth = 0;
	if (!known)
		return ROBOTSC_ERR_NOMEM;
	for (uint32_t from = 0, to; from < n; from = to) {
		const struct choice *const c = &choices[order[from]];
		uint32_t whole = 0;
		for (to = from; to < n && same_literal(c, &choices[order[to]]); to++)
			whole = choices[order[to]].whole && choices[order[to]].pattern->rank > whole
			                ? choices[order[to]].pattern->rank
			                : whole;
		while (depth && (c->floats ? choices[known[depth - 1].literal].text.len > 0
		                           : !begins(&choices[known[depth - 1].literal].text, &c->text)))
			depth--;
		const uint32_t above = depth ? known[depth - 1].rank : 0;
		add_literal(choices, order, from, to, above, out);
		if (!c->floats)
			known[depth++] = (struct known){order[from], whole > above ? whole : above};
	}
	return ROBOTSC_OK;
}

enum robotsc_status robotsc__literals_run(struct arena *a, const struct pattern *patterns, uint32_t n, struct literals *out)
{
	struct choice *choices = robotsc__arena_take(a, n * sizeof *choices);
	uint32_t chosen = 0;
	*out = (struct literals){.text = robotsc__arena_take(a, n * sizeof *out->text),
	                         .what = robotsc__arena_take(a, n * sizeof *out->what),
	                         .globs = robotsc__arena_take(a, n * sizeof *out->globs)};
	if (!choices || !out->text || !out->what || !out->globs)
		return ROBOTSC_ERR_NOMEM;
	if (choose_all(a, patterns, n, choices, &chosen) != ROBOTSC_OK)
		return ROBOTSC_ERR_NOMEM;
	const uint32_t *order = robotsc__sort_all(a, chosen, compare_choices, choices);
	return order ? add_all(a, choices, order, chosen, out) : ROBOTSC_ERR_NOMEM;
}
