/* select.c - find the rules for a robot.  RFC 9309 §2.2.1; docs/format.md, "Agents"
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "select.h"

#include "access/text.h"
#include "agent_index.h"
#include "nodes.h"

/* Returns the part of a robot's name that is compared. */
static struct robotsc_text cut_name(struct robotsc_text name, uint8_t match)
{
	size_t n = 0;
	if (match == MATCH_WHOLE)
		return name;
	while (n < name.len && (match == MATCH_TOKEN ? token_octet((uint8_t)name.at[n]) : name.at[n] != '/'))
		n++;
	name.len = n;
	while (name.len && is_blank(name.at[0]))
		name = (struct robotsc_text){name.at + 1, name.len - 1};
	while (name.len && is_blank(name.at[name.len - 1]))
		name.len--;
	return name;
}

/* Compares ignoring case.  True if part is whole, for matches below MATCH_WITHIN.  Otherwise true
 * if part is not empty and whole begins with it (MATCH_PREFIX) or contains it. */
static int holds(const uint8_t *whole, size_t n, const uint8_t *part, size_t size, uint8_t match)
{
	if (match < MATCH_WITHIN ? size != n : !size || size > n)
		return 0;
	for (size_t at = 0, last = match == MATCH_PREFIX ? 0 : n - size; at <= last; at++) {
		size_t k = 0;
		while (k < size && ascii_lower(whole[at + k]) == ascii_lower(part[k]))
			k++;
		if (k == size)
			return 1;
	}
	return 0;
}

/* Linear search for the first entry that matches the name.  Returns it, or x->count. */
static uint32_t look_through(const struct agent_index *x, struct robotsc_text name, uint8_t match)
{
	const uint8_t *robot = (const uint8_t *)name.at;
	uint32_t i = 0;
	for (; i < x->count; i++) {
		const uint8_t *entry = x->text + entry_at(x, i);
		const size_t size = entry_at(x, i + 1) - entry_at(x, i);
		if (match == MATCH_HOLDS ? holds(entry, size, robot, name.len, match) : holds(robot, name.len, entry, size, match))
			break;
	}
	return i;
}

/* Returns the entry of a name, or x->count.  Small code uses the linear search only. */
static uint32_t find_entry(const struct agent_index *x, struct robotsc_text name, uint8_t match)
{
#if !ROBOTSC_SMALL
	if (match < MATCH_WITHIN)
		return search_entry(x, name);
#endif
	return look_through(x, name, match);
}

/* Callers allocate both structs, so their sizes are ABI. */
_Static_assert(sizeof(void *) != 8 || sizeof(struct robotsc_group) == 80, "the size of a group");
_Static_assert(sizeof(void *) != 8 || sizeof(struct robotsc_blob) == 56, "the size of a blob");

#if !ROBOTSC_SMALL
/* Copies into the group what a check needs of a DFA's prefix table. */
static void attach_prefix_table(const uint8_t *prefix_table, struct robotsc_group *group)
{
	const unsigned otherwise = prefix_table[PREFIX_AT_ELSE] & BRANCH_ELSE;
	const unsigned ends = (prefix_table[PREFIX_AT_ELSE] & PREFIX_E) != 0, missed = otherwise > ELSE_ALLOW ? 0 : 2 | otherwise;
	group->prefix_verdicts = (uint8_t)(2 | ends | missed << 2);
	group->shift = (uint8_t)(64 - prefix_table_bits(prefix_table));
	group->unit = (uint8_t)prefix_table_unit(prefix_table);
	group->of.prefix_table.prefixes = prefix_table_first(prefix_table);
	group->of.prefix_table.keys = ld64(prefix_table + PREFIX_AT_KEYS);
	group->of.prefix_table.multiplier = prefix_table_multiplier(prefix_table);
}
#endif

/* Makes the group of a policy field of the agent index.  0 and 1: no policy, all is allowed. */
static void attach(const struct robotsc_blob *blob, uint32_t value, uint8_t form, struct robotsc_group *group)
{
	*group = (struct robotsc_group){.form = form, .dialect = blob->dialect};
	const uint8_t *policies = blob->bytes + blob->policies;
	uint32_t entry = value >> 1 ? policy_entry(blob, (value >> 1) - 1) : POLICY_CONSTANT | ROBOTSC_ALLOW;
	if ((entry & POLICY_KIND) == POLICY_CONSTANT) {
		group->verdict = entry & 1;
		return;
	}
	if ((entry & POLICY_KIND) == POLICY_LIST) {
		const uint8_t *list = policies + (entry & ~POLICY_KIND);
		group->more = ld32(list) - 1;
		group->of.list.at = list + 8;
		group->of.list.entries = policies + POLICIES_AT_ENTRIES;
		group->of.list.machines = blob->bytes + blob->machines;
		entry = policy_entry(blob, ld32(list + 4));
	}
	const uint8_t *const machine = blob->bytes + blob->machines + entry;
	group->machine = machine;
	group->flags = machine[0];
	group->verdict = (machine[0] & MACHINE_FALLBACK) != 0;
#if !ROBOTSC_SMALL
	struct parts m;
	robotsc__machine_parts(machine, UINT32_MAX, &m);
	group->tables = (uint32_t)m.tables;
	group->code = (uint32_t)m.code;
	group->root = group->code + m.field[MACHINE_ROOT] - 1;
	if ((machine[0] & (MACHINE_PREFIXES | MACHINE_IS_FILTER)) == MACHINE_PREFIXES)
		attach_prefix_table(machine + m.prefix_table, group);
#endif
}

void robotsc__select_policy(const struct robotsc_blob *blob, uint32_t policy, uint8_t form, struct robotsc_group *group)
{
	attach(blob, (policy + 1) << 1, form, group);
}

enum robotsc_status robotsc_select(const struct robotsc_blob *blob, const struct robotsc_text *tokens, size_t n,
                                   struct robotsc_group *group)
{
	const struct agent_index x = read_agent_index(blob);
	const int partial = blob->flags & BLOB_PARTIAL;
	uint32_t value = partial && n ? 0 : x.star, chosen = 0, token = 0;
	int named = 0;
	for (size_t i = 0; i < n; i++) {
		const struct robotsc_text name = cut_name(tokens[i], blob->match);
		const uint32_t entry = find_entry(&x, name, blob->match);
		if (entry == x.count && partial)
			return ROBOTSC_ERR_AGENT;
		if (entry == x.count || named)
			continue;
		const uint32_t v = field_at(x.policies, entry, x.width);
		if (v & AGENT_NAMED || !value) {
			value = v;
			chosen = entry + 1;
			token = (uint32_t)i;
			named = v & AGENT_NAMED;
		}
	}
	if (partial && !n && !(x.star & AGENT_NAMED))
		return ROBOTSC_ERR_AGENT;
	if (value == AGENT_PASSED) {
		value = x.star;
		chosen = 0;
		named = 0;
	}
	attach(blob, value, blob->form, group);
	group->name = chosen;
	group->token = named ? token : 0;
	group->selected = named ? ROBOTSC_SELECTED_TOKEN : value >> 1 ? ROBOTSC_SELECTED_STAR : ROBOTSC_SELECTED_NONE;
	return ROBOTSC_OK;
}
