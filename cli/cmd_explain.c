/* cmd_explain.c - robotsc explain: which lines of a robots.txt decide about a URL.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "robotsc/explain.h"

/* A line of the file, or one that could be. */
struct line {
	struct robotsc_match match;
	struct robotsc_change change; /* its text is malloc'd */
};

struct lines {
	struct line *at;
	size_t n, room;
	int failed;
};

/* The answer about one URL in one dialect. */
struct answer {
	struct robotsc_explanation e;
	struct lines matches, changes; /* in line order; as robotsc_changes tells them */
};

static struct line *add(struct lines *m)
{
	if (m->n == m->room) {
		struct line *p = realloc(m->at, (2 * m->room + 16) * sizeof *p);

		m->failed |= !p;
		if (!p)
			return NULL;
		m->at = p;
		m->room = 2 * m->room + 16;
	}
	return &m->at[m->n++];
}

static void keep_match(void *ctx, const struct robotsc_match *match)
{
	struct line *line = add(ctx);

	if (line)
		line->match = *match;
}

static void keep_change(void *ctx, const struct robotsc_change *change)
{
	struct lines *m = ctx;
	char *text = malloc(change->text.len + 1);
	struct line *line = text ? add(m) : NULL;

	m->failed |= !text;
	if (!line) {
		free(text);
		return;
	}
	memcpy(text, change->text.at, change->text.len);
	line->change = *change;
	line->change.text.at = text;
}

static void free_answer(struct answer *a)
{
	for (size_t i = 0; i < a->changes.n; i++)
		free((char *)a->changes.at[i].change.text.at);
	free(a->changes.at);
	free(a->matches.at);
}

static void print_group(const struct cli_settings *s, const struct robotsc_explanation *e)
{
	const unsigned long line = e->agent_line, rules = e->rules;

	switch (e->selected) {
	case ROBOTSC_SELECTED_NONE:
		puts("  group    none speaks to this agent, so everything is allowed");
		return;
	case ROBOTSC_SELECTED_STAR:
		printf("  group    \"*\", first on line %lu, rules: %lu\n", line, rules);
		return;
	case ROBOTSC_SELECTED_TOKEN:
		fputs("  group    \"", stdout);
		cli_print_text(stdout, s->tokens.at[e->token]);
		printf("\", first on line %lu, rules: %lu\n", line, rules);
		return;
	}
}

static void print_line(const char *label, const struct robotsc_match *match, enum cli_color color)
{
	printf("  %-8s line %lu: ", label, (unsigned long)match->line);
	if (color)
		cli_color(color);
	cli_print_text(stdout, match->text);
	if (color)
		cli_color(CLI_NO_COLOR);
	putchar('\n');
}

static void print_matches(const struct robotsc_explanation *e, const struct lines *m)
{
	if (e->implied)
		puts("  decides  nothing in the file: /robots.txt may always be fetched");
	else if (e->deciding == 0 && e->selected != ROBOTSC_SELECTED_NONE)
		printf("  decides  no rule matches, and that means %s\n", e->verdict == ROBOTSC_ALLOW ? "allow" : "disallow");
	for (size_t i = 0; i < m->n; i++)
		if (m->at[i].match.deciding)
			print_line("decides", &m->at[i].match, m->at[i].match.verdict == ROBOTSC_ALLOW ? CLI_GREEN : CLI_RED);
	for (size_t i = 0; i < m->n; i++)
		if (!m->at[i].match.deciding)
			print_line("matches", &m->at[i].match, CLI_NO_COLOR);
}

/* Print why a line decides when others match too: "...: 15 octets against 9". */
static void print_because(const struct lines *m, enum robotsc_dialect dialect)
{
	uint32_t decides = 0, next = 0;

	for (size_t i = 0; i < m->n; i++) {
		const struct robotsc_match *match = &m->at[i].match;

		if (match->deciding)
			decides = match->octets;
		else if (match->octets > next)
			next = match->octets;
	}
	if (m->n < 2)
		return;
	printf("  because  %s", robotsc_precedence(dialect));
	if (decides > next)
		printf(": %lu octets against %lu", (unsigned long)decides, (unsigned long)next);
	else if (decides)
		printf(": both have %lu octets", (unsigned long)decides);
	putchar('\n');
}

/* Print "remove lines 3, 5; line 2 decides then".  Returns the number of changes that it covers. */
static size_t print_removals(const struct lines *changes, const char *label)
{
	const struct line *at = changes->at;
	size_t n = 0;

	while (n < changes->n && at[n].change.kind == ROBOTSC_CHANGE_REMOVE)
		n++;
	if (n == 0)
		return 0;
	printf("%s remove line%s", label, n > 1 ? "s" : "");
	for (size_t i = 0; i < n; i++)
		printf("%s %lu", i ? "," : "", (unsigned long)at[i].change.line);
	if (at->change.then)
		printf("; line %lu decides then\n", (unsigned long)at->change.then);
	else
		puts("; no rule matches then");
	return n;
}

static void print_changes(const struct answer *a, enum robotsc_dialect dialect)
{
	const char *const label = a->e.verdict == ROBOTSC_ALLOW ? "  to disallow it," : "  to allow it,";

	size_t i = print_removals(&a->changes, label);

	if (dialect == ROBOTSC_NEXOR1994 && a->e.verdict == ROBOTSC_DISALLOW)
		printf("%s no rule can be added: nexor1994 has no Allow\n", label);
	for (; i < a->changes.n; i++) {
		const struct robotsc_change *c = &a->changes.at[i].change;
		const char *const end = c->text.at + c->text.len, *rule = c->text.at;

		if (c->kind == ROBOTSC_CHANGE_ADD_GROUP) {
			rule = (const char *)memchr(rule, '\n', c->text.len) + 1;
			printf("%s add at the end, after User-agent: *: ", label);
		} else {
			printf("%s add before line %lu: ", label, (unsigned long)c->line);
		}
		fwrite(rule, 1, (size_t)(end - rule), stdout); /* made by robotsc, of printable ASCII, so it can be pasted */
		puts(c->kind == ROBOTSC_CHANGE_SHORTEST ? " (the shortest rule that does, for more URLs)" : "");
	}
}

static const char *word(enum robotsc_verdict verdict)
{
	return verdict == ROBOTSC_ALLOW ? "allow" : "disallow";
}

static void print_text(const struct cli_settings *s, const struct answer *a, enum robotsc_dialect dialect, struct robotsc_text url)
{
	cli_print_verdict(a->e.verdict);
	putchar('\t');
	cli_print_text(stdout, url);
	putchar('\n');
	if (s->all_dialects)
		printf("  dialect  %s\n", robotsc_dialect_name(dialect));
	print_group(s, &a->e);
	print_matches(&a->e, &a->matches);
	if (!a->e.implied)
		print_because(&a->matches, dialect);
	print_changes(a, dialect);
}

static void print_json(const struct cli_settings *s, const struct answer *a, enum robotsc_dialect dialect, struct robotsc_text url)
{
	static const char *const kinds[] = {"remove", "add", "add-group", "shortest"};
	const struct robotsc_explanation *e = &a->e;

	fputs("{\"url\":", stdout);
	cli_print_json(url);
	printf(",\"dialect\":\"%s\",\"verdict\":\"%s\",\"group\":", robotsc_dialect_name(dialect), word(e->verdict));
	if (e->selected == ROBOTSC_SELECTED_NONE) {
		fputs("null", stdout);
	} else {
		fputs("{\"agent\":", stdout);
		cli_print_json(e->selected == ROBOTSC_SELECTED_STAR ? cli_text("*") : s->tokens.at[e->token]);
		printf(",\"line\":%lu,\"rules\":%lu}", (unsigned long)e->agent_line, (unsigned long)e->rules);
	}
	printf(",\"implied\":%s,\"deciding\":%lu,\"matches\":[", e->implied ? "true" : "false", (unsigned long)e->deciding);
	for (size_t i = 0; i < a->matches.n; i++) {
		const struct robotsc_match *m = &a->matches.at[i].match;

		printf("%s{\"line\":%lu,\"verdict\":\"%s\",\"octets\":%lu,\"text\":", i ? "," : "", (unsigned long)m->line,
		       word(m->verdict), (unsigned long)m->octets);
		cli_print_json(m->text);
		putchar('}');
	}
	fputs("],\"precedence\":", stdout);
	cli_print_json(cli_text(robotsc_precedence(dialect)));
	fputs(",\"changes\":[", stdout);
	for (size_t i = 0; i < a->changes.n; i++) {
		const struct robotsc_change *c = &a->changes.at[i].change;

		printf("%s{\"kind\":\"%s\",\"line\":%lu,\"text\":", i ? "," : "", kinds[c->kind], (unsigned long)c->line);
		cli_print_json(c->text);
		if (c->kind == ROBOTSC_CHANGE_REMOVE)
			printf(",\"then\":%lu", (unsigned long)c->then);
		putchar('}');
	}
	puts("]}");
}

static int explain_in(const struct cli_settings *s, const struct robotsc_options *options, const struct cli_file *file,
                      struct robotsc_text url)
{
	const size_t n = s->tokens.n;
	struct answer a = {.matches = {NULL, 0, 0, 0}};
	int result = CLI_TROUBLE;
	enum robotsc_status status =
		robotsc_explain(options, file->bytes, file->len, s->tokens.at, n, url, keep_match, &a.matches, &a.e);

	if (status == ROBOTSC_OK)
		status = robotsc_changes(options, file->bytes, file->len, s->tokens.at, n, url, keep_change, &a.changes);
	if (status == ROBOTSC_OK && (a.matches.failed || a.changes.failed))
		status = ROBOTSC_ERR_NOMEM;
	if (status != ROBOTSC_OK) {
		cli_complain("%s: cannot explain: %s", file->name, cli_why(status));
	} else {
		result = a.e.verdict == ROBOTSC_ALLOW ? CLI_OK : CLI_DISALLOWED;
		(s->json ? print_json : print_text)(s, &a, options->dialect, url);
	}
	free_answer(&a);
	return result;
}

static int explain(const struct cli_settings *s, const struct cli_file *file, struct robotsc_text url)
{
	struct robotsc_options options = s->options;
	int result = CLI_OK;

	cli_warn_url(s->all_dialects ? ROBOTSC_RFC9309 : options.dialect, url);
	if (!s->all_dialects)
		return explain_in(s, &options, file, url);
	for (int d = 0; robotsc_dialect_name((enum robotsc_dialect)d) && result != CLI_TROUBLE; d++) {
		options.dialect = (enum robotsc_dialect)d;
		const int one = explain_in(s, &options, file, url);

		result = one > result ? one : result;
	}
	return result;
}

static int run(struct cli_settings *s)
{
	struct cli_file file;
	int result = CLI_OK;

	if (cli_read_robots(s->operands[0], s->options.limit, &file) < 0)
		return CLI_TROUBLE;
	s->tokens.at[0] = cli_text(s->operands[1]);
	for (size_t i = 0; i < s->tokens.n && !s->all_dialects; i++)
		cli_warn_agent(s->options.dialect, s->tokens.at[i]);
	if (file.is_blob)
		result = cli_complain("%s: a blob holds no text to explain; give its robots.txt", file.name);
	for (size_t i = 2; i < s->noperands && result != CLI_TROUBLE; i++) {
		const int one = explain(s, &file, cli_text(s->operands[i]));

		result = one > result ? one : result;
	}
	free(file.bytes);
	return result;
}

static const unsigned char options[] = {CLI_OPT_CONNER2_REST,  CLI_OPT_FALLBACK,    CLI_OPT_DIALECTS, CLI_OPT_JSON, CLI_OPT_LIMIT,
                                        CLI_OPT_STRICT_FIELDS, CLI_OPT_AIPREF_RULE, CLI_OPT_COLOR,    CLI_OPT_HELP, CLI_OPT_END};

const struct cli_command cli_explain = {
	.name = "explain",
	.operands = "FILE AGENT URL...",
	.summary = "show which lines decide about URLs",
	.text = "FILE is a robots.txt ('-': standard input), AGENT the product token of a crawler.  For\n"
		"each URL are shown the verdict, the group that holds for AGENT, the line that decides, every other\n"
		"line that matches and why it does not decide, and what would change the verdict: all lines that\n"
		"can be removed, with the line that decides then, and rules that can be added, for this URL alone\n"
		"and the shortest.  Each change was tried.  Control octets are printed as \\xHH.\n"
		"\n"
		"With --dialect=all, that is shown for each dialect.  With --json, each is an object on a line.\n"
		"\n"
		"Exit status: 0 all allowed, 1 at least one disallowed, 2 trouble.\n",
	.options = options,
	.min_operands = 3,
	.max_operands = SIZE_MAX,
	.run = run,
};
