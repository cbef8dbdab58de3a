/* same_rules.c - which policies have the same rules: rules get numbers, then lists of these
 * numbers.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "comparison.h"

#include <string.h>

#include "support/sort.h"

/* The lists of all policies may have this multiple of the number of rules, and SHARES_FREE more.
 * If they would have more, they list groups instead of rules. */
#define SHARES 4
#define SHARES_FREE 65536u

/* A rule, with all that distinguishes it from others. */
struct entry {
	const struct glob *rule;
	uint32_t level; /* level of precedence; its low bit is the verdict */
	unsigned kind;  /* of text */
};

/* Lists of numbers, each ascending and without repetition, one after the other in all[]. */
struct lists {
	uint32_t *all;
	size_t *first; /* n + 1 entries */
	uint32_t n;
};

struct list_maker {
	struct arena *arena;
	const struct operand *operands;
	struct entry *entries; /* of both sides */
	uint32_t n, from[2];   /* by side: where its entries begin */
	uint32_t *number;      /* of each entry */
	struct lists groups;   /* of both sides */
};

static const struct text *text_of(const struct list_maker *m, int side)
{
	return m->operands[side].blob ? NULL : &m->operands[side].text;
}

static uint32_t groups_of(const struct list_maker *m, int side)
{
	const struct text *text = text_of(m, side);
	return text ? text->doc.ngroups : 0;
}

static unsigned kind_of(const struct robotsc__dialect *dialect)
{
	return dialect->form * 4u + dialect->robots_txt * 2u + dialect->records;
}

/* ---- numbers of rules --------------------------------------------------------- */

static int compare_ranks(const void *ctx, uint32_t x, uint32_t y)
{
	const struct glob *rules = ctx;
	return rules[x].rank == rules[y].rank ? 0 : rules[x].rank > rules[y].rank ? -1 : 1;
}

/* Find the level of each rule of a record: how often the verdict changes among the ranks above. */
static bool find_levels(struct arena *a, const struct glob *rules, uint32_t n, struct entry *out)
{
	const struct arena_mark mark = robotsc__arena_mark(a);
	const uint32_t *const order = robotsc__sort_all(a, n, compare_ranks, rules);
	uint32_t changes = 0;
	if (!order)
		return false;
	for (uint32_t i = 0; i < n; i++) {
		changes += i && (rules[order[i]].rank ^ rules[order[i - 1]].rank) & 1;
		out[order[i]].level = 2 * changes + (rules[order[i]].rank & 1);
	}
	robotsc__arena_reset(a, mark);
	return true;
}

static bool add_entries(struct list_maker *m, int side)
{
	const struct text *text = text_of(m, side);
	m->from[side] = m->n;
	for (uint32_t group = 0; group < groups_of(m, side); group++) {
		const struct glob *rules = text->rules + text->first[group];
		const uint32_t n = text->first[group + 1] - text->first[group];
		for (uint32_t i = 0; i < n; i++)
			m->entries[m->n + i] = (struct entry){&rules[i], rules[i].rank, kind_of(text->dialect)};
		if (text->dialect->records && !find_levels(m->arena, rules, n, m->entries + m->n))
			return false;
		m->n += n;
	}
	return true;
}

static int compare_entries(const void *ctx, uint32_t x, uint32_t y)
{
	const struct entry *entries = ctx, *a = &entries[x], *b = &entries[y];
	if (a->kind != b->kind)
		return a->kind < b->kind ? -1 : 1;
	if (a->level != b->level)
		return a->level < b->level ? -1 : 1;
	if (a->rule->len != b->rule->len)
		return a->rule->len < b->rule->len ? -1 : 1;
	return memcmp(a->rule->text, b->rule->text, a->rule->len);
}

static enum robotsc_status number_rules(struct list_maker *m)
{
	size_t most = 0;
	for (int side = 0; side < 2; side++) {
		const struct text *text = text_of(m, side);
		if (text && text->doc.ngroups)
			most += text->first[text->doc.ngroups];
	}
	m->entries = robotsc__arena_take(m->arena, most * sizeof *m->entries);
	m->number = robotsc__arena_take(m->arena, most * sizeof *m->number);
	if (!m->entries || !m->number || !add_entries(m, 0) || !add_entries(m, 1))
		return ROBOTSC_ERR_NOMEM;
	const uint32_t *const order = robotsc__sort_all(m->arena, m->n, compare_entries, m->entries);
	if (!order)
		return ROBOTSC_ERR_NOMEM;
	for (uint32_t i = 0, number = 0; i < m->n; i++) {
		number += i && compare_entries(m->entries, order[i - 1], order[i]) != 0;
		m->number[order[i]] = number;
	}
	return ROBOTSC_OK;
}

/* ---- numbers of lists --------------------------------------------------------- */

static bool make_lists(struct arena *a, struct lists *l, size_t lists, size_t numbers)
{
	*l = (struct lists){robotsc__arena_take(a, numbers * sizeof *l->all), robotsc__arena_zeroed(a, lists + 1, sizeof *l->first),
	                    0};
	return l->all && l->first;
}

/* Make a list of the numbers after the last list. */
static bool end_list(struct arena *a, struct lists *l, size_t end)
{
	uint32_t *list = l->all + l->first[l->n];
	const size_t n = end - l->first[l->n];
	if (!robotsc__sort(a, list, n, robotsc__sort_by_number, NULL))
		return false;
	l->first[l->n + 1] = l->first[l->n] + robotsc__sort_unique(list, n);
	l->n++;
	return true;
}

static size_t length_of(const struct lists *l, uint32_t list)
{
	return l->first[list + 1] - l->first[list];
}

static int compare_lists(const void *ctx, uint32_t x, uint32_t y)
{
	const struct lists *l = ctx;
	if (length_of(l, x) != length_of(l, y))
		return length_of(l, x) < length_of(l, y) ? -1 : 1;
	return memcmp(l->all + l->first[x], l->all + l->first[y], length_of(l, x) * sizeof *l->all);
}

/* Number lists: equal ones get the same number, the index of the first.  NULL: no memory. */
static uint32_t *number_lists(struct arena *a, const struct lists *l)
{
	const uint32_t *const order = robotsc__sort_all(a, l->n, compare_lists, l);
	uint32_t *numbers = robotsc__arena_take(a, l->n * sizeof *numbers);
	if (!order || !numbers)
		return NULL;
	for (uint32_t i = 0; i < l->n; i++)
		numbers[order[i]] = i && compare_lists(l, order[i - 1], order[i]) == 0 ? numbers[order[i - 1]] : order[i];
	return numbers;
}

/* ---- groups and policies ------------------------------------------------------- */

/* Make a list of each group: the numbers of its rules, and one more if it disallows other paths. */
static enum robotsc_status list_groups(struct list_maker *m)
{
	const size_t n = (size_t)groups_of(m, 0) + groups_of(m, 1);
	if (!make_lists(m->arena, &m->groups, n, m->n + n))
		return ROBOTSC_ERR_NOMEM;
	for (int side = 0; side < 2; side++)
		for (uint32_t group = 0; group < groups_of(m, side); group++) {
			const struct text *text = text_of(m, side);
			size_t end = m->groups.first[m->groups.n];
			for (uint32_t i = text->first[group]; i < text->first[group + 1]; i++)
				m->groups.all[end++] = m->number[m->from[side] + i];
			if (text->doc.groups[group].fallback == ROBOTSC_DISALLOW)
				m->groups.all[end++] = m->n + kind_of(text->dialect);
			if (!end_list(m->arena, &m->groups, end))
				return ROBOTSC_ERR_NOMEM;
		}
	return ROBOTSC_OK;
}

/* Add the list of a policy: the lists of its groups joined, or (numbers) those of the groups. */
static enum robotsc_status list_policy(struct list_maker *m, int side, uint32_t policy, const uint32_t *numbers, struct lists *out)
{
	const struct arena_mark mark = robotsc__arena_mark(m->arena);
	const uint32_t before = side ? groups_of(m, 0) : 0;
	struct selection groups;
	size_t end = out->first[out->n];
	enum robotsc_status status = robotsc__text_rules_select(m->arena, text_of(m, side), policy, &groups);
	for (uint32_t i = 0; status == ROBOTSC_OK && i < groups.n; i++) {
		const uint32_t group = before + groups.groups[i];
		const size_t n = length_of(&m->groups, group);
		if (numbers && n)
			out->all[end++] = numbers[group];
		else if (n)
			memcpy(out->all + end, m->groups.all + m->groups.first[group], n * sizeof *out->all);
		end += numbers ? 0 : n;
	}
	if (status == ROBOTSC_OK && !end_list(m->arena, out, end))
		status = ROBOTSC_ERR_NOMEM;
	robotsc__arena_reset(m->arena, mark);
	return status;
}

/* Count the policies, and the items of their lists together: as lists of rules, and of groups. */
static enum robotsc_status measure(struct list_maker *m, size_t *policies, size_t *rules, size_t *groups)
{
	*policies = *rules = *groups = 0;
	for (int side = 0; side < 2; side++)
		for (uint32_t p = 0; text_of(m, side) && p <= text_of(m, side)->grouping.npolicies; p++) {
			const struct arena_mark mark = robotsc__arena_mark(m->arena);
			struct selection some = {NULL, 0};
			++*policies;
			if (p < text_of(m, side)->grouping.npolicies &&
			    robotsc__text_rules_select(m->arena, text_of(m, side), p, &some) != ROBOTSC_OK)
				return ROBOTSC_ERR_NOMEM;
			for (uint32_t i = 0; i < some.n; i++)
				*rules += length_of(&m->groups, some.groups[i] + (side ? groups_of(m, 0) : 0));
			*groups += some.n;
			robotsc__arena_reset(m->arena, mark);
		}
	return ROBOTSC_OK;
}

static enum robotsc_status number_policies(struct list_maker *m, struct same_rules *out)
{
	struct lists lists;
	size_t policies, rules, groups;
	if (measure(m, &policies, &rules, &groups) != ROBOTSC_OK)
		return ROBOTSC_ERR_NOMEM;
	const int by_rules = rules <= SHARES * (size_t)m->n + SHARES_FREE;
	const uint32_t *numbers = by_rules ? NULL : number_lists(m->arena, &m->groups);
	if ((!by_rules && !numbers) || !make_lists(m->arena, &lists, policies, by_rules ? rules : groups))
		return ROBOTSC_ERR_NOMEM;
	for (int side = 0; side < 2; side++) {
		out->policies[side] = text_of(m, side) ? text_of(m, side)->grouping.npolicies : 0;
		for (uint32_t p = 0; text_of(m, side) && p <= out->policies[side]; p++)
			if (list_policy(m, side, p < out->policies[side] ? p : NO_POLICY, numbers, &lists) != ROBOTSC_OK)
				return ROBOTSC_ERR_NOMEM;
	}
	uint32_t *all = number_lists(m->arena, &lists);
	if (!all)
		return ROBOTSC_ERR_NOMEM;
	for (int side = 0; side < 2; side++)
		if (text_of(m, side)) {
			out->numbers[side] = all;
			all += out->policies[side] + 1;
		}
	return ROBOTSC_OK;
}

enum robotsc_status robotsc__same_rules_make(struct arena *a, const struct operand operands[2], struct same_rules *out)
{
	struct list_maker m = {.arena = a, .operands = operands};
	*out = (struct same_rules){{NULL, NULL}, {0, 0}};
	enum robotsc_status status = number_rules(&m);
	if (status == ROBOTSC_OK)
		status = list_groups(&m);
	return status == ROBOTSC_OK ? number_policies(&m, out) : status;
}

uint32_t robotsc__same_rules_number(const struct same_rules *same, int side, uint32_t policy)
{
	if (!same->numbers[side])
		return policy;
	return same->numbers[side][policy == NO_POLICY ? same->policies[side] : policy];
}
