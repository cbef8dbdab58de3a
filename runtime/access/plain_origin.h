/* plain_origin.h - URLs that begin with their origin, as robotsc_origin writes it.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_PLAIN_ORIGIN_H
#define ROBOTSC_PLAIN_ORIGIN_H

#include "robotsc/access.h"

/* Returns the octets of the origin of a URL that begins with it, as most URLs do: lower-case scheme
 * and name, no port.  0: the URL may begin with its origin, or not. */
size_t robotsc__plain_origin(const char *url, size_t len);

/* Finds the origin of a URL: a part of the URL, or else written to room, ROBOTSC_ORIGIN_MAX octets.
 * rest: where the path, the query or the fragment begins. */
enum robotsc_status robotsc__find_origin(const char *url, size_t len, char *room, struct robotsc_text *origin, size_t *rest);

/* The host of an origin, without its port. */
struct robotsc_text robotsc__origin_host(struct robotsc_text origin);

#endif
