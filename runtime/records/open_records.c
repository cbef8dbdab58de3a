/* open_records.c - verify the extensions section once, and iterate over its records.
 *
 * Not part of the core archive: checking paths does not need it.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "access/text.h"
#include "match/nodes.h"
#include "match/select.h"
#include "fields.h"
#include "section.h"

/* Finds the section.  *at is 0 if there is none. */
static enum robotsc_status find_section(const struct robotsc_blob *blob, uint32_t *at, uint32_t *size)
{
	const uint8_t *entry = blob->bytes + BLOB_HEADER;
	const uint32_t count = section_count(blob->bytes);
	*at = *size = 0;
	for (uint32_t i = 0; i < count; i++, entry += SECTION_ENTRY) {
		if (entry[SECTION_AT_TYPE] != SECTION_EXTENSIONS)
			continue;
		if (*at)
			return ROBOTSC_ERR_CORRUPT;
		*at = ld32(entry + SECTION_AT_OFFSET);
		*size = (i + 1 < count ? ld32(entry + SECTION_ENTRY + SECTION_AT_OFFSET) : blob->size - BLOB_TRAILER) - *at;
	}
	return *at ? ROBOTSC_OK : ROBOTSC_ERR_ABSENT;
}

/* Locates the tables, which are adjacent, and the data after them.  0: they do not fit. */
static int place_tables(struct robotsc_extensions *ext, uint32_t at, uint32_t size)
{
	const uint8_t *s = ext->blob.bytes + at;
	if (size < EXT_HEADER)
		return 0;
	ext->nnames = ld32(s + EXT_AT_NAMES);
	ext->nsets = ld32(s + EXT_AT_SETS);
	ext->nmembers = ld32(s + EXT_AT_MEMBERS);
	ext->ngroups = ld32(s + EXT_AT_GROUPS);
	ext->nlabels = ld16(s + EXT_AT_LABELS);
	ext->nanswers = 2 * ext->nlabels + ld16(s + EXT_AT_MORE);
	ext->nrecords = ld32(s + EXT_AT_RECORDS);
	if (ext->nlabels > ROBOTSC_LABELS_MAX)
		return 0;
	uint64_t end = EXT_HEADER;
	const uint64_t names = end, sets = end += (uint64_t)EXT_NAME * ext->nnames;
	const uint64_t members = end += (SET_AT_POLICIES + (uint64_t)SET_ANSWER * ext->nanswers) * ext->nsets;
	const uint64_t groups = end += (uint64_t)EXT_MEMBER * ext->nmembers, labels = end += (uint64_t)EXT_GROUP * ext->ngroups;
	const uint64_t records = end += (uint64_t)EXT_LABEL * ext->nlabels, data = end + (uint64_t)EXT_RECORD * ext->nrecords;
	if (data > size)
		return 0;
	ext->names = at + (uint32_t)names;
	ext->sets = at + (uint32_t)sets;
	ext->members = at + (uint32_t)members;
	ext->groups = at + (uint32_t)groups;
	ext->labels = at + (uint32_t)labels;
	ext->records = at + (uint32_t)records;
	ext->data = at + (uint32_t)data;
	ext->size = size - (uint32_t)data;
	return 1;
}

/* True if each name of the agent index and "*" has an entry, whose set exists. */
static int names_ok(const struct robotsc_extensions *ext)
{
	const uint8_t *b = ext->blob.bytes, *agents = b + ext->blob.agents;
	const uint32_t count = field_at(agents + AGENTS_AT_COUNT, 0, agents[AGENTS_AT_WIDTH]);
	if (ext->nnames != count + 1)
		return 0;
	for (uint32_t i = 0; i < ext->nnames; i++)
		if (ld32(b + ext->names + (size_t)i * EXT_NAME) > ext->nsets)
			return 0;
	return 1;
}

/* True if the members of each set are groups after the first, ascending, and its policies exist.
 * Ascending: so no record occurs twice in an iteration. */
static int sets_ok(const struct robotsc_extensions *ext)
{
	const uint8_t *b = ext->blob.bytes;
	const uint32_t policies = policy_count(&ext->blob);
	uint32_t member = 0;
	for (uint32_t i = 0; i < ext->nsets; i++) {
		const uint8_t *set = section_set(ext, i);
		const uint32_t end = ld32(set + SET_AT_MEMBERS);
		if (end < member || end > ext->nmembers)
			return 0;
		for (uint32_t last = 0; member < end; member++) {
			const uint32_t group = ld32(b + ext->members + (size_t)member * EXT_MEMBER);
			if (group <= last || group >= ext->ngroups)
				return 0;
			last = group;
		}
		for (uint32_t k = 0; k < ext->nanswers; k++) {
			const uint32_t answer = ld32(set + SET_AT_POLICIES + (size_t)SET_ANSWER * k);
			if (answer >= ANSWER_POLICY && answer - ANSWER_POLICY >= policies)
				return 0;
		}
	}
	return member == ext->nmembers;
}

/* True if the ends of the groups' records ascend to the number of records. */
static int groups_ok(const struct robotsc_extensions *ext)
{
	uint32_t record = 0;
	for (uint32_t i = 0; i < ext->ngroups; i++) {
		const uint32_t end = ld32(section_group(ext, i) + GROUP_AT_RECORDS);
		if (end < record)
			return 0;
		record = end;
	}
	return ext->ngroups > 0 && record == ext->nrecords;
}

/* True if a label's values, each after its size, begin at an offset in the data. */
static int values_ok(const struct robotsc_extensions *ext, uint32_t at, uint32_t values)
{
	const uint8_t *data = ext->blob.bytes + ext->data;
	for (; values > 0; values--) {
		if (at == ext->size || data[at] >= ext->size - at)
			return 0;
		at += 1u + data[at];
	}
	return 1;
}

/* True if names and values of the labels are in the data, and each value has an answer. */
static int labels_ok(const struct robotsc_extensions *ext)
{
	uint32_t answers = 2 * ext->nlabels;
	for (uint32_t i = 0; i < ext->nlabels; i++) {
		const uint8_t *label = section_label(ext, i);
		const uint32_t field = ld16(label + LABEL_AT_FIELD), more = ld16(label + LABEL_AT_MORE);
		const uint32_t at = ld32(label + LABEL_AT_NAME), size = ld32(label + LABEL_AT_SIZE);
		if (field < ROBOTSC_FIELD_NOINDEX || field > ROBOTSC_FIELD_CONTENT_USAGE || more > LABEL_VALUES - 2 ||
		    at > ext->size || size > ext->size - at || (more && !values_ok(ext, at + size, more + 2)))
			return 0;
		answers += more;
	}
	return answers == ext->nanswers;
}

static int has_numbers(uint32_t field)
{
	return field >= ROBOTSC_FIELD_CRAWL_DELAY && field <= ROBOTSC_FIELD_VISIT_TIME;
}

static int numbers_ok(uint32_t field, const uint8_t *numbers)
{
	const uint32_t from = ld16(numbers + NUMBERS_AT_FROM), to = ld16(numbers + NUMBERS_AT_TO);
	const int untimed = from == MINUTE_NONE && to == MINUTE_NONE;
	if (field == ROBOTSC_FIELD_REQUEST_RATE && ld32(numbers + NUMBERS_AT_COUNT) == 0)
		return 0;
	return (from < MINUTES && to < MINUTES) || (untimed && field != ROBOTSC_FIELD_VISIT_TIME);
}

/* True if the data of the records ascends, and each has a line and the numbers of its field. */
static int records_ok(const struct robotsc_extensions *ext)
{
	const uint8_t *data = ext->blob.bytes + ext->data;
	for (uint32_t i = 0; i < ext->nrecords; i++) {
		const uint8_t *record = section_record(ext, i);
		const uint32_t field = ld32(record + RECORD_AT_FIELD), at = ld32(record + RECORD_AT_DATA);
		const uint32_t end = i + 1 < ext->nrecords ? ld32(record + EXT_RECORD + RECORD_AT_DATA) : ext->size;
		const uint32_t numbers = has_numbers(field) ? NUMBERS : 0;
		if (field >= RECORD_FIELDS || ld32(record + RECORD_AT_LINE) == 0 || at > end || end > ext->size ||
		    end - at < numbers || ld32(record + RECORD_AT_NAME) > end - at - numbers ||
		    (numbers && !numbers_ok(field, data + at)))
			return 0;
	}
	return 1;
}

enum robotsc_status robotsc_open_extensions(const struct robotsc_blob *blob, struct robotsc_extensions *ext)
{
	struct robotsc_extensions e = {.blob = *blob};
	uint32_t at, size;
	const enum robotsc_status status = find_section(blob, &at, &size);
	if (status != ROBOTSC_OK)
		return status;
	if (!place_tables(&e, at, size) || !names_ok(&e) || !sets_ok(&e) || !groups_ok(&e) || !labels_ok(&e) || !records_ok(&e))
		return ROBOTSC_ERR_CORRUPT;
	*ext = e;
	return ROBOTSC_OK;
}

/* ---- records ------------------------------------------------------------------ */

static void enter_group(struct robotsc_lines *r, uint32_t group)
{
	const struct robotsc_extensions *ext = r->ext;
	r->record = group ? ld32(section_group(ext, group - 1) + GROUP_AT_RECORDS) : 0;
	r->records_end = ld32(section_group(ext, group) + GROUP_AT_RECORDS);
	r->group = ld32(section_group(ext, group) + GROUP_AT_NUMBER);
}

void robotsc_begin_lines(const struct robotsc_extensions *ext, const struct robotsc_group *group, struct robotsc_lines *records)
{
	*records = (struct robotsc_lines){.ext = ext};
	if (!group) {
		enter_group(records, 0);
		return;
	}
	const uint32_t set = section_find(ext, group);
	if (set == NO_SET)
		return;
	records->member = set ? ld32(section_set(ext, set - 1) + SET_AT_MEMBERS) : 0;
	records->members_end = ld32(section_set(ext, set) + SET_AT_MEMBERS);
}

static struct robotsc_text slice(const uint8_t *at, uint32_t len)
{
	return (struct robotsc_text){(const char *)at, len};
}

/* Splits a value that has a path.  docs/extensions.md */
static void split_path(struct robotsc_line *record)
{
	const struct robotsc_text value = record->value;
	size_t word = 0, rest;
	while (word < value.len && !is_blank(value.at[word]))
		word++;
	for (rest = word; rest < value.len && is_blank(value.at[rest]);)
		rest++;
	const struct robotsc_text first = {value.at, word}, second = {value.at + rest, value.len - rest};
	record->rest = value;
	switch (record->field) {
	case ROBOTSC_FIELD_NOINDEX:
		record->path = value;
		record->rest = (struct robotsc_text){value.at + value.len, 0};
		break;
	case ROBOTSC_FIELD_CLEAN_PARAM:
		record->path = second;
		record->rest = first;
		break;
	case ROBOTSC_FIELD_CONTENT_SIGNAL:
	case ROBOTSC_FIELD_CONTENT_USAGE:
		if (value.len && value.at[0] == '/') {
			record->path = first;
			record->rest = second;
		}
		break;
	default:
		break;
	}
}

static uint32_t minute(const uint8_t *p)
{
	const uint32_t m = ld16(p);
	return m == MINUTE_NONE ? ROBOTSC_UNTIMED : m;
}

int robotsc_next_line(struct robotsc_lines *records, struct robotsc_line *record)
{
	const struct robotsc_extensions *ext = records->ext;
	while (records->record == records->records_end) {
		if (records->member == records->members_end)
			return 0;
		enter_group(records, ld32(ext->blob.bytes + ext->members + (size_t)records->member++ * EXT_MEMBER));
	}
	const uint32_t i = records->record++;
	const uint8_t *entry = section_record(ext, i), *data = ext->blob.bytes + ext->data;
	const uint32_t at = ld32(entry + RECORD_AT_DATA), name = ld32(entry + RECORD_AT_NAME);
	const uint32_t end = i + 1 < ext->nrecords ? ld32(entry + EXT_RECORD + RECORD_AT_DATA) : ext->size;
	const uint32_t field = ld32(entry + RECORD_AT_FIELD), skip = has_numbers(field) ? NUMBERS : 0;
	*record = (struct robotsc_line){.field = (enum robotsc_line_field)field,
	                                .line = ld32(entry + RECORD_AT_LINE),
	                                .group = records->group,
	                                .name = slice(data + at + skip, name),
	                                .value = slice(data + at + skip + name, end - at - skip - name),
	                                .from = ROBOTSC_UNTIMED,
	                                .to = ROBOTSC_UNTIMED};
	if (skip) {
		const uint32_t count = ld32(data + at + NUMBERS_AT_COUNT);
		record->delay = field == ROBOTSC_FIELD_CRAWL_DELAY ? count : 0;
		record->documents = field == ROBOTSC_FIELD_REQUEST_RATE ? count : 0;
		record->seconds = field == ROBOTSC_FIELD_REQUEST_RATE ? ld32(data + at + NUMBERS_AT_SECONDS) : 0;
		record->from = minute(data + at + NUMBERS_AT_FROM);
		record->to = minute(data + at + NUMBERS_AT_TO);
	}
	split_path(record);
	return 1;
}

const char *robotsc_field_name(enum robotsc_line_field field)
{
#define FIELD(name, spelling) [ROBOTSC_FIELD_##name] = (spelling),
	static const char *const names[RECORD_FIELDS] = {RECORD_FIELD_LIST(FIELD)};
#undef FIELD
	return (unsigned)field < RECORD_FIELDS ? names[field] : NULL;
}
