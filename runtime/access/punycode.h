/* punycode.h - a label of a host name in letters, digits and hyphens.  RFC 3492
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_PUNYCODE_H
#define ROBOTSC_PUNYCODE_H

#include <stddef.h>
#include <stdint.h>

#define LABEL_MAX 63u /* octets of a label: RFC 1035 §2.3.4 */

/* Encode n code points below 0x110000, at most LABEL_MAX, without the prefix "xn--".  Returns the
 * octets written, or 0 when they do not fit in room.  Cost O(n²). */
size_t robotsc__punycode_encode(const uint32_t *points, size_t n, char *out, size_t room);

#endif
