/* whose.c - see whose.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "whose.h"

/* True where the rules of a label are compared as those of robots are. */
static bool compares_labels(const struct document *doc)
{
	return doc->dialect == robotsc__dialect_find(ROBOTSC_RFC9309);
}

struct whose *robotsc__whose_find(struct arena *a, const struct text *text)
{
	const struct grouping *const g = &text->grouping;
	struct whose *const all = robotsc__arena_zeroed(a, g->npolicies, sizeof *all);
	for (uint32_t i = 0; all && i < g->nnames; i++) {
		const struct label *const label = whose_label(&g->names[i]);
		if (g->names[i].policy == NO_POLICY)
			continue;
		struct whose *const whose = &all[g->names[i].policy];
		whose->robots |= !label;
		if (label && compares_labels(&text->doc))
			whose->label = label;
	}
	if (all && g->star != NO_POLICY)
		all[g->star].robots = true;
	return all;
}

const struct label *robotsc__whose_other(const struct document *doc, uint32_t group)
{
	const struct label *label = NULL;
	for (size_t i = 0; i < doc->nagents && !label && !compares_labels(doc); i++)
		label = doc->agents[i].group == group ? label_of_token(doc->agents[i].token) : NULL;
	return label;
}
