/* edit_proof.h - whom an edit is about, and that it does what was asked for, and nothing else.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_EDIT_PROOF_H
#define ROBOTSC_EDIT_PROOF_H

#include "robotsc/summary.h"
#include "support/arena.h"

/* What is to become of a robot. */
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
	bool reached;  /* it is as the aim says already before the edit */
	bool written;  /* it gets a group */
	bool kept;     /* it gets a name in the group that it obeyed */
	bool placed;   /* it has the group, or the name */
};

struct edit_proof {
	struct robotsc_summary_question question; /* all crawlers of its list are answered for */
	struct arena *arena;
	struct robotsc_text texts[2];          /* before and after */
	const struct robotsc_summary *sums[2]; /* of these */
	struct edit_robot *robots;             /* those of the list are first */
	size_t nrobots, room;
};

/* The robot of a token, or NULL. */
struct edit_robot *robotsc__edit_robot(struct edit_proof *p, struct robotsc_text token);

/* Summarize the text before, list the robots, and see which of them are as their aim says already.
 * list: the crawlers of the question; names and n: of those who are shut out, and let in. */
enum robotsc_status robotsc__edit_aim(struct edit_proof *p, const struct robotsc_crawler *list,
                                      const struct robotsc_text *const names[2], const size_t n[2]);

/* Prove an edit: each robot with an aim is as this says, and nothing changes for any other.  If
 * that is not proved, edit says for whom. */
enum robotsc_status robotsc__edit_prove(struct edit_proof *p, struct robotsc_access_edit *edit);

#endif
