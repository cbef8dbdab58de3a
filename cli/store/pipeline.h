/* pipeline.h - one thread fills slots, several work on them, one empties them in the order in which they were filled.
 *
 *     source:  while (... (slot = cli_pipeline_free(p)) >= 0) { fill it; cli_pipeline_submit(p); }
 *              result = cli_pipeline_finish(p);
 *
 * Slots are numbers from 0 below slots; what they stand for is the caller's.  Memory is that of the slots,
 * however long the source goes on.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef CLI_PIPELINE_H
#define CLI_PIPELINE_H

struct cli_pipeline;

struct cli_stages {
	unsigned workers, slots;
	void (*work)(void *ctx, unsigned worker, unsigned slot); /* any of the workers, each in a thread of its own */
	int (*sink)(void *ctx, unsigned slot);                   /* in order, in one thread; not 0: stop */
	void *ctx;
};

/* NULL after a message. */
struct cli_pipeline *cli_pipeline_start(const struct cli_stages *stages);

/* The next slot to fill, when it is empty; -1 when the sink has stopped. */
int cli_pipeline_free(struct cli_pipeline *p);
void cli_pipeline_submit(struct cli_pipeline *p);

/* Wait until all is done, and free the pipeline.  0, or what the sink returned to stop. */
int cli_pipeline_finish(struct cli_pipeline *p);

/* As many as --jobs says, or as there are processors. */
struct cli_settings;
unsigned cli_workers(const struct cli_settings *s);

#endif
