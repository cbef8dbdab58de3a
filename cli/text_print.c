/* text_print.c - prints texts of others, so that they do no harm where they stand.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "text_print.h"

#include <stdio.h>
#include <string.h>

#include "robotsc/report.h"

struct robotsc_text cli_text(const char *s)
{
	const struct robotsc_text text = {s, strlen(s)};
	return text;
}

void cli_put(void *file, const char *text, size_t len)
{
	fwrite(text, 1, len, file);
}

void cli_print_text(FILE *f, struct robotsc_text text)
{
	robotsc_spell(text, ROBOTSC_SPELL_TEXT, cli_put, f);
}

void cli_print_start(FILE *f, struct robotsc_text text)
{
	robotsc_spell(text, ROBOTSC_SPELL_LINE, cli_put, f);
}

void cli_print_string(FILE *f, const char *text)
{
	cli_print_text(f, cli_text(text));
}

void cli_print_path(struct robotsc_text path)
{
	robotsc_spell(path, ROBOTSC_SPELL_PATH, cli_put, stdout);
}

void cli_print_json(struct robotsc_text text)
{
	putchar('"');
	robotsc_spell(text, ROBOTSC_SPELL_JSON, cli_put, stdout);
	putchar('"');
}
