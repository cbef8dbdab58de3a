/* filter.h - rules that have no small DFA to a filter: tries of literals that say which globs are worth trying.
 *
 * In    the patterns of a rule set, or some of them.
 * Out   a machine: one trie of the literals that begin the path, one of those that float, both with equal states merged; a table
 *       that says where a floating literal may begin; the globs.
 * Fails ROBOTSC_ERR_NOMEM, ROBOTSC_ERR_TOO_LARGE.   Cost O(octets * log patterns).
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_FILTER_H
#define ROBOTSC_FILTER_H

#include "machine.h"
#include "pattern.h"

/* patterns: those of the rules that the filter holds.  listed: the policy has other machines, with which ranks must compare. */
enum robotsc_status robotsc__filter_run(struct arena *a, const struct rules *rules, const struct pattern *patterns, uint32_t n,
                                        int listed, struct machine *out);

#endif
