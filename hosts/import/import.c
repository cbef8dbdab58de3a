/* import.c - reads inputs, compiles what they hold on all processors, and commits it in order.
 *
 *     inputs.c (calling thread) -> items -> decide.c (all cores) -> outcomes -> commit.c (a thread)
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "items.h"
#include "hosts/pipeline.h"

struct robotsc_import {
	struct robotsc_import_options options;
	struct robotsc_text suffixes;
	struct input *inputs;
	size_t n, room;
};

enum robotsc_store_status robotsc_import_open(struct robotsc_import **import, const struct robotsc_import_options *options)
{
	struct robotsc_import *im = calloc(1, sizeof *im);
	if (!im)
		return ROBOTSC_STORE_NOMEM;
	im->options = *options;
	*import = im;
	return ROBOTSC_STORE_OK;
}

static void drop_input(struct input *in)
{
	robotsc__input_end(in->begun);
	free(in->name);
}

static void drop_inputs(struct robotsc_import *im)
{
	for (size_t i = 0; i < im->n; i++)
		drop_input(&im->inputs[i]);
	im->n = 0;
}

void robotsc_import_close(struct robotsc_import *import)
{
	if (!import)
		return;
	drop_inputs(import);
	free(import->inputs);
	free(import);
}

void robotsc_import_suffixes(struct robotsc_import *import, struct robotsc_text suffixes)
{
	import->suffixes = suffixes;
}

/* ---- inputs ------------------------------------------------------------------------- */

/* Begin an input, and see whether it is a WARC file or a list. */
static enum robotsc_store_status begin(struct begun **begun, int fd)
{
	const struct begun *const b = *begun = robotsc__input_begin(fd);
	if (!b || (!b->is_warc && b->result == WARC_NOMEM))
		return ROBOTSC_STORE_NOMEM;
	errno = b->stream.failed;
	if (b->stream.failed)
		return ROBOTSC_STORE_SYSTEM;
	return b->foreign ? ROBOTSC_STORE_INPUT : ROBOTSC_STORE_OK;
}

/* Look at a file.  The run opens it again, so that few are open at a time. */
static enum robotsc_store_status look_at(const char *path)
{
	enum robotsc_store_status status;
	struct begun *b;
	struct stat st;
	int fd, error;
	if (stat(path, &st) < 0)
		return ROBOTSC_STORE_SYSTEM;
	if (!S_ISREG(st.st_mode))
		return ROBOTSC_STORE_OK;
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return ROBOTSC_STORE_SYSTEM;
	status = begin(&b, fd);
	error = errno;
	robotsc__input_end(b);
	close(fd);
	errno = error;
	return status;
}

enum robotsc_store_status robotsc_import_add(struct robotsc_import *import, const char *name, int fd)
{
	enum robotsc_store_status status;
	struct input *in;
	if (import->n == import->room) {
		const size_t room = 2 * import->room + 8;
		in = realloc(import->inputs, room * sizeof *in);
		if (!in)
			return ROBOTSC_STORE_NOMEM;
		import->inputs = in;
		import->room = room;
	}
	in = &import->inputs[import->n];
	*in = (struct input){.name = strdup(name), .fd = fd};
	if (!in->name)
		return ROBOTSC_STORE_NOMEM;
	status = fd >= 0 ? begin(&in->begun, fd) : look_at(name);
	if (status == ROBOTSC_STORE_OK) {
		import->n++;
	} else {
		const int error = errno;
		drop_input(in);
		errno = error;
	}
	return status;
}

/* The size of all inputs, or 0 when one is not known. */
static uint64_t size_of(const struct robotsc_import *im)
{
	uint64_t total = 0;
	for (size_t i = 0; i < im->n; i++) {
		struct stat st;
		if (im->inputs[i].fd >= 0 || stat(im->inputs[i].name, &st) < 0 || !S_ISREG(st.st_mode))
			return 0;
		total += (uint64_t)st.st_size;
	}
	return total;
}

/* ---- a run ---------------------------------------------------------------------------- */

struct import_run {
	struct robotsc_options compile;
	struct job *jobs;
	struct fetch_decider **deciders;
	struct committer *committer;
};

static void work(void *ctx, unsigned worker, unsigned slot)
{
	struct import_run *r = ctx;
	robotsc__decide_job(r->deciders[worker], &r->jobs[slot]);
}

static int sink(void *ctx, unsigned slot)
{
	struct import_run *r = ctx;
	return (int)robotsc__commit_job(r->committer, &r->jobs[slot]);
}

static struct robotsc_options options_without(const struct robotsc_import_options *options)
{
	struct robotsc_options o;
	robotsc_options_init(&o);
	o.dialect = options->dialect;
	o.limit = options->limit ? options->limit : o.limit;
	return o;
}

/* Compile with the settings of the store. */
static struct robotsc_options options_of(const struct robotsc_store *store)
{
	const struct robotsc_store_settings *made_for = robotsc_store_settings(store);
	struct robotsc_options o;
	robotsc_options_init(&o);
	o.dialect = made_for->dialect;
	o.strict_fields = made_for->strict_fields != 0;
	o.conner2_rest_deny = made_for->conner2_rest_deny != 0;
	o.aipref_rule = made_for->aipref_rule != 0;
	o.extensions = made_for->extensions != 0;
	o.limit = (size_t)made_for->limit;
	o.agents = made_for->nagents ? made_for->agents : NULL;
	o.nagents = made_for->nagents;
	return o;
}

static enum robotsc_store_status run_pipeline(struct robotsc_import *im, struct import_run *r, const struct pipeline_stages *stages)
{
	struct source s = {.jobs = r->jobs, .limit = r->compile.limit, .follow = im->options.follow != 0};
	const int error = robotsc__pipeline_start(&s.pipeline, stages);
	enum robotsc_store_status sunk;
	if (error)
		return error == ENOMEM ? ROBOTSC_STORE_NOMEM : ROBOTSC_STORE_SYSTEM;
	for (size_t i = 0; i < im->n && !s.nomem; i++)
		robotsc__input_read(&s, &im->inputs[i]);
	robotsc__http_free(&s.http);
	free(s.joined.at);
	sunk = (enum robotsc_store_status)robotsc__pipeline_finish(s.pipeline);
	if (sunk != ROBOTSC_STORE_OK)
		return sunk;
	return s.nomem ? ROBOTSC_STORE_NOMEM : robotsc__commit_end(r->committer);
}

static enum robotsc_store_status begin_run(const struct robotsc_import *im, struct import_run *r, struct robotsc_store *store,
                                           const struct pipeline_stages *stages)
{
	const enum robotsc_redirect_scope scope =
		store ? robotsc_store_settings(store)->redirect_scope : im->options.redirect_scope;
	const enum robotsc_challenge challenge = store ? robotsc_store_settings(store)->challenge : im->options.challenge;
	r->jobs = calloc(stages->slots, sizeof *r->jobs);
	r->deciders = calloc(stages->workers, sizeof *r->deciders);
	r->committer = robotsc__committer_new(&im->options, store, &r->compile, size_of(im));
	if (!r->jobs || !r->deciders || !r->committer)
		return ROBOTSC_STORE_NOMEM;
	for (unsigned i = 0; i < stages->workers; i++) {
		r->deciders[i] = robotsc__decider_new(&r->compile, store == NULL);
		if (!r->deciders[i])
			return ROBOTSC_STORE_NOMEM;
		robotsc__decider_scope(r->deciders[i], scope, im->suffixes);
		robotsc__decider_challenge(r->deciders[i], challenge);
	}
	return ROBOTSC_STORE_OK;
}

static void end_run(struct import_run *r, const struct pipeline_stages *stages, struct robotsc_import_report *report)
{
	robotsc__committer_free(r->committer, report);
	for (unsigned i = 0; r->deciders && i < stages->workers; i++)
		robotsc__decider_free(r->deciders[i]);
	for (unsigned i = 0; r->jobs && i < stages->slots; i++) {
		free(r->jobs[i].input.at);
		free(r->jobs[i].output.at);
	}
	free(r->deciders);
	free(r->jobs);
}

enum robotsc_store_status robotsc_import_run(struct robotsc_import *import, struct robotsc_store *store,
                                             struct robotsc_import_report *report)
{
	const unsigned workers = robotsc__workers(import->options.jobs);
	struct import_run r = {.compile = store ? options_of(store) : options_without(&import->options)};
	const struct pipeline_stages stages = {workers, 2 * workers + 2, work, sink, &r};
	struct robotsc_import_report done = {.total = 0};
	enum robotsc_store_status status = begin_run(import, &r, store, &stages);
	if (status == ROBOTSC_STORE_OK)
		status = run_pipeline(import, &r, &stages);
	end_run(&r, &stages, &done);
	drop_inputs(import);
	if (report)
		*report = done;
	return status;
}
