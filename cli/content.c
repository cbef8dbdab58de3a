/* content.c - files that are no robots.txt at all: warns of them, or refuses them.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "content.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "messages.h"
#include "robotsc/access.h"
#include "text_print.h"

/* Lint has one finding for a file that is no robots.txt: what it is. */
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

void cli_warn_content(const struct cli_file *file)
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
		cli_warn_content(file);
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
