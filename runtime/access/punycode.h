/* punycode.h - encode a label of a host name as ASCII.  RFC 3492
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_PUNYCODE_H
#define ROBOTSC_PUNYCODE_H

#include <stddef.h>
#include <stdint.h>

#define LABEL_MAX 63u /* octets of a label: RFC 1035 §2.3.4 */

/* Encodes n code points below 0x110000, without the prefix "xn--".  n: at most LABEL_MAX.
 * Returns the octets written, or 0 if room is too small.  Cost O(n²). */
size_t robotsc__punycode_encode(const uint32_t *points, size_t n, char *out, size_t room);

#endif
