/* words.h - the words of HTML that matter here.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_RUNTIME_WORDS_H
#define ROBOTSC_RUNTIME_WORDS_H

#include "directives.h"

/* Elements, as far as they matter.  In the order of what they do to the head. */
enum element {
	ELEMENT_OTHER,
	ELEMENT_BREAK, /* br, body: their end tags end the head too */
	ELEMENT_PLAINTEXT,
	ELEMENT_TEXTAREA,
	ELEMENT_XMP,
	ELEMENT_IFRAME,
	ELEMENT_NOEMBED,
	ELEMENT_TITLE, /* from here: they leave the head as it is */
	ELEMENT_STYLE,
	ELEMENT_NOFRAMES,
	ELEMENT_NOSCRIPT,
	ELEMENT_SCRIPT,
	ELEMENT_TEMPLATE,
	ELEMENT_META,
	ELEMENT_LINK, /* base, basefont and bgsound too */
	ELEMENT_HEAD  /* html too */
};

enum attribute {
	ATTRIBUTE_OTHER = 0,
	ATTRIBUTE_NAME = 1,
	ATTRIBUTE_CONTENT = 2
};

/* What the word that page keeps is the name of: an element, an attribute. */
enum element robotsc__words_element(const struct robotsc_page *page);
enum attribute robotsc__words_attribute(const struct robotsc_page *page);

/* The same for a character: those of ASCII that have names and can stand in a date, a list or a name.  Any other reference is
 * to something that can stand in none, for which '&' does. */
const char *robotsc__words_character(const struct robotsc_page *page);

#endif
