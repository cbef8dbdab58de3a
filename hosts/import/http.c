/* http.c - see warc_reader.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "warc_reader.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <zlib.h>

#include "runtime/access/utf8.h"

/* ---- finds out whether a body is plain text ---- */

static bool is_control(unsigned char c)
{
	return (c < ' ' && c != '\t' && c != '\n' && c != '\r') || c == 0x7F;
}

/* True for UTF-8 without control characters: none below 32 but TAB, LF and CR, and no DEL.  The
 * last character may be cut, as the body may be. */
static bool is_plain_text(struct robotsc_text body)
{
	const unsigned char *const at = (const unsigned char *)body.at;
	for (size_t i = 0, n; i < body.len; i += n) {
		n = utf8_size(at[i]);
		if (n == 0 || is_control(at[i]))
			return false;
		if (n > 1 && i + 1 < body.len && !utf8_is_second(at[i], at[i + 1]))
			return false;
		for (size_t k = 2; k < n && i + k < body.len; k++)
			if (!utf8_continues(at[i + k]))
				return false;
	}
	return true;
}

#ifdef HAVE_BROTLI
#include <brotli/decode.h>
#endif

#include "stream.h"
#include "runtime/access/text.h"

/* ---- head ---------------------------------------------------------------------- */

/* Read a status line: "HTTP/1.1 200 OK", "HTTP/2 200". */
static int read_status(struct http *h, struct robotsc_text line)
{
	static const char name[] = "HTTP/";
	size_t at = sizeof name - 1;
	if (line.len < at || memcmp(line.at, name, at) != 0)
		return -1;
	while (at < line.len && line.at[at] != ' ')
		at++;
	while (at < line.len && line.at[at] == ' ')
		at++;
	h->status = 0;
	for (size_t n = 0; n < 3; n++, at++) {
		if (at >= line.len || !is_digit(line.at[at]))
			return -1;
		h->status = 10 * h->status + (unsigned)(line.at[at] - '0');
	}
	return at == line.len || is_blank(line.at[at]) || line.at[at] == '\r' || line.at[at] == '\n' ? 0 : -1;
}

/* The text without the blanks before it and without the blanks and line ends after it. */
static struct robotsc_text trim_line(struct robotsc_text t)
{
	while (t.len > 0 && memchr(" \t\r\n", t.at[t.len - 1], 4) != NULL)
		t.len--;
	return trim(t);
}

/* True for the fields that are kept: warc_reader.h. */
static bool is_kept(struct robotsc_text name)
{
	static const char *const kept[] = {"age",     "cache-control", "content-encoding", "date",
	                                   "expires", "location",      "retry-after",      "transfer-encoding"};
	for (size_t i = 0; i < sizeof kept / sizeof kept[0]; i++)
		if (is_word(name, kept[i]))
			return true;
	return false;
}

static int read_field(struct http *h, struct robotsc_text line)
{
	const char *colon = line.len ? memchr(line.at, ':', line.len) : NULL;
	const struct robotsc_text name = trim_line((struct robotsc_text){line.at, colon ? (size_t)(colon - line.at) : 0});
	struct robotsc_text value;
	if (!colon || !is_kept(name))
		return 0;
	if (h->nfields == HTTP_FIELDS) {
		h->why = "its header has more than 128 fields that matter";
		return h->status / 100 == 2 || h->status / 100 == 3 ? -1 : 0;
	}
	value = trim_line((struct robotsc_text){colon + 1, line.len - (size_t)(colon + 1 - line.at)});
	if (is_word(name, "location") && h->location.len == 0)
		h->location = value;
	h->fields[h->nfields++] = (struct robotsc_header_field){name, value};
	return 0;
}

static int make_room(struct http *h, unsigned which, size_t room)
{
	uint8_t *p;
	if (h->rooms[which] >= room)
		return 0;
	p = realloc(h->buffers[which], room);
	if (!p) {
		h->why = "out of memory";
		return -1;
	}
	h->buffers[which] = p;
	h->rooms[which] = room;
	return 0;
}

/* The length of a line, with its LF. */
static size_t line_of(struct robotsc_text t)
{
	const char *lf = t.len ? memchr(t.at, '\n', t.len) : NULL;
	return lf ? (size_t)(lf + 1 - t.at) : t.len;
}

/* The length of a line, with the lines that continue it.  RFC 9112 §5.2 */
static size_t folded_line_of(struct robotsc_text t)
{
	size_t n = line_of(t);
	while (n < t.len && is_blank(t.at[n]))
		n += line_of((struct robotsc_text){t.at + n, t.len - n});
	return n;
}

/* Copy a line and the lines that continue it as one line. */
static struct robotsc_text unfold(struct robotsc_text line, char *copy)
{
	for (size_t i = 0; i < line.len; i++)
		copy[i] = (char)(line.at[i] == '\r' || line.at[i] == '\n' ? ' ' : line.at[i]);
	return (struct robotsc_text){copy, line.len};
}

/* Read the lines up to the empty one; the rest is the body.  A head that does not end is cut and
 * has no body. */
static int read_head(struct http *h, struct robotsc_text block)
{
	const size_t room = block.len;
	size_t used = 0;
	bool first = true;
	h->nfields = 0;
	h->location.len = 0;
	h->truncated = h->cut = true;
	while (block.len > 0) {
		const struct robotsc_text begin = {block.at, line_of(block)};
		struct robotsc_text line = begin;
		if (first && read_status(h, begin) < 0)
			return -1;
		if (first || trim_line(begin).len > 0)
			line.len = folded_line_of(block);
		block.at += line.len;
		block.len -= line.len;
		if (!first && trim_line(begin).len == 0) {
			h->truncated = h->cut = false;
			break;
		}
		if (!first && line.len > begin.len) {
			if (make_room(h, 2, room) < 0)
				return -1;
			line = unfold(line, (char *)h->buffers[2] + used);
			used += line.len;
		}
		if (!first && block.at[-1] == '\n' && read_field(h, line) < 0)
			return -1;
		first = false;
	}
	h->body = block;
	return first ? -1 : 0;
}

/* ---- codings ------------------------------------------------------------------- */

/* Decode chunks.  A body that does not begin with a chunk is not changed. */
static int join_chunks(struct http *h)
{
	struct chunks c = {0};
	size_t out;
	if (make_room(h, 0, h->body.len) < 0)
		return -1;
	out = h->body.len ? robotsc__chunks_take(&c, h->body.at, h->body.len, (char *)h->buffers[0]) : 0;
	if (!c.is_chunk && (c.state == CHUNKS_BAD || h->body.len == 0))
		return 0;
	h->truncated |= c.state != CHUNKS_END;
	h->body = (struct robotsc_text){(const char *)h->buffers[0], out};
	return 0;
}

/* What the decoder made of a body. */
enum undone {
	UNDONE_FAILED, /* there is no memory, or no library */
	UNDONE_NOT,    /* the body is plain text: it stays as it is */
	UNDONE_SHORT,  /* it ends early */
	UNDONE_BROKEN, /* the decoder refused it, at once or later */
	UNDONE_FULL,   /* as much as is wanted came out */
	UNDONE_ENDS,   /* the stream ended, and octets are left over */
	UNDONE_WHOLE   /* the decoder read it to its end */
};

static enum undone no_memory(struct http *h)
{
	h->why = "out of memory";
	return UNDONE_FAILED;
}

static enum undone result_of(bool ended, bool refused, size_t left, size_t out, size_t most)
{
	if (out >= most)
		return UNDONE_FULL;
	if (!ended)
		return refused ? UNDONE_BROKEN : UNDONE_SHORT;
	return left > 0 ? UNDONE_ENDS : UNDONE_WHOLE;
}

/* The index of the buffer that does not hold the body. */
static unsigned other_buffer(const struct http *h)
{
	return h->body.at == (const char *)h->buffers[0] ? 1 : 0;
}

/* Inflate the body, to at most `most` octets.  bits: as for inflateInit2. */
static enum undone inflate_body(struct http *h, int bits, size_t most, struct robotsc_text *to)
{
	const unsigned buffer = other_buffer(h);
	z_stream z;
	size_t out = 0;
	int rc = Z_OK;
	memset(&z, 0, sizeof z);
	if (inflateInit2(&z, bits) != Z_OK)
		return no_memory(h);
	z.next_in = (Bytef *)(uintptr_t)h->body.at;
	z.avail_in = (uInt)(h->body.len < UINT32_MAX ? h->body.len : UINT32_MAX);
	while (rc == Z_OK && out < most) {
		if (make_room(h, buffer, out + 65536) < 0) {
			inflateEnd(&z);
			return UNDONE_FAILED;
		}
		z.next_out = h->buffers[buffer] + out;
		z.avail_out = 65536;
		rc = inflate(&z, Z_NO_FLUSH);
		out += 65536 - z.avail_out;
		if (rc == Z_STREAM_END && bits == 15 + 16 && z.avail_in > 0 && z.next_in[0] == 0x1F && inflateReset(&z) == Z_OK)
			rc = Z_OK; /* a further member */
	}
	inflateEnd(&z);
	if (rc == Z_MEM_ERROR)
		return no_memory(h);
	*to = (struct robotsc_text){(const char *)h->buffers[buffer], out < most ? out : most};
	return result_of(rc == Z_STREAM_END, rc == Z_DATA_ERROR || rc == Z_NEED_DICT, z.avail_in, out, most);
}

#ifdef HAVE_BROTLI
/* RFC 7932 */
static enum undone unbrotli_body(struct http *h, size_t most, struct robotsc_text *to)
{
	const unsigned buffer = other_buffer(h);
	BrotliDecoderState *state = BrotliDecoderCreateInstance(NULL, NULL, NULL);
	BrotliDecoderResult rc = BROTLI_DECODER_RESULT_NEEDS_MORE_OUTPUT;
	const uint8_t *in = (const uint8_t *)h->body.at;
	size_t left = h->body.len, out = 0, room;
	bool memory = state != NULL;
	int code;
	while (memory && rc == BROTLI_DECODER_RESULT_NEEDS_MORE_OUTPUT && out < most) {
		uint8_t *next;
		memory = make_room(h, buffer, out + 65536) == 0;
		if (!memory)
			break;
		next = h->buffers[buffer] + out;
		room = 65536;
		rc = BrotliDecoderDecompressStream(state, &left, &in, &room, &next, NULL);
		out += 65536 - room;
		code = BrotliDecoderGetErrorCode(state);
		memory = code < BROTLI_DECODER_ERROR_ALLOC_BLOCK_TYPE_TREES || code > BROTLI_DECODER_ERROR_ALLOC_CONTEXT_MODES;
	}
	BrotliDecoderDestroyInstance(state);
	if (!memory)
		return no_memory(h);
	*to = (struct robotsc_text){(const char *)h->buffers[buffer], out < most ? out : most};
	return result_of(rc == BROTLI_DECODER_RESULT_SUCCESS, rc == BROTLI_DECODER_RESULT_ERROR, left, out, most);
}
#else
static enum undone unbrotli_body(struct http *h, size_t most, struct robotsc_text *to)
{
	(void)most, (void)to;
	h->why = "its Content-Encoding is br, which this build does not read (it was made without libbrotlidec)";
	return UNDONE_FAILED;
}
#endif

/* ---- codings of a header --------------------------------------------------------- */

static bool begins(struct robotsc_text body, const char *magic, size_t len)
{
	return memcmp(body.at, magic, body.len < len ? body.len : len) == 0;
}

static bool is_gzip(struct robotsc_text coding)
{
	return is_word(coding, "gzip") || is_word(coding, "x-gzip");
}

/* True for zlib's header.  Deflate should have one, but often has none.  RFC 1950 §2.2 */
static bool has_zlib_header(struct robotsc_text body)
{
	const uint8_t *b = (const uint8_t *)body.at;
	return body.len > 1 && b[0] % 16 == 8 && (b[0] * 256 + b[1]) % 31 == 0;
}

/* Undo a coding.  Plain text that the decoder refuses or does not use up stays as it is.  A body
 * that ends early has failed, since it may be the beginning of a stream.  Decodes past the limit
 * when the body is plain text, to see an error just after the limit. */
static enum undone undo(struct http *h, struct robotsc_text coding, size_t most)
{
	const bool text = is_plain_text(h->body);
	const size_t wanted = text ? HTTP_BETWEEN : most;
	struct robotsc_text out = {"", 0};
	enum undone undone;
	if (is_word(coding, "br"))
		undone = unbrotli_body(h, wanted, &out);
	else
		undone = inflate_body(h, is_gzip(coding) ? 15 + 16 : has_zlib_header(h->body) ? 15 : -15, wanted, &out);
	if (undone == UNDONE_FAILED)
		return UNDONE_FAILED;
	if (text && undone != UNDONE_WHOLE && undone != UNDONE_SHORT)
		return UNDONE_NOT;
	h->truncated |= undone == UNDONE_SHORT || undone == UNDONE_BROKEN;
	h->body = (struct robotsc_text){out.at, out.len < most ? out.len : most};
	return undone;
}

/* An unknown coding is a fault only where the body would be read as rules: 0, or -1 and why. */
static int not_known(struct http *h, const char *why)
{
	if (h->body.len == 0 || h->status < 200 || h->status > 299)
		return 0;
	h->why = why;
	return -1;
}

#define CODINGS 2u /* most codings that a field may list here */

struct codings {
	unsigned n;
	struct robotsc_text at[CODINGS];
};

/* The codings that all fields of a name list, in the order in which they were applied.  A field
 * that equals the first does not count.  RFC 9110 §5.6.1 */
static struct codings codings_of(const struct http *h, const char *name)
{
	struct codings c = {0};
	struct robotsc_text first = {"", 0};
	for (size_t i = 0; i < h->nfields; i++) {
		struct robotsc_text value = h->fields[i].value;
		if (!is_word(h->fields[i].name, name))
			continue;
		if (c.n == 0)
			first = value;
		else if (value.len == first.len && strncasecmp(value.at, first.at, first.len) == 0)
			continue;
		while (value.len > 0) {
			const char *comma = memchr(value.at, ',', value.len);
			const size_t len = comma ? (size_t)(comma - value.at) : value.len;
			const struct robotsc_text coding = trim_line((struct robotsc_text){value.at, len});
			value.at += len + (comma != NULL);
			value.len -= len + (comma != NULL);
			if (coding.len == 0 || is_word(coding, "identity") || is_word(coding, "none"))
				continue;
			if (c.n < CODINGS)
				c.at[c.n] = coding;
			c.n++;
		}
	}
	return c;
}

static bool are_chunked(const struct codings *c)
{
	return c->n > 0 && c->n <= CODINGS && is_word(c->at[c->n - 1], "chunked");
}

/* Undo the codings of the transfer: RFC 9112 §6.1, §7.  between: a coding of the content is undone
 * after them, so the result may exceed limit.  Returns 1: something was decompressed; 0: nothing
 * was; -1 and why. */
static int undo_transfer(struct http *h, size_t limit, bool between)
{
	struct codings c = codings_of(h, "transfer-encoding");
	const bool chunked = are_chunked(&c);
	enum undone undone;
	c.n -= (unsigned)chunked;
	if (c.n > 1 || (c.n == 1 && !is_gzip(c.at[0]) && !is_word(c.at[0], "deflate")))
		return not_known(h, "its Transfer-Encoding is not known here");
	if (chunked && join_chunks(h) < 0)
		return -1;
	if (c.n == 0 || h->body.len == 0)
		return 0;
	undone = undo(h, c.at[0], between ? HTTP_BETWEEN : limit);
	if (undone == UNDONE_FULL && between &&
	    not_known(h, "what is between its Transfer-Encoding and its Content-Encoding is too long") < 0)
		return -1;
	return undone == UNDONE_FAILED ? -1 : undone != UNDONE_NOT;
}

static int undo_content(struct http *h, const struct codings *c, size_t limit)
{
	if (c->n == 0 || h->body.len == 0)
		return 0;
	if (c->n > 1 || (!is_gzip(c->at[0]) && !is_word(c->at[0], "deflate") && !is_word(c->at[0], "br")))
		return not_known(h, "its Content-Encoding is not known here");
#ifndef HAVE_BROTLI
	if (is_word(c->at[0], "br") && (is_plain_text(h->body) || h->status < 200 || h->status > 299))
		return 0;
#endif
	return undo(h, c->at[0], limit) == UNDONE_FAILED ? -1 : 0;
}

/* Read the head of the final response, after interim ones: RFC 9110 §15.2. */
static int read_heads(struct http *h, struct robotsc_text block)
{
	h->why = "not an HTTP response";
	do {
		if (read_head(h, block) < 0)
			return -1;
		block = h->body;
	} while (h->status / 100 == 1 && block.len > 4 && memcmp(block.at, "HTTP/", 5) == 0);
	return 0;
}

size_t robotsc__http_chunks(struct http *h, struct robotsc_text block)
{
	struct chunks c = {0};
	struct codings transfer;
	char first[64];
	if (read_heads(h, block) < 0 || h->cut)
		return 0;
	transfer = codings_of(h, "transfer-encoding");
	if (!are_chunked(&transfer) || h->body.len == 0)
		return 0;
	robotsc__chunks_take(&c, h->body.at, h->body.len < sizeof first ? h->body.len : sizeof first, first);
	return c.state == CHUNKS_BAD && !c.is_chunk ? 0 : (size_t)(h->body.at - block.at);
}

int robotsc__http_read(struct http *h, struct robotsc_text block, size_t limit)
{
	struct codings content;
	int decompressed;
	if (read_heads(h, block) < 0)
		return -1;
	content = codings_of(h, "content-encoding");
	decompressed = undo_transfer(h, limit, content.n > 0);
	if (decompressed < 0 || undo_content(h, &content, limit) < 0)
		return -1;
	if (decompressed && h->body.len > limit) /* no coding of the content cut it */
		h->body.len = limit;
	if (h->body.len > 2 && begins(h->body, "\x1F\x8B\x08", 3))
		return not_known(h, "its body is in gzip, which its header does not say");
	return 0;
}

void robotsc__http_free(struct http *h)
{
	free(h->buffers[0]);
	free(h->buffers[1]);
	free(h->buffers[2]);
}
