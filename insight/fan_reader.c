/* fan_reader.c - see machine_reader.h.  docs/format.md, "Fans"
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "machine_reader.h"
#include "octets.h"

enum robotsc_status robotsc__fan_read(struct arena *a, struct machine_reader *m)
{
	const uint32_t size = machine_field(m->at, MACHINE_CODE);
	uint32_t at = 0;
	while (at < size && !node_is_fan(m->code[at]))
		at = robotsc__node_end(m, at);
	if (at >= size)
		return ROBOTSC_OK;
	const struct node fan = robotsc__node_read(m, at);
	m->fan.at = at;
	m->fan.back = (struct node){.head = NODE_BIT, .otherwise = fan.otherwise, .linked = fan.linked};
	m->fan.is_label = robotsc__arena_zeroed(a, size, 1);
	m->fan.labels = robotsc__arena_take(a, size * sizeof *m->fan.labels);
	if (!m->fan.is_label || !m->fan.labels)
		return ROBOTSC_ERR_NOMEM;
	at = (uint32_t)(fan_labels(m->code + at) - m->code);
	while (at < size && !(m->code[at] & NODE_BIT)) {
		if (m->code[at] == 0) { /* none begins so */
			at++;
			continue;
		}
		m->fan.is_label[at] = 1;
		m->fan.labels[m->fan.n++] = at;
		at += label_size(m->code[at], m->width);
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
	const uint8_t *fan = m->code + m->fan.at, *wanted = m->code + at;
	const struct node label = robotsc__node_read(m, at);
	uint64_t word = 0;
	for (uint32_t i = 0; i < label.count && i < FAN_KEYS; i++)
		word |= (uint64_t)label.octets[i] << 8 * i;
	if (label.count + (ld64(fan + FAN_AT_KEYS) >> 4 * (label.octets[0] % FAN_SLOTS) & 7) < FAN_KEYS)
		return 0;
	const uint8_t *to = fan_label(fan, word);
	while (to != wanted && to[0] & LABEL_MORE)
		to += label_size(to[0], m->width);
	return to == wanted;
}

int robotsc__fan_holds(const struct machine_reader *m, uint8_t slow)
{
	const uint32_t size = machine_field(m->at, MACHINE_CODE);
	for (uint32_t i = 0; i < m->fan.n; i++) {
		const struct node label = robotsc__node_read(m, m->fan.labels[i]);
		if (!label_is_found(m, m->fan.labels[i]))
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
