/* filter_worker.c - answers lines by the store, a window of lines at a time.
 *
 * Lines are taken a window at a time, in steps: find the URLs and ask for the memory of their
 * hosts; find the hosts, and open the policies that are new together; check all URLs together,
 * which overlaps the memory accesses of many policies; print.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "filter_worker.h"
#include "host_cache.h"
#include "robotsc/compile.h"

#define WINDOW 64u

struct input_line {
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

struct robotsc_filter {
	struct robotsc_filter_options options;
	enum robotsc_dialect dialect;
	struct robotsc_reader *reader;
	struct host_cache *hosts;
	int64_t now;
	struct line_block own; /* of robotsc_filter_lines */
	/* The first is the last line of the last window; its prefix is empty if there is none. */
	struct input_line lines[1 + WINDOW];
	struct robotsc_query queries[WINDOW];
};

void robotsc_filter_options_init(struct robotsc_filter_options *options)
{
	*options = (struct robotsc_filter_options){
		.unknown = ROBOTSC_VERDICT_UNKNOWN, .delimiter = '\t', .end = '\n', .max_line = (size_t)1 << 20};
}

/* Find out whether the store's blobs answer for these tokens.  A blob with the same agents is
 * asked. */
static enum robotsc_store_status check_tokens(const struct robotsc_store_settings *made_for, const struct robotsc_text *tokens,
                                              size_t n)
{
	struct robotsc_options options;
	struct robotsc_blob blob;
	struct robotsc_group group;
	enum robotsc_status status;
	void *bytes;
	size_t len;
	robotsc_options_init(&options);
	options.dialect = made_for->dialect;
	options.agents = made_for->agents;
	options.nagents = made_for->nagents;
	status = robotsc_compile(&options, "", 0, &bytes, &len);
	if (status == ROBOTSC_ERR_NOMEM)
		return ROBOTSC_STORE_NOMEM;
	if (status != ROBOTSC_OK)
		/* This version does not compile the dialect; each blob is asked instead. */
		return ROBOTSC_STORE_OK;
	status = robotsc_open(&blob, bytes, len);
	if (status == ROBOTSC_OK)
		status = robotsc_select(&blob, tokens, n, &group);
	robotsc_free_blob(NULL, bytes, len);
	return status == ROBOTSC_ERR_AGENT ? ROBOTSC_STORE_AGENT : ROBOTSC_STORE_OK;
}

enum robotsc_store_status robotsc_filter_open(struct robotsc_filter **filter, struct robotsc_store *store,
                                              const struct robotsc_filter_options *options)
{
	const struct robotsc_store_settings *settings = robotsc_store_settings(store);
	enum robotsc_store_status status = ROBOTSC_STORE_AGENT;
	struct robotsc_filter *f;
	if (options->print > ROBOTSC_PRINT_ALL || options->stale > ROBOTSC_STALE_DENY || options->unknown < 0 ||
	    options->unknown > ROBOTSC_VERDICT_UNKNOWN)
		return ROBOTSC_STORE_ARGUMENT;
	if (options->ntokens)
		status = check_tokens(settings, options->tokens, options->ntokens);
	if (status != ROBOTSC_STORE_OK)
		return status;
	f = calloc(1, sizeof *f);
	if (!f)
		return ROBOTSC_STORE_NOMEM;
	f->options = *options;
	f->dialect = settings->dialect;
	if (robotsc_reader_open(&f->reader, store) == ROBOTSC_STORE_OK)
		f->hosts = robotsc__host_cache_new(f->reader, options->tokens, options->ntokens);
	if (f->hosts) {
		*filter = f;
		return ROBOTSC_STORE_OK;
	}
	robotsc_filter_close(f);
	return ROBOTSC_STORE_NOMEM;
}

void robotsc__block_free(struct line_block *b)
{
	free(b->out);
	free(b->skipped);
}

void robotsc_filter_close(struct robotsc_filter *f)
{
	if (!f)
		return;
	robotsc__block_free(&f->own);
	robotsc__host_cache_free(f->hosts);
	robotsc_reader_close(f->reader);
	free(f);
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

static void read_line(struct robotsc_filter *f, struct input_line *l, struct robotsc_text text)
{
	const struct robotsc_filter_options *o = &f->options;
	l->skipped = text.len > o->max_line;
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
	l->number = robotsc__host_cache_prepare(f->hosts, l->prefix);
}

/* Read a window of lines.  Returns their number. */
static size_t read_lines(struct robotsc_filter *f, const char **at, const char *end)
{
	size_t n = 0;
	while (n < WINDOW && *at < end) {
		const char *stop = memchr(*at, f->options.end, (size_t)(end - *at));
		const struct robotsc_text text = {*at, (size_t)((stop ? stop : end) - *at)};
		read_line(f, &f->lines[++n], text);
		*at = stop ? stop + 1 : end;
	}
	return n;
}

/* ---- URLs to verdicts ----------------------------------------------------------------- */

static enum robotsc_store_status find_hosts(struct robotsc_filter *f, size_t n)
{
	for (struct input_line *l = f->lines + 1; l <= f->lines + n; l++) {
		enum robotsc_store_status status = ROBOTSC_STORE_OK;
		if (l->same)
			l->host = l[-1].host;
		else
			status = robotsc__host_cache_find(f->hosts, l->number, l->prefix, &l->host);
		if (status != ROBOTSC_STORE_OK)
			return status;
	}
	return robotsc__host_cache_open(f->hosts);
}

/* The part of a URL that rules match: all after the authority.  The dialect google finds it in its
 * own way. */
static struct robotsc_text path_of(const struct robotsc_filter *f, const struct input_line *l)
{
	struct robotsc_text path = {l->url.at + l->prefix.len, l->url.len - l->prefix.len};
	if (f->dialect == ROBOTSC_GOOGLE)
		robotsc_url_path(ROBOTSC_GOOGLE, l->url.at, l->url.len, &path);
	else if (path.len > 0 && path.at[0] == '#')
		path.len = 0;
	return path;
}

/* The verdict for a line that no policy answers. */
static unsigned verdict_without(const struct robotsc_filter_options *o, const struct input_line *l)
{
	if (l->skipped)
		return ROBOTSC_VERDICT_UNKNOWN;
	return l->stale && o->stale == ROBOTSC_STALE_DENY ? ROBOTSC_DISALLOW : (unsigned)o->unknown;
}

static void check(struct robotsc_filter *f, size_t n)
{
	size_t asked = 0;
	uint8_t verdicts[WINDOW];
	for (struct input_line *l = f->lines + 1; l <= f->lines + n; l++) {
		const bool known = l->host.policy < HOST_UNKNOWN;
		l->stale = known && l->host.expires <= f->now;
		l->asked = known && (!l->stale || f->options.stale == ROBOTSC_STALE_USE);
		if (l->asked)
			f->queries[asked++] =
				(struct robotsc_query){robotsc__host_cache_group(f->hosts, l->host.policy), path_of(f, l)};
	}
	robotsc_check_batch(f->queries, asked, verdicts);
	asked = 0;
	for (struct input_line *l = f->lines + 1; l <= f->lines + n; l++)
		l->verdict = l->asked ? verdicts[asked++] : verdict_without(&f->options, l);
}

/* ---- answers --------------------------------------------------------------------------- */

static void put(struct line_block *b, const char *at, size_t len)
{
	memcpy(b->out + b->out_len, at, len);
	b->out_len += len;
}

static const char *reason_of(const struct input_line *l)
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

static void print_line(const struct robotsc_filter_options *o, struct line_block *b, const struct input_line *l)
{
	static const struct robotsc_text words[] = {[ROBOTSC_DISALLOW] = {"disallow\t", 9},
	                                            [ROBOTSC_ALLOW] = {"allow\t", 6},
	                                            [ROBOTSC_VERDICT_UNKNOWN] = {"unknown\t", 8}};
	static const unsigned wanted[] = {[ROBOTSC_PRINT_ALLOWED] = ROBOTSC_ALLOW,
	                                  [ROBOTSC_PRINT_DISALLOWED] = ROBOTSC_DISALLOW,
	                                  [ROBOTSC_PRINT_UNKNOWN] = ROBOTSC_VERDICT_UNKNOWN};
	if (l->skipped && o->print != ROBOTSC_PRINT_ALL)
		return;
	b->report.unknown += (unsigned)(!l->skipped && l->host.policy >= HOST_UNKNOWN);
	b->report.no_origin += (unsigned)(!l->skipped && l->host.policy == HOST_NONE);
	b->report.stale += l->stale;
	if (o->print == ROBOTSC_PRINT_ALL)
		put(b, words[l->verdict].at, words[l->verdict].len);
	else if (wanted[o->print] != l->verdict)
		return;
	if (o->reason) {
		const char *reason = reason_of(l);
		put(b, reason, strlen(reason));
		put(b, "\t", 1);
	}
	put(b, l->text.at, l->text.len);
	put(b, &o->end, 1);
}

/* Make room for the answers to a window.  0, or -1 without memory. */
static int make_room(struct line_block *b, const struct input_line *lines, size_t n)
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
static int note_lines(struct line_block *b, const struct input_line *lines, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		b->report.lines++;
		if (!lines[i].skipped)
			continue;
		if (b->report.skipped == b->skipped_room) {
			const size_t room = 2 * b->skipped_room + 16;
			uint64_t *p = realloc(b->skipped, room * sizeof *p);
			if (!p)
				return -1;
			b->skipped = p;
			b->skipped_room = room;
		}
		b->skipped[b->report.skipped++] = b->report.lines;
	}
	return 0;
}

static enum robotsc_store_status answer(struct robotsc_filter *f, struct line_block *b)
{
	const char *at = b->in, *end = b->in + b->len;
	f->lines[0].prefix.len = 0;
	while (at < end) {
		const int forgotten = robotsc__host_cache_begin(f->hosts);
		enum robotsc_store_status status;
		size_t n;
		if (forgotten < 0)
			return ROBOTSC_STORE_NOMEM;
		if (forgotten)
			f->lines[0].prefix.len = 0;
		n = read_lines(f, &at, end);
		status = find_hosts(f, n);
		if (status != ROBOTSC_STORE_OK)
			return status;
		check(f, n);
		if (note_lines(b, f->lines + 1, n) < 0 || make_room(b, f->lines + 1, n) < 0)
			return ROBOTSC_STORE_NOMEM;
		for (size_t i = 1; i <= n; i++)
			print_line(&f->options, b, &f->lines[i]);
		f->lines[0] = f->lines[n];
	}
	return ROBOTSC_STORE_OK;
}

enum robotsc_store_status robotsc__filter_block(struct robotsc_filter *f, struct line_block *b)
{
	enum robotsc_store_status status;
	int changed;
	b->out_len = 0;
	memset(&b->report, 0, sizeof b->report);
	f->now = f->options.timed ? f->options.now : (int64_t)time(NULL);
	status = robotsc_reader_begin(f->reader, &changed);
	if (status != ROBOTSC_STORE_OK)
		return status;
	if (changed)
		robotsc__host_cache_clear(f->hosts);
	status = answer(f, b);
	robotsc_reader_end(f->reader);
	return status;
}

enum robotsc_store_status robotsc_filter_lines(struct robotsc_filter *filter, const char *lines, size_t len,
                                               struct robotsc_filter_answers *answers)
{
	struct line_block *const b = &filter->own;
	enum robotsc_store_status status;
	b->in = lines;
	b->len = len;
	status = robotsc__filter_block(filter, b);
	if (status == ROBOTSC_STORE_OK)
		*answers = (struct robotsc_filter_answers){b->out, b->out_len, b->skipped, b->report};
	return status;
}
