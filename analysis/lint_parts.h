/* lint_parts.h - the parts of lint.  Each adds its findings, and fails ROBOTSC_ERR_NOMEM only.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_LINT_PARTS_H
#define ROBOTSC_LINT_PARTS_H

#include "linter.h"
#include "overlap.h"
#include "rule_needed.h"

struct rules_linter;

/* Findings about single lines (lint_lines.c). */
enum robotsc_status robotsc__lint_lines(struct linter *l);

/* The labels and values in a line of Content-Usage or Content-Signal (lint_labels.c).  No memory:
 * failed is set. */
void robotsc__lint_labels(struct linter *l, const struct line *line);

/* Rules on which no verdict depends (lint_rules.c): those that never decide (lint_dead.c), and
 * those that may go although they decide (lint_redundant.c). */
enum robotsc_status robotsc__lint_rules(struct linter *l, const struct text *text);
enum robotsc_status robotsc__lint_dead(struct rules_linter *r);
enum robotsc_status robotsc__lint_redundant(struct rules_linter *r);

/* Paths that other dialects judge in another way (lint_dialects.c). */
enum robotsc_status robotsc__lint_dialects(struct linter *l, const struct document *doc);

/* Lines of "*" that do not hold for a robot with rules of its own (lint_star.c). */
enum robotsc_status robotsc__lint_star(struct linter *l, const struct text *text);

/* Report if "*", with the rules star, leaves no path open, or only what a few lines open
 * (lint_closed.c).  *told: it leaves no path open. */
enum robotsc_status robotsc__lint_closed(struct linter *l, const struct text *text, const struct lazy_rules *star, bool *told);

/* For a public site, which crawlers of search are kept out (lint_closed.c). */
enum robotsc_status robotsc__lint_public(struct linter *l, const struct text *text);

/* Folders in which Googlebot may fetch no style sheet, or no script (lint_assets.c). */
enum robotsc_status robotsc__lint_assets(struct linter *l);

/* Lines without another finding that Lighthouse counts as errors (lint_lighthouse.c). */
enum robotsc_status robotsc__lint_lighthouse(struct linter *l);

/* True if a line that every path matches gives this verdict. */
bool robotsc__lint_decides_all(const struct lazy_rules *policy, enum robotsc_verdict verdict);

/* Records that no robot obeys (lint_records.c).  No memory: failed is set. */
void robotsc__lint_records(struct linter *l, const struct document *doc);

/* ---- the rules of all policies by line, and questions about one of them (lint_entries.c) ---- */

/* What is known of a rule: bits of overlap.gone. */
enum rule_fate {
	RULE_DEAD = 1,    /* never decides */
	RULE_GONE = 2,    /* reported: it may go, if all reported rules go */
	RULE_LEAVING = 4, /* a rule of the lines that the current question is about */
	RULE_ALL = 7
};

#define LINT_SAID_LEAVE "leave 'Disallow:' there, to keep its group what it is"

/* A rule in one of the policies. */
struct lint_entry {
	uint32_t policy, rule, line;
};

struct rules_linter {
	struct linter *l;
	const struct text *text;
	struct overlap *policies;
	uint32_t npolicies;
	struct lint_entry *entries; /* by line */
	uint32_t *order;
	uint32_t n;
	uint32_t *room;        /* room for indices of a policy's rules */
	uint32_t *rules;       /* by group: how many rules it has */
	uint32_t *left;        /* by group: how many of these rules are not reported */
	struct census *census; /* by group */
	bool *kept;            /* by group: a label in another dialect: no rule is reported */
	/* The rules of a label are compared as in rfc9309, and what none of them matches is not
	 * allowed but unstated. */
	bool *labels;    /* by policy: it is a label's policy */
	uint32_t covers; /* questions spent to find covering lines */
	bool passed;     /* policies were left out: all together have too many rules */
};

const struct lint_entry *robotsc__lint_entry(const struct rules_linter *r, uint32_t i);

/* The index after the last entry of the line that entry i belongs to. */
uint32_t robotsc__lint_line_end(const struct rules_linter *r, uint32_t i);

/* Set or clear a bit of all rules of the line that entry i belongs to. */
void robotsc__lint_mark(struct rules_linter *r, uint32_t i, enum rule_fate fate, bool set);

/* The group of a line. */
uint32_t robotsc__lint_group(const struct rules_linter *r, uint32_t line);

/* The question whether a rule decides about any path; with against: about a path to which the rules
 * of lower precedence give another verdict.  Rules of higher precedence that have a bit of `higher`
 * are left out, and rules of lower precedence that have a bit of `lower`. */
struct rule_question {
	const struct lint_entry *entry;
	bool against;
	uint8_t higher, lower; /* enum rule_fate */
};
enum robotsc_status robotsc__lint_ask(struct rules_linter *r, const struct rule_question *q, struct rule_needed *t,
                                      enum needed_answer *answer);
enum robotsc_status robotsc__lint_try(struct rules_linter *r, struct rule_needed *t, enum needed_answer *answer);

/* Add a finding about the value of a line. */
struct robotsc_finding *robotsc__lint_tell(const struct rules_linter *r, unsigned kind, uint32_t line);

#endif
