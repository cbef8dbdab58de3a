/* fan.c - see fan.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "fan.h"

#include <stdbool.h>
#include <string.h>

#include "machine.h"

#define FAN_WIDER 1 /* log2 of how much larger than necessary a table may be */
#define FAN_BUCKETS (FAN_LABELS << FAN_WIDER)

/* The DFA or filter that a fan is made from. */
struct source {
	const struct dfa *dfa;
	const struct machine *machine;
	uint8_t end; /* DFA: the verdict if a path ends inside a label */
};

/* True if the octet stands for itself in a URL, in every path form.  docs/format.md, "Fans" */
static bool is_plain(uint8_t octet)
{
	return octet >= 0x20 && octet != '%' && octet != '#';
}

static void append(const struct fan_label *l, uint8_t octet, uint32_t to, uint32_t back, struct fan_label *out)
{
	*out = *l;
	out->text[out->len++] = octet;
	out->to = to;
	out->back = back;
}

static uint32_t dfa_ways(const struct dfa *dfa, const struct fan_label *l, struct fan_label *out, uint32_t room)
{
	uint32_t n = 0;
	if (l->to < DFA_SINKS || dfa->other[l->to] != dfa->other[l->back])
		return 0;
	for (struct dfa_pair pair = dfa_pair(dfa, l->to, l->back); dfa_differ(dfa, &pair); n++) {
		if (n == room || !is_plain(pair.octet))
			return 0;
		append(l, pair.octet, pair.to_first, pair.to_second, out + n);
	}
	return n;
}

static uint32_t filter_ways(const struct machine *m, const struct fan_label *l, struct fan_label *out, uint32_t room)
{
	const uint32_t s = l->to;
	if (m->mark[s] || m->count[s] > room)
		return 0;
	for (uint32_t i = 0; i < m->count[s]; i++) {
		const uint32_t e = m->first[s] + i;
		if (!is_plain(m->octet[e]))
			return 0;
		append(l, m->octet[e], machine_target(m, e), NO_STATE, out + i);
	}
	return m->count[s];
}

/* Find the labels longer by one octet: the edges of a label's state that its `back` does not have.
 * Returns their number, or 0 if the label must end or `out` has no room for them. */
static uint32_t ways(const struct source *from, const struct fan_label *l, struct fan_label *out, uint32_t room)
{
	return from->dfa ? dfa_ways(from->dfa, l, out, room) : filter_ways(from->machine, l, out, room);
}

/* The same inside a label, where the path may end too. */
static uint32_t ways_inside(const struct source *from, const struct fan_label *l, struct fan_label *out, uint32_t room)
{
	if (from->dfa && (from->dfa->end[l->to] != from->end || from->dfa->end[l->back] != from->end))
		return 0;
	return ways(from, l, out, room);
}

/* Lengthen the labels of one slot while none of them must end.  Returns their number. */
static uint32_t lengthen(const struct source *from, struct fan_label *labels, uint32_t n, struct fan_label *longer, uint32_t room)
{
	while (labels[0].len < FAN_KEYS) {
		uint32_t more = 0;
		for (uint32_t i = 0; i < n; i++) {
			const uint32_t inside = ways_inside(from, &labels[i], longer + more, room - more);
			if (inside == 0)
				return n;
			more += inside;
		}
		memcpy(labels, longer, more * sizeof *labels);
		n = more;
	}
	return n;
}

/* Make all labels, slot by slot.  space has room for FAN_LABELS. */
static void make_labels(const struct source *from, struct fan *fan, struct fan_label *space)
{
	const struct fan_label none = {.to = fan->state, .back = fan->back};
	struct fan_label first[0x80];
	const uint32_t all = ways(from, &none, first, sizeof first / sizeof *first);
	uint32_t left = all;
	for (unsigned slot = 0; slot < FAN_SLOTS; slot++) {
		struct fan_label *labels = fan->labels + fan->n;
		uint32_t n = 0;
		for (uint32_t i = 0; i < all; i++)
			if (first[i].text[0] % FAN_SLOTS == slot)
				labels[n++] = first[i];
		if (n == 0)
			continue;
		left -= n;
		n = lengthen(from, labels, n, space, FAN_LABELS - fan->n - left);
		fan->keys[slot] = labels[0].len;
		for (uint32_t i = 0; i < n; i++)
			while (labels[i].len < FAN_LABEL && ways_inside(from, &labels[i], space, 1) == 1)
				labels[i] = *space;
		fan->n += n;
	}
}

static uint64_t factor_of(const struct fan *fan)
{
	return FAN_PRIME * (2 * (uint64_t)fan->seed + 1);
}

/* The hash of a label's first octets.  docs/format.md, "Fans" */
static uint32_t hash(const struct fan *fan, uint64_t key)
{
	return (uint32_t)(key * factor_of(fan) >> (64 - fan->bits));
}

static void set_keys(struct fan *fan)
{
	for (uint32_t i = 0; i < fan->n; i++) {
		const struct fan_label *label = &fan->labels[i];
		fan->key[i] = 0;
		for (unsigned k = fan->keys[label->text[0] % FAN_SLOTS]; k-- > 0;)
			fan->key[i] = fan->key[i] << 8 | label->text[k];
	}
	for (uint32_t i = fan->n; i % 4; i++) /* pad to a multiple of four */
		fan->key[i] = fan->key[0];
}

/* The number of labels whose bucket is taken already, up to limit. */
static uint32_t count_shared(const struct fan *fan, uint32_t limit)
{
	const uint64_t factor = factor_of(fan);
	const unsigned shift = 64 - fan->bits;
	uint8_t taken[FAN_BUCKETS] = {0};
	uint32_t shared = 0;
	for (uint32_t i = 0; i < fan->n && shared < limit; i++) {
		uint8_t *const bucket = &taken[fan->key[i] * factor >> shift];
		shared += *bucket;
		*bucket = 1;
	}
	return shared;
}

static uint32_t count_bits(uint64_t x)
{
	x -= x >> 1 & UINT64_MAX / 3;
	x = (x & UINT64_MAX / 5) + (x >> 2 & UINT64_MAX / 5);
	return (uint32_t)(((x + (x >> 4)) & UINT64_MAX / 17) * (UINT64_MAX / 255) >> 56);
}

/* The same for up to 64 buckets, the usual case: fill 16 at a time before counting. */
static uint32_t count_shared_64(const struct fan *fan, uint32_t limit)
{
	const uint64_t factor = factor_of(fan);
	const unsigned shift = 64 - fan->bits;
	uint64_t taken = 0;
	for (uint32_t i = 0; i < fan->n;) {
		const uint32_t end = fan->n - i < 16 ? fan->n : i + 16;
		for (; i < end; i += 4) {
			const uint64_t *key = fan->key + i;
			taken |= (uint64_t)1 << (key[0] * factor >> shift) | (uint64_t)1 << (key[1] * factor >> shift) |
			         (uint64_t)1 << (key[2] * factor >> shift) | (uint64_t)1 << (key[3] * factor >> shift);
		}
		if (end - count_bits(taken) >= limit)
			return limit;
	}
	return fan->n - count_bits(taken);
}

/* Fill the buckets with labels. */
static void fill(struct fan *fan)
{
	memset(fan->bucket, 0xFF, ((size_t)1 << fan->bits) * sizeof *fan->bucket);
	for (uint32_t i = 0; i < fan->n; i++) {
		uint32_t *bucket = &fan->bucket[hash(fan, fan->key[i])];
		fan->labels[i].next = *bucket;
		*bucket = i;
	}
}

/* Choose the smallest table without collisions, or a larger one with few. */
static void choose_hash(struct fan *fan)
{
	uint32_t best = UINT32_MAX;
	unsigned seed = 0;
	set_keys(fan);
	for (fan->bits = 1; (uint32_t)1 << fan->bits < fan->n;)
		fan->bits++;
	for (unsigned wider = 0;; wider++, fan->bits++) {
		for (fan->seed = 0; fan->seed < FAN_SEEDS && best > 0; fan->seed++) {
			const uint32_t shared = fan->bits <= 6 ? count_shared_64(fan, best) : count_shared(fan, best);
			if (shared < best) {
				best = shared;
				seed = fan->seed;
			}
		}
		if (best <= fan->n / 8 || wider == FAN_WIDER)
			break;
		best = UINT32_MAX;
	}
	fan->seed = seed;
	fill(fan);
}

static enum robotsc_status make_fan(struct arena *a, const struct source *from, struct fan *fan)
{
	fan->labels = robotsc__arena_take(a, 2 * FAN_LABELS * sizeof *fan->labels);
	fan->bucket = robotsc__arena_take(a, FAN_BUCKETS * sizeof *fan->bucket);
	fan->key = robotsc__arena_take(a, FAN_LABELS * sizeof *fan->key);
	if (!fan->labels || !fan->bucket || !fan->key)
		return ROBOTSC_ERR_NOMEM;
	make_labels(from, fan, fan->labels + FAN_LABELS);
	if (fan->n)
		choose_hash(fan);
	return ROBOTSC_OK;
}

/* True if an edge leads back to the start.  Then the start is a node, and no fan can replace it. */
static bool is_reached(const struct dfa *dfa, uint32_t start)
{
	for (uint32_t s = DFA_SINKS; s < dfa->n; s++)
		if (dfa->other[s] == start)
			return true;
	for (uint32_t e = 0; e < dfa->first[dfa->n]; e++)
		if (dfa->target[e] == start)
			return true;
	return false;
}

enum robotsc_status robotsc__fan_dfa(struct arena *a, const struct dfa *dfa, struct fan *fan)
{
	const uint32_t state = dfa->start, back = dfa->other[state];
	const struct source from = {.dfa = dfa, .end = dfa->end[back]};
	*fan = (struct fan){.state = state, .back = back};
	return dfa->other[back] != back || is_reached(dfa, state) ? ROBOTSC_OK : make_fan(a, &from, fan);
}

enum robotsc_status robotsc__fan_filter(struct arena *a, const struct machine *m, struct fan *fan)
{
	const struct source from = {.machine = m};
	*fan = (struct fan){.state = m->start, .back = NO_STATE};
	return make_fan(a, &from, fan);
}
