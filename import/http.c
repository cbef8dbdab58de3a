/* http.c - see http.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <zlib.h>
#ifdef HAVE_BROTLI
#include <brotli/decode.h>
#endif

#include "http.h"

/* ---- head ---------------------------------------------------------------------- */

/* "HTTP/1.1 200 OK", "HTTP/2 200". */
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
		if (at >= line.len || line.at[at] < '0' || line.at[at] > '9')
			return -1;
		h->status = 10 * h->status + (unsigned)(line.at[at] - '0');
	}
	return at == line.len || line.at[at] == ' ' || line.at[at] == '\t' || line.at[at] == '\r' || line.at[at] == '\n' ? 0 : -1;
}

static struct robotsc_text trim(struct robotsc_text t)
{
	while (t.len > 0 && (t.at[0] == ' ' || t.at[0] == '\t'))
		t.at++, t.len--;
	while (t.len > 0 && memchr(" \t\r\n", t.at[t.len - 1], 4) != NULL)
		t.len--;
	return t;
}

static int is_word(struct robotsc_text t, const char *word)
{
	return t.len == strlen(word) && strncasecmp(t.at, word, t.len) == 0;
}

static void read_field(struct http *h, struct robotsc_text line)
{
	const char *colon = line.len ? memchr(line.at, ':', line.len) : NULL;
	struct robotsc_header_field *f = &h->fields[h->nfields];

	if (!colon || h->nfields == HTTP_FIELDS)
		return;
	f->name = trim((struct robotsc_text){line.at, (size_t)(colon - line.at)});
	f->value = trim((struct robotsc_text){colon + 1, line.len - (size_t)(colon + 1 - line.at)});
	if (is_word(f->name, "Location") && h->location.len == 0)
		h->location = f->value;
	h->nfields++;
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

/* Octets of a line, with its LF. */
static size_t line_of(struct robotsc_text t)
{
	const char *lf = t.len ? memchr(t.at, '\n', t.len) : NULL;

	return lf ? (size_t)(lf + 1 - t.at) : t.len;
}

/* Octets of a line and of those that continue it.  RFC 9112 §5.2 */
static size_t folded_line_of(struct robotsc_text t)
{
	size_t n = line_of(t);

	while (n < t.len && (t.at[n] == ' ' || t.at[n] == '\t'))
		n += line_of((struct robotsc_text){t.at + n, t.len - n});
	return n;
}

/* A copy in one line. */
static struct robotsc_text unfold(struct robotsc_text line, char *copy)
{
	for (size_t i = 0; i < line.len; i++)
		copy[i] = (char)(line.at[i] == '\r' || line.at[i] == '\n' ? ' ' : line.at[i]);
	return (struct robotsc_text){copy, line.len};
}

/* The lines up to the empty one; what follows is the body.  A head that does not end has none. */
static int read_head(struct http *h, struct robotsc_text block)
{
	const size_t room = block.len;
	size_t used = 0;
	int first = 1;

	while (block.len > 0) {
		const struct robotsc_text begin = {block.at, line_of(block)};
		struct robotsc_text line = begin;

		if (first && read_status(h, begin) < 0)
			return -1;
		if (first || trim(begin).len > 0)
			line.len = folded_line_of(block);
		block.at += line.len;
		block.len -= line.len;
		if (!first && trim(begin).len == 0)
			break;
		if (!first && line.len > begin.len) {
			if (make_room(h, 2, room) < 0)
				return -1;
			line = unfold(line, (char *)h->buffers[2] + used);
			used += line.len;
		}
		if (!first)
			read_field(h, line);
		first = 0;
	}
	h->body = block;
	return first ? -1 : 0;
}

/* ---- codings ------------------------------------------------------------------- */

static int hex(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	c = (char)(c | 0x20);
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* "1f;extension" and the line's end.  Octets of the line, or 0. */
static size_t read_chunk_size(struct robotsc_text t, size_t *size)
{
	const char *lf = t.len ? memchr(t.at, '\n', t.len) : NULL;
	size_t n = 0;

	*size = 0;
	while (lf && t.at + n < lf && hex(t.at[n]) >= 0 && *size <= SIZE_MAX / 16)
		*size = *size * 16 + (size_t)hex(t.at[n++]);
	if (n == 0 || memchr("; \t\r\n", t.at[n], 5) == NULL)
		return 0;
	return (size_t)(lf + 1 - t.at);
}

/* RFC 9112 §7.1.  A body that does not begin as chunks do stays as it is. */
static int join_chunks(struct http *h)
{
	struct robotsc_text t = h->body;
	size_t out = 0, size, line = read_chunk_size(t, &size);

	if (line == 0)
		return 0;
	if (make_room(h, 0, t.len + 1) < 0)
		return -1;
	for (;;) {
		t.at += line;
		t.len -= line;
		if (size == 0)
			break;
		if (size > t.len) {
			size = t.len;
			h->truncated = 1;
		}
		memcpy(h->buffers[0] + out, t.at, size);
		out += size;
		t.at += size;
		t.len -= size;
		if (t.len > 0 && t.at[0] == '\r')
			t.at++, t.len--;
		if (t.len > 0 && t.at[0] == '\n')
			t.at++, t.len--;
		line = read_chunk_size(t, &size);
		if (line == 0) {
			h->truncated = 1;
			break;
		}
	}
	h->body = (struct robotsc_text){(const char *)h->buffers[0], out};
	return 0;
}

/* Inflate the body; bits as for inflateInit2.  -1: it is nothing of that kind. */
static int inflate_body(struct http *h, int bits, size_t limit)
{
	z_stream z;
	size_t out = 0;
	int rc = Z_OK;

	memset(&z, 0, sizeof z);
	if (inflateInit2(&z, bits) != Z_OK) {
		h->why = "out of memory";
		return -2;
	}
	z.next_in = (Bytef *)(uintptr_t)h->body.at;
	z.avail_in = (uInt)(h->body.len < UINT32_MAX ? h->body.len : UINT32_MAX);
	while (rc == Z_OK && out < limit) {
		if (make_room(h, 1, out + 65536) < 0) {
			inflateEnd(&z);
			return -2;
		}
		z.next_out = h->buffers[1] + out;
		z.avail_out = 65536;
		rc = inflate(&z, Z_NO_FLUSH);
		out += 65536 - z.avail_out;
		if (rc == Z_STREAM_END && bits == 15 + 16 && z.avail_in > 0 && z.next_in[0] == 0x1F && inflateReset(&z) == Z_OK)
			rc = Z_OK; /* a further member */
	}
	inflateEnd(&z);
	if (out == 0 && rc != Z_STREAM_END)
		return -1;
	h->truncated |= rc != Z_STREAM_END && out < limit;
	h->body = (struct robotsc_text){(const char *)h->buffers[1], out < limit ? out : limit};
	return 0;
}

/* Has the body no octets that no text has, where it begins?  A stream of Brotli has no mark of its own. */
static int is_text(struct robotsc_text body)
{
	for (size_t i = 0; i < body.len && i < 64; i++) {
		const unsigned char c = (unsigned char)body.at[i];

		if (c < ' ' && (c < '\t' || c > '\r'))
			return 0;
	}
	return 1;
}

#ifdef HAVE_BROTLI
/* RFC 7932.  -1: it is nothing of that kind. */
static int unbrotli_body(struct http *h, size_t limit)
{
	BrotliDecoderState *state = BrotliDecoderCreateInstance(NULL, NULL, NULL);
	BrotliDecoderResult rc = BROTLI_DECODER_RESULT_NEEDS_MORE_OUTPUT;
	const uint8_t *in = (const uint8_t *)h->body.at;
	size_t left = h->body.len, out = 0, room;
	int memory = state != NULL;

	while (memory && rc == BROTLI_DECODER_RESULT_NEEDS_MORE_OUTPUT && out < limit) {
		uint8_t *to;

		memory = make_room(h, 1, out + 65536) == 0;
		if (!memory)
			break;
		to = h->buffers[1] + out;
		room = 65536;
		rc = BrotliDecoderDecompressStream(state, &left, &in, &room, &to, NULL);
		out += 65536 - room;
	}
	BrotliDecoderDestroyInstance(state);
	if (!memory) {
		h->why = "out of memory";
		return -2;
	}
	if (out < limit && (rc != BROTLI_DECODER_RESULT_SUCCESS || left > 0) && is_text(h->body))
		return 0; /* the archive keeps it decoded */
	if (rc == BROTLI_DECODER_RESULT_ERROR)
		return -1;
	h->truncated |= rc == BROTLI_DECODER_RESULT_NEEDS_MORE_INPUT;
	h->body = (struct robotsc_text){(const char *)h->buffers[1], out < limit ? out : limit};
	return 0;
}
#else
static int unbrotli_body(struct http *h, size_t limit)
{
	(void)limit;
	if (is_text(h->body) || h->status < 200 || h->status > 299)
		return 0;
	h->why = "its Content-Encoding is br, which this build does not read (it was made without libbrotlidec)";
	return -2;
}
#endif

/* A body in a coding that it claims and does not have. */
static void spoil(struct http *h)
{
	h->body.len = 0;
	h->truncated = 1;
}

/* Only what would be taken as rules must be understood. */
static int not_known(struct http *h, const char *why)
{
	if (h->body.len == 0 || h->status < 200 || h->status > 299)
		return 0;
	h->why = why;
	return -1;
}

/* The coding that the fields of a name say, however often; of several none is known here. */
static struct robotsc_text coding_of(const struct http *h, const char *name)
{
	struct robotsc_text coding = {"", 0};

	for (size_t i = 0; i < h->nfields; i++) {
		const struct robotsc_text value = h->fields[i].value;

		if (!is_word(h->fields[i].name, name) || value.len == 0 || is_word(value, "identity") || is_word(value, "none"))
			continue;
		if (coding.len > 0 && (coding.len != value.len || strncasecmp(coding.at, value.at, value.len) != 0))
			return (struct robotsc_text){",", 1};
		coding = value;
	}
	return coding;
}

static int undo_transfer(struct http *h)
{
	const struct robotsc_text coding = coding_of(h, "Transfer-Encoding");

	if (coding.len == 0)
		return 0;
	return is_word(coding, "chunked") ? join_chunks(h) : not_known(h, "its Transfer-Encoding is not known here");
}

static int undo_content(struct http *h, size_t limit)
{
	const struct robotsc_text coding = coding_of(h, "Content-Encoding");
	const uint8_t *b = (const uint8_t *)h->body.at;
	int rc = 0;

	if (coding.len == 0 || h->body.len == 0)
		return 0;
	if (is_word(coding, "gzip") || is_word(coding, "x-gzip")) {
		if (h->body.len > 2 && b[0] == 0x1F && b[1] == 0x8B)
			rc = inflate_body(h, 15 + 16, limit);
		if (rc == -1)
			spoil(h);
	} else if (is_word(coding, "br")) {
		rc = unbrotli_body(h, limit);
		if (rc == -1)
			spoil(h);
	} else if (is_word(coding, "deflate")) { /* with zlib's header as it should be, or without as it often is */
		rc = inflate_body(h, 15, limit);
		if (rc == -1)
			rc = inflate_body(h, -15, limit);
	} else {
		return not_known(h, "its Content-Encoding is not known here");
	}
	return rc == -2 ? -1 : 0;
}

int robotsc__http_read(struct http *h, struct robotsc_text block, size_t limit)
{
	h->nfields = 0;
	h->location.len = 0;
	h->truncated = 0;
	h->why = "not an HTTP response";
	if (read_head(h, block) < 0 || undo_transfer(h) < 0)
		return -1;
	return undo_content(h, limit);
}

void robotsc__http_free(struct http *h)
{
	free(h->buffers[0]);
	free(h->buffers[1]);
	free(h->buffers[2]);
}
