/* filter_counts.h - what is said after many URLs were answered.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_FILTER_COUNTS_H
#define ROBOTSC_FILTER_COUNTS_H

#include "robotsc/filter.h"

/* Print how many URLs had a stale policy, and what that counted for; how many are of no origin in
 * the store or snapshot, as where says; how many lines are no URLs, or were skipped. */
void cli_print_counts(const struct robotsc_filter_report *r, enum robotsc_filter_stale stale, const char *where);

#endif
