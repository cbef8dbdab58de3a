/* sorted.h - rivals that try rules one by one.  The main one has them sorted by rank, packed in one
 * buffer; the plain one tries all of them, octet by octet.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_SORTED_H
#define ROBOTSC_SORTED_H

#include "rival_rules.h"

/* A policy, released by free, and its size; NULL if memory is out. */
void *sorted_build(const struct rules *rules, size_t *bytes);

/* The verdict of a canonical path: 1 to allow. */
int sorted_verdict(const void *policy, const char *path, size_t len);
/* True if a rule with RULE_SLASH or RULE_MARK matches a canonical path. */
int sorted_open_rule(const struct rule *rule, const char *path, size_t len);

/* The verdict of a path as in a URL; 1: allow.  Its canonical octets are made once, a few at a
 * time, as far as the rules need them.  room: 3 * len + 1 octets for them. */
int plain_verdict(const struct rules *rules, const char *path, size_t len, char *room);

/* As plain_verdict, for a canonical path. */
int plain_verdict_given(const struct rules *rules, const char *path, size_t len);

#endif
