/* cmd_records.c - robotsc records: the lines of a robots.txt beside Allow and Disallow.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/agent.h"
#include "cli/answers.h"
#include "cli/command.h"
#include "cli/hosts/origin_source.h"
#include "cli/messages.h"
#include "cli/option_table.h"
#include "cli/policy.h"
#include "cli/text_print.h"
#include "robotsc/access.h"
#include "robotsc/explain.h"

#define UL(x) ((unsigned long)(x))

/* Options that no other command has. */
struct records_own {
	const char *url; /* or NULL */
};

/* ---- what is listed ----------------------------------------------------------- */

/* Sitemaps that are relative to --url; their values, whole URLs, are malloc'd. */
struct links {
	struct robotsc_line *at;
	size_t n;
	bool failed;
};

/* Records of the file or of a group, with the links between them in the order of lines. */
struct listed {
	const struct robotsc_extensions *ext;
	const struct robotsc_group *group; /* NULL: records of the file */
	const struct links *links;         /* or NULL */
	/* of list_next */
	struct robotsc_lines lines;
	struct robotsc_line waiting;
	size_t used;
	bool waits, resolved; /* resolved: the last line was a link */
};

static void keep_link(void *ctx, const struct robotsc_line *line)
{
	struct links *const l = ctx;
	char *const url = malloc(line->value.len);
	struct robotsc_line *const more = realloc(l->at, (l->n + 1) * sizeof *more);
	l->at = more ? more : l->at;
	l->failed = l->failed || !url || !more;
	if (l->failed) {
		free(url);
		return;
	}
	memcpy(url, line->value.at, line->value.len);
	l->at[l->n] = *line;
	l->at[l->n++].value.at = url;
}

static void free_links(struct links *l)
{
	for (size_t i = 0; i < l->n; i++)
		free((char *)(uintptr_t)l->at[i].value.at);
	free(l->at);
}

static void list_begin(struct listed *l)
{
	l->used = 0;
	robotsc_begin_lines(l->ext, l->group, &l->lines);
	l->waits = robotsc_next_line(&l->lines, &l->waiting);
}

/* The next record or link, in the order of lines.  False: there is none. */
static bool list_next(struct listed *l, struct robotsc_line *r)
{
	const struct robotsc_line *const link = l->links && l->used < l->links->n ? &l->links->at[l->used] : NULL;
	l->resolved = link && (!l->waits || link->line < l->waiting.line);
	if (!l->resolved && !l->waits)
		return false;
	*r = l->resolved ? *link : l->waiting;
	l->used += l->resolved;
	if (!l->resolved)
		l->waits = robotsc_next_line(&l->lines, &l->waiting);
	return true;
}

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

static void print_records(FILE *f, const char *title, struct listed l)
{
	struct robotsc_line r;
	fprintf(f, "%s\n", title);
	list_begin(&l);
	while (list_next(&l, &r)) {
		fprintf(f, "  line %lu: ", UL(r.line));
		cli_print_text(f, field_of(&r));
		fputs(": ", f);
		cli_print_text(f, r.value);
		print_numbers(f, &r);
		if (l.resolved) {
			fputs("  (resolved from ", f);
			cli_print_text(f, r.rest);
			putc(')', f);
		}
		putc('\n', f);
	}
}

/* ---- for programs ------------------------------------------------------------ */

static void put_members(struct cli_answers *j, const struct robotsc_line *r, bool resolved)
{
	cli_answers_number(j, "line", r->line);
	cli_answers_number(j, "group", r->group);
	cli_answers_text(j, "field", field_of(r));
	cli_answers_text(j, "value", r->value);
	if (resolved)
		cli_answers_bool(j, "resolved", true);
	if (r->path.len > 0)
		cli_answers_text(j, "path", r->path);
	if (r->path.len > 0 || resolved)
		cli_answers_text(j, "rest", r->rest);
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

/* Print an answer for each record.  origin: NULL if there is only one file. */
static void put_records(struct cli_answers *j, const struct robotsc_text *origin, const char *whose, struct listed l)
{
	struct robotsc_line r;
	list_begin(&l);
	while (list_next(&l, &r)) {
		cli_answers_open(j);
		if (origin)
			cli_answers_text(j, "origin", *origin);
		cli_answers_word(j, "for", whose);
		put_members(j, &r, l.resolved);
		cli_answers_close(j);
	}
}

/* Print the records as a member of the one document of --format=json. */
static void json_records(const char *key, struct listed l)
{
	struct robotsc_line r;
	const char *before = "\n    ";
	printf("  \"%s\": [", key);
	list_begin(&l);
	for (; list_next(&l, &r); before = ",\n    ") {
		struct cli_answers j = {0};
		printf("%s{", before);
		put_members(&j, &r, l.resolved);
		putchar('}');
	}
	putchar(']');
}

static void print_json(struct listed file, const struct listed *agent)
{
	puts("{");
	json_records("file", file);
	if (agent) {
		puts(",");
		json_records("agent", *agent);
	}
	puts("\n}");
}

/* ---- one file ---------------------------------------------------------------- */

static void print(const struct cli_settings *s, struct listed file, const struct listed *agent)
{
	struct cli_answers lines = {0};
	if (s->format == ROBOTSC_REPORT_JSON) {
		print_json(file, agent);
	} else if (s->format == ROBOTSC_REPORT_JSONL) {
		put_records(&lines, NULL, "file", file);
		if (agent)
			put_records(&lines, NULL, "agent", *agent);
	} else {
		print_records(stdout, "file", file);
		if (agent)
			print_records(stdout, "agent", *agent);
	}
}

/* Find the links of --url.  Returns 0, or -1 after a message. */
static int find_links(const struct cli_settings *s, const struct cli_policy *p, struct links *links)
{
	const struct records_own *const own = s->own;
	char room[ROBOTSC_ORIGIN_MAX];
	size_t len;
	if (!own->url)
		return 0;
	if (p->file.is_blob) {
		cli_complain("%s: a blob has no relative sitemaps; --url needs the robots.txt", p->file.name);
		return -1;
	}
	enum robotsc_status status = robotsc_origin(own->url, strlen(own->url), room, sizeof room, &len);
	if (status != ROBOTSC_OK) {
		cli_complain("--url=%s: %s", own->url, cli_why(status));
		return -1;
	}
	status = robotsc_relative_sitemaps(&s->options, p->file.bytes, p->file.len, cli_text(own->url), keep_link, links);
	if (status == ROBOTSC_OK && !links->failed)
		return 0;
	cli_complain("%s: %s", p->file.name, cli_why(status == ROBOTSC_OK ? ROBOTSC_ERR_NOMEM : status));
	return -1;
}

static int print_file(struct cli_settings *s)
{
	const char *agent = s->noperands > 1 ? s->operands[1] : NULL;
	struct robotsc_extensions ext;
	struct robotsc_group group;
	struct cli_policy policy;
	struct links links = {NULL, 0, false};
	int result = CLI_TROUBLE;
	s->options.extensions = 1;
	if (cli_open_policy(s, s->operands[0], &policy) == 0 && cli_open_extensions(&policy, &ext) == 0 &&
	    find_links(s, &policy, &links) == 0 && (!agent || cli_select(s, &policy, agent, &group) == 0)) {
		const struct listed of_agent = {.ext = &ext, .group = &group};
		result = CLI_OK;
		print(s, (struct listed){.ext = &ext, .links = &links}, agent ? &of_agent : NULL);
	}
	free_links(&links);
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

/* Print the records of an origin; nothing if it has none. */
static void print_origin(FILE *out, struct robotsc_text origin, const struct robotsc_extensions *ext,
                         const struct robotsc_group *group)
{
	const bool of_file = has_records(ext, NULL), of_agent = group && has_records(ext, group);
	if (of_file || of_agent) {
		cli_print_text(out, origin);
		putc('\n', out);
	}
	if (of_file)
		print_records(out, "file", (struct listed){.ext = ext});
	if (of_agent)
		print_records(out, "agent", (struct listed){.ext = ext, .group = group});
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
		return CLI_OK; /* a blob in place of a missing file */
	if (status == ROBOTSC_OK && l->has_agent)
		status = robotsc_select(&blob, l->s->tokens.at, l->s->tokens.n, &group);
	if (status != ROBOTSC_OK)
		return cli_complain("%.*s: %s", (int)name.len, name.at, cli_why(status));
	if (!cli_is_structured(l->s)) {
		print_origin(j->out, name, &ext, l->has_agent ? &group : NULL);
		return CLI_OK;
	}
	put_records(j, &name, "file", (struct listed){.ext = &ext});
	if (l->has_agent)
		put_records(j, &name, "agent", (struct listed){.ext = &ext, .group = &group});
	return CLI_OK;
}

static int list_origins(struct listing *l)
{
	struct cli_answers j = {0};
	if (cli_is_structured(l->s))
		cli_answers_begin(&j, l->s, NULL);
	return cli_answer_origins(&l->origins, l->s, &j, list_origin, l);
}

/* Take the agent for all origins; agent NULL: none.  0, or CLI_TROUBLE after a message. */
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
	if ((s->warc || s->snapshot.name) && ((const struct records_own *)s->own)->url)
		return cli_complain("--url is for one robots.txt");
	if (s->snapshot.name && (s->given[CLI_OPT_DIALECT] || s->given[CLI_OPT_LIMIT]))
		return cli_complain("--dialect and --limit are for texts; a snapshot has its own");
	if (!s->snapshot.name && s->noperands == 0)
		return cli_complain("records: FILE is missing; see 'robotsc help records'");
	return s->warc || s->snapshot.name ? print_many(s) : print_file(s);
}

#define CLI_OWNER struct records_own

static const struct cli_option_row own_options[] = {
	{"url", 0, "URL", "where FILE comes from; sitemaps that are relative to it are listed, too", CLI_SETS_TEXT(url)},
};

static const unsigned char options[] = {CLI_OPT_OWN,      CLI_OPT_ONE_ROBOT, CLI_OPT_FORMAT,  CLI_OPT_JSON,   CLI_OPT_FALLBACK,
                                        CLI_OPT_DIALECT,  CLI_OPT_LIMIT,     CLI_OPT_AS_TEXT, CLI_OPTS_RULES, CLI_OPT_WARC,
                                        CLI_OPT_SNAPSHOT, CLI_OPTS_TRUST,    CLI_OPT_JOBS,    CLI_OPT_HELP,   CLI_OPT_END};

const struct cli_command cli_records = {
	.name = "records",
	.operands = "[FILE] [AGENT]",
	.summary = "list the lines beside Allow and Disallow",
	.text = cli_help_records,
	.options = options,
	.own = {own_options, sizeof(CLI_OWNER), NULL},
	.formats = CLI_FORMATS_JSON,
	.run = run,
};
