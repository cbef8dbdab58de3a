/* measure_ready.c - how long it takes until a policy answers.
 *
 * Each host is compiled for one agent, opened and asked all its paths, by each way in turn; the
 * fastest round counts.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>

#include "figures.h"
#include "measure.h"
#include "robotsc/check.h"
#include "robotsc/compile.h"

#define ROUNDS 9
#define SLICE_SECONDS 30e-6

static const struct {
	const char *name;
	enum robotsc_form form;
	int kept;
} ways[] = {{"new memory", ROBOTSC_FORM_AUTO, 0}, {"kept memory", ROBOTSC_FORM_AUTO, 1}, {"kept, QUICK", ROBOTSC_FORM_QUICK, 1}};

#define WAYS (sizeof ways / sizeof ways[0])

/* Nanoseconds of each host. */
struct ready {
	double *compile, *check;
};

struct compiled {
	void *blob;
	size_t size;
	struct robotsc_blob opened;
	struct robotsc_group group;
};

static void compile(struct robotsc_compiler *compiler, const struct corpus *corpus, const struct host *host, size_t way,
                    struct compiled *out)
{
	struct robotsc_options options;

	robotsc_options_init(&options);
	options.form = ways[way].form;
	options.agents = &corpus->agent;
	options.nagents = 1;
	if (robotsc_compiler_compile(ways[way].kept ? compiler : NULL, &options, host->robots.at, host->robots.len, &out->blob,
	                             &out->size) != ROBOTSC_OK)
		bench_die("ready", "cannot compile");
}

/* Compile, open and ask a host until a slice is full.  Lowers the host's figures for the way. */
static void measure_host(struct robotsc_compiler *compiler, const struct corpus *corpus, size_t h, size_t way, struct ready *ready)
{
	const struct host *host = corpus->host[h];
	struct compiled c;
	double start = bench_cpu(), took = 0, opened;
	size_t n = 0;

	for (; n == 0 || took < (bench_quick ? 0 : SLICE_SECONDS); n++) {
		if (n)
			robotsc_free_blob(NULL, c.blob, c.size);
		compile(compiler, corpus, host, way, &c);
		took = bench_cpu() - start;
	}
	start = bench_cpu();
	if (robotsc_open_intact(&c.opened, c.blob, c.size) != ROBOTSC_OK ||
	    robotsc_select(&c.opened, &corpus->agent, 1, &c.group) != ROBOTSC_OK)
		bench_die("ready", "cannot open");
	opened = bench_cpu() - start;
	start = bench_cpu();
	for (size_t i = 0; i < PATHS; i++)
		bench_sink += robotsc_check_path(&c.group, host->path[i].at, host->path[i].len);
	const double check = (bench_cpu() - start) * 1e9 / PATHS, all = (took / (double)n + opened) * 1e9;

	robotsc_free_blob(NULL, c.blob, c.size);
	ready->compile[h] = all < ready->compile[h] ? all : ready->compile[h];
	ready->check[h] = check < ready->check[h] ? check : ready->check[h];
}

static int has_stars(const struct host *host)
{
	for (size_t i = 0; i < host->rules.n; i++)
		if (host->rules.rule[i].gaps)
			return 1;
	return 0;
}

/* Print and report a way's figures, over hosts with stars (stars: 1), without (0), or all (-1). */
static void print_way(const struct corpus *corpus, size_t way, int stars, const struct ready *ready, struct report *report)
{
	static const char *const whose[] = {"all", "without stars", "with stars"};
	double *column[] = {ready[WAYS].compile, ready[WAYS].check};
	size_t n = 0;

	for (size_t h = 0; h < corpus->n; h++)
		if (stars < 0 || stars == has_stars(corpus->host[h])) {
			column[0][n] = ready[way].compile[h];
			column[1][n++] = ready[way].check[h];
		}
	if (n == 0)
		return;
	for (size_t k = 0; k < 2; k++)
		sort_doubles(column[k], n);
	printf("  %-12s %-14s %8.2f %8.2f %8.1f %8.1f %6zu\n", ways[way].name, whose[stars + 1], mean_of(column[0], n) / 1e3,
	       quantile(column[0], n, 0.5) / 1e3, mean_of(column[1], n), quantile(column[1], n, 0.5), n);
	if (stars >= 0)
		return;
	report_value(report, "us", mean_of(column[0], n) / 1e3, "ready", ways[way].name, "mean");
	report_value(report, "us", quantile(column[0], n, 0.5) / 1e3, "ready", ways[way].name, "median");
}

void measure_ready(const struct corpus *corpus, struct report *report)
{
	struct ready ready[WAYS + 1]; /* the last one is room to sort in */
	struct robotsc_compiler *compiler = robotsc_compiler_new(NULL);

	if (compiler == NULL)
		bench_die("ready", "out of memory");
	for (size_t w = 0; w <= WAYS; w++) {
		double *const all = bench_alloc(2 * corpus->n * sizeof *all);

		ready[w] = (struct ready){all, all + corpus->n};
		for (size_t i = 0; i < 2 * corpus->n; i++)
			all[i] = 1e18;
	}
	for (size_t h = 0; h < corpus->n; h++)
		for (size_t r = 0; r < (bench_quick ? 1 : ROUNDS); r++)
			for (size_t w = 0; w < WAYS; w++)
				measure_host(compiler, corpus, h, w, &ready[w]);
	printf("ready to answer, for one agent                us           ns a check\n"
	       "                                 mean   median     mean   median  hosts\n");
	for (size_t w = 0; w < WAYS; w++)
		for (int stars = -1; stars < 2; stars++)
			print_way(corpus, w, stars, ready, report);
	puts("");
	for (size_t w = 0; w <= WAYS; w++)
		free(ready[w].compile);
	robotsc_compiler_free(compiler);
}
