/* filter_worker.c - answers the lines of a block by the store, a window of lines at a time.
 *
 * Lines are taken a window at a time, in steps: find the URLs and ask for the memory of their
 * hosts; find the hosts, and open the policies that are new together; check all URLs together,
 * which overlaps the memory accesses of many policies; print.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "filter_command.h"

#define WINDOW 64u

struct line {
	struct robotsc_text text; /* without its end */
	struct robotsc_text url;
	struct robotsc_text prefix; /* "scheme://authority" */
	uint64_t number;
	struct host host;
	bool same;    /* it has the host of the line before */
	bool skipped; /* it is too long */
	bool stale;   /* its origin is */
	bool asked;   /* the policy of its origin gives the verdict */
	unsigned verdict;
};

struct filter_worker {
	const struct filter_options *options;
	struct robotsc_reader *reader;
	struct host_cache *hosts;
	int64_t now;
	/* The first is the last line of the last window; its prefix is empty if there is none. */
	struct line lines[1 + WINDOW];
	struct robotsc_query queries[WINDOW];
};

struct filter_worker *cli_filter_worker_new(struct robotsc_store *store, const struct filter_options *options)
{
	struct filter_worker *w = calloc(1, sizeof *w);

	if (!w)
		return NULL;
	w->options = options;
	if (robotsc_reader_open(&w->reader, store) == ROBOTSC_STORE_OK)
		w->hosts = cli_host_cache_new(w->reader, options->crawler);
	if (w->hosts)
		return w;
	cli_filter_worker_free(w);
	return NULL;
}

void cli_filter_worker_free(struct filter_worker *w)
{
	if (!w)
		return;
	cli_host_cache_free(w->hosts);
	robotsc_reader_close(w->reader);
	free(w);
}

/* ---- lines to URLs ------------------------------------------------------------------ */

static struct robotsc_text field_of(struct robotsc_text line, size_t field, char delimiter)
{
	const char *at = line.at, *end = line.at + line.len, *stop;

	for (;;) {
		stop = at < end ? memchr(at, delimiter, (size_t)(end - at)) : NULL;
		if (--field == 0)
			return (struct robotsc_text){at, (size_t)((stop ? stop : end) - at)};
		if (!stop)
			return (struct robotsc_text){end, 0};
		at = stop + 1;
	}
}

static bool ends_authority(char c)
{
	return c == '/' || c == '?' || c == '#';
}

/* The beginning of a URL that names its origin: up to the end of the authority. */
static struct robotsc_text prefix_of(struct robotsc_text url)
{
	const char *colon = url.len ? memchr(url.at, ':', url.len) : NULL;
	size_t n = colon ? (size_t)(colon - url.at) : url.len;

	if (url.len - n < 3 || url.at[n + 1] != '/' || url.at[n + 2] != '/')
		return (struct robotsc_text){url.at, 0};
	for (n += 3; n < url.len && !ends_authority(url.at[n]);)
		n++;
	return (struct robotsc_text){url.at, n};
}

static bool begins_with(struct robotsc_text url, struct robotsc_text prefix)
{
	return prefix.len > 0 && url.len >= prefix.len && memcmp(url.at, prefix.at, prefix.len) == 0 &&
	       (url.len == prefix.len || ends_authority(url.at[prefix.len]));
}

static void read_line(struct filter_worker *w, struct line *l, struct robotsc_text text)
{
	const struct filter_options *o = w->options;

	l->skipped = text.len > o->most;
	if (l->skipped)
		text.len = 0;
	l->text = text;
	if (o->end == '\n' && text.len > 0 && text.at[text.len - 1] == '\r')
		text.len--;
	l->url = o->field ? field_of(text, o->field, o->delimiter) : text;
	l->same = begins_with(l->url, l[-1].prefix);
	if (l->same) {
		l->prefix = (struct robotsc_text){l->url.at, l[-1].prefix.len};
		return;
	}
	l->prefix = prefix_of(l->url);
	l->number = cli_host_cache_prepare(w->hosts, l->prefix);
}

/* Read a window of lines.  Returns their number. */
static size_t read_lines(struct filter_worker *w, const char **at, const char *end)
{
	size_t n = 0;

	while (n < WINDOW && *at < end) {
		const char *stop = memchr(*at, w->options->end, (size_t)(end - *at));
		const struct robotsc_text text = {*at, (size_t)((stop ? stop : end) - *at)};

		read_line(w, &w->lines[++n], text);
		*at = stop ? stop + 1 : end;
	}
	return n;
}

/* ---- URLs to verdicts ----------------------------------------------------------------- */

static enum robotsc_store_status find_hosts(struct filter_worker *w, size_t n)
{
	for (struct line *l = w->lines + 1; l <= w->lines + n; l++) {
		enum robotsc_store_status status = ROBOTSC_STORE_OK;

		if (l->same)
			l->host = l[-1].host;
		else
			status = cli_host_cache_find(w->hosts, l->number, l->prefix, &l->host);
		if (status != ROBOTSC_STORE_OK)
			return status;
	}
	return cli_host_cache_open(w->hosts);
}

/* The part of a URL that rules match: all after the authority.  The dialect google finds it in its
 * own way. */
static struct robotsc_text path_of(const struct filter_worker *w, const struct line *l)
{
	struct robotsc_text path = {l->url.at + l->prefix.len, l->url.len - l->prefix.len};

	if (w->options->dialect == ROBOTSC_GOOGLE)
		robotsc_url_path(ROBOTSC_GOOGLE, l->url.at, l->url.len, &path);
	else if (path.len > 0 && path.at[0] == '#')
		path.len = 0;
	return path;
}

/* The verdict for a line that no policy answers. */
static unsigned verdict_without(const struct filter_options *o, const struct line *l)
{
	if (l->skipped)
		return VERDICT_UNKNOWN;
	return l->stale && o->stale == STALE_DENIED ? ROBOTSC_DISALLOW : (unsigned)o->unknown;
}

static void check(struct filter_worker *w, size_t n)
{
	size_t asked = 0;
	uint8_t verdicts[WINDOW];

	for (struct line *l = w->lines + 1; l <= w->lines + n; l++) {
		const bool known = l->host.policy < HOST_UNKNOWN;

		l->stale = known && l->host.expires <= w->now;
		l->asked = known && (!l->stale || w->options->stale == STALE_USED);
		if (l->asked)
			w->queries[asked++] = (struct robotsc_query){cli_host_cache_group(w->hosts, l->host.policy), path_of(w, l)};
	}
	robotsc_check_batch(w->queries, asked, verdicts);
	asked = 0;
	for (struct line *l = w->lines + 1; l <= w->lines + n; l++)
		l->verdict = l->asked ? verdicts[asked++] : verdict_without(w->options, l);
}

/* ---- answers --------------------------------------------------------------------------- */

static void put(struct block *b, const char *at, size_t len)
{
	memcpy(b->out + b->out_len, at, len);
	b->out_len += len;
}

static const char *reason_of(const struct line *l)
{
	if (l->skipped)
		return "too-long";
	if (l->host.policy == HOST_NONE)
		return "no-origin";
	if (l->host.policy == HOST_UNKNOWN)
		return "unknown";
	return l->asked ? robotsc_outcome_name((enum robotsc_outcome)l->host.outcome) : "stale";
}

#define WORDS 32u /* at most: octets of verdict, reason and tabs */

static void print_line(const struct filter_options *o, struct block *b, const struct line *l)
{
	static const struct robotsc_text words[] = {
		[ROBOTSC_DISALLOW] = {"disallow\t", 9}, [ROBOTSC_ALLOW] = {"allow\t", 6}, [VERDICT_UNKNOWN] = {"unknown\t", 8}};
	static const unsigned wanted[] = {
		[PRINT_ALLOWED] = ROBOTSC_ALLOW, [PRINT_DISALLOWED] = ROBOTSC_DISALLOW, [PRINT_UNKNOWN] = VERDICT_UNKNOWN};

	if (l->skipped && o->print != PRINT_ALL)
		return;
	b->unknown += !l->skipped && l->host.policy >= HOST_UNKNOWN;
	b->stale += l->stale;
	if (o->print == PRINT_ALL)
		put(b, words[l->verdict].at, words[l->verdict].len);
	else if (wanted[o->print] != l->verdict)
		return;
	if (o->reason) {
		const struct robotsc_text reason = cli_text(reason_of(l));

		put(b, reason.at, reason.len);
		put(b, "\t", 1);
	}
	put(b, l->text.at, l->text.len);
	put(b, &o->end, 1);
}

/* Make room for the answers to a window.  0, or -1 without memory. */
static int make_room(struct block *b, const struct line *lines, size_t n)
{
	size_t need = n * (WORDS + 1);
	char *p;

	for (size_t i = 0; i < n; i++)
		need += lines[i].text.len;
	if (need <= b->out_room - b->out_len)
		return 0;
	p = realloc(b->out, b->out_len + 2 * need);
	if (!p)
		return -1;
	b->out = p;
	b->out_room = b->out_len + 2 * need;
	return 0;
}

/* Count the lines of a window, and note those that are skipped.  0, or -1 without memory. */
static int note_lines(struct block *b, const struct line *lines, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		b->lines++;
		if (!lines[i].skipped)
			continue;
		if (b->nlongs == b->longs_room) {
			const size_t room = 2 * b->longs_room + 16;
			uint64_t *p = realloc(b->longs, room * sizeof *p);

			if (!p)
				return -1;
			b->longs = p;
			b->longs_room = room;
		}
		b->longs[b->nlongs++] = b->lines;
	}
	return 0;
}

static enum robotsc_store_status answer(struct filter_worker *w, struct block *b)
{
	const char *at = b->in, *end = b->in + b->len;

	w->lines[0].prefix.len = 0;
	while (at < end) {
		const int forgotten = cli_host_cache_begin(w->hosts);
		enum robotsc_store_status status;
		size_t n;

		if (forgotten < 0)
			return ROBOTSC_STORE_NOMEM;
		if (forgotten)
			w->lines[0].prefix.len = 0;
		n = read_lines(w, &at, end);
		status = find_hosts(w, n);
		if (status != ROBOTSC_STORE_OK)
			return status;
		check(w, n);
		if (note_lines(b, w->lines + 1, n) < 0 || make_room(b, w->lines + 1, n) < 0)
			return ROBOTSC_STORE_NOMEM;
		for (size_t i = 1; i <= n; i++)
			print_line(w->options, b, &w->lines[i]);
		w->lines[0] = w->lines[n];
	}
	return ROBOTSC_STORE_OK;
}

void cli_filter_worker_run(struct filter_worker *w, struct block *b)
{
	int changed;

	b->out_len = 0;
	b->unknown = b->stale = b->lines = 0;
	b->nlongs = 0;
	w->now = w->options->at ? *w->options->at : (int64_t)time(NULL);
	b->status = robotsc_reader_begin(w->reader, &changed);
	if (b->status != ROBOTSC_STORE_OK)
		return;
	if (changed)
		cli_host_cache_clear(w->hosts);
	b->status = answer(w, b);
	robotsc_reader_end(w->reader);
}
