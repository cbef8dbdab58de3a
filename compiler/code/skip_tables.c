/* skip_tables.c - see machine.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "machine.h"

#include <string.h>

#include "match/percent.h"

static void set_scan(uint8_t *scan, uint8_t octet)
{
	scan[octet & 15] |= (uint8_t)(1u << (octet >> 4));
}

/* How many edges a state has; for the state of the prefix table, how many prefixes. */
static uint32_t count_seconds(const struct machine *m, uint32_t s)
{
	return machine_is_prefix_table(m, s) ? m->prefix_table.n : m->count[s];
}

static uint8_t second_octet(const struct machine *m, uint32_t s, uint32_t number)
{
	return machine_is_prefix_table(m, s) ? m->prefix_table.prefixes[number].text[0] : m->octet[m->first[s] + number];
}

/* True if an edge leaves the root for a state that has a default edge back to it, so that only a
 * second octet leads further.  All these octets are ASCII. */
static bool is_pair(const struct machine *m, uint32_t root, uint32_t e)
{
	const uint32_t s = m->target[e];
	bool ascii = m->octet[e] < 0x80;
	if (machine_is_settled(m, s) || machine_is_marked(m, s))
		return false;
	for (uint32_t k = 0; k < count_seconds(m, s); k++)
		ascii &= second_octet(m, s, k) < 0x80;
	return ascii && m->otherwise[s] == ELSE_DEFAULT && m->else_target[s] == root;
}

bool robotsc__skip_tables_pairs(const struct machine *m, uint32_t root)
{
	for (uint32_t e = m->first[root]; e < m->first[root] + m->count[root]; e++)
		if (is_pair(m, root, e))
			return true;
	return false;
}

/* Enter an octet that leaves the root, and all that may follow it, in one of eight classes. */
static void set_pairs(const struct machine *m, uint32_t e, uint8_t bit, uint8_t *pairs)
{
	const uint8_t first = m->octet[e];
	const uint32_t s = m->target[e];
	pairs[PAIR_FIRST_LOW + (first & 15)] |= bit;
	pairs[PAIR_FIRST_HIGH + (first >> 4)] |= bit;
	for (uint32_t k = 0; k < count_seconds(m, s); k++) {
		const uint8_t second = second_octet(m, s, k);
		pairs[PAIR_SECOND_LOW + (second & 15)] |= bit;
		pairs[PAIR_SECOND_HIGH + (second >> 4)] |= bit;
	}
}

void robotsc__skip_tables_write(const struct machine *m, uint32_t root, uint8_t slow, bool pairs, uint8_t *out)
{
	unsigned bit = 1;
	memset(out, 0, SCAN_SIZE + (pairs ? PAIR_SIZE : 0));
	for (unsigned octet = 0; octet < 0x80; octet++)
		if (octet_class[octet] & slow)
			set_scan(out, (uint8_t)octet);
	for (uint32_t e = m->first[root]; e < m->first[root] + m->count[root]; e++) {
		if (is_pair(m, root, e)) {
			set_pairs(m, e, (uint8_t)bit, out + SCAN_SIZE);
			bit = bit == 0x80 ? 1 : bit << 1;
		} else if (m->octet[e] < 0x80)
			set_scan(out, m->octet[e]);
	}
}
