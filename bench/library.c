/* library.c - this library as two engines: one call for each check, and the batch call.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "engine.h"

#include <stdlib.h>
#include <string.h>

#include "measure.h"
#include "robotsc/compile.h"

/* A group and its blob in one piece of memory, to save cache misses. */

struct ours {
	struct robotsc_group group; /* the first member: the loops get a pointer to it */
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

static void *ours_build(const struct source *source, size_t *bytes)
{
	struct robotsc_options options;
	enum robotsc_status status;
	struct ours *o;
	void *blob;

	robotsc_options_init(&options);
	options.agents = &source->agent;
	options.nagents = 1;
	status = robotsc_compile(&options, source->robots.at, source->robots.len, &blob, bytes);
	if (status != ROBOTSC_OK)
		bench_die("robotsc", robotsc_strerror(status));
	o = ours_open(blob, *bytes, source->agent);
	robotsc_free_blob(NULL, blob, *bytes);
	return o;
}

/* Another policy with the same blob, at another address. */
static void *ours_copy(const void *policy, const struct source *source)
{
	const struct ours *o = policy;

	return ours_open(o->bytes, o->size, source->agent);
}

/* The blob follows its group. */
static int check_cold(const void *policy, const char *path, size_t len)
{
	robotsc_prefetch(policy);
	return (int)robotsc_check_path(policy, path, len);
}

static uint64_t ours_cold(const struct question *q, size_t n)
{
	uint64_t sum = 0;

	for (size_t i = 0; i < n; i++)
		sum += (uint64_t)check_cold(q[i].policy, q[i].path.at, q[i].path.len);
	return sum;
}

static uint64_t ours_hot(const void *policy, const struct robotsc_text *paths, size_t n, size_t rounds)
{
	uint64_t sum = 0;

	while (rounds-- > 0)
		for (size_t i = 0; i < n; i++)
			sum += (uint64_t)robotsc_check_path(policy, paths[i].at, paths[i].len);
	return sum;
}

static uint64_t batch_hot(const void *policy, const struct robotsc_text *paths, size_t n, size_t rounds)
{
	uint8_t verdicts[PATHS];
	uint64_t sum = 0;

	while (rounds-- > 0)
		for (size_t at = 0; at < n; at += PATHS) {
			const size_t some = n - at < PATHS ? n - at : PATHS;

			robotsc_check_paths(policy, paths + at, some, verdicts);
			for (size_t i = 0; i < some; i++)
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

const struct engine engine_library = {"robotsc", ANSWERS_EXACT, 1,        0,         sizeof(struct ours), ours_build,
                                      ours_copy, free,          ours_hot, ours_cold, check_cold};
const struct engine engine_batch = {"robotsc batch", ANSWERS_EXACT, 1,   0, sizeof(struct ours), ours_build, ours_copy, free,
                                    batch_hot,       batch_cold,    NULL};
