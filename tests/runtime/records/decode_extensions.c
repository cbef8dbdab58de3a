/* decode_extensions.c - see decode_extensions.h.  docs/formats/blob.md, "Extensions"
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "decode_extensions.h"

#include "tests/runtime/match/decode_octets.h"

#include <string.h>

/* The rest of the section. */
struct rest {
	const uint8_t *at;
	size_t len;
};

/* The next integer of n octets. */
static uint32_t next_of(struct rest *r, size_t n)
{
	const uint32_t v = get(r->at, (unsigned)n);
	r->at += n;
	r->len -= n;
	return v;
}

/* The next u32. */
static uint32_t next(struct rest *r)
{
	return next_of(r, 4);
}

static int fits(const struct rest *r, uint32_t count, size_t size)
{
	return count <= r->len / size;
}

static int read_names(struct decode_extensions *e, struct rest *r)
{
	if (e->nnames != e->b->nnames + 1 || !fits(r, e->nnames, 4))
		return 0;
	e->names = take(e->nnames, sizeof *e->names);
	for (uint32_t i = 0; i < e->nnames; i++)
		if ((e->names[i] = next(r)) > e->nsets)
			return 0;
	return 1;
}

static int read_sets(struct decode_extensions *e, struct rest *r)
{
	uint32_t member = 0;
	if (!fits(r, e->nsets, 4 + 4 * (size_t)e->nanswers))
		return 0;
	e->sets = take(e->nsets, sizeof *e->sets);
	for (uint32_t i = 0; i < e->nsets; i++) {
		struct decode_set *s = &e->sets[i];
		s->members_begin = member;
		s->members_end = member = next(r);
		if (s->members_end < s->members_begin || s->members_end > e->nmembers)
			return 0;
		for (uint32_t k = 0; k < e->nanswers; k++) {
			s->answers[k] = next(r);
			if (s->answers[k] >= 2 && s->answers[k] - 2 >= e->b->npolicies)
				return 0;
		}
	}
	return member == e->nmembers;
}

static int read_members(struct decode_extensions *e, struct rest *r)
{
	if (!fits(r, e->nmembers, 4))
		return 0;
	e->members = take(e->nmembers, sizeof *e->members);
	for (uint32_t i = 0; i < e->nmembers; i++)
		if ((e->members[i] = next(r)) >= e->ngroups || e->members[i] == 0)
			return 0;
	for (uint32_t i = 0; i < e->nsets; i++)
		for (uint32_t k = e->sets[i].members_begin + 1; k < e->sets[i].members_end; k++)
			if (e->members[k] <= e->members[k - 1])
				return 0;
	return 1;
}

static int read_groups(struct decode_extensions *e, struct rest *r)
{
	uint32_t record = 0;
	if (e->ngroups == 0 || !fits(r, e->ngroups, 8))
		return 0;
	e->groups = take(e->ngroups, sizeof *e->groups);
	for (uint32_t i = 0; i < e->ngroups; i++) {
		struct decode_group *g = &e->groups[i];
		g->records_begin = record;
		g->records_end = record = next(r);
		g->number = next(r);
		if (g->records_end < g->records_begin)
			return 0;
	}
	return record == e->nrecords;
}

/* Read the values of a label that has more than two: each after its size. */
static int read_values(struct decode_prefix *label, struct rest data)
{
	for (uint32_t i = 0; i < label->values; i++) {
		const size_t size = data.len ? data.at[0] : 0;
		if (data.len < 1 + size)
			return 0;
		label->value[i] = (struct decode_text){(const char *)data.at + 1, size};
		data = (struct rest){data.at + 1 + size, data.len - 1 - size};
	}
	return 1;
}

/* Read the labels, whose names and values are in the data.  Returns 0 if one is not valid. */
static int read_prefixes(struct decode_extensions *e, struct rest *r, struct rest data)
{
	uint32_t answer = 0;
	for (uint32_t i = 0; i < e->nlabels; i++) {
		struct decode_prefix *label = &e->labels[i];
		label->field = next_of(r, 2);
		label->values = 2 + next_of(r, 2);
		label->answer = answer;
		answer += label->values;
		const uint32_t at = next(r), size = next(r);
		if (label->field < 9 || label->field > 11 || label->values > DECODE_VALUES || at > data.len || size > data.len - at)
			return 0;
		label->name = (struct decode_text){(const char *)data.at + at, size};
		if (label->values > 2 && !read_values(label, (struct rest){data.at + at + size, data.len - at - size}))
			return 0;
	}
	return answer == e->nanswers;
}

static int read_data(struct decode_record *record, const uint8_t *at, uint32_t size, uint32_t name)
{
	record->from = record->to = 65535;
	if (record->field >= 2 && record->field <= 4) {
		if (size < 12)
			return 0;
		record->count = get(at, 4);
		record->seconds = get(at + 4, 4);
		record->from = get(at + 8, 2);
		record->to = get(at + 10, 2);
		at += 12;
		size -= 12;
		if (record->field == 3 && record->count == 0)
			return 0;
		if ((record->from == 65535) != (record->to == 65535) || (record->from == 65535 && record->field == 4))
			return 0;
		if (record->from != 65535 && (record->from >= 1440 || record->to >= 1440))
			return 0;
	}
	if (name > size)
		return 0;
	record->name = (struct decode_text){(const char *)at, name};
	record->value = (struct decode_text){(const char *)at + name, size - name};
	return 1;
}

static int read_records(struct decode_extensions *e, struct rest *r, struct rest data)
{
	e->records = take(e->nrecords, sizeof *e->records);
	for (uint32_t i = 0; i < e->nrecords; i++) {
		struct decode_record *record = &e->records[i];
		record->field = next(r);
		record->line = next(r);
		const uint32_t at = next(r), name = next(r), end = i + 1 < e->nrecords ? get(r->at + 8, 4) : (uint32_t)data.len;
		if (record->field > 15 || record->line == 0 || at > end || end > data.len ||
		    !read_data(record, data.at + at, end - at, name))
			return 0;
	}
	return 1;
}

static int read_section(struct decode_extensions *e, struct rest r)
{
	if (r.len < 24)
		return 0;
	e->nnames = next(&r);
	e->nsets = next(&r);
	e->nmembers = next(&r);
	e->ngroups = next(&r);
	e->nlabels = next_of(&r, 2);
	e->nanswers = 2 * e->nlabels + next_of(&r, 2);
	e->nrecords = next(&r);
	if (e->nlabels > DECODE_LABELS || e->nanswers > DECODE_VALUES * DECODE_LABELS || !read_names(e, &r) || !read_sets(e, &r) ||
	    !read_members(e, &r) || !read_groups(e, &r) || !fits(&r, e->nlabels, 12) ||
	    e->nrecords > (r.len - 12 * (size_t)e->nlabels) / 16)
		return 0;
	const size_t tables = 12 * (size_t)e->nlabels + 16 * (size_t)e->nrecords;
	const struct rest data = {r.at + tables, r.len - tables};
	return read_prefixes(e, &r, data) && read_records(e, &r, data);
}

int decode_extensions_open(struct decode_extensions *e, const struct decode_blob *b)
{
	const struct decode_section *found = NULL;
	memset(e, 0, sizeof *e);
	e->b = b;
	for (uint32_t i = 0; i < b->nsections; i++) {
		if (b->sections[i].type != 5)
			continue;
		if (found)
			return -1;
		found = &b->sections[i];
	}
	if (!found)
		return 0;
	return read_section(e, (struct rest){b->bytes + found->at, found->end - found->at}) ? 1 : -1;
}

void decode_extensions_close(struct decode_extensions *e)
{
	free(e->names);
	free(e->members);
	free(e->sets);
	free(e->groups);
	free(e->records);
}

const struct decode_set *decode_extensions_set(const struct decode_extensions *e, uint32_t entry)
{
	const uint32_t set = e->names[entry ? entry - 1 : e->nnames - 1];
	return set ? &e->sets[set - 1] : NULL;
}

/* True if an answer holds for a path.  Policies of Noindex disallow a path for which it holds. */
static int given(const struct decode_extensions *e, uint32_t answer, uint32_t field, const char *path, size_t len)
{
	struct decode_blob b = *e->b;
	if (answer < 2)
		return (int)answer;
	if (field == 9)
		return !decode_check(&b, answer - 1, path, len);
	b.form = 1; /* FORM_R */
	return decode_check(&b, answer - 1, path, len);
}

int decode_extensions_says(const struct decode_extensions *e, const struct decode_set *set, uint32_t label, const char *path,
                           size_t len)
{
	const struct decode_prefix *l = &e->labels[label];
	for (uint32_t i = 0; i < l->values; i++)
		if (given(e, set->answers[l->answer + i], l->field, path, len))
			return (int)i + 1;
	return 0;
}
