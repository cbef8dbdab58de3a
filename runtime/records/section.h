/* section.h - the tables of a verified extensions section.  docs/formats/blob.md, "Extensions"
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_SECTION_H
#define ROBOTSC_SECTION_H

#include "match/blob_layout.h"
#include "match/load.h"
#include "robotsc/extensions.h"

#define NO_SET UINT32_MAX

/* The name of a group of robotsc_select_none.  No blob has this entry. */
#define NAME_OF_NONE UINT32_MAX

static inline const uint8_t *section_label(const struct robotsc_extensions *ext, uint32_t index)
{
	return ext->blob.bytes + ext->labels + (size_t)index * EXT_LABEL;
}

static inline const uint8_t *section_set(const struct robotsc_extensions *ext, uint32_t index)
{
	return ext->blob.bytes + ext->sets + (size_t)index * (SET_AT_POLICIES + (size_t)SET_ANSWER * ext->nanswers);
}

static inline const uint8_t *section_group(const struct robotsc_extensions *ext, uint32_t index)
{
	return ext->blob.bytes + ext->groups + (size_t)index * EXT_GROUP;
}

static inline const uint8_t *section_record(const struct robotsc_extensions *ext, uint32_t index)
{
	return ext->blob.bytes + ext->records + (size_t)index * EXT_RECORD;
}

/* Returns the record set of an entry, or NO_SET.  The entry of "*" (name 0) is the last. */
static inline uint32_t section_set_of(const struct robotsc_extensions *ext, uint32_t name)
{
	const uint32_t entry = name && name < ext->nnames ? name - 1 : ext->nnames - 1;
	const uint32_t set = ld32(ext->blob.bytes + ext->names + (size_t)entry * EXT_NAME);
	return set ? set - 1 : NO_SET;
}

/* Returns the record set of a group's robot, or NO_SET. */
static inline uint32_t section_find(const struct robotsc_extensions *ext, const struct robotsc_group *group)
{
	return group->name == NAME_OF_NONE ? NO_SET : section_set_of(ext, group->name);
}

#endif
