/* page_said.h - what tests of pages share: a robot, and what was said to it as text.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_PAGE_SAID_H
#define ROBOTSC_PAGE_SAID_H

#include "tests/oracle/oracle_page.h"
#include "robotsc/page.h"

/* A robot's tokens, for the library and for the oracle. */
#define PAGE_AGENTS 5
extern const struct robotsc_text page_agents[PAGE_AGENTS];
extern const struct oracle_text page_robots[PAGE_AGENTS];

/* Everything in a line, as in "noindex max-snippet=5 ignored=1"; "" where nothing is restricted. */
const char *page_shown(const struct robotsc_directives *d, char *at, size_t room);

/* True if that line is the same for both. */
int page_same(const struct robotsc_directives *a, const struct robotsc_directives *b);

struct robotsc_directives page_from_oracle(const struct oracle_said *s);

/* True if the policy in the room that was given is the oracle's. */
int page_same_policy(const struct robotsc_directives *d, const char *policy, const struct oracle_said *s);

/* Text for messages, in a buffer that the next call reuses. */
const char *page_readable(const char *at, size_t len);

#endif
