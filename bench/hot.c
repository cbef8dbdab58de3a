/* hot.c - checks with the policy in the nearest cache; and whether the engines agree.
 *
 * A host's 50 paths are asked again and again until the clock's grain does not matter; the engines
 * take turns within a round, so that a slow moment of the machine meets all of them.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "rivals.h"

#define ROUNDS 7
#define SLICE 20e-6 /* seconds a host, engine and round */

volatile uint64_t bench_sink;

static size_t hosts_with_rules(const struct corpus *corpus, const struct host **out)
{
	size_t i, n = 0;

	for (i = 0; i < corpus->n; i++)
		if (corpus->host[i].rules.n > 0)
			out[n++] = &corpus->host[i];
	return n;
}

/* ns per check of a host's paths; *rounds is how often to ask, found by the first call. */
static double time_host(const struct engine *e, const void *policy, const struct host *host, size_t *rounds)
{
	const struct robotsc_text *paths = e->canonical ? host->canonical : host->path;
	double start, took;

	if (*rounds == 0) {
		for (*rounds = 1;; *rounds *= 2) {
			start = bench_now();
			bench_sink += e->hot(policy, paths, PATHS, *rounds);
			took = bench_now() - start;
			if (took >= SLICE / 2)
				break;
		}
	} else {
		bench_sink += e->hot(policy, paths, PATHS, 1);
	}
	start = bench_now();
	bench_sink += e->hot(policy, paths, PATHS, *rounds);
	return (bench_now() - start) * 1e9 / (double)(*rounds * PATHS);
}

/* Median, p99 and mean over hosts of what each host took; of all rounds a host's best, its median
 * and its upper quartile: a round in which the machine did something else does not count. */
static void over_hosts(double *ns, size_t n, double out[3])
{
	double sum = 0;
	size_t h;

	for (h = 0; h < n; h++)
		sum += ns[h];
	sort_doubles(ns, n);
	out[0] = quantile(ns, n, 0.5);
	out[1] = quantile(ns, n, 0.99);
	out[2] = sum / (double)n;
}

/* One engine's figures of all rounds; ns[host * ROUNDS + round]. */
static void report_engine(struct report *report, const struct engine *e, double *ns, size_t n)
{
	static const char *const names[3] = {"median", "p99", "mean"};
	double *at = bench_alloc(n * sizeof *at), low[3], median[3], high[3];
	size_t h, k;

	for (h = 0; h < n; h++)
		sort_doubles(ns + h * ROUNDS, ROUNDS);
	for (h = 0; h < n; h++)
		at[h] = ns[h * ROUNDS];
	over_hosts(at, n, low);
	for (h = 0; h < n; h++)
		at[h] = ns[h * ROUNDS + ROUNDS / 2];
	over_hosts(at, n, median);
	for (h = 0; h < n; h++)
		at[h] = ns[h * ROUNDS + ROUNDS * 3 / 4];
	over_hosts(at, n, high);
	for (k = 0; k < 3; k++)
		report_add(report, "ns", (struct figure){median[k], low[k], high[k]}, "hot", e->name, names[k]);
	free(at);
}

static void print_hot(const struct report *report)
{
	const double floor = report_get(report, "hot/XXH3/median"), rival = report_get(report, "hot/sorted loop/mean");
	const struct entry *e = report->entry;
	size_t i;

	printf("%-16s %9s %9s %9s %14s %10s %12s\n", "hot, ns", "median", "p99 host", "mean", "spread of mean", "x XXH3",
	       "x sorted, mean");
	for (i = 0; i + 2 < report->n; i += 3) {
		const char *name = e[i].name + 4;

		printf("%-16.*s %9.2f %9.2f %9.2f %6.2f -%6.2f ", (int)(strlen(name) - 7), name, e[i].figure.median,
		       e[i + 1].figure.median, e[i + 2].figure.median, e[i + 2].figure.low, e[i + 2].figure.high);
		if (floor > 0)
			printf("%10.2f", e[i].figure.median / floor);
		else
			printf("%10s", "-");
		printf(" %12.2f\n", e[i + 2].figure.median / rival);
	}
}

void measure_hot(const struct corpus *corpus, struct report *report)
{
	const struct host **host = bench_alloc(corpus->n * sizeof *host);
	const size_t n = hosts_with_rules(corpus, host);
	double *ns = bench_alloc(nengines * ROUNDS * n * sizeof *ns);
	size_t *rounds = bench_alloc(nengines * sizeof *rounds), e, h, r, bytes;

	for (h = 0; h < n; h++) {
		void **policy = bench_alloc(nengines * sizeof *policy);

		for (e = 0; e < nengines; e++) {
			policy[e] = engines[e]->build ? engines[e]->build(host[h]->robots, corpus->agent, &host[h]->rules, &bytes)
			                              : NULL;
			rounds[e] = 0;
		}
		for (r = 0; r < ROUNDS; r++)
			for (e = 0; e < nengines; e++)
				ns[(e * n + h) * ROUNDS + r] = time_host(engines[e], policy[e], host[h], &rounds[e]);
		for (e = 0; e < nengines; e++)
			free(policy[e]);
		free(policy);
	}
	for (e = 0; e < nengines; e++)
		report_engine(report, engines[e], ns + e * ROUNDS * n, n);
	print_hot(report);
	free(rounds);
	free(ns);
	free(host);
}

/* Differences at one host between the first engine and another. */
static uint64_t differences(const struct engine *e, const void *ours, const void *theirs, const struct host *host)
{
	uint64_t n = 0;
	size_t i;

	for (i = 0; i < PATHS; i++) {
		const struct robotsc_text a = host->path[i], b = e->canonical ? host->canonical[i] : a;
		const int ours_says = engines[0]->check(ours, a.at, a.len), theirs_says = e->check(theirs, b.at, b.len);

		if (ours_says != theirs_says && n++ == 0)
			printf("DIFFERENT at %.*s: %s says %d, %s says %d about %.*s\n", (int)host->name.len, host->name.at,
			       engines[0]->name, ours_says, e->name, theirs_says, (int)a.len, a.at);
	}
	return n;
}

uint64_t measure_agreement(const struct corpus *corpus, struct report *report)
{
	uint64_t n = 0, asked = 0;
	size_t h, e, bytes;

	for (h = 0; h < corpus->n; h++) {
		const struct host *host = &corpus->host[h];
		void *ours = engines[0]->build(host->robots, corpus->agent, &host->rules, &bytes);

		for (e = 1; e < nengines; e++) {
			void *theirs;

			if (engines[e]->floor || engines[e]->check == NULL)
				continue;
			theirs = engines[e]->build(host->robots, corpus->agent, &host->rules, &bytes);
			n += differences(engines[e], ours, theirs, host);
			asked += PATHS;
			free(theirs);
		}
		free(ours);
	}
	printf("verdicts compared: %llu, different: %llu\n\n", (unsigned long long)asked, (unsigned long long)n);
	report_value(report, "verdicts", (double)asked, "agreement", "asked", NULL);
	report_value(report, "verdicts", (double)n, "agreement", "different", NULL);
	return n;
}
