/* job_queue.c - see job_queue.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "job_queue.h"

#include <pthread.h>
#include <signal.h>
#include <stdio.h>

static struct {
	pthread_mutex_t lock;
	pthread_cond_t more;
	struct job *first, **end;
	unsigned room;
	int stopped;
	long long timeout;
	struct redis_job_sums sums;
} queue = {.lock = PTHREAD_MUTEX_INITIALIZER, .more = PTHREAD_COND_INITIALIZER, .end = &queue.first};

/* Take the next job.  A compiler keeps memory, so a thread frees its own before it waits. */
static struct job *take(struct robotsc_compiler **compiler)
{
	struct job *job;
	pthread_mutex_lock(&queue.lock);
	if (!queue.first) {
		pthread_mutex_unlock(&queue.lock);
		robotsc_compiler_free(*compiler);
		*compiler = NULL;
		pthread_mutex_lock(&queue.lock);
	}
	while (!queue.first || queue.stopped)
		pthread_cond_wait(&queue.more, &queue.lock);
	job = queue.first;
	queue.first = job->next;
	if (!queue.first)
		queue.end = &queue.first;
	job->queued = false;
	queue.sums.waiting--;
	queue.sums.running++;
	pthread_mutex_unlock(&queue.lock);
	return job;
}

/* Take a job that has not begun out of the queue.  The caller holds the queue's lock. */
static void take_out(struct job *job)
{
	struct job **at = &queue.first;
	while (*at != job)
		at = &(*at)->next;
	*at = job->next;
	if (!*at)
		queue.end = at;
	job->queued = false;
	job->ended = true;
	queue.sums.waiting--;
	queue.sums.not_run++;
}

static void *work(void *unused)
{
	struct robotsc_compiler *compiler = NULL;
	(void)unused;
	for (;;) {
		struct job *const job = take(&compiler);
		struct module_blocked *const client = job->client;
		bool late;
		if (!compiler)
			compiler = robotsc_compiler_new(NULL);
		job->compiler = compiler;
		job->run(job);
		pthread_mutex_lock(&queue.lock);
		queue.sums.running--;
		queue.sums.done++;
		late = job->late;
		job->ended = true;
		pthread_mutex_unlock(&queue.lock);
		/* A late job may have been freed by now. */
		if (!late)
			redis.UnblockClient(client, job);
	}
	return NULL;
}

int redis_jobs_start(unsigned threads, unsigned room, long long timeout)
{
	sigset_t all, before;
	int failed = 0;
	queue.room = room;
	queue.timeout = timeout;
	/* Block all signals in the threads: the server's thread gets them. */
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	for (unsigned i = 0; i < threads && !failed; i++) {
		pthread_t thread;
		failed = pthread_create(&thread, NULL, work, NULL);
		if (!failed)
			pthread_detach(thread);
	}
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	return failed ? MODULE_ERR : MODULE_OK;
}

void redis_jobs_stop(void)
{
	pthread_mutex_lock(&queue.lock);
	queue.stopped = 1;
	pthread_mutex_unlock(&queue.lock);
}

int redis_may_wait(struct module_ctx *ctx)
{
	return !(redis.GetContextFlags(ctx) & (MODULE_CTX_LUA | MODULE_CTX_MULTI | MODULE_CTX_DENY_BLOCKING));
}

/* ---- a client that waits, and its time -------------------------------------------------

 * Redis 7.0 has timeouts for blocked clients.  A client whose job ends in the same look that finds
 * its time over gets no answer from it, so each job has a timer here.  Either the thread or the
 * timer unblocks the client; a late job is freed when both its thread and its client are done. */

#define LOOK_AGAIN 20 /* milliseconds between two looks at a late job that still runs */

static int answer(struct module_ctx *ctx, struct module_string **argv, int argc)
{
	struct job *const job = redis.GetBlockedClientPrivateData(ctx);
	char sentence[120];
	(void)argv, (void)argc;
	if (!job->late)
		return job->answer(ctx, job);
	snprintf(sentence, sizeof sentence, "BUSY the threads of the module did not come to an end of this in %lld ms",
	         queue.timeout);
	return redis.ReplyWithError(ctx, sentence);
}

static void time_over(struct module_ctx *ctx, void *data)
{
	struct job *const job = data;
	bool first = false, ended;
	job->timed = false;
	pthread_mutex_lock(&queue.lock);
	if (!job->late && !job->ended) {
		first = true;
		job->late = true;
		queue.sums.timeouts++;
		if (job->queued)
			take_out(job);
	}
	ended = job->ended;
	pthread_mutex_unlock(&queue.lock);
	if (first)
		redis.UnblockClient(job->client, job);
	if (job->late && ended && job->left) {
		job->release(job);
	} else if (job->late) {
		redis.CreateTimer(ctx, LOOK_AGAIN, time_over, job);
		job->timed = true;
	}
}

/* Called when the client has its answer or is gone. */
static void leave(struct module_ctx *ctx, void *data)
{
	struct job *const job = data;
	job->left = true;
	/* The timer of a late job frees it. */
	if (job->late)
		return;
	if (job->timed)
		redis.StopTimer(ctx, job->timer, NULL);
	job->release(job);
}

int redis_jobs_add(struct module_ctx *ctx, struct job *job)
{
	char sentence[120];
	int full;
	pthread_mutex_lock(&queue.lock);
	full = queue.sums.waiting >= queue.room || queue.stopped;
	queue.sums.refused += (unsigned)full;
	pthread_mutex_unlock(&queue.lock);
	if (full) {
		job->release(job);
		snprintf(sentence, sizeof sentence, "BUSY %u jobs wait for the threads of the module already; try again later",
		         queue.room);
		redis.ReplyWithError(ctx, sentence);
		return MODULE_ERR;
	}
	job->next = NULL;
	job->client = redis.BlockClient(ctx, answer, NULL, leave, 0);
	job->timer = redis.CreateTimer(ctx, queue.timeout, time_over, job);
	job->timed = job->queued = true;
	job->late = job->ended = job->left = false;
	pthread_mutex_lock(&queue.lock);
	*queue.end = job;
	queue.end = &job->next;
	queue.sums.waiting++;
	pthread_cond_signal(&queue.more);
	pthread_mutex_unlock(&queue.lock);
	return MODULE_OK;
}

void redis_job_sums(struct redis_job_sums *sums)
{
	pthread_mutex_lock(&queue.lock);
	*sums = queue.sums;
	pthread_mutex_unlock(&queue.lock);
}
