/* annotate.h - prints a blob as hexadecimal digits with words for its parts, like the example in
 * docs/formats/blob.md.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_ANNOTATE_H
#define ROBOTSC_ANNOTATE_H

#include <stdio.h>

#include "decode.h"

/* Write all octets of a blob in order, as lines of an offset, up to 16 octets, and words. */
void annotate(FILE *to, const struct decode_blob *b);

#endif
