/* check_tables.c - see check_tables.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "check_tables.h"

#include "prefix_reader.h"
#include "match/percent.h"

/* The bits that the pair table has for an octet as the first of a pair. */
static unsigned first_bits(const struct machine_reader *m, uint8_t first)
{
	const uint8_t *pairs = machine_tables(m->at) + SCAN_SIZE;
	return pair_first(pairs, first);
}

/* True if the pair table has these two octets. */
static bool has_pair(const struct machine_reader *m, uint8_t first, uint8_t second)
{
	const uint8_t *pairs = machine_tables(m->at) + SCAN_SIZE;
	return (pair_first(pairs, first) & pair_second(pairs, second)) != 0;
}

/* The scan passes over a way out of the root only where the next octet leads back to the root.
 * Before a slow octet or the path's end it stops, if the way has a bit. */
static bool pair_holds(const struct machine_reader *m, uint8_t octet, uint32_t target)
{
	if (target < TARGET_NODE || !first_bits(m, octet))
		return false;
	const struct node to = robotsc__machine_reader_node(m, target - TARGET_NODE);
	for (uint32_t i = 0; i < (to.head & NODE_BRANCH ? to.count : 1); i++)
		if (!has_pair(m, octet, to.octets[i]))
			return false;
	return to.otherwise == ELSE_ROOT;
}

/* An octet that the scan passes over leaves the walk in the root, which robotsc_open has found to
 * stay on other octets. */
static bool scan_holds(const struct machine_reader *m, uint8_t slow)
{
	const uint8_t *scan = machine_tables(m->at);
	const struct node root = robotsc__machine_reader_node(m, machine_field(m->at, MACHINE_ROOT) - 1);
	for (unsigned c = 0; c < 0x80; c++)
		if (!scan_stops(scan, (uint8_t)c) && octet_class[c] & slow)
			return false;
	for (uint32_t i = 0; i < root.count; i++)
		if (!scan_stops(scan, root.octets[i]) &&
		    (!(m->at[0] & MACHINE_PAIRS) || !pair_holds(m, root.octets[i], node_way(&root, i, m->width))))
			return false;
	return true;
}

/* A run without RUN_CAREFUL holds no slow octet. */
static bool runs_hold(const struct machine_reader *m, uint8_t slow)
{
	const uint32_t size = machine_field(m->at, MACHINE_CODE);
	for (uint32_t at = 0; at < size; at = robotsc__machine_reader_end(m, at)) {
		const struct node n = robotsc__machine_reader_node(m, at);
		for (uint32_t i = 0; !(n.head & (NODE_BRANCH | RUN_CAREFUL)) && i < n.count; i++)
			if (octet_class[n.octets[i]] & slow)
				return false;
	}
	return true;
}

bool robotsc__check_tables_hold(const struct machine_reader *m, uint8_t form)
{
	return robotsc__prefix_reader_holds(m) && runs_hold(m, octet_slow[form]) &&
	       (!(m->at[0] & MACHINE_SCAN) || scan_holds(m, octet_slow[form]));
}
