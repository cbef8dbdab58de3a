/* host.h - the canonical form of a URL's host.  docs/access.md, "Origin"
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_HOST_H
#define ROBOTSC_HOST_H

#include <stddef.h>

#define NAME_MAX_OCTETS 253u           /* of a host name: RFC 1035 §2.3.4 */
#define HOST_MAX (NAME_MAX_OCTETS + 1) /* with a trailing dot */

/* Canonicalizes a registered name, an IPv4 address or a bracketed IPv6 address.  out: room for
 * HOST_MAX octets.  Returns the octets written; 0 if the host is invalid.  Cost O(len). */
size_t robotsc__host_canonical(const char *at, size_t len, char *out);

#endif
