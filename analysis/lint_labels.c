/* lint_labels.c - labels and values of Content-Usage and Content-Signal that mean nothing, or not
 * to every robot.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "access/text.h"
#include "lint_parts.h"
#include "text/usage_labels.h"

/* Keys of one field in lines of the other, and the line that may be meant. */
static const struct {
	enum field field;
	const char *key, *meant;
} strangers[] = {
	{FIELD_CONTENT_USAGE, "ai-train", "train-ai"},
	{FIELD_CONTENT_USAGE, "ai-input", "Content-Signal: ai-input"},
	{FIELD_CONTENT_USAGE, "use", "Content-Signal: use"},
	{FIELD_CONTENT_SIGNAL, "train-ai", "ai-train"},
};

/* An item of a line's list. */
struct label_item {
	struct span key, value;
};

static bool has_upper(struct span text)
{
	for (size_t i = 0; i < text.len; i++)
		if (text.at[i] >= 'A' && text.at[i] <= 'Z')
			return true;
	return false;
}

/* The octets of a list's first item.  In a dictionary, strings and inner lists may hold commas. */
static size_t item_size(struct span list, bool dictionary)
{
	bool string = false, inner = false;
	size_t n = 0;
	for (; n < list.len; n++) {
		const uint8_t c = list.at[n];
		if (c == ',' && !string && !inner)
			break;
		if (dictionary && string && c == '\\')
			n++;
		else if (dictionary && c == '"')
			string = !string;
		else if (dictionary && !string && (c == '(' || c == ')'))
			inner = c == '(';
	}
	return n < list.len ? n : list.len;
}

/* How many octets stand before '=', ';' or the end. */
static size_t word_size(struct span text)
{
	size_t n = 0;
	while (n < text.len && text.at[n] != '=' && text.at[n] != ';')
		n++;
	return n;
}

static struct label_item next_item(struct span *list, bool dictionary)
{
	const size_t size = item_size(*list, dictionary), past = size < list->len ? size + 1 : size;
	const struct span text = {list->at, size};
	const size_t key = word_size(text), equals = key < size && text.at[key] == '=' ? 1 : 0;
	struct span value = {text.at + key + equals, size - key - equals};
	value.len = dictionary ? word_size(value) : value.len;
	*list = (struct span){list->at + past, list->len - past};
	return (struct label_item){trim_span((struct span){text.at, key}), trim_span(value)};
}

static const struct label *find_label(enum robotsc_line_field field, struct span key)
{
	for (uint32_t i = 0; i < LABELS; i++)
		if (labels[i].field == field && is_span(key, labels[i].name))
			return &labels[i];
	return NULL;
}

static void look_at_item(struct linter *l, const struct line *line, const struct label_item *item)
{
	const bool usage = line->field == FIELD_CONTENT_USAGE;
	const struct label *label = find_label(usage ? ROBOTSC_FIELD_CONTENT_USAGE : ROBOTSC_FIELD_CONTENT_SIGNAL, item->key);
	for (size_t i = 0; i < sizeof strangers / sizeof strangers[0]; i++)
		if (strangers[i].field == line->field && is_span(item->key, strangers[i].key)) {
			struct robotsc_finding *f = robotsc__lint_tell_line(l, LINT_OTHER_LABEL, line, item->key.at, item->key.len);
			if (f)
				f->said = strangers[i].meant;
		}
	if (!label)
		return;
	const struct span at = usage ? (item->value.len ? item->value : item->key) : has_upper(item->key) ? item->key : item->value;
	if (usage ? !(item->value.len == 1 && (*item->value.at == 'y' || *item->value.at == 'n')) : has_upper(at))
		(void)robotsc__lint_tell_line(l, usage ? LINT_USAGE_VALUE : LINT_SIGNAL_CASE, line, at.at, at.len);
}

void robotsc__lint_labels(struct linter *l, const struct line *line)
{
	struct span path, list;
	struct record record;
	const uint8_t *bad;
	if (!robotsc__record_read(line, &record, &bad))
		return; /* reported already */
	robotsc__record_split(line->value, &path, &list);
	while (list.len) {
		const struct label_item item = next_item(&list, line->field == FIELD_CONTENT_USAGE);
		look_at_item(l, line, &item);
	}
}
