/* cmd_explain.c - robotsc explain: which lines of a robots.txt decide about a URL.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>

#include "cli.h"
#include "robotsc/explain.h"

/* The lines that match one URL, in line order. */
struct matches {
	struct robotsc_match *at;
	size_t n, room;
	int failed;
};

static void collect(void *ctx, const struct robotsc_match *match)
{
	struct matches *m = ctx;

	if (m->n == m->room) {
		struct robotsc_match *p = realloc(m->at, (2 * m->room + 16) * sizeof *p);

		m->failed |= !p;
		if (!p)
			return;
		m->at = p;
		m->room = 2 * m->room + 16;
	}
	m->at[m->n++] = *match;
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
		cli_print_text(stdout, s->fallbacks[e->token]);
		printf("\", first on line %lu, rules: %lu\n", line, rules);
		return;
	}
}

static void print_line(const char *label, const struct robotsc_match *match)
{
	printf("  %-8s line %lu: ", label, (unsigned long)match->line);
	cli_print_text(stdout, match->text);
	putchar('\n');
}

static void print_matches(const struct robotsc_explanation *e, const struct matches *m)
{
	if (e->implied)
		puts("  decides  nothing in the file: /robots.txt may always be fetched");
	else if (e->deciding == 0 && e->selected != ROBOTSC_SELECTED_NONE)
		printf("  decides  no rule matches, and that means %s\n", e->verdict == ROBOTSC_ALLOW ? "allow" : "disallow");
	for (size_t i = 0; i < m->n; i++)
		if (m->at[i].deciding)
			print_line("decides", &m->at[i]);
	for (size_t i = 0; i < m->n; i++)
		if (!m->at[i].deciding)
			print_line("matches", &m->at[i]);
}

static int explain(const struct cli_settings *s, const struct cli_file *file, struct robotsc_text url)
{
	struct matches m = {NULL, 0, 0, 0};
	struct robotsc_explanation e;
	enum robotsc_status status =
		robotsc_explain(&s->options, file->bytes, file->len, s->fallbacks, 1 + s->nfallbacks, url, collect, &m, &e);
	int result = CLI_TROUBLE;

	if (status == ROBOTSC_OK && m.failed)
		status = ROBOTSC_ERR_NOMEM;
	if (status != ROBOTSC_OK) {
		cli_complain("%s: cannot explain: %s", file->name, cli_why(status));
	} else {
		result = e.verdict == ROBOTSC_ALLOW ? CLI_OK : CLI_DISALLOWED;
		fputs(e.verdict == ROBOTSC_ALLOW ? "allow\t" : "disallow\t", stdout);
		cli_print_text(stdout, url);
		putchar('\n');
		print_group(s, &e);
		print_matches(&e, &m);
	}
	free(m.at);
	return result;
}

static int run(struct cli_settings *s)
{
	struct cli_file file;
	int result = CLI_OK;

	if (cli_read_file(s->operands[0], s->options.limit, &file) < 0)
		return CLI_TROUBLE;
	s->fallbacks[0] = cli_text(s->operands[1]);
	for (size_t i = 0; i <= s->nfallbacks; i++)
		cli_warn_agent(s->options.dialect, s->fallbacks[i]);
	if (file.is_blob)
		result = cli_complain("%s: a blob holds no text to explain; give its robots.txt", file.name);
	for (size_t i = 2; i < s->noperands && result != CLI_TROUBLE; i++) {
		const int one = explain(s, &file, cli_text(s->operands[i]));

		result = one > result ? one : result;
	}
	free(file.bytes);
	return result;
}

static const unsigned char options[] = {CLI_OPT_CONNER2_REST,  CLI_OPT_FALLBACK, CLI_OPT_DIALECT, CLI_OPT_LIMIT,
                                        CLI_OPT_STRICT_FIELDS, CLI_OPT_HELP,     CLI_OPT_END};

const struct cli_command cli_explain = {
	.name = "explain",
	.operands = "FILE AGENT URL...",
	.summary = "show which lines decide about URLs",
	.text = "FILE is a robots.txt ('-': standard input), AGENT the product token of a crawler.  For\n"
		"each URL: the verdict, the group that holds for AGENT, the line that decides, and every\n"
		"other line that matches.  Control octets are printed as \\xHH.\n"
		"\n"
		"Exit status: 0 all allowed, 1 at least one disallowed, 2 trouble.\n",
	.options = options,
	.min_operands = 3,
	.max_operands = SIZE_MAX,
	.run = run,
};
