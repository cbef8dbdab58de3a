/* filter_source.h - the source of a filter's answers, a store or a snapshot; and its work on blocks
 * of lines.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_FILTER_SOURCE_H
#define ROBOTSC_FILTER_SOURCE_H

#include <stdbool.h>

#include "robotsc/filter.h"

/* A source, for one thread. */
struct filter_source {
	size_t window; /* at most this number of URLs is asked together */
	/* Begin or end a session of the source. */
	enum robotsc_store_status (*begin)(struct filter_source *s);
	void (*end)(struct filter_source *s);
	/* Answer n URLs as robotsc_snapshot_check_urls does.  An answer's status is ROBOTSC_OK,
	 * ROBOTSC_ERR_UNKNOWN, or why the URL has no origin. */
	enum robotsc_store_status (*check)(struct filter_source *s, const struct robotsc_text *urls, size_t n,
	                                   struct robotsc_snapshot_answer *answers);
	void (*close)(struct filter_source *s);
};

/* Whether the options have valid values. */
bool robotsc__filter_takes(const struct robotsc_filter_options *options);

/* Make a filter.  It owns the source, which is closed on an error, too. */
enum robotsc_store_status robotsc__filter_new(struct robotsc_filter **filter, struct filter_source *source,
                                              const struct robotsc_filter_options *options);

/* Opens a filter for each thread of a run. */
struct filter_opener {
	enum robotsc_store_status (*open)(const struct filter_opener *o, struct robotsc_filter **filter);
	const struct robotsc_filter_options *options;
	struct robotsc_store *store;           /* or */
	const struct robotsc_snapshot *shards; /* n shards, when there is no store */
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
	uint64_t *skipped; /* numbers, from 1, of lines that are too long */
	size_t skipped_room;
	struct robotsc_filter_report report;
};

/* Answer a block's lines.  out and skipped are reused; the caller frees them. */
enum robotsc_store_status robotsc__filter_block(struct robotsc_filter *f, struct line_block *b);
void robotsc__block_free(struct line_block *b);

/* The policies of hosts, for one thread of a filter. */
enum {
	HOST_UNKNOWN = 0xFFFFFFFE,
	HOST_NONE = 0xFFFFFFFF
}; /* UNKNOWN: the store does not have the host; NONE: the URL has no host */

/* The answer for a host: its policy or HOST_...; the outcome of its fetch, whether this may be a
 * challenge, and until when it is fresh. */
struct host {
	uint32_t policy;
	uint8_t outcome, challenge;
	int64_t expires;
};

struct host_cache;

/* Make a cache for robots with these tokens, which it borrows.  NULL without memory. */
struct host_cache *robotsc__host_cache_new(struct robotsc_reader *reader, const struct robotsc_text *tokens, size_t n);
void robotsc__host_cache_free(struct host_cache *h);

/* Empty the cache, because the store has changed. */
void robotsc__host_cache_clear(struct host_cache *h);

/* Make room for a few more hosts.  1: the cache was emptied, so hosts and policies found before are
 * no longer valid; 0: it was not emptied; -1 without memory. */
int robotsc__host_cache_begin(struct host_cache *h);

/* Prefetch the entry of a host.  prefix: "scheme://authority" as the URL has it.  Returns a hash
 * for robotsc__host_cache_find. */
uint64_t robotsc__host_cache_prepare(const struct host_cache *h, struct robotsc_text prefix);
enum robotsc_store_status robotsc__host_cache_find(struct host_cache *h, uint64_t number, struct robotsc_text prefix,
                                                   struct host *host);

/* Open all policies that were found since the last call. */
enum robotsc_store_status robotsc__host_cache_open(struct host_cache *h);

/* The group of a policy that was found since robotsc__host_cache_begin and then opened.  Valid
 * until the next robotsc__host_cache_find. */
const struct robotsc_group *robotsc__host_cache_group(const struct host_cache *h, uint32_t policy);

#endif
