/* plain.h - the rules one by one, plainly: all of them, octet by octet.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_PLAIN_H
#define ROBOTSC_PLAIN_H

#include "rival_rules.h"

/* The verdict of a path as it stands in a URL: 1 to allow.  Its canonical octets are made once, octet by octet, and no
 * more than some further than a rule reads; room takes them: 3 * len + 1 octets. */
int plain_verdict(const struct rules *rules, const char *path, size_t len, char *room);

/* The same of a canonical path. */
int plain_verdict_given(const struct rules *rules, const char *path, size_t len);

#endif
