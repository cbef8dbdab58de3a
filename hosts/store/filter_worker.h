/* filter_worker.h - the parts of a filter, which turns blocks of lines into blocks of answers.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_FILTER_WORKER_H
#define ROBOTSC_FILTER_WORKER_H

#include "robotsc/filter.h"

/* Lines and their answers. */
struct line_block {
	const char *in;
	char *out;
	size_t len, out_len, out_room;
	uint64_t *skipped; /* numbers of lines that are too long, from 1 */
	size_t skipped_room;
	struct robotsc_filter_report report;
};

/* Answer a block's lines.  out and skipped are reused; the caller frees them. */
enum robotsc_store_status robotsc__filter_block(struct robotsc_filter *f, struct line_block *b);
void robotsc__block_free(struct line_block *b);

#endif
