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

/* "HTTP/1.1 200 OK" */
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

/* A copy without white space around it. */
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

/* A line, of which one that was folded is made. */
static void read_field(struct oracle_http *h, const char *line, size_t len)
{
	const char *const colon = memchr(line, ':', len);
	struct oracle_field *f = &h->fields[h->nfields];

	if (colon == NULL || h->nfields == ORACLE_HTTP_FIELDS)
		return;
	f->name = trimmed(line, colon, &f->name_len);
	f->value = trimmed(colon + 1, line + len, &f->value_len);
	h->nfields++;
}

static int is_empty(const char *line, size_t len)
{
	size_t left;

	free(trimmed(line, line + len, &left));
	return left == 0;
}

/* Returns where the body begins; or len, of a head that does not end. */
static size_t read_head(struct oracle_http *h, const char *block, size_t len)
{
	size_t at = line_len(block, len);

	h->refused = !read_status(block, at, &h->status);
	while (at < len && is_any(block[at], " \t")) /* §2.2: they are consumed */
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
		read_field(h, line, at - begin);
		free(line);
	}
	return len;
}

/* ---- body -------------------------------------------------------------------- */

static int is_word(const char *at, size_t len, const char *word)
{
	return len == strlen(word) && strncasecmp(at, word, len) == 0;
}

/* The coding that the fields of this name agree on; "several" where they do not, "" where none says any. */
static const char *coding_of(const struct oracle_http *h, const char *name)
{
	const char *coding = "";

	for (unsigned i = 0; i < h->nfields; i++) {
		const struct oracle_field *f = &h->fields[i];
		const char *value = f->value;

		if (!is_word(f->name, f->name_len, name))
			continue;
		if (f->value_len != strlen(value))
			value = "one with NUL";
		if (strcasecmp(value, "") == 0 || strcasecmp(value, "identity") == 0 || strcasecmp(value, "none") == 0)
			continue;
		if (coding[0] != '\0' && strcasecmp(coding, value) != 0)
			return "several";
		coding = value;
	}
	return coding;
}

/* Octets of a chunk's first line, or 0: it is none. */
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
	if (n == 0 || digits > 2 * sizeof *size || at[line - 1] != '\n' || !is_any(at[n], "; \t\r\n"))
		return 0;
	return line;
}

/* RFC 9112 §7.1.  Returns 0 when these are no chunks; else the body is what they hold. */
static int join_chunks(struct oracle_http *h, const char *at, size_t len)
{
	size_t size, line = chunk_line(at, len, &size);

	if (line == 0)
		return 0;
	h->truncated = 1; /* unless the last chunk is found */
	for (; line > 0; line = chunk_line(at, len, &size)) {
		at += line;
		len -= line;
		if (size == 0) {
			h->truncated = 0;
			break;
		}
		if (size > len)
			size = len;
		memcpy(h->body + h->len, at, size);
		h->len += size;
		at += size;
		len -= size;
		if (len > 0 && *at == '\r')
			at++, len--;
		if (len > 0 && *at == '\n')
			at++, len--;
	}
	return 1;
}

/* Puts in place of the body what comes out of it.  Returns 0 when that is nothing, but for a body that is said to be empty. */
static int inflated(struct oracle_http *h, enum oracle_wrapping wrapping, size_t limit)
{
	unsigned char *out = room(limit);
	size_t n;
	const int whole = oracle_inflate(wrapping, h->body, h->len, limit, out, &n);

	if (n == 0 && !whole) {
		free(out);
		return 0;
	}
	free(h->body);
	h->body = out;
	h->len = n;
	h->truncated |= !whole;
	return 1;
}

void oracle_http_read(struct oracle_http *h, const char *block, size_t len, size_t limit)
{
	const char *coding;

	memset(h, 0, sizeof *h);
	h->body = room(len);
	const size_t head = read_head(h, block, len);
	for (unsigned i = 0; i < h->nfields && h->location.len == 0; i++)
		if (is_word(h->fields[i].name, h->fields[i].name_len, "Location"))
			h->location = (struct oracle_slice){h->fields[i].value, h->fields[i].value_len};
	coding = coding_of(h, "Transfer-Encoding");
	if (strcasecmp(coding, "chunked") != 0 || !join_chunks(h, block + head, len - head)) {
		h->len = len - head;
		memcpy(h->body, block + head, h->len);
	}
	const int success = h->status / 100 == 2;
	if (coding[0] != '\0' && strcasecmp(coding, "chunked") != 0)
		h->refused |= success && h->len > 0;
	coding = coding_of(h, "Content-Encoding");
	if (coding[0] == '\0' || h->len == 0)
		return;
	if (strcasecmp(coding, "gzip") == 0 || strcasecmp(coding, "x-gzip") == 0) {
		if (h->len > 2 && memcmp(h->body, "\x1F\x8B", 2) == 0 && !inflated(h, ORACLE_GZIP, limit)) {
			h->len = 0;
			h->truncated = 1;
		}
	} else if (strcasecmp(coding, "deflate") == 0) {
		if (!inflated(h, ORACLE_ZLIB, limit))
			inflated(h, ORACLE_RAW, limit);
	} else if (strcasecmp(coding, "br") == 0) {
		h->brotli = !h->refused;
	} else {
		h->refused |= success;
	}
}

void oracle_http_free(struct oracle_http *h)
{
	for (unsigned i = 0; i < h->nfields; i++) {
		free(h->fields[i].name);
		free(h->fields[i].value);
	}
	free(h->body);
}
