/* oracle_http.c - see oracle_import.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "oracle_import.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static void *room(size_t len)
{
	void *p = calloc(1, len + 1);

	if (p == NULL)
		abort();
	return p;
}

static int is_any(char c, const char *set)
{
	return c != '\0' && strchr(set, c) != NULL;
}

/* ---- head: RFC 9112 §2 to §5 ------------------------------------------------- */

/* The octets of a line, with its LF if it has one. */
static size_t line_len(const char *at, size_t len)
{
	size_t n = 0;

	while (n < len)
		if (at[n++] == '\n')
			break;
	return n;
}

/* Read a status line, such as "HTTP/1.1 200 OK". */
static int read_status(const char *at, size_t len, unsigned *status)
{
	const char *const end = at + len;

	if (len < 5 || memcmp(at, "HTTP/", 5) != 0)
		return 0;
	while (at < end && *at != ' ')
		at++;
	while (at < end && *at == ' ')
		at++;
	if (end - at < 3 || !isdigit((unsigned char)at[0]) || !isdigit((unsigned char)at[1]) || !isdigit((unsigned char)at[2]))
		return 0;
	*status = (unsigned)((at[0] - '0') * 100 + (at[1] - '0') * 10 + (at[2] - '0'));
	return end - at == 3 || is_any(at[3], " \t\r\n");
}

/* A copy of a text without the white space around it. */
static char *trimmed(const char *at, const char *end, size_t *len)
{
	char *copy;

	while (at < end && is_any(*at, " \t"))
		at++;
	while (at < end && is_any(end[-1], " \t\r\n"))
		end--;
	*len = (size_t)(end - at);
	copy = room(*len);
	memcpy(copy, at, *len);
	return copy;
}

static int is_word(const char *at, size_t len, const char *word)
{
	return len == strlen(word) && strncasecmp(at, word, len) == 0;
}

/* True for fields of redirects, of codings, of caching (RFC 9111), and of when to come again. */
static int matters(const char *name, size_t len)
{
	return is_word(name, len, "location") || is_word(name, len, "transfer-encoding") ||
	       is_word(name, len, "content-encoding") || is_word(name, len, "cache-control") || is_word(name, len, "expires") ||
	       is_word(name, len, "date") || is_word(name, len, "age") || is_word(name, len, "retry-after");
}

/* Read a header line, which was unfolded. */
static void read_field(struct oracle_http *h, const char *line, size_t len)
{
	const char *const colon = memchr(line, ':', len);
	struct oracle_field f;

	if (colon == NULL)
		return;
	f.name = trimmed(line, colon, &f.name_len);
	if (!matters(f.name, f.name_len) || h->nfields == ORACLE_HTTP_FIELDS) {
		h->refused |= matters(f.name, f.name_len) && h->status >= 200 && h->status < 400;
		free(f.name);
		return;
	}
	f.value = trimmed(colon + 1, line + len, &f.value_len);
	h->fields[h->nfields++] = f;
}

static int is_empty(const char *line, size_t len)
{
	size_t left;

	free(trimmed(line, line + len, &left));
	return left == 0;
}

/* Read the head.  Returns where the body begins, or len if the head does not end: then the head is
 * cut. */
static size_t read_head(struct oracle_http *h, const char *block, size_t len)
{
	size_t at = line_len(block, len);

	h->refused = !read_status(block, at, &h->status);
	while (at < len && is_any(block[at], " \t")) /* §2.2: these lines are consumed */
		at += line_len(block + at, len - at);
	while (at < len) {
		const size_t begin = at, end = at + line_len(block + at, len - at);
		char *line;

		at = end;
		if (is_empty(block + begin, end - begin))
			return at;
		while (at < len && is_any(block[at], " \t")) /* §5.2 */
			at += line_len(block + at, len - at);
		line = room(at - begin);
		memcpy(line, block + begin, at - begin);
		for (size_t i = 0; at > end && i < at - begin; i++)
			if (is_any(line[i], "\r\n"))
				line[i] = ' ';
		if (block[at - 1] == '\n')
			read_field(h, line, at - begin);
		free(line);
	}
	h->cut = h->truncated = 1;
	return len;
}

/* ---- body -------------------------------------------------------------------- */

#define BETWEEN 4194304 /* octets that may be between two codings */

enum coding {
	CHUNKED,
	GZIP,
	DEFLATE,
	BROTLI,
	OTHER
};

/* The codings that the fields of this name list, at most 9; returns how many.  A field that repeats
 * the first one with a coding is passed over. */
static unsigned codings_of(const struct oracle_http *h, const char *name, enum coding codings[9])
{
	static const char *const words[] = {"chunked", "gzip", "x-gzip", "deflate", "br"};
	static const enum coding meant[] = {CHUNKED, GZIP, GZIP, DEFLATE, BROTLI, OTHER};
	const struct oracle_field *first = NULL;
	unsigned n = 0;

	for (unsigned i = 0; i < h->nfields; i++) {
		const struct oracle_field *f = &h->fields[i];
		const unsigned before = n;

		if (!is_word(f->name, f->name_len, name))
			continue;
		if (first != NULL && f->value_len == first->value_len && strncasecmp(f->value, first->value, f->value_len) == 0)
			continue;
		for (size_t begin = 0, end; begin < f->value_len; begin = end + 1) {
			size_t len;
			unsigned k = 0;

			for (end = begin; end < f->value_len && f->value[end] != ',';)
				end++;
			char *const word = trimmed(f->value + begin, f->value + end, &len);
			while (k < 5 && !is_word(word, len, words[k]))
				k++;
			if (n < 9 && len > 0 && !is_word(word, len, "identity") && !is_word(word, len, "none"))
				codings[n++] = meant[k];
			free(word);
		}
		if (before == 0 && n > 0)
			first = f;
	}
	return n;
}

/* The octets of a chunk's first line, or 0 if it is none. */
static size_t chunk_line(const char *at, size_t len, size_t *size)
{
	const size_t line = line_len(at, len);
	size_t n = 0, digits = 0;

	*size = 0;
	for (; n < line && isxdigit((unsigned char)at[n]); n++) {
		const char digit[2] = {at[n], '\0'};

		digits += digits > 0 || at[n] != '0';
		*size = *size * 16 + (size_t)strtoul(digit, NULL, 16);
	}
	if (n == 0 || digits > 2 * sizeof *size)
		return 0;
	while (n < line && is_any(at[n], " \t"))
		n++;
	if (n < line && !is_any(at[n], ";\r\n"))
		return 0;
	return line;
}

/* RFC 9112 §7.1.  Replace a chunked body by its content, unless it begins with no chunk. */
static void join_chunks(struct oracle_http *h)
{
	unsigned char *out = room(h->len);
	const char *at = (const char *)h->body;
	size_t size, left = h->len, n = 0, line = chunk_line(at, left, &size);

	if (line == 0) {
		free(out);
		return;
	}
	for (;; line = chunk_line(at, left, &size)) {
		if (line == 0 || at[line - 1] != '\n') {
			h->truncated = 1;
			break;
		}
		if (size == 0)
			break;
		at += line;
		left -= line;
		if (size > left)
			size = left;
		memcpy(out + n, at, size);
		n += size;
		at += size;
		left -= size;
		if (left > 0 && *at == '\r')
			at++, left--;
		if (left > 0 && *at == '\n')
			at++, left--;
	}
	free(h->body);
	h->body = out;
	h->len = n;
}

/* Code points by the number of octets that they take. */
static const struct {
	unsigned long first, last;
} points[] = {{0, 0}, {0, 0x7F}, {0x80, 0x7FF}, {0x800, 0xFFFF}, {0x10000, 0x10FFFF}};

/* True for UTF-8 without control characters; the last character may be cut.  Each is decoded, and
 * its code point is looked at. */
static int is_text(const unsigned char *at, size_t len)
{
	for (size_t i = 0; i < len;) {
		const unsigned n = at[i] < 0x80 ? 1 : at[i] < 0xC0 ? 0 : at[i] < 0xE0 ? 2 : at[i] < 0xF0 ? 3 : at[i] < 0xF8 ? 4 : 0;
		unsigned long low, high;
		unsigned left = n;

		if (n == 0)
			return 0;
		low = n == 1 ? at[i] : at[i] & (0x7Fu >> n);
		for (i++, left--; left > 0 && i < len; i++, left--) {
			if (at[i] / 64 != 2)
				return 0;
			low = low * 64 + at[i] % 64;
		}
		/* The least and the greatest code point that the cut character may have been. */
		high = ((low + 1) << 6 * left) - 1;
		low <<= 6 * left;
		if (high < points[n].first || low > points[n].last || (low >= 0xD800 && high <= 0xDFFF))
			return 0;
		if (n == 1 && (low == 127 || (low < 32 && low != '\t' && low != '\n' && low != '\r')))
			return 0;
	}
	return 1;
}

static int has_zlib(const unsigned char *at, size_t len)
{
	return len >= 2 && at[0] % 16 == 8 && (at[0] << 8 | at[1]) % 31 == 0;
}

enum unzipped {
	AS_IT_WAS,
	UNZIPPED,
	ENOUGH /* as much as is wanted */
};

/* Replace the body by what is decoded from it. */
static enum unzipped unzip(struct oracle_http *h, enum coding coding, size_t limit)
{
	const int text = is_text(h->body, h->len);
	const size_t most = text ? BETWEEN : limit;
	enum oracle_wrapping wrapping = ORACLE_RAW;
	enum oracle_inflated inflated;
	unsigned char *out;
	size_t n;

	/* An octet expands to at most 1,032. */
	out = room(most < 1100 * h->len ? most : 1100 * h->len);
	if (coding == GZIP)
		wrapping = ORACLE_GZIP;
	else if (has_zlib(h->body, h->len))
		wrapping = ORACLE_ZLIB;
	inflated = oracle_inflate(wrapping, h->body, h->len, most, out, &n);
	if (text && inflated != ORACLE_WHOLE && inflated != ORACLE_SHORT) {
		free(out);
		return AS_IT_WAS;
	}
	h->truncated |= inflated == ORACLE_BROKEN || inflated == ORACLE_SHORT;
	free(h->body);
	h->body = out;
	h->len = n < limit ? n : limit;
	return n == most ? ENOUGH : UNZIPPED;
}

void oracle_http_read(struct oracle_http *h, const char *block, size_t len, size_t limit)
{
	enum coding transfer[9], content[9];
	unsigned ntransfer, ncontent;
	enum unzipped unzipped = AS_IT_WAS;
	int chunked = 0;
	size_t head;

	memset(h, 0, sizeof *h);
	for (;;) { /* RFC 9110 §15.2 */
		head = read_head(h, block, len);
		block += head;
		len -= head;
		if (h->refused || h->status / 100 != 1 || len < 5 || memcmp(block, "HTTP/", 5) != 0)
			break;
		oracle_http_free(h);
		memset(h, 0, sizeof *h);
	}
	for (unsigned i = 0; i < h->nfields && h->location.len == 0; i++)
		if (is_word(h->fields[i].name, h->fields[i].name_len, "Location"))
			h->location = (struct oracle_slice){h->fields[i].value, h->fields[i].value_len};
	h->len = len;
	h->body = room(len);
	memcpy(h->body, block, len);
	const int success = h->status / 100 == 2;
	ntransfer = codings_of(h, "Transfer-Encoding", transfer);
	ncontent = codings_of(h, "Content-Encoding", content);

	if (ntransfer > 0 && transfer[ntransfer - 1] == CHUNKED) {
		ntransfer--;
		chunked = 1;
	}
	if (ntransfer > 1 || (ntransfer == 1 && transfer[0] != GZIP && transfer[0] != DEFLATE)) {
		h->refused |= success && h->len > 0;
		ntransfer = 0;
	} else {
		if (chunked)
			join_chunks(h);
		if (ntransfer == 1 && h->len > 0)
			unzipped = unzip(h, transfer[0], ncontent > 0 ? BETWEEN : limit);
		h->refused |= unzipped == ENOUGH && success && ncontent > 0;
	}
	if (ncontent > 0 && h->len > 0) {
		if (ncontent > 1 || content[0] == CHUNKED || content[0] == OTHER)
			h->refused |= success;
		else if (content[0] == BROTLI)
			h->brotli = !h->refused;
		else
			unzip(h, content[0], limit);
		if (unzipped != AS_IT_WAS && h->len > limit) /* cut to BETWEEN until now */
			h->len = limit;
	}
	h->refused |= success && h->len >= 3 && memcmp(h->body, "\x1F\x8B\x08", 3) == 0;
}

void oracle_http_free(struct oracle_http *h)
{
	for (unsigned i = 0; i < h->nfields; i++) {
		free(h->fields[i].name);
		free(h->fields[i].value);
	}
	free(h->body);
}
