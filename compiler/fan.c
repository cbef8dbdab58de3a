/* fan.c - see fan.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "fan.h"

#include <string.h>

#define FAN_WIDER 1 /* powers of two by which a table may be larger than labels need */
#define FAN_BUCKETS (FAN_LABELS << FAN_WIDER)

/* The ways on from the state of a label that its back does not have; 0 where the label must end. */
static uint32_t count_ways(const struct dfa *dfa, const struct fan_label *l)
{
	struct dfa_pair pair = dfa_pair(dfa, l->to, l->back);
	uint32_t n = 0;
	if (l->to < DFA_SINKS || dfa->other[l->to] != dfa->other[l->back])
		return 0;
	for (; dfa_differ(dfa, &pair); n++)
		if (pair.octet < 0x20 || pair.octet == '%')
			return 0; /* what other octets of a path may become */
	return n;
}

/* The same inside a label: the path may end there too, with one verdict for all of it. */
static uint32_t count_inner(const struct dfa *dfa, const struct fan_label *l, uint8_t end)
{
	return dfa->end[l->to] == end && dfa->end[l->back] == end ? count_ways(dfa, l) : 0;
}

/* All that continue a label by one octet; there is room for them. */
static void extend(const struct dfa *dfa, const struct fan_label *l, struct fan_label *out)
{
	struct dfa_pair pair = dfa_pair(dfa, l->to, l->back);
	const struct fan_label shorter = *l;
	while (dfa_differ(dfa, &pair)) {
		*out = shorter;
		out->text[out->len++] = pair.octet;
		out->to = pair.to_first;
		out++->back = pair.to_second;
	}
}

/* Lengthen labels whose first octets have one slot while none of them must end; returns how many. */
static uint32_t lengthen(const struct dfa *dfa, struct fan_label *labels, uint32_t n, struct fan_label *longer, uint32_t room,
                         uint8_t end)
{
	while (labels[0].len < FAN_KEYS) {
		uint32_t more = 0;
		for (uint32_t i = 0; i < n; i++) {
			const uint32_t ways = count_inner(dfa, &labels[i], end);
			if (ways == 0 || ways > room - more)
				return n;
			extend(dfa, &labels[i], longer + more);
			more += ways;
		}
		memcpy(labels, longer, more * sizeof *labels);
		n = more;
	}
	return n;
}

/* All labels, slot by slot; space has room for FAN_LABELS. */
static void make_labels(const struct dfa *dfa, struct fan *fan, uint32_t state, struct fan_label *space)
{
	const struct fan_label none = {.to = state, .back = fan->back};
	const uint8_t end = dfa->end[fan->back];
	struct fan_label first[0x80];
	uint32_t left = count_ways(dfa, &none);
	const uint32_t ways = left;
	if (ways)
		extend(dfa, &none, first);
	for (unsigned slot = 0; ways && slot < FAN_SLOTS; slot++) {
		struct fan_label *labels = fan->labels + fan->n;
		uint32_t n = 0;
		for (uint32_t i = 0; i < ways; i++)
			if (first[i].text[0] % FAN_SLOTS == slot)
				labels[n++] = first[i];
		if (n == 0)
			continue;
		left -= n;
		n = lengthen(dfa, labels, n, space, FAN_LABELS - fan->n - left, end);
		fan->keys[slot] = labels[0].len;
		for (uint32_t i = 0; i < n; i++)
			while (labels[i].len < FAN_LABEL && count_inner(dfa, &labels[i], end) == 1)
				extend(dfa, &labels[i], &labels[i]);
		fan->n += n;
	}
}

/* The hash of a label's first octets.  docs/format.md, "Fans" */
static uint32_t hash(const struct fan *fan, const struct fan_label *label)
{
	uint64_t key = 0;
	for (unsigned i = fan->keys[label->text[0] % FAN_SLOTS]; i-- > 0;)
		key = key << 8 | label->text[i];
	return (uint32_t)(key * (FAN_PRIME * (2 * (uint64_t)fan->seed + 1)) >> FAN_SHIFT & ((1u << fan->bits) - 1));
}

/* Put the labels into buckets; returns how many share one with another before them. */
static uint32_t fill(struct fan *fan)
{
	uint32_t shared = 0;
	memset(fan->bucket, 0xFF, ((size_t)1 << fan->bits) * sizeof *fan->bucket);
	for (uint32_t i = 0; i < fan->n; i++) {
		uint32_t *bucket = &fan->bucket[hash(fan, &fan->labels[i])];
		fan->labels[i].next = *bucket;
		shared += *bucket != NO_STATE;
		*bucket = i;
	}
	return shared;
}

/* The smallest table in which no two labels meet, or a larger one in which few do.  Buckets without a
 * label have the first, which cannot follow there. */
static void choose_hash(struct fan *fan)
{
	uint32_t best = UINT32_MAX;
	unsigned seed = 0;
	for (fan->bits = 1; (uint32_t)1 << fan->bits < fan->n;)
		fan->bits++;
	for (unsigned wider = 0;; wider++, fan->bits++) {
		for (fan->seed = 0; fan->seed < FAN_SEEDS && best > 0; fan->seed++) {
			const uint32_t shared = fill(fan);
			if (shared < best) {
				best = shared;
				seed = fan->seed;
			}
		}
		if (best == 0 || wider == FAN_WIDER)
			break;
		best = UINT32_MAX;
	}
	fan->seed = seed;
	fill(fan);
	for (uint32_t i = 0; i < (uint32_t)1 << fan->bits; i++)
		if (fan->bucket[i] == NO_STATE)
			fan->bucket[i] = 0;
}

enum robotsc_status robotsc__fan_run(struct arena *a, const struct dfa *dfa, struct fan *fan)
{
	const uint32_t state = dfa_step(dfa, dfa->start, '/'), back = dfa->other[state];
	*fan = (struct fan){.back = back};
	if (state < DFA_SINKS || state == dfa->start || back == state || dfa->other[back] != back)
		return ROBOTSC_OK;
	fan->labels = robotsc__arena_take(a, 2 * FAN_LABELS * sizeof *fan->labels);
	fan->bucket = robotsc__arena_take(a, FAN_BUCKETS * sizeof *fan->bucket);
	if (!fan->labels || !fan->bucket)
		return ROBOTSC_ERR_NOMEM;
	make_labels(dfa, fan, state, fan->labels + FAN_LABELS);
	if (fan->n)
		choose_hash(fan);
	fan->state = state;
	return ROBOTSC_OK;
}
