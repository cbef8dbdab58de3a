/* cmd_filter.c - robotsc filter: URLs in, those that may be fetched out.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "filter_command.h"
#include "pipeline.h"

#define BLOCK (256u << 10) /* octets of a block; a longer line makes it larger */

struct stages {
	const struct cli_settings *s;
	struct block *blocks;
	struct filter_worker **workers;
	enum stale how; /* what stale origins count for */
	uint64_t unknown, stale;
	uint64_t lines, skipped;
	size_t most; /* octets of a line */
};

/* ---- reading --------------------------------------------------------------------- */

/* The beginning of a line whose end was not read yet.  The next block begins with it. */
struct rest {
	char *at;
	size_t len, room;
};

static int grow(char **at, size_t *room, size_t need)
{
	char *p;

	if (*room >= need)
		return 0;
	p = realloc(*at, need);
	if (!p)
		return cli_complain("<stdin>: out of memory for a line of more than %zu octets", *room);
	*at = p;
	*room = need;
	return 0;
}

/* The octets up to the end of the last whole line; 0: there is none. */
static size_t whole_lines(const struct block *b, size_t from, char end)
{
	for (size_t n = b->len; n > from; n--)
		if (b->in[n - 1] == end)
			return n;
	return 0;
}

static bool input_waits(void)
{
	struct pollfd p = {STDIN_FILENO, POLLIN, 0};

	return poll(&p, 1, 0) > 0;
}

/* Fill a block with whole lines, until it is full or input pauses.  Of a line that is longer than
 * most octets, most + 1 are kept, so that it is seen to be too long.  Returns 1; 0 at the end of
 * input, with the rest; or -1 after a message. */
static int fill(struct block *b, struct rest *rest, char end, size_t most)
{
	size_t lines = 0;

	if (grow(&b->in, &b->room, rest->len + BLOCK) != 0)
		return -1;
	if (rest->len)
		memcpy(b->in, rest->at, rest->len);
	b->len = rest->len;
	rest->len = 0;
	for (;;) {
		const size_t before = b->len;
		ssize_t n;

		if (b->len == b->room && grow(&b->in, &b->room, 2 * b->room) != 0)
			return -1;
		n = read(STDIN_FILENO, b->in + b->len, b->room - b->len);
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0) {
			cli_complain("<stdin>: cannot read: %s", strerror(errno));
			return -1;
		}
		if (n == 0)
			return 0;
		b->len += (size_t)n;
		if (whole_lines(b, before, end))
			lines = whole_lines(b, before, end);
		if (b->len - lines > most + 1)
			b->len = lines + most + 1;
		if (lines && (b->len - lines > most || b->len == b->room || !input_waits()))
			break;
	}
	rest->len = b->len - lines;
	if (rest->len && grow(&rest->at, &rest->room, rest->len) != 0)
		return -1;
	if (rest->len)
		memcpy(rest->at, b->in + lines, rest->len);
	b->len = lines;
	return 1;
}

/* Warn of input that is no list of URLs. */
static void warn_of_content(const struct block *b)
{
	const struct robotsc_lint_rule *content = cli_content(b->in, b->len);

	if (content && strcmp(content->id, "compressed") == 0)
		cli_complain("<stdin>: warning: this looks like compressed data, not like lines with URLs; decompress it "
		             "first, as in 'zcat FILE | robotsc filter ...'");
}

static int read_all(struct cli_pipeline *p, struct stages *st, char end)
{
	struct rest rest = {NULL, 0, 0};
	bool first = true;
	int more = 1;

	while (more > 0) {
		const int slot = cli_pipeline_free(p);

		if (slot < 0)
			break;
		more = fill(&st->blocks[slot], &rest, end, st->most);
		if (more >= 0 && first)
			warn_of_content(&st->blocks[slot]);
		first = false;
		if (more >= 0)
			cli_pipeline_submit(p);
	}
	free(rest.at);
	return more < 0 ? CLI_TROUBLE : CLI_OK;
}

/* ---- working and writing ------------------------------------------------------------ */

static void work(void *ctx, unsigned worker, unsigned slot)
{
	struct stages *st = ctx;

	cli_filter_worker_run(st->workers[worker], &st->blocks[slot]);
}

static void report_longs(struct stages *st, const struct block *b)
{
	for (size_t i = 0; i < b->nlongs; i++) {
		const unsigned long long line = (unsigned long long)st->lines + b->longs[i];

		cli_complain("<stdin>:%llu: longer than %zu octets; skipped", line, st->most);
	}
	st->lines += b->lines;
	st->skipped += b->nlongs;
}

/* A closed pipe (EPIPE) ends the command without a message: its reader has read enough. */
static int sink(void *ctx, unsigned slot)
{
	struct stages *st = ctx;
	const struct block *b = &st->blocks[slot];
	const char *at = b->out;
	size_t left = b->out_len;

	if (b->status != ROBOTSC_STORE_OK)
		return cli_store_trouble(st->s, b->status);
	st->unknown += b->unknown;
	st->stale += b->stale;
	report_longs(st, b);
	while (left > 0) {
		const ssize_t n = write(STDOUT_FILENO, at, left);

		if (n > 0) {
			at += n;
			left -= (size_t)n;
		} else if (n < 0 && errno != EINTR) {
			return errno == EPIPE ? CLI_TROUBLE : cli_complain("cannot write to standard output: %s", strerror(errno));
		}
	}
	return 0;
}

static void print_counts(const struct stages *st)
{
	static const char *const how[] = {[STALE_USED] = "warning: %llu URLs were answered by policies that are stale",
	                                  [STALE_UNKNOWN] = "%llu URLs count as unknown, since their policies are stale",
	                                  [STALE_DENIED] = "%llu URLs are disallowed, since their policies are stale"};

	if (st->stale) {
		fputs("robotsc: ", stderr);
		fprintf(stderr, how[st->how], (unsigned long long)st->stale);
		fputs("; 'robotsc store expire' lists their origins\n", stderr);
	}
	if (st->unknown)
		fprintf(stderr, "robotsc: %llu URLs are of origins that are not in the store\n", (unsigned long long)st->unknown);
	if (st->skipped)
		fprintf(stderr, "robotsc: %llu lines are too long and were skipped\n", (unsigned long long)st->skipped);
}

static int run_stages(const struct cli_settings *s, struct stages *st, const struct cli_stages *stages, char end)
{
	struct cli_pipeline *p = cli_pipeline_start(stages);
	int trouble, result;

	if (!p)
		return CLI_TROUBLE;
	trouble = read_all(p, st, end);
	result = cli_pipeline_finish(p);
	if (!result && !s->quiet)
		print_counts(st);
	if (result || trouble)
		return result ? result : trouble;
	return st->skipped ? CLI_DISALLOWED : CLI_OK;
}

static int filter(struct cli_settings *s, struct robotsc_store *store, const struct filter_options *options)
{
	const unsigned workers = cli_workers(s), slots = 2 * workers + 2;
	struct stages st = {.s = s,
	                    .blocks = calloc(slots, sizeof *st.blocks),
	                    .workers = calloc(workers, sizeof *st.workers),
	                    .how = options->stale,
	                    .most = options->most};
	const struct cli_stages stages = {workers, slots, work, sink, &st};
	int good = st.blocks && st.workers, result;

	for (unsigned i = 0; good && i < workers; i++)
		good = (st.workers[i] = cli_filter_worker_new(store, options)) != NULL;
	result = good ? run_stages(s, &st, &stages, options->end) : cli_complain("out of memory");
	for (unsigned i = 0; st.workers && i < workers; i++)
		cli_filter_worker_free(st.workers[i]);
	for (unsigned i = 0; st.blocks && i < slots; i++) {
		free(st.blocks[i].in);
		free(st.blocks[i].out);
		free(st.blocks[i].longs);
	}
	free(st.workers);
	free(st.blocks);
	return result;
}

/* ---- the command ------------------------------------------------------------------------ */

static int run(struct cli_settings *s)
{
	struct filter_options o = {.print = (enum print)s->print,
	                           .reason = s->reason,
	                           .field = cli_size(s->field),
	                           .delimiter = s->delimiter[0],
	                           .end = s->null ? '\0' : '\n',
	                           .unknown = s->unknown,
	                           .stale = (enum stale)s->stale,
	                           .most = cli_size(s->max_line)};
	struct robotsc_store *store = NULL;
	struct cli_crawler crawler = {NULL, 0};
	int result = CLI_TROUBLE;
	int64_t at;

	if (s->at && cli_take_time("at", s->at, &at) < 0)
		return CLI_TROUBLE;
	if (s->at)
		o.at = &at;
	if (strlen(s->delimiter) == 1)
		store = cli_open_store(s, ROBOTSC_STORE_READ, NULL);
	else
		cli_complain("--delimiter takes one octet, such as ' ', not '%s'", s->delimiter);
	if (!store)
		return CLI_TROUBLE;
	o.dialect = robotsc_store_settings(store)->dialect;
	o.crawler = &crawler;
	if (cli_crawler_init(&crawler, s, store) == 0)
		result = filter(s, store, &o);
	cli_crawler_free(&crawler);
	robotsc_store_close(store);
	return result;
}

static const unsigned char options[] = {CLI_OPT_STORE,     CLI_OPT_AGENTS,  CLI_OPT_PRINT, CLI_OPT_REASON, CLI_OPT_FIELD,
                                        CLI_OPT_DELIMITER, CLI_OPT_UNKNOWN, CLI_OPT_STALE, CLI_OPT_AT,     CLI_OPT_NULL,
                                        CLI_OPT_MAX_LINE,  CLI_OPT_JOBS,    CLI_OPT_QUIET, CLI_OPT_HELP,   CLI_OPT_END};

const struct cli_command cli_filter = {
	.name = "filter",
	.operands = "",
	.summary = "print the URLs that a store allows",
	.text = "Each line of standard input has a URL.  Lines go to standard output in order and unchanged: those\n"
		"that --agent may fetch, or those that --print names.  --print=all puts the verdict and a tab\n"
		"before each line; --reason puts the reason and a tab there: parse (the rules of a robots.txt),\n"
		"allow or deny (there was none), defer, unknown (the origin is not in the store), no-origin (no\n"
		"URL of http, https or ftp), stale (see --stale).\n"
		"\n"
		"A policy is stale when the time to which its fetch is fresh has come: 'robotsc store expire'\n"
		"lists these origins.  --stale=use answers with it, unknown as if the origin were not in the\n"
		"store, deny with disallow.  At the end a line says how many URLs that were.\n"
		"\n"
		"All processors work, memory is bounded, and when input pauses all lines so far are answered.\n"
		"A line of more octets than --max-line is reported and skipped; with --print=all its verdict is\n"
		"unknown, its reason too-long, and its text is left out.\n"
		"\n"
		"Exit status: 0 done, 1 a line was too long and skipped, 2 trouble.\n",
	.options = options,
	.min_operands = 0,
	.max_operands = 0,
	.run = run,
};
