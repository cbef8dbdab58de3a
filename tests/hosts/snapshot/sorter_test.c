/* sorter_test.c - the sorter returns what was added, in order, from memory and from runs.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "hosts/snapshot/maker/sorter.h"

#include "tests/support/splitmix.h"
#include "tests/support/test.h"

struct added {
	uint8_t *at;
	size_t len;
};

static int by_octets(const void *left, const void *right)
{
	const struct added *a = left, *b = right;
	const int order = memcmp(a->at, b->at, a->len < b->len ? a->len : b->len);

	return order ? order : (a->len > b->len) - (a->len < b->len);
}

/* Make a random record of few different octets, so that many records begin alike.  One in `large`
 * records is long; 0: none. */
static void fill(struct added *a, uint64_t *state, size_t most, unsigned large)
{
	size_t i;

	a->len = splitmix_below(state, (uint32_t)most + 1);
	if (large && splitmix_below(state, large) == 0)
		a->len = 200000 + splitmix_below(state, 1000);
	a->at = malloc(a->len + 1);
	for (i = 0; i < a->len; i++)
		a->at[i] = (uint8_t)(splitmix_below(state, 3) * 127);
}

static void sort(size_t n, size_t most, unsigned large, uint64_t memory, unsigned workers)
{
	struct added *all = calloc(n + 1, sizeof *all);
	struct sorter *s;
	struct sorted_record r;
	uint64_t state = n + most + workers;
	size_t i;
	int right = 1;

	if (!CHECK(robotsc__sorter_open(&s, "/tmp", memory, workers) == ROBOTSC_STORE_OK))
		return;
	for (i = 0; i < n; i++) {
		uint8_t *at;

		fill(&all[i], &state, most, large);
		at = robotsc__sorter_add(s, all[i].len);
		if (!CHECK(at != NULL))
			return;
		memcpy(at, all[i].at, all[i].len);
	}
	qsort(all, n, sizeof *all, by_octets);
	CHECK(robotsc__sorter_sort(s) == ROBOTSC_STORE_OK);
	for (i = 0; i < n; i++)
		right &= robotsc__sorter_next(s, &r) == ROBOTSC_STORE_OK && r.len == all[i].len &&
		         memcmp(r.at, all[i].at, r.len) == 0;
	CHECK_MSG(right, "%zu records of %zu octets, memory %lu", n, most, (unsigned long)memory);
	CHECK(robotsc__sorter_next(s, &r) == ROBOTSC_STORE_NOT_FOUND);
	robotsc__sorter_close(s);
	for (i = 0; i < n; i++)
		free(all[i].at);
	free(all);
}

/* A sorter whose folder is not there fails when its memory is full, and not before. */
static void no_folder(void)
{
	struct sorter *s;
	size_t i;

	CHECK(robotsc__sorter_open(&s, "/tmp/robotsc-no-such-folder", 1, 1) == ROBOTSC_STORE_OK);
	for (i = 0; i < 10000 && robotsc__sorter_add(s, 100); i++)
		;
	CHECK(i > 100 && i < 10000);
	CHECK(robotsc__sorter_sort(s) == ROBOTSC_STORE_SYSTEM);
	robotsc__sorter_close(s);
}

int main(void)
{
	sort(0, 10, 0, 1, 1);
	sort(1, 10, 0, 1, 1);
	sort(1000, 30, 0, 1 << 20, 2);
	sort(100000, 20, 0, 1, 1); /* two runs are merged at a time */
	sort(100000, 20, 0, 1 << 18, 3);
	sort(3000, 100, 40, 1, 2); /* records that are larger than a block */
	no_folder();
	return check_done();
}
