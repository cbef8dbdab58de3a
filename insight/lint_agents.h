/* lint_agents.h - names of robots that are misspelt.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_LINT_AGENTS_H
#define ROBOTSC_LINT_AGENTS_H

#include "text/line.h"

/* The crawler whose name a product token is like, though nobody has that; or NULL. */
const char *robotsc__lint_near_name(struct span token);

#endif
