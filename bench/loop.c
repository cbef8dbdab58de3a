/* loop.c - the sorted loop (sorted.c) as an engine.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>

#include "engine.h"
#include "sorted.h"

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
