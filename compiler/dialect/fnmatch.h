/* fnmatch.h - translate fnmatch patterns, which match whole paths, to canonical octets and
 * operators.  docs/dialects.md, "conner2"
 *
 * '*' matches any octets, '?' one unit (an octet, or a pair of form K).  "[...]" matches one octet
 * of a set, "[!...]" and "[^...]" one that is not in the set.  '\' quotes the next octet.
 *
 * In    the value of an Allow or Disallow line.
 * Out   canonical octets and operators (normalize.h).  OP_END is last unless the pattern ends in a
 *       star.
 * Cost  O(octets).
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_FNMATCH_H
#define ROBOTSC_FNMATCH_H

#include <stdbool.h>

#include "normalize.h"

/* True for an octet that a pattern must quote, beside '*'. */
static inline bool fnmatch_is_special(uint8_t octet)
{
	return octet == '?' || octet == '[' || octet == '\\';
}

/* A value that is no glob (rule->glob) is a prefix, as in robotsc__normalize_k. */
void robotsc__fnmatch_run(const struct rule *rule, struct normal *out);

/* True if a value has a '*', a '?' or a closed set. */
bool robotsc__fnmatch_active(const struct span *value);

#endif
