/* edit_proof.c - see edit_proof.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "edit_proof.h"

#include <string.h>

#include "access/text.h"
#include "crawler_table.h"
#include "report/summary_formats.h"

static const struct robotsc_text nothing = {"", 0};

/* True if a robot is shut out or let in on a side, as its aim says.  *known: false if the budget
 * did not suffice. */
static bool is_reached(const struct edit_proof *p, int side, const struct edit_robot *robot, bool *known)
{
	const struct robotsc_summary *const s = p->sums[side];
	enum robotsc_extent extent = ROBOTSC_EXTENT_UNKNOWN;
	for (size_t i = 0; i < s->nrobots; i++) {
		const bool is_it = compare_folded(s->robots[i].token, robot->token) == 0;
		if (is_it || s->robots[i].token.len == 0)
			extent = s->answers[s->robots[i].answer].extent;
		if (is_it)
			break;
	}
	*known = extent != ROBOTSC_EXTENT_UNKNOWN;
	return extent == (robot->aim == AIM_SHUT ? ROBOTSC_EXTENT_CLOSED : ROBOTSC_EXTENT_OPEN);
}

/* ---- whom it is about ---------------------------------------------------------------- */

struct edit_robot *robotsc__edit_robot(struct edit_proof *p, struct robotsc_text token)
{
	for (size_t i = 0; i < p->nrobots; i++)
		if (compare_folded(p->robots[i].token, token) == 0)
			return &p->robots[i];
	return NULL;
}

static struct edit_robot *add_robot(struct edit_proof *p, struct robotsc_text token, const struct robotsc_crawler *crawler)
{
	const struct robotsc_summary_question *const q = &p->question;
	if (p->nrobots == p->room && !robotsc__arena_grow(p->arena, (void **)&p->robots, &p->room, sizeof *p->robots))
		return NULL;
	struct edit_robot *const robot = &p->robots[p->nrobots++];
	*robot = (struct edit_robot){.token = token, .crawler = crawler};
	robot->ntokens = robotsc_crawler_tokens(q->crawlers, q->ncrawlers, token, robot->tokens);
	return robot;
}

/* Give an aim to the robots of a name.  An aim by token outweighs one by purpose. */
static enum robotsc_status aim_at(struct edit_proof *p, struct robotsc_text name, enum edit_aim aim)
{
	struct edit_robot *robot;
	bool is_purpose = false;
	if (name.len == 0 || name.at[0] == '*')
		return ROBOTSC_ERR_ARGUMENT;
	for (size_t i = 0; i < p->nrobots; i++) {
		const struct robotsc_crawler *const c = p->robots[i].crawler;
		if (!c || compare_folded(text_of_string(c->purpose), name) != 0)
			continue;
		is_purpose = true;
		if (c->only_named || p->robots[i].by_token)
			continue;
		p->robots[i].aim = aim;
	}
	if (is_purpose)
		return ROBOTSC_OK;
	robot = robotsc__edit_robot(p, name);
	if (!robot)
		robot = add_robot(p, name, NULL);
	if (!robot)
		return ROBOTSC_ERR_NOMEM;
	robot->by_token = true;
	robot->aim = aim;
	return ROBOTSC_OK;
}

enum robotsc_status robotsc__edit_aim(struct edit_proof *p, const struct robotsc_crawler *list,
                                      const struct robotsc_text *const names_of[2], const size_t n[2])
{
	const struct robotsc_summary_question *const q = &p->question;
	enum robotsc_status status = robotsc_summarize(q, p->texts[0].at, p->texts[0].len, &p->sums[0]);
	bool known;
	for (size_t i = 0; i < q->ncrawlers && status == ROBOTSC_OK; i++)
		if (!add_robot(p, text_of_string(list[i].token), &list[i]))
			return ROBOTSC_ERR_NOMEM;
	for (int k = 0; k < 2; k++)
		for (size_t i = 0; i < n[k] && status == ROBOTSC_OK; i++) {
			for (size_t other = 0; other < n[!k]; other++)
				if (compare_folded(names_of[k][i], names_of[!k][other]) == 0)
					return ROBOTSC_ERR_ARGUMENT;
			status = aim_at(p, names_of[k][i], k ? AIM_OPEN : AIM_SHUT);
		}
	for (size_t i = 0; i < p->nrobots && status == ROBOTSC_OK; i++)
		p->robots[i].reached = p->robots[i].aim != AIM_NONE && is_reached(p, 0, &p->robots[i], &known);
	return status;
}

/* ---- what is proved ------------------------------------------------------------------ */

/* Note the robot for which something is not proved.  Only the first call has an effect. */
static void fail(struct robotsc_access_edit *edit, enum robotsc_edit_outcome outcome, struct robotsc_text robot,
                 struct robotsc_text path)
{
	if (edit->outcome != ROBOTSC_EDIT_PROVED)
		return;
	edit->outcome = outcome;
	edit->robot = robot;
	edit->path = path;
}

static void prove_aims(const struct edit_proof *p, struct robotsc_access_edit *edit)
{
	for (size_t i = 0; i < p->nrobots; i++) {
		const struct edit_robot *const robot = &p->robots[i];
		bool known;
		if (robot->aim == AIM_NONE || is_reached(p, 1, robot, &known))
			continue;
		fail(edit,
		     !known                   ? ROBOTSC_EDIT_UNKNOWN
		     : robot->aim == AIM_SHUT ? ROBOTSC_EDIT_NOT_CLOSED
		                              : ROBOTSC_EDIT_NOT_OPEN,
		     robot->token, nothing);
	}
}

/* True for a robot that something was asked for. */
static bool is_asked(const void *ctx, struct robotsc_text token)
{
	const struct edit_proof *const p = ctx;
	for (size_t i = 0; i < p->nrobots; i++)
		if (p->robots[i].aim != AIM_NONE && compare_folded(p->robots[i].token, token) == 0)
			return true;
	return false;
}

static void prove_others(const struct summary_changes *changes, struct robotsc_access_edit *edit)
{
	for (size_t i = 0; i < changes->n; i++) {
		const struct summary_change *const change = &changes->all[i];
		const bool differs = change->answer == ROBOTSC_DIFFERENT;
		fail(edit,
		     differs                          ? ROBOTSC_EDIT_CHANGES
		     : change->answer == ROBOTSC_SAME ? ROBOTSC_EDIT_RECORDS
		                                      : ROBOTSC_EDIT_UNKNOWN,
		     *change->robots, differs ? change->paths[change->paths[0].len == 0] : nothing);
	}
}

/* True if two summaries have the same lines for the whole file. */
static bool same_records(const struct robotsc_summary *a, const struct robotsc_summary *b)
{
	for (size_t i = 0; i < a->nrecords && i < b->nrecords; i++)
		if (a->records[i].field != b->records[i].field ||
		    !robotsc__summary_same_text(a->records[i].value, b->records[i].value))
			return false;
	return a->nrecords == b->nrecords;
}

enum robotsc_status robotsc__edit_prove(struct edit_proof *p, struct robotsc_access_edit *edit)
{
	struct robotsc_report_file files[2];
	struct summary_changes changes = {.arena = p->arena, .left_out = is_asked, .ctx = p};
	enum robotsc_status status = robotsc_summarize(&p->question, p->texts[1].at, p->texts[1].len, &p->sums[1]);
	if (status != ROBOTSC_OK)
		return status;
	for (int side = 0; side < 2; side++) {
		changes.s[side] = p->sums[side];
		files[side] = (struct robotsc_report_file){.robots = p->texts[side].at, .len = p->texts[side].len};
	}
	status = robotsc__summary_changes(&p->question, &files[0], &files[1], &changes);
	if (status != ROBOTSC_OK)
		return status;
	prove_aims(p, edit);
	prove_others(&changes, edit);
	if (p->sums[0]->left_out || p->sums[1]->left_out)
		fail(edit, ROBOTSC_EDIT_UNKNOWN, nothing, nothing);
	if (!same_records(p->sums[0], p->sums[1]))
		fail(edit, ROBOTSC_EDIT_RECORDS, nothing, nothing);
	return ROBOTSC_OK;
}
