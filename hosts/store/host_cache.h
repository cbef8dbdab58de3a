/* host_cache.h - the policies of hosts, for one thread of a filter.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_HOST_CACHE_H
#define ROBOTSC_HOST_CACHE_H

#include "robotsc/filter.h"

enum {
	HOST_UNKNOWN = 0xFFFFFFFE,
	HOST_NONE = 0xFFFFFFFF
}; /* not in the store; no URL of one */

/* The answer for a host: its policy, or one of the above; and the outcome of its fetch, whether
 * that may be a challenge, and until when it is fresh. */
struct host {
	uint32_t policy;
	uint8_t outcome, challenge;
	int64_t expires;
};

struct host_cache;

/* For these product tokens, which are borrowed.  NULL without memory. */
struct host_cache *robotsc__host_cache_new(struct robotsc_reader *reader, const struct robotsc_text *tokens, size_t n);
void robotsc__host_cache_free(struct host_cache *h);

/* Empty the cache, because the store has changed. */
void robotsc__host_cache_clear(struct host_cache *h);

/* Make room for a few more hosts.  1: the cache was emptied, and what was found before is not valid
 * any more; 0: it was not; -1 without memory. */
int robotsc__host_cache_begin(struct host_cache *h);

/* Prefetch a host.  prefix: "scheme://authority" as the URL has it.  Returns a hash for
 * robotsc__host_cache_find. */
uint64_t robotsc__host_cache_prepare(const struct host_cache *h, struct robotsc_text prefix);
enum robotsc_store_status robotsc__host_cache_find(struct host_cache *h, uint64_t number, struct robotsc_text prefix,
                                                   struct host *host);

/* Open all policies that were found since the last call. */
enum robotsc_store_status robotsc__host_cache_open(struct host_cache *h);

/* The group of a policy that was found since robotsc__host_cache_begin and is open.  Valid until
 * the next robotsc__host_cache_find. */
const struct robotsc_group *robotsc__host_cache_group(const struct host_cache *h, uint32_t policy);

#endif
