/* fan_reader.c - see machine_reader.h.  docs/format.md, "Fans"
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "machine_reader.h"
#include "octets.h"

static uint32_t fan_target(const struct machine_reader *m, uint32_t i)
{
	return code_int(m->code + m->fan.at + FAN_AT_TARGETS + (size_t)i * m->width, m->width) - TARGET_NODE;
}

/* Mark a label, and those that it leads to: runs that stand between the first label and the fan. */
static void mark_labels(struct machine_reader *m, uint32_t at, uint32_t *first)
{
	for (;;) {
		m->fan.is_label[at] = 1;
		*first = at < *first ? at : *first;
		const struct node n = robotsc__node_read(m, at);
		if (n.otherwise != ELSE_LINK)
			return;
		const uint32_t linked = n.linked - TARGET_NODE;
		const struct node to = robotsc__node_read(m, linked);
		if (to.head & NODE_BRANCH || (linked < *first && robotsc__node_end(m, linked) != *first) || m->fan.is_label[linked])
			return;
		at = linked;
	}
}

enum robotsc_status robotsc__fan_read(struct arena *a, struct machine_reader *m)
{
	const uint32_t size = machine_field(m->at, MACHINE_CODE);
	uint32_t at = 0, first = UINT32_MAX;
	while (at < size && !node_is_fan(m->code[at]))
		at = robotsc__node_end(m, at);
	if (at >= size)
		return ROBOTSC_OK;
	m->fan.at = at;
	m->fan.is_label = robotsc__arena_zeroed(a, size, 1);
	m->fan.labels = robotsc__arena_take(a, size * sizeof *m->fan.labels);
	if (!m->fan.is_label || !m->fan.labels)
		return ROBOTSC_ERR_NOMEM;
	for (uint32_t i = 0; i < fan_buckets(m->code + at); i++)
		first = fan_target(m, i) < first ? fan_target(m, i) : first;
	for (uint32_t i = 0; i < fan_buckets(m->code + at); i++)
		mark_labels(m, fan_target(m, i), &first);
	for (uint32_t i = first; i < at; i = robotsc__node_end(m, i))
		if (m->fan.is_label[i])
			m->fan.labels[m->fan.n++] = i;
	for (uint32_t i = 0; i < m->fan.n; i++) {
		const struct node n = robotsc__node_read(m, m->fan.labels[i]);
		if (n.otherwise != ELSE_LINK || !m->fan.is_label[n.linked - TARGET_NODE])
			m->fan.back = n;
	}
	return ROBOTSC_OK;
}

uint32_t robotsc__fan_find(const struct machine_reader *m, const uint8_t *begin, uint32_t n, uint8_t octet)
{
	for (uint32_t i = 0; i < m->fan.n; i++) {
		const struct node label = robotsc__node_read(m, m->fan.labels[i]);
		if (label.count > n && label.octets[n] == octet && (n == 0 || memcmp(label.octets, begin, n) == 0))
			return m->fan.labels[i];
	}
	return UINT32_MAX;
}

/* Does the hash of a label's first octets lead to it? */
static int label_is_found(const struct machine_reader *m, uint32_t at)
{
	const uint8_t *fan = m->code + m->fan.at;
	const struct node label = robotsc__node_read(m, at);
	uint64_t word = 0;
	for (uint32_t i = 0; i < label.count && i < FAN_KEYS; i++)
		word |= (uint64_t)label.octets[i] << 8 * i;
	if (label.count <= fan[FAN_AT_KEYS + label.octets[0] % FAN_SLOTS])
		return 0;
	uint32_t to = fan_target(m, (uint32_t)fan_index(fan, fan_multiplier(fan), fan_buckets(fan) - 1, word));
	while (to != at) {
		const struct node n = robotsc__node_read(m, to);
		if (n.otherwise != ELSE_LINK || !m->fan.is_label[n.linked - TARGET_NODE])
			return 0;
		to = n.linked - TARGET_NODE;
	}
	return 1;
}

int robotsc__fan_holds(const struct machine_reader *m, uint8_t slow)
{
	const uint32_t size = machine_field(m->at, MACHINE_CODE);
	for (uint32_t i = 0; i < m->fan.n; i++) {
		const struct node label = robotsc__node_read(m, m->fan.labels[i]);
		const int chained = label.otherwise == ELSE_LINK && m->fan.is_label[label.linked - TARGET_NODE];
		if (!chained && (label.otherwise != m->fan.back.otherwise || label.linked != m->fan.back.linked))
			return 0;
		if ((label.head ^ m->fan.back.head) & NODE_E || label.head & RUN_CAREFUL || !label_is_found(m, m->fan.labels[i]))
			return 0;
		for (uint32_t k = 0; k < label.count; k++)
			if (octet_class[label.octets[k]] & slow || (slow != octet_slow[FORM_RAW] && label.octets[k] == '%'))
				return 0;
		for (uint32_t k = 0; k < m->fan.n; k++) {
			const struct node other = robotsc__node_read(m, m->fan.labels[k]);
			if (k != i && other.count >= label.count && memcmp(other.octets, label.octets, label.count) == 0)
				return 0;
		}
	}
	for (uint32_t at = m->fan.at ? robotsc__node_end(m, m->fan.at) : size; at < size; at = robotsc__node_end(m, at))
		if (node_is_fan(m->code[at]))
			return 0;
	return 1;
}
