/* summary_same.h - lists that belong to the answers of a summary, and whether two answers agree.
 *
 * analysis/report/ includes it too.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_SUMMARY_SAME_H
#define ROBOTSC_SUMMARY_SAME_H

#include <stdbool.h>

#include "robotsc/summary.h"

bool robotsc__summary_same_text(struct robotsc_text a, struct robotsc_text b);

/* True if both have the same labels and values, and as many lines for some paths only. */
bool robotsc__summary_same_preferences(const struct robotsc_summary_answer *a, const struct robotsc_summary_answer *b);

/* Patterns of an answer, as written: the first of them, and how many are left out. */
struct summary_patterns {
	const struct robotsc_text *at;
	size_t n, more;
};

/* Patterns of what is open in a closed answer, and those of rules that name no part of the site. */
struct summary_lists {
	struct summary_patterns but, anywhere;
};

/* The lists that belong to an answer of a summary. */
const struct summary_lists *robotsc__summary_lists(const struct robotsc_summary *summary, size_t answer);

#endif
