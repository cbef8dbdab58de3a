/* match.c - see match.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "match.h"

#include <string.h>

#include "octets.h"
#include "shell.h"

static void put(struct canonical *c, unsigned octet)
{
	c->text[c->len++] = (uint8_t)octet;
}

static void put_escaped(struct canonical *c, unsigned octet)
{
	put(c, '%');
	put(c, octet_digit(octet >> 4));
	put(c, octet_digit(octet & 15));
}

/* Two octets for one, in form K. */
static void put_pair(struct canonical *c, unsigned octet)
{
	put(c, FORM_K_LEAD | octet >> 4);
	put(c, FORM_K_TRAIL | (octet & 15));
}

/* A literal octet of a path. */
static void put_literal(struct canonical *c, uint8_t form, uint8_t octet)
{
	if (form == FORM_K && octet_class[octet] & OCTET_K_PAIR && octet != '/')
		put_pair(c, octet);
	else if (form == FORM_R && octet_class[octet] & OCTET_R_ENCODE)
		put_escaped(c, octet);
	else
		put(c, octet);
	if (octet == '?' && c->query == SIZE_MAX)
		c->query = c->len;
}

/* "%XX" in a path. */
static void put_triplet(struct canonical *c, uint8_t form, uint8_t octet)
{
	const uint8_t class = octet_class[octet];
	if (form == FORM_K && class & OCTET_K_PAIR)
		put_pair(c, octet);
	else if (form == FORM_K || class & OCTET_R_DECODE || (class & OCTET_R_QUERY && c->query != SIZE_MAX))
		put(c, octet);
	else
		put_escaped(c, octet);
}

void robotsc__match_path(const struct robotsc__dialect *dialect, const uint8_t *p, size_t len, struct canonical *c)
{
	const uint8_t *const end = p + len;
	c->len = 0;
	c->query = SIZE_MAX;
	if (len == 0 || *p != '/')
		put(c, '/');
	while (p < end && *p != '#' && !(dialect->form == FORM_RAW && *p == 0)) {
		if (dialect->form == FORM_RAW) {
			put(c, *p++);
		} else if (*p == '%' && end - p > 2 && octet_hex(p[1]) < 16 && octet_hex(p[2]) < 16) {
			put_triplet(c, dialect->form, (uint8_t)(octet_hex(p[1]) << 4 | octet_hex(p[2])));
			p += 3;
		} else {
			put_literal(c, dialect->form, *p++);
		}
	}
}

/* Octets of a path that OP_ONE or OP_SET takes there; 0: none. */
static size_t takes_unit(const uint8_t *item, const struct canonical *path, size_t at)
{
	const uint8_t first = at < path->len ? path->text[at] : FORM_K_TRAIL, pair = first < FORM_K_TRAIL;
	if (first >= FORM_K_TRAIL && first < FORM_K_LIMIT)
		return 0;
	const unsigned octet = pair ? (unsigned)first << 4 | (path->text[at + 1] & 15u) : first;
	if (*item == OP_SET && ((pair && (octet == '/' || octet == '%')) || !shell_set_holds(item, octet)))
		return 0;
	return pair ? 2 : 1;
}

/* Octets of a path that an octet or operator of a pattern takes there; 0: none. */
static size_t takes(const uint8_t *item, const struct canonical *path, size_t at)
{
	if (*item == OP_ONE || *item == OP_SET)
		return takes_unit(item, path, at);
	if (!op_is_either(*item))
		return *item < 0x80 && at < path->len && path->text[at] == *item;
	if (at >= path->query)
		return at < path->len && path->text[at] == (*item == OP_SLASH ? '/' : '?');
	return path->len - at >= 3 && memcmp(path->text + at, *item == OP_SLASH ? "%2F" : "%3F", 3) == 0 ? 3 : 0;
}

int robotsc__match_run(const uint8_t *pattern, uint32_t len, const struct canonical *path, uint64_t *work)
{
	uint32_t i = 0, star = UINT32_MAX;
	size_t at = 0, again = 0;
	for (; *work; --*work) {
		if (i == len)
			return 1;
		if (pattern[i] == OP_STAR) {
			star = i++;
			again = at;
			continue;
		}
		const size_t n = pattern[i] == OP_END ? at == path->len : takes(pattern + i, path, at);
		if (pattern[i] == OP_END && n)
			return 1;
		if (n) {
			at += n;
			i += shell_size(pattern + i);
			continue;
		}
		if (star == UINT32_MAX || again >= path->len)
			return 0;
		at = ++again;
		i = star + 1;
	}
	return MATCH_UNKNOWN;
}
