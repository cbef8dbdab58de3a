/* machine_reader.c - see machine_reader.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "machine_reader.h"

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
