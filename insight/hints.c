/* hints.c - is what a DFA says of itself, to be walked faster, true of its nodes?  docs/format.md,
 * "Scan", "Path forms", "The walk"
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "machine_reader.h"
#include "octets.h"

/* The bits of an octet in the pair table, if it comes first. */
static unsigned first_bits(const struct machine_reader *m, uint8_t first)
{
	const uint8_t *pairs = machine_tables(m->at) + SCAN_SIZE;
	return pairs[PAIR_FIRST_LOW + (first & 15)] & pairs[PAIR_FIRST_HIGH + (first >> 4)];
}

/* Are two octets in the pair table? */
static int has_pair(const struct machine_reader *m, uint8_t first, uint8_t second)
{
	const uint8_t *pairs = machine_tables(m->at) + SCAN_SIZE;
	return (first_bits(m, first) & pairs[PAIR_SECOND_LOW + (second & 15)] & pairs[PAIR_SECOND_HIGH + (second >> 4)]) != 0;
}

/* The scan passes over a way out of the hub only where the octet behind it would lead back to the hub; and not where the
 * path ends behind it, or a slow octet stands there, but for that it must have a bit. */
static int pair_holds(const struct machine_reader *m, uint8_t octet, uint32_t target)
{
	if (target < TARGET_NODE || !first_bits(m, octet))
		return 0;
	const struct node to = robotsc__node_read(m, target - TARGET_NODE);
	for (uint32_t i = 0; i < (to.head & NODE_BRANCH ? to.count : 1); i++)
		if (!has_pair(m, octet, to.octets[i]))
			return 0;
	return to.otherwise == ELSE_HUB;
}

/* An octet that the scan passes over leaves the walk in the hub. */
static int scan_holds(const struct machine_reader *m, uint8_t slow)
{
	const uint8_t *scan = machine_tables(m->at);
	const uint32_t at = machine_field(m->at, MACHINE_HUB);
	if (!at)
		return 0;
	const struct node hub = robotsc__node_read(m, at - 1);
	if (!(hub.head & NODE_BRANCH) || hub.otherwise != ELSE_SELF)
		return 0;
	for (unsigned c = 0; c < 0x80; c++)
		if (!scan_stops(scan, (uint8_t)c) && octet_class[c] & slow)
			return 0;
	for (uint32_t i = 0; i < hub.count; i++)
		if (!scan_stops(scan, hub.octets[i]) &&
		    (!(m->at[0] & MACHINE_PAIRS) || !pair_holds(m, hub.octets[i], robotsc__node_way(m, &hub, i))))
			return 0;
	return 1;
}

/* A run that says that it may be compared as it stands may be. */
static int runs_hold(const struct machine_reader *m, uint8_t slow)
{
	const uint32_t size = machine_field(m->at, MACHINE_CODE);
	for (uint32_t at = 0; at < size; at = robotsc__node_end(m, at)) {
		const struct node n = robotsc__node_read(m, at);
		for (uint32_t i = 0; !(n.head & (NODE_BRANCH | RUN_CAREFUL)) && i < n.count; i++)
			if (octet_class[n.octets[i]] & slow)
				return 0;
	}
	return 1;
}

int robotsc__hints_hold(const struct machine_reader *m, uint8_t form)
{
	return robotsc__fan_holds(m, octet_slow[form]) && runs_hold(m, octet_slow[form]) &&
	       (!(m->at[0] & MACHINE_SCAN) || scan_holds(m, octet_slow[form]));
}
