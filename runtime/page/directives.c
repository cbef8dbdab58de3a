/* directives.c - the public calls for pages.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "page_parts.h"

/* Callers allocate both structs, so their sizes are ABI. */
_Static_assert(sizeof(struct robotsc_directives) == 64, "struct robotsc_directives");
_Static_assert(sizeof(struct robotsc_page) <= 512, "struct robotsc_page");

enum charset {
	CHARSET_OPEN, /* held may begin a byte order mark */
	CHARSET_ASCII,
	CHARSET_UTF16LE, /* held contains the first octet of a unit, or nothing */
	CHARSET_UTF16BE
};

/* ---- fields of an HTTP header ---------------------------------------------- */

struct field_span {
	const uint8_t *at, *end;
};

static struct field_span trim(const uint8_t *at, const uint8_t *end)
{
	while (at < end && robotsc__page_is_space(*at))
		at++;
	while (at < end && robotsc__page_is_space(end[-1]))
		end--;
	return (struct field_span){at, end};
}

/* Returns the first c, or end. */
static const uint8_t *find(const uint8_t *at, const uint8_t *end, char c)
{
	while (at < end && *at != (uint8_t)c)
		at++;
	return at;
}

/* True if a name is `lower`, ignoring case.  lower: lower-case letters and hyphens. */
static int is_called(struct field_span name, const char *lower)
{
	for (; name.at < name.end && *lower; name.at++, lower++)
		if (*name.at != (uint8_t)*lower && (*lower == '-' || (*name.at | 0x20) != (uint8_t)*lower))
			return 0;
	return name.at == name.end && !*lower;
}

/* Reads a list of directives in a field.  field: the field's beginning; at: the list's. */
static void read_list(struct robotsc_page *page, const uint8_t *field, const uint8_t *at, const uint8_t *end, int named)
{
	struct robotsc_page_list list;
	robotsc__list_begin(&list, named);
	robotsc__list_read(page, &list, at, end);
	robotsc__list_end(&list);
	if (list.found.ignored_at != UINT64_MAX && page->found.ignored_in_field == UINT64_MAX)
		page->found.ignored_in_field = list.found.ignored_at - page->at + (uint64_t)(at - field);
	list.found.ignored_at = UINT64_MAX;
	robotsc__combine_add(&page->found, &list.found);
}

/* Reads "name=rules;", draft-illyes-repext-00 §2.1.1.  "*" or no name addresses all robots. */
static void read_robots_tag(struct robotsc_page *page, const uint8_t *field, const uint8_t *at, const uint8_t *end)
{
	while (at < end) {
		const uint8_t *const stop = find(at, end, ';'), *const equals = find(at, stop, '=');
		const struct field_span name = trim(at, equals);
		struct robotsc_page_match match;
		robotsc__agents_begin(&match);
		robotsc__agents_read(page, &match, name.at, name.end);
		if (equals == stop)
			read_list(page, field, at, stop, 0);
		else if (name.at == name.end || (name.end - name.at == 1 && *name.at == '*') ||
		         robotsc__agents_end(page, &match) == NAME_ROBOT)
			read_list(page, field, equals + 1, stop, 0);
		at = stop + (stop < end);
	}
}

/* Reads a value of TDMRep. */
static void read_tdm_value(struct robotsc_page *page, const uint8_t *field, const uint8_t *at, const uint8_t *end,
                           enum page_name name)
{
	robotsc__tdm_begin(page, &page->tdm);
	robotsc__tdm_read(page, &page->tdm, at, end);
	if (robotsc__tdm_take(&page->tdm, name, SOURCE_FIELD))
		return;
	page->found.ignored++;
	if (page->found.ignored_in_field == UINT64_MAX)
		page->found.ignored_in_field = page->tdm.at - page->at + (uint64_t)(at - field);
}

/* Reads a field of TDMRep.  A reservation is split at commas, since it may be several fields that
 * were joined.  The URL of a policy may hold commas and is not split. */
static void read_tdm(struct robotsc_page *page, const uint8_t *field, const uint8_t *at, const uint8_t *end, enum page_name name)
{
	const uint8_t *stop = name == NAME_RESERVATION ? find(at, end, ',') : end;
	for (; stop < end; stop = find(at, end, ',')) {
		read_tdm_value(page, field, at, stop, name);
		at = stop + 1;
	}
	read_tdm_value(page, field, at, end, name);
}

int robotsc_page_header(struct robotsc_page *page, const char *field, size_t len)
{
	const uint8_t *const at = (const uint8_t *)field, *const end = len ? at + len : at, *const colon = find(at, end, ':');
	const struct field_span name = trim(at, colon);
	const int robots_tag = (page->options & ROBOTSC_PAGE_ROBOTS_TAG) && is_called(name, "robots-tag");
	const enum page_name tdm = is_called(name, "tdm-reservation") ? NAME_RESERVATION
	                           : is_called(name, "tdm-policy")    ? NAME_POLICY
	                                                              : NAME_OTHER;
	if (colon == end || (!robots_tag && !tdm && !is_called(name, "x-robots-tag")))
		return 0;
	page->found.ignored_in_field = UINT64_MAX;
	if (tdm)
		read_tdm(page, at, colon + 1, end, tdm);
	else if (robots_tag)
		read_robots_tag(page, at, colon + 1, end);
	else
		read_list(page, at, colon + 1, end, 1);
	return 1;
}

/* ---- HTML ------------------------------------------------------------------ */

/* Takes an octet that may belong to a byte order mark.  Octets that form none are text. */
static void sniff(struct robotsc_page *page, uint8_t c)
{
	static const struct {
		uint8_t size, octets[3], charset;
	} marks[] = {
		{3, {0xEF, 0xBB, 0xBF}, CHARSET_ASCII}, {2, {0xFF, 0xFE}, CHARSET_UTF16LE}, {2, {0xFE, 0xFF}, CHARSET_UTF16BE}};
	page->held[page->held_size++] = c;
	for (size_t i = 0; i < sizeof marks / sizeof marks[0]; i++) {
		uint8_t n = 0;
		while (n < page->held_size && page->held[n] == marks[i].octets[n])
			n++;
		if (n < page->held_size)
			continue;
		if (n < marks[i].size)
			return;
		page->charset = marks[i].charset;
		page->at = page->held_size;
		page->held_size = 0;
		return;
	}
	page->charset = CHARSET_ASCII;
	robotsc__html_read(page, page->held, page->held + page->held_size);
}

/* Reads units of two octets.  A unit that is not ASCII becomes FF. */
static void read_utf16(struct robotsc_page *page, const uint8_t *at, const uint8_t *end)
{
	const int low = page->charset == CHARSET_UTF16BE;
	while (at < end && !page->done) {
		uint8_t octets[256];
		size_t n = 0;
		for (; at < end && n < sizeof octets; at++) {
			page->held[page->held_size++] = *at;
			if (page->held_size < 2)
				continue;
			octets[n++] = page->held[!low] == 0 ? page->held[low] : 0xFF;
			page->held_size = 0;
		}
		robotsc__html_read(page, octets, octets + n);
	}
}

int robotsc_page_html(struct robotsc_page *page, const void *bytes, size_t len)
{
	const uint8_t *at = bytes, *const end = len ? at + len : at;
	while (at < end && page->charset == CHARSET_OPEN)
		sniff(page, *at++);
	if (page->charset == CHARSET_ASCII)
		robotsc__html_read(page, at, end);
	else if (page->charset != CHARSET_OPEN)
		read_utf16(page, at, end);
	return !page->done;
}

/* ---- begin and end --------------------------------------------------------- */

void robotsc_page_begin(struct robotsc_page *page, const struct robotsc_text *agents, size_t n, unsigned options)
{
	*page = (struct robotsc_page){.agents = agents, .nagents = n, .options = (uint8_t)options};
	robotsc__combine_begin(&page->found);
}

void robotsc_page_policy(struct robotsc_page *page, char *room, uint32_t size)
{
	page->tdm.policy = room;
	page->tdm.room = size;
}

void robotsc_page_end(const struct robotsc_page *page, struct robotsc_directives *directives)
{
	struct robotsc_directives d = page->found;
	if (d.max_snippet == 0)
		d.flags |= ROBOTSC_NOSNIPPET;
	if (d.flags & ROBOTSC_NOSNIPPET)
		d.max_snippet = 0;
	if (!(d.flags & ROBOTSC_NOINDEX))
		d.flags &= ~(uint32_t)ROBOTSC_INDEXIFEMBEDDED;
	robotsc__tdm_end(&page->tdm, &d);
	/* A unit has two octets.  So has the byte order mark, which page->at counts in octets. */
	if (page->charset >= CHARSET_UTF16LE && d.ignored_at != UINT64_MAX)
		d.ignored_at = 2 * (d.ignored_at - 2) + 2;
	*directives = d;
}
