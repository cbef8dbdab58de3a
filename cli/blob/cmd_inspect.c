/* cmd_inspect.c - robotsc inspect: what a blob holds, what a pass of the compiler made, or the
 * automaton of an agent as a picture.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/answers.h"
#include "cli/command.h"
#include "cli/fetch.h"
#include "cli/messages.h"
#include "cli/option_table.h"
#include "cli/policy.h"
#include "cli/read_file.h"
#include "cli/text_print.h"
#include "robotsc/access.h"
#include "robotsc/dot.h"
#include "robotsc/explain.h"
#include "robotsc/extensions.h"
#include "robotsc/inspect.h"

/* Options that no other command has. */
struct inspect_own {
	int after;        /* a word, and a pass from ROBOTSC_PASS_LEX on; below 0: none */
	const char *draw; /* "dot", "svg" or NULL */
	bool rules;
};

#define UL(x) ((unsigned long)(x))

/* The verdict of a policy without machines: the same for each path. */
static const char *constant_verdict(const struct cli_policy *p, uint32_t policy)
{
	struct robotsc_agent_info agent;
	struct robotsc_group group;
	enum robotsc_status status = ROBOTSC_ERR_AGENT;
	if (policy == p->info.star_policy)
		status = robotsc_select(&p->blob, NULL, 0, &group);
	for (uint32_t i = 0; status != ROBOTSC_OK && robotsc_agent_at(&p->blob, i, &agent); i++)
		if (agent.policy == policy)
			status = robotsc_select(&p->blob, &agent.token, 1, &group);
	if (status != ROBOTSC_OK)
		return "unused";
	return robotsc_check_path(&group, "/", 1) == ROBOTSC_ALLOW ? "allow" : "disallow";
}

/* ---- for people -------------------------------------------------------------- */

static void print_policy_of(const char *quote, struct robotsc_text token, uint32_t policy, const char *note)
{
	fputs("  ", stdout);
	fputs(quote, stdout);
	cli_print_start(stdout, token);
	fputs(quote, stdout);
	if (policy == ROBOTSC_NO_POLICY)
		printf(": everything is allowed%s\n", note);
	else
		printf(": policy %lu%s\n", UL(policy), note);
}

static void print_policies(const struct cli_policy *p)
{
	struct robotsc_machine_info m;
	for (uint32_t i = 0; i < p->info.policies; i++) {
		if (!robotsc_machine_at(&p->blob, i, 0, &m))
			printf("  policy %lu: every path: %s\n", UL(i), constant_verdict(p, i));
		for (uint32_t nth = 0; robotsc_machine_at(&p->blob, i, nth, &m); nth++) {
			printf("  policy %lu: machine %lu, %s, %lu octets, %lu nodes, %lu states", UL(i), UL(m.index),
			       m.filter ? "filter" : "DFA", UL(m.bytes), UL(m.nodes), UL(m.states));
			if (m.filter)
				printf(", %lu glob%s", UL(m.globs), m.globs == 1 ? "" : "s");
			putchar('\n');
		}
	}
}

/* Count the records of a group; NULL: those of the file as a whole. */
static unsigned long count_records(const struct robotsc_extensions *ext, const struct robotsc_group *group)
{
	struct robotsc_lines records;
	struct robotsc_line record;
	unsigned long n = 0;
	robotsc_begin_lines(ext, group, &records);
	while (robotsc_next_line(&records, &record))
		n++;
	return n;
}

static void print_extensions(const struct cli_policy *p)
{
	struct robotsc_agent_info agent;
	struct robotsc_extensions ext;
	struct robotsc_group group;
	if (robotsc_open_extensions(&p->blob, &ext) != ROBOTSC_OK)
		return;
	printf("records: of the file %lu\n", count_records(&ext, NULL));
	for (uint32_t i = 0; robotsc_agent_at(&p->blob, i, &agent); i++)
		if (robotsc_select(&p->blob, &agent.token, 1, &group) == ROBOTSC_OK) {
			fputs("  ", stdout);
			cli_print_text(stdout, agent.token);
			printf(": %lu\n", count_records(&ext, &group));
		}
	if (robotsc_select(&p->blob, NULL, 0, &group) == ROBOTSC_OK)
		printf("  *: %lu\n", count_records(&ext, &group));
}

static void print_fetch(const struct cli_policy *p)
{
	struct robotsc_decision decision;
	const enum robotsc_status status = robotsc_stamp_read(&p->blob, &decision);
	if (status == ROBOTSC_OK) {
		puts("fetch:");
		cli_print_decision(&decision, "  ");
		if (decision.length || decision.digest)
			printf("  text        %llu octets, digest %016llX\n", (unsigned long long)decision.length,
			       (unsigned long long)decision.digest);
	} else if (status != ROBOTSC_ERR_ABSENT) {
		puts("fetch: corrupt");
	}
}

static void print_people(const struct cli_policy *p)
{
	const struct robotsc_info *i = &p->info;
	struct robotsc_agent_info agent;
	printf("blob of %lu octets, format %u.%u, dialect %s%s\n", UL(i->size), i->format_major, i->format_minor, cli_dialect_of(p),
	       i->partial ? ", for the agents below only" : "");
	printf("  header %lu, agents %lu, policies %lu, machines %lu", UL(i->header_bytes), UL(i->agents_bytes),
	       UL(i->policies_bytes), UL(i->machines_bytes));
	if (i->other_bytes)
		printf(", other sections %lu", UL(i->other_bytes));
	printf(", trailer %lu octets\n", UL(i->trailer_bytes));
	print_fetch(p);
	printf("agents: %lu\n", UL(i->agents));
	for (uint32_t a = 0; robotsc_agent_at(&p->blob, a, &agent); a++)
		print_policy_of("", agent.token, agent.policy, agent.named ? "" : ", as no group names it");
	if (!i->partial || i->star_policy != ROBOTSC_NO_POLICY)
		print_policy_of("", cli_text("*"), i->star_policy, "");
	printf("policies: %lu, machines: %lu\n", UL(i->policies), UL(i->machines));
	print_policies(p);
	print_extensions(p);
}

/* ---- for programs ------------------------------------------------------------ */

static void json_policy_number(const char *key, uint32_t policy)
{
	if (policy == ROBOTSC_NO_POLICY)
		printf("\"%s\": null", key);
	else
		printf("\"%s\": %lu", key, UL(policy));
}

static void json_agents(const struct cli_policy *p)
{
	struct robotsc_agent_info agent;
	for (uint32_t i = 0; robotsc_agent_at(&p->blob, i, &agent); i++) {
		fputs(i ? ",\n    {\"token\": " : "\n    {\"token\": ", stdout);
		cli_print_json(agent.token);
		fputs(", ", stdout);
		json_policy_number("policy", agent.policy);
		printf(", \"named\": %s}", agent.named ? "true" : "false");
	}
}

static void json_policies(const struct cli_policy *p)
{
	struct robotsc_machine_info m;
	for (uint32_t i = 0; i < p->info.policies; i++) {
		fputs(i ? ",\n    " : "\n    ", stdout);
		if (!robotsc_machine_at(&p->blob, i, 0, &m)) {
			printf("{\"verdict\": \"%s\"}", constant_verdict(p, i));
			continue;
		}
		fputs("{\"machines\": [", stdout);
		for (uint32_t nth = 0; robotsc_machine_at(&p->blob, i, nth, &m); nth++)
			printf("%s{\"index\": %lu, \"form\": \"%s\", \"bytes\": %lu, \"nodes\": %lu, \"states\": %lu, "
			       "\"globs\": %lu}",
			       nth ? ", " : "", UL(m.index), m.filter ? "filter" : "dfa", UL(m.bytes), UL(m.nodes), UL(m.states),
			       UL(m.globs));
		fputs("]}", stdout);
	}
}

/* Print how many records the file, "*" and each agent have, and the labels. */
static void json_extensions(const struct cli_policy *p)
{
	struct robotsc_agent_info agent;
	struct robotsc_extensions ext;
	struct robotsc_group group;
	struct robotsc_label label;
	if (robotsc_open_extensions(&p->blob, &ext) != ROBOTSC_OK)
		return;
	printf(",\n  \"records\": {\"file\": %lu, \"star\": ", count_records(&ext, NULL));
	if (robotsc_select(&p->blob, NULL, 0, &group) == ROBOTSC_OK)
		printf("%lu", count_records(&ext, &group));
	else
		fputs("null", stdout);
	fputs(", \"agents\": [", stdout);
	for (uint32_t i = 0; robotsc_agent_at(&p->blob, i, &agent); i++)
		if (robotsc_select(&p->blob, &agent.token, 1, &group) == ROBOTSC_OK)
			printf("%s%lu", i ? ", " : "", count_records(&ext, &group));
	fputs("]},\n  \"labels\": [", stdout);
	for (uint32_t i = 0; robotsc_label_at(&ext, i, &label); i++) {
		printf("%s{\"field\": \"%s\", \"name\": ", i ? ", " : "", robotsc_field_name(label.field));
		cli_print_json(label.name);
		for (uint32_t value = 1; value <= label.values; value++) {
			fputs(value == 1 ? ", \"values\": [" : ", ", stdout);
			cli_print_json(robotsc_label_value(&ext, i, value));
		}
		fputs("]}", stdout);
	}
	putchar(']');
}

static void json_fetch(const struct cli_policy *p)
{
	struct cli_cell row[CLI_DECISION_MEMBERS];
	struct robotsc_decision decision;
	fputs("  \"fetch\": ", stdout);
	if (robotsc_stamp_read(&p->blob, &decision) != ROBOTSC_OK) {
		puts("null,");
		return;
	}
	cli_decision_members(&decision, row);
	putchar('{');
	cli_answers_members(&(struct cli_answers){0}, row, CLI_DECISION_MEMBERS);
	printf(", \"length\": %llu, \"digest\": \"%016llX\"},\n", (unsigned long long)decision.length,
	       (unsigned long long)decision.digest);
}

static void print_json(const struct cli_policy *p)
{
	const struct robotsc_info *i = &p->info;
	printf("{\n  \"size\": %lu,\n  \"format\": \"%u.%u\",\n  \"dialect\": \"%s\",\n  \"partial\": %s,\n", UL(i->size),
	       i->format_major, i->format_minor, cli_dialect_of(p), i->partial ? "true" : "false");
	printf("  \"sections\": {\"header\": %lu, \"agents\": %lu, \"policies\": %lu, \"machines\": %lu, \"other\": %lu, "
	       "\"trailer\": "
	       "%lu},\n",
	       UL(i->header_bytes), UL(i->agents_bytes), UL(i->policies_bytes), UL(i->machines_bytes), UL(i->other_bytes),
	       UL(i->trailer_bytes));
	json_fetch(p);
	printf("  \"machines\": %lu,\n  ", UL(i->machines));
	json_policy_number("star", i->star_policy);
	fputs(",\n  \"agents\": [", stdout);
	json_agents(p);
	fputs("],\n  \"policies\": [", stdout);
	json_policies(p);
	putchar(']');
	json_extensions(p);
	puts("\n}");
}

/* ---- passes ------------------------------------------------------------------- */

static void print_piece(void *ctx, const char *text, size_t len)
{
	fwrite(text, 1, len, ctx);
}

static int dump_pass(struct cli_settings *s)
{
	struct cli_file file;
	enum robotsc_status status = ROBOTSC_OK;
	void *blob = NULL;
	size_t len = 0;
	int result = CLI_OK;
	if (cli_read_robots(s, s->operands[0], s->options.limit, &file) < 0)
		return CLI_TROUBLE;
	s->options.dump = print_piece;
	s->options.dump_ctx = stdout;
	if (file.is_blob)
		result = cli_complain("%s: --after needs a robots.txt, not a blob", file.name);
	else
		status = robotsc_compile(&s->options, file.bytes, file.len, &blob, &len);
	if (status != ROBOTSC_OK)
		result = cli_complain("%s: cannot compile: %s", file.name, cli_why(status));
	robotsc_free_blob(NULL, blob, len);
	free(file.bytes);
	return result;
}

/* ---- rules ---------------------------------------------------------------------- */

static void print_rule(void *ctx, const struct robotsc_rule *rule)
{
	const struct cli_cell row[] = {{"group", 0, CLI_NUMBER, {.number = rule->group}},
	                               {"agents", 2, CLI_LIST, {.list = {rule->agents, rule->nagents}}},
	                               {"line", 1, CLI_NUMBER, {.number = rule->line}},
	                               {"kind", 3, CLI_WORD, {.word = rule->verdict == ROBOTSC_ALLOW ? "allow" : "disallow"}},
	                               {"pattern", 4, CLI_TEXT, {.text = rule->pattern}},
	                               {"canonical", 5, CLI_TEXT, {.text = rule->canonical}}};
	cli_answers_row(ctx, row, sizeof row / sizeof *row);
}

/* List the rules of a text; a blob is refused, as it has no patterns and no lines. */
static int list_rules(struct cli_settings *s)
{
	struct cli_answers answers = {0};
	struct cli_file file;
	enum robotsc_status status;
	if (cli_read_robots(s, s->operands[0], s->options.limit, &file) < 0)
		return CLI_TROUBLE;
	if (file.is_blob) {
		cli_complain("%s: --rules needs a robots.txt: a blob has no patterns and no lines", file.name);
		free(file.bytes);
		return CLI_TROUBLE;
	}
	cli_answers_begin(&answers, s, NULL);
	status = robotsc_rules(&s->options, file.bytes, file.len, print_rule, &answers);
	cli_answers_end(&answers);
	free(file.bytes);
	return status == ROBOTSC_OK ? CLI_OK : cli_complain("%s: %s", file.name, cli_why(status));
}

/* ---- pictures ----------------------------------------------------------------- */

/* Draw the automaton by Graphviz, as SVG.  Returns an exit status. */
static int draw(const struct robotsc_group *group, struct robotsc_text agent, enum robotsc_status *status)
{
	FILE *dot;
	fflush(stdout);
	signal(SIGPIPE, SIG_IGN);
	dot = popen("dot -Tsvg", "w"); /* NOLINT(cert-env33-c): no input is part of the command */
	if (!dot)
		return cli_complain("cannot run dot, which comes with Graphviz");
	*status = robotsc_dot(group, agent, print_piece, dot, NULL);
	return pclose(dot) == 0 ? CLI_OK
	                        : cli_complain("dot, which comes with Graphviz, is missing or failed; --dot prints what it reads");
}

static int draw_agent(struct cli_settings *s)
{
	struct cli_policy policy;
	struct robotsc_group group;
	const struct inspect_own *const own = s->own;
	const char *name = s->noperands > 1 ? s->operands[1] : s->options.nagents ? s->agents.at[0].at : NULL;
	enum robotsc_status status = ROBOTSC_OK;
	int result = CLI_TROUBLE;
	if (s->options.dump_after || s->options.extensions || s->format != ROBOTSC_REPORT_TEXT)
		return cli_complain("--dot and --svg draw AGENT; --after, --extensions and JSON do not go with them");
	if (!name)
		return cli_complain("AGENT is missing; write 'robotsc inspect --%s %s AGENT'", own->draw, s->operands[0]);
	if (s->options.nagents + s->noperands > 2)
		return cli_complain("one automaton is drawn at a time, and these are %zu agents; --fallback=TOKEN names the "
		                    "fallbacks of one",
		                    s->options.nagents + s->noperands - 1);
	const struct robotsc_text agent = cli_text(name);

	s->options.nagents = 0; /* a text is compiled for all: --fallback finds its group */

	if (cli_open_policy(s, s->operands[0], &policy) == 0 && cli_select(s, &policy, name, &group) == 0) {
		result = CLI_OK;
		if (strcmp(own->draw, "svg") == 0)
			result = draw(&group, agent, &status);
		else
			status = robotsc_dot(&group, agent, print_piece, stdout, NULL);
		if (status != ROBOTSC_OK)
			result = cli_complain("%s: %s", policy.file.name, cli_why(status));
	}
	cli_close_policy(&policy);
	return result;
}

static int run(struct cli_settings *s)
{
	const struct inspect_own *const own = s->own;
	struct cli_policy policy;
	int result = CLI_TROUBLE;
	if (own->after >= 0)
		s->options.dump_after = (enum robotsc_pass)(ROBOTSC_PASS_LEX + own->after);
	if (own->draw)
		return draw_agent(s);
	if (own->rules && (s->noperands > 1 || own->after >= 0 || s->options.nagents))
		return cli_complain("--rules lists all rules of FILE; AGENT, --agent and --after do not go with it");
	if (own->rules)
		return list_rules(s);
	if (s->noperands > 1)
		return cli_complain("--dot and --svg draw AGENT: give one of them, or FILE alone");
	if (s->given[CLI_OPT_FALLBACK])
		return cli_complain("--fallback goes with --dot and --svg; repeat --agent for each product token");
	if (s->options.dump_after)
		return dump_pass(s);
	if (cli_open_policy(s, s->operands[0], &policy) == 0) {
		result = CLI_OK;
		if (s->format == ROBOTSC_REPORT_JSON)
			print_json(&policy);
		else
			print_people(&policy);
	}
	cli_close_policy(&policy);
	return result;
}

#define CLI_OWNER struct inspect_own

static const char *const pass_words[] = {"lex",         "parse",    "group",  "normalize", "segments",
                                         "determinize", "minimize", "filter", NULL};
static const char *const former_passes[] = {"lex", "parse", "group", "norm", "chain", "determ", "minim", "filter", NULL};

/* clang-format off */
static const struct cli_option_row own_options[] = {
	{"after", 0, "PASS", "print what a pass made: lex parse group normalize segments determinize minimize filter",
		CLI_SETS_WORD(after, pass_words), .former = former_passes},
	{"dot", 0, NULL, "draw the automaton of AGENT, as the input of Graphviz", CLI_SETS_NAME(draw)},
	{"rules", 0, NULL, "list the rules of a robots.txt: line, agents, kind, pattern, canonical form", CLI_SETS_ON(rules)},
	{"svg", 0, NULL, "draw it as a picture; needs Graphviz", CLI_SETS_NAME(draw)},
};
/* clang-format on */

static const unsigned char options[] = {
	CLI_OPT_CONNER2_REST, CLI_OPT_FORMAT,  CLI_OPT_JSON,          CLI_OPT_OWN,         CLI_OPT_DIALECT,    CLI_OPT_AGENT,
	CLI_OPT_FALLBACK,     CLI_OPT_FORM,    CLI_OPT_OWN,           CLI_OPT_OWN,         CLI_OPT_OWN,        CLI_OPT_HELP,
	CLI_OPT_LIMIT,        CLI_OPT_AS_TEXT, CLI_OPT_STRICT_FIELDS, CLI_OPT_AIPREF_RULE, CLI_OPT_EXTENSIONS, CLI_OPT_END};

const struct cli_command cli_inspect = {
	.name = "inspect",
	.operands = "FILE [AGENT]",
	.summary = "show what a blob holds, draw an automaton",
	.text = cli_help_inspect,
	.options = options,
	.own = {own_options, sizeof(CLI_OWNER), &(const CLI_OWNER){.after = -1}},
	.formats = CLI_FORMAT(TEXT) | CLI_FORMAT(JSON),
	.run = run,
};
