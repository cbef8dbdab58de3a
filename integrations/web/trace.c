/* trace.c - see trace.h.  docs/formats/blob.md
 *
 * Compiled together with the amalgamation, since it uses internal functions of the library.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "trace.h"

#include <string.h>

#include "dialect/dialect.h"
#include "analysis/lazy_machines.h"
#include "analysis/machine_reader.h"
#include "pattern/rule_match.h"

#define TRACE_WORK 10000000u /* octets of paths read plus octets of globs compared */

struct tracing {
	const struct lazy_machines *machines;
	struct canonical_path path;
	void (*step)(void *ctx, const struct trace_step *step);
	void *ctx;
};

static void trace_step_put(const struct tracing *t, size_t octets, enum trace_kind kind, uint32_t number, uint32_t read,
                           uint32_t verdict)
{
	const struct trace_step step = {(uint32_t)octets, kind, number, read, verdict};
	t->step(t->ctx, &step);
}

static void trace_state_put(const struct tracing *t, size_t octets, const uint8_t *state, uint32_t verdict)
{
	struct dfa_state p;
	memcpy(&p, state, sizeof p);
	if (p.at == DFA_BEFORE)
		trace_step_put(t, octets, TRACE_START, 0, 0, verdict);
	else if (p.at >= DFA_PREFIXES)
		trace_step_put(t, octets, TRACE_PREFIXES, 0, p.read, verdict);
	else if (p.at < TARGET_NODE)
		trace_step_put(t, octets, TRACE_VERDICT, p.at, 0, verdict);
	else
		trace_step_put(t, octets, TRACE_NODE, p.at - TARGET_NODE, p.read, verdict);
}

static void trace_dfa(const struct tracing *t, struct lazy_dfa *dfa, uint8_t *state, uint8_t *next)
{
	size_t len = dfa->start(dfa, state);
	for (size_t i = 0;; i++) {
		trace_state_put(t, i, state, (uint32_t)dfa->verdict(dfa, state, len));
		if (i == t->path.len)
			break;
		len = dfa->step(dfa, state, len, t->path.text[i], next);
		memcpy(state, next, len);
	}
}

/* Make a path of the first len octets of a canonical path, to match.  False: out of memory. */
static bool trace_prefix(struct arena *a, const struct canonical_path *whole, size_t len, struct canonical_path *prefix)
{
	*prefix = (struct canonical_path){
		.text = whole->text, .len = len, .query = whole->query <= len ? whole->query : SIZE_MAX, .paired = whole->paired};
	return robotsc__rule_match_rows(a, prefix);
}

/* Set matched[] for each glob, and the verdict if the path ends here.  False: *work is used up. */
static bool trace_match(const struct lazy_rules *rules, const struct canonical_path *path, uint64_t *work, uint8_t *matched,
                        uint32_t *verdict)
{
	uint32_t best = (uint32_t)rules->fallback;
	for (uint32_t i = 0; i < rules->n; i++) {
		const struct glob *glob = &rules->rules[i];
		const int result = robotsc__rule_match_run(glob->text, glob->len, path, work);
		if (result == RULE_MATCH_UNKNOWN)
			return false;
		matched[i] = result != 0;
		if (result && glob->rank > best)
			best = glob->rank;
	}
	*verdict = best & 1;
	return true;
}

static enum robotsc_status trace_globs(struct arena *a, const struct tracing *t, uint8_t *matched)
{
	const struct lazy_rules *rules = &t->machines->rules;
	const struct arena_mark mark = robotsc__arena_mark(a);
	uint64_t work = TRACE_WORK;
	uint32_t verdict;
	for (size_t i = 0; i <= t->path.len; i++) {
		struct canonical_path path;
		bool any = false;
		if (!trace_prefix(a, &t->path, i, &path))
			return ROBOTSC_ERR_NOMEM;
		work -= i < work ? i : work;
		const bool enough = work && trace_match(rules, &path, &work, matched, &verdict);
		robotsc__arena_reset(a, mark);
		if (!enough)
			return ROBOTSC_OK;
		for (uint32_t g = 0; g < rules->n; g++)
			if (matched[g]) {
				trace_step_put(t, i, TRACE_GLOB, g, 0, verdict);
				any = true;
			}
		if (!any)
			trace_step_put(t, i, TRACE_NO_GLOB, 0, 0, verdict);
	}
	return ROBOTSC_OK;
}

static enum robotsc_status trace_machines(struct arena *a, struct tracing *t, const struct robotsc_group *group)
{
	struct lazy_machines machines;
	const enum robotsc_status status = robotsc__lazy_machines_open(a, group, &machines);
	if (status != ROBOTSC_OK)
		return status;
	t->machines = &machines;
	if (machines.n && !machines.machines->filter) {
		struct lazy_dfa *dfa = &machines.rules.dfa;
		uint8_t *state = robotsc__arena_take(a, dfa->state_max), *next = robotsc__arena_take(a, dfa->state_max);
		if (!state || !next)
			return ROBOTSC_ERR_NOMEM;
		trace_dfa(t, dfa, state, next);
		return ROBOTSC_OK;
	}
	uint8_t *matched = robotsc__arena_take(a, (size_t)machines.rules.n + 1);
	if (!matched)
		return ROBOTSC_ERR_NOMEM;
	return trace_globs(a, t, matched);
}

enum robotsc_status trace_path(const struct robotsc_group *group, struct robotsc_text url,
                               void (*path)(void *ctx, const uint8_t *octets, size_t len),
                               void (*step)(void *ctx, const struct trace_step *step), void *ctx)
{
	const struct robotsc__dialect *dialect = robotsc__dialect_find((enum robotsc_dialect)group->dialect);
	struct tracing t = {.step = step, .ctx = ctx};
	struct robotsc_text of_url;
	struct arena arena;
	enum robotsc_status status = ROBOTSC_ERR_NOMEM;
	robotsc__arena_init(&arena, NULL);
	robotsc_url_path((enum robotsc_dialect)group->dialect, url.at, url.len, &of_url);
	if (robotsc__rule_match_path(&arena, dialect, (const uint8_t *)of_url.at, of_url.len, &t.path)) {
		path(ctx, t.path.text, t.path.len);
		status = trace_machines(&arena, &t, group);
	}
	robotsc__arena_free(&arena);
	return status;
}

/* ---- parts of a blob ---------------------------------------------------------- */

struct trace_listing {
	trace_put *put;
	void *ctx;
	const uint8_t *blob;
};

static void trace_part_put(const struct trace_listing *l, uint32_t number, const uint8_t *begin, const uint8_t *end)
{
	const struct trace_range range = {number, (uint32_t)(begin - l->blob), (uint32_t)(end - l->blob)};
	if (end > begin)
		l->put(l->ctx, &range);
}

static void trace_machine_put(const struct trace_listing *l, const uint8_t *machine)
{
	trace_part_put(l, TRACE_FIELDS, machine, machine_prefix_table(machine));
	trace_part_put(l, TRACE_PREFIX_TABLE, machine_prefix_table(machine), machine_tables(machine));
	trace_part_put(l, TRACE_SKIP_TABLES, machine_tables(machine), machine_literals(machine));
	trace_part_put(l, TRACE_LITERALS, machine_literals(machine), machine_code(machine));
	trace_part_put(l, TRACE_CODE, machine_code(machine), machine_globs(machine));
	trace_part_put(l, TRACE_GLOBS, machine_globs(machine), machine + machine_size(machine));
}

static void trace_section_put(const struct trace_listing *l, uint8_t type, const uint8_t *begin, const uint8_t *end)
{
	if (type == SECTION_MACHINES)
		for (const uint8_t *machine = begin; machine < end; machine += machine_size(machine))
			trace_machine_put(l, machine);
	else
		trace_part_put(l,
		               type == SECTION_POLICIES     ? TRACE_POLICIES
		               : type == SECTION_AGENTS     ? TRACE_AGENTS
		               : type == SECTION_EXTENSIONS ? TRACE_RECORDS
		                                            : TRACE_OTHER,
		               begin, end);
}

void trace_parts(const struct robotsc_blob *blob, trace_put *put, void *ctx)
{
	const struct trace_listing l = {put, ctx, blob->bytes};
	const uint8_t *const entries = blob->bytes + BLOB_HEADER, *const checksum = blob->bytes + blob->size - BLOB_TRAILER;
	const uint32_t n = section_count(blob->bytes);
	trace_part_put(&l, TRACE_HEADER, blob->bytes, entries + (size_t)n * SECTION_ENTRY);
	for (uint32_t i = 0; i < n; i++) {
		const uint8_t *const entry = entries + (size_t)i * SECTION_ENTRY;
		trace_section_put(&l, entry[SECTION_AT_TYPE], blob->bytes + ld32(entry + SECTION_AT_OFFSET),
		                  i + 1 < n ? blob->bytes + ld32(entry + SECTION_ENTRY + SECTION_AT_OFFSET) : checksum);
	}
	trace_part_put(&l, TRACE_CHECKSUM, checksum, checksum + BLOB_TRAILER);
}

void trace_nodes(const struct robotsc_blob *blob, const struct robotsc_group *group, trace_put *put, void *ctx)
{
	if (!group->machine || machine_is_filter(group->machine))
		return;
	const struct machine_reader m = robotsc__machine_reader_of(group->machine);
	const uint32_t size = machine_field(m.at, MACHINE_CODE), code = (uint32_t)(m.code - blob->bytes);
	for (uint32_t at = 0; at < size;) {
		const struct trace_range node = {at, code + at, code + robotsc__machine_reader_end(&m, at)};
		put(ctx, &node);
		at = node.end - code;
	}
}

struct trace_range trace_machine(const struct robotsc_blob *blob, const struct robotsc_group *group)
{
	if (!group->machine)
		return (struct trace_range){0, 0, 0};
	const uint32_t begin = (uint32_t)(group->machine - blob->bytes);
	return (struct trace_range){0, begin, begin + machine_size(group->machine)};
}
