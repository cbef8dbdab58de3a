/* record_sets.c - see policies.h: make the sets and their policies.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "policies.h"

#include <string.h>

#include "match/blob_layout.h"
#include "support/sort.h"

/* The value of a rule that only marks its group. */
static const uint8_t slash[] = {'/'};

/* ---- labels -------------------------------------------------------------------- */

/* True if the blob has a label: always, or because a line or a group states it. */
static bool is_kept(const struct document *doc, const struct label *label)
{
	bool kept = label->always;
	for (size_t i = 0; i < doc->nagents && label->token && !kept; i++)
		kept = label_token(label, doc->agents[i].token);
	for (size_t i = 0; i < doc->nrecords && !kept; i++)
		kept = doc->records[i].field == label->field && robotsc__record_preference(&doc->records[i], label);
	return kept;
}

static void choose_labels(const struct document *doc, struct record_sets *e)
{
	for (uint32_t i = 0; i < LABELS; i++)
		if (is_kept(doc, &labels[i])) {
			e->labels[e->nlabels++] = &labels[i];
			e->nanswers += label_values(&labels[i]);
		}
}

static uint32_t *answer_at(const struct record_sets *e, uint32_t set, uint32_t number)
{
	return &e->answers[(size_t)set * e->nanswers + number];
}

/* ---- sets ---------------------------------------------------------------------- */

/* Copy a document whose groups become its runs. */
static enum robotsc_status copy_by_runs(struct arena *a, const struct document *doc, struct document *out)
{
	*out = *doc;
	out->rules = NULL;
	out->nrules = 0;
	out->ngroups = (uint32_t)doc->nruns;
	out->agents = robotsc__arena_take(a, doc->nagents * sizeof *out->agents);
	out->records = robotsc__arena_take(a, doc->nrecords * sizeof *out->records);
	out->groups = robotsc__arena_take(a, doc->nruns * sizeof *out->groups);
	if (!out->agents || !out->records || !out->groups)
		return ROBOTSC_ERR_NOMEM;
	for (size_t i = 0; i < doc->nagents; i++) {
		out->agents[i] = doc->agents[i];
		out->agents[i].group = doc->agents[i].run;
	}
	for (size_t i = 0; i < doc->nrecords; i++) {
		out->records[i] = doc->records[i];
		if (doc->records[i].group != NO_GROUP)
			out->records[i].group = doc->records[i].run;
	}
	for (size_t i = 0; i < doc->nruns; i++)
		out->groups[i] = doc->groups[doc->run_groups[i]];
	return ROBOTSC_OK;
}

/* Group a document that has a rule for each group with records. */
static enum robotsc_status group_records(struct arena *a, const struct robotsc_options *options, const struct document *doc,
                                         struct grouping *out)
{
	struct document marks = *doc;
	marks.rules = robotsc__arena_take(a, doc->ngroups * sizeof *marks.rules);
	marks.nrules = 0;
	if (!marks.rules)
		return ROBOTSC_ERR_NOMEM;
	for (size_t i = 0; i < doc->nrecords; i++) {
		const uint32_t group = doc->records[i].group;
		if (group != NO_GROUP && (marks.nrules == 0 || marks.rules[marks.nrules - 1].group != group))
			marks.rules[marks.nrules++] = (struct rule){.value = {slash, sizeof slash}, .group = group};
	}
	return robotsc__group_run(a, options, &marks, out);
}

/* Make a set of the groups of a policy, ascending. */
static enum robotsc_status make_set(struct arena *a, struct record_sets *e, const struct policy *policy)
{
	uint32_t n = 0, k = 0;
	for (uint32_t i = 0; i < policy->nsets; i++)
		n += e->grouping.sets[policy->sets[i]].ngroups;
	uint32_t *members = robotsc__arena_take(a, n * sizeof *members);
	if (!members)
		return ROBOTSC_ERR_NOMEM;
	for (uint32_t i = 0; i < policy->nsets; i++) {
		const struct ruleset *set = &e->grouping.sets[policy->sets[i]];
		for (uint32_t g = 0; g < set->ngroups; g++)
			members[k++] = set->groups[g];
	}
	if (!robotsc__sort(a, members, n, robotsc__sort_by_number, NULL))
		return ROBOTSC_ERR_NOMEM;
	e->members[e->nsets] = members;
	e->nmembers[e->nsets++] = n;
	return ROBOTSC_OK;
}

/* True if something is stated for all robots, also for those without records. */
static bool speaks_to_all(const struct record_sets *e)
{
	bool all = false;
	for (uint32_t i = 0; i < e->nlabels; i++)
		all |= e->labels[i]->token;
	return all;
}

static enum robotsc_status make_sets(struct arena *a, struct record_sets *e)
{
	const bool all = speaks_to_all(e);
	const uint32_t n = e->grouping.npolicies + all;
	e->set_of = robotsc__arena_zeroed(a, n, sizeof *e->set_of);
	e->members = robotsc__arena_zeroed(a, n, sizeof *e->members);
	e->nmembers = robotsc__arena_zeroed(a, n, sizeof *e->nmembers);
	e->answers = robotsc__arena_take(a, (size_t)n * e->nanswers * sizeof *e->answers);
	if (!e->set_of || !e->members || !e->nmembers || !e->answers)
		return ROBOTSC_ERR_NOMEM;
	for (size_t k = 0; k < (size_t)n * e->nanswers; k++)
		e->answers[k] = NO_POLICY;
	for (uint32_t i = 0; i < e->grouping.npolicies; i++) {
		if (e->grouping.policies[i].nsets == 0)
			continue;
		if (make_set(a, e, &e->grouping.policies[i]) != ROBOTSC_OK)
			return ROBOTSC_ERR_NOMEM;
		e->set_of[i] = e->nsets;
	}
	if (all)
		e->rest = ++e->nsets;
	return ROBOTSC_OK;
}

/* ---- answers ------------------------------------------------------------------- */

/* The lines of a label as rules; for a label that is a token, the rules of its groups. */
struct label_question {
	struct document doc;
	struct robotsc__dialect row;
	const struct label *label;
	uint32_t value;  /* the question is whether the label's value is this or one before it */
	uint8_t *groups; /* of each group: bits GENERAL, PATHS */
};

#define GENERAL 1 /* a line without a path says yes to the question */
#define PATHS 2   /* there are lines with paths */

static void add_rule(struct label_question *q, const struct record *record, struct span value, enum robotsc_verdict verdict)
{
	q->doc.rules[q->doc.nrules++] = (struct rule){.value = value,
	                                              .text = record->value.at,
	                                              .line = record->line,
	                                              .group = record->group,
	                                              .verdict = verdict,
	                                              .glob = q->row.versions && q->doc.groups[record->group].globs};
}

/* Copy the groups, with the verdict for paths that no rule matches. */
static enum robotsc_status copy_groups(struct arena *a, struct label_question *q, enum robotsc_verdict fallback)
{
	struct group *groups = robotsc__arena_take(a, q->doc.ngroups * sizeof *groups);
	if (!groups)
		return ROBOTSC_ERR_NOMEM;
	for (uint32_t i = 0; i < q->doc.ngroups; i++) {
		groups[i] = q->doc.groups[i];
		groups[i].fallback = fallback;
	}
	q->doc.groups = groups;
	return ROBOTSC_OK;
}

/* Noindex marks the paths that a rule matches.  So its lines become Disallow rules of the dialect,
 * without the implied rule for /robots.txt. */
static void ask_noindex(struct label_question *q, const struct document *doc)
{
	q->row = *doc->dialect;
	q->row.robots_txt = 0;
	for (size_t i = 0; i < doc->nrecords; i++)
		if (doc->records[i].field == ROBOTSC_FIELD_NOINDEX) {
			add_rule(q, &doc->records[i], doc->records[i].value, ROBOTSC_DISALLOW);
			q->groups[doc->records[i].group] = PATHS;
		}
}

/* Content-Signal, Content-Usage: a line that answers the question becomes Allow, others Disallow.
 * The longest decides, and Allow wins a tie.  A group needs only one line without a path. */
static void ask_lines(struct label_question *q, const struct document *doc)
{
	q->row = *robotsc__dialect_find(ROBOTSC_RFC9309);
	q->row.robots_txt = 0;
	for (size_t i = 0; i < doc->nrecords; i++) {
		const struct record *record = &doc->records[i];
		struct span path, rest;
		if (record->field != q->label->field)
			continue;
		const uint32_t preference = robotsc__record_preference(record, q->label);
		const bool says = preference && preference <= q->value;
		uint8_t *group = &q->groups[record->group];
		robotsc__record_split(record->value, &path, &rest);
		if (path.len || (says && !(*group & GENERAL)))
			add_rule(q, record, path, says ? ROBOTSC_ALLOW : ROBOTSC_DISALLOW);
		*group |= path.len ? PATHS : says ? GENERAL : 0;
	}
}

/* Compile a question.  Each set gets the policy of a robot that has the set. */
static enum robotsc_status answer(struct pool *pool, const struct robotsc_options *options, struct label_question *q,
                                  const struct record_sets *e, uint32_t number)
{
	struct grouping g;
	enum robotsc_status status = robotsc__group_run(&pool->arena, options, &q->doc, &g);
	uint32_t *entry_of = robotsc__arena_take(&pool->arena, g.npolicies * sizeof *entry_of);
	if (status == ROBOTSC_OK && !entry_of)
		status = ROBOTSC_ERR_NOMEM;
	q->doc.dialect = &q->row; /* groups follow the file's dialect, patterns q->row */
	if (status == ROBOTSC_OK)
		status = robotsc__policies_run(pool, options, &q->doc, &g, true, entry_of);
	if (status != ROBOTSC_OK)
		return status;
	for (uint32_t i = 0; i <= g.nnames; i++) {
		const uint32_t of = i < g.nnames ? e->grouping.names[i].policy : e->grouping.star;
		const uint32_t policy = i < g.nnames ? g.names[i].policy : g.star;
		if (of != NO_POLICY && e->set_of[of] && policy != NO_POLICY && g.policies[policy].nsets)
			*answer_at(e, e->set_of[of] - 1, number) = entry_of[policy];
	}
	return ROBOTSC_OK;
}

/* Answer for the sets that have no line with a path.  Returns the number of other sets. */
static uint32_t answer_without_paths(const struct label_question *q, const struct record_sets *e, uint32_t number)
{
	uint32_t left = 0;
	for (uint32_t i = 0; i < e->nsets; i++) {
		unsigned all = 0;
		for (uint32_t k = 0; k < e->nmembers[i]; k++)
			all |= q->groups[e->members[i][k]];
		if (all & PATHS)
			left++;
		else
			*answer_at(e, i, number) = all & GENERAL ? robotsc__policies_always(ROBOTSC_ALLOW) : NO_POLICY;
	}
	return left;
}

/* ---- labels that are tokens ---------------------------------------------------- */

/* Copy the agents that name the token, as "*", and mark their groups. */
static enum robotsc_status copy_agents(struct arena *a, struct label_question *q)
{
	struct agent *agents = robotsc__arena_take(a, q->doc.nagents * sizeof *agents);
	size_t n = 0;
	if (!agents)
		return ROBOTSC_ERR_NOMEM;
	for (size_t i = 0; i < q->doc.nagents; i++)
		if (label_token(q->label, q->doc.agents[i].token)) {
			agents[n] = q->doc.agents[i];
			agents[n++].star = true;
			q->groups[q->doc.agents[i].group] = PATHS;
		}
	q->doc.agents = agents;
	q->doc.nagents = n;
	return ROBOTSC_OK;
}

/* Ask the rules of a token's groups.  For ROBOTSC_NO, Disallow says yes, Allow says no, and what
 * was Allow still wins a tie.  For ROBOTSC_NO or _YES, every rule says yes. */
static void ask_rules(struct label_question *q, const struct document *doc)
{
	for (size_t i = 0; i < doc->nrules; i++) {
		struct rule rule = doc->rules[i];
		if (!q->groups[rule.group] || rule.value.len == 0)
			continue;
		rule.verdict = q->value == ROBOTSC_NO && rule.verdict == ROBOTSC_ALLOW ? ROBOTSC_DISALLOW : ROBOTSC_ALLOW;
		rule.glob = false;
		q->doc.rules[q->doc.nrules++] = rule;
	}
}

/* Groups, patterns and precedence are those of RFC 9309.  All sets get the answer. */
static enum robotsc_status ask_token(struct pool *pool, const struct robotsc_options *options, const struct document *doc,
                                     struct label_question *q, const struct record_sets *e, uint32_t number)
{
	struct robotsc_options all = *options;
	struct grouping g;
	q->doc = *doc;
	q->row = *robotsc__dialect_find(ROBOTSC_RFC9309);
	q->row.robots_txt = 0;
	q->row.rank = robotsc__dialect_rank_strict;
	q->doc.dialect = &q->row;
	q->doc.nrules = 0;
	q->doc.rules = robotsc__arena_take(&pool->arena, doc->nrules * sizeof *q->doc.rules);
	q->groups = robotsc__arena_zeroed(&pool->arena, doc->ngroups, sizeof *q->groups);
	if (!q->doc.rules || !q->groups || copy_groups(&pool->arena, q, ROBOTSC_DISALLOW) != ROBOTSC_OK ||
	    copy_agents(&pool->arena, q) != ROBOTSC_OK)
		return ROBOTSC_ERR_NOMEM;
	ask_rules(q, doc);
	all.agents = NULL;
	all.nagents = 0;
	enum robotsc_status status = robotsc__group_run(&pool->arena, &all, &q->doc, &g);
	if (status != ROBOTSC_OK || g.star == NO_POLICY || g.policies[g.star].nsets == 0)
		return status;
	uint32_t *entry_of = robotsc__arena_take(&pool->arena, g.npolicies * sizeof *entry_of);
	if (!entry_of)
		return ROBOTSC_ERR_NOMEM;
	status = robotsc__policies_run(pool, &all, &q->doc, &g, true, entry_of);
	for (uint32_t i = 0; i < e->nsets && status == ROBOTSC_OK; i++)
		*answer_at(e, i, number) = entry_of[g.star];
	return status;
}

static enum robotsc_status ask(struct pool *pool, const struct robotsc_options *options, struct label_question *q,
                               const struct record_sets *e, uint32_t number)
{
	const struct document doc = q->doc;
	const bool noindex = q->label->field == ROBOTSC_FIELD_NOINDEX;
	size_t lines = 0;
	for (size_t i = 0; i < doc.nrecords; i++)
		lines += doc.records[i].field == q->label->field;
	if (lines == 0 || (noindex && q->value > ROBOTSC_NO))
		return ROBOTSC_OK; /* no line of this field, or yes, which Noindex never says */
	q->doc.nrules = 0;
	q->doc.rules = robotsc__arena_take(&pool->arena, lines * sizeof *q->doc.rules);
	q->groups = robotsc__arena_zeroed(&pool->arena, doc.ngroups, sizeof *q->groups);
	if (!q->doc.rules || !q->groups || copy_groups(&pool->arena, q, noindex ? ROBOTSC_ALLOW : ROBOTSC_DISALLOW) != ROBOTSC_OK)
		return ROBOTSC_ERR_NOMEM;
	if (noindex)
		ask_noindex(q, &doc);
	else
		ask_lines(q, &doc);
	if (answer_without_paths(q, e, number) == 0)
		return ROBOTSC_OK;
	const enum robotsc_status status = answer(pool, options, q, e, number);
	answer_without_paths(q, e, number); /* again: answer overwrites all sets */
	return status;
}

static enum robotsc_status ask_all(struct pool *pool, const struct robotsc_options *options, const struct document *doc,
                                   const struct record_sets *e)
{
	uint32_t number = 0;
	for (uint32_t i = 0; i < e->nlabels; i++)
		for (uint32_t value = 1; e->labels[i]->values[value - 1]; value++) {
			struct label_question q = {.doc = e->doc, .label = e->labels[i], .value = value};
			const enum robotsc_status status =
				q.label->token ? ask_token(pool, options, doc, &q, e, number) : ask(pool, options, &q, e, number);
			number++;
			if (status != ROBOTSC_OK)
				return status;
		}
	return ROBOTSC_OK;
}

enum robotsc_status robotsc__record_sets_run(struct pool *pool, const struct robotsc_options *options, const struct document *doc,
                                             struct record_sets *out)
{
	struct robotsc_options silent = *options;
	silent.dump = NULL;
	*out = (struct record_sets){0};
	choose_labels(doc, out);
	enum robotsc_status status = copy_by_runs(&pool->arena, doc, &out->doc);
	if (status == ROBOTSC_OK)
		status = group_records(&pool->arena, &silent, &out->doc, &out->grouping);
	if (status == ROBOTSC_OK)
		status = make_sets(&pool->arena, out);
	if (status == ROBOTSC_OK)
		status = ask_all(pool, &silent, doc, out);
	return status;
}
