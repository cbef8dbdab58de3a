/* agent_order.h - the order in which a snapshot has its agents.  docs/formats/snapshot.md, "Head"
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_AGENT_ORDER_H
#define ROBOTSC_AGENT_ORDER_H

#include <string.h>

#include "robotsc/common.h"

static inline int agent_order(const struct robotsc_text *x, const struct robotsc_text *y)
{
	const size_t both = x->len < y->len ? x->len : y->len;
	const int order = both ? memcmp(x->at, y->at, both) : 0;
	return order ? order : (x->len > y->len) - (x->len < y->len);
}

#endif
