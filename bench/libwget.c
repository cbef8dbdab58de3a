/* libwget.c - Debian's libwget: it reads the file itself, and wget2 then compares every path of its
 * list as a prefix.
 *
 * So Allow and stars mean nothing to it: the verdicts differ, and are listed.  It is here for what
 * the plainest reading costs.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifdef HAVE_WGET
#include <stdlib.h>
#include <string.h>
#include <wget.h>

#include "bench.h"
#include "engine.h"

/* A terminated copy: what the library's functions take. */
static char *terminated(struct robotsc_text text)
{
	char *copy = bench_alloc(text.len + 1);

	if (text.len > 0)
		memcpy(copy, text.at, text.len);
	copy[text.len] = '\0';
	return copy;
}

static void *libwget_build(const struct source *source, size_t *bytes)
{
	char *robots = terminated(source->robots), *agent = terminated(source->agent);
	wget_robots_t *policy = wget_robots_parse(robots, agent);

	free(robots);
	free(agent);
	*bytes = 0;
	return policy;
}

static void libwget_drop(void *policy)
{
	wget_robots_t *robots = policy;

	wget_robots_free(&robots);
}

/* As wget2 does it, but on the path with its slash. */
static int verdict(const wget_robots_t *robots, const char *path, size_t len)
{
	const int n = wget_vector_size(robots->paths);

	for (int i = 0; i < n; i++) {
		const wget_string_t *rule = wget_vector_get(robots->paths, i);

		if (rule->len > 0 && rule->len <= len && memcmp(rule->p, path, rule->len) == 0)
			return 0;
	}
	return 1;
}

ENGINE_LOOPS(libwget, verdict(policy, path, len))

const struct engine engine_libwget = {"libwget",    ANSWERS_OTHER, 1, 1, -1, libwget_build, NULL, libwget_drop, libwget_hot,
                                      libwget_cold, libwget_check};
#else
typedef int nothing; /* C wants something in every file */
#endif
