/* url_key.h - the key by which URLs are compared.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_URL_KEY_H
#define ROBOTSC_URL_KEY_H

#include <stdbool.h>

#include "robotsc/access.h"

#define URL_ROOM 8192u

/* The key of a URL: its canonical origin, then its path and query unchanged, without fragment.
 * Returns its length in out, 0 when the URL has no robots.txt, or is too long.  *robots: true when
 * the URL is that of a robots.txt. */
size_t robotsc__url_key(struct robotsc_text url, char out[URL_ROOM], bool *robots);

#endif
