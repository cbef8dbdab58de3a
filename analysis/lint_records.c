/* lint_records.c - records that no robot obeys.  In the dialects with records, a robot obeys the
 * first record that names it.
 *
 * An agent's name may name many robots: those whose name is part of it, holds it or begins with it,
 * as the dialect says.  All of them also find each earlier record that the robot of exactly this
 * name finds.  So it is enough to look for that robot.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "lint_parts.h"
#include "text/usage_labels.h"

/* The part of a name before its first '/', where a robot's name ends; *rest: the part after. */
static struct span first_piece(struct span name, struct span *rest)
{
	size_t n = 0;
	while (n < name.len && name.at[n] != '/')
		n++;
	const size_t passed = n < name.len ? n + 1 : n;
	*rest = (struct span){name.at + passed, name.len - passed};
	return (struct span){name.at, n};
}

/* True if a robot that an agent names obeys its record, or if the record states a label.  Otherwise
 * *earlier is the agent in an earlier record that the robot finds. */
static bool is_obeyed(struct linter *l, const struct document *doc, const struct agent *agent, const struct agent **earlier)
{
	struct span rest = agent->token;
	/* A second "*" is reported already. */
	bool obeyed = agent->star || label_of_token(agent->token);
	while (!obeyed && rest.len && robotsc__lint_pay(l, 1 + doc->nagents)) {
		const struct span piece = first_piece(rest, &rest), robot = doc->dialect->robot(&piece);
		const struct agent *found = robotsc__parse_record(doc, &robot);
		obeyed = found && found->group == agent->group;
		*earlier = found && !obeyed ? found : *earlier;
	}
	return obeyed;
}

void robotsc__lint_records(struct linter *l, const struct document *doc)
{
	if (!doc->dialect->records)
		return;
	for (size_t i = 0, end; i < doc->nagents; i = end) {
		const struct agent *earlier = NULL;
		bool obeyed = false;
		for (end = i; end < doc->nagents && doc->agents[end].group == doc->agents[i].group; end++)
			obeyed = obeyed || is_obeyed(l, doc, &doc->agents[end], &earlier);
		if (!obeyed && !l->budget) {
			l->undecided++;
			return;
		}
		if (obeyed || !earlier)
			continue;
		struct robotsc_finding *const f = robotsc__lint_tell_agent(l, LINT_RECORD_HIDDEN, &doc->agents[i]);
		if (f)
			robotsc__lint_name(f, earlier->line);
	}
}
