/* content_kind.c - what came in place of a robots.txt, by its first octets.
 * docs/access.md, "Content"
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "robotsc/access.h"
#include "text.h"
#include "utf8.h"

#include <stdbool.h>

#define LOOKED_AT 512 /* octets that are looked at, ends of lines not counted */

/* A kind of file, known by octets at a fixed place.  '#' stands for a digit. */
struct signature {
	uint8_t at, len, kind; /* enum robotsc_content */
	uint8_t octets[10];
};

#define LMDB_MAGIC 0xDE, 0xC0, 0xEF, 0xBE /* as little-endian machines write it */
#define LMDB_CIGAM 0xBE, 0xEF, 0xC0, 0xDE

static const struct signature signatures[] = {
	{0, 2, ROBOTSC_CONTENT_UTF16_LE, {0xFF, 0xFE}},
	{0, 2, ROBOTSC_CONTENT_UTF16_BE, {0xFE, 0xFF}},
	{0, 2, ROBOTSC_CONTENT_GZIP, {0x1F, 0x8B}},
	{0, 4, ROBOTSC_CONTENT_ZSTD, {0x28, 0xB5, 0x2F, 0xFD}},
	{0, 6, ROBOTSC_CONTENT_XZ, {0xFD, '7', 'z', 'X', 'Z', 0}},
	{0, 3, ROBOTSC_CONTENT_BZIP2, {'B', 'Z', 'h'}},
	{0, 4, ROBOTSC_CONTENT_ZIP, {'P', 'K', 3, 4}},
	{0, 8, ROBOTSC_CONTENT_PDF, {'%', 'P', 'D', 'F', '-', '#', '.', '#'}},
	{0, 10, ROBOTSC_CONTENT_WARC, {'W', 'A', 'R', 'C', '/', '1', '.', '#', '\r', '\n'}},
	{0, 4, ROBOTSC_CONTENT_BLOB, {0x8D, 'R', 'B', 'C'}},
	{0, 4, ROBOTSC_CONTENT_SNAPSHOT, {0x8D, 'R', 'S', 'N'}},
	{0, 4, ROBOTSC_CONTENT_MANIFEST, {0x8D, 'R', 'S', 'M'}},
	{0, 4, ROBOTSC_CONTENT_STORE, {LMDB_MAGIC}}, /* lock.mdb */
	{0, 4, ROBOTSC_CONTENT_STORE, {LMDB_CIGAM}},
	{16, 4, ROBOTSC_CONTENT_STORE, {LMDB_MAGIC}}, /* data.mdb */
	{16, 4, ROBOTSC_CONTENT_STORE, {LMDB_CIGAM}},
	{12, 4, ROBOTSC_CONTENT_STORE, {LMDB_MAGIC}}, /* of 32 bits */
	{12, 4, ROBOTSC_CONTENT_STORE, {LMDB_CIGAM}},
};

static bool is_space(uint8_t c)
{
	return c == ' ' || (c >= '\t' && c <= '\r');
}

static bool is_ascii_text(uint8_t c)
{
	return c == '\t' || (c >= ' ' && c < 0x7F);
}

static bool has_signature(const uint8_t *at, const uint8_t *end, const struct signature *s)
{
	size_t i = 0;
	if (s->at + s->len > end - at)
		return false;
	for (at += s->at; i < s->len && (s->octets[i] == '#' ? is_digit(at[i]) : at[i] == s->octets[i]);)
		i++;
	return i == s->len;
}

static const uint8_t *skip_space(const uint8_t *at, const uint8_t *end)
{
	while (at < end && is_space(*at))
		at++;
	return at;
}

/* UTF-16 without a byte order mark: two characters of ASCII, each beside a 0. */
static enum robotsc_content find_utf16(const uint8_t *at, const uint8_t *end)
{
	if (end - at >= 4 && is_ascii_text(at[0]) && !at[1] && is_ascii_text(at[2]) && !at[3])
		return ROBOTSC_CONTENT_UTF16_LE;
	if (end - at >= 4 && !at[0] && is_ascii_text(at[1]) && !at[2] && is_ascii_text(at[3]))
		return ROBOTSC_CONTENT_UTF16_BE;
	return ROBOTSC_CONTENT_TEXT;
}

/* True for an object or an array of objects, arrays or strings.  Text may begin with '{' or '['. */
static bool is_json(const uint8_t *at, const uint8_t *end)
{
	if (at == end || (*at != '{' && *at != '['))
		return false;
	const bool object = *at == '{';
	at = skip_space(at + 1, end);
	return at < end && (*at == '"' || *at == (object ? '}' : ']') || (!object && (*at == '{' || *at == '[')));
}

/* Octets of the UTF-8 character at the beginning; 0: there is none.  Overlong forms pass. */
static size_t character(const uint8_t *at, const uint8_t *end)
{
	const size_t n = utf8_size(*at);
	if (n > (size_t)(end - at))
		return 0;
	for (size_t i = 1; i < n; i++)
		if (!utf8_continues(at[i]))
			return 0;
	return n;
}

/* Text has few control characters, and where it has any, few octets that are no UTF-8.  An old
 * character set has many octets that are no UTF-8, and no control characters; compressed data has
 * both.  Ends of lines do not count, so that LF, CR or CRLF does not change the kind of a text. */
static bool is_binary(const uint8_t *at, const uint8_t *end)
{
	size_t len = 0, controls = 0, alien = 0;
	for (const uint8_t *p = at; p < end && len < LOOKED_AT;) {
		const size_t n = character(p, end);
		controls += *p < '\t' || (*p > '\r' && *p < ' ');
		alien += n == 0;
		len += *p == '\r' || *p == '\n' ? 0 : n ? n : 1;
		p += n ? n : 1;
	}
	return 10 * controls > len || (controls && 50 * controls > len && 5 * alien > len);
}

enum robotsc_content robotsc_content_kind(const void *text, size_t len)
{
	if (len == 0)
		return ROBOTSC_CONTENT_EMPTY;
	const uint8_t *at = text, *const end = at + len;
	for (size_t i = 0; i < sizeof signatures / sizeof signatures[0]; i++)
		if (has_signature(at, end, &signatures[i]))
			return (enum robotsc_content)signatures[i].kind;
	const enum robotsc_content utf16 = find_utf16(at, end);
	if (utf16 != ROBOTSC_CONTENT_TEXT)
		return utf16;
	if (len >= 3 && at[0] == 0xEF && at[1] == 0xBB && at[2] == 0xBF)
		at += 3;
	at = skip_space(at, end);
	if (at == end)
		return ROBOTSC_CONTENT_EMPTY;
	if (is_binary(at, end))
		return ROBOTSC_CONTENT_BINARY;
	return *at == '<' ? ROBOTSC_CONTENT_HTML : is_json(at, end) ? ROBOTSC_CONTENT_JSON : ROBOTSC_CONTENT_TEXT;
}

/* The names of kinds, and the words that follow "this looks like" in a message. */
static const struct {
	const char *name, *text;
} kinds[] = {
	[ROBOTSC_CONTENT_TEXT] = {"text", "text"},
	[ROBOTSC_CONTENT_EMPTY] = {"empty", "an empty file"},
	[ROBOTSC_CONTENT_HTML] = {"html", "a web page"},
	[ROBOTSC_CONTENT_JSON] = {"json", "JSON"},
	[ROBOTSC_CONTENT_PDF] = {"pdf", "a PDF document"},
	[ROBOTSC_CONTENT_WARC] = {"warc", "a WARC archive"},
	[ROBOTSC_CONTENT_BLOB] = {"blob", "a blob, a compiled robots.txt"},
	[ROBOTSC_CONTENT_UTF16_LE] = {"utf16-le", "UTF-16"},
	[ROBOTSC_CONTENT_UTF16_BE] = {"utf16-be", "UTF-16"},
	[ROBOTSC_CONTENT_GZIP] = {"gzip", "data compressed with gzip"},
	[ROBOTSC_CONTENT_ZSTD] = {"zstd", "data compressed with zstd"},
	[ROBOTSC_CONTENT_XZ] = {"xz", "data compressed with xz"},
	[ROBOTSC_CONTENT_BZIP2] = {"bzip2", "data compressed with bzip2"},
	[ROBOTSC_CONTENT_ZIP] = {"zip", "a zip archive"},
	[ROBOTSC_CONTENT_BINARY] = {"binary", "binary data"},
	[ROBOTSC_CONTENT_SNAPSHOT] = {"snapshot", "a snapshot of compiled policies"},
	[ROBOTSC_CONTENT_MANIFEST] = {"manifest", "the manifest of a snapshot"},
	[ROBOTSC_CONTENT_STORE] = {"store", "a file of a store, or another database of LMDB"},
};

const char *robotsc_content_name(enum robotsc_content kind)
{
	return (unsigned)kind < ROBOTSC_CONTENT_KINDS ? kinds[kind].name : NULL;
}

const char *robotsc_content_text(enum robotsc_content kind)
{
	return (unsigned)kind < ROBOTSC_CONTENT_KINDS ? kinds[kind].text : "unknown data";
}
