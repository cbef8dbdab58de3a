/* usage.c - what may be done with the content of a URL.  docs/extensions.md
 *
 * Each value of a label has a policy in the blob.  A walk of it is like one for Allow and Disallow.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "match/select.h"
#include "section.h"

int robotsc_label_at(const struct robotsc_extensions *ext, uint32_t index, struct robotsc_label *label)
{
	if (index >= ext->nlabels)
		return 0;
	const uint8_t *entry = section_label(ext, index);
	label->field = (enum robotsc_line_field)ld16(entry + LABEL_AT_FIELD);
	label->name.at = (const char *)ext->blob.bytes + ext->data + ld32(entry + LABEL_AT_NAME);
	label->name.len = ld32(entry + LABEL_AT_SIZE);
	label->values = 2 + ld16(entry + LABEL_AT_MORE);
	return 1;
}

struct robotsc_text robotsc_label_value(const struct robotsc_extensions *ext, uint32_t index, uint32_t value)
{
	static const struct robotsc_text words[][2] = {{{"no", 2}, {"yes", 3}}, {{"n", 1}, {"y", 1}}};
	struct robotsc_label label;
	if (!robotsc_label_at(ext, index, &label) || value == 0 || value > label.values)
		return (struct robotsc_text){"", 0};
	if (label.values == 2)
		return words[label.field == ROBOTSC_FIELD_CONTENT_USAGE][value - 1];
	const char *at = label.name.at + label.name.len;
	while (--value)
		at += 1 + (uint8_t)*at;
	return (struct robotsc_text){at + 1, (uint8_t)*at};
}

uint32_t robotsc_find_label(const struct robotsc_extensions *ext, enum robotsc_line_field field, struct robotsc_text name)
{
	struct robotsc_label label;
	for (uint32_t i = 0; robotsc_label_at(ext, i, &label); i++) {
		size_t n = 0;
		while (label.name.len == name.len && n < name.len && label.name.at[n] == name.at[n])
			n++;
		if (label.field == field && label.name.len == name.len && n == name.len)
			return i;
	}
	return ROBOTSC_LABELS_MAX;
}

/* A URL's path in the two forms that policies need. */
struct question {
	const struct robotsc_extensions *ext;
	const uint8_t *set;
	struct robotsc_text path;  /* as the blob's dialect extracts it */
	struct robotsc_text usage; /* as rfc9309 extracts it */
};

/* True if an answer of a label applies to the path. */
static int says(const struct question *q, enum robotsc_line_field field, uint32_t number)
{
	const uint32_t answer = ld32(q->set + SET_AT_POLICIES + (size_t)SET_ANSWER * number);
	/* Noindex: the policies are rules of the dialect, in which a match disallows. */
	const int own = field == ROBOTSC_FIELD_NOINDEX;
	struct robotsc_group group;
	if (answer < ANSWER_POLICY)
		return answer == ANSWER_YES;
	robotsc__select_policy(&q->ext->blob, answer - ANSWER_POLICY, own ? q->ext->blob.form : FORM_R, &group);
	const struct robotsc_text *path = own ? &q->path : &q->usage;
	return robotsc_check_path(&group, path->at, path->len) == (own ? ROBOTSC_DISALLOW : ROBOTSC_ALLOW);
}

/* The first value of a label whose answer applies.  number: its first answer. */
static uint8_t first_value(const struct question *q, const struct robotsc_label *label, uint32_t number)
{
	for (uint32_t value = 0; value < label->values; value++)
		if (says(q, label->field, number + value))
			return (uint8_t)(value + 1);
	return ROBOTSC_UNSTATED;
}

/* True if a label is a token, which speaks to all robots: no key of a line begins with '_'. */
static int speaks_to_all(const struct robotsc_label *label)
{
	return label->field == ROBOTSC_FIELD_CONTENT_USAGE && label->name.len > 0 && label->name.at[0] == '_';
}

void robotsc_select_none(const struct robotsc_blob *blob, struct robotsc_group *group)
{
	*group = (struct robotsc_group){
		.form = blob->form, .dialect = blob->dialect, .verdict = ROBOTSC_ALLOW, .name = NAME_OF_NONE};
}

enum robotsc_verdict robotsc_check_usage(const struct robotsc_extensions *ext, const struct robotsc_group *group, const char *url,
                                         size_t len, struct robotsc_usage *usage)
{
	struct question q = {.ext = ext};
	struct robotsc_label label;
	robotsc_url_path((enum robotsc_dialect)ext->blob.dialect, url, len, &q.path);
	q.usage = q.path; /* google alone extracts paths in its own way */
	if (ext->blob.dialect == ROBOTSC_GOOGLE)
		robotsc_url_path(ROBOTSC_RFC9309, url, len, &q.usage);
	*usage = (struct robotsc_usage){.verdict = robotsc_check_path(group, q.path.at, q.path.len)};
	const int none = group->name == NAME_OF_NONE;
	/* Labels that speak to all robots stand in each set. */
	const uint32_t set = section_set_of(ext, none ? 0 : group->name);
	if (set == NO_SET)
		return usage->verdict;
	q.set = section_set(ext, set);
	for (uint32_t i = 0, number = 0; robotsc_label_at(ext, i, &label); number += label.values, i++)
		if (none ? speaks_to_all(&label) : label.field != ROBOTSC_FIELD_CONTENT_USAGE || usage->verdict == ROBOTSC_ALLOW)
			usage->preferences[i] = first_value(&q, &label, number);
	return usage->verdict;
}

enum robotsc_preference robotsc_combine(enum robotsc_preference one, enum robotsc_preference other)
{
	return one == ROBOTSC_UNSTATED || (other != ROBOTSC_UNSTATED && other < one) ? other : one;
}
