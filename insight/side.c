/* side.c - see side.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "side.h"

#include "blob_layout.h"
#include "robotsc/inspect.h"

enum robotsc_status robotsc__side_read(struct arena *a, const struct robotsc_side *from, struct side *out)
{
	out->blob = from->blob;
	if (from->blob)
		return ROBOTSC_OK;
	return robotsc__text_read(a, from->options, from->robots, from->len, &out->text);
}

uint32_t robotsc__side_policy(const struct side *side, const struct robotsc_text *tokens, size_t n)
{
	struct robotsc_group group;
	if (!side->blob)
		return robotsc__text_find(&side->text, tokens, n);
	if (robotsc_select(side->blob, tokens, n, &group) != ROBOTSC_OK)
		return SIDE_REFUSED;
	return group.machine ? (uint32_t)(group.more ? group.of.list.at - side->blob->bytes : group.machine - side->blob->bytes)
	                     : (uint32_t)group.verdict;
}

uint32_t robotsc__side_looks(const struct side *side)
{
	struct robotsc_info info;
	if (!side->blob)
		return side->text.dialect->records ? side->text.grouping.nnames : 0;
	robotsc_blob_info(side->blob, &info);
	return side->blob->match == MATCH_TOKEN ? 0 : info.agents;
}

int robotsc__side_name(const struct side *side, uint32_t i, struct robotsc_text *name)
{
	struct robotsc_agent_info agent;
	if (side->blob) {
		if (!robotsc_agent_at(side->blob, i, &agent))
			return 0;
		*name = agent.token;
		return 1;
	}
	if (i >= side->text.grouping.nnames)
		return 0;
	*name = (struct robotsc_text){(const char *)side->text.grouping.names[i].token, side->text.grouping.names[i].len};
	return 1;
}

enum robotsc_status robotsc__side_open(struct arena *a, const struct side *side, const struct robotsc_text *tokens, size_t n,
                                       struct decider *out)
{
	if (!side->blob) {
		out->source = &out->rules.source;
		return robotsc__rules_open(a, &side->text, robotsc__text_find(&side->text, tokens, n), &out->rules);
	}
	const enum robotsc_status status = robotsc_select(side->blob, tokens, n, &out->group);
	out->source = &out->machine.rules.source;
	return status == ROBOTSC_OK ? robotsc__machine_open(a, &out->group, &out->machine) : status;
}
