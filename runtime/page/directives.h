/* directives.h - what the parts of the page reader share.
 *
 *     html.re       octets of a page -> META tags, character references resolved
 *     words.re      names of elements, attributes and characters
 *     list.re       octets of a tag's CONTENT or of a field -> directives
 *     agents.c      is a name one of the robot's?
 *     directives.c  the public calls; how directives add up
 *
 * Both scanners are told octets in chunks of any size.  Their tokens are single octets and runs of one class, so a
 * chunk may end anywhere: the condition and a few members are all that is kept.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_RUNTIME_DIRECTIVES_H
#define ROBOTSC_RUNTIME_DIRECTIVES_H

#include "robotsc/page.h"

/* Words are kept up to the room there is; a longer one equals none that is known. */
static inline void robotsc__page_keep(uint8_t *word, uint8_t room, uint8_t *size, const uint8_t *at, const uint8_t *end)
{
	while (at < end && *size < room)
		word[(*size)++] = *at++;
}

/* agents.c: compare a name, octet by octet, with "robots" and the tokens of the robot. */
void robotsc__agents_begin(struct robotsc_page_match *match);
void robotsc__agents_read(const struct robotsc_page *page, struct robotsc_page_match *match, const uint8_t *at, const uint8_t *end);
int robotsc__agents_end(const struct robotsc_page *page, const struct robotsc_page_match *match);

/* list.re: a list of directives.  named: "name:" says whom the rest is for, as in X-Robots-Tag. */
void robotsc__list_begin(struct robotsc_page_list *list, int named);
void robotsc__list_read(const struct robotsc_page *page, struct robotsc_page_list *list, const uint8_t *at, const uint8_t *end);
void robotsc__list_end(struct robotsc_page_list *list);

/* html.re: up to the end, or to what ends the head; then page->done is set. */
void robotsc__html_read(struct robotsc_page *page, const uint8_t *at, const uint8_t *end);

/* directives.c: nothing said yet; add what another says. */
void robotsc__directives_begin(struct robotsc_directives *d);
void robotsc__directives_add(struct robotsc_directives *d, const struct robotsc_directives *more);
void robotsc__directives_limit(int64_t *limit, int64_t n);
void robotsc__directives_until(struct robotsc_directives *d, int64_t time);

#endif
