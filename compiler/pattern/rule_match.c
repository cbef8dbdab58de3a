/* rule_match.c - see rule_match.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "rule_match.h"

#include "match/percent.h"

static void put(struct canonical_path *c, unsigned octet)
{
	c->text[c->len++] = (uint8_t)octet;
}

static void put_escaped(struct canonical_path *c, unsigned octet)
{
	put(c, '%');
	put(c, octet_digit(octet >> 4));
	put(c, octet_digit(octet & 15));
}

/* Write an octet as a pair of form K. */
static void put_pair(struct canonical_path *c, unsigned octet)
{
	put(c, FORM_K_LEAD | octet >> 4);
	put(c, FORM_K_TRAIL | (octet & 15));
}

/* Write a literal octet of a path. */
static void put_literal(struct canonical_path *c, uint8_t form, uint8_t octet)
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

/* Write the octet that "%XX" of a path encodes. */
static void put_triplet(struct canonical_path *c, uint8_t form, uint8_t octet)
{
	const uint8_t class = octet_class[octet];
	if (form == FORM_K && class & OCTET_K_PAIR)
		put_pair(c, octet);
	else if (form == FORM_K || class & OCTET_R_DECODE || (class & OCTET_R_QUERY && c->query != SIZE_MAX))
		put(c, octet);
	else
		put_escaped(c, octet);
}

bool robotsc__rule_match_path(struct arena *a, const struct robotsc__dialect *dialect, const uint8_t *p, size_t len,
                              struct canonical_path *c)
{
	const uint8_t *const end = p + len;
	*c = (struct canonical_path){.text = robotsc__arena_take(a, 3 * len + 1), .query = SIZE_MAX};
	if (!c->text)
		return false;
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
	c->room = robotsc__arena_take(a, 2 * (c->len + 2) * sizeof *c->room);
	return c->room != NULL;
}

int robotsc__rule_match_run(const uint8_t *pattern, uint32_t len, const struct canonical_path *path, uint64_t *work)
{
	const struct glob glob = {pattern, len, 1, 0};
	struct positions at = {path->room, 0}, next = {path->room + path->len + 2, 0};
	uint32_t best = robotsc__glob_set_start(&glob, 1, &at, 0);
	for (size_t i = 0; i < path->len && at.n && *work; i++) {
		const struct positions from = at;
		best = robotsc__glob_set_step(&glob, &from, path->text[i], i >= path->query, &next, best);
		const uint64_t cost = next.n + (uint64_t)(best != 0);
		*work -= cost < *work ? cost : *work;
		at = next;
		next = from;
	}
	return *work ? robotsc__glob_set_end(&glob, &at, best) != 0 : RULE_MATCH_UNKNOWN;
}
