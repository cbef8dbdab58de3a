/* machine.c - see machine.h: gluing states to runs.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "machine.h"

/* A state that is linked to must be a node, and so on along the links. */
static void make_node(struct machine *m, uint32_t s)
{
	m->flags[s] &= (uint8_t)~STATE_GLUED;
	while (m->otherwise[s] == ELSE_LINK && m->flags[m->link[s]] & STATE_GLUED) {
		s = m->link[s];
		m->flags[s] &= (uint8_t)~STATE_GLUED;
	}
}

static void make_nodes(struct machine *m)
{
	for (uint32_t s = 0; s < m->n; s++)
		if (!(m->flags[s] & (STATE_GLUED | STATE_SETTLED)))
			make_node(m, s);
}

/* Could a state be one octet inside a run?  Its predecessor p is known to have one edge. */
static int can_glue(const struct machine *m, uint32_t p, uint32_t s, const uint8_t *ways)
{
	const int plain = m->otherwise[p] == ELSE_LINK || m->otherwise[p] == ELSE_DISALLOW;
	return plain && m->otherwise[s] == m->otherwise[p] && m->count[s] == 1 && !m->mark[s] && ways[s] == 1 && s != m->start &&
	       !((m->flags[s] | m->flags[p]) & STATE_SETTLED) && !(m->flags[s] & STATE_LABELLED);
}

void robotsc__machine_label(struct machine *m)
{
	if (m->fan.n)
		m->flags[m->fan.state] |= STATE_LABELLED;
	for (uint32_t i = 0; i < m->fan.n; i++)
		m->flags[m->fan.labels[i].to] |= STATE_LABELLED;
}

enum robotsc_status robotsc__machine_glue(struct arena *a, struct machine *m)
{
	uint8_t *ways = robotsc__arena_zeroed(a, m->n, 1), *run = robotsc__arena_zeroed(a, m->n, 1);
	if (!ways || !run || robotsc__fan_ranked(a, m, &m->fan) != ROBOTSC_OK)
		return ROBOTSC_ERR_NOMEM;
	robotsc__machine_label(m);
	for (uint32_t s = 0; s < m->n; s++)
		for (uint32_t e = m->first[s]; e < m->first[s] + m->count[s]; e++)
			if (ways[machine_target(m, e)] < 2)
				ways[machine_target(m, e)]++;
	for (uint32_t s = 0; s < m->n; s++)
		if (m->count[s] == 1 && can_glue(m, s, machine_target(m, m->first[s]), ways))
			m->flags[machine_target(m, m->first[s])] |= STATE_GLUED;
	make_nodes(m);
	for (uint32_t s = 0; s < m->n; s++) { /* edges lead to higher states: runs are met from their beginning */
		const uint32_t limit = m->otherwise[s] == ELSE_LINK ? RUN_MAX_LINKED : RUN_MAX;
		if (m->count[s] != 1)
			continue;
		const uint32_t next = machine_target(m, m->first[s]);
		if (!(m->flags[next] & STATE_GLUED))
			continue;
		run[next] = (uint8_t)(run[s] + 1);
		if (run[next] >= limit) {
			run[next] = 0;
			make_node(m, next);
		}
	}
	make_nodes(m);
	return ROBOTSC_OK;
}
