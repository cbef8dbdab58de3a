/* rivals.c - the engines: the library, two floors, the sorted loop.
 *
 * A new rival is a build, a drop and one ENGINE_LOOPS here, and a row in the table.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "rivals.h"

#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "robotsc/compile.h"

#ifdef HAVE_XXHASH
#define XXH_INLINE_ALL
#include <xxhash.h>
#endif

/* ---- the library: group and blob side by side, as a frontier that counts its misses keeps them ---- */

struct ours {
	struct robotsc_group group; /* first: what the loops are given */
	size_t size;
	char bytes[];
};

static struct ours *ours_open(const void *bytes, size_t size, struct robotsc_text agent)
{
	struct ours *o = bench_alloc(sizeof *o + size);
	struct robotsc_blob blob;

	o->size = size;
	memcpy(o->bytes, bytes, size);
	if (robotsc_open(&blob, o->bytes, size) != ROBOTSC_OK || robotsc_select(&blob, &agent, 1, &o->group) != ROBOTSC_OK)
		bench_die("robotsc", "a blob cannot be opened");
	return o;
}

static void *ours_build(struct robotsc_text robots, struct robotsc_text agent, const struct rules *rules, size_t *bytes)
{
	struct robotsc_options options;
	enum robotsc_status status;
	struct ours *o;
	void *blob;

	(void)rules;
	robotsc_options_init(&options);
	options.agents = &agent;
	options.nagents = 1;
	status = robotsc_compile(&options, robots.at, robots.len, &blob, bytes);
	if (status != ROBOTSC_OK)
		bench_die("robotsc", robotsc_strerror(status));
	o = ours_open(blob, *bytes, agent);
	robotsc_free_blob(NULL, blob, *bytes);
	return o;
}

/* Another policy of the same blob, at another address. */
static void *ours_copy(const void *policy, struct robotsc_text agent, const struct rules *rules)
{
	const struct ours *o = policy;

	(void)rules;
	return ours_open(o->bytes, o->size, agent);
}

ENGINE_LOOPS(ours, (int)robotsc_check_path(policy, path, len))

static uint64_t batch_hot(const void *policy, const struct robotsc_text *paths, size_t n, size_t rounds)
{
	uint8_t verdicts[PATHS];
	uint64_t sum = 0;

	while (rounds-- > 0) {
		robotsc_check_paths(policy, paths, n < PATHS ? n : PATHS, verdicts);
		for (size_t i = 0; i < n && i < PATHS; i++)
			sum += verdicts[i];
	}
	return sum;
}

static uint64_t batch_cold(const struct question *q, size_t n)
{
	struct robotsc_query queries[QUESTIONS];
	uint8_t verdicts[QUESTIONS];
	uint64_t sum = 0;
	size_t i = 0;

	do
		queries[i] = (struct robotsc_query){q[i].policy, q[i].path};
	while (++i < n);
	robotsc_check_batch(queries, n, verdicts);
	for (i = 0; i < n; i++)
		sum += verdicts[i];
	return sum;
}

static const struct engine ours = {"robotsc", 0, 0, ours_build, ours_copy, ours_hot, ours_cold, ours_check};
static const struct engine batch = {"robotsc batch", 0, 0, ours_build, ours_copy, batch_hot, batch_cold, NULL};

/* ---- the sorted loop ---- */

static void *sorted_copy(const void *policy, struct robotsc_text agent, const struct rules *rules)
{
	size_t bytes;

	(void)policy;
	return sorted_build((struct robotsc_text){NULL, 0}, agent, rules, &bytes);
}

ENGINE_LOOPS(sorted, sorted_verdict(policy, path, len))

static const struct engine sorted = {"sorted loop", 1, 0, sorted_build, sorted_copy, sorted_hot, sorted_cold, sorted_check};

/* ---- floors: they read the whole path and decide nothing ---- */

#ifdef HAVE_XXHASH
ENGINE_LOOPS(hash, (int)((void)policy, XXH3_64bits(path, len) & 1))
static const struct engine hash = {"XXH3", 1, 1, NULL, NULL, hash_hot, hash_cold, hash_check};
#endif

/* A cell is where the next row is: the shortest chain that a table-driven automaton can have. */
struct row {
	const struct row *cell[256];
};

static struct row rows[4];

static int walk(const char *path, size_t len)
{
	const struct row *r = &rows[0];
	size_t i;

	for (i = 0; i < len; i++)
		r = r->cell[(unsigned char)path[i]];
	return (int)(r - rows) & 1;
}

ENGINE_LOOPS(walk, ((void)policy, walk(path, len)))

static const struct engine table_walk = {"table walk", 1, 1, NULL, NULL, walk_hot, walk_cold, walk_check};

void rivals_init(void)
{
	uint64_t seed = 7;
	size_t i, k;

	for (i = 0; i < sizeof rows / sizeof *rows; i++)
		for (k = 0; k < 256; k++)
			rows[i].cell[k] = &rows[bench_random(&seed, sizeof rows / sizeof *rows)];
}

const struct engine *const engines[] = {
	&ours, &batch, &sorted, &table_walk,
#ifdef HAVE_XXHASH
	&hash,
#endif
};
const size_t nengines = sizeof engines / sizeof *engines;
