/* default_edges.h - compress a DFA to a machine by default edges.
 *
 * In    a minimal DFA.
 * Out   a machine with the same states and state numbers.
 * Fails ROBOTSC_ERR_NOMEM only.   Cost O(edges * log 256).
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_DEFAULT_EDGES_H
#define ROBOTSC_DEFAULT_EDGES_H

#include "automaton/dfa.h"
#include "machine.h"

enum robotsc_status robotsc__default_edges_run(struct arena *a, const struct dfa *dfa, struct machine *out);

#endif
