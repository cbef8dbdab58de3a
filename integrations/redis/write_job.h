/* write_job.h - a policy that a thread makes, and the server writes if nothing has come between.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_WRITE_JOB_H
#define ROBOTSC_WRITE_JOB_H

#include "command_args.h"
#include "job_queue.h"
#include "pending_writes.h"

struct write_job {
	struct job job;
	struct pending_write pending;
	struct module_string **held; /* the arguments, which the job keeps */
	int nheld;
	struct robotsc_text source; /* a text, or a blob */
	struct robotsc_options options;
	struct robotsc_text agents[AGENTS_MAX];
	int64_t now, expires; /* milliseconds; expires 0: not given */
	bool is_blob;
	char origin[ROBOTSC_ORIGIN_MAX];
	size_t origin_len;
	const char *remark;        /* of the compiler, on a text that is cut or no robots.txt */
	struct shared_blob *rules; /* what was made */
	enum robotsc_status status;
};

/* Make a job of the arguments of a command, which it keeps. */
struct write_job *redis_write_new(struct module_string **argv, int argc);
void redis_write_free(struct job *job);

/* Compile the text, or verify the blob: on any thread. */
void redis_write_run(struct job *job);

/* Write what was made, or say why not: on the server's thread. */
int redis_write_finish(struct module_ctx *ctx, struct job *job);

#endif
