/* robotsc/page.h - what a page says to robots: META tags in HTML, X-Robots-Tag in its HTTP header.
 *
 * Freestanding, as check.h: no allocation, no libc beyond memcpy and memset.  Nothing is
 * shared between pages, so each thread may read its own.  docs/page.md has the rules.
 *
 *     struct robotsc_page page;
 *     struct robotsc_directives d;
 *     struct robotsc_text me = {"ExampleBot", 10};
 *     robotsc_page_begin(&page, &me, 1, 0);
 *     for (each field of the response's header)
 *             robotsc_page_header(&page, field, field_len);
 *     while (robotsc_page_html(&page, chunk, chunk_len))
 *             get the next chunk;
 *     robotsc_page_end(&page, &d);
 *     if (d.flags & ROBOTSC_NOINDEX)
 *             ...
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_PAGE_H
#define ROBOTSC_PAGE_H

#include "common.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What is forbidden; bits of robotsc_directives.flags. */
enum robotsc_directive {
	ROBOTSC_NOINDEX = 1u << 0,
	ROBOTSC_NOFOLLOW = 1u << 1,  /* the links of this page */
	ROBOTSC_NOARCHIVE = 1u << 2, /* nocache too */
	ROBOTSC_NOSNIPPET = 1u << 3, /* max-snippet: 0 too */
	ROBOTSC_NOTRANSLATE = 1u << 4,
	ROBOTSC_NOIMAGEINDEX = 1u << 5,
	ROBOTSC_INDEXIFEMBEDDED = 1u << 6, /* lifts NOINDEX where the page is embedded; only set with it */
	ROBOTSC_NOAI = 1u << 7,            /* no data sets for AI */
	ROBOTSC_NOIMAGEAI = 1u << 8,
	ROBOTSC_UNAVAILABLE_AFTER = 1u << 9 /* unavailable_after holds a time */
};

/* How large a preview image may be. */
enum robotsc_preview {
	ROBOTSC_PREVIEW_NONE = 0,
	ROBOTSC_PREVIEW_STANDARD = 1,
	ROBOTSC_PREVIEW_LARGE = 2,
	ROBOTSC_PREVIEW_ANY = 3 /* the page does not say */
};

/* What holds for a robot.  Numbers above INT64_MAX are INT64_MAX. */
struct robotsc_directives {
	uint32_t flags;             /* enum robotsc_directive */
	uint32_t max_image_preview; /* enum robotsc_preview */
	int64_t max_snippet;        /* characters; -1: no limit */
	int64_t max_video_preview;  /* seconds; 0: a still image; -1: no limit */
	int64_t unavailable_after;  /* seconds since 1970, UTC; see ROBOTSC_UNAVAILABLE_AFTER */
	uint64_t ignored;           /* items not understood, in fields and tags that speak to this robot */
	uint64_t ignored_at;        /* offset in the HTML, in octets, of the first of them; UINT64_MAX: none there */
	uint64_t ignored_in_field;  /* offset in the last field that was for robots; UINT64_MAX: none there, or no field */
	uint64_t reserved[1];
};

/* How far a name of somebody is equal to one of ours. */
struct robotsc_page_match {
	size_t agent, octets;
};

/* A list of directives that is being read.  The members are not part of the interface. */
struct robotsc_page_list {
	struct robotsc_directives found;
	struct robotsc_page_match name;
	uint64_t number, word_at, date_at;
	uint8_t state, kind, named, applies, dated, numeric, size, date_size, date_mark;
	uint8_t word[24], date[72];
};

/* A page that is being read.  Caller's storage, filled by robotsc_page_begin; may be copied, and
 * thrown away at any time.  The members are not part of the interface. */
struct robotsc_page {
	const struct robotsc_text *agents;
	size_t nagents;
	struct robotsc_directives found;
	struct robotsc_page_list list;  /* the CONTENT of a META tag */
	struct robotsc_page_match name; /* its NAME */
	uint64_t at, templates;
	uint32_t code;
	uint8_t options, done, charset, held_size, held[4];
	uint8_t state, back, tag, raw, closing, attribute, seen, size;
	uint8_t word[24];
	uint64_t reserved[4];
};

/* Options of robotsc_page_begin, to be added up. */
#define ROBOTSC_PAGE_BODY 1u       /* META tags behind the head count too */
#define ROBOTSC_PAGE_ROBOTS_TAG 2u /* so do Robots-Tag fields, draft-illyes-repext-00 */

/* Begin a page.  docs/page.md
 *
 * page     out: filled.
 * agents   product tokens whose directives hold beside those for all robots; each is cut at the
 *          first octet outside [A-Za-z0-9._-].  Borrowed until the last call for this page.
 * n        how many; 0: only what is said to all robots counts.
 * options  ROBOTSC_PAGE_* or 0; other bits are ignored.
 *
 * Cost constant.  Since 0.1. */
ROBOTSC_API void robotsc_page_begin(struct robotsc_page *page, const struct robotsc_text *agents, size_t n, unsigned options);

/* Read the next octets of an HTML page: all of them, or chunks of any size, which give the same.
 *
 * page   begun.
 * bytes  the octets; borrowed for this call.  UTF-8 or another superset of ASCII; a page that
 *        begins with the byte order mark of UTF-16 is read as that.
 * len    how many; may be 0.
 *
 * Returns 1 if later octets may matter, 0 when nothing that follows can: the head has ended, and
 * nothing behind its end was looked at.
 * Cost O(len) for given agents, whatever the octets.  Cannot fail.  Since 0.1. */
ROBOTSC_API int robotsc_page_html(struct robotsc_page *page, const void *bytes, size_t len);

/* Read one field of an HTTP header; before, between or after calls of robotsc_page_html.
 *
 * page   begun.
 * field  "name: value", with or without a line end, white space around it ignored.  Borrowed for
 *        this call.
 * len    octets of it.
 *
 * Returns 1 if the field is one for robots: X-Robots-Tag, or Robots-Tag if it was asked for; 0 if
 * it is another, which changes nothing.
 * Cost O(len) for given agents.  Since 0.1. */
ROBOTSC_API int robotsc_page_header(struct robotsc_page *page, const char *field, size_t len);

/* What the octets and fields read so far say to the robot: all that was said to everybody and to
 * it, of contrary things the more restrictive one.  More may be read afterwards.
 *
 * page        begun.
 * directives  out: filled.
 *
 * Cost constant.  Since 0.1. */
ROBOTSC_API void robotsc_page_end(const struct robotsc_page *page, struct robotsc_directives *directives);

#ifdef __cplusplus
}
#endif
#endif
