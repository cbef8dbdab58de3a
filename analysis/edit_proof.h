/* edit_proof.h - which robots an edit is for, and a proof that it changes only them, as asked
 * for.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_EDIT_PROOF_H
#define ROBOTSC_EDIT_PROOF_H

#include "robotsc/summary.h"
#include "support/arena.h"

/* What an edit is to do with a robot. */
enum edit_aim {
	AIM_NONE,
	AIM_SHUT,
	AIM_OPEN
};

/* A crawler of the list, or another robot that is asked for. */
struct edit_robot {
	struct robotsc_text token;
	const struct robotsc_crawler *crawler; /* or NULL */
	struct robotsc_text tokens[ROBOTSC_CRAWLER_TOKENS];
	size_t ntokens;
	enum edit_aim aim;
	bool by_token; /* the aim was given for its token, not its purpose */
	bool reached;  /* the text before is already as the aim says */
	bool written;  /* it gets a group */
	bool kept;     /* it gets a name in the group that it obeyed */
	bool placed;   /* written or kept has been done */
};

struct edit_proof {
	struct robotsc_summary_question question; /* it asks about all crawlers of its list */
	struct arena *arena;
	struct robotsc_text texts[2];          /* before and after */
	const struct robotsc_summary *sums[2]; /* summaries of these texts */
	struct edit_robot *robots;             /* first those of the list */
	size_t nrobots, room;
};

/* The robot of a token, or NULL. */
struct edit_robot *robotsc__edit_robot(struct edit_proof *p, struct robotsc_text token);

/* Summarize the text before the edit, list the robots, and note which are already as their aim
 * says. list: the question's crawlers.  names, n: which names to shut out, and which to let in. */
enum robotsc_status robotsc__edit_aim(struct edit_proof *p, const struct robotsc_crawler *list,
                                      const struct robotsc_text *const names[2], const size_t n[2]);

/* Prove an edit: each robot with an aim is as its aim says, and nothing changes for other robots.
 * If that is not proved, edit says for which robot. */
enum robotsc_status robotsc__edit_prove(struct edit_proof *p, struct robotsc_access_edit *edit);

#endif
