/* words.re - see page_parts.h.  re2c makes words.c from it.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "page_parts.h"

/* After end the scanner reads NULs, which no word contains. */
#define YYCTYPE uint8_t
#define YYPEEK() (at < end ? *at : 0)
#define YYSKIP() (at += at < end)
#define YYBACKUP() marker = at
#define YYRESTORE() at = marker

/*!re2c
	re2c:api = custom;
	re2c:api:style = functions;
	re2c:yyfill:enable = 0;
*/

enum element robotsc__words_element(const struct robotsc_page *page)
{
	const uint8_t *at = page->word, *const end = at + page->size, *marker;
	enum element element;
	/*!re2c
		'br' | 'body'  { element = ELEMENT_BREAK; goto known; }
		'plaintext'    { element = ELEMENT_PLAINTEXT; goto known; }
		'textarea'     { element = ELEMENT_TEXTAREA; goto known; }
		'xmp'          { element = ELEMENT_XMP; goto known; }
		'iframe'       { element = ELEMENT_IFRAME; goto known; }
		'noembed'      { element = ELEMENT_NOEMBED; goto known; }
		'title'        { element = ELEMENT_TITLE; goto known; }
		'style'        { element = ELEMENT_STYLE; goto known; }
		'noframes'     { element = ELEMENT_NOFRAMES; goto known; }
		'noscript'     { element = ELEMENT_NOSCRIPT; goto known; }
		'script'       { element = ELEMENT_SCRIPT; goto known; }
		'template'     { element = ELEMENT_TEMPLATE; goto known; }
		'meta'         { element = ELEMENT_META; goto known; }
		'base' | 'basefont' | 'bgsound' | 'link' { element = ELEMENT_LINK; goto known; }
		'head' | 'html' { element = ELEMENT_HEAD; goto known; }
		*              { return ELEMENT_OTHER; }
	*/
known:
	return at == end ? element : ELEMENT_OTHER;
}

enum attribute robotsc__words_attribute(const struct robotsc_page *page)
{
	const uint8_t *at = page->word, *const end = at + page->size, *marker;
	enum attribute attribute;
	/*!re2c
		'name'    { attribute = ATTRIBUTE_NAME; goto known; }
		'content' { attribute = ATTRIBUTE_CONTENT; goto known; }
		*         { return ATTRIBUTE_OTHER; }
	*/
known:
	return at == end ? attribute : ATTRIBUTE_OTHER;
}

const char *robotsc__words_character(const struct robotsc_page *page)
{
	const uint8_t *at = page->word, *const end = at + page->size, *marker;
	const char *character;
	/*!re2c
		"Tab" { character = "\t"; goto known; }
		"NewLine" { character = "\n"; goto known; }
		"excl" { character = "!"; goto known; }
		"quot" | "QUOT" { character = "\""; goto known; }
		"num" { character = "#"; goto known; }
		"dollar" { character = "$"; goto known; }
		"percnt" { character = "%"; goto known; }
		"amp" | "AMP" { character = "&"; goto known; }
		"apos" { character = "'"; goto known; }
		"lpar" { character = "("; goto known; }
		"rpar" { character = ")"; goto known; }
		"ast" | "midast" { character = "*"; goto known; }
		"plus" { character = "+"; goto known; }
		"comma" { character = ","; goto known; }
		"period" { character = "."; goto known; }
		"sol" { character = "/"; goto known; }
		"colon" { character = ":"; goto known; }
		"semi" { character = ";"; goto known; }
		"lt" | "LT" { character = "<"; goto known; }
		"equals" { character = "="; goto known; }
		"gt" | "GT" { character = ">"; goto known; }
		"quest" { character = "?"; goto known; }
		"commat" { character = "@"; goto known; }
		"lsqb" | "lbrack" { character = "["; goto known; }
		"bsol" { character = "\\"; goto known; }
		"rsqb" | "rbrack" { character = "]"; goto known; }
		"Hat" { character = "^"; goto known; }
		"lowbar" | "UnderBar" { character = "_"; goto known; }
		"grave" | "DiacriticalGrave" { character = "`"; goto known; }
		"lcub" | "lbrace" { character = "{"; goto known; }
		"verbar" | "vert" | "VerticalLine" { character = "|"; goto known; }
		"rcub" | "rbrace" { character = "}"; goto known; }
		"fjlig" { character = "fj"; goto known; }
		*          { return NULL; }
	*/
known:
	return at == end ? character : NULL;
}
