/* wasm_reader.c - exports the runtime from reader.wasm, without an allocator.  src/reader.js
 * chooses the addresses of policies and groups.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "bindings/c/wasm/wasm.h"
#include "robotsc/access.h"
#include "robotsc/extensions.h"
#include "robotsc/inspect.h"

#define TOKENS_MAX 64 /* product tokens of one agent, as in src/reader.js */

/* An open blob.  Its octets follow it in memory. */
struct policy {
	struct robotsc_blob blob;
	struct robotsc_extensions extensions;
	enum robotsc_status extended; /* ROBOTSC_OK: extensions is filled */
};

/* Results of calls, which JavaScript reads. */
static struct robotsc_agent_info agent_info;
static struct robotsc_label label;
static struct robotsc_line line;
static struct robotsc_lines lines;
static struct robotsc_text found;
static struct robotsc_usage usage;
static char origin[ROBOTSC_ROBOTS_URL_MAX];

static struct robotsc_text string(const char *text)
{
	size_t len = 0;
	while (text && text[len])
		len++;
	return (struct robotsc_text){text, len};
}

EXPORT(policy_size) uint32_t policy_size(void)
{
	return sizeof(struct policy);
}

EXPORT(group_size) uint32_t group_size(void)
{
	return sizeof(struct robotsc_group);
}

/* Opens a blob and verifies all its parts, even its stamp, which is not used here, because other
 * languages refuse a damaged stamp.  trusted: these octets were opened before, and have not
 * changed. */
EXPORT(policy_open) enum robotsc_status policy_open(struct policy *p, const uint8_t *bytes, uint32_t len, int trusted)
{
	enum robotsc_status status = trusted ? robotsc_reopen(&p->blob, bytes, len) : robotsc_open(&p->blob, bytes, len);
	struct robotsc_decision decision;
	if (status != ROBOTSC_OK)
		return status;
	p->extended = robotsc_open_extensions(&p->blob, &p->extensions);
	if (p->extended != ROBOTSC_OK && p->extended != ROBOTSC_ERR_ABSENT)
		return p->extended;
	status = robotsc_stamp_read(&p->blob, &decision);
	return status == ROBOTSC_ERR_ABSENT ? ROBOTSC_OK : status;
}

EXPORT(policy_extended) enum robotsc_status policy_extended(const struct policy *p)
{
	return p->extended;
}

EXPORT(policy_dialect) enum robotsc_dialect policy_dialect(const struct policy *p)
{
	struct robotsc_info info;
	robotsc_blob_info(&p->blob, &info);
	return info.dialect;
}

EXPORT(dialect_name) const struct robotsc_text *dialect_name(enum robotsc_dialect dialect)
{
	found = string(robotsc_dialect_name(dialect));
	return &found;
}

/* The product token with rules at an index, or NULL. */
EXPORT(policy_agent) const struct robotsc_text *policy_agent(const struct policy *p, uint32_t index)
{
	return robotsc_agent_at(&p->blob, index, &agent_info) ? &agent_info.token : NULL;
}

/* Whether the whole name is a product token of the dialect, or is "*". */
EXPORT(is_token) int is_token(enum robotsc_dialect dialect, const char *name, uint32_t len)
{
	return robotsc_is_token(dialect, name, len) || (len == 1 && name[0] == '*');
}

/* The number of a dialect, or -1. */
EXPORT(dialect_number) int dialect_number(const char *name, uint32_t len)
{
	const char *known;
	for (int d = 0; (known = robotsc_dialect_name((enum robotsc_dialect)d)) != NULL; d++) {
		uint32_t n = 0;
		while (n < len && known[n] == name[n])
			n++;
		if (n == len && !known[n])
			return d;
	}
	return -1;
}

EXPORT(group_dialect) int group_dialect(const struct robotsc_group *group)
{
	return group->dialect;
}

/* Two texts: what is wrong with a URL, and what to write instead.  NULL: nothing is wrong. */
EXPORT(url_problem)
const struct robotsc_text *url_problem(enum robotsc_dialect dialect, const char *url, uint32_t len)
{
	static struct robotsc_text texts[2];
	const enum robotsc_url_kind kind = robotsc_url_kind(dialect, url, len);
	texts[0] = string(robotsc_url_kind_text(kind));
	texts[1] = string(robotsc_url_kind_hint(kind));
	return kind == ROBOTSC_URL_GOOD ? NULL : texts;
}

/* The product tokens in a User-Agent header, with an empty one at the end.  NULL: the blob was
 * compiled for other tokens than these. */
EXPORT(header_tokens) const struct robotsc_text *header_tokens(const struct policy *p, const char *header, uint32_t len)
{
	static struct robotsc_text tokens[TOKENS_MAX + 1];
	const size_t n = robotsc_header_tokens(&p->blob, header, len, tokens, TOKENS_MAX);
	struct robotsc_info info;
	robotsc_blob_info(&p->blob, &info);
	tokens[n] = (struct robotsc_text){NULL, 0};
	return n == 0 && info.partial ? NULL : tokens;
}

EXPORT(group_select)
enum robotsc_status group_select(const struct policy *p, const struct robotsc_text *tokens, uint32_t n, struct robotsc_group *group)
{
	return robotsc_select(&p->blob, tokens, n, group);
}

/* -2: no group applies; -1: that of "*"; else the index of the token whose group applies. */
EXPORT(group_token) int32_t group_token(const struct robotsc_group *group)
{
	if (group->selected == ROBOTSC_SELECTED_TOKEN)
		return (int32_t)group->token;
	return group->selected == ROBOTSC_SELECTED_STAR ? -1 : -2;
}

static int is_url(const struct robotsc_group *group, const char *url, uint32_t len)
{
	return robotsc_url_kind((enum robotsc_dialect)group->dialect, url, len) == ROBOTSC_URL_GOOD;
}

/* The verdict, plus 2 if the text is no URL. */
EXPORT(check_url) uint32_t check_url(const struct robotsc_group *group, const char *url, uint32_t len)
{
	return (uint32_t)robotsc_check_url(group, url, len) + (is_url(group, url, len) ? 0 : 2);
}

/* Begins the records of a group, or, if group is NULL, of the file. */
EXPORT(lines_begin) void lines_begin(const struct policy *p, const struct robotsc_group *group)
{
	robotsc_begin_lines(&p->extensions, group, &lines);
}

/* The next record, or NULL.  A known field has its usual name. */
EXPORT(lines_next) const struct robotsc_line *lines_next(void)
{
	if (!robotsc_next_line(&lines, &line))
		return NULL;
	if (line.field != ROBOTSC_FIELD_UNKNOWN)
		line.name = string(robotsc_field_name(line.field));
	return &line;
}

/* The pause after a fetch that ended now, by robotsc_next_fetch_within; all times in ms. */
EXPORT_OF_PACKAGE(pause_within)
const struct robotsc_pace *pause_within(const struct policy *p, const struct robotsc_group *group, double now, double took,
                                        double at_least, double at_most)
{
	static struct robotsc_pace pace;
	robotsc_next_fetch_within(&p->extensions, group, (int64_t)now, (int64_t)now, (int64_t)took, (int64_t)at_least,
	                          (int64_t)at_most, &pace);
	return &pace;
}

EXPORT(usage_check) uint32_t usage_check(const struct policy *p, const struct robotsc_group *group, const char *url, uint32_t len)
{
	return (uint32_t)robotsc_check_usage(&p->extensions, group, url, len, &usage) + (is_url(group, url, len) ? 0 : 2);
}

/* The preference for a label that usage_check found last: 0 if none is stated. */
EXPORT(usage_of) uint32_t usage_of(uint32_t index)
{
	return index < ROBOTSC_LABELS_MAX ? usage.preferences[index] : 0;
}

/* Texts of a label: its field, its name, a word for one of its values.  NULL: no such label. */
EXPORT(label_field) const struct robotsc_text *label_field(const struct policy *p, uint32_t index)
{
	if (!robotsc_label_at(&p->extensions, index, &label))
		return NULL;
	found = string(robotsc_field_name(label.field));
	return &found;
}

EXPORT(label_name) const struct robotsc_text *label_name(const struct policy *p, uint32_t index)
{
	return robotsc_label_at(&p->extensions, index, &label) ? &label.name : NULL;
}

EXPORT(label_value) const struct robotsc_text *label_value(const struct policy *p, uint32_t index, uint32_t value)
{
	found = robotsc_label_value(&p->extensions, index, value);
	return &found;
}

/* The address of the text in origin, or the status, negated. */
static int32_t locate(enum robotsc_status status, size_t len)
{
	found = (struct robotsc_text){origin, len};
	return status == ROBOTSC_OK ? (int32_t)(intptr_t)&found : -(int32_t)status;
}

EXPORT(origin_of) int32_t origin_of(const char *url, uint32_t len)
{
	size_t n = 0;
	const enum robotsc_status status = robotsc_origin(url, len, origin, sizeof origin, &n);
	return locate(status, n);
}

EXPORT(robots_url_of) int32_t robots_url_of(const char *url, uint32_t len)
{
	size_t n = 0;
	const enum robotsc_status status = robotsc_robots_url(url, len, origin, sizeof origin, &n);
	return locate(status, n);
}

EXPORT(status_phrase) const struct robotsc_text *status_phrase(enum robotsc_status status)
{
	found = string(robotsc_strerror(status));
	return &found;
}
