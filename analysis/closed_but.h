/* closed_but.h - robots that may fetch nothing but what a few Allow lines open.
 *
 * In    the rules of a policy.
 * Out   its Allow lines that open something, if without Allow lines no path but /robots.txt is
 *       open, and with them not every path is, and none of them matches every path.
 * Fails ROBOTSC_ERR_NOMEM only.   Cost the budget of steps, and a little.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_CLOSED_BUT_H
#define ROBOTSC_CLOSED_BUT_H

#include "extent.h"
#include "text_rules.h"

struct closed_but {
	/* ROBOTSC_EXTENT_PARTLY: it is closed, but for what the lines open */
	enum robotsc_extent extent;
	struct span *patterns;  /* the first of these, as written; they borrow the text */
	size_t npatterns, more; /* patterns in the array, and lines that are left out */
	bool ends;              /* each of these lines ends in '$' */
};

/* True if a rule matches every path. */
bool robotsc__closed_but_is_everything(const struct glob *rule);

/* Find out what is open of all paths but those that begin with /robots.txt: to let robots read that
 * file opens no site. */
enum robotsc_status robotsc__closed_but_extent(struct arena *a, const struct lazy_rules *policy, uint64_t *budget,
                                               enum robotsc_extent *out);

/* Find out which Allow lines open something.  If the budget does not suffice for a line, it is
 * taken to open something.  extent: what is known of the policy, or ROBOTSC_EXTENT_UNKNOWN. */
enum robotsc_status robotsc__closed_but(struct arena *a, const struct text *text, const struct lazy_rules *policy,
                                        enum robotsc_extent extent, uint64_t *budget, struct closed_but *out);

#endif
