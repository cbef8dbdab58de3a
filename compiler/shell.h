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

/* Is an octet in the set at an OP_SET? */
static inline int shell_set_holds(const uint8_t *set, unsigned octet)
{
	for (unsigned i = 0; i < set[1]; i++)
		if (octet >= set[2 + 2 * i] && octet <= set[3 + 2 * i])
			return 1;
	return 0;
}

/* Octets of an operator or literal octet. */
static inline uint32_t shell_size(const uint8_t *item)
{
	return *item == OP_SET ? 2 + 2 * (uint32_t)item[1] : 1;
}

#endif
