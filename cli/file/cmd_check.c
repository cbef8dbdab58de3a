/* cmd_check.c - robotsc check: whether URLs may be fetched.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/answers.h"
#include "cli/command.h"
#include "cli/command_time.h"
#include "cli/fetch.h"
#include "cli/messages.h"
#include "cli/policy.h"
#include "cli/read_file.h"
#include "cli/text_print.h"
#include "file_parts.h"
#include "robotsc/access.h"
#include "robotsc/extensions.h"
#include "visitor.h"

/* What answers URLs: a group and, with --usage, the blob's other lines. */
struct question {
	struct robotsc_group group;
	struct robotsc_extensions ext;
	struct robotsc_text field; /* Content-Usage of the response */
	struct cli_urls urls;
	struct cli_answers json;
	int usage;
	bool quiet;
};

/* Read a --header: 1 if it is a dictionary, 0 after a warning, -1 after a message. */
static int read_field(const char *header, struct robotsc_text *value)
{
	struct robotsc_header_field field;
	size_t at;
	if (cli_split_header(cli_text(header), &field) < 0)
		return -1;
	if (!cli_header_is(&field, "Content-Usage")) {
		cli_complain("--header '%s' is no Content-Usage field; write it as 'Content-Usage: train-ai=n'", header);
		return -1;
	}
	*value = field.value;
	if (robotsc_usage_parses(*value, &at))
		return 1;
	cli_complain(
		"warning: --header '%s', column %zu: no dictionary of RFC 9651 from here on; what the response says of usage does "
		"not count",
		header, (size_t)(value->at - header) + at + 1);
	return 0;
}

/* Join the fields of all --header options to one dictionary in room: RFC 9651 §4.2.
 * Returns 0, or -1 after a message. */
static int join_fields(const struct cli_settings *s, char *room, struct robotsc_text *joined)
{
	int good = 1;
	*joined = (struct robotsc_text){room, 0};
	for (size_t i = 0; i < s->headers.n; i++) {
		struct robotsc_text value;
		const int one = read_field(s->headers.at[i].at, &value);
		if (one < 0)
			return -1;
		good &= one;
		if (value.len == 0)
			continue;
		if (joined->len > 0)
			room[joined->len++] = ',';
		memcpy(room + joined->len, value.at, value.len);
		joined->len += value.len;
	}
	if (!good)
		joined->len = 0;
	return 0;
}

/* Read all --header options into q->field.  *room, which has its octets, is to be freed. */
static int take_fields(const struct cli_settings *s, struct question *q, char **room)
{
	size_t size = 1;
	for (size_t i = 0; i < s->headers.n; i++)
		size += s->headers.at[i].len;
	*room = malloc(size);
	if (*room)
		return join_fields(s, *room, &q->field);
	cli_complain("out of memory");
	return -1;
}

/* Add the response's Content-Usage to the usage that the robots.txt allows. */
static void add_field(const struct question *q, struct robotsc_usage *usage)
{
	struct robotsc_label label;
	for (uint32_t i = 0; usage->verdict == ROBOTSC_ALLOW && robotsc_label_at(&q->ext, i, &label); i++)
		if (label.field == ROBOTSC_FIELD_CONTENT_USAGE)
			usage->preferences[i] = (uint8_t)robotsc_combine((enum robotsc_preference)usage->preferences[i],
			                                                 robotsc_read_usage(q->field, label.name));
}

/* Print an answer.  verdict NULL: it is no URL and no path; usage NULL: there is none. */
static void print(struct question *q, struct robotsc_text url, const enum robotsc_verdict *verdict,
                  const struct robotsc_usage *usage)
{
	const struct cli_cell row[] = {{"url", 3, CLI_TEXT, .text = url},
	                               {"verdict", 1, CLI_VERDICT, .verdict = verdict},
	                               {"usage", 2, CLI_USAGE, .ext = &q->ext, .usage = usage}};
	cli_answers_row(&q->json, row, q->usage ? 3 : 2);
}

/* Answer a URL.  Returns the exit status for this URL alone. */
static int answer(struct question *q, struct robotsc_text url)
{
	const bool taken = cli_take_url(&q->urls, url);
	struct robotsc_usage usage;
	enum robotsc_verdict verdict = ROBOTSC_ALLOW;
	if (taken)
		verdict = q->usage ? robotsc_check_usage(&q->ext, &q->group, url.at, url.len, &usage)
		                   : robotsc_check_url(&q->group, url.at, url.len);
	if (taken && q->usage)
		add_field(q, &usage);
	if (!q->quiet)
		print(q, url, taken ? &verdict : NULL, taken && q->usage ? &usage : NULL);
	if (!taken)
		return CLI_TROUBLE;
	return verdict == ROBOTSC_DISALLOW ? CLI_DISALLOWED : CLI_OK;
}

static int worse(int a, int b)
{
	return a > b ? a : b;
}

static int check_arguments(struct question *q, char **urls, size_t n)
{
	int result = CLI_OK;
	for (size_t i = 0; i < n; i++)
		result = worse(result, answer(q, cli_text(urls[i])));
	return worse(result, cli_end_urls(&q->urls));
}

static int check_input(struct question *q)
{
	struct cli_lines lines = {NULL, 0, 0, 0, 0};
	struct robotsc_text url;
	int more, result = CLI_OK;
	q->urls.lines = true;
	while ((more = cli_next_line(&lines, &url)) > 0 && !cli_output_failed())
		result = worse(result, answer(q, url));
	free(lines.buffer);
	return more < 0 ? CLI_TROUBLE : worse(result, cli_end_urls(&q->urls));
}

/* Find the group of the crawler that was named. */
static int find_group(const struct cli_settings *s, const struct cli_policy *policy, struct question *q)
{
	struct cli_visitor v;
	const int result = cli_visitor_find(&v, s, policy->file.name, &policy->blob);
	q->group = v.group;
	if (result == 0 && v.ignores)
		robotsc_select_none(&policy->blob, &q->group);
	cli_visitor_free(&v);
	return result;
}

static int run(struct cli_settings *s)
{
	const size_t urls = s->noperands - 2;
	struct question q = {.usage = s->usage, .quiet = s->quiet};
	struct cli_policy policy;
	char *room = NULL;
	int result = CLI_TROUBLE;
	if (s->sitemaps.n)
		return cli_check_sitemaps(s);
	if (s->crawlers)
		return cli_complain("--crawlers needs --sitemap; 'robotsc summary' says what is open to whom");
	if (s->format == ROBOTSC_REPORT_CSV && (s->usage || (s->all_dialects && !s->table)))
		return cli_complain("--format=csv has a verdict for each URL, with --table one for each dialect; "
		                    "--usage and --dialect=all have --format=jsonl");
	if (s->headers.n > 0 && !s->usage)
		return cli_complain("--header needs --usage");
	if (urls == 0 && strcmp(s->operands[0], "-") == 0)
		return cli_complain("FILE and the URLs cannot both come from standard input; give the URLs as arguments");
	if (s->warc && !s->table && !s->all_dialects)
		return cli_complain("--warc needs --table or --dialect=all");
	if (s->table || s->all_dialects)
		return cli_compare_dialects(s);
	s->options.extensions = s->usage ? 1 : 0;
	if (take_fields(s, &q, &room) < 0) {
		free(room);
		return CLI_TROUBLE;
	}
	if (cli_open_policy(s, s->operands[0], &policy) == 0 && find_group(s, &policy, &q) == 0 &&
	    (!s->usage || cli_open_extensions(&policy, &q.ext) == 0)) {
		cli_warn_stale(&policy, cli_now());
		q.urls.hosts = policy.info.dialect == ROBOTSC_GOOGLE;
		if (!q.quiet)
			cli_answers_begin(&q.json, s, "url,verdict");
		result = urls ? check_arguments(&q, s->operands + 2, urls) : check_input(&q);
		cli_answers_end(&q.json);
	}
	cli_close_policy(&policy);
	free(room);
	return result;
}

static const unsigned char options[] = {
	CLI_OPT_ONE_ROBOT, CLI_OPT_CONNER2_REST, CLI_OPT_FALLBACK,     CLI_OPT_DIALECTS,      CLI_OPT_LIMIT,
	CLI_OPT_AS_TEXT,   CLI_OPT_FAMILY,       CLI_OPT_HEADER_AGENT, CLI_OPT_STRICT_FIELDS, CLI_OPT_AIPREF_RULE,
	CLI_OPT_USAGE,     CLI_OPT_HEADER,       CLI_OPT_NO_VERDICTS,  CLI_OPT_TABLE,         CLI_OPT_SITEMAP,
	CLI_OPT_CRAWLERS,  CLI_OPT_WARC,         CLI_OPT_COLOR,        CLI_OPT_FORMAT,        CLI_OPT_HELP,
	CLI_OPT_END};

const struct cli_command cli_check = {
	.name = "check",
	.operands = "FILE AGENT [URL...]",
	.summary = "say which URLs an agent may fetch",
	.text = cli_help_check,
	.options = options,
	.formats = CLI_FORMATS_CSV,
	.run = run,
};
