/* content.c - warns of files that are no robots.txt at all.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "cli.h"

#define LOOKED_AT 512 /* octets */

static void keep(void *ctx, const struct robotsc_finding *finding)
{
	static const char *const ids[] = {"html", "utf16", "compressed", "warc", "binary"};

	for (size_t i = 0; i < sizeof ids / sizeof ids[0]; i++)
		if (strcmp(finding->rule->id, ids[i]) == 0)
			*(const struct robotsc_lint_rule **)ctx = finding->rule;
}

const struct robotsc_lint_rule *cli_content(const void *bytes, size_t len)
{
	const struct robotsc_lint_rule *rule = NULL;

	robotsc_lint(NULL, bytes, len < LOOKED_AT ? len : LOOKED_AT, 1, keep, &rule, NULL);
	return rule;
}

void cli_warn_content(const struct cli_file *file)
{
	const struct robotsc_lint_rule *rule = file->is_blob ? NULL : cli_content(file->bytes, file->len);

	if (rule)
		cli_complain("%s: warning: %s; %s", file->name, rule->text, rule->hint);
}

int cli_read_robots(const char *path, size_t limit, struct cli_file *file)
{
	if (cli_read_file(path, limit, file) < 0)
		return -1;
	cli_warn_content(file);
	return 0;
}
