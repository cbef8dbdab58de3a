/* snapshot_settings.c - names the first setting in which two snapshots or stores differ.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdbool.h>

#include "hosts/agent_order.h"
#include "robotsc/snapshot_make.h"

/* How often a list has an agent. */
static size_t count_agent(const struct robotsc_store_settings *s, const struct robotsc_text *agent)
{
	size_t n = 0;
	for (size_t i = 0; i < s->nagents; i++)
		n += agent_order(&s->agents[i], agent) == 0;
	return n;
}

/* True for the same agents in any order. */
static bool same_agents(const struct robotsc_store_settings *a, const struct robotsc_store_settings *b)
{
	if (a->nagents != b->nagents)
		return false;
	for (size_t i = 0; i < a->nagents; i++)
		if (agent_order(&a->agents[i], &b->agents[i]) != 0 &&
		    count_agent(a, &a->agents[i]) != count_agent(b, &a->agents[i]))
			return false;
	return true;
}

const char *robotsc_settings_difference(const struct robotsc_store_settings *a, const struct robotsc_store_settings *b)
{
	return a->dialect != b->dialect                         ? "dialect"
	       : !a->strict_fields != !b->strict_fields         ? "strict-fields"
	       : a->limit != b->limit                           ? "limit"
	       : !same_agents(a, b)                             ? "agents"
	       : !a->conner2_rest_deny != !b->conner2_rest_deny ? "conner2-rest"
	       : !a->extensions != !b->extensions               ? "extensions"
	       : !a->aipref_rule != !b->aipref_rule             ? "aipref-rule"
	       : a->redirect_scope != b->redirect_scope         ? "redirect-scope"
	       : a->challenge != b->challenge                   ? "challenge"
	                                                        : NULL;
}

void robotsc_snapshot_settings(const struct robotsc_snapshot *snapshot, struct robotsc_store_settings *settings,
                               struct robotsc_text *agents)
{
	struct robotsc_snapshot_info info;
	robotsc_snapshot_info(snapshot, &info);
	for (uint32_t i = 0; i < info.agents; i++)
		agents[i] = robotsc_snapshot_agent(snapshot, i);
	*settings = (struct robotsc_store_settings){.dialect = info.dialect,
	                                            .strict_fields = info.strict_fields,
	                                            .limit = info.limit,
	                                            .agents = agents,
	                                            .nagents = info.agents,
	                                            .conner2_rest_deny = info.conner2_rest_deny,
	                                            .extensions = info.extensions,
	                                            .aipref_rule = info.aipref_rule,
	                                            .redirect_scope = info.redirect_scope,
	                                            .challenge = info.challenge};
}
