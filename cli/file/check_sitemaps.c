/* check_sitemaps.c - which URLs of a site in its own sitemaps are closed.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "file_parts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/answers.h"
#include "cli/messages.h"
#include "cli/policy.h"
#include "cli/text_print.h"
#include "sitemaps.h"

/* What is printed. */
struct printing {
	const struct cli_settings *s;
	const struct cli_sitemaps *sitemaps;
	struct cli_answers answers;
	size_t closed, last; /* number of closed URLs; the last one */
};

static void print_closed(void *ctx, const struct robotsc_closed *c)
{
	struct printing *const p = ctx;
	const struct robotsc_text url = p->sitemaps->urls[c->url];
	p->closed += p->closed == 0 || p->last != c->url;
	p->last = c->url;
	const struct cli_cell row[] = {{"url", 2, CLI_TEXT, {.text = url}},
	                               {"verdict", 1, CLI_WORD, {.word = "disallow"}},
	                               {"robots", 3, CLI_LIST, {.list = {c->robots, c->nrobots}}},
	                               {"line", 4, CLI_NUMBER, {.number = c->line}},
	                               {"text", 0, CLI_TEXT, {.text = c->text}}};
	if (!p->s->quiet)
		cli_answers_row(&p->answers, row, sizeof row / sizeof *row);
}

static void print_other(struct printing *p, struct robotsc_text url)
{
	const struct cli_cell row[] = {{"url", 2, CLI_TEXT, {.text = url}}, {"verdict", 1, CLI_WORD, {.word = "other-host"}}};
	cli_answers_row(&p->answers, row, 2);
}

static void print_count(struct printing *p, const struct cli_asked *asked)
{
	const struct cli_sitemaps *const m = p->sitemaps;
	const struct cli_cell row[] = {{"urls", 0, CLI_NUMBER, {.number = m->nurls}},
	                               {"closed", 0, CLI_NUMBER, {.number = p->closed}},
	                               {"other_hosts", 0, CLI_NUMBER, {.number = m->nothers}}};
	if (!p->answers.is_text) {
		cli_answers_row(&p->answers, row, 3);
		return;
	}
	printf("%zu of %zu URLs closed to ", p->closed, m->nurls);
	for (size_t i = 0; i < asked->n; i++) {
		fputs(i ? ", " : "", stdout);
		cli_print_text(stdout, asked->names[i]);
	}
	if (m->nothers)
		printf("; %zu of other hosts not judged", m->nothers);
	putchar('\n');
}

static int print_all(struct printing *p, const struct cli_file *file, const struct cli_asked *asked)
{
	if (p->sitemaps->trouble && p->sitemaps->nall == 0)
		return CLI_TROUBLE;
	if (!p->s->quiet)
		cli_answers_begin(&p->answers, p->s, NULL);
	if (cli_closed_urls(p->s, file, asked, p->sitemaps, print_closed, p) < 0)
		return CLI_TROUBLE;
	for (size_t i = 0; i < p->sitemaps->nothers && !p->s->quiet; i++)
		print_other(p, p->sitemaps->others[i]);
	if (!p->s->quiet)
		print_count(p, asked);
	if (!p->s->quiet)
		cli_answers_end(&p->answers);
	return p->sitemaps->trouble ? CLI_TROUBLE : p->closed ? CLI_DISALLOWED : CLI_OK;
}

int cli_check_sitemaps(const struct cli_settings *s)
{
	struct cli_file file = {.bytes = NULL};
	struct cli_sitemaps sitemaps = {.urls = NULL};
	struct cli_asked asked = {NULL, 0};
	struct printing p = {.s = s, .sitemaps = &sitemaps};
	int result = CLI_TROUBLE;
	size_t inputs = strcmp(s->operands[0], "-") == 0;
	for (size_t i = 0; i < s->sitemaps.n; i++)
		inputs += strcmp(s->sitemaps.at[i].at, "-") == 0;
	if (inputs > 1)
		return cli_complain("only one of ROBOTS and the sitemaps can be standard input");
	if (s->format == ROBOTSC_REPORT_CSV)
		return cli_complain("--sitemap has no --format=csv; --format=jsonl has a line for each URL");
	if (cli_read_robots(s, s->operands[0], s->options.limit, &file) == 0) {
		if (file.is_blob)
			cli_complain("%s: this is a blob, which has no lines; --sitemap needs the robots.txt", file.name);
		else if (cli_take_asked(s, &file, &asked) == 0 && cli_read_sitemaps(s, &sitemaps) == 0)
			result = print_all(&p, &file, &asked);
	}
	cli_free_sitemaps(&sitemaps);
	free(asked.names);
	free(file.bytes);
	return result;
}

/* ---- in a summary ---------------------------------------------------------------------- */

/* The number of closed URLs, and the first one. */
struct count {
	size_t closed, last, first;
	uint32_t line;
};

static void count_closed(void *ctx, const struct robotsc_closed *c)
{
	struct count *const n = ctx;
	if (n->closed == 0) {
		n->first = c->url;
		n->line = c->line;
	}
	n->closed += n->closed == 0 || n->last != c->url;
	n->last = c->url;
}

/* ---- what URLs show of lines ---------------------------------------------------------------- */

struct remarks {
	const struct robotsc_text *urls;
	bool begun;
};

static void print_remark(void *ctx, const struct robotsc_unexpected *u)
{
	struct remarks *const r = ctx;
	if (!r->begun)
		puts("not as it looks");
	r->begun = true;
	printf("  line %lu: ", (unsigned long)u->line);
	cli_print_text(stdout, u->pattern);
	printf(" %s: ", robotsc_unexpected_text((enum robotsc_unexpected_kind)u->kind));
	cli_print_text(stdout, r->urls[u->url]);
	if (u->urls > 1)
		printf(" and %zu more", u->urls - 1);
	putchar('\n');
}

/* Print lines whose effect on URLs is not what it seems.  Returns 0, or -1 after a message. */
static int print_unexpected(const struct robotsc_options *options, const struct cli_file *file, struct robotsc_text robot,
                            const struct cli_sitemaps *sitemaps)
{
	struct robotsc_options quiet = *options;
	struct remarks r = {sitemaps->urls, false};
	quiet.diag = NULL;
	const enum robotsc_status status =
		robotsc_unexpected(&quiet, file->bytes, file->len, &robot, 1, sitemaps->urls, sitemaps->nurls, print_remark, &r);
	return status == ROBOTSC_OK ? 0 : (cli_complain("%s: %s", file->name, cli_why(status)), -1);
}

int cli_count_sitemaps(const struct cli_settings *s, const struct cli_file *file)
{
	struct robotsc_text search = cli_text("search"), googlebot = cli_text("Googlebot");
	struct robotsc_options google = s->options;
	const struct cli_asked asked = {&search, 1};
	struct cli_sitemaps sitemaps = {.urls = NULL};
	struct count n = {0, 0, 0, 0};
	int result = CLI_TROUBLE;
	if (cli_read_sitemaps(s, &sitemaps) == 0 && cli_closed_urls(s, file, &asked, &sitemaps, count_closed, &n) == 0) {
		result = sitemaps.trouble ? CLI_TROUBLE : 0;
		printf("\nOf %zu URLs in sitemaps %zu closed to search", sitemaps.nurls, n.closed);
		if (n.closed) {
			fputs(", first ", stdout);
			cli_print_text(stdout, sitemaps.urls[n.first]);
			printf(" (line %lu)", (unsigned long)n.line);
		}
		putchar('\n');
		google.dialect = ROBOTSC_GOOGLE;
		if (print_unexpected(&google, file, googlebot, &sitemaps) < 0)
			result = CLI_TROUBLE;
	}
	cli_free_sitemaps(&sitemaps);
	return result;
}
