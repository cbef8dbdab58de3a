/* lint_entries.h - the rules of all policies by line, and questions about one of them.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_LINT_ENTRIES_H
#define ROBOTSC_LINT_ENTRIES_H

#include "linter.h"
#include "overlap.h"
#include "rule_needed.h"

/* What is known of a rule: bits of struct overlap.gone. */
enum rule_fate {
	RULE_DEAD = 1,    /* never decides */
	RULE_GONE = 2,    /* told: it may go, with all that may */
	RULE_LEAVING = 4, /* one of the lines that are asked about */
	RULE_ALL = 7
};

#define LINT_SAID_LEAVE "leave 'Disallow:' there, to keep its group what it is"

/* A rule in one of the policies. */
struct entry {
	uint32_t policy, rule, line;
};

struct rules_linter {
	struct linter *l;
	const struct text *text;
	struct overlap *policies;
	uint32_t npolicies;
	struct entry *entries; /* by line */
	uint32_t *order;
	uint32_t n;
	uint32_t *room;        /* for the rules of a policy */
	uint32_t *rules;       /* by group: how many it has */
	uint32_t *left;        /* of these, how many are not told */
	struct census *census; /* by group */
	uint32_t covers;       /* trials that were spent on saying which line covers one */
	bool passed;           /* policies were left out */
};

const struct entry *robotsc__lint_entry(const struct rules_linter *r, uint32_t i);

/* The end of the entries of a line. */
uint32_t robotsc__lint_line_end(const struct rules_linter *r, uint32_t i);

/* Mark the rules of a line, or take the mark away. */
void robotsc__lint_mark(struct rules_linter *r, uint32_t i, enum rule_fate fate, bool set);

/* The group of a line. */
uint32_t robotsc__lint_group(const struct rules_linter *r, uint32_t line);

/* Is there a path that a rule decides?  With against: one on which the rules after it say otherwise.  Rules whose fate is one of
 * higher do not count where they take precedence, and one of lower not where they do not. */
struct rule_question {
	const struct entry *entry;
	bool against;
	uint8_t higher, lower; /* enum rule_fate */
};
enum robotsc_status robotsc__lint_ask(struct rules_linter *r, const struct rule_question *q, struct rule_needed *t,
                                      enum needed_answer *answer);
enum robotsc_status robotsc__lint_try(struct rules_linter *r, struct rule_needed *t, enum needed_answer *answer);

/* A finding about a line. */
struct robotsc_finding *robotsc__lint_tell(const struct rules_linter *r, unsigned kind, uint32_t line);

#endif
