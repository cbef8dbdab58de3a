/* text_rules.h - the rules of a text that was read, and which of them a robot has.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_TEXT_RULES_H
#define ROBOTSC_TEXT_RULES_H

#include "front/group.h"
#include "lazy_rules.h"

/* A text, with the rules of its groups, and which of these each robot has. */
struct text {
	const struct robotsc__dialect *dialect;
	struct document doc;
	struct grouping grouping;
	const uint8_t *end; /* end of the octets that are read */
	struct glob *rules; /* in file order */
	uint32_t *first;    /* by group: its first rule; ngroups + 1 entries */
};

/* In place of the policy of a robot that the text was not read for: one_robot has other names. */
#define TEXT_RULES_REFUSED (UINT32_MAX - 1)

/* Read a text, which must stay as it is; options NULL for the defaults.  With one_robot, only the
 * names of that robot are read.  Fails ROBOTSC_ERR_NOMEM, _DIALECT, _ARGUMENT. */
enum robotsc_status robotsc__text_rules_read(struct arena *a, const struct robotsc_options *options, const void *robots, size_t len,
                                             struct text *out);

/* The policy of a list of product tokens, or NO_POLICY, or TEXT_RULES_REFUSED. */
uint32_t robotsc__text_rules_find(const struct text *text, const struct robotsc_text *tokens, size_t n);

/* The rule that a line holds; the line must hold one. */
const struct rule *robotsc__text_rules_line(const struct document *doc, uint32_t line);

/* The line that begins at a place, without its terminator. */
static inline struct robotsc_text text_line(const uint8_t *at, const uint8_t *end)
{
	const uint8_t *p = at;
	while (p < end && *p != '\n' && *p != '\r')
		p++;
	return (struct robotsc_text){(const char *)at, (size_t)(p - at)};
}

/* The groups of a policy, in file order, each once.  Fails ROBOTSC_ERR_NOMEM only. */
struct selection {
	uint32_t *groups;
	uint32_t n;
};
enum robotsc_status robotsc__text_rules_select(struct arena *a, const struct text *text, uint32_t policy, struct selection *out);

/* The rules of a policy as a lazy DFA.  It borrows their patterns from the text.  Fails
 * ROBOTSC_ERR_NOMEM only. */
enum robotsc_status robotsc__text_rules_of(struct arena *a, const struct text *text, uint32_t policy, struct lazy_rules *out);

#endif
