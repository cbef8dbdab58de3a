/* shell.h - patterns that match whole paths, as a shell matches file names, to canonical octets and
 * operators.  SPEC B.4
 *
 * '*' any octets; '?' one unit: an octet, or a pair of form K; '[...]' one octet of a set, or with '!'
 * or '^' first, one that is not in it; '\' makes the next one an ordinary octet.
 *
 * In    the value of an Allow or Disallow line.
 * Out   canonical octets and operators (norm.h), OP_END last unless the pattern ends in a star.
 * Cost  O(octets).
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_SHELL_H
#define ROBOTSC_SHELL_H

#include "norm.h"

void robotsc__shell_run(const struct span *value, struct normal *out);

/* Does a value hold a '*', '?' or set that is one? */
int robotsc__shell_active(const struct span *value);

#endif
