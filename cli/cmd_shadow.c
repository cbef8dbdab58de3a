/* cmd_shadow.c - robotsc shadow: the answers of another reader beside those of robotsc.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "args.h"
#include "collection.h"
#include "command.h"
#include "messages.h"
#include "read_lines.h"
#include "robotsc/access.h"
#include "shadow_classes.h"
#include "text_print.h"
#include "visitor.h"

#define BLOCK_LINES 65536u
#define BLOCK_OCTETS ((size_t)16 << 20)

/* A line: the other reader's answer about a URL, and the text that holds for it. */
struct asked {
	size_t text; /* a member of the collection */
	size_t at, len;
	uint8_t other;
};

struct shadowing {
	const struct cli_settings *s;
	struct cli_collection texts;
	struct cli_shadow_classes classes;
	struct asked *lines;
	char *octets; /* of their URLs */
	size_t n, used;
	uint64_t number; /* of the last line that was read */
	uint64_t wrong;  /* lines without an answer */
};

/* ---- which text holds ------------------------------------------------------------------- */

static int compare_key(const void *key, const void *member)
{
	return strcmp(key, ((const struct cli_member *)member)->key);
}

/* The name that 'import --text' gives the text of an origin; NULL: it is escaped there, or none. */
static const char *folder_key(char *origin)
{
	char *const colon = strchr(origin, ':');
	for (const char *p = origin; *p; p++)
		if (!strchr("abcdefghijklmnopqrstuvwxyz0123456789-._:[]/", *p))
			return NULL;
	if (colon)
		memmove(colon + 1, colon + 3, strlen(colon + 3) + 1);
	return origin;
}

/* Find the text of a URL.  false: there is none. */
static bool find_text(const struct shadowing *x, struct robotsc_text url, size_t *text)
{
	const struct cli_collection *const c = &x->texts;
	char origin[ROBOTSC_ROBOTS_URL_MAX + 1];
	const struct cli_member *found;
	const char *key;
	size_t len = 0;
	*text = 0;
	if (!c->many)
		return true;
	if ((c->texts ? robotsc_robots_url : robotsc_origin)(url.at, url.len, origin, sizeof origin - 1, &len) != ROBOTSC_OK)
		return false;
	origin[len] = '\0';
	key = c->texts ? origin : folder_key(origin);
	found = key ? bsearch(key, c->at, c->n, sizeof c->at[0], compare_key) : NULL;
	*text = found ? (size_t)(found - c->at) : 0;
	return found != NULL;
}

/* ---- a block of lines ------------------------------------------------------------------- */

static int by_text(const void *a, const void *b)
{
	const struct asked *x = a, *y = b;
	if (x->text != y->text)
		return (x->text > y->text) - (x->text < y->text);
	return (x->at > y->at) - (x->at < y->at);
}

static int refuse_blob(const struct cli_file *file)
{
	cli_complain("%s: a blob holds no text; give its robots.txt", file->name);
	return -1;
}

/* Answer n lines of one text. */
static int answer_text(struct shadowing *x, const struct asked *lines, size_t n)
{
	struct robotsc_text *urls = malloc(n * sizeof *urls);
	uint8_t *others = malloc(n);
	struct robotsc_shadow *shadows = malloc(n * sizeof *shadows);
	struct cli_visitors visitors = {.empty = {.bytes = NULL}};
	struct cli_file file = {.bytes = NULL};
	enum robotsc_status status = urls && others && shadows ? ROBOTSC_OK : ROBOTSC_ERR_NOMEM;
	int result = cli_collection_read(&x->texts, lines[0].text, x->s->options.limit, &file);
	if (result == 0 && file.is_blob)
		result = refuse_blob(&file);
	if (result == 0)
		result = cli_visitors_find(&visitors, x->s, &file);
	if (result == 0 && status == ROBOTSC_OK) {
		const struct cli_visitor *const v = &visitors.in[x->s->options.dialect];
		const struct cli_file *const read = v->ignores ? &visitors.empty : &file;
		cli_collection_warn(&x->texts, &file, x->s->options.limit);
		if (robotsc_content_kind(file.bytes, file.len) == ROBOTSC_CONTENT_HTML)
			x->classes.challenges += n;
		for (size_t i = 0; i < n; i++) {
			urls[i] = (struct robotsc_text){x->octets + lines[i].at, lines[i].len};
			others[i] = lines[i].other;
		}
		status =
			robotsc_shadow(&x->s->options, read->bytes, read->len, v->tokens.at, v->tokens.n, urls, others, n, shadows);
		for (size_t i = 0; i < n && status == ROBOTSC_OK && result == 0; i++)
			result = cli_shadow_count(&x->classes, &shadows[i], urls[i], read, x->s->most);
	}
	if (status != ROBOTSC_OK) {
		cli_complain("%s: %s", x->texts.at[lines[0].text].name, cli_why(status));
		result = -1;
	}
	cli_visitors_free(&visitors);
	free(file.bytes);
	free(shadows);
	free(others);
	free(urls);
	return result;
}

static int answer_block(struct shadowing *x)
{
	size_t end;
	int result = 0;
	qsort(x->lines, x->n, sizeof x->lines[0], by_text);
	for (size_t from = 0; from < x->n && result == 0; from = end) {
		for (end = from + 1; end < x->n && x->lines[end].text == x->lines[from].text;)
			end++;
		result = answer_text(x, x->lines + from, end - from);
	}
	x->n = x->used = 0;
	return result;
}

/* ---- lines ------------------------------------------------------------------------------ */

/* What an answer says; -1: it is none. */
static int verdict_of(struct robotsc_text word)
{
	static const char *const words[2][6] = {{"disallow", "disallowed", "deny", "false", "no", "0"},
	                                        {"allow", "allowed", "yes", "true", "True", "1"}};
	for (int v = 0; v < 2; v++)
		for (size_t i = 0; i < 6; i++)
			if (strlen(words[v][i]) == word.len && memcmp(words[v][i], word.at, word.len) == 0)
				return v;
	return word.len == 5 && memcmp(word.at, "False", 5) == 0 ? 0 : -1;
}

/* Take a line: an answer, a tab, a URL. */
static int take_line(struct shadowing *x, struct robotsc_text line)
{
	const char *const tab = line.len ? memchr(line.at, '\t', line.len) : NULL;
	const int other = tab ? verdict_of((struct robotsc_text){line.at, (size_t)(tab - line.at)}) : -1;
	struct robotsc_text url = {NULL, 0};
	size_t text;
	x->number++;
	if (other < 0) {
		if (x->wrong++ == 0)
			cli_complain("line %llu is no answer: write allow or disallow, a tab and a URL",
			             (unsigned long long)x->number);
		return 0;
	}
	url = (struct robotsc_text){tab + 1, (size_t)(line.at + line.len - tab) - 1};
	if (url.len > BLOCK_OCTETS || robotsc_url_kind(x->s->options.dialect, url.at, url.len) != ROBOTSC_URL_GOOD ||
	    !find_text(x, url, &text)) {
		x->classes.unknown++;
		return 0;
	}
	if ((x->n == BLOCK_LINES || url.len > BLOCK_OCTETS - x->used) && answer_block(x) < 0)
		return -1;
	memcpy(x->octets + x->used, url.at, url.len);
	x->lines[x->n++] = (struct asked){text, x->used, url.len, (uint8_t)other};
	x->used += url.len;
	return 0;
}

/* Answer standard input.  Returns the exit status. */
static int shadow(struct shadowing *x)
{
	struct cli_lines lines = {.buffer = NULL};
	struct robotsc_text line;
	int more, result = 0;
	while (result == 0 && (more = cli_next_line(&lines, &line)) != 0)
		result = more < 0 ? -1 : take_line(x, line);
	free(lines.buffer);
	if (result == 0)
		result = answer_block(x);
	if (result < 0)
		return CLI_TROUBLE;
	cli_shadow_print(&x->classes, x->s);
	if (x->wrong > 1)
		cli_complain("%llu lines are no answers", (unsigned long long)x->wrong);
	if (x->s->metrics && cli_shadow_metrics(&x->classes, x->s->metrics) < 0)
		return CLI_TROUBLE;
	if (x->wrong || x->texts.trouble)
		return CLI_TROUBLE;
	return x->classes.n ? CLI_FOUND : CLI_OK;
}

static int run(struct cli_settings *s)
{
	struct shadowing x = {.s = s, .lines = malloc(BLOCK_LINES * sizeof *x.lines), .octets = malloc(BLOCK_OCTETS)};
	int result = CLI_TROUBLE;
	if (!x.lines || !x.octets)
		cli_complain("out of memory");
	else if (cli_collection_open(s, s->operands, 1, &x.texts) == 0) {
		cli_collection_sort(&x.texts);
		if (x.texts.n > 0)
			result = shadow(&x);
	}
	if (x.lines && x.octets)
		cli_collection_close(&x.texts);
	cli_shadow_free(&x.classes);
	free(x.octets);
	free(x.lines);
	return result;
}

static const unsigned char options[] = {CLI_OPT_CONNER2_REST, CLI_OPT_FALLBACK, CLI_OPT_FAMILY, CLI_OPT_HEADER_AGENT,
                                        CLI_OPT_DIALECT,      CLI_OPT_FORMAT,   CLI_OPT_LIMIT,  CLI_OPT_STRICT_FIELDS,
                                        CLI_OPT_AIPREF_RULE,  CLI_OPT_WARC,     CLI_OPT_MOST,   CLI_OPT_METRICS,
                                        CLI_OPT_HELP,         CLI_OPT_END};

const struct cli_command cli_shadow = {
	.name = "shadow",
	.operands = "TEXTS AGENT",
	.summary = "compare another reader's answers with these",
	.text = "Standard input has the answers of the reader that is in use, a line each: allow or disallow, a\n"
		"tab, a URL.  TEXTS is what they were made of: a robots.txt, a folder of them as 'import --text'\n"
		"writes it, or with --warc an archive.  AGENT is the product token of the crawler.\n"
		"\n"
		"Prints how many answers are the same, and each kind of difference with the number of its answers,\n"
		"and examples: the line that decides here, and the one that gives the other answer.  An answer may\n"
		"be that of another dialect, or of a robot that no group names, or of none of these.  URLs whose\n"
		"host has no text are unknown.\n"
		"\n"
		"--metrics writes the counts to a file, in the text format of Prometheus.\n"
		"\n"
		"Exit status: 0 no answer differs, 1 some do, 2 trouble.\n",
	.options = options,
	.formats = CLI_FORMATS_JSON,
	.min_operands = 2,
	.max_operands = 2,
	.run = run,
};
