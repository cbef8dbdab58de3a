/* plain.h - the rules one by one, plainly: all of them, octet by octet.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef BENCH_PLAIN_H
#define BENCH_PLAIN_H

#include "rules.h"

/* The verdict of a canonical path: 1 to allow. */
int plain_verdict(const struct rules *rules, const char *path, size_t len);

#endif
