/* policy.c - a FILE that may be a blob or a robots.txt, and the group that an agent gets in it.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "policy.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agent.h"
#include "messages.h"
#include "robotsc/access.h"
#include "robotsc/report.h"
#include "text_print.h"

/* Get the octets of the blob: the file's, or those that its text compiles to. */
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

/* The name of a dialect; a newer compiler may have made a blob of one that is unknown here. */
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

/* ---- files that are no robots ---- */

/* Keep the kind of a file that is no robots.txt: lint has one finding for it. */
static void keep(void *ctx, const struct robotsc_finding *finding)
{
	for (int kind = 0; kind < ROBOTSC_DIAG_KINDS; kind++)
		if (cli_is_content((enum robotsc_diag_kind)kind) &&
		    strcmp(finding->rule->id, robotsc_diag_id((enum robotsc_diag_kind)kind)) == 0)
			*(const struct robotsc_lint_rule **)ctx = finding->rule;
}

const struct robotsc_lint_rule *cli_content(const void *bytes, size_t len)
{
	const struct robotsc_lint_rule *rule = NULL;
	if (robotsc_content_kind(bytes, len) > ROBOTSC_CONTENT_EMPTY)
		robotsc_lint(NULL, bytes, len, 1, keep, &rule, NULL);
	return rule;
}

bool cli_is_content(enum robotsc_diag_kind kind)
{
	return kind == ROBOTSC_DIAG_HTML || (kind >= ROBOTSC_DIAG_JSON && kind <= ROBOTSC_DIAG_BINARY);
}

static void warn_content(const struct cli_file *file)
{
	const struct robotsc_lint_rule *rule = file->is_blob ? NULL : cli_content(file->bytes, file->len);
	if (rule)
		cli_complain("%s: warning: %s; %s", file->name, rule->text, rule->hint);
}

/* What to do with a file that is certainly no robots.txt; NULL: it may be one. */
static const char *find_advice(enum robotsc_content kind)
{
	switch (kind) {
	case ROBOTSC_CONTENT_SNAPSHOT:
	case ROBOTSC_CONTENT_MANIFEST:
		return "'robotsc snapshot check FILE --agent=AGENT URL' asks it, 'robotsc help snapshot' says what else";
	case ROBOTSC_CONTENT_STORE:
		return "'robotsc store check --store=FOLDER --agent=AGENT URL' asks a store";
	case ROBOTSC_CONTENT_WARC:
		return "'robotsc explain --warc' and 'robotsc import' read archives";
	case ROBOTSC_CONTENT_PDF:
		return "save it as plain text";
	case ROBOTSC_CONTENT_UTF16_LE:
	case ROBOTSC_CONTENT_UTF16_BE:
		return "convert it: 'iconv -f UTF-16 -t UTF-8 FILE | robotsc COMMAND - ...'";
	case ROBOTSC_CONTENT_GZIP:
		return "decompress it: 'zcat FILE | robotsc COMMAND - ...'; if it is an archive, 'robotsc import' reads it";
	case ROBOTSC_CONTENT_ZSTD:
		return "decompress it: 'zstdcat FILE | robotsc COMMAND - ...'";
	case ROBOTSC_CONTENT_XZ:
		return "decompress it: 'xzcat FILE | robotsc COMMAND - ...'";
	case ROBOTSC_CONTENT_BZIP2:
		return "decompress it: 'bzcat FILE | robotsc COMMAND - ...'";
	case ROBOTSC_CONTENT_ZIP:
		return "decompress it: 'unzip -p FILE | robotsc COMMAND - ...'";
	default:
		return NULL;
	}
}

int cli_refuse_content(const struct cli_settings *s, const struct cli_file *file)
{
	const enum robotsc_content kind = file->is_blob ? ROBOTSC_CONTENT_TEXT : robotsc_content_kind(file->bytes, file->len);
	const char *advice = s->as_text ? NULL : find_advice(kind);
	if (advice && !cli_content(file->bytes, file->len)) {
		cli_complain("%s: warning: this begins like %s, and is read as a text since it has a User-agent line; if it is "
		             "compressed, %s",
		             file->name, robotsc_content_text(kind), advice);
		return 0;
	}
	if (!advice) {
		warn_content(file);
		return 0;
	}
	cli_complain("%s: this looks like %s, not like a robots.txt; %s; --as-text reads it all the same", file->name,
	             robotsc_content_text(kind), advice);
	return -1;
}

void cli_warn_diag(const struct cli_file *file, const struct robotsc_diag *diag)
{
	cli_print_string(stderr, file->name);
	fprintf(stderr, ":%lu:%lu: warning: %s [%s]\n", (unsigned long)diag->line, (unsigned long)diag->column,
	        robotsc_diag_text(diag->kind), robotsc_diag_id(diag->kind));
}

void cli_warn_empty(const char *path, const struct cli_file *file)
{
	if (strcmp(path, "-") == 0 && robotsc_content_kind(file->bytes, file->len) == ROBOTSC_CONTENT_EMPTY)
		cli_complain("%s: warning: nothing was read, and an empty robots.txt allows everything; if a command was to "
		             "write one, see whether it failed",
		             file->name);
}

void cli_warn_no_page(const char *name, const void *bytes, size_t len)
{
	const enum robotsc_content kind = robotsc_content_kind(bytes, len);
	if (kind == ROBOTSC_CONTENT_HTML || kind == ROBOTSC_CONTENT_UTF16_LE || kind == ROBOTSC_CONTENT_UTF16_BE)
		return;
	if (kind == ROBOTSC_CONTENT_TEXT && memchr(bytes, '<', len))
		return;
	cli_complain("%s: warning: this looks like %s, not like a web page; the answer is that of a page without "
	             "META tags; give the HTML of the page",
	             name, robotsc_content_text(kind));
}

int cli_read_robots(const struct cli_settings *s, const char *path, size_t limit, struct cli_file *file)
{
	if (cli_read_file(path, limit, file) < 0)
		return -1;
	cli_warn_empty(path, file);
	if (cli_refuse_content(s, file) < 0) {
		free(file->bytes);
		file->bytes = NULL;
		return -1;
	}
	cli_warn_cut(file, limit);
	return 0;
}
