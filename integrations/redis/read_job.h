/* read_job.h - a question about a policy.  It runs on the server's thread if it is short, else on
 * another thread, with references to the blob and to the arguments.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_READ_JOB_H
#define ROBOTSC_READ_JOB_H

#include "command_args.h"
#include "job_queue.h"
#include "robotsc/extensions.h"

/* The policy that a key has now. */
struct policy_view {
	struct shared_blob *rules; /* NULL: a constant blob answers */
	struct robotsc_blob blob;
	const void *bytes; /* the blob's octets */
	size_t len;
	enum robotsc_dialect dialect;
	const char *origin;
	size_t origin_len;
};

/* What opening a key for a question found. */
enum view_found {
	VIEW_FOUND,
	VIEW_NONE,   /* no key, or its policy is stale */
	VIEW_REPLIED /* an error was sent to the client */
};

/* Open a key for a question.  The view borrows from *key, which the caller closes, even if NULL. */
enum view_found redis_view_open(struct module_ctx *ctx, struct module_string *name, struct policy_view *view,
                                struct module_key **key, int64_t *expires);

/* The same for a command that answers null if there is no policy.  false: the client has its
 * answer, and the key is closed. */
bool redis_view_or_null(struct module_ctx *ctx, struct module_string *name, struct policy_view *view, struct module_key **key,
                        int64_t *expires);

/* True if the URL has the policy's origin. */
bool redis_view_has(const struct policy_view *view, struct robotsc_text url);

struct read_job {
	struct job job;
	struct module_string **held;
	int nheld;
	struct policy_view view;
	char origin[ROBOTSC_ORIGIN_MAX];
	struct robot robot;
	struct robotsc_group group;
	struct robotsc_extensions ext;
	const char *error;
	/* CHECK */
	int first, nurls; /* of held */
	int8_t *answers;
	/* DELAY */
	int64_t at, at_least, at_most;
	bool bounded; /* by at_least or at_most */
	struct robotsc_pace pace;
};

/* The answer for a URL that would take too long; other answers are 0, 1 and -1. */
#define ANSWER_BUSY 2

/* Make a job of a command's arguments, which it keeps, and of the key's policy. */
struct read_job *redis_read_new(struct module_string **argv, int argc, const struct policy_view *view);
void redis_read_free(struct job *job);

/* Select the robot's group; lines: open the lines beside rules, too.  False: r->error is set. */
bool redis_read_select(struct read_job *r, bool lines);

/* Run a job here if its cost fits the budget, else on a thread; BUSY if the client may not wait. */
int redis_read_start(struct module_ctx *ctx, struct read_job *r, uint64_t cost);

/* Estimates of the longest time that a command will take, before it begins: in nanoseconds of a
 * machine of today.  The bounds are those of docs/limits.md. */
#define COST_BUDGET 2000000u      /* for a command on the server's thread */
#define COST_TOO_MUCH 2000000000u /* for a command on another thread */
#define COST_INFINITE ((uint64_t)1 << 50)

/* Cost of checking a URL of len octets.  rules NULL: a policy without a file. */
static inline uint64_t redis_cost_url(const struct shared_blob *rules, size_t len)
{
	/* A DFA reads an octet a few times, and an octet may become three by escaping. */
	const uint64_t dfa = 150 + 24 * (uint64_t)len;
	uint64_t trials;
	if (!rules || rules->globs == 0)
		return dfa < COST_INFINITE ? dfa : COST_INFINITE;
	if (len > COST_INFINITE / 4 / rules->globs)
		return COST_INFINITE;
	trials = 3 * (uint64_t)len * rules->globs;
	if (!rules->compiled)
		trials /= 2;
	else if (rules->dialect >= ROBOTSC_NEXOR1994)
		trials /= 20;
	else
		trials /= 256;
	return dfa + trials < COST_INFINITE ? dfa + trials : COST_INFINITE;
}

/* Cost of selecting a robot's group. */
static inline uint64_t redis_cost_robot(const struct shared_blob *rules, const struct robot *robot)
{
	const uint64_t octets = robot->by_header ? robot->header.len : 0;
	if (rules && rules->dialect >= ROBOTSC_NEXOR1994)
		return 300 + octets * (10 + rules->names);
	return 300 * (robot->n + 1) + 50 * octets;
}

#endif
