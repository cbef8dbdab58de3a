/* filter_source.h - where a filter has its answers from, a store or a snapshot; and its work on
 * blocks of lines.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_FILTER_SOURCE_H
#define ROBOTSC_FILTER_SOURCE_H

#include <stdbool.h>

#include "robotsc/filter.h"

/* A source, for one thread. */
struct filter_source {
	size_t window; /* URLs that are asked together, at most */
	/* Begin a session, and end it. */
	enum robotsc_store_status (*begin)(struct filter_source *s);
	void (*end)(struct filter_source *s);
	/* Answer n URLs as robotsc_snapshot_check_urls does.  The status of an answer is
	 * ROBOTSC_OK, ROBOTSC_ERR_UNKNOWN, or another one: the URL has no origin. */
	enum robotsc_store_status (*check)(struct filter_source *s, const struct robotsc_text *urls, size_t n,
	                                   struct robotsc_snapshot_answer *answers);
	void (*close)(struct filter_source *s);
};

/* Whether the options have a meaning. */
bool robotsc__filter_takes(const struct robotsc_filter_options *options);

/* Make a filter.  The source is closed with it, and on an error. */
enum robotsc_store_status robotsc__filter_new(struct robotsc_filter **filter, struct filter_source *source,
                                              const struct robotsc_filter_options *options);

/* Opens a filter for each thread of a run. */
struct filter_opener {
	enum robotsc_store_status (*open)(const struct filter_opener *o, struct robotsc_filter **filter);
	const struct robotsc_filter_options *options;
	struct robotsc_store *store;           /* or */
	const struct robotsc_snapshot *shards; /* n of them */
	size_t n;
};

enum robotsc_store_status robotsc__filter_run_lines(const struct filter_opener *opener,
                                                    const struct robotsc_filter_streams *streams,
                                                    struct robotsc_filter_report *report);

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
