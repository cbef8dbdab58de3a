/* select.h - make a group for a policy of a blob.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_SELECT_H
#define ROBOTSC_SELECT_H

#include "blob_layout.h"
#include "load.h"
#include "nodes.h"
#include "robotsc/check.h"

/* The members of struct robotsc_group, in the order of use:
 *
 * machine          the first machine; NULL: the verdict is constant
 * of.prefix_table  DFA with a prefix table: its prefixes, and the keys and multiplier of its hash
 * of.list          list of filters: the policies after the first one, all policies, all machines
 * code             offset from machine to its nodes
 * root             offset from machine to its root, or to that of the floating trie; without one,
 *                  code - 1
 * tables           offset from machine to its skip tables
 * more             number of machines after the first one
 * flags            of the machine
 * prefix_verdicts  DFA with a prefix table: 2 + the verdict of "/".  Bits 2 and 3, if no prefix
 *                  follows: 2 + the verdict, or 0 to walk on.  Any other machine: 0
 * shift            prefix table: 64 - bits of the hash
 * unit             prefix table: the unit of its entries
 * form             form of the paths (FORM_...)
 * verdict          verdict if no rule matches
 * dialect          of the blob
 * selected         enum robotsc_selected
 * token            index into the tokens
 * name             entry of the agent index that decided, plus 1; 0: the entry of "*" */

/* The number of policies of a blob, and one entry.  Without a policy section there is one policy:
 * the machine. */
static inline uint32_t policy_count(const struct robotsc_blob *blob)
{
	return blob->policies ? ld32(blob->bytes + blob->policies + POLICIES_AT_COUNT) : 1;
}

static inline uint32_t policy_entry(const struct robotsc_blob *blob, uint32_t index)
{
	return blob->policies ? ld32(blob->bytes + blob->policies + POLICIES_AT_ENTRIES + (size_t)index * POLICY_ENTRY)
	                      : POLICY_MACHINE;
}

#if !ROBOTSC_SMALL
/* Copies into the group what a check needs of a DFA's prefix table. */
static inline void attach_prefix_table(const uint8_t *prefix_table, struct robotsc_group *group)
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

/* How many policies a blob has, or has room for if that is less. */
static inline uint32_t policies_within(const struct robotsc_blob *blob)
{
	if (!blob->policies)
		return 1;
	const uint32_t room = blob->size - blob->policies;
	const uint32_t most = room < POLICIES_AT_ENTRIES ? 0 : (room - POLICIES_AT_ENTRIES) / POLICY_ENTRY;
	return most && policy_count(blob) < most ? policy_count(blob) : most;
}

/* Makes the group of a policy field of the agent index.  0 and 1: no policy, all is allowed.
 * forged: the blob has not been verified.  Then it returns 0 if an octet that it needs lies outside
 * of the blob. */
SPECIALIZED int attach(const struct robotsc_blob *blob, uint32_t value, uint8_t form, const int forged, struct robotsc_group *group)
{
	if (forged && value >> 1 > policies_within(blob))
		return 0;
	*group = (struct robotsc_group){.form = form, .dialect = blob->dialect};
	const uint8_t *policies = blob->bytes + blob->policies;
	uint32_t entry = value >> 1 ? policy_entry(blob, (value >> 1) - 1) : POLICY_CONSTANT | ROBOTSC_ALLOW;
	if ((entry & POLICY_KIND) == POLICY_CONSTANT) {
		group->verdict = entry & 1;
		return 1;
	}
	if ((entry & POLICY_KIND) == POLICY_LIST) {
		const uint32_t room = blob->size - blob->policies, at = entry & ~POLICY_KIND;
		if (forged && (room < 8 || at > room - 8 || ld32(policies + at) - 1 > (room - 8 - at) / 4 ||
		               ld32(policies + at + 4) >= policies_within(blob)))
			return 0; /* 0 - 1 is more than any room */
		const uint8_t *list = policies + at;
		group->more = ld32(list) - 1;
		group->of.list.at = list + 8;
		group->of.list.entries = policies + POLICIES_AT_ENTRIES;
		group->of.list.machines = blob->bytes + blob->machines;
		entry = policy_entry(blob, ld32(list + 4));
	}
	const uint32_t room = blob->size - blob->machines;
	if (forged && entry >= room)
		return 0;
	const uint8_t *const machine = blob->bytes + blob->machines + entry;
	group->machine = machine;
	group->flags = machine[0];
	group->verdict = (machine[0] & MACHINE_FALLBACK) != 0;
#if !ROBOTSC_SMALL
	struct parts m;
	if (!robotsc__machine_parts(machine, forged ? room - entry : UINT32_MAX, &m))
		return 0;
	group->tables = (uint32_t)m.tables;
	group->code = (uint32_t)m.code;
	group->root = group->code + m.field[MACHINE_ROOT] - 1;
	if ((machine[0] & (MACHINE_PREFIXES | MACHINE_IS_FILTER)) == MACHINE_PREFIXES) {
		if (forged && m.prefix_table + PREFIX_AT_ENTRIES > room - entry)
			return 0;
		attach_prefix_table(machine + m.prefix_table, group);
	}
#endif
	return 1;
}

/* Makes the group of a policy, given by its index, for paths in a form (FORM_...). */
void robotsc__select_policy(const struct robotsc_blob *blob, uint32_t policy, uint8_t form, struct robotsc_group *group);

#endif
