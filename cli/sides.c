/* sides.c - see sides.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "sides.h"

#include <stdlib.h>
#include <string.h>

#include "agent.h"
#include "messages.h"
#include "policy.h"
#include "robotsc/inspect.h"
#include "text_print.h"

bool cli_both_stdin(const char *a, const char *b)
{
	if (strcmp(a, "-") != 0 || strcmp(b, "-") != 0)
		return false;
	cli_complain("only one of the two can come from standard input; name a file for the other");
	return true;
}

bool cli_lacks_agent(const struct cli_settings *s)
{
	if (s->tokens.n == 1 || s->options.nagents)
		return false;
	cli_complain("--fallback names who else a crawler is; name the crawler with --agent=TOKEN");
	return true;
}

int cli_open_side(const struct cli_settings *s, const char *path, const struct robotsc_options *options, struct cli_side *out)
{
	struct cli_file file;
	memset(out, 0, sizeof *out);
	if (cli_read_robots(s, path, options->limit, &file) < 0)
		return -1;
	return cli_take_side(file, options, out);
}

int cli_take_side(struct cli_file file, const struct robotsc_options *options, struct cli_side *out)
{
	*out = (struct cli_side){.file = file, .label = file.name, .options = *options};
	out->side = (struct robotsc_side){NULL, &out->options, out->file.bytes, out->file.len};
	if (!out->file.is_blob)
		return 0;
	const enum robotsc_status status = robotsc_open(&out->blob, out->file.bytes, out->file.len);
	struct robotsc_info info;

	if (status != ROBOTSC_OK) {
		cli_complain("%s: cannot use it: %s; compile its robots.txt again", out->file.name, cli_why(status));
		return -1;
	}
	robotsc_blob_info(&out->blob, &info);
	out->options.dialect = info.dialect;
	out->side.blob = &out->blob;
	return 0;
}

bool cli_is_partial(const struct cli_side *side)
{
	struct robotsc_info info = {.partial = 0};
	if (side->side.blob)
		robotsc_blob_info(&side->blob, &info);
	return info.partial;
}

void cli_close_side(struct cli_side *side)
{
	free(side->file.bytes);
}

bool cli_refuse_agents(const struct cli_settings *s, const struct cli_side sides[2])
{
	static bool refused; /* one message for all pairs */
	for (size_t i = 0; i < s->options.nagents && !refused; i++)
		for (int side = 0; side < 2 && !refused; side++)
			if (cli_check_agent(sides[side].options.dialect, s->agents.at[i]) < 0 ||
			    cli_check_robot(s, sides[side].options.dialect) != 0)
				refused = true;
	return refused;
}

struct robotsc_report_pair cli_pair(const struct cli_settings *s, const struct cli_side sides[2])
{
	struct robotsc_report_pair pair = {.agents = s->agents.at,
	                                   .nagents = s->one_robot ? 0 : s->options.nagents,
	                                   .fallbacks = s->tokens.at + 1,
	                                   .nfallbacks = s->tokens.n - 1};
	for (int i = 0; i < 2; i++) {
		pair.sides[i] = sides[i].side;
		pair.files[i] = cli_text(sides[i].file.name);
		pair.labels[i] = cli_text(sides[i].label);
	}
	return pair;
}

int cli_end_compare(const struct cli_side sides[2], enum robotsc_status status)
{
	if (status == ROBOTSC_OK)
		return 0;
	for (int i = 0; i < 2 && status == ROBOTSC_ERR_AGENT; i++)
		if (cli_is_partial(&sides[i]))
			cli_print_known_agents(sides[i].file.name, &sides[i].blob);
	if (status == ROBOTSC_ERR_AGENT)
		return -1;
	cli_complain("cannot compare %s and %s: %s", sides[0].file.name, sides[1].file.name, cli_why(status));
	return -1;
}
