/* overlap.c - see overlap.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "overlap.h"

#include <string.h>

#include "dialect/normalize.h"
#include "support/sort.h"

static int compare(const void *ctx, uint32_t x, uint32_t y)
{
	const struct overlap *o = ctx;
	const uint32_t n = o->literal[x] < o->literal[y] ? o->literal[x] : o->literal[y];
	const int d = memcmp(o->policy.rules[x].text, o->policy.rules[y].text, n);
	if (d)
		return d;
	return o->literal[x] == o->literal[y] ? 0 : o->literal[x] < o->literal[y] ? -1 : 1;
}

static bool goes_on(const struct overlap *o, uint32_t from, uint32_t rule)
{
	return o->literal[from] <= o->literal[rule] &&
	       memcmp(o->policy.rules[from].text, o->policy.rules[rule].text, o->literal[from]) == 0;
}

enum robotsc_status robotsc__overlap_make(struct arena *a, struct overlap *o)
{
	const uint32_t n = o->policy.n;
	o->gone = robotsc__arena_zeroed(a, n, 1);
	o->literal = robotsc__arena_zeroed(a, n, sizeof *o->literal);
	o->position = robotsc__arena_zeroed(a, n, sizeof *o->position);
	o->before = robotsc__arena_zeroed(a, n, sizeof *o->before);
	o->end = robotsc__arena_zeroed(a, n, sizeof *o->end);
	if (!o->gone || !o->literal || !o->position || !o->before || !o->end)
		return ROBOTSC_ERR_NOMEM;
	for (uint32_t i = 0; i < n; i++) {
		const struct glob *rule = &o->policy.rules[i];
		while (o->literal[i] < rule->len && rule->text[o->literal[i]] < OP_SET)
			o->literal[i]++;
	}
	o->sorted = robotsc__sort_all(a, n, compare, o);
	if (!o->sorted)
		return ROBOTSC_ERR_NOMEM;
	uint32_t open = NONE_BEFORE; /* position of the longest open prefix; it may begin others */
	for (uint32_t i = 0; i < n; i++) {
		for (; open != NONE_BEFORE && !goes_on(o, o->sorted[open], o->sorted[i]); open = o->before[open])
			o->end[open] = i;
		o->position[o->sorted[i]] = i;
		o->before[i] = open;
		open = i;
	}
	for (; open != NONE_BEFORE; open = o->before[open])
		o->end[open] = n;
	return ROBOTSC_OK;
}

/* True if `other` takes precedence: of equal ranks, the rule of the first line does. */
static bool is_higher(const struct overlap *o, uint32_t other, uint32_t rule)
{
	const uint32_t a = o->policy.rules[other].rank, b = o->policy.rules[rule].rank;
	return a > b || (a == b && other < rule);
}

/* Add another rule to those of higher or of lower precedence, unless it is left out. */
static void sort_out(const struct overlap *o, uint32_t other, uint32_t rule, uint32_t *room, uint32_t *nhigher, uint32_t *low)
{
	const int higher = is_higher(o, other, rule);
	if (!(o->gone[other] & (higher ? o->not_higher : o->not_lower)))
		room[higher ? (*nhigher)++ : --*low] = other;
}

void robotsc__overlap_find(const struct overlap *o, uint32_t rule, uint32_t *room, uint32_t *nhigher, uint32_t *nlower)
{
	const uint32_t position = o->position[rule];
	uint32_t low = o->policy.n;
	*nhigher = 0;
	for (uint32_t at = o->before[position]; at != NONE_BEFORE; at = o->before[at])
		sort_out(o, o->sorted[at], rule, room, nhigher, &low);
	for (uint32_t at = position + 1; at < o->end[position]; at++)
		sort_out(o, o->sorted[at], rule, room, nhigher, &low);
	*nlower = o->policy.n - low;
}
