/* list.re - read a list of directives: see page_parts.h and docs/page.md.  re2c makes list.c from
 * it.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "page_parts.h"

#include "access/calendar.h"

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
	re2c:define:YYGETCONDITION = "list->state";
	re2c:define:YYGETCONDITION:naked = 1;
	re2c:define:YYSETCONDITION = "list->state = @@;";
	re2c:define:YYSETCONDITION:naked = 1;
	re2c:yyfill:enable = 0;

	space = [\t\n\f\r ];
*/

/* Conditions: the position in an item. */
enum {
	yyclead,       /* before the item */
	yycword,       /* in its first word */
	yycgap,        /* in white space after the first word */
	yycvalue_lead, /* after the colon */
	yycvalue,      /* in the value */
	yycvalue_tail, /* in white space after the value */
	yycjunk        /* in octets to skip */
};

/* Kinds of directives. */
enum kind {
	KIND_UNKNOWN,
	KIND_PLAIN, /* sets flags, perhaps none */
	KIND_SNIPPET,
	KIND_VIDEO,
	KIND_IMAGE,
	KIND_UNTIL
};

static enum kind kind_of(const struct robotsc_page_list *list, uint32_t *flags)
{
	const uint8_t *at = list->word, *const end = at + list->size, *marker;
	enum kind kind = KIND_PLAIN;
	*flags = 0;
	/*!re2c
		'noindex'          { *flags = ROBOTSC_NOINDEX; goto known; }
		'nofollow'         { *flags = ROBOTSC_NOFOLLOW; goto known; }
		'none'             { *flags = ROBOTSC_NOINDEX | ROBOTSC_NOFOLLOW; goto known; }
		'noarchive'        { *flags = ROBOTSC_NOARCHIVE; goto known; }
		'nocache'          { *flags = ROBOTSC_NOARCHIVE | ROBOTSC_NOCACHE; goto known; }
		'nosnippet'        { *flags = ROBOTSC_NOSNIPPET; goto known; }
		'notranslate'      { *flags = ROBOTSC_NOTRANSLATE; goto known; }
		'noimageindex'     { *flags = ROBOTSC_NOIMAGEINDEX; goto known; }
		'indexifembedded'  { *flags = ROBOTSC_INDEXIFEMBEDDED; goto known; }
		'noai'             { *flags = ROBOTSC_NOAI; goto known; }
		'noimageai'        { *flags = ROBOTSC_NOIMAGEAI; goto known; }
		'noml'             { *flags = ROBOTSC_NOML; goto known; }
		'all' | 'index' | 'follow' | 'noodp' | 'noydir' | 'noyaca' | 'nositelinkssearchbox' { goto known; }
		'max-snippet'      { kind = KIND_SNIPPET; goto known; }
		'max-video-preview' { kind = KIND_VIDEO; goto known; }
		'max-image-preview' { kind = KIND_IMAGE; goto known; }
		'unavailable_after' { kind = KIND_UNTIL; goto known; }
		*                  { return KIND_UNKNOWN; }
	*/
known:
	return at == end ? kind : KIND_UNKNOWN;
}

static enum robotsc_preview preview_of(const struct robotsc_page_list *list)
{
	const uint8_t *at = list->word, *const end = at + list->size, *marker;
	enum robotsc_preview preview;
	/*!re2c
		'none'     { preview = ROBOTSC_PREVIEW_NONE; goto known; }
		'standard' { preview = ROBOTSC_PREVIEW_STANDARD; goto known; }
		'large'    { preview = ROBOTSC_PREVIEW_LARGE; goto known; }
		*          { return ROBOTSC_PREVIEW_ANY; }
	*/
known:
	return at == end ? preview : ROBOTSC_PREVIEW_ANY;
}

/* ---- completed parts ------------------------------------------------------ */

static void ignore(struct robotsc_page_list *list, uint64_t at)
{
	if (list->applies && list->found.ignored++ == 0)
		list->found.ignored_at = at;
}

/* Completes a date; list->date begins with the colon before it.  Drops ',' and ' ' at its end. */
static void end_date(struct robotsc_page_list *list, uint8_t size)
{
	int64_t time;
	if (!list->dated)
		return;
	list->dated = 0;
	while (size > 1 && size < sizeof list->date && (list->date[size - 1] == ',' || list->date[size - 1] == ' '))
		size--;
	if (size == sizeof list->date || !robotsc__date_read((const char *)list->date + 1, size - 1u, &time))
		ignore(list, list->date_at);
	else if (list->applies)
		robotsc__combine_until(&list->found, time);
}

/* Completes a word without a value.  After a date, an unknown word may be part of the date. */
static void end_word(struct robotsc_page_list *list)
{
	uint32_t flags;
	const enum kind kind = kind_of(list, &flags);
	if (list->dated && kind == KIND_UNKNOWN)
		return;
	end_date(list, list->date_mark);
	if (kind != KIND_PLAIN)
		ignore(list, list->word_at);
	else if (list->applies)
		list->found.flags |= flags;
}

static void begin_value(struct robotsc_page_list *list)
{
	list->number = 0;
	list->numeric = 1;
	list->size = 0;
}

/* Computes a number, capped at INT64_MAX, and keeps the first octets of a word. */
static void keep_value(struct robotsc_page_list *list, const uint8_t *at, const uint8_t *end)
{
	robotsc__page_keep(list->word, sizeof list->word, &list->size, at, end);
	for (; at < end; at++) {
		if (*at < '0' || *at > '9')
			list->numeric = 0;
		else if (list->number > (uint64_t)(INT64_MAX - (*at - '0')) / 10)
			list->number = INT64_MAX;
		else
			list->number = 10 * list->number + (uint64_t)(*at - '0');
	}
}

static void end_value(struct robotsc_page_list *list)
{
	const int unlimited = list->size == 2 && list->word[0] == '-' && list->word[1] == '1';
	const uint32_t preview = list->kind == KIND_IMAGE ? preview_of(list) : ROBOTSC_PREVIEW_ANY;
	struct robotsc_directives *found = &list->found;
	if (list->kind == KIND_IMAGE ? preview == ROBOTSC_PREVIEW_ANY : !list->numeric && !unlimited)
		ignore(list, list->word_at);
	else if (!list->applies || unlimited)
		return;
	else if (list->kind == KIND_IMAGE)
		found->max_image_preview = preview < found->max_image_preview ? preview : found->max_image_preview;
	else
		robotsc__combine_limit(list->kind == KIND_SNIPPET ? &found->max_snippet : &found->max_video_preview,
		                          (int64_t)list->number);
}

static void end_item(struct robotsc_page_list *list)
{
	switch (list->state) {
	case yycword:
	case yycgap:
		end_word(list);
		break;
	case yycvalue:
	case yycvalue_tail:
		end_value(list);
		break;
	case yycvalue_lead:
		ignore(list, list->word_at);
		break;
	case yycjunk:
		if (!list->dated)
			ignore(list, list->word_at);
		break;
	}
	list->date_mark = list->date_size;
	list->state = yyclead;
}

/* Reads the colon after a word: a directive with or without a value, a robot's name, or unknown. */
static void colon(const struct robotsc_page *page, struct robotsc_page_list *list)
{
	uint32_t flags;
	const enum kind kind = kind_of(list, &flags);
	list->state = yycjunk;
	if (kind != KIND_UNKNOWN || list->named)
		end_date(list, list->date_mark);
	if (kind > KIND_PLAIN) {
		list->kind = (uint8_t)kind;
		list->dated = kind == KIND_UNTIL;
		list->date_size = 0;
		list->date_at = list->word_at;
		if (!list->dated)
			list->state = yycvalue_lead;
		begin_value(list);
	} else if (kind == KIND_UNKNOWN && list->named) {
		list->applies = robotsc__agents_end(page, &list->name) == NAME_ROBOT;
		list->state = yyclead;
	}
}

/* ---- octets ---------------------------------------------------------------- */

static void keep_word(const struct robotsc_page *page, struct robotsc_page_list *list, const uint8_t *at, const uint8_t *end)
{
	robotsc__page_keep(list->word, sizeof list->word, &list->size, at, end);
	if (list->named)
		robotsc__agents_read(page, &list->name, at, end);
}

static void begin_word(struct robotsc_page_list *list)
{
	list->size = 0;
	robotsc__agents_begin(&list->name);
}

/* Reads one token.  Returns where the next begins: start, if the next condition reads the octet. */
static const uint8_t *token(const struct robotsc_page *page, struct robotsc_page_list *list, const uint8_t *at, const uint8_t *end)
{
	const uint8_t *const start = at;
	/*!re2c
		<*> ","                                { end_item(list); return at; }

		<lead> space+                          { return at; }
		<lead> ":"               => junk       { begin_word(list); return at; }
		<lead> *                 => word       { begin_word(list); return start; }

		<word> [^\x00\t\n\f\r ,:]+             { keep_word(page, list, start, at); return at; }
		<word> space             => gap        { return at; }
		<word> *                               { keep_word(page, list, start, at); return at; }
		<gap> space+                           { return at; }
		<gap> *                  => junk       { return at; }
		<word, gap> ":"                        { colon(page, list); return at; }

		<value_lead> space+                    { return at; }
		<value_lead> *           => value      { return start; }
		<value> [^\x00\t\n\f\r ,]+             { keep_value(list, start, at); return at; }
		<value> space            => value_tail { return at; }
		<value> *                              { keep_value(list, start, at); return at; }
		<value_tail> space+                    { return at; }
		<value_tail> *           => junk       { return at; }

		<junk> [^\x00,]+                       { return at; }
		<junk> *                               { return at; }
	*/
}

/* Keeps octets that may be a date, with runs of white space as one space. */
static void keep_date(struct robotsc_page_list *list, const uint8_t *at, const uint8_t *end)
{
	for (; at < end && list->date_size < sizeof list->date; at++) {
		const int space = *at == ' ' || (*at >= '\t' && *at <= '\r' && *at != '\v');
		if (!space || (list->date_size > 1 && list->date[list->date_size - 1] != ' '))
			list->date[list->date_size++] = space ? ' ' : *at;
	}
}

void robotsc__list_begin(struct robotsc_page_list *list, int named)
{
	*list = (struct robotsc_page_list){.named = named != 0, .applies = 1, .state = yyclead};
	robotsc__combine_begin(&list->found);
}

void robotsc__list_read(const struct robotsc_page *page, struct robotsc_page_list *list, const uint8_t *at, const uint8_t *end)
{
	for (const uint8_t *const begin = at, *start = at; at < end; start = at) {
		if (list->state == yyclead)
			list->word_at = page->at + (uint64_t)(start - begin);
		at = token(page, list, at, end);
		if (list->dated)
			keep_date(list, start, at);
	}
}

void robotsc__list_end(struct robotsc_page_list *list)
{
	end_item(list);
	end_date(list, list->date_size);
}
