/* literal_filter.h - make a filter of rules that have no small DFA: tries of literals that select
 * globs to try.
 *
 * In    the patterns of a rule set, or some of them.
 * Out   a machine: a trie of the literals that begin the path, a trie of those that float, both
 *       with equal states merged; a table of where a floating literal may begin; the globs.
 * Fails ROBOTSC_ERR_NOMEM, ROBOTSC_ERR_TOO_LARGE.   Cost O(octets * log patterns).
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_LITERAL_FILTER_H
#define ROBOTSC_LITERAL_FILTER_H

#include <stdbool.h>

#include "machine.h"
#include "pattern/pattern.h"

/* patterns: those of the rules that this filter holds.  listed: its policy has other machines too,
 * and ranks must compare with theirs. */
enum robotsc_status robotsc__filter_run(struct arena *a, const struct rules *rules, const struct pattern *patterns, uint32_t n,
                                        bool listed, struct machine *out);

#endif
