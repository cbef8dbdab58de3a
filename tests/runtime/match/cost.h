/* cost.h - what a check may take at most: docs/formats/blob.md, "What a check costs".
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_COST_H
#define ROBOTSC_COST_H

#include "decode.h"

/* Steps, as decode_check_steps counts them.  policy: from decode_select. */
uint64_t cost_most(const struct decode_blob *b, uint32_t policy, const char *path, size_t len);

#endif
