/* linter.h - what the parts of lint share: the findings and the budget.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_LINTER_H
#define ROBOTSC_LINTER_H

#include <stdbool.h>

#include "robotsc/lint.h"
#include "text_rules.h"

/* Kinds after those of enum robotsc_diag_kind. */
enum lint_kind {
	LINT_FIELD_TYPO = ROBOTSC_DIAG_KINDS,
	LINT_FIELD_BEGINNING,
	LINT_FIELD_INSIDE,
	LINT_SEVERAL_AGENTS,
	LINT_AGENT_TWICE,
	LINT_AGENT_TYPO,
	LINT_MAKER_NAME,
	LINT_AGENTS_JOINED,
	LINT_RECORDS_APART,
	LINT_STAR_NOT_INHERITED,
	LINT_STAR_CLOSED,
	LINT_SITE_CLOSED,
	LINT_CLOSED_BUT,
	LINT_SEARCH_CLOSED,
	LINT_RECORD_HIDDEN,
	LINT_GROUP_EMPTY,
	LINT_BLANK_ENDS_RECORD,
	LINT_ALLOW_EMPTY,
	LINT_NOT_UTF8,
	LINT_BOM_INSIDE,
	LINT_HIDDEN,
	LINT_UNESCAPED,
	LINT_HASH_CUTS,
	LINT_STAR_AT_END,
	LINT_STAR_REPEATED,
	LINT_SLOW_PATTERN,
	LINT_SEVERAL_PATHS,
	LINT_PATH_LIST,
	LINT_COMMENT_SIGN,
	LINT_ENTITY,
	LINT_HOST_PATH,
	LINT_NOINDEX,
	LINT_LONG_DELAY,
	LINT_REGEX,
	LINT_NO_PATH,
	LINT_DUPLICATE_RULE,
	LINT_DUPLICATE_SPELLING,
	LINT_CONFLICTING_RULES,
	LINT_DEAD_RULE,
	LINT_REDUNDANT_RULE,
	LINT_REDUNDANT_TOGETHER,
	LINT_DIALECT_DIFFERS,
	LINT_ORDER_MATTERS,
	LINT_LICENSE_IN_GROUP,
	LINT_OTHER_LABEL,
	LINT_USAGE_VALUE,
	LINT_SIGNAL_CASE,
	LINT_ASSETS_CLOSED,
	LINT_LIGHTHOUSE,
	LINT_BUDGET,
	LINT_KINDS
};

#define LINT_HOSTS 4

struct linter {
	struct arena *arena;
	struct robotsc_options options; /* diag collects */
	const struct robotsc__dialect *dialect;
	const uint8_t *text;
	size_t len;
	struct document doc; /* the text, read */
	uint64_t granted;    /* steps, at first */
	uint64_t budget;     /* steps that are left */
	uint64_t steps;
	uint32_t undecided;
	struct robotsc_finding *findings;
	size_t n, room;
	struct span hosts[LINT_HOSTS]; /* hosts that the text names as its own */
	uint32_t nhosts;
	bool versions;    /* the text has a Robot-version line */
	bool site_closed; /* it was reported that all crawlers of search are shut out */
	bool failed;      /* no memory */
};

extern const struct robotsc_lint_rule robotsc__lint_table[LINT_KINDS];

/* Add a finding.  NULL: no memory; failed is set. */
struct robotsc_finding *robotsc__lint_add(struct linter *l, unsigned kind, uint32_t line, uint32_t column, size_t length);

/* Add a finding about octets of a line.  Fails as robotsc__lint_add. */
struct robotsc_finding *robotsc__lint_tell_line(struct linter *l, unsigned kind, const struct line *line, const uint8_t *at,
                                                size_t len);

/* Add a finding about the name in a User-agent line.  Fails as robotsc__lint_add. */
struct robotsc_finding *robotsc__lint_tell_agent(struct linter *l, unsigned kind, const struct agent *agent);

/* Add a line to those that a finding names. */
void robotsc__lint_name(struct robotsc_finding *f, uint32_t line);

/* Pay for work.  False: the budget is used up. */
bool robotsc__lint_pay(struct linter *l, uint64_t steps);

#endif
