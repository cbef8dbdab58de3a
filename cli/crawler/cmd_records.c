/* cmd_records.c - robotsc records: the lines of a robots.txt beside Allow and Disallow.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>

#include "cli/agent.h"
#include "cli/answers.h"
#include "cli/command.h"
#include "cli/hosts/origin_source.h"
#include "cli/messages.h"
#include "cli/policy.h"
#include "cli/text_print.h"
#include "robotsc/extensions.h"

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

static void print_numbers(FILE *f, const struct robotsc_line *r)
{
	if (r->field == ROBOTSC_FIELD_CRAWL_DELAY)
		fprintf(f, "  (%lu.%03lu s)", UL(r->delay / 1000), UL(r->delay % 1000));
	if (r->field == ROBOTSC_FIELD_REQUEST_RATE)
		fprintf(f, "  (%lu in %lu s)", UL(r->documents), UL(r->seconds));
	if (is_timed(r))
		fprintf(f, "  (%02lu:%02lu to %02lu:%02lu UTC)", UL(r->from / 60), UL(r->from % 60), UL(r->to / 60),
		        UL(r->to % 60));
}

static void print_records(FILE *f, const char *title, const struct robotsc_extensions *ext, const struct robotsc_group *group)
{
	struct robotsc_lines records;
	struct robotsc_line r;
	fprintf(f, "%s\n", title);
	robotsc_begin_lines(ext, group, &records);
	while (robotsc_next_line(&records, &r)) {
		fprintf(f, "  line %lu: ", UL(r.line));
		cli_print_text(f, field_of(&r));
		fputs(": ", f);
		cli_print_text(f, r.value);
		print_numbers(f, &r);
		putc('\n', f);
	}
}

/* ---- for programs ------------------------------------------------------------ */

static void put_members(struct cli_answers *j, const struct robotsc_line *r)
{
	cli_answers_number(j, "line", r->line);
	cli_answers_number(j, "group", r->group);
	cli_answers_text(j, "field", field_of(r));
	cli_answers_text(j, "value", r->value);
	if (r->path.len > 0) {
		cli_answers_text(j, "path", r->path);
		cli_answers_text(j, "rest", r->rest);
	}
	if (r->field == ROBOTSC_FIELD_CRAWL_DELAY)
		cli_answers_number(j, "milliseconds", r->delay);
	if (r->field == ROBOTSC_FIELD_REQUEST_RATE) {
		cli_answers_number(j, "documents", r->documents);
		cli_answers_number(j, "seconds", r->seconds);
	}
	if (is_timed(r)) {
		cli_answers_number(j, "from", r->from);
		cli_answers_number(j, "to", r->to);
	}
}

/* An answer a record.  origin: NULL where there is one file. */
static void put_records(struct cli_answers *j, const struct robotsc_text *origin, const char *whose,
                        const struct robotsc_extensions *ext, const struct robotsc_group *group)
{
	struct robotsc_lines records;
	struct robotsc_line r;
	robotsc_begin_lines(ext, group, &records);
	while (robotsc_next_line(&records, &r)) {
		cli_answers_open(j);
		if (origin)
			cli_answers_text(j, "origin", *origin);
		cli_answers_word(j, "for", whose);
		put_members(j, &r);
		cli_answers_close(j);
	}
}

/* A member of the one document of --format=json. */
static void json_records(const char *key, const struct robotsc_extensions *ext, const struct robotsc_group *group)
{
	struct robotsc_lines records;
	struct robotsc_line r;
	const char *before = "\n    ";
	printf("  \"%s\": [", key);
	robotsc_begin_lines(ext, group, &records);
	for (; robotsc_next_line(&records, &r); before = ",\n    ") {
		struct cli_answers j = {0};
		printf("%s{", before);
		put_members(&j, &r);
		putchar('}');
	}
	putchar(']');
}

static void print_json(const struct robotsc_extensions *ext, const struct robotsc_group *group)
{
	puts("{");
	json_records("file", ext, NULL);
	if (group) {
		puts(",");
		json_records("agent", ext, group);
	}
	puts("\n}");
}

/* ---- one file ---------------------------------------------------------------- */

static void print(const struct cli_settings *s, const struct robotsc_extensions *ext, const struct robotsc_group *group)
{
	struct cli_answers lines = {0};
	if (s->format == ROBOTSC_REPORT_JSON) {
		print_json(ext, group);
	} else if (s->format == ROBOTSC_REPORT_JSONL) {
		put_records(&lines, NULL, "file", ext, NULL);
		if (group)
			put_records(&lines, NULL, "agent", ext, group);
	} else {
		print_records(stdout, "file", ext, NULL);
		if (group)
			print_records(stdout, "agent", ext, group);
	}
}

static int print_file(struct cli_settings *s)
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

/* ---- many origins ------------------------------------------------------------ */

struct listing {
	struct cli_origins origins;
	const struct cli_settings *s;
	bool has_agent;
};

static bool has_records(const struct robotsc_extensions *ext, const struct robotsc_group *group)
{
	struct robotsc_lines records;
	struct robotsc_line r;
	robotsc_begin_lines(ext, group, &records);
	return robotsc_next_line(&records, &r);
}

/* An origin without records is left out. */
static void print_origin(FILE *out, struct robotsc_text origin, const struct robotsc_extensions *ext,
                         const struct robotsc_group *group)
{
	const bool of_file = has_records(ext, NULL), of_agent = group && has_records(ext, group);
	if (of_file || of_agent) {
		cli_print_text(out, origin);
		putc('\n', out);
	}
	if (of_file)
		print_records(out, "file", ext, NULL);
	if (of_agent)
		print_records(out, "agent", ext, group);
}

static int list_origin(const void *ctx, struct cli_origin *origin, struct cli_answers *j)
{
	const struct listing *const l = ctx;
	const struct robotsc_text name = origin->entry.origin;
	struct robotsc_extensions ext;
	struct robotsc_group group;
	struct robotsc_blob blob;
	enum robotsc_status status = ROBOTSC_OK;
	if (cli_origin_blob(&l->origins, origin, &blob) != 0)
		return CLI_TROUBLE;
	status = robotsc_open_extensions(&blob, &ext);
	if (status == ROBOTSC_ERR_ABSENT)
		return CLI_OK; /* what stands where there is no file */
	if (status == ROBOTSC_OK && l->has_agent)
		status = robotsc_select(&blob, l->s->tokens.at, l->s->tokens.n, &group);
	if (status != ROBOTSC_OK)
		return cli_complain("%.*s: %s", (int)name.len, name.at, cli_why(status));
	if (!cli_is_structured(l->s)) {
		print_origin(j->out, name, &ext, l->has_agent ? &group : NULL);
		return CLI_OK;
	}
	put_records(j, &name, "file", &ext, NULL);
	if (l->has_agent)
		put_records(j, &name, "agent", &ext, &group);
	return CLI_OK;
}

static int list_origins(struct listing *l)
{
	struct cli_answers j = {0};
	if (cli_is_structured(l->s))
		cli_answers_begin(&j, l->s, NULL);
	return cli_answer_origins(&l->origins, l->s, &j, list_origin, l);
}

/* Take the agent, if there is one, for all origins.  0, or CLI_TROUBLE after a message. */
static int take_agent(struct listing *l, struct cli_settings *s, const char *agent)
{
	struct robotsc_snapshot_files *const files = &l->origins.files;
	l->has_agent = agent != NULL;
	if (!s->warc && !files->settings.extensions)
		return cli_complain("%s: made without --extensions; make it of a store that was made with it", files->name);
	if (!agent)
		return 0;
	s->tokens.at[0] = cli_text(agent);
	for (size_t i = 0; i < s->tokens.n; i++)
		if (cli_check_agent(s->warc ? s->options.dialect : files->settings.dialect, s->tokens.at[i]) < 0)
			return CLI_TROUBLE;
	return s->warc ? 0 : cli_snapshot_choose(files, &s->tokens);
}

static int print_many(struct cli_settings *s)
{
	struct listing l = {.s = s};
	char *name = (char *)s->snapshot.name;
	const size_t first = s->warc ? 1 : 0;
	int result;
	if (s->noperands > first + 1)
		return cli_complain("records: there is an operand too many; see 'robotsc help records'");
	result = cli_origins_open(&l.origins, s, s->warc ? s->operands : &name, 1);
	if (result == 0)
		result = take_agent(&l, s, s->noperands > first ? s->operands[first] : NULL);
	if (result == 0)
		result = list_origins(&l);
	cli_origins_close(&l.origins);
	return result;
}

static int run(struct cli_settings *s)
{
	if (s->warc && s->snapshot.name)
		return cli_complain("--warc and --snapshot exclude each other");
	if (s->snapshot.name && (s->given[CLI_OPT_DIALECT] || s->given[CLI_OPT_LIMIT]))
		return cli_complain("--dialect and --limit are for texts; a snapshot has its own");
	if (!s->snapshot.name && s->noperands == 0)
		return cli_complain("records: FILE is missing; see 'robotsc help records'");
	return s->warc || s->snapshot.name ? print_many(s) : print_file(s);
}

static const unsigned char options[] = {CLI_OPT_ONE_ROBOT, CLI_OPT_FORMAT,  CLI_OPT_JSON,   CLI_OPT_FALLBACK, CLI_OPT_DIALECT,
                                        CLI_OPT_LIMIT,     CLI_OPT_AS_TEXT, CLI_OPTS_RULES, CLI_OPT_WARC,     CLI_OPT_SNAPSHOT,
                                        CLI_OPTS_TRUST,    CLI_OPT_JOBS,    CLI_OPT_HELP,   CLI_OPT_END};

const struct cli_command cli_records = {
	.name = "records",
	.operands = "[FILE] [AGENT]",
	.summary = "list the lines beside Allow and Disallow",
	.text = cli_help_records,
	.options = options,
	.formats = CLI_FORMATS_JSON,
	.run = run,
};
