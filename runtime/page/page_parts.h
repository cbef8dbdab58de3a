/* page_parts.h - interfaces between the parts of the page reader.
 *
 *     html.re       octets of a page -> META tags, with character references resolved
 *     words.re      names of elements, attributes and characters
 *     list.re       octets of a tag's CONTENT or of a header field -> directives
 *     agents.c      whom a name addresses
 *     tdm.c         the reservation of text and data mining
 *     combine.c     how directives add up
 *     directives.c  the public calls
 *
 * Both scanners take octets in chunks of any size.  A token is one octet or a run of one class,
 * so a chunk may end anywhere.  Between chunks, only the condition and a few members are kept.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_PAGE_PARTS_H
#define ROBOTSC_PAGE_PARTS_H

#include "robotsc/page.h"

static inline int robotsc__page_is_space(uint8_t c)
{
	return c == ' ' || c == '\t' || c == '\n' || c == '\f' || c == '\r';
}

/* Appends to a word until it has room octets.  A word that fills it equals no known word. */
static inline void robotsc__page_keep(uint8_t *word, uint8_t room, uint8_t *size, const uint8_t *at, const uint8_t *end)
{
	while (at < end && *size < room)
		word[(*size)++] = *at++;
}

/* What a name in a page or a field is. */
enum page_name {
	NAME_OTHER,
	NAME_ROBOT,       /* "robots", or a token of the robot */
	NAME_RESERVATION, /* "tdm-reservation" */
	NAME_POLICY       /* "tdm-policy" */
};

/* agents.c: compares a name, piece by piece, with the names above. */
void robotsc__agents_begin(struct robotsc_page_match *match);
void robotsc__agents_read(const struct robotsc_page *page, struct robotsc_page_match *match, const uint8_t *at, const uint8_t *end);
enum page_name robotsc__agents_end(const struct robotsc_page *page, const struct robotsc_page_match *match);

/* list.re: reads a list of directives.  named: "name:" addresses a robot, as in X-Robots-Tag. */
void robotsc__list_begin(struct robotsc_page_list *list, int named);
void robotsc__list_read(const struct robotsc_page *page, struct robotsc_page_list *list, const uint8_t *at, const uint8_t *end);
void robotsc__list_end(struct robotsc_page_list *list);

/* Where a value stands.  A later source supersedes an earlier one. */
enum page_source {
	SOURCE_NONE,
	SOURCE_FIELD,
	SOURCE_TAG
};

/* tdm.c: _read reads a value whose name may not be known yet.  _take takes it as the value of a
 * name; returns 0 if the value is not valid for that name. */
void robotsc__tdm_begin(const struct robotsc_page *page, struct robotsc_page_tdm *tdm);
void robotsc__tdm_read(const struct robotsc_page *page, struct robotsc_page_tdm *tdm, const uint8_t *at, const uint8_t *end);
int robotsc__tdm_take(struct robotsc_page_tdm *tdm, enum page_name name, enum page_source source);
void robotsc__tdm_end(const struct robotsc_page_tdm *tdm, struct robotsc_directives *d);

/* html.re: reads HTML to end, or until the head ends.  Then it sets page->done. */
void robotsc__html_read(struct robotsc_page *page, const uint8_t *at, const uint8_t *end);

/* How directives add up: the more restrictive one counts.  docs/page.md */

/* No directives. */
void robotsc__combine_begin(struct robotsc_directives *d);

/* Adds a set to another. */
void robotsc__combine_add(struct robotsc_directives *d, const struct robotsc_directives *more);

/* Combine one value: a number of characters or seconds, where -1 is no limit; a time. */
void robotsc__combine_limit(int64_t *limit, int64_t n);
void robotsc__combine_until(struct robotsc_directives *d, int64_t time);

/* Counts an unknown value.  at: its offset in the page. */
void robotsc__combine_ignore(struct robotsc_directives *d, uint64_t at);

/* Keywords of HTML that the page reader knows. */

/* Known elements, ordered by their effect on the head. */
enum element {
	ELEMENT_OTHER,
	ELEMENT_BREAK, /* br, body: their end tags end the head, too */
	ELEMENT_PLAINTEXT,
	ELEMENT_TEXTAREA,
	ELEMENT_XMP,
	ELEMENT_IFRAME,
	ELEMENT_NOEMBED,
	ELEMENT_TITLE, /* from here on, elements do not end the head */
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

/* Looks up page->word as a named character reference.  NULL unless it stands for octets of
 * ASCII. */
const char *robotsc__words_character(const struct robotsc_page *page);

#endif
