/* robotsc/page.h - what a page says to robots: META tags in HTML, X-Robots-Tag and TDMRep's fields
 * in HTTP.
 *
 * Freestanding, as check.h: no allocation, no libc functions but memcpy and memset.  Pages share
 * nothing, so each thread may read its own.  docs/page.md has the rules.
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

#include "robotsc/common.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What is forbidden: bits of robotsc_directives.flags. */
enum robotsc_directive {
	ROBOTSC_NOINDEX = 1u << 0,
	ROBOTSC_NOFOLLOW = 1u << 1,  /* the links of this page */
	ROBOTSC_NOARCHIVE = 1u << 2, /* also nocache, which sets ROBOTSC_NOCACHE, too */
	ROBOTSC_NOSNIPPET = 1u << 3, /* also max-snippet: 0 */
	ROBOTSC_NOTRANSLATE = 1u << 4,
	ROBOTSC_NOIMAGEINDEX = 1u << 5,
	ROBOTSC_INDEXIFEMBEDDED = 1u << 6, /* lifts NOINDEX for embedded pages; set only with it */
	ROBOTSC_NOAI = 1u << 7,            /* no use in data sets for AI */
	ROBOTSC_NOIMAGEAI = 1u << 8,
	ROBOTSC_UNAVAILABLE_AFTER = 1u << 9, /* unavailable_after holds a time */
	ROBOTSC_NOCACHE = 1u << 10,
	ROBOTSC_NOML = 1u << 11 /* no use for machine learning */
};

/* The reservation of text and data mining: tdm-reservation of TDMRep. */
enum robotsc_tdm {
	ROBOTSC_TDM_UNSET = 0,
	ROBOTSC_TDM_FREE = 1,    /* "0": the rights are not reserved */
	ROBOTSC_TDM_RESERVED = 2 /* "1": they are; the policy may say how to acquire them */
};

/* The largest allowed size of a preview image. */
enum robotsc_preview {
	ROBOTSC_PREVIEW_NONE = 0,
	ROBOTSC_PREVIEW_STANDARD = 1,
	ROBOTSC_PREVIEW_LARGE = 2,
	ROBOTSC_PREVIEW_ANY = 3 /* no limit is stated */
};

/* The directives for a robot.  Numbers above INT64_MAX become INT64_MAX. */
struct robotsc_directives {
	uint32_t flags;             /* enum robotsc_directive */
	uint32_t max_image_preview; /* enum robotsc_preview */
	int64_t max_snippet;        /* characters; -1: no limit */
	int64_t max_video_preview;  /* seconds; 0: a still image; -1: no limit */
	int64_t unavailable_after;  /* seconds since 1970, UTC; see ROBOTSC_UNAVAILABLE_AFTER */
	uint64_t ignored;           /* unknown items and values in fields and tags for this robot */
	uint64_t ignored_at;        /* HTML offset of the first, in octets; UINT64_MAX: none */
	uint64_t ignored_in_field;  /* as ignored_at, in the last field for robots */
	uint32_t tdm_reservation;   /* enum robotsc_tdm; the same for all robots */
	uint32_t tdm_policy_len;    /* octets of tdm-policy: robotsc_page_policy; 0: none */
};

/* How far a name in the page equals one of the robot's. */
struct robotsc_page_match {
	size_t agent, octets;
};

/* State of the reader of directive lists.  The members are not part of the interface. */
struct robotsc_page_list {
	struct robotsc_directives found;
	struct robotsc_page_match name;
	uint64_t number, word_at, date_at;
	uint8_t state, kind, named, applies, dated, numeric, size, date_size, date_mark;
	uint8_t word[24], date[72];
};

/* State of the reader of TDMRep.  The members are not part of the interface. */
struct robotsc_page_tdm {
	char *policy;
	uint64_t at;
	uint32_t room, kept, size;
	uint8_t first, bad, gap, reservation, reservation_from, policy_from;
};

/* State of the page reader.  The caller allocates it; robotsc_page_begin fills it.  It may be
 * copied, and needs no release.  The members are not part of the interface. */
struct robotsc_page {
	const struct robotsc_text *agents;
	size_t nagents;
	struct robotsc_directives found;
	struct robotsc_page_list list;  /* the CONTENT of a META tag */
	struct robotsc_page_match name; /* its NAME */
	uint64_t at, templates, reference_at;
	uint32_t code;
	uint8_t options, done, charset, held_size, held[4];
	uint8_t state, back, tag, raw, closing, attribute, seen, size;
	uint8_t word[24];
	struct robotsc_page_tdm tdm;
};

/* Options of robotsc_page_begin; combine them with |. */
#define ROBOTSC_PAGE_BODY 1u       /* META tags after the head count, too */
#define ROBOTSC_PAGE_ROBOTS_TAG 2u /* Robots-Tag fields count, too: draft-illyes-repext-00 */

/* Begin a page.  docs/page.md
 *
 * page     out: filled.
 * agents   product tokens of the robot.  Directives for them apply, and those for all robots.  Each
 *          token ends at the first octet outside [A-Za-z0-9._-].  Borrowed until the last call.
 * n        how many; 0: only directives for all robots apply.
 * options  ROBOTSC_PAGE_* or 0; other bits are ignored.
 *
 * Cost O(1).  Since 0.1. */
ROBOTSC_API void robotsc_page_begin(struct robotsc_page *page, const struct robotsc_text *agents, size_t n, unsigned options);

/* Set where the URL of tdm-policy goes.  Call it after robotsc_page_begin, before anything is read.
 *
 * room     the caller's memory, until the last call; robotsc_page_end tells how much of it is the
 *          URL, which is not terminated.  Octets after it may change, too.
 * size     octets of room; the URL of a field and that of a tag should both fit in it.
 *
 * A policy that does not fit is ignored, and counts as such.  Without this call the URL is not
 * kept, only its length.  Cost O(1).  Since 0.1. */
ROBOTSC_API void robotsc_page_policy(struct robotsc_page *page, char *room, uint32_t size);

/* Read the next octets of an HTML page.  Chunks of any size give the same result.
 *
 * page   begun.
 * bytes  the octets; borrowed for this call.  UTF-8 or another superset of ASCII; UTF-16 if
 *        the page begins with its byte order mark.
 * len    octets; may be 0.
 *
 * Returns 1 if later octets may matter.  Returns 0 if none can: the head has ended, and the
 * octets after its end were not read.
 * Cost O(len) for given agents, whatever the octets.  Cannot fail.  Since 0.1. */
ROBOTSC_API int robotsc_page_html(struct robotsc_page *page, const void *bytes, size_t len);

/* Read a field of the HTTP header; before, between or after calls of robotsc_page_html.
 *
 * page   begun.
 * field  "name: value", with or without line end; white space around it is ignored.  Borrowed for
 *        this call.
 * len    octets of the field.
 *
 * Returns 1 for a field for robots: X-Robots-Tag, tdm-reservation, tdm-policy, and Robots-Tag with
 * ROBOTSC_PAGE_ROBOTS_TAG.  Returns 0 for any other, which has no effect.
 * Cost O(len) for given agents.  Since 0.1. */
ROBOTSC_API int robotsc_page_header(struct robotsc_page *page, const char *field, size_t len);

/* Get the directives for the robot from what was read so far: those for all robots and for its
 * tokens.  Where two conflict, the more restrictive one applies, but of TDMRep a tag supersedes a
 * field.  More may be read afterwards.
 *
 * page        begun.
 * directives  out: filled.
 *
 * Cost O(1).  Since 0.1. */
ROBOTSC_API void robotsc_page_end(const struct robotsc_page *page, struct robotsc_directives *directives);

#ifdef __cplusplus
}
#endif
#endif
