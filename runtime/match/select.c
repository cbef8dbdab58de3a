/* select.c - find the rules for a robot.  RFC 9309 §2.2.1; docs/format.md, "Agents"
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "select.h"

#include "ask_index.h"
#include "nodes.h"

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
	struct index_answer answer;
	const enum robotsc_status status = ask_index(blob, tokens, n, &answer);
	if (status != ROBOTSC_OK)
		return status;
	attach(blob, answer.field, blob->form, group);
	group->name = answer.name;
	group->token = answer.token;
	group->selected = answer.selected;
	return ROBOTSC_OK;
}
