/* cmd_lint.c - robotsc lint: findings for the authors of robots.txt files.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>

#include "collection.h"
#include "lint_print.h"

struct linting {
	const struct cli_lint_format *format;
	struct cli_lint_total total;
	struct cli_lint lint; /* of the current file */
	int worst;            /* severity */
};

static void print_finding(void *ctx, const struct robotsc_finding *f)
{
	struct linting *l = ctx;

	l->format->finding(&l->lint, f);
	l->lint.n++;
	l->lint.of_severity[f->rule->severity]++;
	if ((int)f->rule->severity > l->worst)
		l->worst = (int)f->rule->severity;
}

/* The length of a byte order mark.  Columns count after it.  google skips a part of one too. */
static size_t bom_length(const struct cli_settings *s, const struct cli_file *file)
{
	static const unsigned char bom[3] = {0xEF, 0xBB, 0xBF};
	size_t n = 0;

	while (n < sizeof bom && n < file->len && file->bytes[n] == bom[n])
		n++;
	return n == sizeof bom || s->options.dialect == ROBOTSC_GOOGLE ? n : 0;
}

/* Count a file whose findings were printed. */
static void add_file(struct cli_lint_total *total, const struct cli_lint *lint, const struct robotsc_lint_summary *summary)
{
	total->files++;
	total->findings += lint->n;
	total->undecided += summary->undecided;
	total->clean += lint->n == 0;
	for (int i = ROBOTSC_NOTE; i <= ROBOTSC_ERROR; i++)
		total->with[i] += lint->of_severity[i] > 0;
}

/* Returns 0, or -1 after a message. */
static int lint(const struct cli_settings *s, struct linting *l, const struct cli_file *file, bool is_url)
{
	struct robotsc_lint_summary summary = {.findings = 0};
	enum robotsc_status status;

	if (file->is_blob) {
		cli_complain("%s: this is a blob; name its robots.txt", file->name);
		return -1;
	}
	l->lint =
		(struct cli_lint){.before = &l->total, .file = file, .is_url = is_url, .most = s->most, .at = bom_length(s, file)};
	l->format->begin(&l->lint);
	status = robotsc_lint(&s->options, file->bytes, file->len, s->steps, print_finding, l, &summary);
	l->format->end(&l->lint, &summary);
	add_file(&l->total, &l->lint, &summary);
	if (status == ROBOTSC_OK)
		return 0;
	cli_complain("%s: cannot be linted: %s", file->name, cli_why(status));
	return -1;
}

static void lint_all(const struct cli_settings *s, struct linting *l, const struct cli_collection *c)
{
	l->format->start();
	for (size_t i = 0; i < c->n && !cli_output_failed(); i++) {
		struct cli_file file = {.bytes = NULL};

		if (cli_collection_read(c, i, s->options.limit, &file) < 0 || lint(s, l, &file, c->texts != NULL) < 0)
			l->total.unread++;
		free(file.bytes);
	}
	l->format->finish(&l->total);
}

static int run(struct cli_settings *s)
{
	struct linting l = {.format = &cli_lint_formats[s->format]};
	struct cli_collection c;
	int result = CLI_TROUBLE;

	if (cli_collection_open(s, s->operands, s->noperands, &c) == 0) {
		l.total.many = c.many;
		l.total.trouble = c.trouble;
		lint_all(s, &l, &c);
		if (!c.trouble && !l.total.unread)
			result = l.worst >= ROBOTSC_NOTE + s->error_on ? CLI_FOUND : CLI_OK;
	}
	cli_collection_close(&c);
	return result;
}

static const unsigned char options[] = {
	CLI_OPT_STEPS,         CLI_OPT_DIALECT,     CLI_OPT_ERROR_ON,     CLI_OPT_FORMAT, CLI_OPT_MOST, CLI_OPT_WARC, CLI_OPT_LIMIT,
	CLI_OPT_STRICT_FIELDS, CLI_OPT_AIPREF_RULE, CLI_OPT_CONNER2_REST, CLI_OPT_COLOR,  CLI_OPT_HELP, CLI_OPT_END};

const struct cli_command cli_lint = {
	.name = "lint",
	.operands = "ROBOTS...",
	.summary = "list mistakes and surprises in robots.txt files",
	.text = "ROBOTS is a robots.txt file ('-': standard input), or a folder, which stands for its files and\n"
		"for the robots.txt of each folder in it; with --warc, a WARC file.  Each finding has a place, a\n"
		"severity, an id and a hint.  Findings about rules are proved over all paths: that a line never\n"
		"decides, which lines decide in its place, or that no verdict depends on it.  After many files, a\n"
		"line says how many there are with errors, with warnings and with notes.\n"
		"\n"
		"Exit status: 0 no finding as severe as --error-on, 1 there is one, 2 trouble.\n",
	.options = options,
	.min_operands = 1,
	.max_operands = SIZE_MAX,
	.run = run,
};
