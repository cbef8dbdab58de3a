/* measure_open.c - opening a blob that is in the cache, beside a hash of its octets.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>

#include "measure.h"
#include "engine.h"
#include "robotsc/check.h"
#include "figures.h"

#define ROUNDS 15

struct bytes {
	void *at;
	size_t size;
};

static int by_size(const void *a, const void *b)
{
	const struct bytes *x = a, *y = b;

	return (x->size > y->size) - (x->size < y->size);
}

static uint64_t open_blob(const struct bytes *blob)
{
	struct robotsc_blob opened;

	return (uint64_t)robotsc_open(&opened, blob->at, blob->size);
}

/* The floor: a hash reads every octet once. */
static uint64_t hash_blob(const struct bytes *blob)
{
#ifdef HAVE_XXHASH
	const struct robotsc_text text = {blob->at, blob->size};

	return engine_hash.hot(NULL, &text, 1, 1);
#else
	(void)blob;
	return 0;
#endif
}

/* Nanoseconds that one call takes. */
static struct figure time_calls(uint64_t (*call)(const struct bytes *), const struct bytes *blob)
{
	const double least = bench_quick ? 1e-5 : 2e-3;
	double ns[ROUNDS], start, took;
	size_t n = 1, i, r = 0;

	while (r < ROUNDS) {
		start = bench_cpu();
		for (i = 0; i < n; i++)
			bench_sink += call(blob);
		took = bench_cpu() - start;
		if (took < least && n < (size_t)1 << 30)
			n *= 2;
		else
			ns[r++] = took * 1e9 / (double)n;
	}
	return figure_of(ns, ROUNDS);
}

static void measure_blob(const char *name, const struct bytes *blob, struct report *report)
{
	const struct figure open = time_calls(open_blob, blob), hash = time_calls(hash_blob, blob);

	report_add(report, "ns", hash, "open", name, "XXH3");
	report_add(report, "ns", open, "open", name, "time");
	report_against(report, "open/%s/XXH3", name);
	report_value(report, "GB/s", (double)blob->size / hash.median, "open", name, "XXH3 speed");
	report_value(report, "GB/s", (double)blob->size / open.median, "open", name, "speed");
	report_against(report, "open/%s/XXH3 speed", name);
	printf("  %-20s %7zu octets %9.1f ns (%.1f - %.1f) %6.2f GB/s %6.1f x XXH3\n", name, blob->size, open.median, open.low,
	       open.high, (double)blob->size / open.median, open.median / hash.median);
}

void measure_open(const struct corpus *corpus, struct report *report)
{
	const struct {
		const char *median, *largest;
		const struct robotsc_text *agent;
	} ways[] = {{"median, all agents", "largest", NULL}, {"median", "largest, one agent", &corpus->agent}};
	struct bytes *blob = bench_alloc(corpus->nfiles * sizeof *blob);

	printf("open\n");
	for (size_t w = 0; w < 2; w++) {
		for (size_t i = 0; i < corpus->nfiles; i++)
			blob[i].at = blob_make(corpus->file[i].robots, ways[w].agent, NULL, &blob[i].size);
		qsort(blob, corpus->nfiles, sizeof *blob, by_size);
		measure_blob(ways[w].median, &blob[corpus->nfiles / 2], report);
		measure_blob(ways[w].largest, &blob[corpus->nfiles - 1], report);
		for (size_t i = 0; i < corpus->nfiles; i++)
			blob_free(blob[i].at, blob[i].size, NULL);
	}
	printf("\n");
	free(blob);
}
