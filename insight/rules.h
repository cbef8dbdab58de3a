/* rules.h - the rules that a text has for a robot, as a source.
 *
 * A state says how far each rule has come that can still change the verdict.
 *
 * Cost of a step: O(rules that are still of interest).
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_RULES_H
#define ROBOTSC_RULES_H

#include "glob_set.h"
#include "group.h"
#include "source.h"

struct rules_source {
	struct source source; /* first */
	struct glob *rules;
	uint32_t n;
	int fallback; /* the verdict where no rule matches */
};

/* A text, with the rules of its groups, and which of these each robot has. */
struct text {
	const struct robotsc__dialect *dialect;
	struct document doc;
	struct grouping grouping;
	const uint8_t *end; /* of its octets */
	struct glob *rules; /* in file order */
	uint32_t *first;    /* of each group; ngroups + 1 entries */
};

/* Read a text, which must stay as it is; options NULL for the defaults.  Fails ROBOTSC_ERR_NOMEM, _DIALECT, _ARGUMENT. */
enum robotsc_status robotsc__text_read(struct arena *a, const struct robotsc_options *options, const void *robots, size_t len,
                                       struct text *out);

/* The policy of a list of product tokens, or NO_POLICY. */
uint32_t robotsc__text_find(const struct text *text, const struct robotsc_text *tokens, size_t n);

/* The rule of a line that is one. */
const struct rule *robotsc__text_rule_at(const struct document *doc, uint32_t line);

/* The groups of a policy, in file order, each once.  Fails ROBOTSC_ERR_NOMEM only. */
struct selection {
	uint32_t *groups;
	uint32_t n;
};
enum robotsc_status robotsc__text_select(struct arena *a, const struct text *text, uint32_t policy, struct selection *out);

/* The rules of a policy, whose texts are those of the text's.  Fails ROBOTSC_ERR_NOMEM only. */
enum robotsc_status robotsc__rules_open(struct arena *a, const struct text *text, uint32_t policy, struct rules_source *out);

/* The rules alone, for a source of one's own making: set them before. */
void robotsc__rules_prepare(struct rules_source *s, uint8_t form);

/* What opening prepared rules counts: 64 octets of a state that names all places of all rules are one step. */
static inline uint64_t rules_steps(const struct rules_source *s)
{
	return s->n + s->source.state_max / 64;
}

#endif
