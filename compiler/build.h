/* build.h - one rule set to its machines: choose the form, run its passes.  DESIGN: docs/design.md
 *
 * A DFA is tried within a budget in proportion to the octets of the patterns.  Where it does not fit, or where ranks must
 * compare with those of other rule sets, a filter is made.
 *
 * In    a rule set's patterns.
 * Out   a verdict for every path, or machines: one DFA, or filters.
 * Fails ROBOTSC_ERR_NOMEM, ROBOTSC_ERR_TOO_LARGE.   Cost linear in the octets of the patterns.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_BUILD_H
#define ROBOTSC_BUILD_H

#include "encode.h"
#include "pattern.h"

struct product {
	struct octets *machines;
	size_t n, room;
	uint32_t verdict; /* when n is 0 */
};

struct builder {
	struct arena *arena; /* reset by the caller after each rule set */
	struct arena *keep;  /* where products go */
	const struct robotsc_options *options;
	const struct robotsc__dialect *dialect;
	int shared;       /* ranks must compare with those of other rule sets */
	uint32_t *spares; /* rule sets of the document that were given BUDGET_SPARE */
};

enum robotsc_status robotsc__build_run(const struct builder *b, const struct rules *rules, struct product *out);

#endif
