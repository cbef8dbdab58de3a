/* agent.h - refuses what is no product token, such as a whole User-Agent header.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_AGENT_H
#define ROBOTSC_AGENT_H

#include "robotsc/common.h"

/* Refuse a name that the dialect would cut, or that no group can have; "*" may stand for
 * robots without a group.  Returns 0, or -1 after a message. */
int cli_check_agent(enum robotsc_dialect dialect, struct robotsc_text agent);

#endif
