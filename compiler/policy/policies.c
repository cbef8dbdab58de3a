/* policies.c - see policies.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "policies.h"

#include <string.h>

#include "dump.h"
#include "support/sort.h"

/* entry_of[] holds the index of a machine, or AFTER_MACHINES | the index of an entry after the
 * machines, whose number is not final yet, or CONSTANT | a verdict. */
#define AFTER_MACHINES 0x80000000u
#define CONSTANT 0xC0000000u

/* A compiled rule set. */
struct done {
	const struct pattern *patterns;
	uint32_t n, fallback;
	bool shared;
	uint32_t first, count; /* its machines are machine_of[first..first + count) */
	uint32_t verdict;      /* if count is 0 */
};

/* A document that is being compiled. */
struct pool_job {
	struct pool *pool;
	const struct robotsc_options *options;
	const struct document *doc;
	const struct grouping *grouping;
	struct patterns patterns;
	struct done *done;
	uint32_t ndone;
	uint32_t *done_of;          /* of each rule set, plus 1; 0: not compiled yet */
	struct hash_table by_rules; /* done[] */
	uint32_t *machine_of;       /* machines of rule sets; see struct done */
	size_t nused, used_room;
	uint32_t *entry_of; /* of each policy */
	bool inner;
};

static uint64_t hash_rules(const struct rules *rules)
{
	uint64_t h = 2 * (uint64_t)rules->n + rules->fallback;
	for (uint32_t i = 0; i < rules->n; i++)
		h = hash_add(hash_octets(h, rules->patterns[i].text, rules->patterns[i].len), rules->patterns[i].rank);
	return h;
}

static bool same_rules(const void *ctx, uint32_t x, uint32_t y)
{
	const struct done *a = (const struct done *)ctx + x, *b = (const struct done *)ctx + y;
	if (a->n != b->n || a->fallback != b->fallback || a->shared != b->shared)
		return false;
	for (uint32_t i = 0; i < a->n; i++)
		if (a->patterns[i].rank != b->patterns[i].rank || robotsc__pattern_compare(&a->patterns[i], &b->patterns[i]) != 0)
			return false;
	return true;
}

static bool same_machines(const void *ctx, uint32_t x, uint32_t y)
{
	const struct octets *a = (const struct octets *)ctx + x, *b = (const struct octets *)ctx + y;
	return a->len == b->len && memcmp(a->at, b->at, a->len) == 0;
}

/* Find a machine among the distinct ones, or add it. */
static enum robotsc_status intern_machine(struct pool *pool, struct octets machine, uint32_t *index)
{
	const uint64_t hash = hash_octets(0, machine.at, machine.len);
	if ((pool->nmachines == pool->machines_room &&
	     !robotsc__arena_grow(&pool->arena, (void **)&pool->machines, &pool->machines_room, sizeof *pool->machines)) ||
	    !hash_reserve(&pool->arena, &pool->by_octets, 1))
		return ROBOTSC_ERR_NOMEM;
	pool->machines[pool->nmachines] = machine;
	*index = hash_intern(&pool->by_octets, hash, same_machines, pool->machines, (uint32_t)pool->nmachines);
	pool->nmachines += *index == pool->nmachines;
	return ROBOTSC_OK;
}

/* Build a rule set that equals no rule set before it. */
static enum robotsc_status build_set(struct pool_job *job, const struct ruleset *set, const struct rules *rules, struct done *done)
{
	const struct engine_input input = {&job->pool->scratch, &job->pool->arena, job->options,
	                                   job->doc->dialect,   set->shared,       &job->pool->extras};
	struct engine_output output;
	enum robotsc_status status = robotsc__choose_engine_run(&input, rules, &output);
	struct pattern *patterns = robotsc__arena_take(&job->pool->arena, rules->n * sizeof *patterns);
	if (status == ROBOTSC_OK && !patterns)
		status = ROBOTSC_ERR_NOMEM;
	if (status != ROBOTSC_OK)
		return status;
	if (rules->n)
		memcpy(patterns, rules->patterns, rules->n * sizeof *patterns);
	done->patterns = patterns;
	done->first = (uint32_t)job->nused;
	done->count = (uint32_t)output.n;
	done->verdict = output.verdict;
	for (size_t i = 0; i < output.n && status == ROBOTSC_OK; i++) {
		if (job->nused == job->used_room &&
		    !robotsc__arena_grow(&job->pool->arena, (void **)&job->machine_of, &job->used_room, sizeof *job->machine_of))
			return ROBOTSC_ERR_NOMEM;
		status = intern_machine(job->pool, output.machines[i], &job->machine_of[job->nused++]);
	}
	return status;
}

/* Compile a rule set unless it or an equal one is compiled already. */
static enum robotsc_status compile_set(struct pool_job *job, uint32_t index)
{
	const struct ruleset *set = &job->grouping->sets[index];
	struct rules rules;
	if (job->done_of[index])
		return ROBOTSC_OK;
	const struct arena_mark mark = robotsc__arena_mark(&job->pool->scratch);
	enum robotsc_status status = robotsc__pattern_select(&job->pool->scratch, job->doc, &job->patterns, set, &rules);
	if (status == ROBOTSC_OK) {
		robotsc__dump_rules(job->options, index, &rules);
		const uint32_t next = job->ndone;
		job->done[next] = (struct done){rules.patterns, rules.n, rules.fallback, set->shared, 0, 0, 0};
		const uint32_t i = hash_intern(&job->by_rules, hash_rules(&rules), same_rules, job->done, next);
		if (i == next)
			status = build_set(job, set, &rules, &job->done[job->ndone++]);
		job->done_of[index] = i + 1;
	}
	robotsc__arena_reset(&job->pool->scratch, mark);
	return status;
}

/* Add an entry for a constant or a list.  Equal constants share an entry. */
static enum robotsc_status add_entry(struct pool *pool, struct blob_entry entry, uint32_t *number)
{
	for (size_t i = 0; i < pool->nentries && entry.kind == POLICY_CONSTANT; i++)
		if (pool->entries[i].kind == POLICY_CONSTANT && pool->entries[i].verdict == entry.verdict) {
			*number = AFTER_MACHINES | (uint32_t)i;
			return ROBOTSC_OK;
		}
	if (pool->nentries == pool->entries_room &&
	    !robotsc__arena_grow(&pool->arena, (void **)&pool->entries, &pool->entries_room, sizeof *pool->entries))
		return ROBOTSC_ERR_NOMEM;
	*number = AFTER_MACHINES | (uint32_t)pool->nentries;
	pool->entries[pool->nentries++] = entry;
	return ROBOTSC_OK;
}

/* Machines of higher ranks come first: a walk ends when no later machine can raise the rank. */
static int compare_tops(const void *ctx, uint32_t x, uint32_t y)
{
	const struct octets *machines = ctx;
	if (machines[x].top != machines[y].top)
		return machines[x].top > machines[y].top ? -1 : 1;
	return x < y ? -1 : x > y;
}

static enum robotsc_status compile_policy(struct pool_job *job, uint32_t index)
{
	const struct policy *policy = &job->grouping->policies[index];
	struct blob_entry entry = {.kind = POLICY_LIST, .verdict = ROBOTSC_ALLOW};
	uint32_t n = 0;
	for (uint32_t i = 0; i < policy->nsets; i++) {
		const enum robotsc_status status = compile_set(job, policy->sets[i]);
		if (status != ROBOTSC_OK)
			return status;
		n += job->done[job->done_of[policy->sets[i]] - 1].count;
		entry.verdict = job->done[job->done_of[policy->sets[i]] - 1].verdict;
	}
	uint32_t *machines = robotsc__arena_take(&job->pool->arena, n * sizeof *machines);
	if (!machines)
		return ROBOTSC_ERR_NOMEM;
	for (uint32_t i = 0; i < policy->nsets; i++) {
		const struct done *done = &job->done[job->done_of[policy->sets[i]] - 1];
		for (uint32_t k = 0; k < done->count; k++)
			machines[entry.nmachines++] = job->machine_of[done->first + k];
	}
	if (!robotsc__sort(&job->pool->scratch, machines, n, compare_tops, job->pool->machines))
		return ROBOTSC_ERR_NOMEM;
	entry.machines = machines;
	entry.nmachines = n = (uint32_t)robotsc__sort_unique(machines, n);
	if (n == 0)
		entry.kind = POLICY_CONSTANT;
	job->entry_of[index] = n == 1 ? machines[0] : CONSTANT | entry.verdict;
	return n == 1 || (n == 0 && job->inner) ? ROBOTSC_OK : add_entry(job->pool, entry, &job->entry_of[index]);
}

/* True if a policy compares ranks across rule sets. */
static bool any_shared(const struct grouping *g)
{
	for (uint32_t i = 0; i < g->nsets; i++)
		if (g->sets[i].shared)
			return true;
	return false;
}

enum robotsc_status robotsc__policies_run(struct pool *pool, const struct robotsc_options *options, const struct document *doc,
                                          const struct grouping *grouping, bool inner, uint32_t *entry_of)
{
	struct pool_job *job = robotsc__arena_zeroed(&pool->arena, 1, sizeof *job);
	if (!job)
		return ROBOTSC_ERR_NOMEM;
	job->pool = pool;
	job->options = options;
	job->doc = doc;
	job->grouping = grouping;
	job->inner = inner;
	job->entry_of = entry_of;
	job->done = robotsc__arena_zeroed(&pool->arena, grouping->nsets, sizeof *job->done);
	job->done_of = robotsc__arena_zeroed(&pool->arena, grouping->nsets, sizeof *job->done_of);
	if (!job->done || !job->done_of || !hash_reserve(&pool->arena, &job->by_rules, grouping->nsets))
		return ROBOTSC_ERR_NOMEM;
	enum robotsc_status status = robotsc__pattern_document(&pool->arena, doc, grouping, &job->patterns);
	if (status == ROBOTSC_OK && any_shared(grouping))
		status = robotsc__pattern_share(&pool->arena, doc, &job->patterns);
	for (uint32_t i = 0; i < grouping->npolicies && status == ROBOTSC_OK; i++)
		status = compile_policy(job, i);
	return status;
}

bool robotsc__policies_constant(uint32_t number, uint32_t *verdict)
{
	*verdict = number & 1;
	return (number & CONSTANT) == CONSTANT;
}

uint32_t robotsc__policies_always(enum robotsc_verdict verdict)
{
	return CONSTANT | (uint32_t)verdict;
}

uint32_t robotsc__policies_entry(const struct pool *pool, uint32_t number)
{
	return number & AFTER_MACHINES ? (number & ~AFTER_MACHINES) + (uint32_t)pool->nmachines : number;
}
