/* regex.h - rules as regular expressions, for rivals that take those.
 *
 * Expressions are ASCII and match canonical paths; `.` must match every octet.  The verdict is that
 * of the least rule number among all that match, for rules stand in order of rank; where none
 * matches, a path is allowed.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_REGEX_H
#define ROBOTSC_REGEX_H

#include "rival_rules.h"

#ifdef __cplusplus
extern "C" {
#endif

struct expressions {
	char **text; /* terminated */
	unsigned *rule;
	size_t n;
};

/* Translate rules, some to several expressions.  With floats, a rule that begins with a star
 * becomes an expression that is sought anywhere, and others begin with '^'; without, all are meant
 * to match from the beginning. */
void regex_of(const struct rules *rules, int floats, struct expressions *out);
void regex_free(struct expressions *expressions);

#ifdef __cplusplus
}
#endif
#endif
