/* operand.c - see operand.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "operand.h"

#include "match/blob_layout.h"
#include "robotsc/inspect.h"

enum robotsc_status robotsc__operand_read(struct arena *a, const struct robotsc_side *from, struct operand *out)
{
	out->blob = from->blob;
	if (from->blob)
		return ROBOTSC_OK;
	return robotsc__text_rules_read(a, from->options, from->robots, from->len, &out->text);
}

uint32_t robotsc__operand_policy(const struct operand *operand, const struct robotsc_text *tokens, size_t n)
{
	struct robotsc_group group;
	if (!operand->blob)
		return robotsc__text_rules_find(&operand->text, tokens, n);
	if (robotsc_select(operand->blob, tokens, n, &group) != ROBOTSC_OK)
		return OPERAND_REFUSED;
	return group.machine
	               ? (uint32_t)(group.more ? group.of.list.at - operand->blob->bytes : group.machine - operand->blob->bytes)
	               : (uint32_t)group.verdict;
}

uint32_t robotsc__operand_looks(const struct operand *operand)
{
	struct robotsc_info info;
	if (!operand->blob)
		return operand->text.dialect->records ? operand->text.grouping.nnames : 0;
	robotsc_blob_info(operand->blob, &info);
	return operand->blob->match == MATCH_TOKEN ? 0 : info.agents;
}

bool robotsc__operand_name(const struct operand *operand, uint32_t i, struct robotsc_text *name)
{
	struct robotsc_agent_info agent;
	if (operand->blob) {
		if (!robotsc_agent_at(operand->blob, i, &agent))
			return false;
		*name = agent.token;
		return true;
	}
	if (i >= operand->text.grouping.nnames)
		return false;
	*name = (struct robotsc_text){(const char *)operand->text.grouping.names[i].token, operand->text.grouping.names[i].len};
	return true;
}

enum robotsc_status robotsc__operand_open(struct arena *a, const struct operand *operand, const struct robotsc_text *tokens,
                                          size_t n, struct decider *out)
{
	if (!operand->blob) {
		const uint32_t policy = robotsc__text_rules_find(&operand->text, tokens, n);
		out->dfa = &out->rules.dfa;
		return policy == OPERAND_REFUSED ? ROBOTSC_ERR_AGENT
		                                 : robotsc__text_rules_of(a, &operand->text, policy, &out->rules);
	}
	const enum robotsc_status status = robotsc_select(operand->blob, tokens, n, &out->group);
	out->dfa = &out->machine.rules.dfa;
	return status == ROBOTSC_OK ? robotsc__lazy_machines_open(a, &out->group, &out->machine) : status;
}
