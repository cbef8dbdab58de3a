/* path.h - the canonical octets of a path, one after the other.  docs/format.md, "Path forms"
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_PATH_H
#define ROBOTSC_PATH_H

#include <stddef.h>

#include "blob_layout.h"
#include "octets.h"

#define PATH_END (-1)

/* The unread rest of a path, as canonical octets. */
struct cursor {
	const uint8_t *at;
	uint32_t pending; /* canonical octets owed by the last raw one, lowest first; 0: none */
	size_t ahead;     /* canonical octets read, minus raw octets read, modulo 2^n */
};

/* What does not change when the cursor goes back. */
struct path {
	const uint8_t *begin, *end;
	const uint8_t *searched; /* no '?' before this */
	int query;               /* '?' found at searched */
	uint8_t form, slow;
};

/* Is a raw octet behind the first literal '?' of the path?  Amortized: no octet is searched twice. */
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

/* Owe what follows '%', or in form K the octet that follows the first one of a pair. */
static inline int escape(const struct path *path, struct cursor *c, unsigned high, unsigned low)
{
	if (path->form == FORM_K) {
		c->pending = FORM_K_TRAIL | low;
		return (int)(FORM_K_LEAD | high);
	}
	c->pending = (uint32_t)octet_digit(high) | (uint32_t)octet_digit(low) << 8;
	return '%';
}

/* "%" and what follows it. */
static inline int percent(struct path *path, struct cursor *c)
{
	const uint8_t *p = c->at;
	const unsigned high = path->end - p > 2 ? octet_hex(p[1]) : 16, low = path->end - p > 2 ? octet_hex(p[2]) : 16;
	if (high > 15 || low > 15) {
		c->at++;
		return path->form == FORM_K ? escape(path, c, 2, 5) : '%';
	}
	const uint8_t value = (uint8_t)(high << 4 | low), class = octet_class[value];
	const int query = class & OCTET_R_QUERY && path->form == FORM_R && in_query(path, p);
	c->at += 3;
	c->ahead -= 2;
	if (path->form == FORM_K ? !(class & OCTET_K_PAIR) : query || (class & OCTET_R_DECODE))
		return value;
	return escape(path, c, high, low);
}

/* The next canonical octet of an octet that is not read as it stands. */
static inline int next_slow(struct path *path, struct cursor *c)
{
	if (c->pending) {
		const int octet = (int)(c->pending & 0xFF);
		c->pending >>= 8;
		c->ahead++;
		return octet;
	}
	if (c->at == path->end)
		return PATH_END;
	const uint8_t octet = *c->at;
	if (!(octet_class[octet] & path->slow)) {
		c->at++;
		return octet;
	}
	if (octet == '#' || path->form == FORM_RAW) {
		path->end = c->at;
		return PATH_END;
	}
	if (octet == '%')
		return percent(path, c);
	c->at++;
	return escape(path, c, octet >> 4, octet & 15);
}

static inline int next_octet(struct path *path, struct cursor *c)
{
	if (!c->pending && c->at < path->end && !(octet_class[*c->at] & path->slow))
		return *c->at++;
	return next_slow(path, c);
}

/* Where a path begins: with a '/', which is supplied where it is missing. */
static inline struct cursor path_start(const struct path *path)
{
	return (struct cursor){.at = path->begin, .pending = path->begin < path->end && *path->begin == '/' ? 0 : '/'};
}

/* Canonical octets read so far. */
static inline size_t position(const struct path *path, const struct cursor *c)
{
	return (size_t)(c->at - path->begin) + c->ahead;
}

#endif
