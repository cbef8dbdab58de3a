/* pipeline.h - one thread fills slots, several threads work on them, one empties them in the order
 * of filling.
 *
 *     while (... (slot = robotsc__pipeline_free(p)) >= 0) {
 *             fill the slot
 *             robotsc__pipeline_submit(p);
 *     }
 *     result = robotsc__pipeline_finish(p);
 *
 * Slots are numbers below slots; the caller says what they stand for.  The memory is that of the
 * slots, however much the source yields.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_PIPELINE_H
#define ROBOTSC_PIPELINE_H

struct pipeline;

struct pipeline_stages {
	unsigned workers, slots;
	/* Each worker runs in a thread of its own. */
	void (*work)(void *ctx, unsigned worker, unsigned slot);
	/* Called in the order of filling, in one thread.  Any result but 0 stops the pipeline. */
	int (*sink)(void *ctx, unsigned slot);
	void *ctx;
};

/* Start the threads.  Returns 0 or an error, which errno has too: ENOMEM, or why a thread cannot be
 * started. */
int robotsc__pipeline_start(struct pipeline **pipeline, const struct pipeline_stages *stages);

/* Wait for the next slot to fill.  -1: the sink has stopped. */
int robotsc__pipeline_free(struct pipeline *p);
/* Wait as above until, besides, fewer than this number of slots are in use. */
int robotsc__pipeline_free_of(struct pipeline *p, unsigned slots);
void robotsc__pipeline_submit(struct pipeline *p);

/* Wait until all slots are done, and free the pipeline.  0, or the value with which the sink
 * stopped. */
int robotsc__pipeline_finish(struct pipeline *p);

/* The number of workers for a user's number of jobs; for 0, one for each processor. */
unsigned robotsc__workers(unsigned jobs);

#endif
