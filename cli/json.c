/* json.c - see json.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "json.h"

#include <inttypes.h>

#include "robotsc/report.h"

bool cli_is_json(const struct cli_settings *s)
{
	return s->format == ROBOTSC_REPORT_JSON || s->format == ROBOTSC_REPORT_JSONL;
}

void cli_json_begin(struct cli_json *j, const struct cli_settings *s)
{
	j->is_array = s->format == ROBOTSC_REPORT_JSON;
	if (j->is_array)
		putchar('[');
}

void cli_json_end(struct cli_json *j)
{
	if (j->is_array)
		puts(j->answers ? "\n]" : "]");
}

void cli_json_open(struct cli_json *j)
{
	if (j->is_array)
		fputs(j->answers ? ",\n" : "\n", stdout);
	putchar('{');
	j->answers++;
	j->is_open = false;
}

void cli_json_close(struct cli_json *j)
{
	fputs(j->is_array ? "}" : "}\n", stdout);
}

void cli_json_next(struct cli_json *j)
{
	if (j->is_open)
		fputs(", ", stdout);
	j->is_open = true;
}

void cli_json_key(struct cli_json *j, const char *key)
{
	cli_json_next(j);
	if (key)
		printf("\"%s\": ", key);
}

void cli_json_text(struct cli_json *j, const char *key, struct robotsc_text value)
{
	cli_json_key(j, key);
	cli_print_json(value);
}

void cli_json_word(struct cli_json *j, const char *key, const char *value)
{
	cli_json_key(j, key);
	if (value)
		printf("\"%s\"", value);
	else
		fputs("null", stdout);
}

void cli_json_number(struct cli_json *j, const char *key, uint64_t value)
{
	cli_json_key(j, key);
	printf("%" PRIu64, value);
}

void cli_json_signed(struct cli_json *j, const char *key, int64_t value)
{
	cli_json_key(j, key);
	printf("%" PRId64, value);
}

void cli_json_bool(struct cli_json *j, const char *key, bool value)
{
	cli_json_key(j, key);
	fputs(value ? "true" : "false", stdout);
}

void cli_json_verdict(struct cli_json *j, const char *key, const enum robotsc_verdict *verdict)
{
	cli_json_word(j, key, !verdict ? "unknown" : *verdict == ROBOTSC_ALLOW ? "allow" : "disallow");
}

void cli_json_inner(struct cli_json *j, const char *key, char bracket)
{
	cli_json_key(j, key);
	putchar(bracket);
	j->is_open = false;
}

void cli_json_outer(struct cli_json *j, char bracket)
{
	putchar(bracket);
	j->is_open = true;
}
