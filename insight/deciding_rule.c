/* deciding_rule.c - which line of a text decides about a path, or about each of many URLs.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "comparison.h"
#include "pattern/rule_match.h"
#include "robotsc/explain.h"

/* Find the first of the rules of highest rank that match; NULL: none.  False: the work did not
 * suffice. */
static bool find_deciding(const struct lazy_rules *rules, const struct canonical_path *path, uint64_t *work,
                          const struct glob **out)
{
	*out = NULL;
	for (uint32_t i = 0; i < rules->n; i++) {
		const struct glob *rule = &rules->rules[i];
		if (*out && rule->rank <= (*out)->rank)
			continue;
		const int matches = robotsc__rule_match_run(rule->text, rule->len, path, work);
		if (matches == RULE_MATCH_UNKNOWN)
			return false;
		*out = matches ? rule : *out;
	}
	return true;
}

/* The line that begins here, without its terminator. */
static struct robotsc_text line_at(const uint8_t *at, const uint8_t *end)
{
	const uint8_t *p = at;
	while (p < end && *p != '\n' && *p != '\r')
		p++;
	return (struct robotsc_text){(const char *)at, (size_t)(p - at)};
}

enum robotsc_status robotsc__deciding_rule_find(struct arena *a, const struct operand *operand, const struct lazy_rules *rules,
                                                struct robotsc_text path, uint64_t *work, struct robotsc_reason *out)
{
	const struct arena_mark mark = robotsc__arena_mark(a);
	struct canonical_path canonical;
	const struct glob *rule;
	*out = (struct robotsc_reason){.kind = ROBOTSC_REASON_BLOB};
	if (operand->blob)
		return ROBOTSC_OK;
	if (!robotsc__rule_match_path(a, operand->text.dialect, (const uint8_t *)path.at, path.len, &canonical))
		return ROBOTSC_ERR_NOMEM;
	if (!find_deciding(rules, &canonical, work, &rule))
		out->kind = ROBOTSC_REASON_UNKNOWN;
	else if (!rule)
		out->kind = ROBOTSC_REASON_NO_RULE;
	else if (!rule->line)
		out->kind = ROBOTSC_REASON_ROBOTS_TXT;
	else
		*out = (struct robotsc_reason){
			ROBOTSC_REASON_LINE, rule->line,
			line_at(robotsc__text_rules_line(&operand->text.doc, rule->line)->text, operand->text.end)};
	robotsc__arena_reset(a, mark);
	return ROBOTSC_OK;
}

static enum robotsc_status find_line(struct arena *a, const struct robotsc__dialect *dialect, const struct lazy_rules *rules,
                                     struct robotsc_text url, uint32_t *line)
{
	const struct arena_mark mark = robotsc__arena_mark(a);
	struct canonical_path canonical;
	struct robotsc_text path;
	const struct glob *rule;
	uint64_t work = UINT64_MAX;
	robotsc_url_path(dialect->id, url.at, url.len, &path);
	if (!robotsc__rule_match_path(a, dialect, (const uint8_t *)path.at, path.len, &canonical))
		return ROBOTSC_ERR_NOMEM;
	find_deciding(rules, &canonical, &work, &rule);
	*line = rule ? rule->line : 0;
	if (rule && !rule->line)
		*line = ROBOTSC_LINE_IMPLIED;
	robotsc__arena_reset(a, mark);
	return ROBOTSC_OK;
}

enum robotsc_status robotsc_deciding_lines(const struct robotsc_options *options, const void *robots, size_t len,
                                           const struct robotsc_text *tokens, size_t n, const struct robotsc_text *urls,
                                           size_t count, uint32_t *lines)
{
	struct arena arena;
	struct text text;
	struct lazy_rules rules;
	enum robotsc_status status;
	robotsc__arena_init(&arena, options ? options->alloc : NULL);
	status = robotsc__text_rules_read(&arena, options, robots, len, &text);
	if (status == ROBOTSC_OK)
		status = robotsc__text_rules_of(&arena, &text, robotsc__text_rules_find(&text, tokens, n), &rules);
	for (size_t i = 0; i < count && status == ROBOTSC_OK; i++)
		status = find_line(&arena, text.dialect, &rules, urls[i], &lines[i]);
	robotsc__arena_free(&arena);
	return status;
}
