/* write_job.h - a thread makes a policy; the server writes it if its key was not touched.
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
	struct robotsc_text source; /* a text or a blob */
	struct robotsc_options options;
	struct robotsc_text agents[AGENTS_MAX];
	int64_t now, expires; /* milliseconds since 1970; expires 0: not given */
	bool is_blob;
	char origin[ROBOTSC_ORIGIN_MAX];
	size_t origin_len;
	const char *remark;        /* the compiler's, if the text is cut or no robots.txt */
	struct shared_blob *rules; /* of the compiled or verified blob */
	enum robotsc_status status;
};

/* Make a job of a command's arguments, which it keeps. */
struct write_job *redis_write_new(struct module_string **argv, int argc);
void redis_write_free(struct job *job);

/* Compile the text or verify the blob: on any thread. */
void redis_write_run(struct job *job);

/* Write the policy, or reply why not: on the server's thread. */
int redis_write_finish(struct module_ctx *ctx, struct job *job);

#endif
