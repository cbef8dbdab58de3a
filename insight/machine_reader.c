/* machine_reader.c - see machine_reader.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "machine_reader.h"

struct node robotsc__machine_reader_node(const struct machine_reader *m, uint32_t at)
{
	const uint8_t *p = m->code + at + 2;
	struct node n = {.head = p[-2], .count = p[-1], .otherwise = node_else(p[-2])};
	if (m->filter && n.head & NODE_E) {
		n.mark = code_int(p, m->width);
		p += m->width;
	}
	if (else_has_target(n.otherwise)) {
		n.else_target = code_int(p, m->width);
		p += m->width;
	}
	if (n.otherwise == ELSE_ROOT)
		n.else_target = machine_field(m->at, MACHINE_ROOT) - 1 + TARGET_NODE;
	if (!(n.head & NODE_BRANCH)) {
		const unsigned next = (unsigned)(n.head & RUN_NEXT) >> RUN_NEXT_SHIFT;
		n.target = next - NEXT_DISALLOW;
		if (next == NEXT_GOTO) {
			n.target = code_int(p, m->width);
			p += m->width;
		} else if (next == NEXT_FALL) {
			n.target = (uint32_t)(p + n.count - m->code) + TARGET_NODE;
		}
	}
	n.octets = p;
	return n;
}

uint32_t robotsc__machine_reader_end(const struct machine_reader *m, uint32_t at)
{
	const struct node n = robotsc__machine_reader_node(m, at);
	return (uint32_t)(n.octets - m->code) + n.count + (n.head & NODE_BRANCH ? n.count * m->width : 0);
}

uint32_t robotsc__machine_reader_way(const struct machine_reader *m, const struct node *branch, uint32_t i)
{
	return code_int(branch->octets + branch->count + (size_t)i * m->width, m->width);
}

struct machine_reader robotsc__machine_reader_of(const uint8_t *machine)
{
	return (struct machine_reader){.at = machine,
	                               .code = machine_code(machine),
	                               .width = machine_width(machine),
	                               .filter = machine_is_filter(machine) != 0,
	                               .prefix_table = machine[0] & MACHINE_PREFIXES ? machine_prefix_table(machine) : NULL};
}
