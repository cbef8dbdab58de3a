/* lint_rootless.h - what a pattern that does not begin with '/' was meant to be.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_LINT_ROOTLESS_H
#define ROBOTSC_LINT_ROOTLESS_H

#include "linter.h"

/* What to say of it, and what to write: octets at both ends go, and a text comes in the place of
 * the first ones. */
struct rootless {
	const char *said;        /* or NULL */
	const char *label, *put; /* of the fix; NULL: it is not known */
	size_t begin, end;       /* octets that go */
	bool slashes;            /* each '\' becomes '/' */
};

/* Cost O(length).  The hosts are those that the text names for itself. */
struct rootless robotsc__lint_rootless(const struct linter *l, struct span value);

/* Find the hosts that Sitemap and Host lines name.  Cost O(len). */
void robotsc__lint_learn_hosts(struct linter *l);

#endif
