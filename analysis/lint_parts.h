/* lint_parts.h - the parts of lint.  Each adds its findings, and fails ROBOTSC_ERR_NOMEM only.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_LINT_PARTS_H
#define ROBOTSC_LINT_PARTS_H

#include "lint_entries.h"

/* What single lines look like (lint_lines.c). */
enum robotsc_status robotsc__lint_lines(struct linter *l);

/* What a line of Content-Usage or Content-Signal names (lint_labels.c).  No memory: failed is
 * set. */
void robotsc__lint_labels(struct linter *l, const struct line *line);

/* Rules on which no verdict depends (lint_rules.c): those that never decide (lint_dead.c), and
 * those that may go although they decide (lint_redundant.c). */
enum robotsc_status robotsc__lint_rules(struct linter *l, const struct text *text);
enum robotsc_status robotsc__lint_dead(struct rules_linter *r);
enum robotsc_status robotsc__lint_redundant(struct rules_linter *r);

/* What other dialects make of the file (lint_dialects.c). */
enum robotsc_status robotsc__lint_dialects(struct linter *l, const struct document *doc);

/* Lines of "*" that do not hold for a robot with rules of its own (lint_star.c). */
enum robotsc_status robotsc__lint_star(struct linter *l, const struct text *text);

/* Whether "*", whose rules these are, leaves no path open, or only what a few lines open
 * (lint_closed.c).  told: out, it leaves none open. */
enum robotsc_status robotsc__lint_closed(struct linter *l, const struct text *text, const struct lazy_rules *star, bool *told);

/* For a public site, which crawlers of search are kept out (lint_closed.c). */
enum robotsc_status robotsc__lint_public(struct linter *l, const struct text *text);

/* True if a line that every path matches says this. */
bool robotsc__lint_decides_all(const struct lazy_rules *policy, enum robotsc_verdict verdict);

/* Records that no robot obeys (lint_records.c).  No memory: failed is set. */
void robotsc__lint_records(struct linter *l, const struct document *doc);

#endif
