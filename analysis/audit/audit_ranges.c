/* audit_ranges.c - the addresses that a crawler's maker publishes, and whether a request's is among
 * them.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "access/text.h"
#include "audit_parts.h"
#include "support/sort.h"

int robotsc__audit_read_address(struct robotsc_text text, uint8_t out[AUDIT_ADDRESS])
{
	char string[INET6_ADDRSTRLEN];
	if (text.len == 0 || text.len >= sizeof string || memchr(text.at, 0, text.len))
		return -1;
	memcpy(string, text.at, text.len);
	string[text.len] = '\0';
	memset(out, 0, 10);
	memset(out + 10, 0xFF, 2);
	if (inet_pton(AF_INET, string, out + 12) == 1)
		return 8 * 12;
	return inet_pton(AF_INET6, string, out) == 1 ? 0 : -1;
}

/* ---- ranges --------------------------------------------------------------------------------- */

/* Read "192.0.2.0/24", or an address alone.  False: it is neither. */
static bool read_range(struct robotsc_text text, struct audit_range *range)
{
	const char *const slash = memchr(text.at, '/', text.len), *const end = text.at + text.len;
	const size_t len = slash ? (size_t)(slash - text.at) : text.len;
	const int before = robotsc__audit_read_address((struct robotsc_text){text.at, len}, range->first);
	const char *at = slash ? slash + 1 : end;
	int bits = slash ? before : 8 * AUDIT_ADDRESS, added = 0;
	for (; at < end && at - slash <= 3 && is_digit(*at); at++)
		added = 10 * added + *at - '0';
	bits += added;
	if (before < 0 || at != end || (slash && slash + 1 == end) || bits > 8 * AUDIT_ADDRESS)
		return false;
	memcpy(range->last, range->first, AUDIT_ADDRESS);
	for (int i = bits; i < 8 * AUDIT_ADDRESS; i++) {
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
	t->at = open + 1;
	(void)robotsc__log_string(t, string);
	return true;
}

static int compare_ranges(const void *ctx, uint32_t x, uint32_t y)
{
	const struct audit_range *const ranges = ctx;
	return memcmp(ranges[x].first, ranges[y].first, AUDIT_ADDRESS);
}

/* Sort ranges, and join those that overlap or touch. */
static bool join_ranges(struct robotsc_audit *audit, struct audit_name *name)
{
	struct audit_range *const joined = robotsc__arena_zeroed(&audit->arena, name->nranges + 1, sizeof *joined);
	const uint32_t *const order = robotsc__sort_all(&audit->arena, name->nranges, compare_ranges, name->ranges);
	size_t n = 0;
	if (!joined || !order)
		return false;
	for (size_t i = 0; i < name->nranges; i++) {
		const struct audit_range *const range = &name->ranges[order[i]];
		if (n == 0 || memcmp(range->first, joined[n - 1].last, AUDIT_ADDRESS) > 0)
			joined[n++] = *range;
		else if (memcmp(range->last, joined[n - 1].last, AUDIT_ADDRESS) > 0)
			memcpy(joined[n - 1].last, range->last, AUDIT_ADDRESS);
	}
	name->ranges = joined;
	name->nranges = n;
	return true;
}

enum robotsc_status robotsc__audit_ranges(struct robotsc_audit *audit, struct audit_name *name, struct robotsc_text json)
{
	struct text_left t = {json.at, json.at + json.len};
	struct robotsc_text string;
	const size_t before = name->nranges;
	size_t room = before + 1, n = before;
	struct audit_range *at = robotsc__arena_take(&audit->arena, room * sizeof *at);
	if (!at)
		return ROBOTSC_ERR_NOMEM;
	if (before)
		memcpy(at, name->ranges, before * sizeof *at);
	while (next_string(&t, &string)) {
		if (!robotsc__arena_reserve(&audit->arena, (void **)&at, &room, sizeof *at, n + 1))
			return ROBOTSC_ERR_NOMEM;
		n += read_range(string, &at[n]);
	}
	if (n == before)
		return ROBOTSC_ERR_ARGUMENT;
	name->ranges = at;
	name->nranges = n;
	return join_ranges(audit, name) ? ROBOTSC_OK : ROBOTSC_ERR_NOMEM;
}

enum robotsc_audit_address robotsc__audit_address(const struct audit_name *name, struct robotsc_text address)
{
	uint8_t octets[AUDIT_ADDRESS];
	size_t low = 0, high = name->nranges;
	if (name->nranges == 0 || address.len == 0 || robotsc__audit_read_address(address, octets) < 0)
		return ROBOTSC_AUDIT_UNVERIFIED;
	BISECT(low, high, i, memcmp(octets, name->ranges[i].first, AUDIT_ADDRESS) >= 0);
	return low > 0 && memcmp(octets, name->ranges[low - 1].last, AUDIT_ADDRESS) <= 0 ? ROBOTSC_AUDIT_VERIFIED
	                                                                                 : ROBOTSC_AUDIT_FALSE;
}
