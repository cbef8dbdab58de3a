/* audit_ranges.c - addresses that a crawler is said to come from, and whether a request did.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "access/text.h"
#include "audit_parts.h"
#include "support/sort.h"

#define OCTETS 16 /* of an address; one of IPv4 stands in IPv6: ::ffff:1.2.3.4 */
#define MAPPED 96 /* bits before it */

/* ---- addresses ----------------------------------------------------------------------------- */

/* Read four numbers with dots between. */
static bool read_dotted(struct text_left *t, uint8_t out[4])
{
	for (int i = 0; i < 4; i++) {
		unsigned value = 0, n = 0;
		if (i > 0 && (t->at == t->end || *t->at++ != '.'))
			return false;
		while (t->at < t->end && is_digit(*t->at) && n < 3) {
			value = value * 10 + (unsigned)(*t->at++ - '0');
			n++;
		}
		if (n == 0 || value > 255)
			return false;
		out[i] = (uint8_t)value;
	}
	return true;
}

/* Read up to four hexadecimal digits.  Returns how many there are. */
static int read_group(struct text_left *t, unsigned *value)
{
	int n = 0;
	*value = 0;
	while (t->at < t->end && n < 4 && hex_digit(*t->at) >= 0) {
		*value = *value * 16 + (unsigned)hex_digit(*t->at++);
		n++;
	}
	return n;
}

/* True if the digits that are next are those of an address of IPv4. */
static bool is_dotted(const struct text_left *t)
{
	const char *at = t->at;
	while (at < t->end && is_digit(*at))
		at++;
	return at < t->end && at > t->at && *at == '.';
}

/* Read groups with colons between.  *gap: the octet before which "::" stands, or -1.  Returns how
 * many octets there are; -1: it is no address. */
static int read_groups(struct text_left *t, uint8_t out[OCTETS], int *gap)
{
	int n = 0;
	*gap = -1;
	if (t->end - t->at >= 2 && t->at[0] == ':' && t->at[1] == ':') {
		*gap = 0;
		t->at += 2;
	}
	while (n < OCTETS) {
		unsigned value;
		if (n <= OCTETS - 4 && is_dotted(t))
			return read_dotted(t, out + n) ? n + 4 : -1;
		if (read_group(t, &value) == 0)
			return *gap == n ? n : -1;
		out[n++] = (uint8_t)(value >> 8);
		out[n++] = (uint8_t)(value & 255);
		if (n == OCTETS || t->at == t->end || *t->at != ':')
			return n;
		t->at++;
		if (*gap < 0 && t->at < t->end && *t->at == ':') {
			*gap = n;
			t->at++;
		}
	}
	return n;
}

/* Read an address.  Returns the bits before it, or -1. */
static int read_address(struct text_left *t, uint8_t out[OCTETS])
{
	uint8_t groups[OCTETS] = {0};
	int n, gap;
	if (is_dotted(t)) {
		memset(out, 0, 10);
		memset(out + 10, 0xFF, 2);
		return read_dotted(t, out + 12) ? MAPPED : -1;
	}
	n = read_groups(t, groups, &gap);
	if (n < 0 || (gap < 0) != (n == OCTETS))
		return -1;
	memset(out, 0, OCTETS);
	if (gap < 0)
		gap = n;
	memcpy(out, groups, (size_t)gap);
	memcpy(out + OCTETS - (n - gap), groups + gap, (size_t)(n - gap));
	return 0;
}

/* ---- ranges --------------------------------------------------------------------------------- */

/* Read "192.0.2.0/24", or an address alone. */
static bool read_range(struct robotsc_text text, struct audit_range *range)
{
	struct text_left t = {text.at, text.at + text.len};
	const int before = read_address(&t, range->first);
	int bits = 8 * OCTETS, n = 0;
	if (before < 0)
		return false;
	if (t.at < t.end) {
		if (*t.at++ != '/')
			return false;
		for (bits = 0; t.at < t.end && is_digit(*t.at) && n < 3; n++)
			bits = 10 * bits + *t.at++ - '0';
		bits += before;
		if (n == 0 || t.at != t.end || bits > 8 * OCTETS)
			return false;
	}
	memcpy(range->last, range->first, OCTETS);
	for (int i = bits; i < 8 * OCTETS; i++) {
		range->first[i / 8] &= (uint8_t) ~(0x80 >> i % 8);
		range->last[i / 8] |= (uint8_t)(0x80 >> i % 8);
	}
	return true;
}

/* The next string of JSON, without its quotes.  Its escapes do not matter: no range has any. */
static bool next_string(struct text_left *t, struct robotsc_text *string)
{
	const char *const open = t->at < t->end ? memchr(t->at, '"', (size_t)(t->end - t->at)) : NULL;
	if (!open)
		return false;
	for (t->at = open + 1; t->at < t->end && *t->at != '"';)
		t->at += *t->at == '\\' && t->end - t->at > 1 ? 2 : 1;
	*string = (struct robotsc_text){open + 1, (size_t)(t->at - open) - 1};
	t->at += t->at < t->end;
	return true;
}

static int compare_ranges(const void *ctx, uint32_t x, uint32_t y)
{
	const struct audit_range *const ranges = ctx;
	return memcmp(ranges[x].first, ranges[y].first, OCTETS);
}

/* Put ranges in order, and join those that meet. */
static bool join_ranges(struct robotsc_audit *audit, struct audit_name *name)
{
	struct audit_range *const joined = robotsc__arena_zeroed(&audit->arena, name->nranges + 1, sizeof *joined);
	uint32_t *const order = robotsc__arena_zeroed(&audit->arena, name->nranges + 1, sizeof *order);
	size_t n = 0;
	if (!joined || !order)
		return false;
	for (size_t i = 0; i < name->nranges; i++)
		order[i] = (uint32_t)i;
	if (!robotsc__sort(&audit->arena, order, name->nranges, compare_ranges, name->ranges))
		return false;
	for (size_t i = 0; i < name->nranges; i++) {
		const struct audit_range *const range = &name->ranges[order[i]];
		if (n == 0 || memcmp(range->first, joined[n - 1].last, OCTETS) > 0)
			joined[n++] = *range;
		else if (memcmp(range->last, joined[n - 1].last, OCTETS) > 0)
			memcpy(joined[n - 1].last, range->last, OCTETS);
	}
	name->ranges = joined;
	name->nranges = n;
	return true;
}

enum robotsc_status robotsc__audit_ranges(struct robotsc_audit *audit, struct audit_name *name, struct robotsc_text json)
{
	struct text_left t = {json.at, json.at + json.len};
	struct robotsc_text string;
	struct audit_range range;
	size_t room = 0, before = name->nranges;
	struct audit_range *at = NULL;
	size_t n = 0;
	for (; n < before; n++) {
		if (n == room && !robotsc__arena_grow(&audit->arena, (void **)&at, &room, sizeof *at))
			return ROBOTSC_ERR_NOMEM;
		at[n] = name->ranges[n];
	}
	while (next_string(&t, &string))
		if (read_range(string, &range)) {
			if (n == room && !robotsc__arena_grow(&audit->arena, (void **)&at, &room, sizeof *at))
				return ROBOTSC_ERR_NOMEM;
			at[n++] = range;
		}
	if (n == before)
		return ROBOTSC_ERR_ARGUMENT;
	name->ranges = at;
	name->nranges = n;
	return join_ranges(audit, name) ? ROBOTSC_OK : ROBOTSC_ERR_NOMEM;
}

enum robotsc_audit_address robotsc__audit_address(const struct audit_name *name, struct robotsc_text address)
{
	uint8_t octets[OCTETS];
	size_t low = 0, high = name->nranges;
	if (name->nranges == 0 || address.len == 0)
		return ROBOTSC_AUDIT_UNVERIFIED;
	struct text_left t = {address.at, address.at + address.len};
	if (read_address(&t, octets) < 0 || t.at != t.end)
		return ROBOTSC_AUDIT_UNVERIFIED;
	while (low < high) {
		const size_t middle = low + (high - low) / 2;
		if (memcmp(octets, name->ranges[middle].first, OCTETS) < 0)
			high = middle;
		else
			low = middle + 1;
	}
	return low > 0 && memcmp(octets, name->ranges[low - 1].last, OCTETS) <= 0 ? ROBOTSC_AUDIT_VERIFIED : ROBOTSC_AUDIT_FALSE;
}
