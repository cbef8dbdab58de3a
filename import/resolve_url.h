/* resolve_url.h - where a redirect leads, and under which name URLs are compared.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef IMPORT_RESOLVE_URL_H
#define IMPORT_RESOLVE_URL_H

#include <stdbool.h>

#include "robotsc/access.h"

#define URL_ROOM 8192u

/* Resolve a reference against a URL: RFC 3986 §5.2.2; then no dot segments are left in the path, whichever of the two it
 * comes from, and an empty one is "/" (§6.2.2.3, §6.2.3).  The fragment is dropped.  A reference with a scheme but no authority, as
 * "mailto:x", stands as it is.  Returns the length of the result in out; 0 when there is none, as the URL has no
 * scheme or no authority, or it is too long, with its dot segments or without. */
size_t robotsc__resolve_url(struct robotsc_text base, struct robotsc_text reference, char out[URL_ROOM]);

/* The name of a URL: its canonical origin and its path and query as they stand, without fragment.
 * Returns its length in out, 0 as above.  *robots: 1 when it is that of a robots.txt. */
size_t robotsc__url_key(struct robotsc_text url, char out[URL_ROOM], int *robots);

#endif
