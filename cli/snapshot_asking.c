/* snapshot_asking.c - see snapshot_asking.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "agent.h"
#include "args.h"
#include "exit_status.h"
#include "messages.h"
#include "snapshot_asking.h"
#include "text_print.h"

#define EXAMPLES 3 /* in each direction */

static bool same_agents(const struct robotsc_store_settings *a, const struct robotsc_store_settings *b)
{
	if (a->nagents != b->nagents)
		return false;
	for (size_t i = 0; i < a->nagents; i++)
		if (a->agents[i].len != b->agents[i].len || memcmp(a->agents[i].at, b->agents[i].at, a->agents[i].len) != 0)
			return false;
	return true;
}

static bool is_made_for(const struct robotsc_store_settings *settings, struct robotsc_text agent)
{
	for (size_t i = 0; i < settings->nagents; i++)
		if (settings->agents[i].len == agent.len && memcmp(settings->agents[i].at, agent.at, agent.len) == 0)
			return true;
	return settings->nagents == 0;
}

/* Returns 0, or CLI_TROUBLE after a message. */
static int check_agents(const struct cli_asking_changes *a, const struct cli_snapshot_files *files, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		if (!a->tokens.n && !same_agents(&files[i].settings, &files->settings))
			return cli_complain("%s and %s were made for other agents; name one that both have with --agent",
			                    files->name, files[i].name);
		for (size_t k = 0; k < a->tokens.n; k++)
			if (!is_made_for(&files[i].settings, a->tokens.at[k]))
				return cli_refuse_agent(files[i].name, &files[i].settings, "name one of them with --agent");
	}
	return 0;
}

int cli_asking_changes_begin(struct cli_asking_changes *a, const struct cli_settings *s, const struct cli_snapshot_files *files,
                             size_t n)
{
	*a = (struct cli_asking_changes){
		.s = s, .report = cli_report(s), .question = {.budget = s->budget, .most = EXAMPLES, .usual = s->usual}};
	a->report.many = 1;
	if ((s->agents.n || s->tokens.n > 1) && cli_cut_tokens(s, files->settings.dialect, &a->tokens) != 0)
		return CLI_TROUBLE;
	a->agents = a->tokens.n ? a->tokens.at : files->settings.agents;
	a->nagents = a->tokens.n ? 1 : files->settings.nagents;
	return check_agents(a, files, n);
}

int cli_ask_change(const struct cli_asking_changes *a, const struct robotsc_report *report,
                   const struct robotsc_snapshot_entry *const entries[2], const struct robotsc_snapshot *const snapshots[2],
                   struct robotsc_change_total *total)
{
	struct robotsc_origin_change change = {.origin = entries[entries[0] == NULL]->origin,
	                                       .agents = a->agents,
	                                       .nagents = a->nagents,
	                                       .fallbacks = a->tokens.n ? a->tokens.at + 1 : NULL,
	                                       .nfallbacks = a->tokens.n ? a->tokens.n - 1 : 0};
	struct robotsc_blob blobs[2];
	enum robotsc_status status = ROBOTSC_OK;
	for (int i = 0; i < 2 && status == ROBOTSC_OK; i++) {
		if (!entries[i])
			continue;
		status = robotsc_snapshot_blob(snapshots[i], entries[i], &blobs[i]);
		change.decisions[i] = &entries[i]->decision;
		change.blobs[i] = &blobs[i];
	}
	if (status == ROBOTSC_OK)
		status = robotsc_change_report_origin(report, &change, &a->question, total);
	if (status != ROBOTSC_OK)
		return cli_complain("%.*s: cannot compare: %s", (int)change.origin.len, change.origin.at, cli_why(status));
	return 0;
}
