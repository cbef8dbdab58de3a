/* plain.h - a rival: all rules one by one, octet by octet.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_PLAIN_H
#define ROBOTSC_PLAIN_H

#include "rival_rules.h"

/* The verdict of a path as in a URL; 1: allow.  Its canonical octets are made once, a few at a
 * time, as far as rules read.  room: 3 * len + 1 octets for them. */
int plain_verdict(const struct rules *rules, const char *path, size_t len, char *room);

/* The same of a canonical path. */
int plain_verdict_given(const struct rules *rules, const char *path, size_t len);

#endif
