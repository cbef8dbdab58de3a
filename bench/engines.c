/* engines.c - the list of engines: the library, the sorted loop, rivals that configure found,
 * floors.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "engine.h"

#include <stdlib.h>

#include "measure.h"
#include "sorted.h"

#ifdef HAVE_XXHASH
#define XXH_INLINE_ALL
#include <xxhash.h>

ENGINE_LOOPS(hash, (int)((void)policy, XXH3_64bits(path, len) & 1))
const struct engine engine_hash = {"XXH3", ANSWERS_NONE, 1, 1, -1, NULL, NULL, NULL, hash_hot, hash_cold, hash_check};
#endif

/* A cell holds the address of the next row: the shortest chain of loads that a table can have. */
struct row {
	const struct row *cell[256];
};

static struct row rows[4];

void floors_init(void)
{
	uint64_t seed = 7;
	size_t i, k;

	for (i = 0; i < sizeof rows / sizeof *rows; i++)
		for (k = 0; k < 256; k++)
			rows[i].cell[k] = &rows[bench_random(&seed, sizeof rows / sizeof *rows)];
}

static int walk(const char *path, size_t len)
{
	const struct row *r = &rows[0];
	size_t i;

	for (i = 0; i < len; i++)
		r = r->cell[(unsigned char)path[i]];
	return (int)(r - rows) & 1;
}

ENGINE_LOOPS(walk, ((void)policy, walk(path, len)))

const struct engine engine_walk = {"table walk", ANSWERS_NONE, 1, 1, -1, NULL, NULL, NULL, walk_hot, walk_cold, walk_check};

static void *loop_build(const struct source *source, size_t *bytes)
{
	return sorted_build(source->rules, bytes);
}

static void *loop_copy(const void *policy, const struct source *source)
{
	size_t bytes;

	(void)policy;
	return sorted_build(source->rules, &bytes);
}

ENGINE_LOOPS(loop, sorted_verdict(policy, path, len))

const struct engine engine_sorted = {"sorted loop", ANSWERS_EXACT, 1,        1,         0,         loop_build,
                                     loop_copy,     free,          loop_hot, loop_cold, loop_check};

const struct engine *const engines[] = {
	&engine_library,   &engine_batch, &engine_sorted,
#ifdef HAVE_HYPERSCAN
	&engine_hyperscan,
#endif
#ifdef HAVE_RE2
	&engine_re2,
#endif
#ifdef HAVE_WGET
	&engine_libwget,
#endif
	&engine_dense,     &engine_walk,
#ifdef HAVE_XXHASH
	&engine_hash,
#endif
};
const size_t nengines = sizeof engines / sizeof *engines;
