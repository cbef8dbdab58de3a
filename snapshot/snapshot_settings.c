/* snapshot_settings.c - the settings of a snapshot, and in which setting two differ.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdbool.h>
#include <string.h>

#include "robotsc/snapshot_make.h"

static bool same_agents(const struct robotsc_store_settings *a, const struct robotsc_store_settings *b)
{
	if (a->nagents != b->nagents)
		return false;
	for (size_t i = 0; i < a->nagents; i++)
		if (a->agents[i].len != b->agents[i].len || memcmp(a->agents[i].at, b->agents[i].at, a->agents[i].len) != 0)
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
