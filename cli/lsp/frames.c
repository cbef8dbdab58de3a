/* frames.c - see lsp_parts.h: cuts messages out of the input, and sends answers.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "access/text.h"
#include "lsp_parts.h"
#include "report/spelling.h"

#define REREAD_MAX ((uint64_t)256 << 20) /* most octets of messages to look at twice */

static const char length_field[] = "content-length:";

/* ---- what comes in ------------------------------------------------------------------ */

bool robotsc__frames_add(struct lsp_frames *f, const void *octets, size_t len)
{
	const size_t kept = f->len - f->from;
	if (f->from && kept)
		memmove(f->at, f->at + f->from, kept);
	f->from = 0;
	f->len = kept;
	if (f->room - kept < len) {
		const size_t need = kept + len, twice = 2 * f->room;
		unsigned char *const at = realloc(f->at, need > twice ? need : twice);
		if (!at)
			return false;
		f->at = at;
		f->room = need > twice ? need : twice;
	}
	memcpy(f->at + kept, octets, len);
	f->len += len;
	return true;
}

/* Read "Content-Length: 123" at the end of a line.  False: there is none.  *length: SIZE_MAX if it
 * is no number.  *is_whole: nothing stands before it. */
static bool read_length(struct robotsc_text line, size_t *length, bool *is_whole)
{
	const struct robotsc_text field = {length_field, sizeof length_field - 1};
	struct robotsc_text value;
	size_t at = line.len;
	do {
		if (at-- == 0)
			return false;
	} while (line.len - at < field.len || compare_folded((struct robotsc_text){line.at + at, field.len}, field) != 0);
	value = trim((struct robotsc_text){line.at + at + field.len, line.len - at - field.len});
	*is_whole = at == 0;
	*length = value.len ? 0 : SIZE_MAX;
	for (size_t i = 0; i < value.len && *length != SIZE_MAX; i++) {
		if (!is_digit(value.at[i]))
			*length = SIZE_MAX;
		else if (*length <= LSP_MESSAGE_MAX)
			*length = 10 * *length + (size_t)(value.at[i] - '0');
	}
	return true;
}

/* True for "Name: value", which may stand beside the length. */
static bool is_header(struct robotsc_text line)
{
	size_t n = 0;
	while (n < line.len && (is_token_octet(line.at[n])))
		n++;
	return n > 0 && n < line.len && line.at[n] == ':';
}

/* Take a line of a header.  True: it was empty, and ends the header. */
static bool take_line(struct lsp_frames *f, struct robotsc_text line)
{
	bool is_whole = true;
	size_t length;
	if (line.len == 0)
		return true;
	if (read_length(line, &length, &is_whole)) {
		f->announced = length != SIZE_MAX;
		f->body = length;
		f->junk |= !is_whole || !f->announced;
	} else if (!is_header(line)) {
		f->junk = true;
	}
	return false;
}

/* The next line, without its end.  Of a long line only the last octets are kept.  False: no whole
 * line is there yet. */
static bool next_line(struct lsp_frames *f, struct robotsc_text *line)
{
	const size_t left = f->len - f->from;
	const unsigned char *begin, *end = NULL;
	size_t n;
	if (left > f->seen)
		end = memchr(f->at + f->from + f->seen, '\n', left - f->seen);
	if (!end) {
		f->seen = left;
		if (left > LSP_LINE_MAX) {
			f->from = f->len - LSP_LINE_MAX;
			f->seen = LSP_LINE_MAX;
			f->junk = true;
		}
		return false;
	}
	begin = f->at + f->from;
	n = (size_t)(end - begin);
	f->from += n + 1;
	f->seen = 0;
	n -= n > 0 && begin[n - 1] == '\r';
	*line = (struct robotsc_text){(const char *)begin, n};
	if (n > LSP_LINE_MAX)
		*line = (struct robotsc_text){(const char *)begin + n - LSP_LINE_MAX, LSP_LINE_MAX};
	return true;
}

enum lsp_cut robotsc__frames_next(struct lsp_frames *f, struct robotsc_text *message)
{
	struct robotsc_text line;
	while (!f->in_body) {
		if (!next_line(f, &line))
			return LSP_CUT_MORE;
		f->in_body = take_line(f, line) && f->announced;
	}
	f->announced = false;
	if (f->junk) {
		const bool reported = f->reported;
		f->junk = f->reported = false;
		if (!reported)
			return LSP_CUT_JUNK;
	}
	if (f->body <= LSP_MESSAGE_MAX && f->len - f->from < f->body)
		return LSP_CUT_MORE;
	f->in_body = false;
	if (f->body > LSP_MESSAGE_MAX)
		return LSP_CUT_LONG;
	f->reported = false;
	*message = (struct robotsc_text){(const char *)f->at + f->from, f->body};
	f->from += f->body;
	return LSP_CUT_MESSAGE;
}

void robotsc__frames_reread(struct lsp_frames *f, size_t len)
{
	if (f->again + len > REREAD_MAX)
		return;
	f->again += len;
	f->from -= len;
	f->reported = true;
}

/* ---- what is sent ------------------------------------------------------------------ */

static void add_octets(void *ctx, const char *octets, size_t len)
{
	struct lsp_server *const s = ctx;
	if (s->out_room - s->out_len < len) {
		const size_t room = 2 * s->out_room + len;
		char *const out = realloc(s->out, room);
		if (!out) {
			s->out_failed = true;
			return;
		}
		s->out = out;
		s->out_room = room;
	}
	memcpy(s->out + s->out_len, octets, len);
	s->out_len += len;
}

static struct report_writer *begin(struct lsp_server *s)
{
	const struct robotsc_report report = {.write = add_octets, .ctx = s};
	s->out_len = 0;
	s->out_failed = false;
	robotsc__writer_start(&s->writer, &report);
	robotsc__writer_string(&s->writer, "{\"jsonrpc\":\"2.0\"");
	return &s->writer;
}

static void put_id(struct report_writer *w, struct robotsc_text id)
{
	robotsc__writer_string(w, ",\"id\":");
	robotsc__writer_put(w, id.at ? id.at : "null", id.at ? id.len : 4);
}

struct report_writer *robotsc__lsp_result(struct lsp_server *s, struct robotsc_text id)
{
	struct report_writer *const w = begin(s);
	put_id(w, id);
	robotsc__writer_string(w, ",\"result\":");
	return w;
}

struct report_writer *robotsc__lsp_notify(struct lsp_server *s, const char *method)
{
	struct report_writer *const w = begin(s);
	robotsc__writer_string(w, ",\"method\":\"");
	robotsc__writer_string(w, method);
	robotsc__writer_string(w, "\",\"params\":");
	return w;
}

void robotsc__lsp_send(struct lsp_server *s)
{
	char header[64];
	int n;
	robotsc__writer_string(&s->writer, "}");
	robotsc__writer_flush(&s->writer);
	if (s->out_failed) /* the client gets no answer, but goes on */
		return;
	n = snprintf(header, sizeof header, "Content-Length: %zu\r\n\r\n", s->out_len);
	s->ended |= !s->settings->write(header, (size_t)n) || !s->settings->write(s->out, s->out_len);
}

void robotsc__lsp_refuse(struct lsp_server *s, struct robotsc_text id, enum lsp_error code, const char *message)
{
	struct report_writer *const w = begin(s);
	put_id(w, id);
	robotsc__writer_format(w, ",\"error\":{\"code\":%d,\"message\":", (int)code);
	robotsc__spelling_json(w, robotsc__writer_text(message));
	robotsc__writer_string(w, "}");
	robotsc__lsp_send(s);
}
