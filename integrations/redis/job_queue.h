/* job_queue.h - threads of the module, and the jobs that wait for them while clients wait.
 *
 * A job is made on the server's thread, run on another, and answered and freed on the server's.
 * One that takes too long is answered with BUSY; if it has not begun by then, it is not run at all.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_JOB_QUEUE_H
#define ROBOTSC_JOB_QUEUE_H

#include <stdbool.h>

#include "module_api.h"
#include "robotsc/compile.h"

struct job {
	struct job *next;
	struct module_blocked *client;
	void (*run)(struct job *job);                           /* on any thread */
	int (*answer)(struct module_ctx *ctx, struct job *job); /* if its client still waits */
	void (*release)(struct job *job);
	struct robotsc_compiler *compiler; /* of the thread; NULL on the server's */
	/* Of the queue: */
	uint64_t timer;
	bool timed;         /* the timer is set */
	bool left;          /* the client waits no more */
	bool late;          /* it has been told that its time is over */
	bool queued, ended; /* no thread has it yet, or none has it any more */
};

/* Start the threads.  MODULE_OK or MODULE_ERR. */
int redis_jobs_start(unsigned threads, unsigned room, long long timeout);

/* Begin no further job: the server shuts down. */
void redis_jobs_stop(void);

/* True where a client may wait for a job: not in MULTI or a script, and not every client. */
int redis_may_wait(struct module_ctx *ctx);

/* Give a job to the threads; its client waits.  MODULE_ERR: the queue is full, the client got BUSY,
 * and the job is released. */
int redis_jobs_add(struct module_ctx *ctx, struct job *job);

struct redis_job_sums {
	uint64_t done, waiting, running, refused, timeouts, not_run;
};
void redis_job_sums(struct redis_job_sums *sums);

#endif
