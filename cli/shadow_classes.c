/* shadow_classes.c - see shadow_classes.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "answers.h"
#include "messages.h"
#include "metrics.h"
#include "robotsc/report.h"
#include "shadow_classes.h"
#include "text_print.h"

/* ---- counting --------------------------------------------------------------------------- */

static struct robotsc_text copy(struct robotsc_text text)
{
	char *at = malloc(text.len + 1);
	if (at)
		memcpy(at, text.at ? text.at : "", text.len);
	return (struct robotsc_text){at, text.len};
}

/* The line of a number, from 1 on, without its end; empty where no line decides. */
static struct robotsc_text line_of(const struct cli_file *file, uint32_t number)
{
	const char *at = (const char *)file->bytes, *const end = at + file->len;
	for (uint32_t i = 1; at < end; i++) {
		const char *stop = at;
		while (stop < end && *stop != '\n' && *stop != '\r')
			stop++;
		if (i == number)
			return (struct robotsc_text){at, (size_t)(stop - at)};
		at = stop + (end - stop > 1 && stop[0] == '\r' && stop[1] == '\n' ? 2 : 1);
	}
	return (struct robotsc_text){"", 0};
}

static struct cli_shadow_class *class_of(struct cli_shadow_classes *all, const struct robotsc_shadow *s)
{
	for (size_t i = 0; i < all->n; i++)
		if (all->at[i].kind == s->kind && all->at[i].dialect == s->dialect && all->at[i].verdict == s->verdict)
			return &all->at[i];
	if (all->n == CLI_SHADOW_CLASSES)
		return NULL;
	all->at[all->n] = (struct cli_shadow_class){.kind = s->kind, .dialect = s->dialect, .verdict = s->verdict};
	return &all->at[all->n++];
}

int cli_shadow_count(struct cli_shadow_classes *all, const struct robotsc_shadow *s, struct robotsc_text url,
                     const struct cli_file *file, uint64_t most)
{
	struct cli_shadow_class *c;
	struct cli_example *more, *e;
	all->verdicts[s->verdict]++;
	all->same += s->kind == ROBOTSC_SHADOW_SAME;
	if (s->kind == ROBOTSC_SHADOW_SAME)
		return 0;
	c = class_of(all, s);
	if (!c || (c->count++ >= most && most > 0))
		return 0;
	more = realloc(c->examples, (c->n + 1) * sizeof *more);
	if (more) {
		c->examples = more;
		e = &more[c->n++];
		*e = (struct cli_example){.url = copy(url),
		                          .line = copy(line_of(file, s->line)),
		                          .other_line = copy(line_of(file, s->other_line)),
		                          .number = s->line,
		                          .other_number = s->other_line};
		if (e->url.at && e->line.at && e->other_line.at)
			return 0;
	}
	cli_complain("out of memory");
	return -1;
}

void cli_shadow_free(struct cli_shadow_classes *all)
{
	for (size_t i = 0; i < all->n; i++) {
		for (size_t k = 0; k < all->at[i].n; k++) {
			free((char *)(uintptr_t)all->at[i].examples[k].url.at);
			free((char *)(uintptr_t)all->at[i].examples[k].line.at);
			free((char *)(uintptr_t)all->at[i].examples[k].other_line.at);
		}
		free(all->at[i].examples);
	}
}

/* ---- printing --------------------------------------------------------------------------- */

static int by_count(const void *a, const void *b)
{
	const struct cli_shadow_class *x = a, *y = b;
	if (x->count != y->count)
		return y->count > x->count ? 1 : -1;
	if (x->kind != y->kind)
		return (int)x->kind - (int)y->kind;
	return x->dialect == y->dialect ? (int)x->verdict - (int)y->verdict : (int)x->dialect - (int)y->dialect;
}

/* "allowed", "disallowed": of the other reader, or of robotsc. */
static const char *past(const struct cli_shadow_class *c, bool other)
{
	return (c->verdict == ROBOTSC_ALLOW) != other ? "allowed" : "disallowed";
}

static void print_why(const struct cli_shadow_class *c)
{
	if (c->kind == ROBOTSC_SHADOW_DIALECT)
		printf("as the dialect %s reads it", robotsc_dialect_name(c->dialect));
	else if (c->kind == ROBOTSC_SHADOW_STAR)
		fputs("as for a robot that no group names", stdout);
	else
		fputs("however the text is read", stdout);
}

static void print_line(const char *where, uint32_t number, struct robotsc_text line)
{
	printf("    %s  ", where);
	if (number == 0)
		fputs("no rule matches", stdout);
	else if (number == ROBOTSC_LINE_IMPLIED)
		fputs("/robots.txt may always be fetched", stdout);
	else {
		printf("line %" PRIu32 ": ", number);
		cli_print_text(stdout, line);
	}
	putchar('\n');
}

static void print_text(const struct cli_shadow_classes *all)
{
	const uint64_t n = all->verdicts[0] + all->verdicts[1] + all->unknown;
	printf("%" PRIu64 " answer%s: %" PRIu64 " allowed, %" PRIu64 " disallowed, %" PRIu64 " unknown; %" PRIu64 " the same\n", n,
	       n == 1 ? "" : "s", all->verdicts[1], all->verdicts[0], all->unknown, all->same);
	for (size_t i = 0; i < all->n; i++) {
		const struct cli_shadow_class *const c = &all->at[i];
		printf("\n%" PRIu64 " %s there, %s here: ", c->count, past(c, true), past(c, false));
		print_why(c);
		putchar('\n');
		for (size_t k = 0; k < c->n; k++) {
			const struct cli_example *const e = &c->examples[k];
			fputs("  ", stdout);
			cli_print_text(stdout, e->url);
			putchar('\n');
			print_line("here ", e->number, e->line);
			if (c->kind == ROBOTSC_SHADOW_DIALECT || c->kind == ROBOTSC_SHADOW_STAR)
				print_line("there", e->other_number, e->other_line);
		}
		if (c->n < c->count)
			printf("  and %" PRIu64 " more\n", c->count - c->n);
	}
}

/* A line that decides: null, or its number and text; implied: number 0. */
static void json_line(struct cli_answers *j, const char *key, uint32_t number, struct robotsc_text line)
{
	if (number == 0) {
		cli_answers_word(j, key, NULL);
		return;
	}
	cli_answers_inner(j, key, '{');
	cli_answers_number(j, "line", number == ROBOTSC_LINE_IMPLIED ? 0 : number);
	cli_answers_text(j, "text", line);
	cli_answers_outer(j, '}');
}

static void json_class(struct cli_answers *j, const struct cli_shadow_class *c)
{
	cli_answers_number(j, "count", c->count);
	cli_answers_word(j, "there", past(c, true));
	cli_answers_word(j, "here", past(c, false));
	cli_answers_word(j, "kind", robotsc_shadow_name(c->kind));
	cli_answers_word(j, "dialect", c->kind == ROBOTSC_SHADOW_DIALECT ? robotsc_dialect_name(c->dialect) : NULL);
	cli_answers_inner(j, "examples", '[');
	for (size_t k = 0; k < c->n; k++) {
		cli_answers_inner(j, NULL, '{');
		cli_answers_text(j, "url", c->examples[k].url);
		json_line(j, "here", c->examples[k].number, c->examples[k].line);
		json_line(j, "there", c->examples[k].other_number, c->examples[k].other_line);
		cli_answers_outer(j, '}');
	}
	cli_answers_outer(j, ']');
}

void cli_shadow_print(struct cli_shadow_classes *all, const struct cli_settings *s)
{
	struct cli_answers j = {.answers = 0};
	qsort(all->at, all->n, sizeof all->at[0], by_count);
	if (!cli_is_structured(s)) {
		print_text(all);
		return;
	}
	cli_answers_begin(&j, s, NULL);
	cli_answers_open(&j);
	cli_answers_number(&j, "allowed", all->verdicts[1]);
	cli_answers_number(&j, "disallowed", all->verdicts[0]);
	cli_answers_number(&j, "unknown", all->unknown);
	cli_answers_number(&j, "same", all->same);
	cli_answers_number(&j, "challenge", all->challenges);
	cli_answers_close(&j);
	for (size_t i = 0; i < all->n; i++) {
		cli_answers_open(&j);
		json_class(&j, &all->at[i]);
		cli_answers_close(&j);
	}
	cli_answers_end(&j);
}

/* ---- for Prometheus --------------------------------------------------------------------- */

int cli_shadow_metrics(const struct cli_shadow_classes *all, const char *path)
{
	struct cli_metrics m;
	if (cli_metrics_begin(&m, path) < 0)
		return -1;
	cli_metrics_of(&m, "robotsc_answers_total", "Answers of robotsc about the URLs of another reader.");
	cli_metrics_count(&m, "verdict", "allowed", all->verdicts[1]);
	cli_metrics_count(&m, "verdict", "disallowed", all->verdicts[0]);
	cli_metrics_count(&m, "verdict", "unknown", all->unknown);
	cli_metrics_of(&m, "robotsc_urls_total", "What stood behind the answers, or in their way.");
	cli_metrics_count(&m, "state", "challenge", all->challenges);
	cli_metrics_of(&m, "robotsc_shadow_total", "Answers of the other reader, by how they come about.");
	fprintf(m.file, "robotsc_shadow_total{kind=\"same\",dialect=\"\",there=\"\",here=\"\"} %" PRIu64 "\n", all->same);
	for (size_t i = 0; i < all->n; i++) {
		const struct cli_shadow_class *const c = &all->at[i];
		fprintf(m.file, "robotsc_shadow_total{kind=\"%s\",dialect=\"%s\",there=\"%s\",here=\"%s\"} %" PRIu64 "\n",
		        robotsc_shadow_name(c->kind), c->kind == ROBOTSC_SHADOW_DIALECT ? robotsc_dialect_name(c->dialect) : "",
		        past(c, true), past(c, false), c->count);
	}
	return cli_metrics_end(&m);
}
