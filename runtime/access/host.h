/* host.h - the host of a URL in the one form that an origin has.  docs/access.md, "Origin"
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_HOST_H
#define ROBOTSC_HOST_H

#include <stddef.h>

#define NAME_MAX_OCTETS 253u           /* of a host name: RFC 1035 §2.3.4 */
#define HOST_MAX (NAME_MAX_OCTETS + 1) /* and a trailing dot */

/* A registered name, an IPv4 address, or an IPv6 address in brackets.  out has room for HOST_MAX
 * octets.  Returns how many were written; 0: there is no such host.  Cost O(len). */
size_t robotsc__host_canonical(const char *at, size_t len, char *out);

#endif
