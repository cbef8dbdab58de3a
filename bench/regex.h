/* regex.h - rules as regular expressions.
 *
 * Expressions are ASCII and match canonical paths; `.` must match every octet.  Rules are in order
 * of rank, so the lowest rule number among the matches decides.  Without a match a path is allowed.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_REGEX_H
#define ROBOTSC_REGEX_H

#include "rival_rules.h"

#ifdef __cplusplus
extern "C" {
#endif

struct expressions {
	char **text; /* each ends with NUL */
	unsigned *rule;
	size_t n;
};

/* Translate rules; some become several expressions.  If floats, expressions may match anywhere, and
 * those of rules that begin with no star start with '^'.  Else all match from the beginning. */
void regex_of(const struct rules *rules, int floats, struct expressions *out);
void regex_free(struct expressions *expressions);

#ifdef __cplusplus
}
#endif
#endif
