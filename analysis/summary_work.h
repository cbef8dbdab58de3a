/* summary_work.h - what the sources that make a summary share.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_SUMMARY_WORK_H
#define ROBOTSC_SUMMARY_WORK_H

#include "robotsc/summary.h"
#include "summary_same.h"
#include "support/arena.h"
#include "text_rules.h"

#define SUMMARY_DIALECTS 5
#define SUMMARY_NONE UINT32_MAX

/* The text as a dialect reads it. */
struct summary_reading {
	struct text text;
	void *bytes; /* octets of the blob; NULL: the text was not read yet */
	size_t len;
	struct robotsc_blob blob;
	struct robotsc_extensions ext;
	struct robotsc_summary_lines *groups;
	/* Rules that state a label for some paths only. */
	uint32_t signals_below;
	uint32_t *by_name; /* User-agent lines but "*", by name; of one name in file order */
	size_t nby_name;
	/* By policy (last: without one): the last answer made for it, or SUMMARY_NONE. */
	uint32_t *answers;
	struct robotsc_finding **star; /* by policy: a finding with lines of "*"; or NULL */
};

/* What an answer was made from: robots with the same groups and records share it. */
struct summary_known {
	uint32_t before;              /* the policy's answer before this one, or SUMMARY_NONE */
	uint32_t member, members_end; /* records: members of struct robotsc_lines */
	struct summary_lists lists;
};

/* A summary in the making. */
struct summarizing {
	const struct robotsc_summary_question *question;
	struct robotsc_options options;
	const uint8_t *robots;
	size_t len;
	struct arena *keep; /* of the summary */
	struct arena work;
	uint64_t budget; /* steps that are left */
	uint32_t undecided;
	struct summary_reading readings[SUMMARY_DIALECTS];
	struct robotsc_summary_answer *answers;
	struct summary_known *known; /* by answer */
	size_t nanswers, answers_room, known_room;
	struct robotsc_summary_robot *robots_found;
	size_t nrobots, robots_room;
	struct summary_lists lists; /* lists of the answer that is made now */
	/* of its parts */
	struct robotsc_part *parts;
	size_t nparts, parts_room;
	bool failed; /* no memory */
};

/* Subtract steps from the budget, but not below 0. */
static inline void summary_pay(struct summarizing *s, uint64_t steps)
{
	s->budget -= steps < s->budget ? steps : s->budget;
}

/* Copy a text into the summary's memory.  .at NULL: no memory. */
struct robotsc_text robotsc__summary_copy(struct summarizing *s, struct robotsc_text text);

/* Read the text in a dialect, once.  Fails as robotsc_compile. */
enum robotsc_status robotsc__summary_read(struct summarizing *s, enum robotsc_dialect dialect, struct summary_reading **out);

/* The groups that name a robot, or "*" if token is NULL, in file order.  *n: how many.  NULL: no
 * memory. */
uint32_t *robotsc__summary_groups(struct summarizing *s, const struct summary_reading *r, const struct robotsc_text *token,
                                  size_t *n);

/* Find the answer for a robot: for its first token that has a group, else for "*" unless it ignores
 * that.  Adds the robot to the list.  Fails ROBOTSC_ERR_NOMEM only, once the text was read. */
enum robotsc_status robotsc__summary_answer(struct summarizing *s, struct summary_reading *r, const struct robotsc_text *tokens,
                                            size_t n, bool ignores_star, struct robotsc_summary_robot *robot);

/* Keep the records of a group, or of the file (group NULL); fields: which ones, as bits. */
enum robotsc_status robotsc__summary_records(struct summarizing *s, const struct summary_reading *r,
                                             const struct robotsc_group *group, uint32_t fields,
                                             const struct robotsc_summary_record **out, size_t *n);

#endif
