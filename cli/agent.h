/* agent.h - the product tokens of a crawler; refuses other words, such as a whole User-Agent
 * header.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_AGENT_H
#define ROBOTSC_AGENT_H

#include "cli/crawler_sources.h"
#include "cli_settings.h"
#include "robotsc/common.h"
#include "robotsc/store.h"

/* Refuse a name that the dialect would cut, or that no group can have; "*" may stand for
 * robots without a group.  Returns 0, or -1 after a message. */
int cli_check_agent(enum robotsc_dialect dialect, struct robotsc_text agent);

/* Refuse --one-robot if the dialect has none, or would cut one of its names.  Returns 0, or
 * CLI_TROUBLE after a message. */
int cli_check_robot(const struct cli_settings *s, enum robotsc_dialect dialect);

/* For --one-robot: take its names, from AGENT (is_operand) or --agent.  They become agents and, if
 * they are from AGENT, tokens.  Returns 0, or CLI_TROUBLE after a message. */
int cli_take_robot(struct cli_settings *s, bool is_operand);

/* The product tokens of the one crawler: those of --agent, then --fallback.  They borrow the
 * settings.  0, or CLI_TROUBLE after a message. */
int cli_cut_tokens(const struct cli_settings *s, enum robotsc_dialect dialect, struct cli_list *tokens);

/* Print for which agents a store or snapshot was made, and what to do.  Returns CLI_TROUBLE. */
int cli_refuse_agent(const char *name, const struct robotsc_store_settings *made_for, const char *instead);

/* ---- the crawlers of crawler_table ---- */

/* True if a word is a name, in any case of letters. */
bool cli_is_word(const char *name, struct robotsc_text word);

/* The row of a product token, in any case of letters; NULL: there is none. */
const struct robotsc_crawler *cli_crawler_named(const char *token);

/* robotsc_crawler_tokens for the table of crawlers. */
size_t cli_crawler_tokens(const struct robotsc_crawler *crawler, struct robotsc_text tokens[ROBOTSC_CRAWLER_TOKENS]);

/* The row whose token is most like a misspelt one; NULL: none is like it. */
const struct robotsc_crawler *cli_crawler_like(const char *token, size_t *distance);

/* Find the crawler of a family that an agent, or a whole User-Agent header, names; *row NULL: none.
 * Returns 0, or -1 after a message. */
int cli_family_of(struct robotsc_text agent, const struct robotsc_crawler **row);

#endif
