/* rivals.h - what is measured against what.
 *
 * An engine turns a host's rules into a policy and answers paths from it.  Its loops are its own,
 * so that no indirect call stands between the clock and the check.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef BENCH_RIVALS_H
#define BENCH_RIVALS_H

#include "robotsc/check.h"
#include "rules.h"

#define QUESTIONS 256 /* asked at once in a cold run */

/* One question of a cold run. */
struct question {
	const void *policy;
	struct robotsc_text path;
};

struct engine {
	const char *name;
	int canonical; /* takes paths in canonical form, made before the clock starts; else as they stand */
	int floor;     /* decides nothing: its answers are not compared */

	/* The policy of a file's rules for an agent, and the octets it takes; to be released by free.
	 * NULL for floors. */
	void *(*build)(struct robotsc_text robots, struct robotsc_text agent, const struct rules *rules, size_t *bytes);
	/* The same policy somewhere else, for cold runs. */
	void *(*copy)(const void *policy, struct robotsc_text agent, const struct rules *rules);

	/* Check n paths `rounds` times over; returns how many were allowed. */
	uint64_t (*hot)(const void *policy, const struct robotsc_text *path, size_t n, size_t rounds);
	/* Ask n questions, 1 to QUESTIONS; returns how many were allowed. */
	uint64_t (*cold)(const struct question *q, size_t n);
	/* One question; NULL for an engine that takes only many at once. */
	int (*check)(const void *policy, const char *path, size_t len);
};

extern const struct engine *const engines[];
extern const size_t nengines;

/* To be called before any engine is used. */
void rivals_init(void);

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

/* The sorted loop, for others to compare with: every rule is tried, in order of rank. */
void *sorted_build(struct robotsc_text robots, struct robotsc_text agent, const struct rules *rules, size_t *bytes);
int sorted_verdict(const void *policy, const char *path, size_t len);

#endif
