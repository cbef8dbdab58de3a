/* cmd_records.c - robotsc records: the lines of a robots.txt beside Allow and Disallow.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>

#include "answers.h"
#include "command.h"
#include "policy.h"
#include "robotsc/extensions.h"
#include "text_print.h"

#define UL(x) ((unsigned long)(x))

static struct robotsc_text field_of(const struct robotsc_line *r)
{
	return r->field == ROBOTSC_FIELD_UNKNOWN ? r->name : cli_text(robotsc_field_name(r->field));
}

static bool is_timed(const struct robotsc_line *r)
{
	return r->from != ROBOTSC_UNTIMED;
}

/* ---- for people -------------------------------------------------------------- */

static void print_numbers(const struct robotsc_line *r)
{
	if (r->field == ROBOTSC_FIELD_CRAWL_DELAY)
		printf("  (%lu.%03lu s)", UL(r->delay / 1000), UL(r->delay % 1000));
	if (r->field == ROBOTSC_FIELD_REQUEST_RATE)
		printf("  (%lu in %lu s)", UL(r->documents), UL(r->seconds));
	if (is_timed(r))
		printf("  (%02lu:%02lu to %02lu:%02lu UTC)", UL(r->from / 60), UL(r->from % 60), UL(r->to / 60), UL(r->to % 60));
}

static void print_records(const char *title, const struct robotsc_extensions *ext, const struct robotsc_group *group)
{
	struct robotsc_lines records;
	struct robotsc_line r;
	puts(title);
	robotsc_begin_lines(ext, group, &records);
	while (robotsc_next_line(&records, &r)) {
		printf("  line %lu: ", UL(r.line));
		cli_print_text(stdout, field_of(&r));
		fputs(": ", stdout);
		cli_print_text(stdout, r.value);
		print_numbers(&r);
		putchar('\n');
	}
}

/* ---- for programs ------------------------------------------------------------ */

static void json_text(const char *key, struct robotsc_text text)
{
	printf(", \"%s\": ", key);
	cli_print_json(text);
}

/* Print the members of an object. */
static void json_record(const struct robotsc_line *r)
{
	printf("\"line\": %lu, \"group\": %lu", UL(r->line), UL(r->group));
	json_text("field", field_of(r));
	json_text("value", r->value);
	if (r->path.len > 0) {
		json_text("path", r->path);
		json_text("rest", r->rest);
	}
	if (r->field == ROBOTSC_FIELD_CRAWL_DELAY)
		printf(", \"milliseconds\": %lu", UL(r->delay));
	if (r->field == ROBOTSC_FIELD_REQUEST_RATE)
		printf(", \"documents\": %lu, \"seconds\": %lu", UL(r->documents), UL(r->seconds));
	if (is_timed(r))
		printf(", \"from\": %lu, \"to\": %lu", UL(r->from), UL(r->to));
}

/* A line a record: --format=jsonl. */
static void print_lines(const char *whose, const struct robotsc_extensions *ext, const struct robotsc_group *group)
{
	struct robotsc_lines records;
	struct robotsc_line r;
	robotsc_begin_lines(ext, group, &records);
	while (robotsc_next_line(&records, &r)) {
		printf("{\"for\": \"%s\", ", whose);
		json_record(&r);
		puts("}");
	}
}

static void json_records(const char *key, const struct robotsc_extensions *ext, const struct robotsc_group *group)
{
	struct robotsc_lines records;
	struct robotsc_line r;
	const char *before = "\n    ";
	printf("  \"%s\": [", key);
	robotsc_begin_lines(ext, group, &records);
	for (; robotsc_next_line(&records, &r); before = ",\n    ") {
		printf("%s{", before);
		json_record(&r);
		putchar('}');
	}
	putchar(']');
}

static void print(const struct cli_settings *s, const struct robotsc_extensions *ext, const struct robotsc_group *group)
{
	if (s->format != ROBOTSC_REPORT_JSON) {
		void (*const print_one)(const char *, const struct robotsc_extensions *, const struct robotsc_group *) =
			s->format == ROBOTSC_REPORT_JSONL ? print_lines : print_records;
		print_one("file", ext, NULL);
		if (group)
			print_one("agent", ext, group);
		return;
	}
	puts("{");
	json_records("file", ext, NULL);
	if (group) {
		puts(",");
		json_records("agent", ext, group);
	}
	puts("\n}");
}

static int run(struct cli_settings *s)
{
	const char *agent = s->noperands > 1 ? s->operands[1] : NULL;
	struct robotsc_extensions ext;
	struct robotsc_group group;
	struct cli_policy policy;
	int result = CLI_TROUBLE;
	s->options.extensions = 1;
	if (cli_open_policy(s, s->operands[0], &policy) == 0 && cli_open_extensions(&policy, &ext) == 0 &&
	    (!agent || cli_select(s, &policy, agent, &group) == 0)) {
		result = CLI_OK;
		print(s, &ext, agent ? &group : NULL);
	}
	cli_close_policy(&policy);
	return result;
}

static const unsigned char options[] = {
	CLI_OPT_FORMAT,        CLI_OPT_JSON,        CLI_OPT_FALLBACK,     CLI_OPT_DIALECT, CLI_OPT_LIMIT,
	CLI_OPT_STRICT_FIELDS, CLI_OPT_AIPREF_RULE, CLI_OPT_CONNER2_REST, CLI_OPT_HELP,    CLI_OPT_END};

const struct cli_command cli_records = {
	.name = "records",
	.operands = "FILE [AGENT]",
	.summary = "list the lines beside Allow and Disallow",
	.text = "FILE is a robots.txt ('-': standard input), or a blob that was compiled with --extensions.\n"
		"Shows the lines that hold for the file as a whole, such as Sitemap and License, and those of\n"
		"the groups that hold for AGENT, such as Crawl-delay.  Malformed lines are left out; 'robotsc compile'\n"
		"reports these.\n",
	.options = options,
	.formats = CLI_FORMATS_JSON,
	.min_operands = 1,
	.max_operands = 2,
	.run = run,
};
