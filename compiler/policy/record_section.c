/* record_section.c - see policies.h: write the section.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "text/file_links.h"
#include "match/blob_layout.h"
#include "policies.h"
#include "support/sort.h"

/* The records to write: those of the whole file, then those that some robot gets, by group. */
struct section_writer {
	const struct record_sets *sets;
	const struct document *doc; /* the document of sets; its groups are runs */
	const struct pool *pool;
	uint32_t *records; /* indices in the document */
	uint32_t nrecords;
	/* of each run: its number in the section; 0: left out */
	uint32_t *group_of;
	uint32_t *groups; /* of each group of the section, from 1: its run */
	uint32_t *ends;   /* of each group of the section: where its records end */
	uint32_t ngroups;
	uint64_t nmembers, data;
	uint8_t *at;
};

static int compare_spans(struct span x, struct span y)
{
	const int d = x.len && y.len ? memcmp(x.at, y.at, x.len < y.len ? x.len : y.len) : 0;
	return d ? d : x.len < y.len ? -1 : x.len > y.len;
}

static int compare_values(const void *ctx, uint32_t x, uint32_t y)
{
	const struct record *records = ctx;
	const int d = compare_spans(records[x].value, records[y].value);
	return d ? d : x < y ? -1 : x > y;
}

static int compare_links(const void *ctx, uint32_t x, uint32_t y)
{
	const struct record *records = ctx;
	if (records[x].field != records[y].field)
		return records[x].field < records[y].field ? -1 : 1;
	return compare_values(ctx, x, y);
}

/* Mark links that repeat an earlier one of their field. */
static enum robotsc_status mark_repeated(struct arena *a, const struct document *doc, uint8_t *repeated)
{
	uint32_t *order = robotsc__arena_take(a, doc->nrecords * sizeof *order), n = 0;
	if (!order)
		return ROBOTSC_ERR_NOMEM;
	for (uint32_t i = 0; i < doc->nrecords; i++)
		if (file_link(doc->records[i].field))
			order[n++] = i;
	if (!robotsc__sort(a, order, n, compare_links, doc->records))
		return ROBOTSC_ERR_NOMEM;
	for (uint32_t i = 1; i < n; i++) {
		const struct record *before = &doc->records[order[i - 1]], *record = &doc->records[order[i]];
		repeated[order[i]] = before->field == record->field && compare_spans(before->value, record->value) == 0;
	}
	return ROBOTSC_OK;
}

static void keep(struct section_writer *w, uint32_t index)
{
	const struct record *record = &w->doc->records[index];
	w->records[w->nrecords++] = index;
	w->data += (robotsc__record_numbers(record->field) ? NUMBERS : 0) + record->name.len + record->value.len;
}

/* Choose and order the records and groups. */
static enum robotsc_status arrange(struct arena *a, struct section_writer *w)
{
	const struct document *doc = w->doc;
	const struct record_sets *e = w->sets;
	uint8_t *repeated = robotsc__arena_zeroed(a, doc->nrecords, 1);
	w->records = robotsc__arena_take(a, doc->nrecords * sizeof *w->records);
	w->group_of = robotsc__arena_zeroed(a, doc->ngroups, sizeof *w->group_of);
	w->groups = robotsc__arena_take(a, ((size_t)doc->ngroups + 1) * sizeof *w->groups);
	w->ends = robotsc__arena_take(a, ((size_t)doc->ngroups + 1) * sizeof *w->ends);
	if (!repeated || !w->records || !w->group_of || !w->groups || !w->ends || mark_repeated(a, doc, repeated) != ROBOTSC_OK)
		return ROBOTSC_ERR_NOMEM;
	for (uint32_t i = 0; i < e->nsets; i++) {
		w->nmembers += e->nmembers[i];
		for (uint32_t k = 0; k < e->nmembers[i]; k++)
			w->group_of[e->members[i][k]] = 1;
	}
	w->groups[w->ngroups++] = NO_GROUP;
	for (uint32_t i = 0; i < doc->ngroups; i++)
		if (w->group_of[i]) {
			w->groups[w->ngroups] = i;
			w->group_of[i] = w->ngroups++;
		}
	for (uint32_t i = 0; i < doc->nrecords; i++)
		if (doc->records[i].group == NO_GROUP && !repeated[i])
			keep(w, i);
	w->ends[0] = w->nrecords;
	for (uint32_t i = 0, group = 1; group < w->ngroups; group++) {
		for (; i < doc->nrecords && (doc->records[i].group == NO_GROUP || doc->records[i].group <= w->groups[group]); i++)
			if (doc->records[i].group == w->groups[group])
				keep(w, i);
		w->ends[group] = w->nrecords;
	}
	return ROBOTSC_OK;
}

static void put(struct section_writer *w, uint64_t value, unsigned octets)
{
	for (; octets > 0; octets--, value >>= 8)
		*w->at++ = (uint8_t)value;
}

static void put_span(struct section_writer *w, struct span span)
{
	if (span.len)
		memcpy(w->at, span.at, span.len);
	w->at += span.len;
}

static void put_word(struct section_writer *w, const char *word)
{
	put_span(w, (struct span){(const uint8_t *)word, strlen(word)});
}

static uint32_t set_of(const struct record_sets *e, uint32_t policy)
{
	const uint32_t set = policy == NO_POLICY ? 0 : e->set_of[policy];
	return set ? set : e->rest;
}

static void put_names(struct section_writer *w)
{
	const struct record_sets *e = w->sets;
	for (uint32_t i = 0; i < e->grouping.nnames; i++)
		put(w, set_of(e, e->grouping.names[i].policy), EXT_NAME);
	put(w, set_of(e, e->grouping.star), EXT_NAME);
}

static uint32_t answer_of(const struct section_writer *w, const struct label *label, uint32_t number)
{
	uint32_t verdict;
	if (number == NO_POLICY)
		return ANSWER_NO;
	if (robotsc__policies_constant(number, &verdict))
		return verdict == (label->field == ROBOTSC_FIELD_NOINDEX ? ROBOTSC_DISALLOW : ROBOTSC_ALLOW) ? ANSWER_YES
		                                                                                             : ANSWER_NO;
	return ANSWER_POLICY + robotsc__policies_entry(w->pool, number);
}

static void put_sets(struct section_writer *w)
{
	const struct record_sets *e = w->sets;
	uint64_t member = 0;
	for (uint32_t i = 0; i < e->nsets; i++) {
		const uint32_t *answer = &e->answers[(size_t)i * e->nanswers];
		put(w, member += e->nmembers[i], 4);
		for (uint32_t k = 0; k < e->nlabels; k++)
			for (uint32_t value = 0; e->labels[k]->values[value]; value++)
				put(w, answer_of(w, e->labels[k], *answer++), SET_ANSWER);
	}
	for (uint32_t i = 0; i < e->nsets; i++)
		for (uint32_t k = 0; k < e->nmembers[i]; k++)
			put(w, w->group_of[e->members[i][k]], EXT_MEMBER);
}

static void put_groups(struct section_writer *w)
{
	for (uint32_t i = 0; i < w->ngroups; i++) {
		put(w, w->ends[i], 4);
		put(w, i ? w->doc->run_groups[w->groups[i]] + 1 : 0, 4);
	}
}

/* How many values a label has beyond no and yes. */
static uint32_t more_values(const struct label *label)
{
	return label_values(label) - 2;
}

/* The octets of a label's data: its name and, if there are more than two, its values. */
static uint32_t label_size(const struct label *label)
{
	size_t size = strlen(label->name);
	for (uint32_t i = 0; more_values(label) && label->values[i]; i++)
		size += 1 + strlen(label->values[i]);
	return (uint32_t)size;
}

/* Write the table of labels.  Returns the octets of their data, which precede all other data. */
static uint32_t put_labels(struct section_writer *w)
{
	uint32_t data = 0;
	for (uint32_t i = 0; i < w->sets->nlabels; i++) {
		const struct label *label = w->sets->labels[i];
		put(w, label->field, 2);
		put(w, more_values(label), 2);
		put(w, data, 4);
		put(w, strlen(label->name), 4);
		data += label_size(label);
	}
	return data;
}

static void put_label_data(struct section_writer *w, const struct label *label)
{
	put_word(w, label->name);
	for (uint32_t i = 0; more_values(label) && label->values[i]; i++) {
		put(w, strlen(label->values[i]), 1);
		put_word(w, label->values[i]);
	}
}

static void put_records(struct section_writer *w, uint64_t data)
{
	for (uint32_t i = 0; i < w->nrecords; i++) {
		const struct record *record = &w->doc->records[w->records[i]];
		put(w, record->field, 4);
		put(w, record->line, 4);
		put(w, data, 4);
		put(w, record->name.len, 4);
		data += (robotsc__record_numbers(record->field) ? NUMBERS : 0) + record->name.len + record->value.len;
	}
}

static void put_data(struct section_writer *w)
{
	for (uint32_t i = 0; i < w->sets->nlabels; i++)
		put_label_data(w, w->sets->labels[i]);
	for (uint32_t i = 0; i < w->nrecords; i++) {
		const struct record *record = &w->doc->records[w->records[i]];
		if (robotsc__record_numbers(record->field)) {
			put(w, record->count, 4);
			put(w, record->seconds, 4);
			put(w, record->from, 2);
			put(w, record->to, 2);
		}
		put_span(w, record->name);
		put_span(w, record->value);
	}
}

enum robotsc_status robotsc__record_section_write(struct pool *pool, const struct record_sets *sets, struct octets *out)
{
	struct section_writer w = {.sets = sets, .doc = &sets->doc, .pool = pool};
	if (arrange(&pool->arena, &w) != ROBOTSC_OK)
		return ROBOTSC_ERR_NOMEM;
	uint64_t names = 0;
	for (uint32_t i = 0; i < sets->nlabels; i++)
		names += label_size(sets->labels[i]);
	const uint64_t size = EXT_HEADER + (uint64_t)EXT_NAME * (sets->grouping.nnames + (uint64_t)1) +
	                      (SET_AT_POLICIES + (uint64_t)SET_ANSWER * sets->nanswers) * sets->nsets + EXT_MEMBER * w.nmembers +
	                      (uint64_t)EXT_GROUP * w.ngroups + (uint64_t)EXT_LABEL * sets->nlabels +
	                      (uint64_t)EXT_RECORD * w.nrecords + names + w.data;
	if (size > UINT32_MAX)
		return ROBOTSC_ERR_TOO_LARGE;
	uint8_t *const begin = w.at = robotsc__arena_take(&pool->arena, (size_t)size);
	if (!begin)
		return ROBOTSC_ERR_NOMEM;
	put(&w, sets->grouping.nnames + (uint64_t)1, 4);
	put(&w, sets->nsets, 4);
	put(&w, w.nmembers, 4);
	put(&w, w.ngroups, 4);
	put(&w, sets->nlabels, 2);
	put(&w, sets->nanswers - 2 * sets->nlabels, 2);
	put(&w, w.nrecords, 4);
	put_names(&w);
	put_sets(&w);
	put_groups(&w);
	put_records(&w, put_labels(&w));
	put_data(&w);
	*out = (struct octets){.at = begin, .len = (uint32_t)size};
	return ROBOTSC_OK;
}
