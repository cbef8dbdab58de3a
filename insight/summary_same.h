/* summary_same.h - whether two answers of summaries say the same of how content may be used.
 *
 * insight/report/ includes it too.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_SUMMARY_SAME_H
#define ROBOTSC_SUMMARY_SAME_H

#include <stdbool.h>

#include "robotsc/summary.h"

bool robotsc__summary_same_text(struct robotsc_text a, struct robotsc_text b);

/* True if the same labels have the same values, and as many lines are for some paths only. */
bool robotsc__summary_same_preferences(const struct robotsc_summary_answer *a, const struct robotsc_summary_answer *b);

#endif
