/* robotsc/sitemap.h - the URLs of a sitemap: https://www.sitemaps.org/protocol.html
 *
 * Freestanding, as check.h: no allocation, no libc functions but memcpy and memset.
 *
 *     struct robotsc_sitemap s;
 *     struct robotsc_text url;
 *     robotsc_sitemap_begin(&s, octets, len);
 *     while (robotsc_sitemap_next(&s, &url))
 *             ...
 *     if (s.fault)
 *             puts(robotsc_sitemap_fault_text(s.fault));
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_SITEMAP_H
#define ROBOTSC_SITEMAP_H

#include "robotsc/common.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What a sitemap is; known after the first robotsc_sitemap_next.  Values are ABI. */
enum robotsc_sitemap_kind {
	ROBOTSC_SITEMAP_LIST = 0, /* text: a URL on each line */
	ROBOTSC_SITEMAP_URLS = 1, /* XML: the LOC of each URL of a URLSET */
	ROBOTSC_SITEMAP_INDEX = 2 /* XML: the LOC of each SITEMAP of a SITEMAPINDEX */
};

/* Why a sitemap is not read further.  Values are ABI. */
enum robotsc_sitemap_fault {
	ROBOTSC_SITEMAP_SOUND = 0,
	ROBOTSC_SITEMAP_CUT = 1,       /* it ends within markup or an element, or has no element */
	ROBOTSC_SITEMAP_MARKUP = 2,    /* what XML does not allow here */
	ROBOTSC_SITEMAP_TAGS = 3,      /* an end tag is not that of the element */
	ROBOTSC_SITEMAP_ROOT = 4,      /* XML that is no sitemap, such as a feed or a page */
	ROBOTSC_SITEMAP_DOCTYPE = 5,   /* it declares a DOCTYPE, which no sitemap needs */
	ROBOTSC_SITEMAP_REFERENCE = 6, /* none of the five entities, and no number of a character */
	ROBOTSC_SITEMAP_NESTING = 7,   /* more than ROBOTSC_SITEMAP_DEPTH elements in one another */
	ROBOTSC_SITEMAP_ENCODING = 8   /* gzip or UTF-16 */
};

/* How many elements may be open at once. */
#define ROBOTSC_SITEMAP_DEPTH 16

/* State of the reader.  The caller allocates it; robotsc_sitemap_begin fills it.  fault and at are
 * for callers, who may read kind after the first call, too. */
struct robotsc_sitemap {
	uint32_t kind;  /* enum robotsc_sitemap_kind */
	uint32_t fault; /* enum robotsc_sitemap_fault */
	size_t at;      /* octets read so far; after a fault: where it is */
	/* Not part of the interface. */
	char *text;
	size_t len, name_at[ROBOTSC_SITEMAP_DEPTH], name_len[ROBOTSC_SITEMAP_DEPTH];
	uint32_t depth, state;
};

/* Begin a sitemap.
 *
 * s     out: filled.  Needs no release.
 * text  its octets, any content; len: how many.  Borrowed, and changed where a URL has references:
 *       they are resolved in place.  Any thread.  Since 0.2. */
ROBOTSC_API void robotsc_sitemap_begin(struct robotsc_sitemap *s, char *text, size_t len);

/* Read on to the next URL.
 *
 * url  out: without white space around it, and with all references resolved; never empty.  It
 *      borrows the text, and may be no URL.
 *
 * XML is read as far as a sitemap needs it: elements, attributes, comments, CDATA, processing
 * instructions, the five entities and numbers.  Elements of other namespaces, such as image:loc,
 * are passed over: those with another prefix than the root's.
 * Returns 1; or 0 at the end, and s->fault says whether all was read.  Linear in len.  Cannot
 * otherwise fail.  Since 0.2. */
ROBOTSC_API int robotsc_sitemap_next(struct robotsc_sitemap *s, struct robotsc_text *url);

/* Return a fault in words, for messages.  Static storage.  Since 0.2. */
ROBOTSC_API const char *robotsc_sitemap_fault_text(uint32_t fault);

#ifdef __cplusplus
}
#endif
#endif
