/* summary_formats.h - a summary, in each format.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_SUMMARY_FORMATS_H
#define ROBOTSC_SUMMARY_FORMATS_H

#include <stdbool.h>

#include "../summary_same.h"
#include "robotsc/summary.h"
#include "spelling.h"
#include "support/arena.h"
#include "writer.h"

struct summary_changes;

#define SUMMARY_PURPOSES 32 /* most purposes that are told apart */

/* Which robots of the chosen answers a line is about. */
enum summary_kind {
	SUMMARY_CRAWLERS, /* of one purpose */
	SUMMARY_NAMED,    /* robots that only the file names */
	SUMMARY_OTHERS    /* all others */
};

/* What is needed while a summary is written. */
struct summary_page {
	const struct robotsc_report *report;
	const struct robotsc_summary_question *question;
	const struct robotsc_report_file *file, *against; /* against NULL: nothing */
	const struct robotsc_summary *s;
	const struct summary_changes *changes;  /* or NULL */
	const char *purposes[SUMMARY_PURPOSES]; /* in the order of the list */
	size_t npurposes;
	bool *chosen;     /* by answer */
	uint32_t *within; /* by part of an answer: the smallest part around it, or UINT32_MAX */
	struct report_writer writer;
};

/* Summarize the file of a page, and prepare to write.  Close the page even after an error. */
enum robotsc_status robotsc__summary_page_open(struct summary_page *page, struct arena *arena);
void robotsc__summary_page_close(struct summary_page *page, struct arena *arena);

void robotsc__summary_text(struct summary_page *page);
void robotsc__summary_json(struct summary_page *page);

/* Write an answer as text, with the robots of the chosen answers. */
void robotsc__summary_answer_text(struct summary_page *page, size_t answer);

/* Find the smallest part around each part of an answer: page->within.  Cost O(octets). */
void robotsc__summary_place(struct summary_page *page, const struct robotsc_summary_answer *answer);

/* True if a part, not the rest, has another extent than what is around it, or if that is partly
 * open or unknown. */
bool robotsc__summary_is_listed(const struct summary_page *page, const struct robotsc_summary_answer *answer, size_t i);

/* Choose an answer, and all of the same extent that have a group if this one has a group, else
 * none.  An answer of ROBOTSC_EXTENT_PARTLY or _UNKNOWN is chosen alone. */
void robotsc__summary_choose(struct summary_page *page, size_t answer);

/* True if robotsc__summary_choose of an earlier answer also chooses this one. */
bool robotsc__summary_is_merged(const struct robotsc_summary *s, size_t answer);

/* The finding of lines that hold another field inside their value, or NULL. */
const struct robotsc_summary_finding *robotsc__summary_inside(const struct robotsc_summary *s);

/* True if a robot of the chosen answers is of a kind; purpose: only for SUMMARY_CRAWLERS. */
bool robotsc__summary_is_of(const struct summary_page *page, const struct robotsc_summary_robot *robot, enum summary_kind kind,
                            const char *purpose);

/* "partly open" */
const char *robotsc__summary_extent(enum robotsc_extent extent);

/* The heading of an answer: "Partly open; the front page is closed". */
const char *robotsc__summary_heading(const struct summary_page *page, size_t number);

/* True if an answer is closed but for what some patterns match.  Its heading ends in these. */
bool robotsc__summary_is_closed_but(const struct summary_page *page, size_t answer);
/* Write the first patterns of a list, and how many more there are. */
void robotsc__summary_put_patterns(struct summary_page *page, const struct summary_patterns *patterns,
                                   void (*put)(struct summary_page *page, struct robotsc_text pattern));
void robotsc__summary_put_but(struct summary_page *page, size_t answer,
                              void (*put)(struct summary_page *page, struct robotsc_text pattern));

/* ---- what changed between two texts, for each robot ---- */

/* Find the changes; out->s, out->arena, out->left_out and out->ctx are given.  Fails as
 * robotsc_compare. */
enum robotsc_status robotsc__summary_changes(const struct robotsc_summary_question *question,
                                             const struct robotsc_report_file *before, const struct robotsc_report_file *now,
                                             struct summary_changes *out);

void robotsc__summary_changes_text(struct report_writer *w, const struct summary_changes *changes, struct robotsc_text name);
void robotsc__summary_changes_json(struct summary_page *page, const struct summary_changes *changes, struct robotsc_text name);

/* ---- the robots of two summaries, by the answers that they have in both ---- */

/* What changed for the robots that have the same pair of answers, before and now. */
struct summary_change {
	enum robotsc_dialect dialect;
	uint32_t answers[2];               /* before, now */
	uint32_t pair;                     /* the number of this pair of answers, from 0 */
	uint32_t first;                    /* its first robot: new ones come before old ones */
	uint32_t before;                   /* the change of this pair that was kept before */
	bool ignores_star, compared;       /* not compared: the budget did not suffice */
	const struct robotsc_text *robots; /* an empty token: all others */
	size_t nrobots;
	enum robotsc_answer answer; /* whether a verdict changed */
	/* Newly disallowed, newly allowed; .at NULL: none was found. */
	struct robotsc_text paths[2];
	bool complete;            /* all was explored: without a path a direction has none */
	bool delays, preferences; /* these differ */
};

/* All changes, and the two summaries. */
struct summary_changes {
	const struct robotsc_summary *s[2]; /* before, now */
	struct summary_change *all;         /* those that changed something */
	size_t n;
	uint32_t npairs;
	struct arena *arena;
	/* In: true for a robot that is not compared; NULL: all are compared. */
	bool (*left_out)(const void *ctx, struct robotsc_text robot);
	const void *ctx;
};

#endif
