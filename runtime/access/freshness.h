/* freshness.h - the header fields that say how long a response is fresh.  RFC 9111
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_FRESHNESS_H
#define ROBOTSC_FRESHNESS_H

#include "robotsc/access.h"

#define DELTA_MAX 2147483648u /* RFC 9111 §1.2.2: stands for all larger numbers of seconds */
#define DELTA_NONE UINT64_MAX

/* Seconds, at most DELTA_MAX.  DELTA_NONE: the response does not say. */
struct freshness {
	uint64_t max_age;     /* Cache-Control */
	uint64_t until;       /* Expires - Date, or Expires - now without Date */
	uint64_t age;         /* Age; 0 without it */
	uint64_t retry_after; /* Retry-After */
	int revalidate;       /* Cache-Control: no-store, no-cache */
};

/* The first of several values counts.  A max-age or Expires that is unreadable means "now"; a
 * Date, Age or Retry-After that is unreadable is ignored: RFC 9111 §4.2.1, §5.3.  Cost
 * O(octets). */
void robotsc__freshness_read(const struct robotsc_fetch *fetch, struct freshness *out);

#endif
