/* oracle.c - the oracle's answers: select the rules of a robot, try one after the other.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "oracle_parts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void *oracle__alloc(void *old, size_t count, size_t size)
{
	void *p = realloc(old, count * size);

	if (p == NULL) {
		fprintf(stderr, "oracle: out of memory\n");
		exit(2);
	}
	return p;
}

void *oracle__grow(void *old, size_t count, size_t size)
{
	/* Room for 1, 2, 4, 8 ...: at a power of two it is full. */
	if ((count & (count - 1)) != 0)
		return old;
	return oracle__alloc(old, count == 0 ? 1 : 2 * count, size);
}

struct oracle_file *oracle_parse(const struct oracle_options *options, const char *robots, size_t len)
{
	struct oracle_file *file = oracle__alloc(NULL, 1, sizeof *file);
	struct oracle_text text;

	memset(file, 0, sizeof *file);
	file->dialect = options->dialect;
	file->strict_fields = options->strict_fields;
	file->text = oracle__alloc(NULL, len + 1, 1);
	if (len > 0)
		memcpy(file->text, robots, len);
	text = oracle__lines_cut(options, file->text, len);
	oracle__groups_build(file, options, text);
	return file;
}

void oracle_free_file(struct oracle_file *file)
{
	if (file == NULL)
		return;
	for (size_t i = 0; i < file->groups; i++) {
		struct oracle_group *g = &file->group[i];

		for (size_t k = 0; k < g->rules; k++)
			free(g->rule[k].item);
		free(g->rule);
		free(g->agent);
		free(g->run);
	}
	free(file->group);
	free(file->note);
	free(file->text);
	free(file);
}

size_t oracle_groups(const struct oracle_file *file)
{
	return file->groups;
}

int oracle_agent_at(const struct oracle_file *file, size_t nth, struct oracle_text *agent)
{
	for (size_t i = 0; i < file->groups; i++) {
		if (nth < file->group[i].agents) {
			*agent = file->group[i].agent[nth];
			return 1;
		}
		nth -= file->group[i].agents;
	}
	return 0;
}

size_t oracle_rules(const struct oracle_file *file)
{
	size_t n = 0;

	for (size_t i = 0; i < file->groups; i++)
		n += file->group[i].rules;
	return n;
}

int oracle_rule_at(const struct oracle_file *file, size_t nth, struct oracle_text *value)
{
	for (size_t i = 0; i < file->groups; i++) {
		if (nth < file->group[i].rules) {
			*value = file->group[i].rule[nth].value;
			return 1;
		}
		nth -= file->group[i].rules;
	}
	return 0;
}

static int contains(struct oracle_text hay, struct oracle_text needle)
{
	for (size_t i = 0; needle.len <= hay.len && i <= hay.len - needle.len; i++)
		if (oracle__same(oracle__slice(hay, i, i + needle.len), needle))
			return 1;
	return 0;
}

/* The part of the robot's name that is compared. */
static struct oracle_text robot_of(enum oracle_dialect dialect, struct oracle_text name)
{
	size_t from = 0, to = 0;

	if (dialect == ORACLE_GOOGLE)
		return name;
	if (dialect == ORACLE_RFC9309) {
		while (to < name.len && oracle__is_token(name.at[to]))
			to++;
		return oracle__slice(name, 0, to);
	}
	while (to < name.len && name.at[to] != '/')
		to++;
	while (from < to && (name.at[from] == ' ' || name.at[from] == '\t'))
		from++;
	while (to > from && (name.at[to - 1] == ' ' || name.at[to - 1] == '\t'))
		to--;
	return oracle__slice(name, from, to);
}

static int begins(struct oracle_text whole, struct oracle_text part)
{
	return part.len <= whole.len && oracle__same(oracle__slice(whole, 0, part.len), part);
}

/* True if a group's agent names the robot.  "*" does not. */
static int names(enum oracle_dialect dialect, struct oracle_text agent, struct oracle_text robot)
{
	if (oracle__same_as(agent, "*"))
		return 0;
	if (dialect == ORACLE_GOOGLE)
		return oracle__same(agent, robot);
	if (agent.len == 0 || robot.len == 0)
		return 0;
	if (dialect == ORACLE_RFC9309)
		return oracle__same(agent, robot);
	if (dialect == ORACLE_KOSTER1996)
		return contains(agent, robot);
	return dialect == ORACLE_CONNER2 ? begins(robot, agent) : contains(robot, agent);
}

/* robot NULL asks for "*". */
static int agent_means(enum oracle_dialect dialect, struct oracle_text agent, const struct oracle_text *robot)
{
	return robot != NULL ? names(dialect, agent, *robot) : oracle__same_as(agent, "*");
}

static int speaks_to(enum oracle_dialect dialect, const struct oracle_group *group, const struct oracle_text *robot)
{
	for (size_t i = 0; i < group->agents; i++)
		if (agent_means(dialect, group->agent[i], robot))
			return 1;
	return 0;
}

/* Take the lists of User-agent lines that name the robot: its records stand below them. */
static void take_runs(struct oracle_policy *policy, enum oracle_dialect dialect, const struct oracle_group *group,
                      const struct oracle_text *robot)
{
	for (size_t i = 0; i < group->agents; i++) {
		if (!agent_means(dialect, group->agent[i], robot))
			continue;
		policy->run = oracle__grow(policy->run, policy->runs, sizeof *policy->run);
		policy->run[policy->runs++] = group->run[i];
	}
}

/* Take the rules of all groups that speak to the robot; in the dialects with records, of the first
 * record.  Returns 0 if there is none.  conner2 passes over records of "*" that it cannot read, but
 * not over records with the robot's name. */
static int take(struct oracle_policy *policy, const struct oracle_file *file, const struct oracle_text *robot)
{
	int found = 0;

	for (size_t i = 0; i < file->groups; i++) {
		const struct oracle_group *g = &file->group[i];

		if (!speaks_to(file->dialect, g, robot))
			continue;
		if (!g->usable && robot != NULL)
			return 0;
		if (!g->usable)
			continue;
		found = 1;
		policy->fallback = g->fallback;
		take_runs(policy, file->dialect, g, robot);
		for (size_t k = 0; k < g->rules; k++) {
			policy->rule = oracle__grow(policy->rule, policy->rules, sizeof *policy->rule);
			policy->rule[policy->rules++] = &g->rule[k];
		}
		if (file->dialect > ORACLE_GOOGLE)
			break;
	}
	return found;
}

static int is_named(const struct oracle_file *file, const struct oracle_text *robot)
{
	for (size_t i = 0; i < file->groups; i++)
		if (speaks_to(file->dialect, &file->group[i], robot))
			return 1;
	return 0;
}

static struct oracle_policy *no_rules(const struct oracle_file *file)
{
	struct oracle_policy *policy = oracle__alloc(NULL, 1, sizeof *policy);

	memset(policy, 0, sizeof *policy);
	policy->dialect = file->dialect;
	policy->fallback = 1;
	return policy;
}

struct oracle_policy *oracle_select_robot(const struct oracle_file *file, const struct oracle_text *robot_names, size_t n)
{
	struct oracle_policy *policy = no_rules(file);

	for (size_t i = 0; i < file->groups; i++) {
		const struct oracle_group *g = &file->group[i];
		int mine = 0;

		for (size_t line = 0; line < g->agents; line++)
			for (size_t k = 0; k < n; k++) {
				if (!names(file->dialect, g->agent[line], robot_of(file->dialect, robot_names[k])))
					continue;
				policy->run = oracle__grow(policy->run, policy->runs, sizeof *policy->run);
				policy->run[policy->runs++] = g->run[line];
				mine = 1;
			}
		for (size_t k = 0; mine && k < g->rules; k++) {
			policy->rule = oracle__grow(policy->rule, policy->rules, sizeof *policy->rule);
			policy->rule[policy->rules++] = &g->rule[k];
		}
		if (mine)
			policy->selected = ORACLE_SELECTED_TOKEN;
	}
	if (policy->selected != ORACLE_SELECTED_TOKEN && take(policy, file, NULL))
		policy->selected = ORACLE_SELECTED_STAR;
	return policy;
}

struct oracle_policy *oracle_select(const struct oracle_file *file, const struct oracle_text *tokens, size_t ntokens)
{
	struct oracle_policy *policy = no_rules(file);

	for (size_t i = 0; i < ntokens; i++) {
		const struct oracle_text robot = robot_of(file->dialect, tokens[i]);

		if (!is_named(file, &robot))
			continue;
		if (!take(policy, file, &robot))
			break; /* conner2: named, but in a record it cannot read */
		policy->selected = ORACLE_SELECTED_TOKEN;
		policy->token = i;
		return policy;
	}
	if (take(policy, file, NULL))
		policy->selected = ORACLE_SELECTED_STAR;
	return policy;
}

void oracle_free_policy(struct oracle_policy *policy)
{
	if (policy == NULL)
		return;
	free(policy->rule);
	free(policy->run);
	free(policy);
}

enum oracle_selected oracle_selected_by(const struct oracle_policy *policy, size_t *token)
{
	if (token != NULL)
		*token = policy->token;
	return policy->selected;
}

size_t oracle_policy_rules(const struct oracle_policy *policy)
{
	return policy->rules;
}

/* True if the URL has a text at i. */
static int goes_on(const struct oracle_symbols *url, size_t i, const char *text)
{
	for (; *text != '\0'; text++, i++)
		if (i >= url->n || url->symbol[i] != (unsigned char)*text)
			return 0;
	return 1;
}

/* How many symbols of the URL at i the item takes; 0 if it does not match there. */
static size_t step(const struct oracle_item *item, const struct oracle_symbols *url, size_t i)
{
	const int slash = item->kind == ORACLE_OPEN_SLASH;
	unsigned c;

	if (i >= url->n)
		return 0;
	c = url->symbol[i];
	switch (item->kind) {
	case ORACLE_IS:
		return c == item->symbol;
	case ORACLE_ONE:
		return 1;
	case ORACLE_SET:
		return c < 256 && (item->set[c / 8] >> c % 8 & 1);
	case ORACLE_OPEN_SLASH:
	case ORACLE_OPEN_MARK:
		if (i > url->query)
			return goes_on(url, i, slash ? "/" : "?") ? 1 : 0;
		return goes_on(url, i, slash ? "%2F" : "%3F") ? 3 : 0;
	case ORACLE_RUN:
		break;
	}
	return 0;
}

/* Follow every way to match the rule's items at once: at[] lists the places in the URL, in rising
 * order, where what is left of the rule may go on. */
static int matches(const struct oracle_rule *rule, const struct oracle_symbols *url, size_t *at)
{
	size_t n = 1;

	at[0] = 0;
	for (size_t k = 0; k < rule->items && n > 0; k++) {
		size_t kept = 0;

		if (rule->item[k].kind == ORACLE_RUN) {
			const size_t first = at[0];

			for (n = 0; first + n <= url->n; n++)
				at[n] = first + n;
			continue;
		}
		for (size_t i = 0; i < n; i++) {
			const size_t took = step(&rule->item[k], url, at[i]);

			if (took > 0)
				at[kept++] = at[i] + took;
		}
		n = kept;
	}
	return n > 0 && (!rule->whole || at[n - 1] == url->n);
}

int oracle__matches(const struct oracle_rule *rule, const struct oracle_symbols *url)
{
	size_t *at = oracle__alloc(NULL, url->n + 1, sizeof *at);
	const int found = matches(rule, url, at);

	free(at);
	return found;
}

static int is_robots_txt(const struct oracle_symbols *url)
{
	return goes_on(url, 0, "/robots.txt") && url->n == strlen("/robots.txt");
}

/* The rule that decides: of rules with equal rank, the first; NULL where none matches. */
static const struct oracle_rule *decide(const struct oracle_policy *policy, const struct oracle_symbols *url)
{
	size_t *at = oracle__alloc(NULL, url->n + 1, sizeof *at);
	const struct oracle_rule *best = NULL;

	for (size_t i = 0; i < policy->rules; i++)
		if ((best == NULL || policy->rule[i]->rank > best->rank) && matches(policy->rule[i], url, at))
			best = policy->rule[i];
	free(at);
	return best;
}

int oracle_check(const struct oracle_policy *policy, const char *url, size_t len, struct oracle_reason *reason)
{
	const struct oracle_text text = {url, len};
	const struct oracle_rule *best = NULL;
	struct oracle_symbols symbols;
	int allowed = policy->fallback;

	oracle__forms_url(&symbols, policy->dialect, text);
	if (policy->dialect != ORACLE_GOOGLE && is_robots_txt(&symbols))
		allowed = 1; /* whatever the rules */
	else
		best = decide(policy, &symbols);
	if (best != NULL)
		allowed = best->allow;
	if (reason != NULL) {
		reason->line = best != NULL ? best->line : 0;
		reason->rank = best != NULL ? best->rank : 0;
	}
	free(symbols.symbol);
	return allowed;
}

int oracle_allowed(enum oracle_dialect dialect, const char *robots, size_t robots_len, const struct oracle_text *tokens,
                   size_t ntokens, const char *url, size_t url_len)
{
	const struct oracle_options options = {.dialect = dialect};
	struct oracle_file *file = oracle_parse(&options, robots, robots_len);
	struct oracle_policy *policy = oracle_select(file, tokens, ntokens);
	const int allowed = oracle_check(policy, url, url_len, NULL);

	oracle_free_policy(policy);
	oracle_free_file(file);
	return allowed;
}
