/* stream.c - see stream.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "stream.h"

#include <errno.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

#include "runtime/access/text.h"

#ifdef HAVE_LIBDEFLATE
#include <libdeflate.h>
#endif

#define MEMBER (STREAM_ROOM / 2) /* octets; members are seldom longer */

static const uint8_t magic[3] = {0x1F, 0x8B, 8}; /* gzip, deflate: RFC 1952 */

/* ---- whole members in memory ---- */

#ifdef HAVE_LIBDEFLATE
static void *whole_new(void)
{
	return libdeflate_alloc_decompressor();
}

static void whole_free(void *whole)
{
	if (whole)
		libdeflate_free_decompressor(whole);
}

/* Inflate a whole member in one call.  False: zlib must do it, since the member is not all in
 * memory, or is damaged, or out has no room for it. */
static bool whole_inflate(struct stream *s, uint8_t *out, size_t room, size_t *n)
{
	size_t taken;
	if (!s->whole || libdeflate_gzip_decompress_ex(s->whole, s->in + s->at, s->len - s->at, out, room, &taken, n) != 0)
		return false;
	s->at += taken;
	return true;
}
#else
static void *whole_new(void)
{
	return NULL;
}

static void whole_free(void *whole)
{
	(void)whole;
}

static bool whole_inflate(struct stream *s, uint8_t *out, size_t room, size_t *n)
{
	(void)s, (void)out, (void)room, (void)n;
	return false;
}
#endif

int robotsc__stream_init(struct stream *s, int fd)
{
	memset(s, 0, sizeof *s);
	s->fd = fd;
	s->whole = whole_new();
	return inflateInit2(&s->z, 15 + 16) == Z_OK ? 0 : -1;
}

void robotsc__stream_free(struct stream *s)
{
	inflateEnd(&s->z);
	whole_free(s->whole);
}

/* The offset of the next octet in the file. */
static uint64_t offset(const struct stream *s)
{
	return s->read - (s->len - s->at);
}

/* Read until need octets are in memory, or the file ends. */
static void fill(struct stream *s, size_t need)
{
	if (s->len - s->at >= need)
		return;
	memmove(s->in, s->in + s->at, s->len - s->at);
	s->begin = s->begin == s->at ? 0 : SIZE_MAX;
	s->len -= s->at;
	s->at = 0;
	while (s->len < need && !s->failed) {
		const ssize_t n = read(s->fd, s->in + s->len, sizeof s->in - s->len);
		if (n == 0)
			return;
		if (n > 0) {
			s->len += (size_t)n;
			s->read += (uint64_t)n;
		} else if (errno != EINTR) {
			s->failed = errno;
		}
	}
}

static bool at_magic(struct stream *s)
{
	fill(s, sizeof magic);
	return s->len - s->at >= sizeof magic && memcmp(s->in + s->at, magic, sizeof magic) == 0;
}

/* Go to the next octets that look like the beginning of a member. */
static void find_member(struct stream *s)
{
	while (!at_magic(s) && s->len - s->at >= sizeof magic) {
		const uint8_t *p = memchr(s->in + s->at + 1, magic[0], s->len - s->at - 1);
		s->at = p ? (size_t)(p - s->in) : s->len;
	}
	if (!at_magic(s))
		s->at = s->len;
}

static size_t damaged(struct stream *s, const char *why)
{
	s->why = why;
	s->inside = false;
	s->lost = true;
	return STREAM_DAMAGED;
}

/* After a damaged member, go back to search for the next: the damaged one may have run on into it.
 * Octets that were searched before are not searched again. */
static void seek_back(struct stream *s)
{
	const uint64_t reached = offset(s);
	if (s->begin < s->at && s->member >= s->sought)
		s->at = s->begin + 1;
	if (s->sought < reached)
		s->sought = reached;
}

static void begin_member(struct stream *s)
{
	s->member = offset(s);
	s->begin = s->at;
	s->inside = true;
	inflateReset(&s->z);
}

/* Inflate more of the current member.  Returns the octets in out, 0 when it ends without any, or
 * STREAM_DAMAGED. */
static size_t inflate_some(struct stream *s, uint8_t *out, size_t room)
{
	int rc;
	s->z.next_out = out;
	s->z.avail_out = (uInt)(room < 1u << 30 ? room : 1u << 30);
	do {
		fill(s, 1);
		s->z.next_in = s->in + s->at;
		s->z.avail_in = (uInt)(s->len - s->at);
		rc = inflate(&s->z, Z_NO_FLUSH);
		s->at = s->len - s->z.avail_in;
	} while (rc == Z_OK && s->z.next_out == out);
	if (rc == Z_STREAM_END)
		s->inside = false;
	else if (rc != Z_OK) {
		const char *const why = s->at == s->len ? "the gzip member ends early" : "not a gzip member";
		seek_back(s);
		return damaged(s, why);
	}
	return (size_t)(s->z.next_out - out);
}

static size_t read_gzip(struct stream *s, uint8_t *out, size_t room)
{
	for (;;) {
		const bool fresh = !s->inside;
		size_t n;
		if (s->lost)
			find_member(s);
		s->lost = false;
		if (fresh) {
			fill(s, MEMBER);
			if (s->at == s->len)
				return 0;
			if (!at_magic(s)) {
				s->member = offset(s);
				s->at++;
				return damaged(s, "not a gzip member");
			}
			begin_member(s);
		}
		if (fresh && whole_inflate(s, out, room, &n))
			s->inside = false;
		else
			n = inflate_some(s, out, room);
		if (n == STREAM_DAMAGED || n > 0) {
			s->fresh = fresh;
			return n;
		}
	}
}

size_t robotsc__stream_read(struct stream *s, uint8_t *out, size_t room)
{
	size_t n;
	if (s->read == 0)
		s->gzip = at_magic(s);
	if (s->gzip)
		return read_gzip(s, out, room);
	fill(s, 1);
	n = s->len - s->at < room ? s->len - s->at : room;
	memcpy(out, s->in + s->at, n);
	s->fresh = offset(s) == 0;
	s->at += n;
	return n;
}

/* ---- decodes chunks, a piece of the body at a time ---- */

/* Take an octet of the line with a chunk's size, such as "1f ;extension". */
static void take_size(struct chunks *c, char octet)
{
	if (c->state == CHUNKS_SIZE && hex_digit(octet) >= 0 && c->size <= SIZE_MAX / 16) {
		c->size = c->size * 16 + (size_t)hex_digit(octet);
		c->digits = true;
	} else if (c->state != CHUNKS_LINE && (!c->digits || memchr(" \t;\r\n", octet, 5) == NULL)) {
		c->state = CHUNKS_BAD;
	} else if (octet == '\n') {
		c->state = c->size > 0 ? CHUNKS_DATA : CHUNKS_END;
		c->is_chunk = true;
		c->digits = false;
	} else if (c->state != CHUNKS_LINE) {
		c->state = is_blank(octet) ? CHUNKS_SPACE : CHUNKS_LINE;
	}
}

/* Take an octet of the line end after the data; CR, LF or both may be missing.  True when the octet
 * is part of it. */
static bool take_end(struct chunks *c, char octet)
{
	if (c->state == CHUNKS_CR && octet == '\r') {
		c->state = CHUNKS_LF;
		return true;
	}
	c->state = CHUNKS_SIZE;
	return octet == '\n';
}

size_t robotsc__chunks_take(struct chunks *c, const char *at, size_t len, char *out)
{
	size_t n = 0;
	for (size_t i = 0; i < len && c->state < CHUNKS_END;) {
		if (c->state == CHUNKS_DATA) {
			const size_t part = c->size < len - i ? c->size : len - i;
			memmove(out + n, at + i, part);
			n += part;
			i += part;
			c->size -= part;
			if (c->size == 0)
				c->state = CHUNKS_CR;
		} else if (c->state == CHUNKS_CR || c->state == CHUNKS_LF) {
			i += (size_t)take_end(c, at[i]);
		} else {
			take_size(c, at[i++]);
		}
	}
	return n;
}
