/* explain_answer.h - all that a report says about a URL.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_EXPLAIN_ANSWER_H
#define ROBOTSC_EXPLAIN_ANSWER_H

#include "robotsc/prove.h"
#include "robotsc/report.h"
#include "spelling.h"
#include "support/arena.h"
#include "writer.h"

/* A change, in memory of the arena. */
struct answer_change {
	struct robotsc_change change; /* all lines to remove have the same "with" */
	/* Of the first line to remove and of the shortest rule: whether other verdicts turn around,
	 * too, beyond those of the narrowest change; ROBOTSC_SAME: none, which is proved. */
	enum robotsc_answer others;
	struct robotsc_text also; /* the path of one; .at NULL: none was found */
};

struct answer {
	const struct robotsc_report_url *asked;
	enum robotsc_dialect dialect;
	struct robotsc_explanation e;
	struct robotsc_match *matches; /* in line order */
	struct answer_change *changes; /* the rule for the path alone first */
	size_t nmatches, nchanges;
	/* of collecting */
	size_t matches_room, changes_room;
	struct arena arena;
	bool failed; /* there was no memory */
};

/* Find the answer.  Call robotsc__answer_free in any case. */
enum robotsc_status robotsc__answer_find(struct answer *a, const struct robotsc_report_url *asked);
void robotsc__answer_free(struct answer *a);

/* Whose group holds, when there is one. */
struct robotsc_text robotsc__answer_agent(const struct answer *a);

/* Whether it is known of a change which other verdicts turn around. */
bool robotsc__answer_is_wide(const struct answer *a, size_t i);

const char *robotsc__answer_verdict(enum robotsc_verdict verdict);

void robotsc__answer_text(struct report_writer *w, const struct robotsc_report *report, const struct answer *a);

#endif
