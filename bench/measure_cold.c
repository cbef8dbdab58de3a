/* measure_cold.c - checks whose policy is in no cache, as in a frontier: each asks another host.
 *
 * The policies are copied until the copies fill twice the largest cache.  Questions visit the
 * copies in random order, a slice in each round, so a copy is visited again only after all others.
 * The paths are read sequentially: a crawler has just handled the URL.
 *
 * "one call" times every check alone: the latency.  "loop" times runs of 256 independent checks,
 * which the processor and the batch call may overlap.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <unistd.h>

#include "engine_policies.h"
#include "figures.h"

#define POLICIES_LEAST ((size_t)160 << 20) /* octets; at least twice the last-level cache */
#define COPIES_LEAST 8u                    /* copies of a policy */
#define COPY_SECONDS 6.0                   /* seconds for making copies, at most */
#define SLICES 6                           /* half of them for single calls, half for loops */
#define FLOOR_COPIES 64u                   /* copies of questions, for engines without a policy */
#define INTERRUPTED 1000u                  /* the mean leaves out 1 of 1,000 calls, the slowest */
#define LINE 64

#if defined(__x86_64__)
static inline uint64_t ticks(void)
{
	uint64_t t;

	__builtin_ia32_lfence();
	t = __builtin_ia32_rdtsc();
	__builtin_ia32_lfence();
	return t;
}
#else
static inline uint64_t ticks(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}
#endif

/* Nanoseconds of a tick, and the ticks between two readings of the clock. */
struct grain {
	double ns;
	uint64_t overhead;
};

static struct grain calibrate(void)
{
	const double start = bench_now();
	const uint64_t first = ticks();
	struct grain g = {0, UINT64_MAX};
	uint64_t t, last = first;

	while (bench_now() - start < 0.02) {
		t = ticks();
		last = ticks();
		if (last - t < g.overhead)
			g.overhead = last - t;
	}
	g.ns = (bench_now() - start) * 1e9 / (double)(last - first);
	return g;
}

static size_t cache_size(void)
{
	long size = 0;

#ifdef _SC_LEVEL3_CACHE_SIZE
	size = sysconf(_SC_LEVEL3_CACHE_SIZE);
#endif
	return size > 0 ? (size_t)size : 0;
}

static size_t footprint(void)
{
	const size_t wanted = 2 * cache_size();

	return bench_quick ? (size_t)1 << 20 : wanted > POLICIES_LEAST ? wanted : POLICIES_LEAST;
}

/* Copies of the policies of all hosts, and questions about them. */
struct cold {
	const struct engine *engine;
	const struct corpus *corpus;
	const struct host **host; /* the hosts that have a policy */
	size_t hosts;
	void **policy; /* [copy * hosts + host]; the policies of the first copy are borrowed */
	struct question *question;
	size_t n, slice; /* n: policies and questions; slice: questions of a round */
	double octets;   /* octets of all policies */
};

static void shuffle(struct question *q, size_t n, uint64_t seed)
{
	size_t i;

	for (i = n; i > 1; i--) {
		const size_t k = bench_random(&seed, (uint32_t)i);
		const struct question t = q[i - 1];

		q[i - 1] = q[k];
		q[k] = t;
	}
}

/* A copy of a policy. */
static void *copy(const struct cold *c, const void *policy, const struct host *host)
{
	const struct source source = source_of(c->corpus, host);
	size_t bytes;
	void *p;

	if (c->engine->copy != NULL)
		return c->engine->copy(policy, &source);
	p = c->engine->build(&source, &bytes);
	bench_sink += c->engine->hot(p, c->engine->canonical ? host->canonical : host->path, PATHS, 1);
	return p;
}

/* Take the hosts' policies, and copy all of them until there are enough or COPY_SECONDS is over. */
static void make_copies(struct cold *c, const struct policies *own)
{
	const double start = bench_now();
	size_t copies = FLOOR_COPIES, i, k;
	double sum = 0;

	for (i = 0; i < c->corpus->n; i++) {
		if (own->at != NULL && own->at[i] == NULL)
			continue;
		sum += own->at != NULL ? own->bytes[i] : 0;
		c->policy[c->hosts] = own->at != NULL ? own->at[i] : NULL;
		c->host[c->hosts++] = c->corpus->host[i];
	}
	if (own->at != NULL)
		copies = (size_t)((double)footprint() / (sum + 1)) + COPIES_LEAST;
	c->policy = realloc(c->policy, c->hosts * copies * sizeof *c->policy);
	if (c->policy == NULL)
		bench_die("cold", "out of memory");
	for (k = 1; k < copies && (k < COPIES_LEAST / 2 || bench_now() - start < COPY_SECONDS); k++)
		for (i = 0; i < c->hosts; i++)
			c->policy[k * c->hosts + i] = own->at != NULL ? copy(c, c->policy[i], c->host[i]) : NULL;
	c->n = k * c->hosts;
	c->octets = sum * (double)k;
}

/* The path of a host for a question.  line_up moves its text later. */
static struct robotsc_text ask(const struct cold *c, const struct host *h, uint64_t *seed)
{
	const uint32_t k = bench_random(seed, PATHS);

	return c->engine->canonical ? h->canonical[k] : h->path[k];
}

/* Put the texts of the questions one after the other, in the order of asking. */
static char *line_up(struct question *q, size_t n)
{
	size_t i, octets = 0;
	char *text, *p;

	for (i = 0; i < n; i++)
		octets += q[i].path.len;
	p = text = bench_alloc(octets);
	for (i = 0; i < n; i++) {
		memcpy(p, q[i].path.at, q[i].path.len);
		q[i].path.at = p;
		p += q[i].path.len;
	}
	return text;
}

/* Make copies and questions.  Returns the questions' text, to be freed. */
static char *prepare(struct cold *c, const struct engine *e, const struct corpus *corpus, const struct policies *own)
{
	uint64_t seed = 2022;

	*c = (struct cold){.engine = e, .corpus = corpus};
	c->policy = bench_alloc(corpus->n * sizeof *c->policy);
	c->host = bench_alloc(corpus->n * sizeof *c->host);
	make_copies(c, own);
	c->question = bench_alloc(c->n * sizeof *c->question);
	for (size_t i = 0; i < c->n; i++)
		c->question[i] = (struct question){c->policy[i], ask(c, c->host[i % c->hosts], &seed)};
	shuffle(c->question, c->n, 17);
	c->slice = c->n / SLICES;
	if (c->slice >= QUESTIONS)
		c->slice = c->slice / QUESTIONS * QUESTIONS;
	if (c->slice == 0)
		bench_die("cold", "too few hosts");
	return line_up(c->question, c->n);
}

static void release(struct cold *c, char *text)
{
	for (size_t i = c->hosts; i < c->n; i++)
		if (c->policy[i] != NULL)
			c->engine->drop(c->policy[i]);
	free(c->policy);
	free(c->host);
	free(c->question);
	free(text);
}

/* Time every check alone.  out: nanoseconds of each, sorted. */
static void single_calls(const struct cold *c, const struct question *q, const struct grain *grain, double *out)
{
	uint64_t start, took;
	size_t i, k;

	for (i = 0; i < c->slice; i++) {
		for (k = 0; k < q[i].path.len; k += LINE)
			bench_sink += (unsigned char)q[i].path.at[k];
		start = ticks();
		bench_sink += (uint64_t)c->engine->check(q[i].policy, q[i].path.at, q[i].path.len);
		took = ticks() - start;
		out[i] = took > grain->overhead ? (double)(took - grain->overhead) * grain->ns : 0;
	}
	sort_doubles(out, c->slice);
}

/* Time runs of checks.  Returns the nanoseconds of a check in the median run; ns: room for all
 * runs. */
static double loop(const struct cold *c, const struct question *q, double *ns)
{
	const size_t run = c->slice < QUESTIONS ? c->slice : QUESTIONS;
	double start;
	size_t i, k;

	for (i = 0; i < c->slice; i += run) {
		for (k = 0; k < run; k++)
			bench_sink += q[i + k].path.len > 0 ? (unsigned char)*q[i + k].path.at : 0u;
		start = bench_now();
		bench_sink += c->engine->cold(q + i, run);
		ns[i / run] = (bench_now() - start) * 1e9 / (double)run;
	}
	sort_doubles(ns, c->slice / run);
	return quantile(ns, c->slice / run, 0.5);
}

static void add(struct report *report, const char *name, const char *what, double *rounds)
{
	report_add(report, "ns", figure_of(rounds, SLICES / 2), "cold", name, what);
	report_against(report, "cold/sorted loop/%s", what);
}

static void measure_engine(const struct cold *c, struct report *report, const struct grain *grain)
{
	double median[SLICES / 2], p99[SLICES / 2], mean[SLICES / 2], loops[SLICES / 2];
	double *ns = bench_alloc(c->slice * sizeof *ns);
	const char *name = c->engine->name;
	size_t r;

	for (r = 0; r < SLICES / 2; r++) {
		loops[r] = loop(c, c->question + (2 * r + 1) * c->slice, ns);
		if (c->engine->check == NULL)
			continue;
		single_calls(c, c->question + 2 * r * c->slice, grain, ns);
		median[r] = quantile(ns, c->slice, 0.5);
		p99[r] = quantile(ns, c->slice, 0.99);
		mean[r] = mean_of(ns, c->slice - c->slice / INTERRUPTED);
	}
	if (c->engine->check != NULL) {
		add(report, name, "median", median);
		add(report, name, "p99", p99);
		add(report, name, "mean", mean);
	}
	add(report, name, "loop", loops);
	report_value(report, "MiB", c->octets / (1 << 20), "cold", name, "footprint");
	report_against(report, "cold/last-level cache");
	free(ns);
}

static void print_engine(const struct report *report, const char *name)
{
	const double one = report_get(report, "cold", name, "median"), p99 = report_get(report, "cold", name, "p99");
	const struct entry *all = report_entry(report, "cold", name, "loop");
	char spread[32];

	if (one > 0)
		printf("  %-18s %8.1f %8.1f %8.1f", name, one, p99, report_get(report, "cold", name, "mean"));
	else
		printf("  %-18s %8s %8s %8s", name, "-", "-", "-");
	snprintf(spread, sizeof spread, "(%.0f - %.0f)", all->figure.low, all->figure.high);
	printf(" %8.1f %-15s", all->figure.median, spread);
	if (one > 0)
		printf(" %9.2f %9.2f", one / report_find(report, "cold/sorted loop/median"),
		       p99 / report_find(report, "cold/sorted loop/p99"));
	else
		printf(" %9s %9s", "-", "-");
	printf(" %9.2f %9.0f\n", all->figure.median / report_find(report, "cold/sorted loop/loop"),
	       report_get(report, "cold", name, "footprint"));
}

/* The latency of a load from memory: each address depends on the load before it. */
static double dependent_miss(void)
{
	const size_t n = footprint() / LINE, steps = 400000;
	uint32_t *next = bench_alloc(n * LINE);
	uint64_t seed = 3;
	uint32_t at = 0;
	double start;
	size_t i, k;

	for (i = 0; i < n; i++)
		next[i * LINE / 4] = (uint32_t)i;
	for (i = n - 1; i > 0; i--) { /* one cycle through all */
		const uint32_t t = next[i * LINE / 4];

		k = bench_random(&seed, (uint32_t)i);
		next[i * LINE / 4] = next[k * LINE / 4];
		next[k * LINE / 4] = t;
	}
	start = bench_now();
	for (i = 0; i < steps; i++)
		at = next[(size_t)at * LINE / 4];
	start = bench_now() - start;
	bench_sink += at;
	free(next);
	return start * 1e9 / (double)steps;
}

void measure_cold(const struct corpus *corpus, const struct policies *of, struct report *report)
{
	const struct grain grain = calibrate();
	struct cold c;

	report_value(report, "MiB", (double)cache_size() / (1 << 20), "cold", "last-level cache", NULL);
	report_value(report, "ns", dependent_miss(), "cold", "dependent miss", NULL);
	report_against(report, "cold/sorted loop/median");
	for (size_t e = 0; e < nengines; e++) {
		char *text = prepare(&c, engines[e], corpus, &of[e]);

		measure_engine(&c, report, &grain);
		release(&c, text);
	}
	printf("%-20s %8s %8s %8s %8s %-15s %9s %9s %9s %9s\n", "cold, ns a check", "one call", "p99", "mean", "loop", "(spread)",
	       "x sorted", "x sorted", "x sorted", "policies,");
	printf("%-20s %8s %8s %8s %8s %-15s %9s %9s %9s %9s\n", "", "median", "", "", "", "", "median", "p99", "loop", "MiB");
	for (size_t e = 0; e < nengines; e++)
		print_engine(report, engines[e]->name);
	printf("  %-18s %8.1f\n", "dependent miss", report_find(report, "cold/dependent miss"));
	printf("the last-level cache has %.0f MiB\n\n", report_find(report, "cold/last-level cache"));
}
