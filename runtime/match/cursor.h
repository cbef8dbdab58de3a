/* cursor.h - read the canonical octets of a path one by one.  docs/formats/blob.md, "Path forms"
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_CURSOR_H
#define ROBOTSC_CURSOR_H

#include <stddef.h>

#include "blob_layout.h"
#include "percent.h"

#define PATH_END (-1)

/* A position in a path.  Copy a cursor to go back to it later. */
struct cursor {
	const uint8_t *at;
	uint32_t pending; /* canonical octets left from the last raw one, lowest first; 0: none */
};

/* What all cursors of a path share. */
struct path {
	const uint8_t *begin, *end;
	const uint8_t *searched; /* no '?' stands before this */
	int query;               /* 1: searched points to the first '?' */
	uint8_t form, slow;
};

/* True if a raw octet is after the first literal '?'.  Searches each octet at most once. */
static inline int in_query(struct path *path, const uint8_t *at)
{
	while (!path->query && path->searched < at) {
		if (*path->searched == '?')
			path->query = 1;
		else
			path->searched++;
	}
	return path->query && path->searched < at;
}

/* Up to three canonical octets in a word, the first one lowest; above them their count. */
#define OCTETS_COUNT 24

/* Returns the %XX of an octet in form R, its pair in form K.  high, low: its halves. */
static inline uint32_t escape(const struct path *path, unsigned high, unsigned low)
{
	if (path->form == FORM_K)
		return (FORM_K_LEAD | high) | (FORM_K_TRAIL | low) << 8 | 2u << OCTETS_COUNT;
	return '%' | (uint32_t)octet_digit(high) << 8 | (uint32_t)octet_digit(low) << 16 | 3u << OCTETS_COUNT;
}

/* Reads a '%' and the digits after it. */
static inline uint32_t percent(struct path *path, const uint8_t **at)
{
	const uint8_t *p = *at;
	unsigned high, low;
	if (path->end - p <= 2 || (high = octet_hex(p[1])) > 15 || (low = octet_hex(p[2])) > 15) {
		*at = p + 1;
		return path->form == FORM_K ? escape(path, 2, 5) : '%' | 1u << OCTETS_COUNT;
	}
	const uint8_t value = (uint8_t)(high << 4 | low), class = octet_class_of(value);
	const int query = class & OCTET_R_QUERY && path->form == FORM_R && in_query(path, p);
	*at = p + 3;
	if (path->form == FORM_K ? !(class & OCTET_K_PAIR) : query || (class & OCTET_R_DECODE))
		return value | 1u << OCTETS_COUNT;
	return escape(path, high, low);
}

/* Makes an octet canonical.  Returns 0 where it ends the path. */
static inline uint32_t slow_octets(struct path *path, const uint8_t **at)
{
	const uint8_t octet = **at;
	if (octet == '#' || path->form == FORM_RAW) {
		path->end = *at;
		return 0;
	}
	if (octet == '%')
		return percent(path, at);
	++*at;
	return escape(path, octet >> 4, octet & 15);
}

/* Returns the next canonical octet, or PATH_END. */
static inline int next_octet(struct path *path, struct cursor *c)
{
	if (c->pending) {
		const int octet = (int)(c->pending & 0xFF);
		c->pending >>= 8;
		return octet;
	}
	if (c->at == path->end)
		return PATH_END;
	if (!(octet_class_of(*c->at) & path->slow))
		return *c->at++;
	const uint32_t octets = slow_octets(path, &c->at);
	if (!octets)
		return PATH_END;
	c->pending = (octets & 0xFFFFFF) >> 8;
	return (int)(octets & 0xFF);
}

/* A path of len octets in a form (FORM_...). */
static inline struct path path_of(const void *begin, size_t len, uint8_t form)
{
	const uint8_t *const at = begin;
	return (struct path){.begin = at, .end = at + len, .searched = at, .form = form, .slow = octet_slow[form]};
}

/* The start of a path.  If the path does not begin with '/', the cursor supplies it. */
static inline struct cursor path_start(const struct path *path)
{
	return (struct cursor){.at = path->begin, .pending = path->begin < path->end && *path->begin == '/' ? 0 : '/'};
}

#endif
