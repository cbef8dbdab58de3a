/* measure_compile.c - time and memory to compile files, and the time of rivals to build the same
 * policies.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "measure.h"
#include "engine_policies.h"
#include "figures.h"

#define ROUNDS 5
#define SLOW_BUILD 4.0 /* seconds; rivals that take longer to build all policies are timed once */

/* ---- time ---- */

/* The seconds of each file and round. */
struct times {
	double *seconds; /* [file * rounds + round] */
	size_t files, rounds;
};

static struct times times_of(size_t files, size_t rounds)
{
	const struct times t = {bench_alloc(files * rounds * sizeof *t.seconds), files, rounds};

	memset(t.seconds, 0, files * rounds * sizeof *t.seconds);
	return t;
}

/* The sum of the seconds that the number-th fastest round of each file took, counted from 0. */
static double sum_of(const struct times *t, size_t number)
{
	double sum = 0;

	for (size_t i = 0; i < t->files; i++)
		sum += t->seconds[i * t->rounds + number];
	return sum;
}

/* Add a row for files with that number of octets.  The figure comes from the median round of each
 * file, its range from the rounds at the upper quartile and the best ones. */
static void add_speed(struct report *report, const char *name, double octets, size_t files, struct times *t)
{
	double low, median, high;

	for (size_t i = 0; i < t->files; i++)
		sort_doubles(t->seconds + i * t->rounds, t->rounds);
	low = sum_of(t, t->rounds * 3 / 4);
	median = sum_of(t, t->rounds / 2);
	high = sum_of(t, 0);
	report_add(report, "MB/s", (struct figure){octets * 1e-6 / median, octets * 1e-6 / low, octets * 1e-6 / high}, "compile",
	           name, "speed");
	report_against(report, "compile/sorted loop/speed");
	report_add(report, "policies/s", (struct figure){(double)files / median, (double)files / low, (double)files / high},
	           "compile", name, "policies");
	report_against(report, "compile/sorted loop/policies");
	free(t->seconds);
}

/* ---- the library, all files ---- */

static void measure_files(const struct corpus *corpus, const char *name, const struct robotsc_text *agent, struct report *report)
{
	struct times t = times_of(corpus->nfiles, bench_quick ? 1 : ROUNDS);

	for (size_t r = 0; r < t.rounds; r++)
		for (size_t i = 0; i < t.files; i++) {
			const double start = bench_cpu();

			bench_sink += blob_size(corpus->file[i].robots, agent, NULL);
			t.seconds[i * t.rounds + r] = bench_cpu() - start;
		}
	add_speed(report, name, (double)corpus->octets, corpus->nfiles, &t);
}

/* The file whose compilation needs most memory. */
static void measure_peak(const struct corpus *corpus, const char *name, const struct robotsc_text *agent, struct report *report)
{
	size_t peak = 0, text = 0;

	for (size_t i = 0; i < corpus->nfiles; i++) {
		struct memory memory = {0, 0};

		bench_sink += blob_size(corpus->file[i].robots, agent, &memory);
		if (memory.peak > peak) {
			peak = memory.peak;
			text = corpus->file[i].robots.len;
		}
	}
	report_value(report, "octets", (double)text, "compile", name, "text at the peak");
	report_value(report, "octets", (double)peak, "compile", name, "peak");
	report_against(report, "compile/%s/text at the peak", name);
	printf("  %-14s at most %.2f MiB at a time, %.1f x the file (%zu octets)\n", name, (double)peak / (1 << 20),
	       (double)peak / (double)text, text);
}

static void print_speed(const struct report *report, const char *name)
{
	const struct entry *speed = report_entry(report, "compile", name, "speed");
	char spread[32];

	snprintf(spread, sizeof spread, "(%.3g - %.3g)", speed->figure.low, speed->figure.high);
	printf("  %-14s %8.3g %-17s %10.0f %9.3f\n", name, speed->figure.median, spread,
	       report_get(report, "compile", name, "policies"),
	       speed->figure.median / report_find(report, "compile/sorted loop/speed"));
}

/* ---- engines, for hosts with rules: from the text to a policy ---- */

/* The dense table is made from a dump of the library's compiler, so its time means nothing. */
static int builds(const struct engine *e)
{
	return e->build != NULL && e->check != NULL && e != &engine_dense;
}

static void measure_engine(const struct corpus *corpus, const struct policies *of, size_t e, struct report *report)
{
	struct times t = times_of(corpus->n, of[e].seconds < SLOW_BUILD && !bench_quick ? ROUNDS : 1);

	for (size_t r = 0; r < t.rounds; r++)
		for (size_t h = 0; h < corpus->n && t.rounds > 1; h += engines[e]->stride) {
			const struct source source = source_of(corpus, corpus->host[h]);
			size_t bytes;
			void *p = policy_build(engines[e], &source, &bytes, &t.seconds[h * t.rounds + r]);

			if (p != NULL)
				engines[e]->drop(p);
		}
	if (t.rounds == 1)
		t.seconds[0] = of[e].seconds; /* measured when the policies were made */
	add_speed(report, engines[e]->name, of[e].octets, of[e].n, &t);
}

void measure_compile(const struct corpus *corpus, const struct policies *of, struct report *report)
{
	const struct {
		const char *name;
		const struct robotsc_text *agent;
		bool keeps; /* one robotsc_compiler for all files */
	} ways[] = {{"all agents", NULL, false},
	            {"one agent", &corpus->agent, false},
	            {"all, kept", NULL, true},
	            {"one, kept", &corpus->agent, true}};

	for (size_t w = 0; w < sizeof ways / sizeof *ways; w++) {
		bench_compiler = ways[w].keeps ? robotsc_compiler_new(NULL) : NULL;
		measure_files(corpus, ways[w].name, ways[w].agent, report);
		robotsc_compiler_free(bench_compiler);
		bench_compiler = NULL;
	}
	for (size_t e = 0; e < nengines; e++)
		if (builds(engines[e]))
			measure_engine(corpus, of, e, report);
	printf("compile          %8s %-17s %10s %9s\n", "MB/s", "(spread)", "policies/s", "x sorted");
	for (size_t w = 0; w < sizeof ways / sizeof *ways; w++)
		print_speed(report, ways[w].name);
	printf("from text to something that answers, for one agent, hosts with rules\n");
	for (size_t e = 0; e < nengines; e++)
		if (builds(engines[e]))
			print_speed(report, engines[e]->name);
	printf("memory\n");
	measure_peak(corpus, ways[0].name, ways[0].agent, report);
	measure_peak(corpus, ways[1].name, ways[1].agent, report);
	printf("\n");
}
