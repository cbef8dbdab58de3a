/* shell.h - translate fnmatch patterns, which match whole paths, to canonical octets and operators.
 * SPEC B.4
 *
 * '*' matches any octets, '?' one unit (an octet, or a pair of form K).  "[...]" matches one octet
 * of a set, "[!...]" and "[^...]" one that is not in the set.  '\' quotes the next octet.
 *
 * In    the value of an Allow or Disallow line.
 * Out   canonical octets and operators (norm.h).  OP_END is last unless the pattern ends in a star.
 * Cost  O(octets).
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_SHELL_H
#define ROBOTSC_SHELL_H

#include <stdbool.h>

#include "norm.h"

void robotsc__shell_run(const struct span *value, struct normal *out);

/* True if a value has a '*', a '?' or a closed set. */
bool robotsc__shell_active(const struct span *value);

#endif
