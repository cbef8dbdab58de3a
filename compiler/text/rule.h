/* rule.h - a rule as it was written.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_RULE_H
#define ROBOTSC_RULE_H

#include <stdbool.h>

#include "line.h"
#include "robotsc/common.h"

/* An Allow or Disallow line with a value.  Where dialect->empty_disallow is set, also a Disallow
 * line without one. */
struct rule {
	struct span value;   /* trimmed */
	const uint8_t *text; /* beginning of the line */
	uint32_t line;
	uint32_t group;
	enum robotsc_verdict verdict;
	bool glob; /* the value is a glob that matches whole paths: conner2 */
};

#endif
