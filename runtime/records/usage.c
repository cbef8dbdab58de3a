/* usage.c - what may be done with the content of a URL.  docs/extensions.md
 *
 * Each label has two policies in the blob.  They are walked like those of Allow and Disallow.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "match/select.h"
#include "section.h"

#define EITHER_WAY 2 /* answers per label: is "no" stated, is anything stated */

int robotsc_label_at(const struct robotsc_extensions *ext, uint32_t index, struct robotsc_label *label)
{
	if (index >= ext->nlabels)
		return 0;
	const uint8_t *entry = section_label(ext, index);
	label->field = (enum robotsc_line_field)ld32(entry + LABEL_AT_FIELD);
	label->name.at = (const char *)ext->blob.bytes + ext->data + ld32(entry + LABEL_AT_NAME);
	label->name.len = ld32(entry + LABEL_AT_SIZE);
	return 1;
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
	const uint32_t answer = ld32(q->set + SET_AT_POLICIES + (size_t)4 * number);
	/* Noindex: the policies are rules of the dialect, in which a match disallows. */
	const int own = field == ROBOTSC_FIELD_NOINDEX;
	struct robotsc_group group;
	if (answer < ANSWER_POLICY)
		return answer == ANSWER_YES;
	robotsc__select_policy(&q->ext->blob, answer - ANSWER_POLICY, own ? q->ext->blob.form : FORM_R, &group);
	const struct robotsc_text *path = own ? &q->path : &q->usage;
	return robotsc_check_path(&group, path->at, path->len) == (own ? ROBOTSC_DISALLOW : ROBOTSC_ALLOW);
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
	const uint32_t set = section_find(ext, group);
	if (set == NO_SET)
		return usage->verdict;
	q.set = section_set(ext, set);
	for (uint32_t i = 0; robotsc_label_at(ext, i, &label); i++) {
		if (label.field == ROBOTSC_FIELD_CONTENT_USAGE && usage->verdict == ROBOTSC_DISALLOW)
			continue;
		if (says(&q, label.field, EITHER_WAY * i))
			usage->preferences[i] = ROBOTSC_NO;
		else if (says(&q, label.field, EITHER_WAY * i + 1))
			usage->preferences[i] = ROBOTSC_YES;
	}
	return usage->verdict;
}

enum robotsc_preference robotsc_combine(enum robotsc_preference one, enum robotsc_preference other)
{
	if (one == ROBOTSC_NO || other == ROBOTSC_NO)
		return ROBOTSC_NO;
	return one == ROBOTSC_YES || other == ROBOTSC_YES ? ROBOTSC_YES : ROBOTSC_UNSTATED;
}
