/* robotsc/access.h - getting a robots.txt: where it is.  docs/access.md
 *
 * Freestanding, as check.h is, and in the same libraries: no allocation, no clock, no network.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_ACCESS_H
#define ROBOTSC_ACCESS_H

#include "common.h"

#ifdef __cplusplus
extern "C" {
#endif

#define ROBOTSC_ORIGIN_MAX 268u     /* most octets of an origin */
#define ROBOTSC_ROBOTS_URL_MAX 279u /* most octets of a robots.txt's URL: 11 more */

/* The origin of a URL: the key of the robots.txt that holds for it, "scheme://host" or
 * "scheme://host:port".  RFC 9309 §2.3, RFC 3986 §3.2, RFC 3492; docs/access.md, "Origin"
 *
 * url      an absolute URL, len octets; userinfo, path, query and fragment do not matter.
 * out      receives the origin, not terminated; may be NULL when room is 0.
 * room     octets at out; ROBOTSC_ORIGIN_MAX suffices for every URL.
 * out_len  out: octets of the origin, on ROBOTSC_OK and ROBOTSC_ERR_ROOM; else untouched.
 *
 * Scheme and host are in lower case, a UTF-8 host in its A-label form, an IPv6 address in its
 * shortest form, the port is left out if it is the scheme's.  Equal origins have equal keys.
 * Cost O(len).  Any thread.
 * Errors: ROBOTSC_ERR_SCHEME, _HOST, _PORT: such a URL has no robots.txt; ROBOTSC_ERR_ROOM:
 * nothing was written.  Since 0.1. */
ROBOTSC_API enum robotsc_status robotsc_origin(const char *url, size_t len, char *out, size_t room, size_t *out_len);

/* The URL of that robots.txt: the origin and "/robots.txt".  As robotsc_origin;
 * ROBOTSC_ROBOTS_URL_MAX octets suffice.  Since 0.1. */
ROBOTSC_API enum robotsc_status robotsc_robots_url(const char *url, size_t len, char *out, size_t room, size_t *out_len);

#ifdef __cplusplus
}
#endif
#endif
