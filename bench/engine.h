/* engine.h - the engines that are compared.
 *
 * An engine turns a host's rules into a policy, and checks paths with it.  Each engine has its own
 * loops, so that no indirect call stands between the clock and the check.  A new engine is a file,
 * and a row in engines.c.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_ENGINE_H
#define ROBOTSC_ENGINE_H

#include "robotsc/check.h"
#include "rival_rules.h"

#ifdef __cplusplus
extern "C" {
#endif

#define QUESTIONS 256 /* the most questions in a loop of a cold run */

/* One question of a cold run. */
struct question {
	const void *policy;
	struct robotsc_text path;
};

/* What a policy is made from. */
struct source {
	struct robotsc_text robots, agent;
	const struct rules *rules; /* the rules of robots for agent, as rival_rules.c reads them */
};

/* What the answers of an engine mean. */
enum answers {
	ANSWERS_EXACT, /* verdicts; a difference is an error */
	ANSWERS_OTHER, /* verdicts of other semantics; differences are listed */
	ANSWERS_NONE   /* a floor: it decides nothing */
};

struct engine {
	const char *name;
	enum answers answers;
	size_t stride; /* 4: only every fourth host has a policy, because building is slow */
	int canonical; /* paths are given in canonical form, made before the clock starts */
	int beside;    /* octets that a policy has besides *bytes; -1: not in one piece of memory */

	/* Make a policy; returns NULL if the engine cannot.  *bytes: its size; 0: the growth of the
	 * heap is measured.  The member is NULL for floors. */
	void *(*build)(const struct source *source, size_t *bytes);
	/* Copy a policy, for cold runs; NULL if it must be built again. */
	void *(*copy)(const void *policy, const struct source *source);
	void (*drop)(void *policy);

	/* Check n paths, `rounds` times.  Returns the number of verdicts "allow". */
	uint64_t (*hot)(const void *policy, const struct robotsc_text *path, size_t n, size_t rounds);
	/* Answer n questions, 1 to QUESTIONS.  Returns the number of verdicts "allow". */
	uint64_t (*cold)(const struct question *q, size_t n);
	/* Check one path; NULL for an engine that takes batches only. */
	int (*check)(const void *policy, const char *path, size_t len);
};

/* The first engine is the library, with one call for each check. */
extern const struct engine *const engines[];
extern const size_t nengines;

extern const struct engine engine_library, engine_batch, engine_sorted, engine_re2, engine_hyperscan, engine_libwget, engine_dense,
	engine_walk, engine_hash;

/* Defines an engine's check and its two loops, from one expression of policy, path and len. */
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
