/* cmd_explain.c - robotsc explain: which lines of a robots.txt decide about a URL.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "explain_more.h"
#include "visitor.h"
#include "robotsc/explain.h"

/* A line of the file, or one that could be. */
struct line {
	struct robotsc_match match;
	struct robotsc_change change; /* its texts are malloc'd */
};

struct lines {
	struct line *at;
	size_t n, room;
	int failed;
};

/* The answer about one URL in one dialect. */
struct answer {
	struct robotsc_explanation e;
	struct lines matches, changes; /* in line order; the narrowest first */
	struct robotsc_text path;      /* of the URL */
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

/* A copy, or NULL in .at when there is no memory. */
static struct robotsc_text copy(struct robotsc_text text)
{
	char *at = malloc(text.len + 1);

	if (at)
		memcpy(at, text.at, text.len);
	return (struct robotsc_text){at, text.len};
}

static void keep_change(void *ctx, const struct robotsc_change *change)
{
	struct lines *m = ctx;
	struct line *line = add(m);

	if (!line)
		return;
	line->change = *change;
	line->change.text = copy(change->text);
	/* All lines to remove have the same text without them. */
	line->change.with = change->kind == ROBOTSC_CHANGE_REMOVE && m->n > 1 ? (struct robotsc_text){NULL, 0} : copy(change->with);
	m->failed |= !line->change.text.at;
}

static void free_answer(struct answer *a)
{
	for (size_t i = 0; i < a->changes.n; i++) {
		free((char *)a->changes.at[i].change.text.at);
		free((char *)a->changes.at[i].change.with.at);
	}
	free(a->changes.at);
	free(a->matches.at);
}

/* Put the rule for the path alone before the lines to remove. */
static void narrowest_first(struct lines *changes)
{
	for (size_t i = 1; i < changes->n; i++) {
		const struct line line = changes->at[i];

		if (line.change.kind != ROBOTSC_CHANGE_ADD)
			continue;
		memmove(changes->at + 1, changes->at, i * sizeof line);
		changes->at[0] = line;
	}
}

static const struct robotsc_change *narrowest(const struct answer *a)
{
	for (size_t i = 0; i < a->changes.n; i++)
		if (a->changes.at[i].change.kind == ROBOTSC_CHANGE_ADD)
			return &a->changes.at[i].change;
	return NULL;
}

/* Compare the text of a change with that of the narrowest one, or with the file. */
static void measure(const struct cli_settings *s, const struct robotsc_options *options, const struct cli_file *file,
                    const struct answer *a, const struct robotsc_change *change, struct cli_more *more)
{
	const struct robotsc_change *const least = narrowest(a);
	const struct robotsc_text from = least ? least->with : (struct robotsc_text){(const char *)file->bytes, file->len};
	const struct cli_texts texts = {options, from, change->with, a->path};

	cli_more_find(s, &texts, more);
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

/* What is asked, for the answers about changes. */
struct asked {
	const struct cli_settings *s;
	const struct robotsc_options *options;
	const struct cli_file *file;
	const struct answer *a;
	const char *label;
};

/* Print "(also allows URLs such as /x)". */
static void print_more(const struct asked *q, const struct robotsc_change *change)
{
	struct cli_more more;

	measure(q->s, q->options, q->file, q->a, change, &more);
	if (more.answer == ROBOTSC_SAME) {
		puts(" (changes no other URL)");
	} else if (more.path) {
		printf(" (also %s URLs such as ", q->a->e.verdict == ROBOTSC_ALLOW ? "disallows" : "allows");
		cli_print_path((struct robotsc_text){more.path, more.len});
		puts(")");
	} else {
		puts(" (may change other URLs too)");
	}
	free(more.path);
}

/* Print "remove lines 3, 5; line 2 decides then".  Returns the index of the next change. */
static size_t print_removals(const struct asked *q, size_t from)
{
	const struct lines *changes = &q->a->changes;
	const struct robotsc_change *const first = &changes->at[from].change;
	size_t to = from;

	while (to < changes->n && changes->at[to].change.kind == ROBOTSC_CHANGE_REMOVE)
		to++;
	printf("%s remove line%s", q->label, to - from > 1 ? "s" : "");
	for (size_t i = from; i < to; i++)
		printf("%s %lu", i > from ? "," : "", (unsigned long)changes->at[i].change.line);
	if (first->then)
		printf("; line %lu decides then", (unsigned long)first->then);
	else
		fputs("; no rule matches then", stdout);
	print_more(q, first);
	return to;
}

/* Print a rule to add.  It was made of printable ASCII, so it can be pasted. */
static void print_addition(const struct asked *q, const struct robotsc_change *c)
{
	const char *const end = c->text.at + c->text.len, *rule = c->text.at;

	if (c->kind == ROBOTSC_CHANGE_ADD_GROUP) {
		rule = (const char *)memchr(rule, '\n', c->text.len) + 1;
		printf("%s add at the end, after User-agent: *: ", q->label);
	} else {
		printf("%s add before line %lu: ", q->label, (unsigned long)c->line);
	}
	fwrite(rule, 1, (size_t)(end - rule), stdout);
	if (c->kind == ROBOTSC_CHANGE_SHORTEST)
		print_more(q, c);
	else
		puts(end[-1] == '$' ? "" : " (and for URLs that begin so)");
}

static void print_changes(const struct cli_settings *s, const struct answer *a, const struct robotsc_options *options,
                          const struct cli_file *file)
{
	const char *const label = a->e.verdict == ROBOTSC_ALLOW ? "  to disallow it," : "  to allow it,";
	const struct asked q = {s, options, file, a, label};

	for (size_t i = 0; i < a->changes.n;)
		if (a->changes.at[i].change.kind == ROBOTSC_CHANGE_REMOVE)
			i = print_removals(&q, i);
		else
			print_addition(&q, &a->changes.at[i++].change);
	if (options->dialect == ROBOTSC_NEXOR1994 && a->e.verdict == ROBOTSC_DISALLOW)
		printf("%s no rule can be added: nexor1994 has no Allow\n", label);
}

static const char *word(enum robotsc_verdict verdict)
{
	return verdict == ROBOTSC_ALLOW ? "allow" : "disallow";
}

static void print_text(const struct cli_settings *s, const struct answer *a, const struct robotsc_options *options,
                       const struct cli_file *file, struct robotsc_text url)
{
	const enum robotsc_dialect dialect = options->dialect;

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
	print_changes(s, a, options, file);
}

/* A change, with "also": a path whose verdict turns around too; null: there is none; left out where
 * that is not known. */
static void json_change(const struct cli_settings *s, const struct answer *a, const struct robotsc_options *options,
                        const struct cli_file *file, const struct robotsc_change *c)
{
	static const char *const kinds[] = {"remove", "add", "add-group", "shortest"};
	struct cli_more more;

	printf("{\"kind\":\"%s\",\"line\":%lu,\"text\":", kinds[c->kind], (unsigned long)c->line);
	cli_print_json(c->text);
	if (c->kind == ROBOTSC_CHANGE_REMOVE)
		printf(",\"then\":%lu", (unsigned long)c->then);
	if (c->with.at && (c->kind == ROBOTSC_CHANGE_REMOVE || c->kind == ROBOTSC_CHANGE_SHORTEST)) {
		measure(s, options, file, a, c, &more);
		if (more.path) {
			fputs(",\"also\":", stdout);
			cli_print_json((struct robotsc_text){more.path, more.len});
		} else if (more.answer == ROBOTSC_SAME) {
			fputs(",\"also\":null", stdout);
		}
		free(more.path);
	}
	putchar('}');
}

static void print_json(const struct cli_settings *s, const struct answer *a, const struct robotsc_options *options,
                       const struct cli_file *file, struct robotsc_text url)
{
	const struct robotsc_explanation *e = &a->e;
	const enum robotsc_dialect dialect = options->dialect;

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
		fputs(i ? "," : "", stdout);
		json_change(s, a, options, file, &a->changes.at[i].change);
	}
	puts("]}");
}

static int explain_in(const struct cli_settings *s, const struct robotsc_options *options, const struct cli_file *file,
                      struct robotsc_text url, bool may_change)
{
	const size_t n = s->tokens.n;
	struct answer a = {.matches = {NULL, 0, 0, 0}};
	int result = CLI_TROUBLE;
	enum robotsc_status status =
		robotsc_explain(options, file->bytes, file->len, s->tokens.at, n, url, keep_match, &a.matches, &a.e);

	if (status == ROBOTSC_OK && may_change)
		status = robotsc_changes(options, file->bytes, file->len, s->tokens.at, n, url, keep_change, &a.changes);
	narrowest_first(&a.changes);
	robotsc_url_path(options->dialect, url.at, url.len, &a.path);
	if (status == ROBOTSC_OK && (a.matches.failed || a.changes.failed))
		status = ROBOTSC_ERR_NOMEM;
	if (status != ROBOTSC_OK) {
		cli_complain("%s: cannot explain: %s", file->name, cli_why(status));
	} else {
		result = a.e.verdict == ROBOTSC_ALLOW ? CLI_OK : CLI_DISALLOWED;
		if (s->json)
			print_json(s, &a, options, file, url);
		else
			print_text(s, &a, options, file, url);
	}
	free_answer(&a);
	return result;
}

/* For a visitor that ignores "*", no change to those groups would do anything. */
static int explain_to(const struct cli_settings *s, const struct cli_visitors *visitors, enum robotsc_dialect dialect,
                      const struct cli_file *file, struct robotsc_text url)
{
	const struct cli_visitor *const v = &visitors->in[dialect];
	struct robotsc_options options = s->options;
	struct cli_settings own = *s;

	options.dialect = dialect;
	own.tokens = v->tokens;
	return explain_in(&own, &options, v->ignores ? &visitors->empty : file, url, !v->ignores);
}

static void print_unknown(const struct cli_settings *s, struct robotsc_text url)
{
	if (s->json) {
		fputs("{\"url\":", stdout);
		cli_print_json(url);
		puts(",\"verdict\":\"unknown\"}");
	} else {
		cli_print_unknown();
		putchar('\t');
		cli_print_text(stdout, url);
		putchar('\n');
	}
}

static int explain(const struct cli_settings *s, const struct cli_visitors *visitors, const struct cli_file *file,
                   struct robotsc_text url)
{
	int result = CLI_OK;

	if (!s->all_dialects)
		return explain_to(s, visitors, s->options.dialect, file, url);
	for (int d = 0; robotsc_dialect_name((enum robotsc_dialect)d) && result != CLI_TROUBLE; d++) {
		const int one = explain_to(s, visitors, (enum robotsc_dialect)d, file, url);

		result = one > result ? one : result;
	}
	return result;
}

/* A file, and whether it was said that a line of it is cut. */
struct warned {
	const struct cli_file *file;
	bool said;
};

static void warn_cut(void *ctx, const struct robotsc_diag *diag)
{
	struct warned *const warned = ctx;

	if (diag->kind == ROBOTSC_DIAG_SIZE_CUT && !warned->said)
		cli_warn_diag(warned->file, diag);
	warned->said |= diag->kind == ROBOTSC_DIAG_SIZE_CUT;
}

static int run(struct cli_settings *s)
{
	struct cli_visitors visitors = {.empty = {.bytes = NULL}};
	struct cli_urls urls = {.hosts = !s->all_dialects && s->options.dialect == ROBOTSC_GOOGLE};
	struct cli_file file;
	struct warned warned = {&file, false};
	int result = CLI_OK;

	s->options.diag = warn_cut;
	s->options.diag_ctx = &warned;
	if (cli_read_robots(s->operands[0], s->options.limit, &file) < 0)
		return CLI_TROUBLE;
	if (file.is_blob)
		result = cli_complain("%s: a blob holds no text to explain; give its robots.txt", file.name);
	else if (cli_visitors_find(&visitors, s, &file) < 0)
		result = CLI_TROUBLE;
	for (size_t i = 2; i < s->noperands && result != CLI_TROUBLE; i++) {
		const struct robotsc_text url = cli_text(s->operands[i]);
		const bool taken = cli_take_url(&urls, url);
		const int one = taken ? explain(s, &visitors, &file, url) : CLI_OK;

		if (!taken)
			print_unknown(s, url);
		result = one > result ? one : result;
	}
	if (cli_end_urls(&urls) != CLI_OK)
		result = CLI_TROUBLE;
	cli_visitors_free(&visitors);
	free(file.bytes);
	return result;
}

static const unsigned char options[] = {CLI_OPT_CONNER2_REST, CLI_OPT_FALLBACK, CLI_OPT_FAMILY, CLI_OPT_HEADER_AGENT,
                                        CLI_OPT_DIALECTS,     CLI_OPT_JSON,     CLI_OPT_LIMIT,  CLI_OPT_STRICT_FIELDS,
                                        CLI_OPT_AIPREF_RULE,  CLI_OPT_COLOR,    CLI_OPT_HELP,   CLI_OPT_END};

const struct cli_command cli_explain = {
	.name = "explain",
	.operands = "FILE AGENT URL...",
	.summary = "show which lines decide about URLs",
	.text = "FILE is a robots.txt ('-': standard input), AGENT the product token of a crawler.  For\n"
		"each URL are shown the verdict, the group that holds for AGENT, the line that decides, every other\n"
		"line that matches and why it does not decide, and what would change the verdict: a rule for this URL\n"
		"alone, where the dialect has one, all lines that can be removed, with the line that decides then,\n"
		"and the shortest rule.  Of the last two it shows a URL that they change beyond the first.  Each was\n"
		"tried.  Control octets are printed as \\xHH.  What is no URL and no path is unknown, as of 'check'.\n"
		"\n"
		"--header-agent stands in the place of AGENT.  The longest product token of the header that FILE names\n"
		"counts; without one, the group of '*' does.  With --family, some crawlers obey the group of another\n"
		"where none names them, or ignore '*', as their makers say.  Standard error has what was found.\n"
		"\n"
		"With --dialect=all, that is shown for each dialect.  With --json, each is an object on a line.\n"
		"\n"
		"Exit status: 0 all allowed, 1 at least one disallowed, 2 trouble, or at least one unknown.\n",
	.options = options,
	.min_operands = 3,
	.max_operands = SIZE_MAX,
	.run = run,
};
