/* program.c - see program.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "program.h"

#include <string.h>

#include "sort.h"

/* The highest rank first. */
static int compare_ranks(const void *ctx, uint32_t x, uint32_t y)
{
	const struct pattern *patterns = ctx;
	if (patterns[x].rank != patterns[y].rank)
		return patterns[x].rank > patterns[y].rank ? -1 : 1;
	return x < y ? -1 : x > y;
}

static uint8_t *put_field(uint8_t *p, uint32_t value, unsigned unit)
{
	for (unsigned i = 0; i < unit; i++, value >>= 8)
		p[i] = (uint8_t)value;
	return p + unit;
}

/* How often a literal may overlap itself: at the most so many of its beginnings end at one place of it.  fails
 * and count have an entry for each octet. */
static uint32_t count_overlaps(const uint8_t *text, uint32_t len, uint32_t *fails, uint32_t *count)
{
	uint32_t most = 1;
	fails[0] = 0;
	count[0] = 1;
	for (uint32_t i = 1, k = 0; i < len && most <= OVERLAPS_MAX; i++) {
		while (k && text[i] != text[k])
			k = fails[k - 1];
		k += text[i] == text[k];
		fails[i] = k;
		count[i] = 1 + (k ? count[k - 1] : 0);
		most = count[i] > most ? count[i] : most;
	}
	return most;
}

enum robotsc_status robotsc__program_suits(struct arena *a, const struct pattern *pattern, int *suits)
{
	const struct arena_mark mark = robotsc__arena_mark(a);
	uint32_t *fails = robotsc__arena_take(a, pattern->len * sizeof *fails),
		 *count = robotsc__arena_take(a, pattern->len * sizeof *count);
	if (!fails || !count)
		return ROBOTSC_ERR_NOMEM;
	*suits = 1;
	for (uint32_t at = robotsc__pattern_literal(pattern->text, pattern->len); at < pattern->len && *suits; at++) {
		const uint32_t len = robotsc__pattern_literal(pattern->text + at, pattern->len - at);
		*suits = len == 0 || count_overlaps(pattern->text + at, len, fails, count) <= OVERLAPS_MAX;
		at += len;
	}
	for (uint32_t i = 0; i < pattern->len; i++)
		*suits &= !op_is_either(pattern->text[i]);
	robotsc__arena_reset(a, mark);
	return ROBOTSC_OK;
}

static void write(const struct rules *rules, const struct pattern *patterns, const uint32_t *order, uint32_t n, uint32_t code,
                  unsigned unit, struct octets *out)
{
	const uint32_t fields[MACHINE_RANKED_FIELDS] = {
		[MACHINE_CODE] = code,
		[MACHINE_STOP] = rules->stop[0],
		[MACHINE_STOP + 1] = rules->stop[1],
		[MACHINE_TOP] = out->top,
	};
	uint8_t *p = out->at;
	*p++ = (uint8_t)(MACHINE_IS_RANKED | MACHINE_PROGRAMS | (rules->fallback ? MACHINE_FALLBACK : 0) |
	                 (unit == 4 ? MACHINE_WIDE : 0));
	for (uint32_t i = 0; i < MACHINE_RANKED_FIELDS; i++)
		p = put_field(p, fields[i], unit);
	for (uint32_t i = 0; i < n; i++) {
		const struct pattern *pattern = &patterns[order[i]];
		p = put_field(p, pattern->rank, unit);
		p = put_field(p, pattern->len, unit);
		memcpy(p, pattern->text, pattern->len);
		p += pattern->len;
	}
}

enum robotsc_status robotsc__program_run(struct arena *a, struct arena *keep, const struct rules *rules,
                                         const struct pattern *patterns, uint32_t n, struct octets *out)
{
	uint32_t *order = robotsc__arena_take(a, n * sizeof *order);
	uint64_t text = 0;
	if (!order)
		return ROBOTSC_ERR_NOMEM;
	for (uint32_t i = 0; i < n; i++) {
		order[i] = i;
		text += patterns[i].len;
	}
	if (!robotsc__sort(a, order, n, compare_ranks, patterns))
		return ROBOTSC_ERR_NOMEM;
	const uint32_t top = patterns[order[0]].rank;
	const unsigned unit = text + 2 * PROGRAM_FIELDS * (uint64_t)n <= UINT16_MAX && rules->stop[0] <= UINT16_MAX &&
	                                      rules->stop[1] <= UINT16_MAX && top <= UINT16_MAX
	                              ? 2
	                              : 4;
	const uint64_t code = text + (uint64_t)unit * PROGRAM_FIELDS * n, size = 1 + unit * MACHINE_RANKED_FIELDS + code;
	if (size > POLICY_LIST - 1)
		return ROBOTSC_ERR_TOO_LARGE;
	*out = (struct octets){.at = robotsc__arena_take(keep, (size_t)size), .len = (uint32_t)size, .top = top};
	if (!out->at)
		return ROBOTSC_ERR_NOMEM;
	write(rules, patterns, order, n, (uint32_t)code, unit, out);
	return ROBOTSC_OK;
}
