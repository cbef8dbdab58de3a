/* compile.c - how fast and in how much memory files are compiled, and what rivals take to build the
 * same policies.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>

#include "blobs.h"
#include "policies.h"

#define ROUNDS 5
#define QUICK 1.0 /* seconds; rivals that take longer to build everything are timed once */

/* ---- the library, all files ---- */

static double compile_all(const struct corpus *corpus, const struct robotsc_text *agent)
{
	const double start = bench_now();

	for (size_t i = 0; i < corpus->nfiles; i++)
		bench_sink += blob_size(corpus->file[i].robots, agent, NULL);
	return bench_now() - start;
}

/* The most memory that a file takes. */
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

/* A row: octets of robots.txt and files in so many seconds. */
static void add_speed(struct report *report, const char *name, double octets, size_t files, double *seconds, size_t rounds)
{
	double speed[ROUNDS], each[ROUNDS];

	for (size_t r = 0; r < rounds; r++) {
		speed[r] = octets * 1e-6 / seconds[r];
		each[r] = (double)files / seconds[r];
	}
	report_add(report, "MB/s", figure_of(speed, rounds), "compile", name, "speed");
	report_against(report, "compile/sorted loop/speed");
	report_add(report, "policies/s", figure_of(each, rounds), "compile", name, "policies");
	report_against(report, "compile/sorted loop/policies");
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

/* ---- engines, hosts with rules: from the text to something that answers ---- */

/* The dense table is made from what the library's compiler says: its time says nothing. */
static int builds(const struct engine *e)
{
	return e->build != NULL && e->check != NULL && e != &engine_dense;
}

static void measure_engine(const struct corpus *corpus, const struct policies *of, size_t e, struct report *report)
{
	double seconds[ROUNDS] = {of[e].seconds};
	const size_t rounds = of[e].seconds < QUICK && !bench_quick ? ROUNDS : 1;

	for (size_t r = 1; r < rounds; r++)
		for (size_t h = 0; h < corpus->n; h += engines[e]->stride) {
			const struct source source = source_of(corpus, corpus->host[h]);
			size_t bytes;
			void *p = policy_build(engines[e], &source, &bytes, &seconds[r]);

			if (p != NULL)
				engines[e]->drop(p);
		}
	add_speed(report, engines[e]->name, of[e].octets, of[e].n, seconds, rounds);
}

void measure_compile(const struct corpus *corpus, const struct policies *of, struct report *report)
{
	const struct {
		const char *name;
		const struct robotsc_text *agent;
	} ways[] = {{"all agents", NULL}, {"one agent", &corpus->agent}};
	const size_t rounds = bench_quick ? 1 : ROUNDS;

	for (size_t w = 0; w < 2; w++) {
		double seconds[ROUNDS];

		for (size_t r = 0; r < rounds; r++)
			seconds[r] = compile_all(corpus, ways[w].agent);
		add_speed(report, ways[w].name, (double)corpus->octets, corpus->nfiles, seconds, rounds);
	}
	for (size_t e = 0; e < nengines; e++)
		if (builds(engines[e]))
			measure_engine(corpus, of, e, report);
	printf("compile          %8s %-17s %10s %9s\n", "MB/s", "(spread)", "policies/s", "x sorted");
	print_speed(report, ways[0].name);
	print_speed(report, ways[1].name);
	printf("from text to something that answers, for one agent, hosts with rules\n");
	for (size_t e = 0; e < nengines; e++)
		if (builds(engines[e]))
			print_speed(report, engines[e]->name);
	printf("memory\n");
	measure_peak(corpus, ways[0].name, ways[0].agent, report);
	measure_peak(corpus, ways[1].name, ways[1].agent, report);
	printf("\n");
}
