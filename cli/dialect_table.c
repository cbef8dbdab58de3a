/* dialect_table.c - the verdicts about URLs as a table: a line for each, a column for each dialect.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>

#include "collection.h"

#define DIALECTS 8u /* there are not more */

/* The rules for the agent in a dialect. */
struct reader {
	void *bytes;
	size_t len;
	struct robotsc_blob blob;
	struct robotsc_group group;
};

/* A URL, then the URL of its robots.txt; a path has none. */
struct asked {
	size_t len, robots_len;
	bool answered;
	char octets[];
};

struct table {
	struct cli_settings *s;
	struct cli_collection collection;
	struct reader readers[DIALECTS]; /* of the current file */
	struct asked **urls;             /* n of them */
	size_t n, room;
	int result;
};

/* ---- a file --------------------------------------------------------------------------- */

/* Compile a file for the agent in all dialects.  Returns 0, or -1 after a message. */
static int open_readers(struct table *t, const struct cli_file *file)
{
	struct robotsc_options options = t->s->options;

	options.agents = t->s->tokens.at;
	options.nagents = t->s->tokens.n;
	for (unsigned d = 0; robotsc_dialect_name((enum robotsc_dialect)d); d++) {
		struct reader *r = &t->readers[d];

		options.dialect = (enum robotsc_dialect)d;
		enum robotsc_status status = robotsc_compile(&options, file->bytes, file->len, &r->bytes, &r->len);

		if (status == ROBOTSC_OK)
			status = robotsc_open(&r->blob, r->bytes, r->len);
		if (status == ROBOTSC_OK)
			status = robotsc_select(&r->blob, t->s->tokens.at, t->s->tokens.n, &r->group);
		if (status != ROBOTSC_OK) {
			cli_complain("%s: cannot be compiled: %s", file->name, cli_why(status));
			return -1;
		}
	}
	return 0;
}

static void close_readers(struct table *t)
{
	for (unsigned d = 0; d < DIALECTS; d++)
		robotsc_free_blob(NULL, t->readers[d].bytes, t->readers[d].len);
	memset(t->readers, 0, sizeof t->readers);
}

static void print_row(struct table *t, const struct cli_file *file, struct robotsc_text url)
{
	cli_warn_url(ROBOTSC_RFC9309, url);
	for (unsigned d = 0; robotsc_dialect_name((enum robotsc_dialect)d); d++) {
		const enum robotsc_verdict verdict = robotsc_check_url(&t->readers[d].group, url.at, url.len);

		if (verdict == ROBOTSC_DISALLOW && t->result == CLI_OK)
			t->result = CLI_DISALLOWED;
		if (!t->s->quiet) {
			cli_print_verdict(verdict);
			putchar('\t');
		}
	}
	if (t->s->quiet)
		return;
	cli_print_string(stdout, file->name);
	putchar('\t');
	cli_print_text(stdout, url);
	putchar('\n');
}

/* A text of an archive answers for its own origin only. */
static bool concerns(const struct table *t, const struct cli_file *file, const struct asked *asked)
{
	return !t->collection.texts || asked->robots_len == 0 ||
	       (strlen(file->name) == asked->robots_len && memcmp(file->name, asked->octets + asked->len, asked->robots_len) == 0);
}

/* ---- URLs ----------------------------------------------------------------------------- */

static struct asked *new_asked(struct robotsc_text url)
{
	char robots[ROBOTSC_ROBOTS_URL_MAX];
	size_t len = 0;
	struct asked *asked;

	if (robotsc_robots_url(url.at, url.len, robots, sizeof robots, &len) != ROBOTSC_OK)
		len = 0;
	asked = malloc(sizeof *asked + url.len + len);
	if (!asked)
		return NULL;
	asked->len = url.len;
	asked->robots_len = len;
	asked->answered = false;
	memcpy(asked->octets, url.at, url.len);
	memcpy(asked->octets + url.len, robots, len);
	return asked;
}

/* Keep a URL.  Returns 0, or -1 after a message. */
static int keep(struct table *t, struct robotsc_text url)
{
	if (t->n == t->room) {
		struct asked **p = realloc(t->urls, (2 * t->room + 64) * sizeof *p);

		if (p) {
			t->urls = p;
			t->room = 2 * t->room + 64;
		}
	}
	if (t->n < t->room && (t->urls[t->n] = new_asked(url)) != NULL) {
		t->n++;
		return 0;
	}
	cli_complain("out of memory");
	return -1;
}

/* Answer the lines of standard input about a file, or, without a file, keep them.  Returns 0, or -1
 * after a message. */
static int take_lines(struct table *t, const struct cli_file *file)
{
	struct cli_lines lines = {NULL, 0, 0, 0, 0};
	struct robotsc_text url;
	int more;

	while ((more = cli_next_line(&lines, &url)) > 0 && !cli_output_failed())
		if (file)
			print_row(t, file, url);
		else if (keep(t, url) < 0)
			more = -1;
	free(lines.buffer);
	return more < 0 ? -1 : 0;
}

/* ---- the table ------------------------------------------------------------------------ */

static int answer(struct table *t, const struct cli_file *file)
{
	if (file->is_blob) {
		cli_complain("%s: a blob is of one dialect; give its robots.txt", file->name);
		return -1;
	}
	cli_collection_warn(&t->collection, file);
	if (open_readers(t, file) < 0)
		return -1;
	if (!t->collection.many && t->s->noperands == 2)
		return take_lines(t, file);
	for (size_t i = 0; i < t->n; i++) {
		struct asked *const asked = t->urls[i];

		if (!concerns(t, file, asked))
			continue;
		print_row(t, file, (struct robotsc_text){asked->octets, asked->len});
		asked->answered = true;
	}
	return 0;
}

/* Tell of URLs that no line of the table is about. */
static void warn_unanswered(const struct table *t)
{
	size_t n = 0;

	for (size_t i = 0; i < t->n; i++)
		n += !t->urls[i]->answered;
	if (n && t->collection.texts && t->collection.n)
		cli_complain(
			"warning: the archive has no text for %zu of the URLs; 'robotsc filter' knows redirects and failed fetches",
			n);
}

static void print_header(void)
{
	for (unsigned d = 0; robotsc_dialect_name((enum robotsc_dialect)d); d++)
		printf("%s\t", robotsc_dialect_name((enum robotsc_dialect)d));
	puts("file\tURL");
}

static int answer_all(struct table *t)
{
	const struct cli_settings *const s = t->s;
	const struct cli_collection *const c = &t->collection;
	bool trouble = c->trouble;

	for (size_t i = 2; i < s->noperands; i++)
		if (keep(t, cli_text(s->operands[i])) < 0)
			return CLI_TROUBLE;
	/* Every file is asked about the same lines. */
	if (c->many && s->noperands == 2 && take_lines(t, NULL) < 0)
		return CLI_TROUBLE;
	if (!s->quiet)
		print_header();
	for (size_t i = 0; i < c->n && !cli_output_failed(); i++) {
		struct cli_file file = {.bytes = NULL};

		if (cli_collection_read(c, i, s->options.limit, &file) < 0 || answer(t, &file) < 0)
			trouble = true;
		close_readers(t);
		free(file.bytes);
	}
	warn_unanswered(t);
	return trouble ? CLI_TROUBLE : t->result;
}

int cli_dialect_table(struct cli_settings *s)
{
	struct table t = {.s = s, .result = CLI_OK};
	int result = CLI_TROUBLE;

	if (s->usage || s->given[CLI_OPT_DIALECTS])
		return cli_complain("--table shows the verdicts of all dialects; leave out --dialect and --usage");
	s->tokens.at[0] = cli_text(s->operands[1]);
	if (cli_collection_open(s, s->operands, 1, &t.collection) == 0)
		result = answer_all(&t);
	cli_collection_close(&t.collection);
	for (size_t i = 0; i < t.n; i++)
		free(t.urls[i]);
	free(t.urls);
	return result;
}
