/* lex.re - see lex.h.  re2c makes lex.c from this file.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "lex.h"

#include "match/load.h"
#include "match/vector.h"

/* The input has no terminator.  At limit the scanner reads NUL, and it takes a NUL for the end only
 * there. */
#define YYCTYPE uint8_t
#define YYPEEK() (cursor < limit ? *cursor : 0)
#define YYSKIP() (cursor += cursor < limit)
#define YYBACKUP() marker = cursor
#define YYRESTORE() cursor = marker

/*!re2c
	re2c:api = custom;
	re2c:api:style = functions;
	re2c:yyfill:enable = 0;
*/

/* A physical line: where it ends, and the octets that divide it. */
struct raw {
	const uint8_t *end;   /* of the line's text */
	const uint8_t *hash;  /* first '#', or NULL */
	const uint8_t *colon; /* first ':' before the '#', or NULL */
	const uint8_t *nul;   /* first NUL, or NULL */
};

/* Skip octets that cannot divide a line: all but line ends, NUL, '#', and ':' until one was read.
 * May stop early near limit. */
#if VECTOR_X86
static const uint8_t *skip_text(const uint8_t *cursor, const uint8_t *limit, bool colon)
{
	for (; limit - cursor >= 16; cursor += 16) {
		const vector_octets v = vector_load(cursor);
		const unsigned stops = vector_mask(vector_equal(v, '\n') | vector_equal(v, '\r') | vector_equal(v, 0) |
		                                   vector_equal(v, '#') | vector_equal(v, colon ? '#' : ':'));
		if (stops)
			return cursor + lowest_bit(stops);
	}
	return cursor;
}
#else
static const uint8_t *skip_text(const uint8_t *cursor, const uint8_t *limit, bool colon)
{
	const uint64_t ones = UINT64_MAX / 255, stop = (colon ? '#' : ':') * ones;
	for (; limit - cursor >= 8; cursor += 8) {
		const uint64_t octets = ld64(cursor), hash = octets ^ '#' * ones, other = octets ^ stop;
		if ((((octets - ('\r' + 1) * ones) & ~octets) | ((hash - ones) & ~hash) | ((other - ones) & ~other)) & 0x80 * ones)
			break;
	}
	return cursor;
}
#endif

/* Read up to and including a line end.  Returns false where the input ends without one. */
static bool scan_line(struct lexer *lexer, struct raw *raw)
{
	const uint8_t *cursor = lexer->cursor, *const limit = lexer->limit, *start;
	bool more = true;
	*raw = (struct raw){0};
	for (;;) {
		start = cursor = skip_text(cursor, limit, raw->colon || raw->hash);
		/*!re2c
			"\r\n" | "\r" | "\n" { break; }
			"#"                  {
				if (!raw->hash)
					raw->hash = start;
				continue;
			}
			":"                  {
				if (!raw->colon && !raw->hash)
					raw->colon = start;
				continue;
			}
			"\x00"               {
				if (start == limit) {
					more = false;
					break;
				}
				if (!raw->nul)
					raw->nul = start;
				continue;
			}
			[^\r\n#:\x00]+       { continue; }
		*/
	}
	raw->end = start;
	lexer->cursor = cursor;
	return more;
}

/* Read the field that a text begins with.  *size receives how many octets name it. */
static enum field scan_field(const uint8_t *cursor, const uint8_t *limit, size_t *size, bool *misspelt)
{
	const uint8_t *const start = cursor, *marker;
	enum field field;
	*misspelt = false;
	for (;;) {
		/*!re2c
			'user-agent'             { field = FIELD_AGENT; break; }
			'useragent' | 'user agent' { field = FIELD_AGENT; *misspelt = true; break; }
			'disallow'               { field = FIELD_DISALLOW; break; }
			'dissallow' | 'dissalow' | 'disalow' | 'diasllow' | 'disallaw' {
				field = FIELD_DISALLOW;
				*misspelt = true;
				break;
			}
			'allow'                  { field = FIELD_ALLOW; break; }
			'sitemap'                { field = FIELD_SITEMAP; break; }
			'site-map'               { field = FIELD_SITEMAP; *misspelt = true; break; }
			'crawl-delay'            { field = FIELD_CRAWL_DELAY; break; }
			'request-rate'           { field = FIELD_REQUEST_RATE; break; }
			'visit-time'             { field = FIELD_VISIT_TIME; break; }
			'comment'                { field = FIELD_COMMENT; break; }
			'robot-version'          { field = FIELD_ROBOT_VERSION; break; }
			'host'                   { field = FIELD_HOST; break; }
			'clean-param'            { field = FIELD_CLEAN_PARAM; break; }
			'noindex'                { field = FIELD_NOINDEX; break; }
			'content-signal'         { field = FIELD_CONTENT_SIGNAL; break; }
			'content-usage'          { field = FIELD_CONTENT_USAGE; break; }
			'license'                { field = FIELD_LICENSE; break; }
			'agentmap'               { field = FIELD_AGENTMAP; break; }
			'schemamap'              { field = FIELD_SCHEMAMAP; break; }
			'llm-policy'             { field = FIELD_LLM_POLICY; break; }
			*                        { *size = 0; return FIELD_UNKNOWN; }
		*/
	}
	*size = (size_t)(cursor - start);
	return field;
}

/* True for white space in a dialect. */
static bool is_space(const struct robotsc__dialect *dialect, uint8_t c)
{
	return c <= ' ' && (c == ' ' || c == '\t' || (dialect->wide_space && c >= '\n' && c <= '\r'));
}

static struct span trim_value(const struct robotsc__dialect *dialect, const uint8_t *at, const uint8_t *end)
{
	while (at < end && is_space(dialect, *at))
		at++;
	while (at < end && is_space(dialect, end[-1]))
		end--;
	return (struct span){at, (size_t)(end - at)};
}

/* Find the white space of "field value".  Returns false unless there are exactly two words. */
static bool split_words(struct span text, const uint8_t **space)
{
	const uint8_t *const end = text.at + text.len, *p = text.at, *q;
	while (p < end && *p != ' ' && *p != '\t')
		p++;
	if (p == end)
		return false;
	for (q = p; q < end && (*q == ' ' || *q == '\t');)
		q++;
	for (const uint8_t *r = q; r < end; r++)
		if (*r == ' ' || *r == '\t')
			return false;
	*space = p;
	return true;
}

/* Set the field of a line that has a name. */
static void name_field(const struct lexer *lexer, struct line *line)
{
	size_t size;
	bool misspelt;
	const enum field field = scan_field(line->name.at, line->name.at + line->name.len, &size, &misspelt);
	if (size != line->name.len && (!lexer->dialect->prefix_fields || field > FIELD_SITEMAP))
		return;
	if (misspelt && (!lexer->dialect->lenient || lexer->strict))
		return;
	line->field = field == FIELD_ALLOW && lexer->dialect->no_allow ? FIELD_UNKNOWN : field;
	line->misspelt = misspelt ? 1 : 0;
}

/* Split the text of a line, without its comment, into field and value. */
static void split_line(const struct lexer *lexer, struct line *line, struct span text, const uint8_t *colon)
{
	const struct robotsc__dialect *dialect = lexer->dialect;
	const uint8_t *const end = text.at + text.len, *value = colon;
	line->kind = LINE_JUNK;
	if (colon) {
		line->name = trim_value(dialect, text.at, colon);
		value = colon + 1;
	} else if (!dialect->lenient || lexer->strict || !split_words(text, &value)) {
		return;
	} else {
		line->name = trim_value(dialect, text.at, value);
	}
	if (line->name.len == 0)
		return;
	line->value = trim_value(dialect, value, end);
	name_field(lexer, line);
	if (!colon && line->field == FIELD_UNKNOWN)
		return;
	line->colonless = !colon;
	line->kind = LINE_DIRECTIVE;
}

uint32_t robotsc__lex_begin(struct lexer *lexer, const struct robotsc__dialect *dialect, const uint8_t *text, size_t len,
                            bool strict)
{
	static const uint8_t bom[3] = {0xEF, 0xBB, 0xBF};
	size_t n = 0;
	while (n < 3 && n < len && text[n] == bom[n])
		n++;
	if (n < 3 && !dialect->partial_bom)
		n = 0;
	*lexer = (struct lexer){.dialect = dialect,
	                        .cursor = text + n,
	                        .limit = text + len,
	                        .strict = strict && dialect->may_be_strict};
	return (uint32_t)n;
}

bool robotsc__lex_next(struct lexer *lexer, struct line *line)
{
	const struct robotsc__dialect *dialect = lexer->dialect;
	struct raw raw;
	if (lexer->last)
		return false;
	*line = (struct line){.at = lexer->cursor, .number = lexer->number + 1};
	lexer->last = !scan_line(lexer, &raw);
	if (lexer->last && raw.end == line->at)
		return false;
	lexer->number++;
	const uint8_t *end = raw.end;
	if (dialect->line_max && (size_t)(end - line->at) > dialect->line_max)
		line->cut = end = line->at + dialect->line_max;
	if (dialect->nul_ends_line && raw.nul && raw.nul < end)
		end = raw.nul;
	const bool comment = raw.hash && raw.hash < end;
	if (comment)
		end = raw.hash;
	const struct span text = trim_value(dialect, line->at, end);
	if (text.len == 0)
		line->kind = comment ? LINE_COMMENT : LINE_BLANK;
	else
		split_line(lexer, line, text, raw.colon && raw.colon < end ? raw.colon : NULL);
	return true;
}
