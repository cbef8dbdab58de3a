/* locate.h - where a redirect leads, and under which name URLs are compared.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef IMPORT_LOCATE_H
#define IMPORT_LOCATE_H

#include "robotsc/access.h"

#define LOCATE_ROOM 8192u

/* Resolve a reference against a URL: RFC 3986 §5.2.2; then no dot segments are left in the path, whichever of the two it
 * comes from, and an empty one is "/" (§6.2.2.3, §6.2.3).  The fragment is dropped.  A reference with a scheme but no authority, as
 * "mailto:x", stands as it is.  Returns the length of the result in out; 0 when there is none, as the URL has no
 * scheme or no authority, or it is too long, with its dot segments or without. */
size_t robotsc__locate(struct robotsc_text base, struct robotsc_text reference, char out[LOCATE_ROOM]);

/* The name of a URL: its canonical origin and its path and query as they stand, without fragment.
 * Returns its length in out, 0 as above.  *robots: 1 when it is that of a robots.txt. */
size_t robotsc__locate_name(struct robotsc_text url, char out[LOCATE_ROOM], int *robots);

#endif
