/* fan_reader.c - see fan_reader.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "fan_reader.h"

#include <string.h>

#include "octets.h"
#include "sort.h"

/* In octet order; of two labels where one begins with the other, the shorter one comes first. */
static int compare_labels(const void *ctx, uint32_t x, uint32_t y)
{
	const uint8_t *a = (const uint8_t *)ctx + x, *b = (const uint8_t *)ctx + y;
	const uint32_t n = label_count(a[0]), k = label_count(b[0]);
	const int d = memcmp(a + 1, b + 1, n < k ? n : k);
	return d ? d : n < k ? -1 : n > k;
}

enum robotsc_status robotsc__fan_read(struct arena *a, struct machine_reader *m)
{
	const uint8_t *const first = fan_labels(m->fan);
	const uint32_t size = (uint32_t)(machine_tables(m->at) - first);
	uint32_t *order = robotsc__arena_take(a, size * sizeof *order);
	m->label = robotsc__arena_take(a, size * sizeof *m->label);
	if (!order || !m->label)
		return ROBOTSC_ERR_NOMEM;
	for (uint32_t at = 0; at < size; at += first[at] ? label_size(first[at], m->width) : 1)
		if (first[at]) /* else it is padding */
			order[m->labels++] = at;
	if (!robotsc__sort(a, order, m->labels, compare_labels, first))
		return ROBOTSC_ERR_NOMEM;
	for (uint32_t i = 0; i < m->labels; i++)
		m->label[i] = first + order[i];
	return ROBOTSC_OK;
}

struct node robotsc__fan_label(const struct machine_reader *m, uint32_t label)
{
	const uint8_t *p = m->label[label];
	struct node n = {.otherwise = m->fan[FAN_AT_ELSE] & BRANCH_ELSE, .octets = p + 1, .count = label_count(p[0])};
	n.target = label_target(p, m->width);
	if (n.otherwise == ELSE_HUB)
		n.linked = machine_field(m->at, MACHINE_HUB) - 1 + TARGET_NODE;
	return n;
}

uint32_t robotsc__fan_find(const struct machine_reader *m, const uint8_t *begin, uint32_t n, uint8_t octet)
{
	uint8_t wanted[FAN_LABEL];
	uint32_t low = 0, high = m->labels;
	memcpy(wanted, begin, n);
	wanted[n] = octet;
	while (low < high) {
		const uint32_t middle = low + (high - low) / 2, count = label_count(m->label[middle][0]);
		const int d = memcmp(m->label[middle] + 1, wanted, count < n + 1 ? count : n + 1);
		if (d < 0 || (d == 0 && count < n + 1))
			low = middle + 1;
		else
			high = middle;
	}
	return low < m->labels && memcmp(m->label[low] + 1, wanted, n + 1) == 0 ? low : UINT32_MAX;
}

/* True if the hash of a label's first octets leads to it. */
static bool label_is_found(const struct machine_reader *m, const uint8_t *wanted)
{
	const uint32_t count = label_count(wanted[0]);
	uint64_t word = 0;
	for (uint32_t i = 0; i < count && i < FAN_KEYS; i++)
		word |= (uint64_t)wanted[1 + i] << 8 * i;
	if (count + (ld64(m->fan + FAN_AT_KEYS) >> 4 * (wanted[1] % FAN_SLOTS) & 7) < FAN_KEYS)
		return false;
	const uint8_t *to = fan_label(m->fan, word);
	while (to != wanted && to[0] & LABEL_MORE)
		to += label_size(to[0], m->width);
	return to == wanted;
}

bool robotsc__fan_holds(const struct machine_reader *m, uint8_t slow)
{
	for (uint32_t i = 0; i < m->labels; i++) {
		const struct node label = robotsc__fan_label(m, i);
		if (!label_is_found(m, m->label[i]))
			return false;
		for (uint32_t k = 0; k < label.count; k++)
			if (octet_class[label.octets[k]] & slow)
				return false;
		if (i + 1 < m->labels && label_count(m->label[i + 1][0]) >= label.count &&
		    memcmp(m->label[i + 1] + 1, label.octets, label.count) == 0)
			return false; /* this one begins the next */
	}
	return true;
}
