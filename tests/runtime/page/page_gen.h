/* page_gen.h - random pages, fields and dates, with many rare cases.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_PAGE_GEN_H
#define ROBOTSC_PAGE_GEN_H

#include <stddef.h>
#include <stdint.h>

#include "tests/oracle/oracle_page.h"
#include "robotsc/page.h"

#define PAGE_GEN_MAX 8192 /* most octets of a page, a field or a date */

/* Fill text from the random state.  Returns how many octets it has. */
size_t page_gen_html(char *text, uint64_t *state);
size_t page_gen_field(char *text, uint64_t *state);
size_t page_gen_date(char *text, uint64_t *state);

/* ---- page_said.c: a robot, and what was said to it as text ---- */

/* A robot's tokens, for the library and for the oracle. */
#define PAGE_AGENTS 5
extern const struct robotsc_text page_agents[PAGE_AGENTS];
extern const struct oracle_text page_robots[PAGE_AGENTS];

/* What d says, in a line, as in "noindex max-snippet=5 ignored=1"; "" if nothing is restricted. */
const char *page_shown(const struct robotsc_directives *d, char *at, size_t room);

/* True if page_shown says the same of both. */
int page_same(const struct robotsc_directives *a, const struct robotsc_directives *b);

struct robotsc_directives page_from_oracle(const struct oracle_said *s);

/* True if policy, which has d->tdm_policy_len octets, is the oracle's. */
int page_same_policy(const struct robotsc_directives *d, const char *policy, const struct oracle_said *s);

/* Text for messages, in a buffer that the next call reuses. */
const char *page_readable(const char *at, size_t len);

#endif
