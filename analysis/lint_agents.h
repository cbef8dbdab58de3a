/* lint_agents.h - what names of robots say.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_LINT_AGENTS_H
#define ROBOTSC_LINT_AGENTS_H

#include <stdbool.h>

#include "text/line.h"

/* True for the name of a known crawler. */
bool robotsc__lint_is_name(struct span token);

/* True if names of known crawlers stand in the rest of a User-agent line, parted by white space or
 * one of ",;|/&".  alone: out, nothing else does; may be NULL.  Cost O(length). */
bool robotsc__lint_names(struct span rest, bool *alone);

/* The robots of a maker whose name is no robot's, or NULL. */
const char *robotsc__lint_of_maker(struct span token);

/* The crawler whose name a product token is like, though nobody has that; or NULL. */
const char *robotsc__lint_near_name(struct span token);

/* True for a crawler for whom the groups of "*" do not hold. */
bool robotsc__lint_ignores_star(struct span token);

#endif
