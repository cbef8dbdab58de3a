/* freshness.h - what the header fields of a response say about time.  RFC 9111
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_FRESHNESS_H
#define ROBOTSC_FRESHNESS_H

#include "robotsc/access.h"

#define DELTA_MAX 2147483648u /* RFC 9111 §1.2.2: what stands for any larger number of seconds */
#define DELTA_NONE UINT64_MAX

/* All in seconds, up to DELTA_MAX; DELTA_NONE: the response does not say. */
struct freshness {
	uint64_t max_age;     /* Cache-Control */
	uint64_t until;       /* Expires, minus Date or else the present */
	uint64_t age;         /* Age; 0 if it does not say */
	uint64_t retry_after; /* Retry-After */
	int revalidate;       /* Cache-Control: no-store, no-cache */
};

/* Of several values for one thing the first counts, and one that cannot be read means "now": RFC 9111
 * §4.2.1, §5.3.  A Date, Age or Retry-After that cannot be read is as none.  Cost O(octets). */
void robotsc__freshness_read(const struct robotsc_fetch *fetch, struct freshness *out);

#endif
