/* blobs.c - see measure.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "measure.h"

#include <stdlib.h>

struct robotsc_compiler *bench_compiler;

static void *count(void *ctx, void *p, size_t old_size, size_t new_size)
{
	struct memory *m = ctx;
	void *q = NULL;

	if (new_size == 0)
		free(p);
	else if ((q = realloc(p, new_size)) == NULL)
		return NULL;
	m->live += new_size - old_size;
	if (m->live > m->peak)
		m->peak = m->live;
	return q;
}

static void *make(const struct robotsc_options *options, struct robotsc_text text, size_t *size)
{
	void *blob;
	const enum robotsc_status status = robotsc_compiler_compile(bench_compiler, options, text.at, text.len, &blob, size);

	if (status != ROBOTSC_OK)
		bench_die("compile", robotsc_strerror(status));
	return blob;
}

void *blob_make(struct robotsc_text text, const struct robotsc_text *agent, struct memory *memory, size_t *size)
{
	const struct robotsc_alloc alloc = {count, memory};
	struct robotsc_options options;

	robotsc_options_init(&options);
	options.agents = agent;
	options.nagents = agent != NULL;
	options.alloc = memory != NULL ? &alloc : NULL;
	return make(&options, text, size);
}

void *blob_make_whole(struct robotsc_text text, size_t *size)
{
	struct robotsc_options options;

	robotsc_options_init(&options);
	if (text.len > options.limit)
		options.limit = text.len;
	return make(&options, text, size);
}

void blob_free(void *blob, size_t size, struct memory *memory)
{
	const struct robotsc_alloc alloc = {count, memory};

	robotsc_free_blob(memory != NULL ? &alloc : NULL, blob, size);
}

size_t blob_size(struct robotsc_text text, const struct robotsc_text *agent, struct memory *memory)
{
	size_t size;
	void *blob = blob_make(text, agent, memory, &size);

	blob_free(blob, size, memory);
	return size;
}
