/* machine_reader.c - see machine_reader.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "machine_reader.h"

#include <string.h>

#include "match/percent.h"
#include "support/sort.h"

struct node robotsc__machine_reader_node(const struct machine_reader *m, uint32_t at)
{
	struct node n = read_node(m->code, at, m->width, m->filter);
	if (n.otherwise == ELSE_ROOT)
		n.else_target = machine_field(m->at, MACHINE_ROOT) - 1 + TARGET_NODE;
	return n;
}

uint32_t robotsc__machine_reader_end(const struct machine_reader *m, uint32_t at)
{
	const struct node n = robotsc__machine_reader_node(m, at);
	return (uint32_t)(n.octets - m->code) + n.count + (n.head & NODE_BRANCH ? n.count * m->width : 0);
}

struct machine_reader robotsc__machine_reader_of(const uint8_t *machine)
{
	return (struct machine_reader){.at = machine,
	                               .code = machine_code(machine),
	                               .width = machine_width(machine),
	                               .filter = machine_is_filter(machine) != 0,
	                               .prefix_table = machine[0] & MACHINE_PREFIXES ? machine_prefix_table(machine) : NULL};
}

/* ---- the prefix table of a machine, and its prefixes ---- */

/* Compare prefixes in octet order.  If one begins with the other, the shorter one comes first. */
static int compare_prefixes(const void *ctx, uint32_t x, uint32_t y)
{
	const uint8_t *a = (const uint8_t *)ctx + x, *b = (const uint8_t *)ctx + y;
	const uint32_t n = prefix_count(a[0]), k = prefix_count(b[0]);
	const int d = memcmp(a + 1, b + 1, n < k ? n : k);
	return d ? d : n < k ? -1 : n > k;
}

enum robotsc_status robotsc__prefix_reader_run(struct arena *a, struct machine_reader *m)
{
	const uint8_t *const first = prefix_table_first(m->prefix_table);
	const uint32_t size = (uint32_t)(machine_tables(m->at) - first);
	uint32_t *order = robotsc__arena_take(a, size * sizeof *order);
	m->prefix = robotsc__arena_take(a, size * sizeof *m->prefix);
	if (!order || !m->prefix)
		return ROBOTSC_ERR_NOMEM;
	for (uint32_t at = 0; at < size; at += first[at] ? prefix_size(first[at], m->width) : 1)
		if (first[at]) /* else it is padding */
			order[m->prefixes++] = at;
	if (!robotsc__sort(a, order, m->prefixes, compare_prefixes, first))
		return ROBOTSC_ERR_NOMEM;
	for (uint32_t i = 0; i < m->prefixes; i++)
		m->prefix[i] = first + order[i];
	return ROBOTSC_OK;
}

struct node robotsc__prefix_reader_node(const struct machine_reader *m, uint32_t prefix)
{
	const uint8_t *p = m->prefix[prefix];
	struct node n = {.otherwise = m->prefix_table[PREFIX_AT_ELSE] & BRANCH_ELSE, .octets = p + 1, .count = prefix_count(p[0])};
	n.target = prefix_target(p, m->width);
	if (n.otherwise == ELSE_ROOT)
		n.else_target = machine_field(m->at, MACHINE_ROOT) - 1 + TARGET_NODE;
	return n;
}

uint32_t robotsc__prefix_reader_find(const struct machine_reader *m, const uint8_t *begin, uint32_t n, uint8_t octet)
{
	uint8_t wanted[PREFIX_MAX];
	uint32_t low = 0, high = m->prefixes;
	memcpy(wanted, begin, n);
	wanted[n] = octet;
	while (low < high) {
		const uint32_t middle = low + (high - low) / 2, count = prefix_count(m->prefix[middle][0]);
		const int d = memcmp(m->prefix[middle] + 1, wanted, count < n + 1 ? count : n + 1);
		if (d < 0 || (d == 0 && count < n + 1))
			low = middle + 1;
		else
			high = middle;
	}
	return low < m->prefixes && memcmp(m->prefix[low] + 1, wanted, n + 1) == 0 ? low : UINT32_MAX;
}

/* True if the prefix table's lookup, by the hash of a prefix's first octets, finds that prefix. */
static bool prefix_is_found(const struct machine_reader *m, const uint8_t *wanted)
{
	const uint32_t count = prefix_count(wanted[0]);
	uint64_t word = 0;
	for (uint32_t i = 0; i < count && i < PREFIX_KEYS; i++)
		word |= (uint64_t)wanted[1 + i] << 8 * i;
	if (count + (ld64(m->prefix_table + PREFIX_AT_KEYS) >> 4 * (wanted[1] % PREFIX_SLOTS) & 7) < PREFIX_KEYS)
		return false;
	const uint8_t *to = prefix_lookup(m->prefix_table, word);
	while (to != wanted && to[0] & PREFIX_MORE)
		to += prefix_size(to[0], m->width);
	return to == wanted;
}

bool robotsc__prefix_reader_holds(const struct machine_reader *m)
{
	for (uint32_t i = 0; i < m->prefixes; i++) {
		const struct node prefix = robotsc__prefix_reader_node(m, i);
		if (!prefix_is_found(m, m->prefix[i]))
			return false;
		if (i + 1 < m->prefixes && prefix_count(m->prefix[i + 1][0]) >= prefix.count &&
		    memcmp(m->prefix[i + 1] + 1, prefix.octets, prefix.count) == 0)
			return false; /* the next prefix begins with this one */
	}
	return true;
}
