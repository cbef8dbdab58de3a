/* oracle_import.h - what import reads, in the plainest C: where redirects lead.  RFC 3986
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_TESTS_ORACLE_IMPORT_H
#define ROBOTSC_TESTS_ORACLE_IMPORT_H

#include <stddef.h>

/* RFC 3986 §5.2.2, as import/locate.h wants it.  out has room for base_len + ref_len + 1 octets.  Returns the length; 0: there
 * is no such place. */
size_t oracle_locate(const char *base, size_t base_len, const char *ref, size_t ref_len, char *out);

/* The name of a URL, as import/locate.h wants it.  out has room for ORACLE_ORIGIN_ROOM + len octets.  Returns the length, 0 when
 * the URL has no origin; then *robots is left alone. */
size_t oracle_locate_name(const char *url, size_t len, char *out, int *robots);

#endif
