/* select.h - a group for one policy of a blob.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_SELECT_H
#define ROBOTSC_SELECT_H

#include "blob_layout.h"
#include "load.h"
#include "robotsc/check.h"

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
