/* machine.c - see machine.h: glue states to runs.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "machine.h"

#include <stdbool.h>

void robotsc__machine_mark_prefixes(struct machine *m)
{
	for (uint32_t i = 0; i < m->prefix_table.n; i++)
		m->flags[m->prefix_table.prefixes[i].to] |= STATE_PREFIX;
}

/* True if a state may be an octet inside a run. */
static bool can_glue(const struct machine *m, uint32_t s, const uint8_t *ways)
{
	return m->count[s] == 1 && !m->mark[s] && ways[s] == 1 && s != m->start && s != m->root && !(m->flags[s] & STATE_PREFIX);
}

enum robotsc_status robotsc__machine_glue(struct arena *a, struct machine *m)
{
	uint8_t *ways = robotsc__arena_zeroed(a, m->n, 1), *run = robotsc__arena_zeroed(a, m->n, 1);
	if (!ways || !run || (m->start != NO_STATE && robotsc__prefix_table_of_filter(a, m, &m->prefix_table) != ROBOTSC_OK))
		return ROBOTSC_ERR_NOMEM;
	robotsc__machine_mark_prefixes(m);
	for (uint32_t s = 0; s < m->n; s++)
		for (uint32_t e = m->first[s]; e < m->first[s] + m->count[s]; e++)
			if (ways[machine_target(m, e)] < 2)
				ways[machine_target(m, e)]++;
	/* edges lead to higher states, so a run's beginning comes first */
	for (uint32_t s = 0; s < m->n; s++) {
		const uint32_t next = m->count[s] == 1 ? machine_target(m, m->first[s]) : s;
		if (next == s || !can_glue(m, next, ways) || run[s] + 1 >= RUN_MAX ||
		    s == (m->prefix_table.n ? m->start : NO_STATE))
			continue;
		run[next] = (uint8_t)(run[s] + 1);
		m->flags[next] |= STATE_GLUED;
	}
	return ROBOTSC_OK;
}
