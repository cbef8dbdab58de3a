/* words.h - keywords of HTML that the page reader knows.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_WORDS_H
#define ROBOTSC_WORDS_H

#include "page_parts.h"

/* Known elements, ordered by their effect on the head. */
enum element {
	ELEMENT_OTHER,
	ELEMENT_BREAK, /* br, body: their end tags end the head, too */
	ELEMENT_PLAINTEXT,
	ELEMENT_TEXTAREA,
	ELEMENT_XMP,
	ELEMENT_IFRAME,
	ELEMENT_NOEMBED,
	ELEMENT_TITLE, /* from here on: they do not end the head */
	ELEMENT_STYLE,
	ELEMENT_NOFRAMES,
	ELEMENT_NOSCRIPT,
	ELEMENT_SCRIPT,
	ELEMENT_TEMPLATE,
	ELEMENT_META,
	ELEMENT_LINK, /* also base, basefont and bgsound */
	ELEMENT_HEAD  /* also html */
};

enum attribute {
	ATTRIBUTE_OTHER = 0,
	ATTRIBUTE_NAME = 1,
	ATTRIBUTE_CONTENT = 2
};

/* Look up page->word as the name of an element or an attribute. */
enum element robotsc__words_element(const struct robotsc_page *page);
enum attribute robotsc__words_attribute(const struct robotsc_page *page);

/* Looks up page->word as a named character reference.  NULL for all but those for characters of
 * ASCII. */
const char *robotsc__words_character(const struct robotsc_page *page);

#endif
