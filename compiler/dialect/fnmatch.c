/* fnmatch.c - see fnmatch.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "fnmatch.h"

/* The ']' that closes the '[' at p, or end.  A ']' that comes first is a member of the set.
 * *closed becomes 0 if no ']' is left, so that no later '[' searches again. */
static const uint8_t *set_end(const uint8_t *p, const uint8_t *end, bool *closed)
{
	if (*p != '[' || !*closed)
		return end;
	p++;
	if (p < end && (*p == '!' || *p == '^'))
		p++;
	if (p < end)
		p++;
	while (p < end && *p != ']')
		p++;
	*closed = p < end;
	return p;
}

/* A set as a bit for each octet. */
struct set {
	uint32_t bits[8];
};

static bool has(const struct set *set, unsigned octet)
{
	return (int)(set->bits[octet / 32] >> (octet % 32) & 1);
}

/* Read the members between the brackets. */
static void read_set(const uint8_t *p, const uint8_t *end, struct set *set)
{
	const bool negated = p < end && (*p == '!' || *p == '^');
	*set = (struct set){{0}};
	p += negated;
	while (p < end) {
		const unsigned low = robotsc__normalize_unit(&p, end);
		unsigned high = low;
		if (end - p >= 2 && *p == '-') {
			p++;
			high = robotsc__normalize_unit(&p, end);
		}
		for (unsigned c = low; high < NORMALIZED_PAIR && c <= high; c++)
			set->bits[c / 32] |= (uint32_t)1 << (c % 32);
	}
	for (int i = 0; negated && i < 8; i++)
		set->bits[i] = ~set->bits[i];
}

/* Write a set as ranges. */
static void put_set(const struct set *set, struct normal *out)
{
	uint8_t *count = out->text + out->len + 1, *range = count + 1;
	out->text[out->len] = OP_SET;
	*count = 0;
	for (unsigned c = 0; c < 256; c++) {
		if (!has(set, c))
			continue;
		*range++ = (uint8_t)c;
		while (c < 255 && has(set, c + 1))
			c++;
		*range++ = (uint8_t)c;
		++*count;
	}
	out->len = (uint32_t)(range - out->text);
}

bool robotsc__fnmatch_active(const struct span *value)
{
	const uint8_t *p = value->at, *const end = p + value->len;
	bool closed = true;
	for (; p < end; p++) {
		if (*p == '*' || *p == '?' || set_end(p, end, &closed) < end)
			return true;
		p += *p == '\\' && end - p > 1;
	}
	return false;
}

static void translate(const struct span *value, struct normal *out)
{
	const uint8_t *p = value->at, *const end = p + value->len;
	bool closed = true;
	while (p < end) {
		const uint8_t *close = set_end(p, end, &closed);
		if (*p == '*') {
			if (out->len == 0 || p[-1] != '*' || out->text[out->len - 1] != OP_STAR)
				out->text[out->len++] = OP_STAR;
			p++;
		} else if (*p == '?') {
			out->text[out->len++] = OP_ONE;
			out->has_sets = true;
			p++;
		} else if (close < end) {
			struct set set;
			read_set(p + 1, close, &set);
			put_set(&set, out);
			out->has_sets = true;
			p = close + 1;
		} else {
			p += *p == '\\' && end - p > 1;
			robotsc__normalize_put_unit(out, robotsc__normalize_unit(&p, end));
		}
	}
	if (out->len && p[-1] == '*' && out->text[out->len - 1] == OP_STAR)
		out->len--;
	else
		out->text[out->len++] = OP_END;
	out->octets = out->len;
}

void robotsc__fnmatch_run(const struct rule *rule, struct normal *out)
{
	if (!rule->glob) {
		robotsc__normalize_k(rule, out);
		return;
	}
	translate(&rule->value, out);
	out->active = robotsc__fnmatch_active(&rule->value);
}
