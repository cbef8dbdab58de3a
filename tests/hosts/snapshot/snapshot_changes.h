/* snapshot_changes.h - changes of a plan, and of the octets of a snapshot: see snapshot_forger.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_SNAPSHOT_CHANGES_H
#define ROBOTSC_SNAPSHOT_CHANGES_H

#include "snapshot_forger.h"
#include "tests/support/product.h"

/* Change the plan, before it is written; the octets, after that. */
void snapshot_change_plan(struct snapshot_forgery *f, enum snapshot_change change);
void snapshot_change_octets(struct snapshot_forgery *f, enum snapshot_change change);

/* A number below n, or 0. */
static inline size_t below(struct snapshot_forgery *f, size_t n)
{
	return n > 0 ? product_below(&f->chance, n) : 0;
}

#endif
