/* select.h - make a group for a policy of a blob.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_SELECT_H
#define ROBOTSC_SELECT_H

#include "blob_layout.h"
#include "load.h"
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

/* Makes the group of a policy, given by its index, for paths in a form (FORM_...). */
void robotsc__select_policy(const struct robotsc_blob *blob, uint32_t policy, uint8_t form, struct robotsc_group *group);

#endif
