/* compile.c - the passes, in order.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "robotsc/compile.h"

#include "blob_layout.h"
#include "dump.h"
#include "extensions/extend.h"
#include "options.h"
#include "policies.h"

struct compiler {
	struct pool pool;
	const struct robotsc_options *options;
	const struct robotsc__dialect *dialect;
	struct document doc;
	struct grouping grouping;
	uint32_t *entry_of; /* of each policy */
	struct extend extend;
};

static enum robotsc_status run_passes(struct compiler *c, const uint8_t *text, size_t len)
{
	struct arena *const arena = &c->pool.arena;
	robotsc__dump_lines(c->options, c->dialect, text, len);
	enum robotsc_status status = robotsc__parse_run(arena, c->options, c->dialect, text, len, &c->doc);
	if (status != ROBOTSC_OK)
		return status;
	robotsc__dump_document(c->options, &c->doc);
	status = robotsc__group_run(arena, c->options, &c->doc, &c->grouping);
	if (status != ROBOTSC_OK)
		return status;
	robotsc__dump_grouping(c->options, &c->grouping);
	c->entry_of = robotsc__arena_take(arena, c->grouping.npolicies * sizeof *c->entry_of);
	if (!c->entry_of)
		return ROBOTSC_ERR_NOMEM;
	status = robotsc__policies_run(&c->pool, c->options, &c->doc, &c->grouping, false, c->entry_of);
	if (status == ROBOTSC_OK && c->options->extensions)
		status = robotsc__extend_run(&c->pool, c->options, &c->doc, &c->extend);
	return status;
}

static enum robotsc_status write_blob(struct compiler *c, void **blob, size_t *blob_len)
{
	struct extra extra = {.type = SECTION_EXTENSIONS};
	for (uint32_t i = 0; i < c->grouping.npolicies; i++)
		c->entry_of[i] = robotsc__policies_entry(&c->pool, c->entry_of[i]);
	if (c->options->extensions) {
		const enum robotsc_status status = robotsc__extend_write(&c->pool, &c->doc, &c->extend, &extra.octets);
		if (status != ROBOTSC_OK)
			return status;
	}
	const struct content content = {.dialect = c->dialect,
	                                .grouping = &c->grouping,
	                                .entry_of = c->entry_of,
	                                .machines = c->pool.machines,
	                                .nmachines = (uint32_t)c->pool.nmachines,
	                                .entries = c->pool.entries,
	                                .nentries = (uint32_t)c->pool.nentries,
	                                .extras = &extra,
	                                .nextras = c->options->extensions};
	return robotsc__blob_write(&c->pool.arena.alloc, &content, blob, blob_len);
}

enum robotsc_status robotsc_compile(const struct robotsc_options *options, const void *robots, size_t len, void **blob,
                                    size_t *blob_len)
{
	struct robotsc_options defaults;
	const struct robotsc__dialect *dialect;
	enum robotsc_status status = robotsc__options_check(&options, &defaults, &dialect);
	if (status != ROBOTSC_OK)
		return status;
	struct arena arena;
	robotsc__arena_init(&arena, options->alloc);
	struct compiler *c = robotsc__arena_zeroed(&arena, 1, sizeof *c);
	if (!c) {
		robotsc__arena_free(&arena);
		return ROBOTSC_ERR_NOMEM;
	}
	c->pool.arena = arena;
	robotsc__arena_init(&c->pool.scratch, options->alloc);
	c->options = options;
	c->dialect = dialect;
	status = run_passes(c, len ? robots : (const void *)"", len);
	robotsc__arena_free(&c->pool.scratch);
	if (status == ROBOTSC_OK)
		status = write_blob(c, blob, blob_len);
	arena = c->pool.arena; /* the compiler itself lives in its arena */
	robotsc__arena_free(&arena);
	return status;
}

void robotsc_free_blob(const struct robotsc_alloc *alloc, void *blob, size_t blob_len)
{
	const struct robotsc_alloc use = robotsc__alloc_of(alloc);
	if (blob)
		use.resize(use.ctx, blob, blob_len, 0);
}
