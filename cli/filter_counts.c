/* filter_counts.c - see filter_counts.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "filter_counts.h"

#include <stdio.h>
#include <string.h>

void cli_print_counts(const struct robotsc_filter_report *r, enum robotsc_filter_stale stale, const char *where)
{
	static const char *const how[] = {[ROBOTSC_STALE_USE] = "warning: %llu URLs were answered by policies that are stale",
	                                  [ROBOTSC_STALE_UNKNOWN] = "%llu URLs count as unknown, since their policies are stale",
	                                  [ROBOTSC_STALE_DENY] = "%llu URLs are disallowed, since their policies are stale"};
	if (r->stale) {
		fputs("robotsc: ", stderr);
		fprintf(stderr, how[stale], (unsigned long long)r->stale);
		fputs(strcmp(where, "store") == 0 ? "; 'robotsc store expire' lists their origins\n" : "\n", stderr);
	}
	if (r->unknown > r->no_origin)
		fprintf(stderr, "robotsc: %llu URLs are of origins that are not in the %s\n",
		        (unsigned long long)(r->unknown - r->no_origin), where);
	if (r->no_origin)
		fprintf(stderr,
		        "robotsc: %llu lines hold no URL of http, https or ftp; --print=all --reason says no-origin of them\n",
		        (unsigned long long)r->no_origin);
	if (r->skipped)
		fprintf(stderr, "robotsc: %llu lines are too long and were skipped\n", (unsigned long long)r->skipped);
}
