/* warc_reader.c - see warc_reader.h.
 *
 * A record has its length in its header.  When that is wrong, the next record is found at the next
 * gzip member, since most archives give each record its own, or at the next line that begins
 * "WARC/1.".
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "iso8601.h"
#include "runtime/access/text.h"
#include "warc_reader.h"

#define CHUNK 65536u
#define HEAD_MAX 65536u /* octets of a record's header */

static const char mark[] = "WARC/1.";
#define MARK (sizeof mark - 1)

void robotsc__warc_init(struct warc *w, struct stream *stream, size_t keep)
{
	memset(w, 0, sizeof *w);
	w->stream = stream;
	w->keep = keep;
}

void robotsc__warc_free(struct warc *w)
{
	free(w->buffer);
}

/* ---- octets -------------------------------------------------------------------- */

/* The result of reading more. */
enum more {
	MORE_END,
	MORE_SOME,
	MORE_MEMBER,
	MORE_DAMAGED,
	MORE_NOMEM
};

static int make_room(struct warc *w)
{
	uint8_t *p;
	if (w->at > 0 && w->buffer)
		memmove(w->buffer, w->buffer + w->at, w->len - w->at);
	w->len -= w->at;
	w->shift += (int64_t)w->at;
	w->at = 0;
	if (w->room - w->len >= CHUNK)
		return 0;
	p = realloc(w->buffer, 2 * w->room + CHUNK);
	if (!p)
		return -1;
	w->buffer = p;
	w->room = 2 * w->room + CHUNK;
	return 0;
}

/* Read more octets into the buffer.  MEMBER: the new octets begin a gzip member. */
static enum more more(struct warc *w)
{
	size_t n;
	if ((!w->buffer || w->at > 0 || w->room - w->len < CHUNK) && make_room(w) < 0)
		return MORE_NOMEM;
	n = robotsc__stream_read(w->stream, w->buffer + w->len, w->room - w->len);
	if (n == STREAM_DAMAGED) {
		w->why = w->stream->why;
		return MORE_DAMAGED;
	}
	if (n == 0)
		return MORE_END;
	w->len += n;
	if (!w->stream->fresh)
		return MORE_SOME;
	w->member = w->stream->member;
	w->shift = -(int64_t)(w->len - n);
	return MORE_MEMBER;
}

/* How many octets the buffer has from w->at on. */
static size_t left(const struct warc *w)
{
	return w->buffer ? w->len - w->at : 0;
}

static bool at_mark(const struct warc *w, size_t at)
{
	return w->buffer && w->len - at >= MARK && memcmp(w->buffer + at, mark, MARK) == 0;
}

static enum warc_result damaged(struct warc *w, const char *why)
{
	w->why = why;
	w->lost = 1;
	return WARC_DAMAGED;
}

/* Read more inside a record.  RESPONSE: there is more. */
static enum warc_result need_more(struct warc *w)
{
	const size_t before = left(w);
	switch (more(w)) {
	case MORE_END:
		w->at = w->len;
		return damaged(w, "the file ends inside a record");
	case MORE_DAMAGED:
		w->at = w->len;
		return damaged(w, w->why);
	case MORE_NOMEM:
		return WARC_NOMEM;
	case MORE_MEMBER:
		if (at_mark(w, w->at + before)) {
			w->at += before;
			w->why = "the record is shorter than it says";
			return WARC_DAMAGED; /* the next record begins at w->at */
		}
		return WARC_RESPONSE;
	default:
		return WARC_RESPONSE;
	}
}

/* ---- the next record -------------------------------------------------------------- */

static void note_place(struct warc *w)
{
	w->record = w->member;
	w->inner = (uint64_t)((int64_t)w->at + w->shift);
}

/* Go to the next line that begins a record.  RESPONSE: w->at is there; or END, or an error. */
static enum warc_result find_record(struct warc *w)
{
	for (;;) {
		const uint8_t *p = w->buffer ? w->buffer + w->at : NULL;
		enum more m;
		if (left(w) >= MARK && ((int64_t)w->at + w->shift == 0 || (w->at > 0 && p[-1] == '\n')) && at_mark(w, w->at)) {
			w->lost = 0;
			return WARC_RESPONSE;
		}
		if (left(w) > MARK) {
			const uint8_t *lf = memchr(p, '\n', left(w) - MARK);
			w->at = lf ? (size_t)(lf + 1 - w->buffer) : w->len - MARK;
			if (lf)
				continue;
		}
		if (w->at > 0) { /* keep the octet before w->at: it may be a line end */
			w->at--;
			m = more(w);
			w->at++;
		} else {
			m = more(w);
		}
		if (m == MORE_MEMBER)
			w->at = (size_t)-w->shift;
		if (m == MORE_END)
			return WARC_END;
		if (m == MORE_NOMEM)
			return WARC_NOMEM;
	}
}

/* Skip the rest of the last block and the empty lines after it. */
static enum warc_result go_to_record(struct warc *w)
{
	enum warc_result result;
	if (w->hurt) {
		w->hurt = 0;
		return damaged(w, w->why);
	}
	while (w->skip > 0) {
		const size_t n = left(w) < w->skip ? left(w) : (size_t)w->skip;
		w->at += n;
		w->skip -= n;
		if (w->skip > 0 && (result = need_more(w)) != WARC_RESPONSE) {
			w->skip = 0;
			return result;
		}
	}
	if (w->lost)
		return find_record(w);
	for (;;) {
		while (left(w) > 0 && (w->buffer[w->at] == '\r' || w->buffer[w->at] == '\n'))
			w->at++;
		if (left(w) >= MARK)
			break;
		switch (more(w)) {
		case MORE_END:
			note_place(w);
			if (left(w) == 0)
				return WARC_END;
			w->at = w->len;
			return damaged(w, "the file ends inside a record");
		case MORE_DAMAGED:
			w->at = w->len;
			w->record = w->stream->member;
			w->inner = 0;
			return damaged(w, w->why);
		case MORE_NOMEM:
			return WARC_NOMEM;
		default:
			break;
		}
	}
	return WARC_RESPONSE;
}

/* ---- its header -------------------------------------------------------------------- */

struct head {
	bool is_response, sized, dated, segment, targeted;
	bool unsized; /* a Content-Length that is no number of 64 bits */
	bool torn;    /* it has two different targets */
	uint64_t length;
	enum warc_cut cut;
};

/* True when the line is a field of this name; *value is its value. */
static bool value_of(struct robotsc_text line, const char *name, struct robotsc_text *value)
{
	const size_t n = strlen(name);
	if (line.len <= n || line.at[n] != ':' || strncasecmp(line.at, name, n) != 0)
		return false;
	*value = trim((struct robotsc_text){line.at + n + 1, line.len - n - 1});
	return true;
}

static bool read_length(struct robotsc_text value, uint64_t *length)
{
	*length = 0;
	for (size_t i = 0; i < value.len; i++) {
		const uint64_t digit = (uint64_t)(value.at[i] - '0');
		if (value.at[i] < '0' || value.at[i] > '9' || *length > (UINT64_MAX - digit) / 10)
			return false;
		*length = 10 * *length + digit;
	}
	return value.len > 0;
}

static void read_field(struct warc *w, struct robotsc_text line, struct head *h, struct warc_response *response)
{
	struct robotsc_text value;
	if (value_of(line, "WARC-Type", &value))
		h->is_response = is_word(value, "response");
	else if (value_of(line, "Content-Length", &value))
		h->unsized = !(h->sized = read_length(value, &h->length));
	else if (value_of(line, "WARC-Date", &value))
		h->dated = robotsc__iso8601_read(value.at, value.len, &response->date) && response->date >= 0;
	else if (value_of(line, "WARC-Truncated", &value))
		h->cut = is_word(value, "length") ? WARC_CUT_LENGTH : WARC_CUT_FAILED;
	else if (value_of(line, "WARC-Segment-Number", &value))
		h->segment = 1;
	else if (value_of(line, "WARC-Target-URI", &value)) {
		/* wget puts the URI into '<' and '>'. */
		if (value.len > 1 && value.at[0] == '<' && value.at[value.len - 1] == '>')
			value = (struct robotsc_text){value.at + 1, value.len - 2};
		if (value.len > WARC_URI_ROOM)
			value.len = 0;
		if (h->targeted)
			h->torn |= value.len != response->uri.len || memcmp(w->uri, value.at, value.len) != 0;
		h->targeted = 1;
		memcpy(w->uri, value.at, value.len);
		response->uri = (struct robotsc_text){w->uri, value.len};
	}
}

/* Search for the next LF, at most most octets from w->at.  *end, from w->at: where the search
 * begins; out: just after the LF. */
static enum warc_result find_end(struct warc *w, size_t most, size_t *end)
{
	for (size_t seen = *end;;) {
		const uint8_t *const from = w->buffer + w->at;
		const uint8_t *const lf = left(w) > seen ? memchr(from + seen, '\n', left(w) - seen) : NULL;
		enum warc_result result;
		if (lf && (size_t)(lf + 1 - from) <= most) {
			*end = (size_t)(lf + 1 - from);
			return WARC_RESPONSE;
		}
		seen = left(w);
		if (lf || seen > most) {
			w->at += *end;
			return damaged(w, "the header of the record does not end");
		}
		result = need_more(w);
		if (result != WARC_RESPONSE)
			return result;
	}
}

/* Read a line that ends with LF, or CR and LF, and join the lines that continue it.  No line
 * continues an empty one. */
static enum warc_result read_line(struct warc *w, size_t *taken, struct robotsc_text *line)
{
	size_t end = 0, folds = 0;
	char *text;
	for (;; folds++) {
		enum warc_result result = find_end(w, HEAD_MAX - *taken, &end);
		text = (char *)w->buffer + w->at;
		if (result == WARC_RESPONSE && (end == 1 || (end == 2 && text[0] == '\r')))
			break;
		if (result == WARC_RESPONSE && left(w) == end)
			result = need_more(w);
		if (result != WARC_RESPONSE)
			return result;
		text = (char *)w->buffer + w->at;
		if (text[end] != ' ' && text[end] != '\t')
			break;
	}
	w->at += end;
	*taken += end;
	end -= end > 1 && text[end - 2] == '\r' ? 2 : 1;
	for (size_t i = 0; folds > 0 && i < end; i++)
		if (text[i] == '\r' || text[i] == '\n')
			text[i] = ' ';
	*line = (struct robotsc_text){text, end};
	return WARC_RESPONSE;
}

static enum warc_result read_head(struct warc *w, struct head *h, struct warc_response *response)
{
	struct robotsc_text line;
	size_t taken = 0;
	enum warc_result result;
	memset(h, 0, sizeof *h);
	memset(response, 0, sizeof *response);
	for (;;) {
		result = read_line(w, &taken, &line);
		if (result != WARC_RESPONSE)
			return result;
		if (line.len == 0)
			break;
		read_field(w, line, h, response);
	}
	response->cut = h->segment && h->cut == WARC_WHOLE ? WARC_CUT_LENGTH : h->cut;
	if (h->unsized)
		return damaged(w, "the record's Content-Length is no number, or too large a one");
	return h->sized ? WARC_RESPONSE : damaged(w, "the record does not say its Content-Length");
}

/* ---- responses ----------------------------------------------------------------------- */

static enum warc_result read_block(struct warc *w, const struct head *h, struct warc_response *response)
{
	const size_t want = h->length < w->keep ? (size_t)h->length : w->keep;
	while (left(w) < want) {
		const enum warc_result result = need_more(w);
		if (result != WARC_RESPONSE)
			return result;
	}
	response->block = (struct robotsc_text){(const char *)w->buffer + w->at, want};
	w->at += want;
	w->skip = h->length - want;
	response->stated = response->cut;
	if (w->skip > 0)
		response->cut = response->cut == WARC_WHOLE ? WARC_CUT_LENGTH : response->cut;
	return WARC_RESPONSE;
}

enum warc_result robotsc__warc_next(struct warc *w, struct warc_response *response)
{
	enum warc_result result;
	struct head h;
	for (;;) {
		result = go_to_record(w);
		if (result != WARC_RESPONSE)
			return result;
		note_place(w);
		if (!at_mark(w, w->at))
			return damaged(w, "not a WARC record");
		result = read_head(w, &h, response);
		if (result != WARC_RESPONSE)
			return result;
		if (!h.is_response) {
			w->skip = h.length;
			continue;
		}
		result = read_block(w, &h, response);
		if (result != WARC_RESPONSE)
			return result;
		if (response->uri.len > 0 && h.dated && !h.torn)
			return WARC_RESPONSE;
		w->why = h.torn                  ? "the record has two different WARC-Target-URIs"
		         : response->uri.len > 0 ? "the record has no WARC-Date"
		                                 : "the record has no WARC-Target-URI";
		return WARC_DAMAGED;
	}
}

enum warc_result robotsc__warc_rest(struct warc *w, struct robotsc_text *rest)
{
	enum warc_result result;
	size_t n;
	*rest = (struct robotsc_text){"", 0};
	if (w->skip > 0 && left(w) == 0 && (result = need_more(w)) != WARC_RESPONSE) {
		w->skip = 0;
		return result;
	}
	n = left(w) < w->skip ? left(w) : (size_t)w->skip;
	if (n > 0)
		*rest = (struct robotsc_text){(const char *)w->buffer + w->at, n};
	w->at += n;
	w->skip -= n;
	return WARC_RESPONSE;
}

bool robotsc__warc_is(struct warc *w)
{
	enum more m = MORE_SOME;
	while (left(w) < MARK && m != MORE_END && m != MORE_NOMEM) {
		m = more(w);
		w->hurt |= m == MORE_DAMAGED;
	}
	w->nomem = m == MORE_NOMEM;
	return left(w) >= MARK && at_mark(w, w->at);
}

enum warc_result robotsc__warc_line(struct warc *w, struct warc_response *response)
{
	size_t seen = 0;
	memset(response, 0, sizeof *response);
	if (w->hurt) {
		w->hurt = 0;
		return damaged(w, w->why);
	}
	note_place(w);
	for (;;) {
		const uint8_t *from = w->buffer ? w->buffer + w->at : NULL;
		const uint8_t *lf = left(w) > seen ? memchr(from + seen, '\n', left(w) - seen) : NULL;
		size_t n = lf ? (size_t)(lf - from) : left(w);
		enum more m = MORE_SOME;
		seen = left(w);
		if (!lf)
			m = more(w);
		if (m == MORE_NOMEM)
			return WARC_NOMEM;
		if (m == MORE_DAMAGED)
			return damaged(w, w->why);
		if (m == MORE_END && n == 0)
			return WARC_END;
		if (!lf && m != MORE_END)
			continue;
		response->block = (struct robotsc_text){(const char *)w->buffer + w->at, n};
		w->at += n + (lf != NULL);
		if (n > 0 && response->block.at[n - 1] == '\r')
			response->block.len--;
		return WARC_RESPONSE;
	}
}
