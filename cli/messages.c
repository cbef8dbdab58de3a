/* messages.c - messages on standard error.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "messages.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "robotsc/access.h"
#include "text_print.h"

/* Where messages of this thread go; NULL: standard error. */
static _Thread_local FILE *messages;

FILE *cli_messages(void)
{
	return messages ? messages : stderr;
}

void cli_messages_to(FILE *file)
{
	messages = file;
}

/* The whole message, or its first octets when there is no memory. */
static void print_message(const char *format, va_list ap)
{
	char few[256], *all = NULL;
	va_list again;
	int n;
	va_copy(again, ap);
	n = vsnprintf(few, sizeof few, format, ap);
	if (n >= (int)sizeof few)
		all = malloc((size_t)n + 1);
	if (all)
		vsnprintf(all, (size_t)n + 1, format, again);
	va_end(again);
	if (n >= 0)
		cli_print_string(cli_messages(), all ? all : few);
	free(all);
}

int cli_complain(const char *format, ...)
{
	FILE *const f = cli_messages();
	va_list ap;
	flockfile(f);
	fputs("robotsc: ", f);
	va_start(ap, format);
	print_message(format, ap);
	va_end(ap);
	putc('\n', f);
	funlockfile(f);
	return CLI_TROUBLE;
}

const char *cli_why(enum robotsc_status status)
{
	return status == ROBOTSC_ERR_ARGUMENT ? "--limit is higher than this version can take" : robotsc_strerror(status);
}

/* ---- the word that a misspelt word stands for ---- */

#define LONGEST 25 /* most octets of a word that is compared */

static size_t least(size_t a, size_t b)
{
	return a < b ? a : b;
}

static unsigned char lower(char c)
{
	return (unsigned char)(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
}

/* How many letters to insert, remove or replace, or neighbours to swap, to turn a into b.  Both
 * have at most LONGEST letters. */
static size_t distance(const char *a, const char *b)
{
	size_t d[LONGEST + 1][LONGEST + 1];
	const size_t n = strlen(a), m = strlen(b);
	for (size_t i = 0; i <= n; i++) {
		for (size_t k = 0; k <= m; k++) {
			if (i == 0 || k == 0) {
				d[i][k] = i + k;
				continue;
			}
			d[i][k] =
				least(d[i - 1][k - 1] + (lower(a[i - 1]) != lower(b[k - 1])), 1 + least(d[i - 1][k], d[i][k - 1]));
			if (i > 1 && k > 1 && lower(a[i - 1]) == lower(b[k - 2]) && lower(a[i - 2]) == lower(b[k - 1]))
				d[i][k] = least(d[i][k], d[i - 2][k - 2] + 1);
		}
	}
	return d[n][m];
}

/* Note a candidate if it is most like the word.  The word may also be its beginning. */
void cli_guess(struct cli_guess *g, const char *candidate)
{
	const size_t len = strlen(g->word);
	size_t d;
	if (len < 2 || len > LONGEST || strlen(candidate) > LONGEST)
		return;
	d = len > 2 && strncasecmp(g->word, candidate, len) == 0 ? 1 : distance(g->word, candidate);
	if (d > 1 + (len - 1) / 4 || (g->best && d >= g->distance))
		return;
	g->best = candidate;
	g->distance = d;
}

const char *cli_guessed(const struct cli_guess *g, const char *before, char room[CLI_GUESS_ROOM])
{
	room[0] = '\0';
	if (g->best)
		snprintf(room, CLI_GUESS_ROOM, "; did you mean '%s%s'?", before, g->best);
	return g->best ? room : ";";
}

/* ---- which lines or operands are URLs or paths ---- */

#define SHOWN 100 /* octets of a line that a message shows at most */

/* What to write if only URLs are taken; a kind without a hint here has the usual one. */
static const char *const hints[ROBOTSC_URL_KINDS] = {
	[ROBOTSC_URL_EMPTY] = "leave it out",
	[ROBOTSC_URL_SLASHES] = "write 'https:' before it",
	[ROBOTSC_URL_HOST] = "write 'https://' before it",
	[ROBOTSC_URL_RELATIVE] = "write the whole URL",
};

static bool is_path(struct robotsc_text url)
{
	return url.len && url.at[0] == '/' && !(url.len > 1 && url.at[1] == '/');
}

static void print_url(struct robotsc_text url)
{
	putc('\'', stderr);
	cli_print_text(stderr, (struct robotsc_text){url.at, url.len < SHOWN ? url.len : SHOWN});
	fputs(url.len > SHOWN ? "...'" : "'", stderr);
}

bool cli_take_url(struct cli_urls *u, struct robotsc_text url)
{
	const enum robotsc_url_kind kind = robotsc_url_kind(u->hosts ? ROBOTSC_GOOGLE : ROBOTSC_RFC9309, url.at, url.len);
	const bool path = u->only_urls && is_path(url);
	const char *const hint = u->only_urls && hints[kind] ? hints[kind] : robotsc_url_kind_hint(kind);
	u->seen++;
	if (kind == ROBOTSC_URL_GOOD && !path)
		return true;
	u->wrong++;
	if (u->kinds & 1u << kind && !u->each)
		return false;
	u->kinds |= 1u << kind;
	u->reported++;
	fputs("robotsc: ", stderr);
	if (u->lines)
		fprintf(stderr, "<stdin>:%llu: ", (unsigned long long)u->seen);
	print_url(url);
	fprintf(stderr, " is no URL%s: %s; %s\n", u->only_urls ? "" : " and no path",
	        path ? "it names no host" : robotsc_url_kind_text(kind), path ? "write the whole URL" : hint);
	return false;
}

int cli_end_urls(const struct cli_urls *u)
{
	if (u->wrong > u->reported)
		cli_complain("%llu %s are no URLs%s, and have no verdict", (unsigned long long)u->wrong,
		             u->lines ? "lines" : "operands", u->only_urls ? "" : " and no paths");
	return u->wrong ? CLI_TROUBLE : CLI_OK;
}

/* ---- whether all of standard output was written ---- */

/* The errno of a failed write to standard output.  Some C libraries report it only once. */
static int output_error;

bool cli_output_failed(void)
{
	if (!ferror(stdout))
		return false;
	if (output_error == 0)
		output_error = errno;
	return true;
}

int cli_finish(int status)
{
	if (fflush(stdout) == 0 && !ferror(stdout))
		return status;
	cli_output_failed();
	return cli_complain("cannot write to standard output: %s", strerror(output_error));
}
