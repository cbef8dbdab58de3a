/* audit_judge.c - the files of an audit, and what they say about a request of a robot.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "access/text.h"
#include "audit_parts.h"

static enum robotsc_status compile_in(struct robotsc_audit *audit, size_t file, enum robotsc_dialect dialect)
{
	const struct robotsc_audit_file *const from = &audit->question.files[file];
	struct audit_policy *const policy = &audit->policies[file];
	struct robotsc_options options = audit->options;
	enum robotsc_status status;
	if (policy->bytes[dialect])
		return ROBOTSC_OK;
	options.dialect = dialect;
	status = robotsc_compile(&options, from->robots, from->len, &policy->bytes[dialect], &policy->len[dialect]);
	if (status == ROBOTSC_OK)
		status = robotsc_open_intact(&policy->blobs[dialect], policy->bytes[dialect], policy->len[dialect]);
	return status == ROBOTSC_OK ? robotsc_open_extensions(&policy->blobs[dialect], &policy->extensions[dialect]) : status;
}

enum robotsc_status robotsc__audit_compile(struct robotsc_audit *audit)
{
	enum robotsc_status status = ROBOTSC_OK;
	audit->policies = robotsc__arena_zeroed(&audit->arena, audit->question.nfiles, sizeof *audit->policies);
	if (!audit->policies)
		return ROBOTSC_ERR_NOMEM;
	for (size_t i = 0; i < audit->question.nfiles && status == ROBOTSC_OK; i++)
		status = compile_in(audit, i, audit->options.dialect);
	return status;
}

/* The longest Crawl-delay that holds for a group, as robotsc_next_fetch has it. */
static uint32_t delay_of(const struct robotsc_extensions *extensions, const struct robotsc_group *group)
{
	struct robotsc_lines lines;
	struct robotsc_line line;
	uint32_t delay = 0;
	robotsc_begin_lines(extensions, group, &lines);
	while (robotsc_next_line(&lines, &line))
		if (line.field == ROBOTSC_FIELD_CRAWL_DELAY && line.delay > delay)
			delay = line.delay;
	return delay;
}

enum robotsc_status robotsc__audit_allow_all(enum robotsc_dialect dialect, struct robotsc_group *group)
{
	struct robotsc_blob blob;
	size_t len;
	const void *const bytes = robotsc_constant_blob(dialect, ROBOTSC_ALLOW, &len);
	const enum robotsc_status status = robotsc_open(&blob, bytes, len);
	return status == ROBOTSC_OK ? robotsc_select(&blob, NULL, 0, group) : status;
}

static enum robotsc_status select_rules(struct audit_policy *policy, const struct audit_name *name, struct audit_rules *rules)
{
	const struct robotsc_blob *const blob = &policy->blobs[name->dialect];
	enum robotsc_status status = robotsc_select(blob, name->tokens, name->ntokens, &rules->group);
	if (status != ROBOTSC_OK)
		return status;
	if (name->crawler && name->crawler->ignores_star && rules->group.selected == ROBOTSC_SELECTED_STAR)
		return robotsc__audit_allow_all(name->dialect, &rules->group);
	rules->delay = delay_of(&policy->extensions[name->dialect], &rules->group);
	return ROBOTSC_OK;
}

enum robotsc_status robotsc__audit_select(struct robotsc_audit *audit)
{
	enum robotsc_status status = ROBOTSC_OK;
	for (size_t f = 0; f < audit->question.nfiles && status == ROBOTSC_OK; f++) {
		struct audit_policy *const policy = &audit->policies[f];
		policy->rules = robotsc__arena_zeroed(&audit->arena, audit->names.n, sizeof *policy->rules);
		if (!policy->rules)
			return ROBOTSC_ERR_NOMEM;
		for (size_t i = 0; i < audit->names.n && status == ROBOTSC_OK; i++) {
			status = compile_in(audit, f, audit->names.at[i].dialect);
			if (status == ROBOTSC_OK)
				status = select_rules(policy, &audit->names.at[i], &policy->rules[i]);
		}
	}
	return status;
}

void robotsc__audit_free_policies(struct robotsc_audit *audit)
{
	for (size_t f = 0; audit->policies && f < audit->question.nfiles; f++)
		for (size_t d = 0; d < AUDIT_DIALECTS; d++)
			robotsc_free_blob(audit->options.alloc, audit->policies[f].bytes[d], audit->policies[f].len[d]);
	robotsc_free_blob(audit->options.alloc, audit->names.bytes, audit->names.len);
}

/* ---- a request ----------------------------------------------------------------------------- */

static bool allows(const struct robotsc_audit *audit, uint32_t file, const struct audit_event *event, struct robotsc_text target)
{
	const struct robotsc_group *const group = &audit->policies[file].rules[event->name].group;
	return (event->is_path ? robotsc_check_path(group, target.at, target.len)
	                       : robotsc_check_url(group, target.at, target.len)) == ROBOTSC_ALLOW;
}

void robotsc__audit_date(const struct robotsc_audit *audit, struct audit_event *event)
{
	const struct robotsc_audit_file *const files = audit->question.files;
	const bool timed = event->time != ROBOTSC_AUDIT_NO_TIME;
	uint32_t n = (uint32_t)audit->question.nfiles;
	if (!timed && (n > 1 || files[0].from != ROBOTSC_AUDIT_ALWAYS))
		n = 0;
	while (timed && n > 0 && files[n - 1].from > event->time)
		n--;
	if (n > 0) {
		event->file = n - 1;
		event->flags |= AUDIT_DATED;
	} else {
		event->verdict = ROBOTSC_AUDIT_UNKNOWN;
		event->reason = timed ? ROBOTSC_AUDIT_BEFORE : ROBOTSC_AUDIT_UNTIMED;
	}
}

void robotsc__audit_judge(const struct robotsc_audit *audit, struct robotsc_text target, struct audit_event *event)
{
	const struct robotsc_audit_file *const files = audit->question.files;
	if (!(event->flags & AUDIT_DATED))
		return;
	event->verdict = ROBOTSC_AUDIT_ALLOWED;
	if (allows(audit, event->file, event, target))
		return;
	event->verdict = ROBOTSC_AUDIT_DISALLOWED;
	/* A crawler may use a copy for a day: RFC 9309 §2.4. */
	for (uint32_t f = event->file; f > 0; f--) {
		const bool allowed = allows(audit, f - 1, event, target);
		const bool recent = event->time - files[f].from < ROBOTSC_AUDIT_GRACE;
		if (allowed && f == event->file)
			event->flags |= AUDIT_NEWLY;
		if (!recent)
			break;
		if (allowed)
			event->verdict = ROBOTSC_AUDIT_IN_GRACE;
	}
}
