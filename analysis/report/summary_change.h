/* summary_change.h - what changed between two texts, for each robot.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_SUMMARY_CHANGE_H
#define ROBOTSC_SUMMARY_CHANGE_H

#include <stdbool.h>

#include "robotsc/summary.h"
#include "summary_formats.h"
#include "support/arena.h"

/* Find the changes; out->s and out->arena are given.  Fails as robotsc_compare. */
enum robotsc_status robotsc__summary_changes(const struct robotsc_summary_question *question,
                                             const struct robotsc_report_file *before, const struct robotsc_report_file *now,
                                             struct summary_changes *out);

/* True if the other summary has a record of the file too. */
bool robotsc__summary_has(const struct robotsc_summary *s, const struct robotsc_summary_record *record);

void robotsc__summary_changes_text(struct report_writer *w, const struct summary_changes *changes, struct robotsc_text name);
void robotsc__summary_changes_json(struct summary_page *page, const struct summary_changes *changes, struct robotsc_text name);

/* ---- the robots of two summaries, by the answers that they have in both ---- */

/* What changed for the robots that had one answer, and have another one. */
struct summary_change {
	enum robotsc_dialect dialect;
	uint32_t answers[2];               /* before, now */
	uint32_t pair;                     /* of these answers, from 0 */
	uint32_t first;                    /* its first robot, of those now and then those before */
	uint32_t before;                   /* the change of the same pair that was kept before it */
	bool ignores_star, compared;       /* not compared: the budget did not suffice */
	const struct robotsc_text *robots; /* an empty one: all others */
	size_t nrobots;
	enum robotsc_answer answer; /* whether a verdict changed */
	/* Newly disallowed, newly allowed; .at NULL: none was found. */
	struct robotsc_text paths[2];
	bool complete;            /* there are no others */
	bool delays, preferences; /* these differ */
};

/* All changes, and the two summaries. */
struct summary_changes {
	const struct robotsc_summary *s[2]; /* before, now */
	struct summary_change *all;         /* those that changed something */
	size_t n;
	uint32_t npairs;
	struct arena *arena;
};

#endif
