/* html.re - read HTML: see page_parts.h and docs/page.md.  re2c makes html.c from it.
 *
 * The conditions are states of the HTML standard's tokenizer (§13.2.5); states that go on alike are
 * merged.  A function for each group of conditions reads one token.  It returns where the next
 * begins: at start, if the octet belongs to the next condition.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "page_parts.h"

/* After end the scanner reads NULs.  No run contains NUL, so each run ends there. */
#define YYCTYPE uint8_t
#ifndef YYPEEK
#define YYPEEK() (at < end ? *at : 0)
#endif
#define YYSKIP() (at += at < end)
#define YYBACKUP() marker = at
#define YYRESTORE() at = marker

/*!re2c
	re2c:api = custom;
	re2c:api:style = functions;
	re2c:define:YYGETCONDITION = "page->state";
	re2c:define:YYGETCONDITION:naked = 1;
	re2c:define:YYSETCONDITION = "page->state = @@;";
	re2c:define:YYSETCONDITION:naked = 1;
	re2c:yyfill:enable = 0;

	space  = [\t\n\f\r ];
	letter = [A-Za-z];
	tag_end = space | [/>];
*/

enum state {
	/* text(): between tags, and in elements that contain only text */
	yycdata,
	yycraw,
	yycraw_less,
	yycraw_slash,
	yycraw_name,
	/* script() */
	yycscript,
	yycscript_less,
	yycscript_mark,
	yycscript_dash,
	yycescaped,
	yycescaped_dash,
	yycescaped_dashes,
	yycescaped_less,
	yycescaped_name,
	yycdouble,
	yycdouble_dash,
	yycdouble_dashes,
	yycdouble_less,
	yycdouble_name,
	/* markup(): comments, and markup that is treated like them */
	yycdeclaration,
	yycdeclaration_dash,
	yycbogus,
	yyccomment_start,
	yyccomment_start_dash,
	yyccomment,
	yyccomment_dash,
	yyccomment_end,
	yyccomment_end_mark,
	/* tag() */
	yyctag_open,
	yycend_tag_open,
	yyctag_name,
	yycslash,
	/* attribute() */
	yycbefore_name,
	yycname,
	yycafter_name,
	yycbefore_value,
	yycdouble_quoted,
	yycsingle_quoted,
	yycunquoted,
	yycafter_value,
	/* reference() */
	yycreference,
	yycnamed,
	yycnumeric,
	yycdecimal,
	yychexadecimal_start,
	yychexadecimal
};

/* ---- the effect of tags --------------------------------------------------- */

static void keep(struct robotsc_page *page, const uint8_t *at, const uint8_t *end)
{
	robotsc__page_keep(page->word, sizeof page->word, &page->size, at, end);
}

/* True in the head, but not in a template: its elements are not those of the page. */
static int in_head(const struct robotsc_page *page)
{
	return !(page->options & ROBOTSC_PAGE_BODY) && page->templates == 0;
}

static void characters(struct robotsc_page *page)
{
	if (in_head(page))
		page->done = 1;
}

static void begin_tag(struct robotsc_page *page, int closing)
{
	page->closing = closing != 0;
	page->seen = 0;
	page->size = 0;
}

static void begin_attribute(struct robotsc_page *page)
{
	page->attribute = ATTRIBUTE_OTHER;
	page->size = 0;
}

static void begin_content(struct robotsc_page *page)
{
	robotsc__list_begin(&page->list, 0);
	robotsc__tdm_begin(page, &page->tdm);
}

/* The first of several attributes with a name counts, even without a value. */
static void name_attribute(struct robotsc_page *page)
{
	const enum attribute attribute = robotsc__words_attribute(page);
	if (page->tag != ELEMENT_META || page->closing || page->templates || (page->seen & attribute))
		return;
	page->attribute = (uint8_t)attribute;
	page->seen |= (uint8_t)attribute;
	if (attribute == ATTRIBUTE_NAME)
		robotsc__agents_begin(&page->name);
	else if (attribute == ATTRIBUTE_CONTENT)
		begin_content(page);
}

static void value(struct robotsc_page *page, const uint8_t *at, const uint8_t *end)
{
	if (page->attribute == ATTRIBUTE_NAME)
		robotsc__agents_read(page, &page->name, at, end);
	if (page->attribute != ATTRIBUTE_CONTENT)
		return;
	robotsc__list_read(page, &page->list, at, end);
	robotsc__tdm_read(page, &page->tdm, at, end);
}

/* Takes what a tag says to the robot.  NAME and CONTENT may come in any order. */
static void take_meta(struct robotsc_page *page)
{
	const enum page_name name = robotsc__agents_end(page, &page->name);
	if (page->seen != (ATTRIBUTE_NAME | ATTRIBUTE_CONTENT) || name == NAME_OTHER)
		return;
	if (name == NAME_ROBOT) {
		robotsc__list_end(&page->list);
		robotsc__combine_add(&page->found, &page->list.found);
	} else if (!robotsc__tdm_take(&page->tdm, name, SOURCE_TAG)) {
		robotsc__combine_ignore(&page->found, page->tdm.at);
	}
}

static void start_tag(struct robotsc_page *page)
{
	if (page->tag == ELEMENT_PLAINTEXT || (page->tag < ELEMENT_TITLE && in_head(page))) {
		page->done = 1;
	} else if (page->tag == ELEMENT_META) {
		take_meta(page);
	} else if (page->tag == ELEMENT_TEMPLATE) {
		page->templates++;
	} else if (page->tag >= ELEMENT_TEXTAREA && page->tag <= ELEMENT_SCRIPT) {
		page->raw = page->tag;
		page->state = page->tag == ELEMENT_SCRIPT ? yycscript : yycraw;
	}
}

static void end_tag(struct robotsc_page *page)
{
	if (page->tag == ELEMENT_TEMPLATE)
		page->templates -= page->templates > 0;
	else if ((page->tag == ELEMENT_HEAD || page->tag == ELEMENT_BREAK) && in_head(page))
		page->done = 1;
}

static void end_of_tag(struct robotsc_page *page)
{
	if (page->closing)
		end_tag(page);
	else
		start_tag(page);
}

/* Returns to the condition before a reference, and gives it the reference's characters or text.
 * Their place is that of the reference. */
static void resolve(struct robotsc_page *page, const uint8_t *at, const uint8_t *end)
{
	const uint64_t here = page->at;
	page->state = page->back;
	page->at = page->reference_at;
	if (page->state != yycdata)
		value(page, at, end);
	else if (*at != ' ' && (*at < '\t' || *at > '\r' || *at == '\v'))
		characters(page);
	page->at = here;
}

/* Gives the text of a reference that stands for nothing known, as far as it was read. */
static void literal(struct robotsc_page *page)
{
	uint8_t octets[1 + sizeof page->word] = {'&'};
	for (uint8_t i = 0; i < page->size; i++)
		octets[1 + i] = page->word[i];
	resolve(page, octets, octets + 1 + page->size);
}

/* Resolves a name.  Returns where to read on: at its ';' if the name is unknown. */
static const uint8_t *resolve_name(struct robotsc_page *page, const uint8_t *semicolon)
{
	const char *const character = robotsc__words_character(page);
	uint8_t octets[2] = {0};
	size_t n = 0;
	if (!character) {
		literal(page);
		return semicolon;
	}
	for (; n < 2 && character[n]; n++)
		octets[n] = (uint8_t)character[n];
	resolve(page, octets, octets + n);
	return semicolon + 1;
}

/* Resolves a numeric reference.  All but ASCII becomes FF, which occurs in no known word. */
static void resolve_code(struct robotsc_page *page)
{
	const uint8_t octet = page->code > 0 && page->code < 0x80 ? (uint8_t)page->code : 0xFF;
	resolve(page, &octet, &octet + 1);
}

/* Keeps letters and digits of a name.  Returns where to read on: no known name is longer than
 * page->word, so a longer one is text. */
static const uint8_t *keep_name(struct robotsc_page *page, const uint8_t *at, const uint8_t *end)
{
	if ((size_t)(end - at) > sizeof page->word - page->size) {
		literal(page);
		return at;
	}
	keep(page, at, end);
	return end;
}

static void begin_reference(struct robotsc_page *page, uint8_t back)
{
	page->back = back;
	page->state = yycreference;
	page->reference_at = page->at;
	page->size = 0;
}

static void count(struct robotsc_page *page, const uint8_t *at, const uint8_t *end, uint32_t base)
{
	for (; at < end && page->code < 0x110000; at++)
		page->code = page->code * base + (*at <= '9' ? *at - '0' : (*at | 0x20) - 'a' + 10);
}

/* ---- octets ---------------------------------------------------------------- */

/* Ends a name after "</".  If it closes the element, tag() reads the rest of the tag. */
static void end_raw_name(struct robotsc_page *page)
{
	page->state = page->back;
	if (robotsc__words_element(page) != page->raw)
		return;
	page->state = yyctag_name;
	page->closing = 1;
	page->seen = 0;
}

static const uint8_t *text(struct robotsc_page *page, const uint8_t *at, const uint8_t *end)
{
	const uint8_t *const start = at;
	/*!re2c
		<data> space+                          { return at; }
		<data> "<"          => tag_open        { return at; }
		<data> "&"                             { begin_reference(page, yycdata); return at; }
		<data> [^\x00\t\n\f\r <&]+             { characters(page); return at; }
		<data> *                               { characters(page); return at; }

		<raw> [^\x00<]+                        { return at; }
		<raw> "<"           => raw_less        { page->back = yycraw; return at; }
		<raw> *                                { return at; }
		<raw_less> "/"      => raw_slash       { page->size = 0; return at; }
		<raw_slash> letter  => raw_name        { return start; }
		<raw_name> letter+                     { keep(page, start, at); return at; }
		<raw_name> tag_end                     { end_raw_name(page); return start; }
		<raw_less, raw_slash, raw_name> *      { page->state = page->back; return start; }
	*/
}

/* A script may contain a comment, and the comment a script, whose end tag does not end the outer
 * one.  After "</" the condition raw_slash continues. */
static const uint8_t *script(struct robotsc_page *page, const uint8_t *at, const uint8_t *end)
{
	const uint8_t *const start = at;
	/*!re2c
		<script> [^\x00<]+                                { return at; }
		<script> "<"                   => script_less     { return at; }
		<script> *                                        { return at; }
		<script_less> "/"              => raw_slash       { page->back = yycscript; page->size = 0; return at; }
		<script_less> "!"              => script_mark     { return at; }
		<script_mark> "-"              => script_dash     { return at; }
		<script_dash> "-"              => escaped_dashes  { return at; }
		<script_less, script_mark, script_dash> * => script { return start; }

		<escaped> [^\x00<-]+                              { return at; }
		<escaped> "-"                  => escaped_dash    { return at; }
		<escaped_dash> "-"             => escaped_dashes  { return at; }
		<escaped_dashes> "-"                              { return at; }
		<escaped_dashes> ">"           => script          { return at; }
		<escaped, escaped_dash, escaped_dashes> "<" => escaped_less { return at; }
		<escaped, escaped_dash, escaped_dashes> * => escaped { return at; }
		<escaped_less> "/"             => raw_slash       { page->back = yycescaped; page->size = 0; return at; }
		<escaped_less> letter          => escaped_name    { page->size = 0; return start; }
		<escaped_name> letter+                            { keep(page, start, at); return at; }
		<escaped_name> tag_end         => escaped         {
			if (robotsc__words_element(page) == ELEMENT_SCRIPT)
				page->state = yycdouble;
			return at;
		}
		<escaped_less, escaped_name> * => escaped         { return start; }

		<double> [^\x00<-]+                               { return at; }
		<double> "-"                   => double_dash     { return at; }
		<double_dash> "-"              => double_dashes   { return at; }
		<double_dashes> "-"                               { return at; }
		<double_dashes> ">"            => script          { return at; }
		<double, double_dash, double_dashes> "<" => double_less { return at; }
		<double, double_dash, double_dashes> * => double  { return at; }
		<double_less> "/"              => double_name     { page->size = 0; return at; }
		<double_name> letter+                             { keep(page, start, at); return at; }
		<double_name> tag_end          => double          {
			if (robotsc__words_element(page) == ELEMENT_SCRIPT)
				page->state = yycescaped;
			return at;
		}
		<double_less, double_name> *   => double          { return start; }
	*/
}

/* Comments; <!DOCTYPE>, <![CDATA[, <? and other markup, which ends at the first '>'. */
static const uint8_t *markup(struct robotsc_page *page, const uint8_t *at, const uint8_t *end)
{
	const uint8_t *const start = at;
	/*!re2c
		<declaration> "-"             => declaration_dash   { return at; }
		<declaration_dash> "-"        => comment_start      { return at; }
		<declaration, declaration_dash> * => bogus          { return start; }
		<bogus> [^\x00>]+                                   { return at; }
		<bogus> ">"                   => data               { return at; }
		<bogus> *                                           { return at; }

		<comment_start> "-"           => comment_start_dash { return at; }
		<comment_start_dash> "-"      => comment_end        { return at; }
		<comment_start, comment_start_dash> ">" => data     { return at; }
		<comment> [^\x00-]+                                 { return at; }
		<comment> "-"                 => comment_dash       { return at; }
		<comment_dash> "-"            => comment_end        { return at; }
		<comment_end> "-"                                   { return at; }
		<comment_end> "!"             => comment_end_mark   { return at; }
		<comment_end_mark> "-"        => comment_dash       { return at; }
		<comment_end, comment_end_mark> ">" => data         { return at; }
		<comment_start, comment_start_dash, comment> * => comment { return at; }
		<comment_dash, comment_end, comment_end_mark> * => comment { return at; }
	*/
}

static const uint8_t *tag(struct robotsc_page *page, const uint8_t *at, const uint8_t *end)
{
	const uint8_t *const start = at;
	/*!re2c
		<tag_open> "!"        => declaration  { return at; }
		<tag_open> "/"        => end_tag_open { return at; }
		<tag_open> "?"        => bogus        { return at; }
		<tag_open> letter     => tag_name     { begin_tag(page, 0); return start; }
		<tag_open> *          => data         { characters(page); return start; }
		<end_tag_open> letter => tag_name     { begin_tag(page, 1); return start; }
		<end_tag_open> ">"    => data         { return at; }
		<end_tag_open> *      => bogus        { return start; }

		<tag_name> [^\x00\t\n\f\r />]+        { keep(page, start, at); return at; }
		<tag_name> space      => before_name  { page->tag = (uint8_t)robotsc__words_element(page); return at; }
		<tag_name> "/"        => slash        { page->tag = (uint8_t)robotsc__words_element(page); return at; }
		<tag_name> ">"        => data         {
			page->tag = (uint8_t)robotsc__words_element(page);
			end_of_tag(page);
			return at;
		}
		<tag_name> *                          { keep(page, start, at); return at; }

		<slash> ">"           => data         { end_of_tag(page); return at; }
		<slash> *             => before_name  { return start; }
	*/
}

static const uint8_t *attribute(struct robotsc_page *page, const uint8_t *at, const uint8_t *end)
{
	const uint8_t *const start = at;
	/*!re2c
		<before_name, after_name> "/"      => slash         { return at; }
		<before_name, after_name, before_value, unquoted, after_value> ">" => data { end_of_tag(page); return at; }

		<before_name> space+                                { return at; }
		<before_name> "="                  => name          { begin_attribute(page); keep(page, start, at); return at; }
		<before_name> *                    => name          { begin_attribute(page); return start; }
		<name> [^\x00\t\n\f\r />=]+                         { keep(page, start, at); return at; }
		<name> tag_end                     => after_name    { name_attribute(page); return start; }
		<name> "="                         => before_value  { name_attribute(page); return at; }
		<name> *                                            { keep(page, start, at); return at; }
		<after_name> space+                                 { return at; }
		<after_name> "="                   => before_value  { return at; }
		<after_name> *                     => name          { begin_attribute(page); return start; }

		<before_value> space+                               { return at; }
		<before_value> "\""                => double_quoted { return at; }
		<before_value> "'"                 => single_quoted { return at; }
		<before_value> *                   => unquoted      { return start; }
		<double_quoted> [^\x00"&]+                          { value(page, start, at); return at; }
		<double_quoted> "\""               => after_value   { return at; }
		<single_quoted> [^\x00'&]+                          { value(page, start, at); return at; }
		<single_quoted> "'"                => after_value   { return at; }
		<unquoted> [^\x00\t\n\f\r &>]+                      { value(page, start, at); return at; }
		<unquoted> space                   => before_name   { return at; }
		<double_quoted, single_quoted, unquoted> "&"        { begin_reference(page, page->state); return at; }
		<double_quoted, single_quoted, unquoted> *          { value(page, start, at); return at; }
		<after_value> space                => before_name   { return at; }
		<after_value> "/"                  => slash         { return at; }
		<after_value> *                    => before_name   { return start; }
	*/
}

/* Without ';' a number counts, a name does not. */
static const uint8_t *reference(struct robotsc_page *page, const uint8_t *at, const uint8_t *end)
{
	const uint8_t *const start = at;
	/*!re2c
		<reference> letter | [0-9] => named            { return start; }
		<reference> "#"        => numeric              { page->code = 0; keep(page, start, at); return at; }
		<named> (letter | [0-9])+                      { return keep_name(page, start, at); }
		<named> ";"                                    { return resolve_name(page, start); }
		<numeric> [0-9]        => decimal              { return start; }
		<numeric> 'x'          => hexadecimal_start    { keep(page, start, at); return at; }
		<decimal> [0-9]+                               { count(page, start, at, 10); return at; }
		<hexadecimal_start> [0-9A-Fa-f] => hexadecimal { return start; }
		<hexadecimal> [0-9A-Fa-f]+                     { count(page, start, at, 16); return at; }
		<decimal, hexadecimal> ";"                     { resolve_code(page); return at; }
		<decimal, hexadecimal> *                       { resolve_code(page); return start; }
		<reference, named, numeric, hexadecimal_start> * { literal(page); return start; }
	*/
}

void robotsc__html_read(struct robotsc_page *page, const uint8_t *at, const uint8_t *end)
{
	const uint8_t *start = at;
	for (; at < end && !page->done; page->at += (uint64_t)(at - start), start = at) {
		if (page->state < yycscript)
			at = text(page, at, end);
		else if (page->state < yycdeclaration)
			at = script(page, at, end);
		else if (page->state < yyctag_open)
			at = markup(page, at, end);
		else if (page->state < yycbefore_name)
			at = tag(page, at, end);
		else if (page->state < yycreference)
			at = attribute(page, at, end);
		else
			at = reference(page, at, end);
	}
}
