/* measure_hot.c - checks with the policy in the first cache.
 *
 * The engines take turns host by host and round by round, so that a slow moment of the machine
 * affects all of them.  Known paths are repeated until the resolution of the clock does not matter;
 * the processor learns their branches.  Fresh paths are asked once, so it cannot learn them.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine_policies.h"
#include "figures.h"

#define ROUNDS 7
#define FRESH_ROUNDS 5
#define SLICE_SECONDS 20e-6 /* seconds for a host, engine and round */
#define WORST 100           /* 1 of 100 hosts is among the slowest */

static const struct {
	const char *name, *title;
} works[WORKLOADS] = {
	{"hot", "hot"}, {"fresh", "hot, every path once"}, {"percent", "hot, '%' in paths"}, {"high", "hot, non-ASCII"}};

static double time_once(const struct engine *e, const void *policy, const struct robotsc_text *paths, size_t n, size_t rounds)
{
	const double start = bench_now();

	bench_sink += e->hot(policy, paths, n, rounds);
	return (bench_now() - start) * 1e9 / (double)(rounds * n);
}

/* Nanoseconds per check of known paths.  *rounds: repetitions, found by the first call. */
static double time_known(const struct engine *e, const void *policy, const struct asked *asked, size_t *rounds)
{
	const struct robotsc_text *paths = e->canonical ? asked->canonical : asked->path;

	if (*rounds == 0)
		for (*rounds = 1;
		     time_once(e, policy, paths, asked->n, *rounds) * (double)(*rounds * asked->n) < SLICE_SECONDS * 1e9 / 2;)
			*rounds *= 2;
	else
		bench_sink += e->hot(policy, paths, asked->n, 1);
	return time_once(e, policy, paths, asked->n, *rounds);
}

/* Nanoseconds per check of fresh paths, right after other checks of the same policy. */
static double time_fresh(const struct engine *e, const void *policy, const struct host *host, const struct asked *asked)
{
	bench_sink += e->hot(policy, e->canonical ? host->canonical : host->path, PATHS, 1);
	return time_once(e, policy, e->canonical ? asked->canonical : asked->path, asked->n, 1);
}

/* Nanoseconds of each engine, host and round; negative if there is no policy. */
struct times {
	enum workload kind;
	size_t hosts, rounds;
	double *ns; /* [(engine * hosts + host) * rounds + round] */
};

static void time_host(struct times *t, const struct corpus *corpus, const struct policies *of, size_t h)
{
	struct asked asked;
	size_t *turns = bench_alloc(nengines * sizeof *turns), e, r;

	memset(turns, 0, nengines * sizeof *turns);
	asked_make(&asked, corpus, corpus->host[h], t->kind, 0);
	for (r = 0; r < t->rounds; r++) {
		if (t->kind == WORK_FRESH && r > 0) {
			asked_free(&asked);
			asked_make(&asked, corpus, corpus->host[h], t->kind, r);
		}
		for (e = 0; e < nengines; e++) {
			const void *policy = of[e].at != NULL ? of[e].at[h] : NULL;
			double *ns = &t->ns[(e * t->hosts + h) * t->rounds + r];

			if (policy == NULL && engines[e]->build != NULL)
				*ns = -1;
			else if (t->kind == WORK_FRESH)
				*ns = time_fresh(engines[e], policy, corpus->host[h], &asked);
			else
				*ns = time_known(engines[e], policy, &asked, &turns[e]);
		}
	}
	asked_free(&asked);
	free(turns);
}

/* ---- results ---- */

enum statistic {
	MEDIAN,
	P99,
	MEAN,
	SLOWEST, /* the mean of the slowest hosts of this engine */
	STATISTICS
};

static const char *const statistic_names[STATISTICS] = {"median", "p99", "mean", "slowest"};

/* The statistics of the figures of all hosts; sorts ns. */
static void over_hosts(double *ns, size_t n, double out[STATISTICS])
{
	const size_t worst = n / WORST > 0 ? n / WORST : 1;

	sort_doubles(ns, n);
	out[MEDIAN] = quantile(ns, n, 0.5);
	out[P99] = quantile(ns, n, 0.99);
	out[MEAN] = mean_of(ns, n);
	out[SLOWEST] = mean_of(ns + n - worst, worst);
}

/* The number-th fastest round of each host, counted from 0.  Returns the number of hosts. */
static size_t pick(const struct times *t, size_t engine, size_t number, double *out)
{
	size_t n = 0;

	for (size_t h = 0; h < t->hosts; h++) {
		const double *ns = &t->ns[(engine * t->hosts + h) * t->rounds];

		if (ns[0] >= 0)
			out[n++] = ns[number];
	}
	return n;
}

/* A figure comes from the median round of each host, its range from the best rounds and those at
 * the upper quartile.  So an interrupted round does not count. */
static void report_engine(const struct times *t, size_t engine, struct report *report)
{
	const char *work = works[t->kind].name, *name = engines[engine]->name;
	double *ns = bench_alloc(t->hosts * sizeof *ns), low[STATISTICS], median[STATISTICS], high[STATISTICS];
	size_t n;

	for (size_t h = 0; h < t->hosts; h++)
		sort_doubles(&t->ns[(engine * t->hosts + h) * t->rounds], t->rounds);
	over_hosts(ns, pick(t, engine, 0, ns), low);
	over_hosts(ns, pick(t, engine, t->rounds * 3 / 4, ns), high);
	n = pick(t, engine, t->rounds / 2, ns);
	over_hosts(ns, n, median);
	for (size_t k = 0; k < STATISTICS; k++) {
		report_add(report, "ns", (struct figure){median[k], low[k], high[k]}, work, name, statistic_names[k]);
		report_against(report, "%s/sorted loop/%s", work, statistic_names[k]);
	}
	free(ns);
}

static double ratio(double x, double y)
{
	return y > 0 ? x / y : 0;
}

static void print_work(enum workload kind, const struct report *report)
{
	const char *work = works[kind].name;

	printf("%-22s %8s %8s %8s %-17s %8s %7s %9s %9s\n", works[kind].title, "median", "p99", "mean", "(spread)", "slowest",
	       "x XXH3", "x sorted", "x sorted");
	printf("%-22s %8s %8s %8s %-17s %8s %7s %9s %9s\n", "ns a check, of hosts", "", "", "", "", "1 %", "median", "mean",
	       "slowest");
	for (size_t e = 0; e < nengines; e++) {
		double v[STATISTICS], floor[STATISTICS], rival[STATISTICS];
		const struct entry *mean = NULL;
		char spread[24];

		for (size_t k = 0; k < STATISTICS; k++) {
			v[k] = report_get(report, work, engines[e]->name, statistic_names[k]);
			floor[k] = report_get(report, work, "XXH3", statistic_names[k]);
			rival[k] = report_get(report, work, "sorted loop", statistic_names[k]);
		}
		mean = report_entry(report, work, engines[e]->name, "mean");
		snprintf(spread, sizeof spread, "(%.1f - %.1f)", mean->figure.low, mean->figure.high);
		printf("  %-20s %8.1f %8.1f %8.1f %-17s %8.1f %7.2f %9.3f %9.3f\n", engines[e]->name, v[MEDIAN], v[P99], v[MEAN],
		       spread, v[SLOWEST], ratio(v[MEDIAN], floor[MEDIAN]), ratio(v[MEAN], rival[MEAN]),
		       ratio(v[SLOWEST], rival[SLOWEST]));
	}
}

static void measure_workload(enum workload kind, const struct corpus *corpus, const struct policies *of, struct report *report)
{
	struct times t = {kind, corpus->n, bench_quick ? 1 : kind == WORK_FRESH ? FRESH_ROUNDS : ROUNDS, NULL};

	t.ns = bench_alloc(nengines * t.rounds * t.hosts * sizeof *t.ns);
	for (size_t h = 0; h < t.hosts; h++)
		time_host(&t, corpus, of, h);
	for (size_t e = 0; e < nengines; e++)
		report_engine(&t, e, report);
	print_work(kind, report);
	printf("\n");
	free(t.ns);
}

/* ---- the cost of canonical paths: engines that need them get them for free ---- */

static void measure_canonical(enum workload kind, const struct corpus *corpus, struct report *report)
{
	const size_t hosts = corpus->n < 200 ? corpus->n : 200;
	double *ns = bench_alloc(hosts * sizeof *ns);
	static char out[1 << 16];

	for (size_t h = 0; h < hosts; h++) {
		struct asked asked;
		double start;

		asked_make(&asked, corpus, corpus->host[h * (corpus->n / hosts)], kind, 0);
		start = bench_now();
		for (size_t i = 0; i < asked.n; i++)
			bench_sink += rules_path(asked.path[i].at, asked.path[i].len, out);
		ns[h] = (bench_now() - start) * 1e9 / (double)asked.n;
		asked_free(&asked);
	}
	report_add(report, "ns", figure_of(ns, hosts), works[kind].name, "canonical form", "median");
	report_against(report, "%s/robotsc/median", works[kind].name);
	free(ns);
}

void measure_hot(const struct corpus *corpus, const struct policies *of, struct report *report)
{
	for (int kind = 0; kind < WORKLOADS; kind++) {
		measure_workload((enum workload)kind, corpus, of, report);
		measure_canonical((enum workload)kind, corpus, report);
	}
	printf("making a path canonical, which all but robotsc are spared: %.0f ns; with '%%' %.0f, non-ASCII %.0f\n",
	       report_find(report, "hot/canonical form/median"), report_find(report, "percent/canonical form/median"),
	       report_find(report, "high/canonical form/median"));
}
