/* floors.c - engines that read the whole path and decide nothing: a hash, and a chain of loads.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "measure.h"
#include "engine.h"

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
