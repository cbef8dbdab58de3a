/* plain.c - see sorted.h.  It has no order of rules, no early end and no fast search.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include <string.h>

#include "sorted.h"

/* A path, and the octets of its canonical form that were needed so far. */
struct text {
	const char *at;
	size_t n;
	char *room; /* the same address as the member at, for writing */
	const char *rest, *end;
	int query;
};

#define STEP 16 /* octets of a path that are made canonical at a time */

/* Kinds of octets that cannot be copied as they are; with FOLDS, plain ones that may also be
 * escaped. */
#define ESCAPES 1
#define ENDS 2
#define ENCODED 4
#define FOLDS 8
#define NOT_PLAIN (ESCAPES | ENDS | ENCODED)

#define HEX_NONE 16

static uint8_t kinds[256], values[256]; /* values: of hexadecimal digits, else HEX_NONE */

static void make_tables(void)
{
	/* the octets that rival_rules.c has */
	static const char folds[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~:@!'(),[]*$",
			  plain[] = "/?&=+;", digits[] = "0123456789ABCDEF", small[] = "abcdef";

	memset(kinds, ENCODED, sizeof kinds);
	memset(values, HEX_NONE, sizeof values);
	for (const char *c = folds; *c != '\0'; c++)
		kinds[(uint8_t)*c] = FOLDS;
	for (const char *c = plain; *c != '\0'; c++)
		kinds[(uint8_t)*c] = 0;
	kinds['%'] = ESCAPES;
	kinds['#'] = ENDS;
	for (uint8_t i = 0; i < 16; i++)
		values[(uint8_t)digits[i]] = i;
	for (uint8_t i = 0; i < 6; i++)
		values[(uint8_t)small[i]] = (uint8_t)(i + 10);
}

static char *add_escape(char *to, unsigned c)
{
	to[0] = '%';
	to[1] = "0123456789ABCDEF"[c >> 4];
	to[2] = "0123456789ABCDEF"[c & 15];
	return to + 3;
}

/* Read what stands behind a '%'. */
static char *read_escape(const char **rest, const char *end, int query, char *to)
{
	const unsigned high = end - *rest < 2 ? HEX_NONE : values[(uint8_t)(*rest)[0]],
		       low = high == HEX_NONE ? HEX_NONE : values[(uint8_t)(*rest)[1]], c = high << 4 | low;

	if (low == HEX_NONE) {
		*to = '%';
		return to + 1;
	}
	*rest += 2;
	if (!(kinds[c] & FOLDS) && !(query && (c == '/' || c == '?')))
		return add_escape(to, c);
	*to = (char)c;
	return to + 1;
}

/* Make more canonical octets.  Returns 0 at the end of the path. */
static int make(struct text *t)
{
	const char *rest = t->rest, *const stop = t->end - rest < STEP ? t->end : rest + STEP;
	char *to = t->room + t->n, *const made = to;

	while (rest < stop) {
		const uint8_t c = (uint8_t)*rest++;

		if (!(kinds[c] & NOT_PLAIN)) {
			t->query |= c == '?';
			*to++ = (char)c;
		} else if (kinds[c] & ENCODED) {
			to = add_escape(to, c);
		} else if (kinds[c] & ESCAPES) {
			to = read_escape(&rest, t->end, t->query, to);
		} else {
			t->end = --rest;
			break;
		}
	}
	t->rest = rest;
	t->n = (size_t)(to - t->room);
	return to > made;
}

/* True if the path has an octet at p. */
static inline int has(struct text *t, size_t p)
{
	return p < t->n || make(t);
}

/* On a mismatch, the last star takes one more octet. */
static int matches(const struct rule *rule, struct text *t)
{
	const char *seg = NULL; /* the text after the last star */
	size_t i = 0, p = 0, from = 0;

	for (;;) {
		if (i < rule->len && rule->text[i] == RULE_STAR) {
			seg = rule->text + ++i;
			from = p;
		} else if (i == rule->len && (!rule->end || !has(t, p))) {
			return 1;
		} else if (i < rule->len && has(t, p) && rule->text[i] == t->at[p]) {
			i++;
			p++;
		} else if (seg == NULL || !has(t, from)) {
			return 0;
		} else {
			i = (size_t)(seg - rule->text);
			p = ++from;
		}
	}
}

/* As matches, for a rule with RULE_SLASH or RULE_MARK: such an operator comes after a star, so the
 * whole path is needed. */
static int matches_open(const struct rule *rule, struct text *t)
{
	for (size_t i = 0; rule->text[i] != RULE_STAR; i++)
		if (!has(t, i) || rule->text[i] != t->at[i])
			return 0;
	while (make(t))
		continue;
	return sorted_open_rule(rule, t->at, t->n);
}

static int verdict(const struct rules *rules, struct text *t)
{
	uint32_t best = 1; /* no rule: allow */

	for (size_t i = 0; i < rules->n; i++) {
		const struct rule *rule = &rules->rule[i];

		if ((rule->open ? matches_open(rule, t) : matches(rule, t)) && rule->rank > best)
			best = rule->rank;
	}
	return best & 1;
}

int plain_verdict(const struct rules *rules, const char *path, size_t len, char *room)
{
	struct text t = {room, 0, room, path, path + len, 0};

	if (kinds['%'] != ESCAPES)
		make_tables();
	if (len == 0 || path[0] != '/')
		room[t.n++] = '/';
	return verdict(rules, &t);
}

int plain_verdict_given(const struct rules *rules, const char *path, size_t len)
{
	struct text t = {path, len, NULL, path, path, 0};

	return verdict(rules, &t);
}
