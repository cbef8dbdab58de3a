/* job_queue.h - threads of the module, and the jobs that wait for them while clients wait.
 *
 * A job is made on the server's thread, run on another, and answered and freed on the server's.
 * A job that takes too long is answered with BUSY; if it has not begun by then, it is never run.
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
	void (*run)(struct job *job);                           /* called on any thread */
	int (*answer)(struct module_ctx *ctx, struct job *job); /* if the client still waits */
	void (*release)(struct job *job);
	struct robotsc_compiler *compiler; /* the thread's; NULL on the server's thread */
	/* For the queue: */
	uint64_t timer;
	bool timed;         /* the timer is set */
	bool left;          /* the client no longer waits */
	bool late;          /* the client has been told that the time is over */
	bool queued, ended; /* no thread has taken it yet; no thread works on it any more */
};

/* Start the threads.  MODULE_OK or MODULE_ERR. */
int redis_jobs_start(unsigned threads, unsigned room, long long timeout);

/* Begin no further job, since the server shuts down. */
void redis_jobs_stop(void);

/* True if a client may wait for a job: not in MULTI or a script, and some clients never. */
int redis_may_wait(struct module_ctx *ctx);

/* Give a job to the threads; its client waits.  MODULE_ERR: the queue is full, the client got BUSY
 * and the job is released. */
int redis_jobs_add(struct module_ctx *ctx, struct job *job);

struct redis_job_sums {
	uint64_t done, waiting, running, refused, timeouts, not_run;
};
void redis_job_sums(struct redis_job_sums *sums);

#endif
