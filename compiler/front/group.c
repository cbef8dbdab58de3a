/* group.c - see group.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "group.h"

#include <string.h>

#include "access/text.h"
#include "support/sort.h"

/* The groups of one name in ascending order, without those that have no rules. */
struct list {
	const uint32_t *groups;
	uint32_t n;
	uint32_t policy;
	bool used; /* some robot gets these groups */
};

struct grouper {
	struct arena *arena;
	const struct document *doc;
	struct grouping *out;
	uint8_t **lower;    /* the token of each agent line in lower case */
	uint32_t *order;    /* agent lines, sorted by token and then by group; "*" lines last */
	uint32_t *octets;   /* pattern octets of each group */
	uint8_t *ruled;     /* of each group: it has rules */
	struct list *lists; /* of each name, and then of "*" */
	uint32_t nlists;
	/* agent lines in order[]: nnamed named ones, then nstars "*" ones */
	uint32_t nstars, nnamed;
};

static int compare_octets(const uint8_t *x, size_t nx, const uint8_t *y, size_t ny)
{
	const int d = nx && ny ? memcmp(x, y, nx < ny ? nx : ny) : 0;
	return d ? d : nx < ny ? -1 : nx > ny;
}

static int compare_agents(const void *ctx, uint32_t x, uint32_t y)
{
	const struct grouper *g = ctx;
	const struct agent *ax = &g->doc->agents[x], *ay = &g->doc->agents[y];
	if (ax->star != ay->star)
		return ax->star - ay->star;
	const int d = ax->star ? 0 : compare_octets(g->lower[x], ax->token.len, g->lower[y], ay->token.len);
	return d ? d : ax->group < ay->group ? -1 : ax->group > ay->group;
}

static enum robotsc_status order_agents(struct grouper *g)
{
	const struct document *doc = g->doc;
	size_t octets = 0;
	for (size_t i = 0; i < doc->nagents; i++)
		octets += doc->agents[i].token.len;
	uint8_t *text = robotsc__arena_take(g->arena, octets);
	g->lower = robotsc__arena_take(g->arena, doc->nagents * sizeof *g->lower);
	if (!text || !g->lower)
		return ROBOTSC_ERR_NOMEM;
	for (size_t i = 0; i < doc->nagents; i++) {
		g->lower[i] = text;
		g->nstars += doc->agents[i].star != 0;
		for (size_t k = 0; k < doc->agents[i].token.len; k++)
			*text++ = (uint8_t)ascii_lower(doc->agents[i].token.at[k]);
	}
	g->nnamed = (uint32_t)doc->nagents - g->nstars;
	g->order = robotsc__sort_all(g->arena, doc->nagents, compare_agents, g);
	return g->order ? ROBOTSC_OK : ROBOTSC_ERR_NOMEM;
}

static enum robotsc_status weigh_groups(struct grouper *g)
{
	g->octets = robotsc__arena_zeroed(g->arena, g->doc->ngroups, sizeof *g->octets);
	g->ruled = robotsc__arena_zeroed(g->arena, g->doc->ngroups, sizeof *g->ruled);
	if (!g->octets || !g->ruled)
		return ROBOTSC_ERR_NOMEM;
	for (size_t i = 0; i < g->doc->nrules; i++) {
		g->octets[g->doc->rules[i].group] += (uint32_t)g->doc->rules[i].value.len;
		g->ruled[g->doc->rules[i].group] = 1;
	}
	return ROBOTSC_OK;
}

/* List the groups of the agent lines order[from..to).  used: some robot gets them. */
static enum robotsc_status make_list(struct grouper *g, uint32_t from, uint32_t to, bool used)
{
	struct list *list = &g->lists[g->nlists++];
	*list = (struct list){.policy = NO_POLICY, .used = used};
	uint32_t *groups = robotsc__arena_take(g->arena, (to - from) * sizeof *groups);
	if (!groups)
		return ROBOTSC_ERR_NOMEM;
	for (uint32_t i = from; i < to; i++) {
		const uint32_t group = g->doc->agents[g->order[i]].group;
		if (g->ruled[group] && (list->n == 0 || groups[list->n - 1] != group))
			groups[list->n++] = group;
	}
	list->groups = groups;
	return ROBOTSC_OK;
}

static bool same_token(const struct grouper *g, uint32_t x, uint32_t y)
{
	return compare_octets(g->lower[x], g->doc->agents[x].token.len, g->lower[y], g->doc->agents[y].token.len) == 0;
}

/* Make a name of each token in the file. */
static enum robotsc_status name_all(struct grouper *g)
{
	struct grouping *out = g->out;
	out->names = robotsc__arena_take(g->arena, g->nnamed * sizeof *out->names);
	g->lists = robotsc__arena_take(g->arena, ((size_t)g->nnamed + 1) * sizeof *g->lists);
	if (!out->names || !g->lists)
		return ROBOTSC_ERR_NOMEM;
	for (uint32_t from = 0, to; from < g->nnamed; from = to) {
		const uint32_t agent = g->order[from];
		for (to = from + 1; to < g->nnamed && same_token(g, agent, g->order[to]);)
			to++;
		out->names[out->nnames++] =
			(struct name){.token = g->lower[agent], .len = (uint32_t)g->doc->agents[agent].token.len, .named = true};
		if (make_list(g, from, to, true) != ROBOTSC_OK)
			return ROBOTSC_ERR_NOMEM;
	}
	out->star_answered = true;
	return make_list(g, g->nnamed, g->nnamed + g->nstars, g->nstars != 0);
}

static int compare_agent(const struct grouper *g, uint32_t agent, const uint8_t *token, size_t len)
{
	return compare_octets(g->lower[agent], g->doc->agents[agent].token.len, token, len);
}

/* Find the agent lines of a token: order[*from..*to). */
static void find_token(const struct grouper *g, const uint8_t *token, size_t len, uint32_t *from, uint32_t *to)
{
	size_t low = 0, high = g->nnamed;
	BISECT(low, high, i, compare_agent(g, g->order[i], token, len) < 0);
	for (*from = *to = (uint32_t)low; *to < g->nnamed && compare_agent(g, g->order[*to], token, len) == 0;)
		++*to;
}

static int compare_names(const void *ctx, uint32_t x, uint32_t y)
{
	const struct name *names = ctx;
	return compare_octets(names[x].token, names[x].len, names[y].token, names[y].len);
}

/* Sort the tokens that the options ask for, without duplicates. */
static enum robotsc_status sort_tokens(struct grouper *g, const struct robotsc_options *options)
{
	const uint32_t n = (uint32_t)options->nagents;
	struct name *wanted = robotsc__arena_zeroed(g->arena, n, sizeof *wanted);
	g->out->names = robotsc__arena_take(g->arena, n * sizeof *wanted);
	if (!wanted || !g->out->names)
		return ROBOTSC_ERR_NOMEM;
	for (uint32_t i = 0; i < n; i++) {
		const struct span asked = {(const uint8_t *)options->agents[i].at, options->agents[i].len},
				  robot = g->doc->dialect->robot(&asked);
		uint8_t *token = robotsc__arena_take(g->arena, robot.len);
		if (!token)
			return ROBOTSC_ERR_NOMEM;
		for (size_t k = 0; k < robot.len; k++)
			token[k] = (uint8_t)ascii_lower(robot.at[k]);
		wanted[i] = (struct name){.token = token, .len = (uint32_t)robot.len};
	}
	const uint32_t *const order = robotsc__sort_all(g->arena, n, compare_names, wanted);
	if (!order)
		return ROBOTSC_ERR_NOMEM;
	for (uint32_t i = 0; i < n; i++)
		if (i == 0 || compare_names(wanted, order[i - 1], order[i]) != 0)
			g->out->names[g->out->nnames++] = wanted[order[i]];
	return ROBOTSC_OK;
}

/* Make names of the tokens that the options ask for.  "*" needs an answer if a token falls back to
 * it. */
static enum robotsc_status name_tokens(struct grouper *g)
{
	struct grouping *out = g->out;
	for (uint32_t i = 0; i < out->nnames; i++) {
		uint32_t from, to;
		find_token(g, out->names[i].token, out->names[i].len, &from, &to);
		/* An empty name matches no robot in RFC 9309.  Only google keeps empty tokens. */
		out->names[i].named = from < to;
		out->star_answered |= from == to;
		if (make_list(g, from, to, from < to) != ROBOTSC_OK)
			return ROBOTSC_ERR_NOMEM;
	}
	return make_list(g, g->nnamed, g->nnamed + g->nstars, out->star_answered && g->nstars);
}

/* Like name_tokens, for names of one robot: each gets the groups of all.  Lists are ascending. */
static enum robotsc_status name_one_robot(struct grouper *g)
{
	struct grouping *out = g->out;
	uint32_t *groups = robotsc__arena_take(g->arena, g->nnamed * sizeof *groups);
	struct list robot = {.groups = groups, .policy = NO_POLICY};
	if (!groups)
		return ROBOTSC_ERR_NOMEM;
	for (uint32_t i = 0; i < out->nnames; i++) {
		uint32_t from, to;
		find_token(g, out->names[i].token, out->names[i].len, &from, &to);
		robot.used |= from < to;
		for (; from < to; from++) {
			const uint32_t group = g->doc->agents[g->order[from]].group;
			if (g->ruled[group])
				groups[robot.n++] = group;
		}
	}
	if (!robotsc__sort(g->arena, groups, robot.n, robotsc__sort_by_number, NULL))
		return ROBOTSC_ERR_NOMEM;
	robot.n = (uint32_t)robotsc__sort_unique(groups, robot.n);
	for (uint32_t i = 0; i < out->nnames; i++) {
		out->names[i].named = robot.used;
		g->lists[g->nlists++] = robot;
	}
	out->star_answered = !robot.used;
	return make_list(g, g->nnamed, g->nnamed + g->nstars, out->star_answered && g->nstars);
}

/* True if an agent's record is passed over, so that "*" applies. */
static bool is_skipped(const struct grouper *g, const struct agent *agent)
{
	return g->doc->groups[agent->group].skipped;
}

/* List the record of an agent line; NULL: none. */
static void list_record(struct grouper *g, const struct agent *agent)
{
	struct list *list = &g->lists[g->nlists++];
	*list = (struct list){.policy = NO_POLICY};
	if (!agent || is_skipped(g, agent))
		return;
	list->used = true;
	list->groups = &agent->group;
	list->n = g->ruled[agent->group];
}

/* The first "*" line whose record is not passed over, or NULL. */
static const struct agent *find_star(const struct grouper *g)
{
	for (size_t i = 0; i < g->doc->nagents; i++)
		if (g->doc->agents[i].star && !is_skipped(g, &g->doc->agents[i]))
			return &g->doc->agents[i];
	return NULL;
}

/* For records: make a name of each agent line, in file order. */
static enum robotsc_status name_records(struct grouper *g)
{
	const struct document *doc = g->doc;
	struct grouping *out = g->out;
	out->names = robotsc__arena_take(g->arena, g->nnamed * sizeof *out->names);
	g->lists = robotsc__arena_take(g->arena, ((size_t)g->nnamed + 1) * sizeof *g->lists);
	if (!out->names || !g->lists)
		return ROBOTSC_ERR_NOMEM;
	for (size_t i = 0; i < doc->nagents; i++) {
		const struct agent *agent = &doc->agents[i];
		if (agent->star)
			continue;
		out->names[out->nnames++] = (struct name){.token = g->lower[i], .len = (uint32_t)agent->token.len, .named = true};
		list_record(g, agent);
	}
	out->star_answered = true;
	list_record(g, find_star(g));
	return ROBOTSC_OK;
}

/* For records: look up the names that the options ask for now, with the answer that a full index
 * would give. */
static enum robotsc_status name_token_records(struct grouper *g)
{
	struct grouping *out = g->out;
	for (uint32_t i = 0; i < out->nnames; i++) {
		const struct span robot = {out->names[i].token, out->names[i].len};
		const struct agent *agent = robotsc__parse_record(g->doc, &robot);
		out->names[i].named = agent != NULL;
		out->star_answered |= !agent || is_skipped(g, agent);
		list_record(g, agent);
	}
	list_record(g, out->star_answered ? find_star(g) : NULL);
	return ROBOTSC_OK;
}

/* Fill out->names and g->lists. */
static enum robotsc_status name_robots(struct grouper *g, const struct robotsc_options *options)
{
	const struct robotsc__dialect *dialect = g->doc->dialect;
	g->out->match = dialect->match;
	if (!options->nagents)
		return dialect->records ? name_records(g) : name_all(g);
	if (sort_tokens(g, options) != ROBOTSC_OK)
		return ROBOTSC_ERR_NOMEM;
	g->lists = robotsc__arena_take(g->arena, ((size_t)g->out->nnames + 1) * sizeof *g->lists);
	if (!g->lists)
		return ROBOTSC_ERR_NOMEM;
	g->out->partial = true;
	if (!dialect->records)
		return options->one_robot ? name_one_robot(g) : name_tokens(g);
	g->out->match = MATCH_NAME;
	return name_token_records(g);
}

static int compare_lists(const void *ctx, uint32_t x, uint32_t y)
{
	const struct grouper *g = ctx;
	const struct list *lx = &g->lists[x], *ly = &g->lists[y];
	if (lx->n != ly->n)
		return lx->n < ly->n ? -1 : 1;
	for (uint32_t i = 0; i < lx->n; i++)
		if (lx->groups[i] != ly->groups[i])
			return lx->groups[i] < ly->groups[i] ? -1 : 1;
	return 0;
}

/* Equal lists share a policy.  owner[p] receives the list of policy p. */
static enum robotsc_status number_policies(struct grouper *g, uint32_t *owner)
{
	uint32_t *order = robotsc__arena_take(g->arena, g->nlists * sizeof *order), n = 0;
	if (!order)
		return ROBOTSC_ERR_NOMEM;
	for (uint32_t i = 0; i < g->nlists; i++)
		if (g->lists[i].used)
			order[n++] = i;
	if (!robotsc__sort(g->arena, order, n, compare_lists, g))
		return ROBOTSC_ERR_NOMEM;
	for (uint32_t i = 0; i < n; i++) {
		struct list *list = &g->lists[order[i]];
		if (i == 0 || compare_lists(g, order[i - 1], order[i]) != 0)
			owner[g->out->npolicies++] = order[i];
		list->policy = g->out->npolicies - 1;
	}
	return ROBOTSC_OK;
}

/* The policies that contain each group. */
struct members {
	uint32_t *first; /* of each group: its first entry in policies */
	uint32_t *policies;
};

static int compare_members(const void *ctx, uint32_t x, uint32_t y)
{
	const struct members *m = ctx;
	const uint32_t nx = m->first[x + 1] - m->first[x], ny = m->first[y + 1] - m->first[y];
	if (nx != ny)
		return nx < ny ? -1 : 1;
	for (uint32_t i = 0; i < nx; i++) {
		const uint32_t px = m->policies[m->first[x] + i], py = m->policies[m->first[y] + i];
		if (px != py)
			return px < py ? -1 : 1;
	}
	return 0;
}

static enum robotsc_status find_members(struct grouper *g, const uint32_t *owner, struct members *m)
{
	const uint32_t ngroups = g->doc->ngroups;
	size_t total = 0;
	m->first = robotsc__arena_zeroed(g->arena, (size_t)ngroups + 2, sizeof *m->first);
	if (!m->first)
		return ROBOTSC_ERR_NOMEM;
	for (uint32_t p = 0; p < g->out->npolicies; p++)
		for (uint32_t i = 0; i < g->lists[owner[p]].n; i++, total++)
			m->first[g->lists[owner[p]].groups[i] + 2]++;
	m->policies = robotsc__arena_take(g->arena, total * sizeof *m->policies);
	if (!m->policies)
		return ROBOTSC_ERR_NOMEM;
	for (uint32_t i = 2; i < ngroups + 2; i++)
		m->first[i] += m->first[i - 1];
	for (uint32_t p = 0; p < g->out->npolicies; p++)
		for (uint32_t i = 0; i < g->lists[owner[p]].n; i++)
			m->policies[m->first[g->lists[owner[p]].groups[i] + 1]++] = p;
	return ROBOTSC_OK;
}

/* Groups that are in exactly the same policies form a block.  Make a rule set of each block;
 * block[group] receives its number. */
static enum robotsc_status make_blocks(struct grouper *g, const struct members *m, uint32_t *block)
{
	const uint32_t n = g->doc->ngroups;
	struct grouping *out = g->out;
	const uint32_t *const order = robotsc__sort_all(g->arena, n, compare_members, m);
	out->sets = robotsc__arena_zeroed(g->arena, (size_t)n + out->npolicies, sizeof *out->sets);
	if (!order || !out->sets)
		return ROBOTSC_ERR_NOMEM;
	for (uint32_t i = 0; i < n; i++) {
		if (i == 0 || compare_members(m, order[i - 1], order[i]) != 0)
			out->sets[out->nsets++] = (struct ruleset){.groups = order + i};
		out->sets[out->nsets - 1].ngroups++;
		block[order[i]] = out->nsets - 1;
	}
	return ROBOTSC_OK;
}

/* Give each policy its blocks as rule sets.  A policy of several blocks gets one rule set of its
 * own instead while that is cheap. */
static enum robotsc_status make_policies(struct grouper *g, const uint32_t *owner, const uint32_t *block)
{
	struct grouping *out = g->out;
	uint64_t spent = 0, free = MERGE_FREE;
	for (uint32_t i = 0; i < g->doc->ngroups; i++)
		free += (uint64_t)(MERGE_FACTOR - 1) * g->octets[i];
	out->policies = robotsc__arena_zeroed(g->arena, out->npolicies, sizeof *out->policies);
	uint32_t *seen = robotsc__arena_zeroed(g->arena, (size_t)g->doc->ngroups + 1, sizeof *seen);
	if (!out->policies || !seen)
		return ROBOTSC_ERR_NOMEM;
	for (uint32_t p = 0; p < out->npolicies; p++) {
		const struct list *list = &g->lists[owner[p]];
		struct policy *policy = &out->policies[p];
		uint32_t *sets = robotsc__arena_take(g->arena, list->n * sizeof *sets);
		uint64_t cost = 0;
		if (!sets)
			return ROBOTSC_ERR_NOMEM;
		policy->sets = sets;
		for (uint32_t i = 0; i < list->n; i++) {
			const uint32_t b = block[list->groups[i]];
			cost += g->octets[list->groups[i]];
			if (seen[b] != p + 1)
				sets[policy->nsets++] = b;
			seen[b] = p + 1;
		}
		if (policy->nsets > 1 && spent + cost <= free) {
			spent += cost;
			out->sets[out->nsets] = (struct ruleset){.groups = list->groups, .ngroups = list->n};
			sets[0] = out->nsets++;
			policy->nsets = 1;
		}
		for (uint32_t i = 0; policy->nsets > 1 && i < policy->nsets; i++)
			out->sets[sets[i]].shared = true;
	}
	return ROBOTSC_OK;
}

enum robotsc_status robotsc__group_run(struct arena *a, const struct robotsc_options *options, const struct document *doc,
                                       struct grouping *out)
{
	struct grouper g = {.arena = a, .doc = doc, .out = out};
	struct members members;
	*out = (struct grouping){.star = NO_POLICY};
	enum robotsc_status status = order_agents(&g);
	if (status == ROBOTSC_OK)
		status = weigh_groups(&g);
	if (status == ROBOTSC_OK)
		status = name_robots(&g, options);
	if (status != ROBOTSC_OK)
		return status;
	uint32_t *owner = robotsc__arena_take(a, g.nlists * sizeof *owner);
	uint32_t *block = robotsc__arena_zeroed(a, (size_t)doc->ngroups + 1, sizeof *block);
	if (!owner || !block || number_policies(&g, owner) != ROBOTSC_OK || find_members(&g, owner, &members) != ROBOTSC_OK ||
	    make_blocks(&g, &members, block) != ROBOTSC_OK)
		return ROBOTSC_ERR_NOMEM;
	out->star = g.lists[out->nnames].policy;
	for (uint32_t i = 0; i < out->nnames; i++)
		out->names[i].policy = out->names[i].named ? g.lists[i].policy : out->star;
	return make_policies(&g, owner, block);
}
