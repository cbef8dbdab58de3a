/* annotate.h - a blob as hexadecimal digits with a word on each of its parts, as docs/format.md
 * shows one.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_ANNOTATE_H
#define ROBOTSC_ANNOTATE_H

#include <stdio.h>

#include "decode.h"

/* Write all of a blob, in order, each octet once: lines of an offset, up to 16 octets, and
 * words. */
void annotate(FILE *to, const struct decode_blob *b);

#endif
