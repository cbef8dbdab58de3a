/* pipeline.c - see pipeline.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "pipeline.h"

#define WORKERS_MAX 512u /* a worker of a filter is a reader of the store */

/* Slots are used in a circle.  The counts only grow: sunk <= claimed <= filled <= sunk + slots. */
struct pipeline {
	struct pipeline_stages stages;
	pthread_mutex_t lock;
	pthread_cond_t emptied, submitted, worked;
	uint64_t filled, claimed, sunk;
	unsigned char *done; /* a slot's work is done */
	bool ended;          /* the source has ended */
	int stopped;         /* not 0: the value with which the sink stopped */
	unsigned running;    /* threads that were started */
	pthread_t *threads;  /* the workers', then the sink's */
	struct worker {
		struct pipeline *p;
		unsigned number;
	} * worker;
};

static void *work_on(void *arg)
{
	const struct worker *w = arg;
	struct pipeline *p = w->p;
	pthread_mutex_lock(&p->lock);
	for (;;) {
		unsigned slot;
		while (p->claimed == p->filled && !p->ended && !p->stopped)
			pthread_cond_wait(&p->submitted, &p->lock);
		if (p->claimed == p->filled || p->stopped)
			break;
		slot = (unsigned)(p->claimed++ % p->stages.slots);
		pthread_mutex_unlock(&p->lock);
		p->stages.work(p->stages.ctx, w->number, slot);
		pthread_mutex_lock(&p->lock);
		p->done[slot] = 1;
		if (slot == p->sunk % p->stages.slots)
			pthread_cond_signal(&p->worked);
	}
	pthread_mutex_unlock(&p->lock);
	return NULL;
}

static void *sink_all(void *arg)
{
	struct pipeline *p = arg;
	pthread_mutex_lock(&p->lock);
	for (;;) {
		const unsigned slot = (unsigned)(p->sunk % p->stages.slots);
		int stop;
		while (!p->done[slot] && !(p->ended && p->sunk == p->filled))
			pthread_cond_wait(&p->worked, &p->lock);
		if (!p->done[slot])
			break;
		pthread_mutex_unlock(&p->lock);
		stop = p->stages.sink(p->stages.ctx, slot);
		pthread_mutex_lock(&p->lock);
		p->done[slot] = 0;
		p->sunk++;
		pthread_cond_signal(&p->emptied);
		if (stop) {
			p->stopped = stop;
			pthread_cond_broadcast(&p->submitted);
			break;
		}
	}
	pthread_mutex_unlock(&p->lock);
	return NULL;
}

/* 0, or an errno. */
static int start_threads(struct pipeline *p)
{
	int error = 0;
	for (; p->running < p->stages.workers; p->running++) {
		p->worker[p->running] = (struct worker){p, p->running};
		error = pthread_create(&p->threads[p->running], NULL, work_on, &p->worker[p->running]);
		if (error)
			return error;
	}
	error = pthread_create(&p->threads[p->running], NULL, sink_all, p);
	p->running += error == 0;
	return error;
}

int robotsc__pipeline_start(struct pipeline **pipeline, const struct pipeline_stages *stages)
{
	struct pipeline *p = calloc(1, sizeof *p);
	int error;
	if (!p)
		return ENOMEM;
	p->stages = *stages;
	pthread_mutex_init(&p->lock, NULL);
	pthread_cond_init(&p->emptied, NULL);
	pthread_cond_init(&p->submitted, NULL);
	pthread_cond_init(&p->worked, NULL);
	p->done = calloc(stages->slots, 1);
	p->threads = calloc(stages->workers + 1, sizeof *p->threads);
	p->worker = calloc(stages->workers, sizeof *p->worker);
	error = p->done && p->threads && p->worker ? start_threads(p) : ENOMEM;
	if (!error) {
		*pipeline = p;
		return 0;
	}
	p->stopped = 1;
	robotsc__pipeline_finish(p);
	errno = error;
	return error;
}

int robotsc__pipeline_free_of(struct pipeline *p, unsigned slots)
{
	int slot;
	pthread_mutex_lock(&p->lock);
	while (p->filled >= p->sunk + slots && !p->stopped)
		pthread_cond_wait(&p->emptied, &p->lock);
	slot = p->stopped ? -1 : (int)(p->filled % p->stages.slots);
	pthread_mutex_unlock(&p->lock);
	return slot;
}

int robotsc__pipeline_free(struct pipeline *p)
{
	return robotsc__pipeline_free_of(p, p->stages.slots);
}

void robotsc__pipeline_submit(struct pipeline *p)
{
	pthread_mutex_lock(&p->lock);
	p->filled++;
	pthread_cond_signal(&p->submitted);
	pthread_mutex_unlock(&p->lock);
}

int robotsc__pipeline_finish(struct pipeline *p)
{
	int result;
	pthread_mutex_lock(&p->lock);
	p->ended = true;
	pthread_cond_broadcast(&p->submitted);
	pthread_cond_broadcast(&p->worked);
	pthread_mutex_unlock(&p->lock);
	for (unsigned i = 0; i < p->running; i++)
		pthread_join(p->threads[i], NULL);
	result = p->stopped;
	pthread_cond_destroy(&p->emptied);
	pthread_cond_destroy(&p->submitted);
	pthread_cond_destroy(&p->worked);
	pthread_mutex_destroy(&p->lock);
	free(p->done);
	free(p->threads);
	free(p->worker);
	free(p);
	return result;
}

unsigned robotsc__workers(unsigned jobs)
{
#ifdef _WIN32
	const long n = pthread_num_processors_np();
#else
	const long n = sysconf(_SC_NPROCESSORS_ONLN);
#endif
	if (jobs)
		return jobs < WORKERS_MAX ? jobs : WORKERS_MAX;
	return n > 0 && n < (long)WORKERS_MAX ? (unsigned)n : 1;
}
