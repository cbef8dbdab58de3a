/* summary_answer.c - finds the answer for a robot: what holds for it.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "closed_but.h"
#include "summary_same.h"
#include "summary_work.h"

#define SHARE 2           /* an answer may take half of the budget that is left */
#define RULE_STEPS 16     /* preparing a rule counts as 16 steps */
#define MOST_RECORDS 1000 /* most records for the whole file that are kept */
#define MOST_DELAYS 8     /* most delays that are kept for an answer */
#define MOST_ANYWHERE 6   /* patterns kept of rules that name no part */
#define FIELD_BIT(field) (1u << (field))
#define DELAYS (FIELD_BIT(ROBOTSC_FIELD_CRAWL_DELAY) | FIELD_BIT(ROBOTSC_FIELD_REQUEST_RATE) | FIELD_BIT(ROBOTSC_FIELD_VISIT_TIME))

/* ---- records ----------------------------------------------------------------------- */

enum robotsc_status robotsc__summary_records(struct summarizing *s, const struct summary_reading *r,
                                             const struct robotsc_group *group, uint32_t fields,
                                             const struct robotsc_summary_record **out, size_t *n)
{
	const size_t most = group ? MOST_DELAYS : MOST_RECORDS;
	struct robotsc_lines lines;
	struct robotsc_line line;
	size_t left = 0;
	robotsc_begin_lines(&r->ext, group, &lines);
	for (; robotsc_next_line(&lines, &line); summary_pay(s, 1))
		left += fields >> line.field & 1;
	*n = left = left < most ? left : most;
	struct robotsc_summary_record *all = robotsc__arena_take(s->keep, (*n + 1) * sizeof *all);
	*out = all;
	if (!all)
		return ROBOTSC_ERR_NOMEM;
	robotsc_begin_lines(&r->ext, group, &lines);
	while (left && robotsc_next_line(&lines, &line))
		if (fields >> line.field & 1 && left--)
			*all++ = (struct robotsc_summary_record){line.field, line.line, line.delay,
			                                         robotsc__summary_copy(s, line.value)};
	return s->failed ? ROBOTSC_ERR_NOMEM : ROBOTSC_OK;
}

static bool is_preference(enum robotsc_line_field field)
{
	return field == ROBOTSC_FIELD_CONTENT_USAGE || field == ROBOTSC_FIELD_CONTENT_SIGNAL || field == ROBOTSC_FIELD_NOINDEX;
}

/* Find the preferences for the front page, and count those for some paths only. */
static enum robotsc_status take_preferences(struct summarizing *s, const struct summary_reading *r,
                                            const struct robotsc_group *group, struct robotsc_summary_answer *out)
{
	struct robotsc_summary_preference *all = robotsc__arena_take(s->keep, ROBOTSC_LABELS_MAX * sizeof *all);
	struct robotsc_lines lines;
	struct robotsc_line line;
	struct robotsc_usage usage;
	struct robotsc_label label;
	out->preferences = all;
	if (!all)
		return ROBOTSC_ERR_NOMEM;
	robotsc_check_usage(&r->ext, group, "/", 1, &usage);
	for (uint32_t i = 0; robotsc_label_at(&r->ext, i, &label); i++)
		if (usage.preferences[i])
			all[out->npreferences++] = (struct robotsc_summary_preference){
				label.field, robotsc__summary_copy(s, label.name),
				robotsc__summary_copy(s, robotsc_label_value(&r->ext, i, usage.preferences[i]))};
	robotsc_begin_lines(&r->ext, group, &lines);
	out->preferences_below = r->signals_below;
	while (robotsc_next_line(&lines, &line))
		out->preferences_below += is_preference(line.field) && line.path.len > 0;
	return s->failed ? ROBOTSC_ERR_NOMEM : ROBOTSC_OK;
}

/* ---- parts ------------------------------------------------------------------------- */

static void take_part(void *ctx, const struct robotsc_part *part)
{
	struct summarizing *s = ctx;
	if (s->nparts == s->parts_room && !robotsc__arena_grow(s->keep, (void **)&s->parts, &s->parts_room, sizeof *s->parts)) {
		s->failed = true;
		return;
	}
	struct robotsc_part *kept = &s->parts[s->nparts++];
	*kept = *part;
	kept->prefix = robotsc__summary_copy(s, part->prefix);
}

/* The extent of the whole site, from the extents of its parts. */
static enum robotsc_extent join(const struct robotsc_part *parts, size_t n)
{
	unsigned seen = 0;
	for (size_t i = 0; i < n; i++)
		seen |= 1u << parts[i].extent;
	const unsigned both = 1u << ROBOTSC_EXTENT_OPEN | 1u << ROBOTSC_EXTENT_CLOSED;
	if (seen & 1u << ROBOTSC_EXTENT_PARTLY || (seen & both) == both)
		return ROBOTSC_EXTENT_PARTLY;
	if (seen & 1u << ROBOTSC_EXTENT_UNKNOWN)
		return ROBOTSC_EXTENT_UNKNOWN;
	return seen & 1u << ROBOTSC_EXTENT_CLOSED ? ROBOTSC_EXTENT_CLOSED : ROBOTSC_EXTENT_OPEN;
}

static enum robotsc_status take_parts(struct summarizing *s, const struct summary_reading *r, uint32_t policy,
                                      struct robotsc_summary_answer *out)
{
	const struct arena_mark mark = robotsc__arena_mark(&s->work);
	uint64_t share = s->budget / SHARE;
	const uint64_t before = share;
	s->parts = NULL;
	s->nparts = s->parts_room = 0;
	const enum robotsc_status status = robotsc__extent_parts(&s->work, &r->text, policy, &share, take_part, s);
	robotsc__arena_reset(&s->work, mark);
	summary_pay(s, before - share);
	if (status != ROBOTSC_OK || s->failed)
		return ROBOTSC_ERR_NOMEM;
	for (size_t i = 0; i < s->nparts; i++)
		s->undecided += s->parts[i].extent == ROBOTSC_EXTENT_UNKNOWN;
	out->parts = s->parts;
	out->nparts = s->nparts;
	out->extent = join(s->parts, s->nparts);
	return ROBOTSC_OK;
}

/* Copy patterns.  .at NULL: no memory. */
static struct summary_patterns copy_patterns(struct summarizing *s, const struct span *patterns, size_t n, size_t more)
{
	struct robotsc_text *at = robotsc__arena_take(s->keep, (n + 1) * sizeof *at);
	s->failed |= !at;
	for (size_t i = 0; i < n && at; i++)
		at[i] = robotsc__summary_copy(s, (struct robotsc_text){(const char *)patterns[i].at, patterns[i].len});
	return (struct summary_patterns){at, n, more};
}

/* True for a rule that names no part of the site: it may match anywhere. */
static bool is_anywhere(const struct glob *rule)
{
	return rule->line && rule->len &&
	       (op_ends_literal(rule->text[0]) || (rule->text[0] == '/' && (rule->len == 1 || op_ends_literal(rule->text[1]))));
}

/* List the patterns for an answer that is open in part: s->lists. */
static enum robotsc_status take_patterns(struct summarizing *s, const struct summary_reading *r, uint32_t policy,
                                         const struct robotsc_summary_answer *answer)
{
	const struct arena_mark mark = robotsc__arena_mark(&s->work);
	uint64_t share = s->budget / SHARE;
	const uint64_t before = share;
	struct lazy_rules rules;
	struct closed_but but;
	struct span anywhere[MOST_ANYWHERE];
	size_t n = 0;
	if (policy == NO_POLICY || answer->extent != ROBOTSC_EXTENT_PARTLY)
		return ROBOTSC_OK;
	enum robotsc_status status = robotsc__text_rules_of(&s->work, &r->text, policy, &rules);
	if (status == ROBOTSC_OK)
		status = robotsc__closed_but(&s->work, &r->text, &rules, answer->extent, &share, &but);
	if (status != ROBOTSC_OK)
		return status;
	for (uint32_t i = 0; i < rules.n; i++) {
		if (!is_anywhere(&rules.rules[i]))
			continue;
		if (n < MOST_ANYWHERE)
			anywhere[n] = robotsc__text_rules_line(&r->text.doc, rules.rules[i].line)->value;
		n++;
	}
	const size_t listed = n < MOST_ANYWHERE ? n : MOST_ANYWHERE;
	s->lists.but = copy_patterns(s, but.patterns, but.npatterns, but.more);
	s->lists.anywhere = copy_patterns(s, anywhere, listed, n - listed);
	robotsc__arena_reset(&s->work, mark);
	summary_pay(s, before - share);
	return s->failed ? ROBOTSC_ERR_NOMEM : ROBOTSC_OK;
}

/* ---- an answer --------------------------------------------------------------------- */

/* Find the lines of the groups that a robot obeys: those of a token, or of "*" if token is NULL. */
static enum robotsc_status take_lines(struct summarizing *s, const struct summary_reading *r, const struct robotsc_text *token,
                                      struct robotsc_summary_answer *out)
{
	const struct arena_mark mark = robotsc__arena_mark(&s->work);
	const uint32_t *groups = robotsc__summary_groups(s, r, token, &out->nlines);
	struct robotsc_summary_lines *lines = robotsc__arena_take(s->keep, (out->nlines + 1) * sizeof *lines);
	if (!groups || !lines)
		return ROBOTSC_ERR_NOMEM;
	for (size_t i = 0; i < out->nlines; i++)
		lines[i] = r->groups[groups[i]];
	out->lines = lines;
	robotsc__arena_reset(&s->work, mark);
	return ROBOTSC_OK;
}

/* True if the budget suffices to prepare the rules: many robots may share many of them. */
static bool is_affordable(struct summarizing *s, const struct robotsc_summary_answer *answer)
{
	uint64_t steps = RULE_STEPS;
	for (size_t i = 0; i < answer->nlines; i++)
		steps += (uint64_t)RULE_STEPS * (answer->lines[i].allow + answer->lines[i].disallow);
	const bool affordable = steps == RULE_STEPS || steps < s->budget;
	summary_pay(s, steps);
	s->undecided += !affordable;
	return affordable;
}

/* Fill in an answer whose lines are known. */
static enum robotsc_status make(struct summarizing *s, const struct summary_reading *r, uint32_t policy,
                                const struct robotsc_group *group, struct robotsc_summary_answer *out)
{
	s->lists = (struct summary_lists){.but = {NULL, 0, 0}};
	if (policy != NO_POLICY)
		out->root = robotsc_check_path(group, "/", 1);
	if (!is_affordable(s, out))
		return ROBOTSC_OK;
	enum robotsc_status status = take_parts(s, r, policy, out);
	if (status == ROBOTSC_OK)
		status = take_patterns(s, r, policy, out);
	if (status == ROBOTSC_OK && out->nlines)
		status = robotsc__summary_records(s, r, group, DELAYS, &out->delays, &out->ndelays);
	if (status == ROBOTSC_OK)
		status = take_preferences(s, r, group, out);
	const struct robotsc_finding *f = policy == NO_POLICY ? NULL : r->star[policy];
	if (f) {
		memcpy(out->not_inherited, f->lines, sizeof out->not_inherited);
		out->nnot_inherited = f->nlines;
	}
	return status;
}

/* ---- the same in another dialect --------------------------------------------------- */

static bool same_lines(const struct robotsc_summary_answer *a, const struct robotsc_summary_answer *b)
{
	if (a->nlines != b->nlines)
		return false;
	for (size_t i = 0; i < a->nlines; i++)
		if (a->lines[i].first != b->lines[i].first || a->lines[i].last != b->lines[i].last)
			return false;
	return true;
}

static bool same_parts(const struct robotsc_summary_answer *a, const struct robotsc_summary_answer *b)
{
	for (size_t i = 0; i < a->nparts; i++)
		if (!robotsc__summary_same_text(a->parts[i].prefix, b->parts[i].prefix) || a->parts[i].exact != b->parts[i].exact ||
		    a->parts[i].extent != b->parts[i].extent)
			return false;
	return true;
}

static bool same_delays(const struct robotsc_summary_answer *a, const struct robotsc_summary_answer *b)
{
	for (size_t i = 0; i < a->ndelays; i++)
		if (a->delays[i].line != b->delays[i].line)
			return false;
	return true;
}

static bool same_answer(const struct robotsc_summary_answer *a, const struct robotsc_summary_answer *b)
{
	if (!same_lines(a, b) || a->nparts != b->nparts || a->extent != b->extent || a->root != b->root ||
	    a->ndelays != b->ndelays || a->nnot_inherited != b->nnot_inherited ||
	    memcmp(a->not_inherited, b->not_inherited, sizeof a->not_inherited) != 0)
		return false;
	return same_parts(a, b) && same_delays(a, b) && robotsc__summary_same_preferences(a, b);
}

/* Add an answer, unless the same answer was added for another dialect. */
static enum robotsc_status add(struct summarizing *s, const struct summary_reading *r, const struct robotsc_summary_answer *answer,
                               uint32_t *out)
{
	for (size_t i = 0; r != &s->readings[s->options.dialect] && i < s->nanswers; i++)
		if (same_answer(&s->answers[i], answer)) {
			*out = (uint32_t)i;
			return ROBOTSC_OK;
		}
	if (s->nanswers == s->answers_room &&
	    !robotsc__arena_grow(s->keep, (void **)&s->answers, &s->answers_room, sizeof *s->answers))
		return ROBOTSC_ERR_NOMEM;
	if (s->nanswers == s->known_room && !robotsc__arena_grow(&s->work, (void **)&s->known, &s->known_room, sizeof *s->known))
		return ROBOTSC_ERR_NOMEM;
	s->known[s->nanswers] = (struct summary_known){.before = SUMMARY_NONE, .lists = s->lists};
	*out = (uint32_t)s->nanswers;
	s->answers[s->nanswers++] = *answer;
	return ROBOTSC_OK;
}

/* ---- a robot ----------------------------------------------------------------------- */

static enum robotsc_status add_robot(struct summarizing *s, const struct robotsc_summary_robot *robot)
{
	if (s->nrobots == s->robots_room &&
	    !robotsc__arena_grow(s->keep, (void **)&s->robots_found, &s->robots_room, sizeof *s->robots_found))
		return ROBOTSC_ERR_NOMEM;
	s->answers[robot->answer].robots++;
	s->answers[robot->answer].known += robot->crawler != NULL;
	s->robots_found[s->nrobots++] = *robot;
	return ROBOTSC_OK;
}

/* The answer of a policy that has these lines and records, or SUMMARY_NONE.  If no budget is left,
 * any answer of the policy will do. */
static uint32_t find_known(struct summarizing *s, uint32_t last, const struct robotsc_summary_answer *answer,
                           const struct robotsc_lines *records)
{
	for (uint32_t i = last; i != SUMMARY_NONE; i = s->known[i].before) {
		const bool same = s->known[i].member == records->member && s->known[i].members_end == records->members_end;
		if (!s->budget || (same && same_lines(&s->answers[i], answer)))
			return i;
		summary_pay(s, 1);
	}
	return SUMMARY_NONE;
}

enum robotsc_status robotsc__summary_answer(struct summarizing *s, struct summary_reading *r, const struct robotsc_text *tokens,
                                            size_t n, bool ignores_star, struct robotsc_summary_robot *robot)
{
	struct robotsc_group group;
	struct robotsc_lines records;
	struct robotsc_summary_answer answer = {.extent = ROBOTSC_EXTENT_UNKNOWN, .root = ROBOTSC_ALLOW};
	enum robotsc_status status = robotsc_select(&r->blob, tokens, n, &group);
	const bool named = status == ROBOTSC_OK && group.selected == ROBOTSC_SELECTED_TOKEN, none = ignores_star && !named;
	if (none)
		robotsc_select_none(&r->blob, &group);
	const struct arena_mark mark = robotsc__arena_mark(s->keep);
	uint32_t policy = none ? NO_POLICY : robotsc__text_rules_find(&r->text, tokens, n), known;
	if (status == ROBOTSC_OK && !none)
		status = take_lines(s, r, named ? &tokens[group.token] : NULL, &answer);
	if (status != ROBOTSC_OK)
		return status;
	if (answer.nlines)
		robot->obeys = named ? tokens[group.token] : (struct robotsc_text){"*", 1};
	uint32_t *last = &r->answers[policy == NO_POLICY ? r->text.grouping.npolicies : policy];
	robotsc_begin_lines(&r->ext, &group, &records);
	known = find_known(s, *last, &answer, &records);
	if (known == SUMMARY_NONE) {
		const size_t before = s->nanswers;
		status = make(s, r, policy, &group, &answer);
		if (status == ROBOTSC_OK)
			status = add(s, r, &answer, &known);
		if (status != ROBOTSC_OK)
			return status;
		if (s->nanswers > before) {
			s->known[known].before = *last;
			s->known[known].member = records.member;
			s->known[known].members_end = records.members_end;
			*last = known;
		}
	} else {
		robotsc__arena_reset(s->keep, mark);
	}
	robot->answer = known;
	robot->dialect = r->text.dialect->id;
	return add_robot(s, robot);
}
