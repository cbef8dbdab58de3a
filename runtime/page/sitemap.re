/* sitemap.re - reads sitemaps: see robotsc/sitemap.h.  re2c makes sitemap.c from it.
 *
 * A token is a whole tag, comment or reference, or a run of text.  One that does not end where it
 * must is a fault, so no octet is read more than twice.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "robotsc/sitemap.h"

_Static_assert(sizeof(struct robotsc_sitemap) <= 512, "struct robotsc_sitemap");

enum state {
	STATE_BEGIN,
	STATE_LIST,
	STATE_XML,
	STATE_AFTER /* the root has ended */
};

/* Elements that a URL is in, by depth. */
enum { DEPTH_ROOT = 1, DEPTH_ENTRY, DEPTH_LOC };

/* After end the scanner reads NULs.  No run contains NUL, so each run ends there. */
#define YYCTYPE uint8_t
#define YYPEEK() (at < end ? *at : 0)
#define YYSKIP() (at += at < end)
#define YYBACKUP() marker = at
#define YYRESTORE() at = marker

/*!re2c
	re2c:api = custom;
	re2c:api:style = functions;
	re2c:yyfill:enable = 0;

	space = [\t\n\r ];
	first = [A-Za-z_:\x80-\xFF];
	name = first (first | [0-9.-])*;
	value = "\"" [^\x00<"]* "\"" | "'" [^\x00<']* "'";
	attributes = (space+ name space* "=" space* value)* space*;
*/

enum token {
	TOKEN_TEXT,
	TOKEN_CDATA,
	TOKEN_REFERENCE,
	TOKEN_START,
	TOKEN_EMPTY,
	TOKEN_END,
	TOKEN_PASS,
	TOKEN_DOCTYPE,
	TOKEN_AMPERSAND, /* an '&' that begins no reference */
	TOKEN_WRONG
};

/* Finds the token at *from, and where it ends. */
static enum token scan(const uint8_t **from, const uint8_t *end)
{
	const uint8_t *at = *from, *marker;
	enum token token;
#define FOUND(t) token = (t); goto found
	/*!re2c
		[^\x00<&]+                                    { FOUND(TOKEN_TEXT); }
		"<![CDATA[" ([^\x00\]] | "]" [^\x00\]] | "]]" "]"* [^\x00>\]])* "]]" "]"* ">" { FOUND(TOKEN_CDATA); }
		"&" ("lt" | "gt" | "amp" | "quot" | "apos" | "#" [0-9]+ | "#x" [0-9A-Fa-f]+) ";" { FOUND(TOKEN_REFERENCE); }
		"<" name attributes ">"                       { FOUND(TOKEN_START); }
		"<" name attributes "/>"                      { FOUND(TOKEN_EMPTY); }
		"</" name space* ">"                          { FOUND(TOKEN_END); }
		"<!--" ([^\x00-] | "-" [^\x00-])* "-->"       { FOUND(TOKEN_PASS); }
		"<?" ([^\x00?] | "?"+ [^\x00?>])* "?"+ ">"    { FOUND(TOKEN_PASS); }
		"<!" 'doctype'                                { FOUND(TOKEN_DOCTYPE); }
		"&"                                           { FOUND(TOKEN_AMPERSAND); }
		*                                             { FOUND(TOKEN_WRONG); }
	*/
#undef FOUND
found:
	*from = at;
	return token;
}

static int fail(struct robotsc_sitemap *s, enum robotsc_sitemap_fault fault)
{
	s->fault = fault;
	return 0;
}

static int is_space(char c)
{
	return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/* The number of octets of a name. */
static size_t name_size(const char *at, const char *end)
{
	const char *const from = at;
	while (at < end && !is_space(*at) && *at != '>' && *at != '/')
		at++;
	return (size_t)(at - from);
}

/* How many octets a name's prefix has, with the colon; 0: it has no prefix. */
static size_t prefix_size(const char *name, size_t len)
{
	for (size_t i = 0; i < len; i++)
		if (name[i] == ':')
			return i + 1;
	return 0;
}

static int same(const char *a, const char *b, size_t n)
{
	size_t i = 0;
	while (i < n && a[i] == b[i])
		i++;
	return i == n;
}

/* Whether the element that is open at a depth has this name behind the prefix of the root. */
static int is_called(const struct robotsc_sitemap *s, uint32_t depth, const char *local)
{
	const char *const root = s->text + s->name_at[0], *const name = s->text + s->name_at[depth - 1];
	const size_t prefix = prefix_size(root, s->name_len[0]), len = s->name_len[depth - 1];
	size_t n = 0;
	while (local[n])
		n++;
	return len == prefix + n && same(name, root, prefix) && same(name + prefix, local, n);
}

/* Opens an element, whose name is at an octet of the text.  Returns 0 after a fault. */
static int open_element(struct robotsc_sitemap *s, size_t at)
{
	if (s->depth == ROBOTSC_SITEMAP_DEPTH)
		return fail(s, ROBOTSC_SITEMAP_NESTING);
	s->name_at[s->depth] = at;
	s->name_len[s->depth] = name_size(s->text + at, s->text + s->len);
	s->depth++;
	if (s->depth > DEPTH_ROOT)
		return 1;
	s->kind = is_called(s, DEPTH_ROOT, "sitemapindex") ? ROBOTSC_SITEMAP_INDEX : ROBOTSC_SITEMAP_URLS;
	return is_called(s, DEPTH_ROOT, "urlset") || s->kind == ROBOTSC_SITEMAP_INDEX ? 1 : fail(s, ROBOTSC_SITEMAP_ROOT);
}

static void close_element(struct robotsc_sitemap *s)
{
	if (--s->depth == 0)
		s->state = STATE_AFTER;
}

static int end_element(struct robotsc_sitemap *s, size_t at)
{
	const size_t len = name_size(s->text + at, s->text + s->len);
	if (s->depth == 0 || s->name_len[s->depth - 1] != len || !same(s->text + s->name_at[s->depth - 1], s->text + at, len))
		return fail(s, ROBOTSC_SITEMAP_TAGS);
	return 1;
}

static int in_loc(const struct robotsc_sitemap *s)
{
	return s->depth == DEPTH_LOC && is_called(s, DEPTH_LOC, "loc") &&
	       is_called(s, DEPTH_ENTRY, s->kind == ROBOTSC_SITEMAP_INDEX ? "sitemap" : "url");
}

/* ---- the octets of a URL ------------------------------------------------------- */

/* Puts a character as UTF-8, which takes no more octets than its reference.  Returns the end, or
 * NULL if c is no character. */
static char *put_character(char *to, uint32_t c)
{
	if (c == 0 || c > 0x10FFFF || (c >= 0xD800 && c < 0xE000))
		return NULL;
	if (c >= 0x10000)
		*to++ = (char)(0xF0 | c >> 18);
	if (c >= 0x800)
		*to++ = (char)(c >= 0x10000 ? 0x80 | (c >> 12 & 0x3F) : 0xE0 | c >> 12);
	if (c >= 0x80)
		*to++ = (char)(c >= 0x800 ? 0x80 | (c >> 6 & 0x3F) : 0xC0 | c >> 6);
	*to++ = (char)(c >= 0x80 ? 0x80 | (c & 0x3F) : c);
	return to;
}

/* Puts the character that a reference stands for.  Returns the end; NULL: it is no character. */
static char *put_reference(char *to, const char *at)
{
	const uint32_t base = at[2] == 'x' ? 16 : 10;
	uint32_t code = 0;
	if (at[1] != '#')
		return put_character(to, (uint8_t)(at[1] == 'l'   ? '<'
		                                   : at[1] == 'g' ? '>'
		                                   : at[1] == 'q' ? '"'
		                                   : at[2] == 'm' ? '&'
		                                                  : '\''));
	for (at += base == 16 ? 3 : 2; *at != ';' && code <= 0x10FFFF; at++)
		code = code * base + (uint32_t)(*at <= '9' ? *at - '0' : (*at | 0x20) - 'a' + 10);
	return put_character(to, code);
}

/* Appends octets to a URL, which ends before them in the text. */
static char *put_octets(char *to, const char *at, const char *end)
{
	while (at < end)
		*to++ = *at++;
	return to;
}

/* Takes the white space from around a URL.  Returns 0 if nothing is left. */
static int trim(char *from, char *to, struct robotsc_text *url)
{
	while (from < to && is_space(*from))
		from++;
	while (to > from && is_space(to[-1]))
		to--;
	*url = (struct robotsc_text){from, (size_t)(to - from)};
	return url->len > 0;
}

/* ---- the two kinds ---------------------------------------------------------------- */

static int next_line(struct robotsc_sitemap *s, struct robotsc_text *url)
{
	while (s->at < s->len) {
		char *const from = s->text + s->at;
		while (s->at < s->len && s->text[s->at] != '\n' && s->text[s->at] != '\r')
			s->at++;
		char *const to = s->text + s->at;
		s->at += s->at < s->len;
		if (trim(from, to, url))
			return 1;
	}
	return 0;
}

static int has_end(const char *at, const char *end)
{
	while (at < end && *at != '>')
		at++;
	return at < end;
}

/* Reads one token.  *to: where the URL that is read ends; NULL outside of a URL.  Returns 0 after a
 * fault. */
static int next_token(struct robotsc_sitemap *s, enum token token, size_t from, char **to)
{
	char *const at = s->text + from, *const end = s->text + s->at;
	if (token == TOKEN_PASS)
		return 1;
	if (token == TOKEN_DOCTYPE)
		return fail(s, ROBOTSC_SITEMAP_DOCTYPE);
	if (token == TOKEN_AMPERSAND)
		return fail(s, ROBOTSC_SITEMAP_REFERENCE);
	if (token == TOKEN_WRONG)
		return fail(s, has_end(at, s->text + s->len) ? ROBOTSC_SITEMAP_MARKUP : ROBOTSC_SITEMAP_CUT);
	if (token == TOKEN_END) {
		if (!end_element(s, from + 2))
			return 0;
		close_element(s);
		return 1;
	}
	if (token >= TOKEN_START) {
		if (s->state == STATE_AFTER)
			return fail(s, ROBOTSC_SITEMAP_MARKUP);
		if (!open_element(s, from + 1))
			return 0;
		if (token == TOKEN_EMPTY)
			close_element(s);
		else if (!*to && in_loc(s))
			*to = end;
		return 1;
	}
	if (s->depth == 0) {
		struct robotsc_text text;
		return token == TOKEN_TEXT && !trim(at, end, &text) ? 1 : fail(s, ROBOTSC_SITEMAP_MARKUP);
	}
	if (token == TOKEN_REFERENCE) {
		char room[4], *const put = *to && s->depth == DEPTH_LOC ? *to : room, *const put_end = put_reference(put, at);
		if (!put_end)
			return fail(s, ROBOTSC_SITEMAP_REFERENCE);
		*to = put == room ? *to : put_end;
	} else if (*to && s->depth == DEPTH_LOC) {
		*to = token == TOKEN_TEXT ? put_octets(*to, at, end) : put_octets(*to, at + 9, end - 3);
	}
	return 1;
}

static int next_element(struct robotsc_sitemap *s, struct robotsc_text *url)
{
	char *from = NULL, *to = NULL;
	while (s->at < s->len) {
		const uint8_t *at = (const uint8_t *)s->text + s->at;
		const size_t here = s->at;
		const enum token token = scan(&at, (const uint8_t *)s->text + s->len);
		s->at = (size_t)(at - (const uint8_t *)s->text);
		const int good = next_token(s, token, here, &to);
		if (!good) {
			s->at = here;
			return 0;
		}
		if (to && !from)
			from = to;
		if (to && s->depth < DEPTH_LOC) {
			if (trim(from, to, url))
				return 1;
			from = to = NULL;
		}
	}
	return s->state == STATE_AFTER ? 0 : fail(s, ROBOTSC_SITEMAP_CUT);
}

/* ---- the public calls --------------------------------------------------------------- */

void robotsc_sitemap_begin(struct robotsc_sitemap *s, char *text, size_t len)
{
	*s = (struct robotsc_sitemap){.text = text, .len = len};
}

/* Finds out what a text is. */
static void begin(struct robotsc_sitemap *s)
{
	const uint8_t *const octets = (const uint8_t *)s->text;
	size_t at;
	s->state = STATE_LIST;
	if (s->len > 1 && ((octets[0] == 0x1F && octets[1] == 0x8B) || (octets[0] == 0xFE && octets[1] == 0xFF) ||
	                   (octets[0] == 0xFF && octets[1] == 0xFE))) {
		s->fault = ROBOTSC_SITEMAP_ENCODING;
		return;
	}
	if (s->len > 2 && octets[0] == 0xEF && octets[1] == 0xBB && octets[2] == 0xBF)
		s->at = 3;
	for (at = s->at; at < s->len && is_space(s->text[at]);)
		at++;
	if (at < s->len && s->text[at] == '<')
		s->state = STATE_XML;
}

int robotsc_sitemap_next(struct robotsc_sitemap *s, struct robotsc_text *url)
{
	if (s->state == STATE_BEGIN)
		begin(s);
	if (s->fault)
		return 0;
	return s->state == STATE_LIST ? next_line(s, url) : next_element(s, url);
}

const char *robotsc_sitemap_fault_text(uint32_t fault)
{
	static const char *const texts[] = {
		"it was read to its end",
		"it ends before its elements do",
		"this is no XML",
		"this end tag is not that of the element",
		"this is no sitemap: the first element must be urlset or sitemapindex",
		"it has a DOCTYPE, which is not read; a sitemap needs none",
		"only &amp; &lt; &gt; &quot; &apos; and numbers of characters are read; write '&' as &amp;",
		"too many elements are in one another",
		"it is compressed, or its encoding is not UTF-8",
	};
	return fault < sizeof texts / sizeof *texts ? texts[fault] : "it is not known";
}
