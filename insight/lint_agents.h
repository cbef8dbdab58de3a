/* lint_agents.h - what names of robots say.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_LINT_AGENTS_H
#define ROBOTSC_LINT_AGENTS_H

#include <stdbool.h>

#include "text/line.h"

/* True for the name of a known crawler. */
bool robotsc__lint_is_name(struct span token);

/* The crawler whose name a product token is like, though nobody has that; or NULL. */
const char *robotsc__lint_near_name(struct span token);

/* True for a crawler for whom the groups of "*" do not hold. */
bool robotsc__lint_ignores_star(struct span token);

#endif
