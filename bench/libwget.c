/* libwget.c - libwget, from Debian: it reads the file, and compares each Disallow as a prefix.
 *
 * It ignores Allow and stars, so its verdicts differ and are listed.  It shows the cost of the
 * simplest reading.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifdef HAVE_WGET
#include <stdlib.h>
#include <string.h>
#include <wget.h>

#include "measure.h"
#include "engine.h"

/* A copy that ends with NUL, for the functions of libwget. */
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

/* As in wget2, but on a path that has its slash. */
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
typedef int nothing; /* C requires a declaration in every file */
#endif
