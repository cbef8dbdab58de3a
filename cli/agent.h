/* agent.h - the product tokens of a crawler; refuses what is none, such as a whole User-Agent
 * header.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_AGENT_H
#define ROBOTSC_AGENT_H

#include "cli_settings.h"
#include "robotsc/store.h"

/* Refuse a name that the dialect would cut, or that no group can have; "*" may stand for
 * robots without a group.  Returns 0, or -1 after a message. */
int cli_check_agent(enum robotsc_dialect dialect, struct robotsc_text agent);

/* Refuse names of one robot in a dialect that has none, or cuts one.  Returns 0, or CLI_TROUBLE
 * after a message. */
int cli_check_robot(const struct cli_settings *s, enum robotsc_dialect dialect);

/* For --one-robot: take its names, from AGENT (is_operand) or --agent.  They become agents and, of
 * AGENT, tokens.  Returns 0, or CLI_TROUBLE after a message. */
int cli_take_robot(struct cli_settings *s, bool is_operand);

/* The product tokens of the one crawler: those of --agent, cut at commas, then --fallback.  0, and
 * tokens->at is to be freed; or CLI_TROUBLE after a message, and it is NULL. */
int cli_cut_tokens(const struct cli_settings *s, enum robotsc_dialect dialect, struct cli_list *tokens);

/* Print for whom a store or a snapshot was made, and what to do instead.  Returns CLI_TROUBLE. */
int cli_refuse_agent(const char *name, const struct robotsc_store_settings *made_for, const char *instead);

#endif
