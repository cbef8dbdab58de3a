/* pipeline.h - one thread fills slots, several work on them, one empties them in the order of
 * filling.
 *
 *     source:  while (... (slot = cli_pipeline_free(p)) >= 0) { fill it; cli_pipeline_submit(p); }
 *              result = cli_pipeline_finish(p);
 *
 * Slots are numbers below slots; the caller says what they stand for.  Memory is that of the slots,
 * however long the source is.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_PIPELINE_H
#define ROBOTSC_PIPELINE_H

struct cli_pipeline;

struct cli_stages {
	unsigned workers, slots;
	/* Each worker runs in a thread of its own. */
	void (*work)(void *ctx, unsigned worker, unsigned slot);
	/* Called in order, in one thread.  Another result than 0 stops the pipeline. */
	int (*sink)(void *ctx, unsigned slot);
	void *ctx;
};

/* NULL after a message. */
struct cli_pipeline *cli_pipeline_start(const struct cli_stages *stages);

/* Wait for the next slot to fill.  -1: the sink has stopped. */
int cli_pipeline_free(struct cli_pipeline *p);
void cli_pipeline_submit(struct cli_pipeline *p);

/* Wait until all slots are done, and free the pipeline.  0, or the value with which the sink
 * stopped. */
int cli_pipeline_finish(struct cli_pipeline *p);

/* The number of workers: --jobs, or the number of processors. */
struct cli_settings;
unsigned cli_workers(const struct cli_settings *s);

#endif
