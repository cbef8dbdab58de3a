/* summary_read.c - reads the text of a summary in a dialect: its groups, and the lines of "*" that
 * named robots do not obey.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "access/text.h"
#include "lint_parts.h"
#include "summary_work.h"
#include "support/sort.h"
#include "text/usage_labels.h"

#define STAR_SHARE 8 /* an eighth of the budget that is left is for the lines of "*" */

struct robotsc_text robotsc__summary_copy(struct summarizing *s, struct robotsc_text text)
{
	char *at = robotsc__arena_take(s->keep, text.len + 1);
	if (at && text.len)
		memcpy(at, text.at, text.len);
	s->failed |= !at;
	return (struct robotsc_text){at, text.len};
}

static struct robotsc_text text_of(const struct span *span)
{
	return (struct robotsc_text){(const char *)span->at, span->len};
}

/* Find the lines of each group.  Agents and rules are in file order. */
static enum robotsc_status read_groups(struct summarizing *s, struct summary_reading *r)
{
	const struct document *doc = &r->text.doc;
	struct robotsc_text *agents = robotsc__arena_take(s->keep, (doc->nagents + 1) * sizeof *agents);
	r->groups = robotsc__arena_zeroed(s->keep, (size_t)doc->ngroups + 1, sizeof *r->groups);
	if (!agents || !r->groups)
		return ROBOTSC_ERR_NOMEM;
	for (size_t i = 0; i < doc->nagents; i++) {
		struct robotsc_summary_lines *lines = &r->groups[doc->agents[i].group];
		agents[i] = text_of(&doc->agents[i].token);
		if (!lines->agents) {
			lines->agents = &agents[i];
			lines->first = doc->agents[i].line;
		}
		lines->last = doc->agents[i].line;
		lines->nagents++;
	}
	for (size_t i = 0; i < doc->nrules; i++) {
		struct robotsc_summary_lines *lines = &r->groups[doc->rules[i].group];
		lines->last = doc->rules[i].line;
		*(doc->rules[i].verdict == ROBOTSC_ALLOW ? &lines->allow : &lines->disallow) += doc->rules[i].value.len > 0;
	}
	return ROBOTSC_OK;
}

static int compare_names(const struct span *a, const struct span *b)
{
	for (size_t i = 0; i < a->len && i < b->len; i++) {
		const int d = ascii_lower(a->at[i]) - ascii_lower(b->at[i]);
		if (d)
			return d;
	}
	return a->len == b->len ? 0 : a->len < b->len ? -1 : 1;
}

static int compare_agents(const void *ctx, uint32_t x, uint32_t y)
{
	const struct agent *all = ctx;
	return compare_names(&all[x].token, &all[y].token);
}

static enum robotsc_status sort_agents(struct summarizing *s, struct summary_reading *r)
{
	const struct document *doc = &r->text.doc;
	r->by_name = robotsc__arena_take(&s->work, doc->nagents * sizeof *r->by_name);
	if (!r->by_name)
		return ROBOTSC_ERR_NOMEM;
	for (size_t i = 0; i < doc->nagents; i++)
		if (!doc->agents[i].star)
			r->by_name[r->nby_name++] = (uint32_t)i;
	return robotsc__sort(&s->work, r->by_name, r->nby_name, compare_agents, doc->agents) ? ROBOTSC_OK : ROBOTSC_ERR_NOMEM;
}

/* Count the rules of groups that state a label, except rules about the whole site. */
static enum robotsc_status count_signals(struct summarizing *s, struct summary_reading *r)
{
	const struct document *doc = &r->text.doc;
	bool *states = robotsc__arena_zeroed(&s->work, (size_t)doc->ngroups + 1, sizeof *states);
	if (!states)
		return ROBOTSC_ERR_NOMEM;
	for (size_t i = 0; i < doc->nagents; i++)
		states[doc->agents[i].group] |= label_of_token(doc->agents[i].token) != NULL;
	for (size_t i = 0; i < doc->nrules; i++) {
		const struct span path = doc->rules[i].value;
		r->signals_below += states[doc->rules[i].group] && path.len && !(path.len == 1 && *path.at == '/');
	}
	return ROBOTSC_OK;
}

/* The index in by_name of the first agent with a name; *n: how many agents have it. */
static size_t find_agents(const struct summary_reading *r, const struct span *name, size_t *n)
{
	const struct agent *all = r->text.doc.agents;
	size_t low = 0, high = r->nby_name;
	BISECT(low, high, i, compare_names(&all[r->by_name[i]].token, name) < 0);
	for (*n = 0; low + *n < r->nby_name && compare_names(&all[r->by_name[low + *n]].token, name) == 0;)
		++*n;
	return low;
}

uint32_t *robotsc__summary_groups(struct summarizing *s, const struct summary_reading *r, const struct robotsc_text *token,
                                  size_t *n)
{
	const struct document *doc = &r->text.doc;
	const struct span given = token ? (struct span){(const uint8_t *)token->at, token->len} : (struct span){NULL, 0};
	const struct span robot = token ? r->text.dialect->robot(&given) : given;
	const bool records = r->text.dialect->records;
	size_t found = 0, first = token && !records ? find_agents(r, &robot, &found) : 0;
	uint32_t *out = robotsc__arena_take(&s->work, (found + doc->ngroups + 1) * sizeof *out);
	*n = 0;
	if (!out)
		return NULL;
	if (token && records) {
		const struct agent *agent = robotsc__parse_record(doc, &robot);
		if (agent)
			out[(*n)++] = agent->group;
		return out;
	}
	for (size_t i = 0; i < (token ? found : doc->nagents) && !(records && *n); i++) {
		const struct agent *agent = &doc->agents[token ? r->by_name[first + i] : i];
		if ((token || agent->star) && (!*n || out[*n - 1] != agent->group))
			out[(*n)++] = agent->group;
	}
	return out;
}

/* The agent in the line of a finding, or NULL. */
static const struct agent *agent_at(const struct document *doc, uint32_t line)
{
	size_t low = 0, high = doc->nagents;
	BISECT(low, high, i, doc->agents[i].line < line);
	return low < doc->nagents && doc->agents[low].line == line ? &doc->agents[low] : NULL;
}

/* Find the lines of "*" that close more than a named robot's own group, as lint does. */
static enum robotsc_status read_star(struct summarizing *s, struct summary_reading *r)
{
	struct linter l = {.arena = &s->work,
	                   .options = s->options,
	                   .dialect = r->text.dialect,
	                   .text = s->robots,
	                   .len = s->len,
	                   .budget = s->budget / STAR_SHARE};
	r->star = robotsc__arena_zeroed(&s->work, (size_t)r->text.grouping.npolicies + 1, sizeof *r->star);
	if (!r->star)
		return ROBOTSC_ERR_NOMEM;
	const enum robotsc_status status = robotsc__lint_star(&l, &r->text);
	summary_pay(s, l.steps);
	s->undecided += l.undecided;
	for (size_t i = 0; i < l.n && status == ROBOTSC_OK; i++) {
		const struct agent *agent = agent_at(&r->text.doc, l.findings[i].line);
		const struct robotsc_text token = agent ? text_of(&agent->token) : (struct robotsc_text){"", 0};
		const uint32_t policy = robotsc__text_rules_find(&r->text, &token, 1);
		if (policy < r->text.grouping.npolicies)
			r->star[policy] = &l.findings[i];
	}
	return status;
}

enum robotsc_status robotsc__summary_read(struct summarizing *s, enum robotsc_dialect dialect, struct summary_reading **out)
{
	if ((unsigned)dialect >= SUMMARY_DIALECTS)
		return ROBOTSC_ERR_DIALECT;
	struct summary_reading *r = *out = &s->readings[dialect];
	struct robotsc_options options = s->options;
	if (r->bytes)
		return ROBOTSC_OK;
	options.dialect = dialect;
	enum robotsc_status status = robotsc__text_rules_read(&s->work, &options, s->robots, s->len, &r->text);
	options.extensions = 1;
	if (status == ROBOTSC_OK)
		status = robotsc_compile(&options, s->robots, s->len, &r->bytes, &r->len);
	if (status == ROBOTSC_OK)
		status = robotsc_open(&r->blob, r->bytes, r->len);
	if (status == ROBOTSC_OK)
		status = robotsc_open_extensions(&r->blob, &r->ext);
	if (status == ROBOTSC_OK)
		status = read_groups(s, r);
	if (status == ROBOTSC_OK)
		status = sort_agents(s, r);
	if (status == ROBOTSC_OK)
		status = count_signals(s, r);
	if (status != ROBOTSC_OK)
		return status;
	const size_t n = (size_t)r->text.grouping.npolicies + 1;
	r->answers = robotsc__arena_take(&s->work, n * sizeof *r->answers);
	if (!r->answers)
		return ROBOTSC_ERR_NOMEM;
	for (size_t i = 0; i < n; i++)
		r->answers[i] = SUMMARY_NONE;
	return read_star(s, r);
}
