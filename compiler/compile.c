/* compile.c - the passes from a robots.txt to a blob, in order.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "robotsc/compile.h"

#include "match/blob_layout.h"
#include "policy/dump.h"
#include "front/options.h"
#include "policy/policies.h"

struct compilation {
	struct pool pool;
	struct robotsc_alloc alloc; /* of the blob */
	const struct robotsc_options *options;
	const struct robotsc__dialect *dialect;
	struct span text;
	struct document doc;
	struct grouping grouping;
	uint32_t *entry_of; /* of each policy: see robotsc__policies_run; in the end its entry */
	struct record_sets record_sets;
	struct extra section; /* the extensions section */
	void *blob;
	size_t blob_len;
};

static enum robotsc_status parse(struct compilation *c)
{
	robotsc__dump_lines(c->options, c->dialect, c->text.at, c->text.len);
	const enum robotsc_status status =
		robotsc__parse_run(&c->pool.arena, c->options, c->dialect, c->text.at, c->text.len, &c->doc);
	if (status == ROBOTSC_OK)
		robotsc__dump_document(c->options, &c->doc);
	return status;
}

static enum robotsc_status group(struct compilation *c)
{
	const enum robotsc_status status = robotsc__group_run(&c->pool.arena, c->options, &c->doc, &c->grouping);
	if (status == ROBOTSC_OK)
		robotsc__dump_grouping(c->options, &c->grouping);
	return status;
}

static enum robotsc_status compile_policies(struct compilation *c)
{
	c->entry_of = robotsc__arena_take(&c->pool.arena, c->grouping.npolicies * sizeof *c->entry_of);
	if (!c->entry_of)
		return ROBOTSC_ERR_NOMEM;
	return robotsc__policies_run(&c->pool, c->options, &c->doc, &c->grouping, false, c->entry_of);
}

static enum robotsc_status compile_records(struct compilation *c)
{
	return c->options->extensions ? robotsc__record_sets_run(&c->pool, c->options, &c->doc, &c->record_sets) : ROBOTSC_OK;
}

static enum robotsc_status number_entries(struct compilation *c)
{
	robotsc__arena_free(&c->pool.scratch);
	for (uint32_t i = 0; i < c->grouping.npolicies; i++)
		c->entry_of[i] = robotsc__policies_entry(&c->pool, c->entry_of[i]);
	return ROBOTSC_OK;
}

static enum robotsc_status write_records(struct compilation *c)
{
	c->section.type = SECTION_EXTENSIONS;
	return c->options->extensions ? robotsc__record_section_write(&c->pool, &c->record_sets, &c->section.octets) : ROBOTSC_OK;
}

static enum robotsc_status write_blob(struct compilation *c)
{
	const struct content content = {.dialect = c->dialect,
	                                .grouping = &c->grouping,
	                                .entry_of = c->entry_of,
	                                .machines = c->pool.machines,
	                                .nmachines = (uint32_t)c->pool.nmachines,
	                                .entries = c->pool.entries,
	                                .nentries = (uint32_t)c->pool.nentries,
	                                .extras = &c->section,
	                                .nextras = c->options->extensions};
	return robotsc__blob_writer_run(&c->alloc, &content, &c->blob, &c->blob_len);
}

static enum robotsc_status (*const passes[])(struct compilation *c) = {
	parse,            /* lines, then groups with their agents and rules */
	group,            /* a policy for each robot: rule sets, which are lists of groups */
	compile_policies, /* of each rule set: patterns, then a DFA or filters, then their code */
	compile_records,  /* Sitemap, Crawl-delay, ...: groups, and policies of the usage labels */
	number_entries,   /* the policies, now that all machines are known */
	write_records,    /* the extensions section */
	write_blob,
};

/* begun: the members that the caller has set.  work: allocator of all memory but the blob. */
static enum robotsc_status compile(const struct compilation *begun, const struct robotsc_alloc *work, void **blob, size_t *blob_len)
{
	enum robotsc_status status = ROBOTSC_OK;
	struct arena arena;
	robotsc__arena_init(&arena, work);
	struct compilation *c = robotsc__arena_take(&arena, sizeof *c);
	if (!c) {
		robotsc__arena_free(&arena);
		return ROBOTSC_ERR_NOMEM;
	}
	*c = *begun;
	c->pool.arena = arena;
	robotsc__arena_init(&c->pool.scratch, work);
	for (size_t i = 0; i < sizeof passes / sizeof passes[0] && status == ROBOTSC_OK; i++)
		status = passes[i](c);
	if (status == ROBOTSC_OK) {
		*blob = c->blob;
		*blob_len = c->blob_len;
	}
	robotsc__arena_free(&c->pool.scratch);
	arena = c->pool.arena; /* c itself is in its arena */
	robotsc__arena_free(&arena);
	return status;
}

void robotsc_free_blob(const struct robotsc_alloc *alloc, void *blob, size_t blob_len)
{
	const struct robotsc_alloc use = robotsc__arena_alloc_of(alloc);
	if (blob)
		use.resize(use.ctx, blob, blob_len, 0);
}

/* ---- a compiler that keeps its memory --------------------------------------------------- */

struct robotsc_compiler {
	struct arena_keep memory;
	bool is_compiling;
};

struct robotsc_compiler *robotsc_compiler_new(const struct robotsc_alloc *alloc)
{
	const struct robotsc_alloc from = robotsc__arena_alloc_of(alloc);
	struct robotsc_compiler *const compiler = from.resize(from.ctx, NULL, 0, sizeof *compiler);
	if (compiler) {
		compiler->is_compiling = false;
		robotsc__arena_keep_init(&compiler->memory, &from);
	}
	return compiler;
}

/* False in diag and dump of this compiler, and if an allocator other than its own is named. */
static bool may_compile(const struct robotsc_compiler *compiler, const struct robotsc_alloc *alloc)
{
	const struct robotsc_alloc *const from = &compiler->memory.from;
	return !compiler->is_compiling && (!alloc || (alloc->resize == from->resize && alloc->ctx == from->ctx));
}

enum robotsc_status robotsc_compiler_compile(struct robotsc_compiler *compiler, const struct robotsc_options *options,
                                             const void *robots, size_t len, void **blob, size_t *blob_len)
{
	struct robotsc_options defaults;
	struct compilation c = {.text = {len ? robots : (const void *)"", len}};
	enum robotsc_status status = robotsc__options_check_robot(&options, &defaults, &c.dialect);
	if (status != ROBOTSC_OK)
		return status;
	if (compiler && !may_compile(compiler, options->alloc))
		return ROBOTSC_ERR_ARGUMENT;
	c.options = options;
	c.alloc = compiler ? compiler->memory.from : robotsc__arena_alloc_of(options->alloc);
	if (!compiler)
		return compile(&c, &c.alloc, blob, blob_len);
	compiler->is_compiling = true;
	status = compile(&c, &compiler->memory.alloc, blob, blob_len);
	compiler->is_compiling = false;
	return status;
}

enum robotsc_status robotsc_compile(const struct robotsc_options *options, const void *robots, size_t len, void **blob,
                                    size_t *blob_len)
{
	return robotsc_compiler_compile(NULL, options, robots, len, blob, blob_len);
}

const struct robotsc_alloc *robotsc_compiler_alloc(const struct robotsc_compiler *compiler)
{
	return compiler ? &compiler->memory.alloc : NULL;
}

void robotsc_compiler_free(struct robotsc_compiler *compiler)
{
	if (!compiler)
		return;
	const struct robotsc_alloc from = compiler->memory.from;
	robotsc__arena_keep_free(&compiler->memory);
	from.resize(from.ctx, compiler, sizeof *compiler, 0);
}
