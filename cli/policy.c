/* policy.c - a FILE that may be a blob or a robots.txt, and the group that an agent gets in it.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agent.h"
#include "content.h"
#include "messages.h"
#include "policy.h"
#include "robotsc/access.h"
#include "robotsc/report.h"
#include "text_print.h"

/* Get the octets of the blob: the file, or what its text compiles to. */
static int get_blob(const struct cli_settings *s, struct cli_policy *p)
{
	enum robotsc_status status;
	if (p->file.is_blob && s->one_robot) {
		cli_complain("%s: a blob answers as it was compiled; --one-robot is for a robots.txt, and for 'compile'",
		             p->file.name);
		return -1;
	}
	if (p->file.is_blob) {
		p->bytes = p->file.bytes;
		p->len = p->file.len;
		return 0;
	}
	status = robotsc_compile(&s->options, p->file.bytes, p->file.len, &p->compiled, &p->len);
	if (status != ROBOTSC_OK) {
		cli_complain("%s: cannot compile: %s", p->file.name, cli_why(status));
		return -1;
	}
	p->bytes = p->compiled;
	return 0;
}

/* A newer compiler may have more dialects than this one.  Their blobs can be used. */
static const char *name_of(enum robotsc_dialect dialect)
{
	const char *name = robotsc_dialect_name(dialect);
	return name ? name : "of another version";
}

const char *cli_dialect_of(const struct cli_policy *p)
{
	return name_of(p->info.dialect);
}

bool cli_same_dialect(const struct cli_settings *s, const char *file, enum robotsc_dialect dialect)
{
	if ((!s->given[CLI_OPT_DIALECT] && !s->given[CLI_OPT_DIALECTS]) || dialect == s->options.dialect)
		return true;
	cli_complain("%s: this blob was compiled for the dialect %s, not %s; leave --dialect out, or compile again", file,
	             name_of(dialect), robotsc_dialect_name(s->options.dialect));
	return false;
}

int cli_open_policy(const struct cli_settings *s, const char *path, struct cli_policy *p)
{
	enum robotsc_status status;
	memset(p, 0, sizeof *p);
	if (cli_read_robots(s, path, s->options.limit, &p->file) < 0 || get_blob(s, p) < 0)
		return -1;
	status = robotsc_open(&p->blob, p->bytes, p->len);
	if (status != ROBOTSC_OK) {
		cli_complain("%s: cannot use it: %s; compile its robots.txt again", p->file.name, cli_why(status));
		return -1;
	}
	robotsc_blob_info(&p->blob, &p->info);
	return cli_same_dialect(s, p->file.name, p->info.dialect) ? 0 : -1;
}

void cli_warn_stale(const struct cli_policy *p, int64_t at)
{
	char since[ROBOTSC_TIME_ROOM];
	struct robotsc_decision decision;
	if (robotsc_stamp_read(&p->blob, &decision) != ROBOTSC_OK || decision.expires > at)
		return;
	robotsc_write_time(decision.expires, since);
	cli_complain("%s: warning: it is stale since %s; fetch its robots.txt again", p->file.name, since);
}

int cli_empty_policy(const struct cli_settings *s, struct cli_policy *p, struct robotsc_group *group)
{
	struct robotsc_options options = s->options;
	enum robotsc_status status;
	options.dialect = p->info.dialect;
	robotsc_free_blob(NULL, p->compiled, p->compiled ? p->len : 0);
	p->compiled = NULL;
	status = robotsc_compile(&options, "", 0, &p->compiled, &p->len);
	p->bytes = p->compiled;
	if (status == ROBOTSC_OK)
		status = robotsc_open(&p->blob, p->bytes, p->len);
	if (status == ROBOTSC_OK)
		status = robotsc_select(&p->blob, NULL, 0, group);
	if (status == ROBOTSC_OK)
		return 0;
	cli_complain("cannot compile: %s", cli_why(status));
	return -1;
}

int cli_open_extensions(const struct cli_policy *p, struct robotsc_extensions *ext)
{
	const enum robotsc_status status = robotsc_open_extensions(&p->blob, ext);
	if (status == ROBOTSC_OK)
		return 0;
	if (status == ROBOTSC_ERR_ABSENT)
		cli_complain("%s: this blob was compiled without --extensions; compile its robots.txt again, with it",
		             p->file.name);
	else
		cli_complain("%s: cannot use its extensions: %s; compile its robots.txt again", p->file.name, cli_why(status));
	return -1;
}

void cli_close_policy(struct cli_policy *p)
{
	robotsc_free_blob(NULL, p->compiled, p->compiled ? p->len : 0);
	free(p->file.bytes);
}

void cli_print_known_agents(const char *file, const struct robotsc_blob *blob)
{
	struct robotsc_agent_info agent;
	fputs("robotsc: ", cli_messages());
	cli_print_string(cli_messages(), file);
	fputs(" was compiled for these agents only:", cli_messages());
	for (uint32_t i = 0; robotsc_agent_at(blob, i, &agent); i++) {
		putc(' ', cli_messages());
		cli_print_text(cli_messages(), agent.token);
	}
	fputs("; name no other, or compile again\n", cli_messages());
}

int cli_select(struct cli_settings *s, const struct cli_policy *p, const char *agent, struct robotsc_group *group)
{
	const size_t n = s->tokens.n;
	enum robotsc_status status;
	s->tokens.at[0] = cli_text(agent);
	for (size_t i = 0; i < n; i++)
		if (cli_check_agent(p->info.dialect, s->tokens.at[i]) < 0)
			return -1;
	status = robotsc_select(&p->blob, s->tokens.at, n, group);
	if (status == ROBOTSC_OK)
		return 0;
	if (status == ROBOTSC_ERR_AGENT)
		cli_print_known_agents(p->file.name, &p->blob);
	else
		cli_complain("%s: %s", p->file.name, cli_why(status));
	return -1;
}
