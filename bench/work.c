/* work.c - compiling and opening: speed, memory, sizes; and the same for hostile files.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "rivals.h"
#include "robotsc/compile.h"
#include "tests/hostile.h"

#define ROUNDS 5

/* ---- an allocator that counts what is live ---- */

struct memory {
	size_t live, peak;
};

static void *count(void *ctx, void *p, size_t old_size, size_t new_size)
{
	struct memory *m = ctx;
	void *q = NULL;

	if (new_size == 0)
		free(p);
	else if ((q = realloc(p, new_size)) == NULL)
		return NULL;
	m->live += new_size - old_size;
	if (m->live > m->peak)
		m->peak = m->live;
	return q;
}

/* ---- a corpus ---- */

struct sizes {
	double *blob; /* octets, one a file */
	double sum;
	size_t peak;
};

static enum robotsc_status compile(struct robotsc_text text, const struct robotsc_text *agent, const struct robotsc_alloc *alloc,
                                   void **blob, size_t *size)
{
	struct robotsc_options options;

	robotsc_options_init(&options);
	options.agents = agent;
	options.nagents = agent != NULL;
	options.alloc = alloc;
	return robotsc_compile(&options, text.at, text.len, blob, size);
}

/* Seconds to compile all files. */
static double compile_all(const struct corpus *corpus, const struct robotsc_text *agent)
{
	const double start = bench_now();
	size_t i, size;
	void *blob;

	for (i = 0; i < corpus->n; i++) {
		if (compile(corpus->host[i].robots, agent, NULL, &blob, &size) != ROBOTSC_OK)
			bench_die("compile", "failed");
		robotsc_free_blob(NULL, blob, size);
	}
	return bench_now() - start;
}

static struct sizes sizes_of(const struct corpus *corpus, const struct robotsc_text *agent)
{
	struct sizes s = {bench_alloc(corpus->n * sizeof *s.blob), 0, 0};
	size_t i, size;
	void *blob;

	for (i = 0; i < corpus->n; i++) {
		struct memory memory = {0, 0};
		const struct robotsc_alloc alloc = {count, &memory};

		if (compile(corpus->host[i].robots, agent, &alloc, &blob, &size) != ROBOTSC_OK)
			bench_die("compile", "failed");
		robotsc_free_blob(&alloc, blob, size);
		s.blob[i] = (double)size;
		s.sum += (double)size;
		s.peak = memory.peak > s.peak ? memory.peak : s.peak;
	}
	sort_doubles(s.blob, corpus->n);
	return s;
}

static void measure_compile(const struct corpus *corpus, struct report *report, const char *name, const struct robotsc_text *agent)
{
	double speed[ROUNDS], files[ROUNDS], took;
	struct figure a, b;
	size_t r;

	for (r = 0; r < ROUNDS; r++) {
		took = compile_all(corpus, agent);
		speed[r] = (double)corpus->octets * 1e-6 / took;
		files[r] = (double)corpus->n / took;
	}
	a = figure_of(speed, ROUNDS);
	b = figure_of(files, ROUNDS);
	report_add(report, "MB/s", a, "compile", name, "speed");
	report_add(report, "files/s", b, "compile", name, "files");
	printf("compile, %-12s %8.1f MB/s (%.1f - %.1f), %.0f files/s\n", name, a.median, a.low, a.high, b.median);
}

static void report_sizes(const struct corpus *corpus, struct report *report, const char *name, struct sizes *s)
{
	report_value(report, "octets", quantile(s->blob, corpus->n, 0.5), "size", name, "p50");
	report_value(report, "octets", quantile(s->blob, corpus->n, 0.99), "size", name, "p99");
	report_value(report, "octets", s->sum, "size", name, "sum");
	printf("octets, %-14s %9.0f %9.0f %11.0f %8.3f\n", name, quantile(s->blob, corpus->n, 0.5),
	       quantile(s->blob, corpus->n, 0.99), s->sum, s->sum / (double)corpus->octets);
	free(s->blob);
}

static struct sizes sorted_sizes(const struct corpus *corpus)
{
	struct sizes s = {bench_alloc(corpus->n * sizeof *s.blob), 0, 0};
	size_t i, size;

	for (i = 0; i < corpus->n; i++) {
		free(sorted_build(corpus->host[i].robots, corpus->agent, &corpus->host[i].rules, &size));
		s.blob[i] = (double)size;
		s.sum += (double)size;
	}
	sort_doubles(s.blob, corpus->n);
	return s;
}

/* ---- open ---- */

/* Seconds an open of a blob that is in the cache. */
static double time_open(const void *bytes, size_t size)
{
	double best[ROUNDS], start, took;
	struct robotsc_blob blob;
	size_t n = 1, i, r = 0;

	while (r < ROUNDS) {
		start = bench_now();
		for (i = 0; i < n; i++)
			bench_sink += (uint64_t)robotsc_open(&blob, bytes, size);
		took = bench_now() - start;
		if (took < 2e-3 && n < (size_t)1 << 30)
			n *= 2;
		else
			best[r++] = took / (double)n;
	}
	return figure_of(best, ROUNDS).median;
}

struct bytes {
	void *at;
	size_t size;
};

static int by_size(const void *a, const void *b)
{
	const struct bytes *x = a, *y = b;

	return (x->size > y->size) - (x->size < y->size);
}

static void measure_open(const struct corpus *corpus, struct report *report)
{
	struct bytes *blob = bench_alloc(corpus->n * sizeof *blob), largest, median;
	double seconds;
	size_t i;

	for (i = 0; i < corpus->n; i++)
		if (compile(corpus->host[i].robots, NULL, NULL, &blob[i].at, &blob[i].size) != ROBOTSC_OK)
			bench_die("compile", "failed");
	qsort(blob, corpus->n, sizeof *blob, by_size);
	largest = blob[corpus->n - 1];
	median = blob[corpus->n / 2];
	seconds = time_open(largest.at, largest.size);
	report_value(report, "GB/s", (double)largest.size / seconds * 1e-9, "open", "largest", "speed");
	printf("open, largest blob    %8.2f GB/s (%zu octets)\n", (double)largest.size / seconds * 1e-9, largest.size);
	seconds = time_open(median.at, median.size);
	report_value(report, "ns", seconds * 1e9, "open", "median, all agents", "time");
	printf("open, median blob     %8.1f ns (%zu octets, all agents)\n", seconds * 1e9, median.size);
	for (i = 0; i < corpus->n; i++)
		robotsc_free_blob(NULL, blob[i].at, blob[i].size);
	for (i = 0; i < corpus->n; i++)
		if (compile(corpus->host[i].robots, &corpus->agent, NULL, &blob[i].at, &blob[i].size) != ROBOTSC_OK)
			bench_die("compile", "failed");
	qsort(blob, corpus->n, sizeof *blob, by_size);
	median = blob[corpus->n / 2];
	seconds = time_open(median.at, median.size);
	report_value(report, "ns", seconds * 1e9, "open", "median", "time");
	printf("open, median blob     %8.1f ns (%zu octets, one agent)\n\n", seconds * 1e9, median.size);
	for (i = 0; i < corpus->n; i++)
		robotsc_free_blob(NULL, blob[i].at, blob[i].size);
	free(blob);
}

void measure_work(const struct corpus *corpus, struct report *report)
{
	struct sizes all, one, sorted;

	measure_compile(corpus, report, "all agents", NULL);
	measure_compile(corpus, report, "one agent", &corpus->agent);
	all = sizes_of(corpus, NULL);
	one = sizes_of(corpus, &corpus->agent);
	sorted = sorted_sizes(corpus);
	report_value(report, "octets", (double)all.peak, "compile", "all agents", "peak");
	report_value(report, "octets", (double)one.peak, "compile", "one agent", "peak");
	report_value(report, "octets", (double)corpus->octets, "size", "text", "sum");
	printf("compile, peak memory  %8.2f MiB all agents, %.2f MiB one agent\n\n", (double)all.peak / (1 << 20),
	       (double)one.peak / (1 << 20));
	printf("%-22s %9s %9s %11s %8s\n", "size", "p50", "p99", "sum", "x text");
	report_sizes(corpus, report, "all agents", &all);
	report_sizes(corpus, report, "robotsc", &one);
	report_sizes(corpus, report, "sorted loop", &sorted);
	printf("\n");
	measure_open(corpus, report);
}

/* ---- hostile files ---- */

struct worst {
	double value;
	const char *name;
};

static void keep_worst(struct worst *w, double value, const char *name)
{
	if (value > w->value)
		*w = (struct worst){value, name};
}

void measure_hostile(struct report *report)
{
	struct worst ms = {0, ""}, peak = {0, ""}, times = {0, ""};
	size_t i, size, len;
	double start;
	void *blob;

	for (i = 0; i < hostile_ncases; i++) {
		const char *name = hostile_cases[i].name;
		struct memory memory = {0, 0};
		const struct robotsc_alloc alloc = {count, &memory};
		struct robotsc_text text = {hostile_make(&hostile_cases[i], &len), 0};

		text.len = len;
		start = bench_now();
		if (text.at == NULL || compile(text, NULL, NULL, &blob, &size) != ROBOTSC_OK)
			bench_die(name, "does not compile");
		keep_worst(&ms, (bench_now() - start) * 1e3, name);
		robotsc_free_blob(NULL, blob, size);
		if (compile(text, NULL, &alloc, &blob, &size) != ROBOTSC_OK)
			bench_die(name, "does not compile");
		robotsc_free_blob(&alloc, blob, size);
		keep_worst(&peak, (double)memory.peak / (1 << 20), name);
		if (len > 65536)
			keep_worst(&times, (double)size / (double)len, name);
		free((void *)(uintptr_t)text.at);
	}
	report_value(report, "ms", ms.value, "hostile", "compile", "worst");
	report_value(report, "MiB", peak.value, "hostile", "peak", "worst");
	report_value(report, "times", times.value, "hostile", "blob", "worst");
	printf("hostile, %zu files: compile %.0f ms (%s), peak %.1f MiB (%s), blob %.2f x file (%s)\n", hostile_ncases, ms.value,
	       ms.name, peak.value, peak.name, times.value, times.name);
}
