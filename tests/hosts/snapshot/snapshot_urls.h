/* snapshot_urls.h - URLs to ask a snapshot about: of its origins, and of others.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_SNAPSHOT_URLS_H
#define ROBOTSC_SNAPSHOT_URLS_H

#include "second_reader.h"
#include "tests/oracle/oracle_origin.h"
#include "robotsc/common.h"

#define SNAPSHOT_URLS 160u     /* at most */
#define SNAPSHOT_URL_ROOM 700u /* octets of a URL */

/* The origin of a URL, by the oracle. */
struct snapshot_url_origin {
	int status; /* 0, or enum robotsc_status */
	char text[ORACLE_ORIGIN_ROOM];
	size_t len;
};

struct snapshot_urls {
	struct robotsc_text urls[SNAPSHOT_URLS]; /* end to end, before an unreadable page */
	struct snapshot_url_origin origins[SNAPSHOT_URLS];
	size_t n;
};

/* Make up URLs: mostly 64 or more; with few, mostly less.  s: an opened snapshot, or NULL. */
void snapshot_urls_make(struct snapshot_urls *u, const struct second_snapshot *s, int few, uint64_t *state);

/* The host of an origin without some of its first labels. */
struct robotsc_text snapshot_url_domain(const struct snapshot_url_origin *origin, size_t labels);

#endif
