/* snapshot_urls.h - URLs for questions to a snapshot, of its origins and of others.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_SNAPSHOT_URLS_H
#define ROBOTSC_SNAPSHOT_URLS_H

#include "second_reader.h"
#include "tests/oracle/oracle_origin.h"
#include "robotsc/common.h"

#define SNAPSHOT_URLS 160u     /* at most */
#define SNAPSHOT_URL_ROOM 700u /* octets of a URL */

/* The origin of a URL, as the oracle finds it. */
struct snapshot_url_origin {
	int status; /* 0, or enum robotsc_status */
	char text[ORACLE_ORIGIN_ROOM];
	size_t len;
};

struct snapshot_urls {
	struct robotsc_text urls[SNAPSHOT_URLS]; /* end to end, then an unreadable page */
	struct snapshot_url_origin origins[SNAPSHOT_URLS];
	size_t n;
};

/* Make up URLs: mostly at least 64 or, with few, mostly fewer.  s: an open snapshot, or NULL. */
void snapshot_urls_make(struct snapshot_urls *u, const struct second_snapshot *s, int few, uint64_t *state);

/* The host of an origin without some of its first labels. */
struct robotsc_text snapshot_url_domain(const struct snapshot_url_origin *origin, size_t labels);

#endif
