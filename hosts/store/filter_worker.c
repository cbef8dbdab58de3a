/* filter_worker.c - answers lines by a source of answers, a window of lines at a time.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "filter_source.h"

struct input_line {
	struct robotsc_text text; /* without the end of the line */
	bool skipped;             /* the line is too long */
	bool stale;               /* the answer for its origin is stale */
	bool asked;               /* the policy of its origin gives the verdict */
	unsigned verdict;
};

struct robotsc_filter {
	struct robotsc_filter_options options;
	struct filter_source *source;
	int64_t now;
	struct line_block own; /* of robotsc_filter_lines */
	/* a window */
	struct input_line *lines;
	struct robotsc_text *urls;
	struct robotsc_snapshot_answer *answers;
};

void robotsc_filter_options_init(struct robotsc_filter_options *options)
{
	*options = (struct robotsc_filter_options){
		.unknown = ROBOTSC_VERDICT_UNKNOWN, .delimiter = '\t', .end = '\n', .max_line = (size_t)1 << 20};
}

bool robotsc__filter_takes(const struct robotsc_filter_options *options)
{
	return options->print <= ROBOTSC_PRINT_ALL && options->stale <= ROBOTSC_STALE_DENY && options->unknown >= 0 &&
	       options->unknown <= ROBOTSC_VERDICT_UNKNOWN;
}

enum robotsc_store_status robotsc__filter_new(struct robotsc_filter **filter, struct filter_source *source,
                                              const struct robotsc_filter_options *options)
{
	struct robotsc_filter *const f = calloc(1, sizeof *f);
	if (!f) {
		source->close(source);
		return ROBOTSC_STORE_NOMEM;
	}
	f->options = *options;
	f->source = source;
	f->lines = calloc(source->window, sizeof *f->lines);
	f->urls = calloc(source->window, sizeof *f->urls);
	f->answers = calloc(source->window, sizeof *f->answers);
	if (f->lines && f->urls && f->answers) {
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
	f->source->close(f->source);
	free(f->lines);
	free(f->urls);
	free(f->answers);
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

/* Read a line.  Returns its URL. */
static struct robotsc_text read_line(const struct robotsc_filter_options *o, struct input_line *l, struct robotsc_text text)
{
	l->skipped = text.len > o->max_line;
	if (l->skipped)
		text.len = 0;
	l->text = text;
	if (o->end == '\n' && text.len > 0 && text.at[text.len - 1] == '\r')
		text.len--;
	return o->field ? field_of(text, o->field, o->delimiter) : text;
}

/* Read a window of lines.  Returns their number. */
static size_t read_lines(struct robotsc_filter *f, const char **at, const char *end)
{
	size_t n = 0;
	for (; n < f->source->window && *at < end; n++) {
		const char *stop = memchr(*at, f->options.end, (size_t)(end - *at));
		const struct robotsc_text text = {*at, (size_t)((stop ? stop : end) - *at)};
		f->urls[n] = read_line(&f->options, &f->lines[n], text);
		*at = stop ? stop + 1 : end;
	}
	return n;
}

/* ---- URLs to verdicts ----------------------------------------------------------------- */

/* The verdict for a line that no policy decides. */
static unsigned verdict_without(const struct robotsc_filter_options *o, const struct input_line *l)
{
	if (l->skipped)
		return ROBOTSC_VERDICT_UNKNOWN;
	return l->stale && o->stale == ROBOTSC_STALE_DENY ? ROBOTSC_DISALLOW : (unsigned)o->unknown;
}

static enum robotsc_store_status check(struct robotsc_filter *f, size_t n)
{
	const enum robotsc_store_status status = f->source->check(f->source, f->urls, n, f->answers);
	if (status != ROBOTSC_STORE_OK)
		return status;
	for (size_t i = 0; i < n; i++) {
		struct input_line *const l = &f->lines[i];
		const bool known = f->answers[i].status == ROBOTSC_OK;
		l->stale = known && f->answers[i].expires <= f->now;
		l->asked = known && (!l->stale || f->options.stale == ROBOTSC_STALE_USE);
		l->verdict = l->asked ? f->answers[i].verdict : verdict_without(&f->options, l);
	}
	return ROBOTSC_STORE_OK;
}

/* ---- answers --------------------------------------------------------------------------- */

static void put(struct line_block *b, const char *at, size_t len)
{
	memcpy(b->out + b->out_len, at, len);
	b->out_len += len;
}

static const char *reason_of(const struct input_line *l, const struct robotsc_snapshot_answer *a)
{
	if (l->skipped)
		return "too-long";
	if (a->status != ROBOTSC_OK)
		return a->status == ROBOTSC_ERR_UNKNOWN ? "unknown" : "no-origin";
	return l->asked ? robotsc_outcome_name((enum robotsc_outcome)a->outcome) : "stale";
}

#define WORDS 32u /* most octets of verdict, reason and tabs */

static void print_line(const struct robotsc_filter_options *o, struct line_block *b, const struct input_line *l,
                       const struct robotsc_snapshot_answer *a)
{
	static const struct robotsc_text words[] = {[ROBOTSC_DISALLOW] = {"disallow\t", 9},
	                                            [ROBOTSC_ALLOW] = {"allow\t", 6},
	                                            [ROBOTSC_VERDICT_UNKNOWN] = {"unknown\t", 8}};
	static const unsigned wanted[] = {[ROBOTSC_PRINT_ALLOWED] = ROBOTSC_ALLOW,
	                                  [ROBOTSC_PRINT_DISALLOWED] = ROBOTSC_DISALLOW,
	                                  [ROBOTSC_PRINT_UNKNOWN] = ROBOTSC_VERDICT_UNKNOWN};
	if (l->skipped && o->print != ROBOTSC_PRINT_ALL)
		return;
	b->report.unknown += (unsigned)(!l->skipped && a->status != ROBOTSC_OK);
	b->report.no_origin += (unsigned)(!l->skipped && a->status != ROBOTSC_OK && a->status != ROBOTSC_ERR_UNKNOWN);
	b->report.stale += l->stale;
	b->report.challenges += (unsigned)(a->status == ROBOTSC_OK && a->challenge);
	b->report.allowed += (unsigned)(l->verdict == ROBOTSC_ALLOW);
	b->report.disallowed += (unsigned)(l->verdict == ROBOTSC_DISALLOW);
	if (o->print == ROBOTSC_PRINT_ALL)
		put(b, words[l->verdict].at, words[l->verdict].len);
	else if (wanted[o->print] != l->verdict)
		return;
	if (o->reason) {
		const char *reason = reason_of(l, a);
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
	while (at < end) {
		const size_t n = read_lines(f, &at, end);
		const enum robotsc_store_status status = check(f, n);
		if (status != ROBOTSC_STORE_OK)
			return status;
		if (note_lines(b, f->lines, n) < 0 || make_room(b, f->lines, n) < 0)
			return ROBOTSC_STORE_NOMEM;
		for (size_t i = 0; i < n; i++)
			print_line(&f->options, b, &f->lines[i], &f->answers[i]);
	}
	return ROBOTSC_STORE_OK;
}

enum robotsc_store_status robotsc__filter_block(struct robotsc_filter *f, struct line_block *b)
{
	enum robotsc_store_status status;
	b->out_len = 0;
	memset(&b->report, 0, sizeof b->report);
	f->now = f->options.timed ? f->options.now : (int64_t)time(NULL);
	status = f->source->begin(f->source);
	if (status != ROBOTSC_STORE_OK)
		return status;
	status = answer(f, b);
	f->source->end(f->source);
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
