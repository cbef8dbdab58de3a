/* normalize.c - see normalize.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "normalize.h"

#include "match/percent.h"

/* The part of a URL that the next octet of a pattern may stand in. */
enum url_part {
	IN_PATH,
	IN_QUERY,
	IN_EITHER
};

/* The octet that "%XX" at p encodes, or -1. */
static int triplet(const uint8_t *p, const uint8_t *end)
{
	const unsigned high = end - p > 2 ? octet_hex(p[1]) : 16, low = end - p > 2 ? octet_hex(p[2]) : 16;
	return high > 15 || low > 15 ? -1 : (int)(high << 4 | low);
}

static void put(struct normal *out, unsigned octet)
{
	out->text[out->len++] = (uint8_t)octet;
	out->octets++;
}

static void put_escaped(struct normal *out, unsigned octet)
{
	put(out, '%');
	put(out, octet_digit(octet >> 4));
	put(out, octet_digit(octet & 15));
}

/* "%2F" and "%3F" count three octets, although they may match one. */
static void put_variant(struct normal *out, unsigned op)
{
	put(out, op);
	out->octets += 2;
}

static void put_triplet_r(struct normal *out, unsigned octet, enum url_part part)
{
	const uint8_t class = octet_class[octet];
	if (class & OCTET_R_QUERY && part == IN_EITHER)
		put_variant(out, octet == '/' ? OP_SLASH : OP_QUERY);
	else if (class & OCTET_R_DECODE || (class & OCTET_R_QUERY && part == IN_QUERY))
		put(out, octet);
	else
		put_escaped(out, octet);
}

void robotsc__normalize_r(const struct rule *rule, struct normal *out)
{
	const uint8_t *p = rule->value.at, *const end = p + rule->value.len;
	enum url_part part = IN_PATH;
	while (p < end) {
		const uint8_t c = *p;
		const int escaped = c == '%' ? triplet(p, end) : -1;
		if (escaped >= 0) {
			put_triplet_r(out, (unsigned)escaped, part);
			p += 3;
			continue;
		}
		if (c == '*') {
			put(out, OP_STAR);
			part = part == IN_PATH ? IN_EITHER : part;
		} else if (c == '$' && p + 1 == end) {
			put(out, OP_END);
		} else if (octet_class[c] & OCTET_R_ENCODE) {
			put_escaped(out, c);
		} else {
			put(out, c);
		}
		if (c == '?')
			part = IN_QUERY;
		p++;
	}
}

void robotsc__normalize_g(const struct rule *rule, struct normal *out)
{
	const uint8_t *p = rule->value.at, *const end = p + rule->value.len;
	while (p < end) {
		const uint8_t c = *p;
		const int escaped = c == '%' ? triplet(p, end) : -1;
		if (escaped >= 0) {
			put_escaped(out, (unsigned)escaped);
			p += 3;
			continue;
		}
		if (c == '*')
			put(out, OP_STAR);
		else if (c == '$' && p + 1 == end)
			put(out, OP_END);
		else if (c >= 0x80)
			put_escaped(out, c);
		else
			put(out, c);
		p++;
	}
}

unsigned robotsc__normalize_unit(const uint8_t **p, const uint8_t *end)
{
	const uint8_t c = **p;
	const int escaped = c == '%' ? triplet(*p, end) : -1;
	const unsigned octet = escaped >= 0 ? (unsigned)escaped : c;
	*p += escaped >= 0 ? 3 : 1;
	return octet == '%' || (octet == '/' && escaped >= 0) ? NORMALIZED_PAIR | octet : octet;
}

void robotsc__normalize_put_unit(struct normal *out, unsigned unit)
{
	if (unit < NORMALIZED_PAIR && (unit == '/' || !(octet_class[unit] & OCTET_K_PAIR))) {
		put(out, unit);
		return;
	}
	put(out, FORM_K_LEAD | (unit >> 4 & 15));
	put(out, FORM_K_TRAIL | (unit & 15));
}

void robotsc__normalize_k(const struct rule *rule, struct normal *out)
{
	const uint8_t *p = rule->value.at, *const end = p + rule->value.len;
	while (p < end)
		robotsc__normalize_put_unit(out, robotsc__normalize_unit(&p, end));
}
