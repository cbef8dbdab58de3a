/* engine.h - what is measured against what.
 *
 * An engine turns a host's rules into a policy and answers paths from it.  Its loops are its own,
 * so that no indirect call stands between the clock and the check.  One file an engine; a new one
 * is a row in engines.c.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_ENGINE_H
#define ROBOTSC_ENGINE_H

#include "robotsc/check.h"
#include "rival_rules.h"

#ifdef __cplusplus
extern "C" {
#endif

#define QUESTIONS 256 /* asked at once in a cold run */

/* One question of a cold run. */
struct question {
	const void *policy;
	struct robotsc_text path;
};

/* What a policy is made from. */
struct source {
	struct robotsc_text robots, agent;
	const struct rules *rules; /* the bench's own reading of robots for agent */
};

/* What an engine's answers mean. */
enum answers {
	ANSWERS_EXACT, /* verdicts; one that differs is an error */
	ANSWERS_OTHER, /* verdicts by rules of its own; differences are listed */
	ANSWERS_NONE   /* a floor: it decides nothing */
};

struct engine {
	const char *name;
	enum answers answers;
	size_t stride; /* only every such host's policy is built: some engines take their time */
	int canonical; /* takes paths in canonical form, made before the clock starts; else as they stand */
	int beside;    /* octets of a policy beside *bytes of build, where that is one piece of memory; else -1 */

	/* A policy, NULL when the engine cannot have it; *bytes what it takes, 0 to have the heap asked.
	 * NULL for floors. */
	void *(*build)(const struct source *source, size_t *bytes);
	/* The same policy somewhere else, for cold runs; NULL when only another build can give it. */
	void *(*copy)(const void *policy, const struct source *source);
	void (*drop)(void *policy);

	/* Check n paths `rounds` times over; returns how many were allowed. */
	uint64_t (*hot)(const void *policy, const struct robotsc_text *path, size_t n, size_t rounds);
	/* Ask n questions, 1 to QUESTIONS; returns how many were allowed. */
	uint64_t (*cold)(const struct question *q, size_t n);
	/* One question; NULL for an engine that takes only many at once. */
	int (*check)(const void *policy, const char *path, size_t len);
};

/* The first is the library, one call a check. */
extern const struct engine *const engines[];
extern const size_t nengines;

extern const struct engine engine_library, engine_batch, engine_sorted, engine_re2, engine_hyperscan, engine_libwget, engine_dense,
	engine_walk, engine_hash;

/* An engine's two loops around one expression of policy, path and len. */
#define ENGINE_LOOPS(name, expression)                                                                            \
	static int name##_check(const void *policy, const char *path, size_t len)                                 \
	{                                                                                                         \
		return expression;                                                                                \
	}                                                                                                         \
	static uint64_t name##_hot(const void *policy, const struct robotsc_text *paths, size_t n, size_t rounds) \
	{                                                                                                         \
		uint64_t sum = 0;                                                                                 \
                                                                                                                  \
		while (rounds-- > 0)                                                                              \
			for (size_t i = 0; i < n; i++) {                                                          \
				const char *const path = paths[i].at;                                             \
				const size_t len = paths[i].len;                                                  \
                                                                                                                  \
				sum += (uint64_t)(expression);                                                    \
			}                                                                                         \
		return sum;                                                                                       \
	}                                                                                                         \
	static uint64_t name##_cold(const struct question *q, size_t n)                                           \
	{                                                                                                         \
		uint64_t sum = 0;                                                                                 \
                                                                                                                  \
		for (size_t i = 0; i < n; i++) {                                                                  \
			const void *const policy = q[i].policy;                                                   \
			const char *const path = q[i].path.at;                                                    \
			const size_t len = q[i].path.len;                                                         \
                                                                                                                  \
			sum += (uint64_t)(expression);                                                            \
		}                                                                                                 \
		return sum;                                                                                       \
	}

#ifdef __cplusplus
}
#endif
#endif
