/* link.h - a DFA to a machine: states share rows through links.
 *
 * In    a minimal dfa.
 * Out   a decided machine with the same states; state numbers stay.
 * Fails ROBOTSC_ERR_NOMEM only.   Cost O(edges * log 256).
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_LINK_H
#define ROBOTSC_LINK_H

#include "dfa.h"
#include "machine.h"

enum robotsc_status robotsc__link_run(struct arena *a, const struct dfa *dfa, struct machine *out);

#endif
