/* prefix_table.h - make a prefix table: a hash table of prefixes, which replaces the first edges of
 * a walk.
 *
 * In    a minimal DFA, or a radix tree.
 * Out   the prefix table after the first '/' of a path.  It has no prefixes if '%' may follow that.
 * Fails ROBOTSC_ERR_NOMEM only.   Cost O(edges + PREFIXES_MAX * PREFIX_MAX), and PREFIX_SEEDS
 *       hashes of each prefix.
 *
 * A prefix is a word that leads from the start to a state.  Inside the word, all other octets and
 * the path's end must do what they do at `back` after the octets read so far.  So a walk that finds
 * no prefix continues at `back` as if it had read nothing.  docs/format.md, "Prefix tables"
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_PREFIX_TABLE_H
#define ROBOTSC_PREFIX_TABLE_H

#include "automaton/dfa.h"
#include "radix.h"

/* Both set m->prefix_table; of a DFA also STATE_PREFIX where its prefixes lead. */
enum robotsc_status robotsc__prefix_table_of_dfa(struct arena *a, const struct dfa *dfa, struct machine *m);
enum robotsc_status robotsc__prefix_table_of_radix(struct radix *r, struct machine *m);

#endif
