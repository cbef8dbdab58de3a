/* choose_engine.h - make the machines of one rule set: choose an engine and run its passes.
 * docs/dev/design.md
 *
 * A DFA is tried within a budget in proportion to the octets of the patterns.  A filter is made if
 * the DFA does not fit, or if ranks must compare with those of other rule sets.
 *
 * In    the patterns of a rule set.
 * Out   a verdict for every path, or machines: one DFA, or filters.
 * Fails ROBOTSC_ERR_NOMEM, ROBOTSC_ERR_TOO_LARGE.   Cost linear in the octets of the patterns.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_CHOOSE_ENGINE_H
#define ROBOTSC_CHOOSE_ENGINE_H

#include <stdbool.h>

#include "code/machine.h"
#include "pattern/pattern.h"

struct engine_output {
	struct octets *machines;
	size_t n, room;
	uint32_t verdict; /* for every path, if n is 0 */
};

struct engine_input {
	struct arena *arena; /* the caller resets it after each rule set */
	struct arena *keep;  /* keeps the machines */
	const struct robotsc_options *options;
	const struct robotsc__dialect *dialect;
	bool shared;      /* ranks must compare with those of other rule sets */
	uint32_t *extras; /* number of rule sets that got BUDGET_EXTRA */
};

enum robotsc_status robotsc__choose_engine_run(const struct engine_input *in, const struct rules *rules, struct engine_output *out);

#endif
