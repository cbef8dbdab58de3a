/* comparison.h - what comparing for one robot and for all of them share.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_COMPARISON_H
#define ROBOTSC_COMPARISON_H

#include "same_rules.h"

struct comparing {
	const struct robotsc_question *question; /* its budget may be set to 0 at any call */
	struct robotsc_comparison *out;
	struct operand operands[2];
	struct same_rules same;
	uint64_t left; /* steps that all comparisons together may still take */
	struct arena *arena;
	/* Of the robot that is compared. */
	struct decider decider[2];
	bool doubtful; /* a blob may be walked another way than it is stepped through */
	bool failed;
};

/* Read the sides.  Fails as robotsc_compare. */
enum robotsc_status robotsc__compare_begin(struct arena *a, const struct robotsc_side *first, const struct robotsc_side *second,
                                           const struct robotsc_question *question, struct robotsc_comparison *out,
                                           struct comparing *c);

/* Compare for one robot with a part of what is left; the arena is left as it was. */
enum robotsc_status robotsc__compare_run(struct arena *a, struct comparing *c, const struct robotsc_text *tokens, size_t n,
                                         uint64_t budget);

/* Which line of a side decides about a path?  What it looks at is taken from *work.  Fails ROBOTSC_ERR_NOMEM only. */
enum robotsc_status robotsc__deciding_rule_find(struct arena *a, const struct operand *operand, const struct lazy_rules *rules,
                                                struct robotsc_text path, uint64_t *work, struct robotsc_reason *out);

#endif
