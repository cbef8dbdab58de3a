/* compile.c - the passes, in order.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "robotsc/compile.h"

#include <string.h>

#include "blob.h"
#include "build.h"
#include "dump.h"
#include "options.h"
#include "sort.h"

/* A rule set that was compiled; equal ones are compiled once. */
struct done {
	const struct pattern *patterns;
	uint32_t n, hash, fallback;
	uint32_t first, count; /* its machines: indices in machine_of */
	uint32_t verdict;      /* when count is 0 */
	uint32_t next;         /* in the same bucket, plus 1 */
};

/* A distinct machine. */
struct made {
	uint32_t hash;
	uint32_t next; /* in the same bucket, plus 1 */
};

#define BUCKETS 1024u

struct compiler {
	struct arena arena;   /* what lives through the compilation */
	struct arena scratch; /* what a rule set needs */
	const struct robotsc_options *options;
	const struct robotsc__dialect *dialect;
	struct document doc;
	struct grouping grouping;
	struct patterns patterns;
	struct done *done;
	uint32_t ndone;
	uint32_t *done_of;       /* of each rule set, plus 1; 0: not compiled */
	struct octets *machines; /* distinct */
	struct made *made;       /* beside each machine */
	size_t nmachines, machines_room, made_room;
	uint32_t set_bucket[BUCKETS], machine_bucket[BUCKETS];
	uint32_t *machine_of; /* machines of rule sets, see struct done */
	size_t nused, used_room;
	uint32_t *entry_of; /* of each policy */
	struct entry *entries;
	uint32_t nentries;
};

static uint32_t hash_rules(const struct rules *rules)
{
	uint32_t h = 2 * rules->n + rules->fallback;
	for (uint32_t i = 0; i < rules->n; i++) {
		h = (h ^ rules->patterns[i].rank) * 2654435761u;
		for (uint32_t k = 0; k < rules->patterns[i].len; k++)
			h = (h ^ rules->patterns[i].text[k]) * 16777619u;
	}
	return h;
}

static int same_rules(const struct done *done, const struct rules *rules, uint32_t hash)
{
	if (done->hash != hash || done->n != rules->n || done->fallback != rules->fallback)
		return 0;
	for (uint32_t i = 0; i < rules->n; i++)
		if (done->patterns[i].rank != rules->patterns[i].rank ||
		    robotsc__pattern_compare(&done->patterns[i], &rules->patterns[i]) != 0)
			return 0;
	return 1;
}

static uint32_t hash_octets(struct octets octets)
{
	uint32_t h = octets.len;
	for (uint32_t i = 0; i < octets.len; i++)
		h = (h ^ octets.at[i]) * 16777619u;
	return h;
}

/* The index of a machine among the distinct ones. */
static enum robotsc_status intern_machine(struct compiler *c, struct octets machine, uint32_t *index)
{
	const uint32_t hash = hash_octets(machine);
	uint32_t *bucket = &c->machine_bucket[(hash ^ hash >> 16) % BUCKETS];
	for (uint32_t i = *bucket; i; i = c->made[i - 1].next)
		if (c->made[i - 1].hash == hash && c->machines[i - 1].len == machine.len &&
		    memcmp(c->machines[i - 1].at, machine.at, machine.len) == 0) {
			*index = i - 1;
			return ROBOTSC_OK;
		}
	if (c->nmachines == c->machines_room &&
	    (!robotsc__arena_grow(&c->arena, (void **)&c->machines, &c->machines_room, sizeof *c->machines) ||
	     !robotsc__arena_grow(&c->arena, (void **)&c->made, &c->made_room, sizeof *c->made)))
		return ROBOTSC_ERR_NOMEM;
	c->machines[c->nmachines] = machine;
	c->made[c->nmachines] = (struct made){hash, *bucket};
	*index = (uint32_t)c->nmachines++;
	*bucket = *index + 1;
	return ROBOTSC_OK;
}

/* Build a rule set that is not like any before. */
static enum robotsc_status build_set(struct compiler *c, const struct ruleset *set, const struct rules *rules, struct done *done)
{
	const struct builder builder = {&c->scratch, &c->arena, c->options, c->dialect};
	struct product product;
	enum robotsc_status status = robotsc__build_run(&builder, rules, set->shared, &product);
	struct pattern *patterns = robotsc__arena_take(&c->arena, rules->n * sizeof *patterns);
	if (status == ROBOTSC_OK && !patterns)
		status = ROBOTSC_ERR_NOMEM;
	if (status != ROBOTSC_OK)
		return status;
	if (rules->n)
		memcpy(patterns, rules->patterns, rules->n * sizeof *patterns);
	done->patterns = patterns;
	done->n = rules->n;
	done->fallback = rules->fallback;
	done->first = (uint32_t)c->nused;
	done->count = (uint32_t)product.n;
	done->verdict = product.verdict;
	for (size_t i = 0; i < product.n && status == ROBOTSC_OK; i++) {
		if (c->nused == c->used_room &&
		    !robotsc__arena_grow(&c->arena, (void **)&c->machine_of, &c->used_room, sizeof *c->machine_of))
			return ROBOTSC_ERR_NOMEM;
		status = intern_machine(c, product.machines[i], &c->machine_of[c->nused++]);
	}
	return status;
}

/* Compile a rule set, unless it, or an equal one, was compiled already. */
static enum robotsc_status compile_set(struct compiler *c, uint32_t index)
{
	const struct ruleset *set = &c->grouping.sets[index];
	struct rules rules;
	if (c->done_of[index])
		return ROBOTSC_OK;
	const struct arena_mark mark = robotsc__arena_mark(&c->scratch);
	enum robotsc_status status = robotsc__pattern_select(&c->scratch, &c->doc, &c->patterns, set, &rules);
	if (status == ROBOTSC_OK) {
		robotsc__dump_rules(c->options, index, &rules);
		const uint32_t hash = hash_rules(&rules) + (uint32_t)set->shared;
		uint32_t *bucket = &c->set_bucket[(hash ^ hash >> 16) % BUCKETS];
		uint32_t i = *bucket;
		while (i && !same_rules(&c->done[i - 1], &rules, hash))
			i = c->done[i - 1].next;
		if (!i) {
			status = build_set(c, set, &rules, &c->done[c->ndone]);
			c->done[c->ndone].hash = hash;
			c->done[c->ndone++].next = *bucket;
			*bucket = i = c->ndone;
		}
		c->done_of[index] = i;
	}
	robotsc__arena_reset(&c->scratch, mark);
	return status;
}

/* Further entries of the blob: constants and lists.  Policies may share them. */
static uint32_t add_entry(struct compiler *c, struct entry entry)
{
	for (uint32_t i = 0; i < c->nentries && entry.kind == POLICY_CONSTANT; i++)
		if (c->entries[i].kind == POLICY_CONSTANT && c->entries[i].verdict == entry.verdict)
			return i;
	c->entries[c->nentries] = entry;
	return c->nentries++;
}

/* An entry that stands behind those of the machines is numbered from this, until their number is
 * known. */
#define BEHIND 0x80000000u

/* Machines of higher ranks first: the walk ends where none can do better. */
static int compare_tops(const void *ctx, uint32_t x, uint32_t y)
{
	const struct octets *machines = ctx;
	if (machines[x].top != machines[y].top)
		return machines[x].top > machines[y].top ? -1 : 1;
	return x < y ? -1 : x > y;
}

static enum robotsc_status compile_policy(struct compiler *c, uint32_t index)
{
	const struct policy *policy = &c->grouping.policies[index];
	struct entry entry = {.kind = POLICY_LIST, .verdict = ROBOTSC_ALLOW};
	uint32_t n = 0;
	for (uint32_t i = 0; i < policy->nsets; i++) {
		const enum robotsc_status status = compile_set(c, policy->sets[i]);
		if (status != ROBOTSC_OK)
			return status;
		n += c->done[c->done_of[policy->sets[i]] - 1].count;
		entry.verdict = c->done[c->done_of[policy->sets[i]] - 1].verdict;
	}
	uint32_t *machines = robotsc__arena_take(&c->arena, n * sizeof *machines);
	if (!machines)
		return ROBOTSC_ERR_NOMEM;
	for (uint32_t i = 0; i < policy->nsets; i++) {
		const struct done *done = &c->done[c->done_of[policy->sets[i]] - 1];
		for (uint32_t k = 0; k < done->count; k++)
			machines[entry.nmachines++] = c->machine_of[done->first + k];
	}
	if (!robotsc__sort(&c->scratch, machines, n, compare_tops, c->machines))
		return ROBOTSC_ERR_NOMEM;
	entry.machines = machines;
	if (n == 0)
		entry.kind = POLICY_CONSTANT;
	c->entry_of[index] = n == 1 ? machines[0] : BEHIND | add_entry(c, entry);
	return ROBOTSC_OK;
}

static enum robotsc_status compile_policies(struct compiler *c)
{
	const struct grouping *g = &c->grouping;
	enum robotsc_status status = ROBOTSC_OK;
	c->done = robotsc__arena_zeroed(&c->arena, g->nsets, sizeof *c->done);
	c->done_of = robotsc__arena_zeroed(&c->arena, g->nsets, sizeof *c->done_of);
	c->entry_of = robotsc__arena_take(&c->arena, g->npolicies * sizeof *c->entry_of);
	c->entries = robotsc__arena_take(&c->arena, g->npolicies * sizeof *c->entries);
	if (!c->done || !c->done_of || !c->entry_of || !c->entries)
		return ROBOTSC_ERR_NOMEM;
	for (uint32_t i = 0; i < g->npolicies && status == ROBOTSC_OK; i++)
		status = compile_policy(c, i);
	for (uint32_t i = 0; i < g->npolicies && status == ROBOTSC_OK; i++)
		if (c->entry_of[i] & BEHIND)
			c->entry_of[i] = (c->entry_of[i] & ~BEHIND) + (uint32_t)c->nmachines;
	return status;
}

/* Does some policy compare ranks across rule sets? */
static int any_shared(const struct grouping *g)
{
	for (uint32_t i = 0; i < g->nsets; i++)
		if (g->sets[i].shared)
			return 1;
	return 0;
}

static enum robotsc_status run_passes(struct compiler *c, const uint8_t *text, size_t len)
{
	robotsc__dump_lines(c->options, c->dialect, text, len);
	enum robotsc_status status = robotsc__parse_run(&c->arena, c->options, c->dialect, text, len, &c->doc);
	if (status != ROBOTSC_OK)
		return status;
	robotsc__dump_document(c->options, &c->doc);
	status = robotsc__group_run(&c->arena, c->options, &c->doc, &c->grouping);
	if (status != ROBOTSC_OK)
		return status;
	robotsc__dump_grouping(c->options, &c->grouping);
	status = robotsc__pattern_document(&c->arena, &c->doc, &c->patterns);
	if (status == ROBOTSC_OK && any_shared(&c->grouping))
		status = robotsc__pattern_share(&c->arena, &c->doc, &c->patterns);
	return status == ROBOTSC_OK ? compile_policies(c) : status;
}

static enum robotsc_status write_blob(const struct compiler *c, void **blob, size_t *blob_len)
{
	const struct content content = {.dialect = c->dialect,
	                                .grouping = &c->grouping,
	                                .entry_of = c->entry_of,
	                                .machines = c->machines,
	                                .nmachines = (uint32_t)c->nmachines,
	                                .entries = c->entries,
	                                .nentries = c->nentries};
	return robotsc__blob_write(&c->arena.alloc, &content, blob, blob_len);
}

enum robotsc_status robotsc_compile(const struct robotsc_options *options, const void *robots, size_t len, void **blob,
                                    size_t *blob_len)
{
	struct robotsc_options defaults;
	const struct robotsc__dialect *dialect;
	robotsc_options_init(&defaults);
	if (!options)
		options = &defaults;
	enum robotsc_status status = robotsc__options_check(options, &dialect);
	if (status != ROBOTSC_OK)
		return status;
	struct arena arena;
	robotsc__arena_init(&arena, options->alloc);
	struct compiler *c = robotsc__arena_zeroed(&arena, 1, sizeof *c);
	if (!c) {
		robotsc__arena_free(&arena);
		return ROBOTSC_ERR_NOMEM;
	}
	c->arena = arena;
	robotsc__arena_init(&c->scratch, options->alloc);
	c->options = options;
	c->dialect = dialect;
	status = run_passes(c, len ? robots : (const void *)"", len);
	robotsc__arena_free(&c->scratch);
	if (status == ROBOTSC_OK)
		status = write_blob(c, blob, blob_len);
	arena = c->arena; /* the compiler itself lives in its arena */
	robotsc__arena_free(&arena);
	return status;
}

void robotsc_free_blob(const struct robotsc_alloc *alloc, void *blob, size_t blob_len)
{
	const struct robotsc_alloc use = robotsc__alloc_of(alloc);
	if (blob)
		use.resize(use.ctx, blob, blob_len, 0);
}
