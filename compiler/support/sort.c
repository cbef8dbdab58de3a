/* sort.c - see sort.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "sort.h"

#include <string.h>

#define SMALL 8 /* runs of this length are sorted by insertion */

static void insertion(uint32_t *index, size_t n, robotsc__compare *compare, const void *ctx)
{
	for (size_t i = 1; i < n; i++) {
		const uint32_t x = index[i];
		size_t k = i;
		for (; k > 0 && compare(ctx, index[k - 1], x) > 0; k--)
			index[k] = index[k - 1];
		index[k] = x;
	}
}

static void merge(const uint32_t *from, uint32_t *to, size_t left, size_t n, robotsc__compare *compare, const void *ctx)
{
	size_t i = 0, k = left;
	if (left == n || compare(ctx, from[left - 1], from[left]) <= 0) { /* already in order */
		memcpy(to, from, n * sizeof *to);
		return;
	}
	while (i < left && k < n) { /* without a branch on the comparison */
		const size_t right = compare(ctx, from[i], from[k]) > 0;
		*to++ = from[right ? k : i];
		k += right;
		i += !right;
	}
	memcpy(to, from + i, (left - i) * sizeof *to);
	memcpy(to + (left - i), from + k, (n - k) * sizeof *to);
}

bool robotsc__sort(struct arena *a, uint32_t *index, size_t n, robotsc__compare *compare, const void *ctx)
{
	for (size_t i = 0; i < n; i += SMALL)
		insertion(index + i, n - i < SMALL ? n - i : SMALL, compare, ctx);
	if (n <= SMALL)
		return true;
	const struct arena_mark mark = robotsc__arena_mark(a);
	uint32_t *from = index, *to = robotsc__arena_take(a, n * sizeof *to), *const spare = to;
	if (!to)
		return false;
	for (size_t width = SMALL; width < n; width *= 2) {
		for (size_t i = 0; i < n; i += 2 * width) {
			const size_t rest = n - i, size = rest < 2 * width ? rest : 2 * width;
			merge(from + i, to + i, size < width ? size : width, size, compare, ctx);
		}
		uint32_t *const swap = from;
		from = to;
		to = swap;
	}
	if (from != index)
		memcpy(index, spare, n * sizeof *index);
	robotsc__arena_reset(a, mark);
	return true;
}

static void insert_keys(struct sort_key *keys, size_t n)
{
	for (size_t i = 1; i < n; i++) {
		const struct sort_key x = keys[i];
		size_t k = i;
		for (; k > 0 && keys[k - 1].key > x.key; k--)
			keys[k] = keys[k - 1];
		keys[k] = x;
	}
}

static void merge_keys(const struct sort_key *from, struct sort_key *to, size_t left, size_t n)
{
	size_t i = 0, k = left;
	if (left == n || from[left - 1].key <= from[left].key) { /* already in order */
		memcpy(to, from, n * sizeof *to);
		return;
	}
	while (i < left && k < n) {
		const size_t right = from[i].key > from[k].key;
		*to++ = from[right ? k : i];
		k += right;
		i += !right;
	}
	memcpy(to, from + i, (left - i) * sizeof *to);
	memcpy(to + (left - i), from + k, (n - k) * sizeof *to);
}

void robotsc__sort_keys(struct sort_key *keys, struct sort_key *room, size_t n)
{
	struct sort_key *from = keys, *to = room;
	for (size_t i = 0; i < n; i += SMALL)
		insert_keys(keys + i, n - i < SMALL ? n - i : SMALL);
	for (size_t width = SMALL; width < n; width *= 2) {
		for (size_t i = 0; i < n; i += 2 * width) {
			const size_t rest = n - i, size = rest < 2 * width ? rest : 2 * width;
			merge_keys(from + i, to + i, size < width ? size : width, size);
		}
		struct sort_key *const swap = from;
		from = to;
		to = swap;
	}
	if (from != keys)
		memcpy(keys, from, n * sizeof *keys);
}

/* Keys of texts that are equal before depth. */
struct key_range {
	struct sort_key *keys;
	uint32_t n, depth;
};

static void insert_texts(struct sort_key *keys, uint32_t n, robotsc__compare *compare, const void *ctx)
{
	for (uint32_t i = 1; i < n; i++) {
		const struct sort_key x = keys[i];
		uint32_t k = i;
		for (; k > 0 && compare(ctx, keys[k - 1].item, x.item) > 0; k--)
			keys[k] = keys[k - 1];
		keys[k] = x;
	}
}

bool robotsc__sort_texts(struct arena *a, struct sort_key *keys, uint32_t n, robotsc__head *head, robotsc__compare *compare,
                         const void *ctx)
{
	struct key_range *todo = robotsc__arena_take(a, ((size_t)n / 2 + 1) * sizeof *todo);
	uint32_t ntodo = 0;
	if (!todo)
		return false;
	todo[ntodo++] = (struct key_range){keys, n, 0};
	while (ntodo) {
		const struct key_range now = todo[--ntodo];
		if (now.n <= SMALL) {
			insert_texts(now.keys, now.n, compare, ctx);
			continue;
		}
		for (uint32_t i = 0; i < now.n; i++)
			now.keys[i].key = head(ctx, now.keys[i].item, now.depth);
		robotsc__sort_keys(now.keys, keys + n, now.n);
		for (uint32_t i = 0, end; i < now.n; i = end) {
			for (end = i + 1; end < now.n && now.keys[end].key == now.keys[i].key;)
				end++;
			if (end - i > 1 && (now.keys[i].key & 0xFF) == SORT_MORE)
				todo[ntodo++] = (struct key_range){now.keys + i, end - i, now.depth + SORT_HEAD};
		}
	}
	return true;
}

uint32_t *robotsc__sort_all(struct arena *a, size_t n, robotsc__compare *compare, const void *ctx)
{
	uint32_t *index = robotsc__arena_take(a, n * sizeof *index);
	for (size_t i = 0; index && i < n; i++)
		index[i] = (uint32_t)i;
	return index && robotsc__sort(a, index, n, compare, ctx) ? index : NULL;
}

int robotsc__sort_by_number(const void *ctx, uint32_t x, uint32_t y)
{
	(void)ctx;
	return (x > y) - (x < y);
}

size_t robotsc__sort_unique(uint32_t *sorted, size_t n)
{
	size_t kept = 0;
	for (size_t i = 0; i < n; i++)
		if (i == 0 || sorted[i] != sorted[kept - 1])
			sorted[kept++] = sorted[i];
	return kept;
}
