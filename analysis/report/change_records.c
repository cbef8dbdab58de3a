/* change_records.c - see change_formats.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "change_formats.h"

#define FIRST_HASH UINT64_C(0xCBF29CE484222325) /* FNV-1a */
#define NEXT_HASH UINT64_C(0x100000001B3)

static void hash_text(uint64_t *hash, struct robotsc_text text)
{
	for (size_t i = 0; i < text.len; i++)
		*hash = (*hash ^ (uint8_t)text.at[i]) * NEXT_HASH;
	*hash = (*hash ^ 0x100) * NEXT_HASH;
}

void robotsc__change_begin(struct field_hashes *h)
{
	for (unsigned i = 0; i < CHANGE_FIELDS; i++)
		h->of[i] = FIRST_HASH;
}

void robotsc__change_hash(struct field_hashes *h, const struct robotsc_extensions *ext, const struct robotsc_group *group)
{
	struct robotsc_lines lines;
	struct robotsc_line line;
	robotsc_begin_lines(ext, group, &lines);
	while (robotsc_next_line(&lines, &line)) {
		uint64_t *const hash = &h->of[line.field < CHANGE_FIELDS ? line.field : ROBOTSC_FIELD_UNKNOWN];
		hash_text(hash, line.name);
		hash_text(hash, line.value);
	}
}

uint32_t robotsc__change_fields(const struct field_hashes hashes[2])
{
	uint32_t fields = 0;
	for (unsigned i = 0; i < CHANGE_FIELDS; i++)
		fields |= (uint32_t)(hashes[0].of[i] != hashes[1].of[i]) << i;
	return fields;
}

/* The records of the file, and of the robots.  A blob without records has none. */
static void hash_records(struct field_hashes *h, const struct robotsc_blob *blob, const struct robotsc_origin_change *change)
{
	struct robotsc_extensions ext;
	struct robotsc_group group;
	robotsc__change_begin(h);
	if (robotsc_open_extensions(blob, &ext) != ROBOTSC_OK)
		return;
	robotsc__change_hash(h, &ext, NULL);
	for (size_t i = 0; i < change->nagents; i++) {
		if (robotsc_select(blob, &change->agents[i], 1, &group) == ROBOTSC_OK)
			robotsc__change_hash(h, &ext, &group);
		for (unsigned k = 0; k < CHANGE_FIELDS; k++)
			hash_text(&h->of[k], change->agents[i]);
	}
	if (!change->nagents && robotsc_select(blob, NULL, 0, &group) == ROBOTSC_OK)
		robotsc__change_hash(h, &ext, &group);
}

uint32_t robotsc__change_records(const struct robotsc_origin_change *change)
{
	struct field_hashes hashes[2];
	for (int i = 0; i < 2; i++)
		hash_records(&hashes[i], change->blobs[i], change);
	return robotsc__change_fields(hashes);
}

const char *robotsc_became_name(enum robotsc_became became)
{
	static const char *const names[ROBOTSC_BECAME_COUNT] = {"same",    "times",    "text",  "outcome",
	                                                        "unknown", "verdicts", "added", "removed"};
	return (unsigned)became < ROBOTSC_BECAME_COUNT ? names[became] : NULL;
}
