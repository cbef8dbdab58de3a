/* oracle_origin.h - the origin of a URL as docs/access.md says it, in the plainest C.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_ORACLE_ORIGIN_H
#define ROBOTSC_ORACLE_ORIGIN_H

#include <stddef.h>
#include <stdint.h>

/* Numbered as the library's statuses, so that a test may compare. */
#define ORACLE_ORIGIN_OK 0
#define ORACLE_ORIGIN_SCHEME 48
#define ORACLE_ORIGIN_HOST 49
#define ORACLE_ORIGIN_PORT 50

#define ORACLE_ORIGIN_ROOM 512

/* Writes the origin, NUL behind it. */
int oracle_origin(const char *url, size_t len, char out[ORACLE_ORIGIN_ROOM]);

/* True if a redirect stays within a scope: 0 any, 1 site, 2 origin.  list: the public suffix
 * list. */
int oracle_redirect(int scope, const char *from, size_t from_len, const char *to, size_t to_len, const char *list);

/* RFC 3492 by its definition; out with NUL behind it. */
void oracle_punycode(const uint32_t *points, size_t n, char *out);

#endif
