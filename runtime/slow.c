/* slow.c - a walk through a machine octet by octet, whatever they are.  docs/format.md, "The walk"
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "ends.h"
#include "walk.h"

#ifdef __OPTIMIZE_SIZE__
/* The only copy, for all that read paths. */
int robotsc__next_octet(struct path *path, struct cursor *c)
{
	return next_slow(path, c);
}

/* Read a run octet by octet.  Returns how many of its octets were read before another one, or the
 * end, came. */
static uint32_t read_run(const uint8_t *run, uint32_t n, struct path *path, struct cursor *c, int *end)
{
	uint32_t i = 0;
	for (*end = 0; i < n; i++) {
		const int octet = next_octet(path, c);
		if (octet != run[i]) {
			*end = octet == PATH_END;
			break;
		}
	}
	return i;
}

/* Read a label that a fan leads to: it hashes canonical octets.  The fan itself where the path ends, or NULL
 * when no label follows. */
static const uint8_t *read_label(const struct walker *m, const uint8_t *fan, struct path *path, struct cursor *c)
{
	const struct cursor entry = *c;
	uint64_t word = 0;
	for (unsigned i = 0; i < FAN_KEYS; i++) {
		const int octet = next_octet(path, c);
		if (octet == PATH_END && i == 0)
			return fan;
		if (octet == PATH_END)
			break;
		word |= (uint64_t)octet << (8 * i);
	}
	for (const uint8_t *label = fan_label(fan, word);; label += label_size(label[0], m->width)) {
		int end;
		*c = entry;
		if (read_run(label + 1, label_count(label[0]), path, c, &end) == label_count(label[0]))
			return label;
		if (!(label[0] & LABEL_MORE))
			return NULL;
	}
}

/* Walk from a node on, whatever octets come.  Returns the verdict, or for a ranked machine
 * UNDECIDED: see score. */
int robotsc__walk_slow(const struct walker *m, const uint8_t *node, int arrived, struct path *path, struct cursor c,
                       struct score *score)
{
	const unsigned w = m->width;
	for (;;) {
		const uint8_t head = node[0];
		const uint32_t count = node[1];
		const unsigned otherwise = node_else(head);
		const uint8_t *field = node + 2;
		const struct cursor entry = c;
		uint32_t linked = 0, target;
		if (m->ranked && head & NODE_E) {
			field += w;
			if (arrived && arrive(m, node, position(path, &c), score))
				return UNDECIDED;
		}
		if (else_has_target(otherwise)) {
			linked = code_int(field, w);
			field += w;
		}
		if (node_is_fan(head)) {
			const uint8_t *label = read_label(m, node, path, &c);
			if (label == node)
				return end_in(m, node, 1, position(path, &c), score);
			if (!label)
				goto other;
			target = label_target(label, w);
		} else if (head & NODE_BRANCH) {
			const int octet = next_octet(path, &c);
			if (octet == PATH_END)
				return end_in(m, node, 1, position(path, &c), score);
			const uint32_t way = find_way(field, count, (uint8_t)octet);
			if (way < count) {
				target = code_int(field + count + way * w, w);
			} else if (otherwise == ELSE_SELF) {
				arrived = 0;
				continue;
			} else if (otherwise == ELSE_GOTO) {
				target = linked;
			} else {
				goto other;
			}
		} else {
			const unsigned next = (unsigned)(head & RUN_NEXT) >> RUN_NEXT_SHIFT;
			target = next - NEXT_DISALLOW;
			if (next == NEXT_GOTO) {
				target = code_int(field, w);
				field += w;
			}
			int end;
			const uint32_t read = read_run(field, count, path, &c, &end);
			if (end)
				return end_in(m, node, read == 0, position(path, &c), score);
			if (read < count)
				goto other;
			if (next == NEXT_FALL)
				target = (uint32_t)(field + count - m->code) + TARGET_NODE;
		}
		if (target < TARGET_NODE)
			return (int)target;
		node = m->code + (target - TARGET_NODE);
		arrived = 1;
		continue;
	other: /* no way for this octet: stop, or let another node try from where this one began */
		if (otherwise <= ELSE_ALLOW)
			return m->ranked ? UNDECIDED : (int)otherwise;
		node = otherwise == ELSE_HUB ? m->hub : m->code + (linked - TARGET_NODE);
		c = entry;
		arrived = 0;
	}
}
#endif
