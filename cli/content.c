/* content.c - warns of files that are no robots.txt at all.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "content.h"

#include <stdio.h>
#include <string.h>

#include "messages.h"
#include "robotsc/access.h"
#include "text_print.h"

static void keep(void *ctx, const struct robotsc_finding *finding)
{
	*(const struct robotsc_lint_rule **)ctx = finding->rule;
}

/* Lint has this one finding for a file that is no robots.txt. */
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

void cli_warn_content(const struct cli_file *file)
{
	const struct robotsc_lint_rule *rule = file->is_blob ? NULL : cli_content(file->bytes, file->len);
	if (rule)
		cli_complain("%s: warning: %s; %s", file->name, rule->text, rule->hint);
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

int cli_read_robots(const char *path, size_t limit, struct cli_file *file)
{
	if (cli_read_file(path, limit, file) < 0)
		return -1;
	cli_warn_empty(path, file);
	cli_warn_content(file);
	cli_warn_cut(file, limit);
	return 0;
}
