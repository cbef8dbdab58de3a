/* select.h - a group for one policy of a blob.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_SELECT_H
#define ROBOTSC_SELECT_H

#include "blob_layout.h"
#include "load.h"
#include "robotsc/check.h"

/* The members of struct robotsc_group, in the order of use:
 *
 * machine   the first machine; NULL where the verdict is constant
 * of.fan    of a DFA with a fan: its labels, and the keys and multiplier of its hash
 * of.list   of a list of filters: the policies behind the first one, all policies, all machines
 * code      offset from the machine: its nodes
 * hub       likewise: the hub, or the root of the floating literals; without one, code - 1
 * tables    likewise: the skip tables
 * more      how many machines follow the first one
 * flags     of the machine
 * fan       of a DFA with a fan: 2, plus the verdict of "/"; from bit 2 on 2 plus the verdict where no label follows, or 0
 *           where the walk goes on.  Else 0
 * shift     of the fan: 64 less the bits of its hash
 * unit      of the fan: what an entry counts
 * form      in which paths are compared
 * verdict   where no rule matches
 * dialect   of the blob
 * selected  enum robotsc_selected
 * token     index into the tokens
 * name      entry of the agent index that decided, plus 1; 0: that of "*" */

/* How many policies a blob has, and the entry of one.  Without a section for them there is one: its machine. */
static inline uint32_t policy_count(const struct robotsc_blob *blob)
{
	return blob->policies ? ld32(blob->bytes + blob->policies + POLICIES_AT_COUNT) : 1;
}

static inline uint32_t policy_entry(const struct robotsc_blob *blob, uint32_t index)
{
	return blob->policies ? ld32(blob->bytes + blob->policies + POLICIES_AT_ENTRIES + (size_t)index * POLICY_ENTRY)
	                      : POLICY_MACHINE;
}

/* A group that answers as a policy does, given by its index; paths are read in a form (FORM_...). */
void robotsc__select_policy(const struct robotsc_blob *blob, uint32_t policy, uint8_t form, struct robotsc_group *group);

#endif
