/* hints.c - is what a machine says of itself, to be walked faster, true of its nodes?  docs/format.md,
 * "Scan", "Path forms", "The walk"
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "machine_reader.h"
#include "octets.h"

/* A rank is not above the machine's highest, and no match of the other verdict that is outranked by it settles that. */
static int rank_holds(const struct machine_reader *m, uint32_t rank)
{
	return rank <= machine_field(m->at, MACHINE_TOP) && rank <= machine_field(m->at, MACHINE_STOP + !(rank & 1));
}

static int ranks_hold(const struct machine_reader *m)
{
	const uint32_t unit = machine_unit(m->at);
	for (uint32_t i = 0; i < m->nglobs; i++)
		if (!rank_holds(m, m->globs[i].rank))
			return 0;
	for (uint32_t i = 0; !has_programs(m) && i < machine_field(m->at, MACHINE_MARKS); i++) {
		const uint8_t *mark = machine_marks(m->at) + (size_t)i * MARK_FIELDS * unit;
		if (!rank_holds(m, field_at(mark, MARK_RANK, unit)) || !rank_holds(m, field_at(mark, MARK_END, unit)))
			return 0;
	}
	for (uint32_t i = 0; !has_programs(m) && i < machine_field(m->at, MACHINE_GATES); i++) {
		const uint8_t *gate = machine_gates(m->at) + (size_t)i * GATE_FIELDS * unit;
		if (!rank_holds(m, field_at(gate, GATE_RANK, unit)) || !rank_holds(m, field_at(gate, GATE_END, unit)))
			return 0;
	}
	return 1;
}

/* The bits of an octet in the pair table, if it comes first. */
static unsigned first_bits(const struct machine_reader *m, uint8_t first)
{
	const uint8_t *pairs = machine_scan(m->at) + SCAN_SIZE;
	return pairs[PAIR_FIRST_LOW + (first & 15)] & pairs[PAIR_FIRST_HIGH + (first >> 4)];
}

/* Are two octets in the pair table? */
static int has_pair(const struct machine_reader *m, uint8_t first, uint8_t second)
{
	const uint8_t *pairs = machine_scan(m->at) + SCAN_SIZE;
	return (first_bits(m, first) & pairs[PAIR_SECOND_LOW + (second & 15)] & pairs[PAIR_SECOND_HIGH + (second >> 4)]) != 0;
}

/* The scan passes over a way out of the hub only where the octet behind it would lead back to the hub; and not where the
 * path ends behind it, or a slow octet stands there, but for that it must have a bit. */
static int pair_holds(const struct machine_reader *m, uint8_t octet, uint32_t target)
{
	if (target < TARGET_NODE || !first_bits(m, octet))
		return 0;
	const struct node to = robotsc__node_read(m, target - TARGET_NODE);
	if (node_is_fan(to.head)) {
		for (uint32_t i = 0; i < m->fan.n; i++)
			if (!has_pair(m, octet, robotsc__node_read(m, m->fan.labels[i]).octets[0]))
				return 0;
		return m->fan.back.otherwise == ELSE_HUB;
	}
	for (uint32_t i = 0; i < (to.head & NODE_BRANCH ? to.count : 1); i++)
		if (!has_pair(m, octet, to.octets[i]))
			return 0;
	return to.otherwise == ELSE_HUB && !(m->ranked && to.head & NODE_E);
}

/* An octet that the scan passes over leaves the walk in the hub. */
static int scan_holds(const struct machine_reader *m, uint8_t slow)
{
	const struct node hub = robotsc__node_read(m, (uint32_t)(m->hub - m->code));
	if (m->hub == m->code || !(hub.head & NODE_BRANCH) || hub.otherwise != ELSE_SELF)
		return 0;
	for (unsigned c = 0; c < 0x80; c++)
		if (!scan_stops(machine_scan(m->at), (uint8_t)c) && octet_class[c] & slow)
			return 0;
	for (uint32_t i = 0; i < hub.count; i++)
		if (!scan_stops(machine_scan(m->at), hub.octets[i]) &&
		    (!(m->at[0] & MACHINE_PAIRS) || !pair_holds(m, hub.octets[i], robotsc__node_way(m, &hub, i))))
			return 0;
	return 1;
}

/* A run that says that it may be compared as it stands may be; ranks hold. */
static int nodes_hold(const struct machine_reader *m, uint8_t slow)
{
	const uint32_t size = has_programs(m) ? 0 : machine_field(m->at, MACHINE_CODE);
	for (uint32_t at = 0; at < size; at = robotsc__node_end(m, at)) {
		const struct node n = robotsc__node_read(m, at);
		if (m->ranked && n.head & NODE_E && !(n.mark & 1) && !rank_holds(m, n.mark >> 1))
			return 0;
		for (uint32_t i = 0; !(n.head & (NODE_BRANCH | RUN_CAREFUL)) && i < n.count; i++)
			if (octet_class[n.octets[i]] & slow)
				return 0;
	}
	return 1;
}

/* Verdicts that nodes and labels lead to, as bits; and a bit above those for nodes. */
static unsigned verdicts_of(const struct machine_reader *m)
{
	const uint32_t size = has_programs(m) ? 0 : machine_field(m->at, MACHINE_CODE);
	unsigned found = 0;
	for (uint32_t at = 0; at < size; at = robotsc__node_end(m, at)) {
		const struct node n = robotsc__node_read(m, at);
		const uint32_t other = n.head & NODE_BRANCH ? n.linked : n.target;
		if (!(n.head & NODE_BRANCH) || n.otherwise == ELSE_GOTO)
			found |= 1u << (other < TARGET_NODE ? other : TARGET_NODE);
		for (uint32_t i = 0; n.head & NODE_BRANCH && i < n.count; i++) {
			const uint32_t way = robotsc__node_way(m, &n, i);
			found |= 1u << (way < TARGET_NODE ? way : TARGET_NODE);
		}
	}
	for (uint32_t i = 0; i < m->fan.n; i++) {
		const uint32_t target = robotsc__node_read(m, m->fan.labels[i]).target;
		found |= 1u << (target < TARGET_NODE ? target : TARGET_NODE);
	}
	return found;
}

/* A verdict that a node leads to ends the walk, as a rank does that is above all of the other verdict. */
int robotsc__hints_verdicts_hold(const struct machine_reader *m, const struct machine_reader *first)
{
	const unsigned found = verdicts_of(m);
	const uint32_t top = machine_field(m->at, MACHINE_TOP), highest = machine_field(first->at, MACHINE_TOP);
	for (uint32_t v = 0; v < TARGET_NODE; v++)
		if (found & 1u << v &&
		    (machine_field(m->at, MACHINE_STOP + v) >= top || machine_field(m->at, MACHINE_STOP + !v) < highest))
			return 0;
	return 1;
}

int robotsc__hints_hold(const struct machine_reader *m, const struct machine_reader *before, uint8_t form)
{
	if (m->ranked && !ranks_hold(m))
		return 0;
	if (before) /* in a list: by descending ranks, and of one mind about what settles the verdict */
		for (uint32_t field = MACHINE_STOP; field <= MACHINE_TOP; field++)
			if (machine_field(m->at, field) != machine_field(before->at, field) &&
			    (field != MACHINE_TOP || machine_field(m->at, field) > machine_field(before->at, field)))
				return 0;
	return robotsc__fan_holds(m, octet_slow[form]) && nodes_hold(m, octet_slow[form]) &&
	       (!(m->at[0] & MACHINE_SCAN) || scan_holds(m, octet_slow[form]));
}
