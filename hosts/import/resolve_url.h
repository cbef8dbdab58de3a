/* resolve_url.h - where a redirect leads, and the key by which URLs are compared.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_RESOLVE_URL_H
#define ROBOTSC_RESOLVE_URL_H

#include <stdbool.h>

#include "robotsc/access.h"

#define URL_ROOM 8192u

/* Resolve a reference against a URL: RFC 3986 §5.2.2.  The path of the result has no dot segments,
 * and an empty path is "/" (§6.2.2.3, §6.2.3).  The fragment is dropped.  A reference with a scheme
 * but no authority, as "mailto:x", is not changed.
 * Returns the length of the result in out.  0: the URL has no scheme or no authority, or the result
 * is too long, before or after dot segments are removed. */
size_t robotsc__resolve_url(struct robotsc_text base, struct robotsc_text reference, char out[URL_ROOM]);

/* The key of a URL: its canonical origin, then its path and query unchanged, without fragment.
 * Returns its length in out, 0 as above.  *robots: true when the URL is that of a robots.txt. */
size_t robotsc__url_key(struct robotsc_text url, char out[URL_ROOM], bool *robots);

#endif
