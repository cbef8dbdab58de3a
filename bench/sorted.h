/* sorted.h - the main rival: rules sorted by rank, packed in one buffer, tried one by one.
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

#endif
