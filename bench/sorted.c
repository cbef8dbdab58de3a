/* sorted.c - see sorted.h.
 *
 * memcmp compares the segment at the beginning, memmem finds those after a star.  The first rule
 * that matches decides.  A rule is 4 octets (length and flags), then its canonical text.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* memmem */
#include "sorted.h"

#include <stdlib.h>
#include <string.h>

#define ALLOWS 1u
#define END 2u
#define GAPS 4u
#define OPEN 8u
#define FLAGS 4 /* bits */
#define LAST UINT32_MAX

void *sorted_build(const struct rules *rules, size_t *bytes)
{
	size_t i, size = 4;
	char *policy, *p;
	uint32_t head;

	for (i = 0; i < rules->n; i++)
		size += 4 + rules->rule[i].len;
	p = policy = malloc(size);
	if (p == NULL)
		return NULL;
	for (i = 0; i < rules->n; i++) {
		const struct rule *r = &rules->rule[i];

		head = r->len << FLAGS | (r->rank & 1) | (r->end ? END : 0) | (r->gaps ? GAPS : 0) | (r->open ? OPEN : 0);
		memcpy(p, &head, 4);
		memcpy(p + 4, r->text, r->len);
		p += 4 + r->len;
	}
	head = LAST;
	memcpy(p, &head, 4);
	*bytes = size;
	return policy;
}

/* ---- rules with %2F or %3F after a star ----
 *
 * Such a rule stands for several: the rule itself, and for each star a variant where that star
 * spans the '?' and the text after it is decoded.  So matching keeps two places, before and after
 * that '?'. */

/* The end of a segment that matches at one place, encoded or decoded; NULL if it does not match. */
static const char *open_at(const char *seg, size_t n, const char *p, const char *end, int decoded)
{
	static const char *const spelt[2][2] = {{"%2F", "%3F"}, {"/", "?"}};
	const char *want;
	size_t i, k;

	for (i = 0; i < n; i++, p += k) {
		want = seg[i] == RULE_SLASH || seg[i] == RULE_MARK ? spelt[decoded][seg[i] == RULE_MARK] : &seg[i];
		k = want == &seg[i] ? 1 : strlen(want);
		if ((size_t)(end - p) < k || memcmp(p, want, k) != 0)
			return NULL;
	}
	return p;
}

static const char *open_find(const char *seg, size_t n, const char *p, const char *end, int decoded, int last)
{
	const char *stop;

	for (; p != NULL && p <= end; p++) {
		stop = open_at(seg, n, p, end, decoded);
		if (stop != NULL && (!last || stop == end))
			return stop;
	}
	return NULL;
}

static int open_match(uint32_t head, const char *seg, const char *rule_end, const char *p, const char *end)
{
	const char *decoded = NULL, *query, *stop;
	size_t n;
	int last;

	for (;; seg = stop + 1) {
		stop = memchr(seg, RULE_STAR, (size_t)(rule_end - seg));
		last = stop == NULL && head & END;
		if (stop == NULL)
			stop = rule_end;
		n = (size_t)(stop - seg);
		query = p != NULL ? memchr(p, '?', (size_t)(end - p)) : NULL;
		if (query != NULL && (decoded == NULL || query + 1 < decoded))
			decoded = query + 1;
		p = open_find(seg, n, p, end, 0, last);
		decoded = open_find(seg, n, decoded, end, 1, last);
		if ((p == NULL && decoded == NULL) || stop == rule_end)
			return p != NULL || decoded != NULL;
	}
}

int sorted_open_rule(const struct rule *rule, const char *path, size_t len)
{
	const char *end = rule->text + rule->len, *star = memchr(rule->text, RULE_STAR, rule->len);
	const size_t first = (size_t)(star - rule->text);

	return first <= len && memcmp(rule->text, path, first) == 0 &&
	       open_match(rule->end ? END : 0, star + 1, end, path + first, path + len);
}

/* Match the segments after the first star.  The leftmost match is exact: it leaves most for the
 * rest. */
static int gaps_match(uint32_t head, const char *seg, const char *rule_end, const char *p, const char *end)
{
	const char *stop, *found;
	size_t n;
	int last;

	for (;; seg = stop + 1) {
		stop = memchr(seg, RULE_STAR, (size_t)(rule_end - seg));
		last = stop == NULL && head & END;
		if (stop == NULL)
			stop = rule_end;
		n = (size_t)(stop - seg);
		if (last)
			p = (size_t)(end - p) >= n && memcmp(end - n, seg, n) == 0 ? end : NULL;
		else
			p = n == 0 ? p : (found = memmem(p, (size_t)(end - p), seg, n)) != NULL ? found + n : NULL;
		if (p == NULL || stop == rule_end)
			return p != NULL;
	}
}

/* Match the rest of a rule after its first segment. */
static int rest_matches(uint32_t head, const char *rest, const char *rule_end, const char *p, const char *end)
{
	if (head & OPEN)
		return open_match(head, rest, rule_end, p, end);
	if (head & GAPS)
		return gaps_match(head, rest, rule_end, p, end);
	return !(head & END) || p == end;
}

int sorted_verdict(const void *policy, const char *path, size_t len)
{
	const char *rule = policy, *text, *star;
	uint32_t head, n, first;

	for (;; rule = text + n) {
		memcpy(&head, rule, 4);
		if (head == LAST)
			return 1;
		n = head >> FLAGS;
		text = rule + 4;
		first = n;
		if (head & GAPS && (star = memchr(text, RULE_STAR, n)) != NULL)
			first = (uint32_t)(star - text);
		if (first <= len && memcmp(text, path, first) == 0 &&
		    rest_matches(head, text + first + 1, text + n, path + first, path + len))
			return head & ALLOWS;
	}
}
