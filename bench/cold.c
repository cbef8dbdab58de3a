/* cold.c - checks whose policy is in no cache, as in a frontier: a different host every time.
 *
 * Every host's policy is copied until all copies together are several times any cache; questions
 * go over the copies in random order, a slice of them a round, so that by the time a copy is met
 * again everything else has been.  The paths themselves are read sequentially: a crawler has just
 * had the URL in its hands.
 *
 * "one call" times every check alone, with nothing overlapping: the latency.  "loop" times runs of
 * 256 independent checks: there processor and batch call may overlap them.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "rivals.h"

#define FOOTPRINT ((size_t)160 << 20) /* octets of policies */
#define FEWEST 8u                     /* copies of a policy */
#define SLICES 6                      /* half of them for single calls, half for loops */
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

/* Nanoseconds a tick, and ticks that taking the time takes. */
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

/* All copies of all hosts' policies, and questions about them. */
struct cold {
	const struct engine *engine;
	const struct corpus *corpus;
	void **policy;
	struct question *question;
	size_t n, slice; /* of both; questions a round */
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

/* One policy a host; their octets in *total. */
static size_t build_first(struct cold *c, const struct host **host, size_t *total)
{
	size_t i, n = 0, bytes;

	*total = 0;
	for (i = 0; i < c->corpus->n; i++) {
		const struct host *h = &c->corpus->host[i];

		if (h->rules.n == 0)
			continue;
		bytes = 0;
		c->policy[n] = c->engine->build ? c->engine->build(h->robots, c->corpus->agent, &h->rules, &bytes) : NULL;
		*total += bytes;
		host[n++] = h;
	}
	return n;
}

/* A host's path for a question; its text is put in the order of asking later. */
static struct robotsc_text ask(const struct cold *c, const struct host *h, uint64_t *seed)
{
	const uint32_t k = bench_random(seed, PATHS);

	return c->engine->canonical ? h->canonical[k] : h->path[k];
}

/* Texts of the questions one behind the other. */
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

/* Copies, questions; returns the questions' text. */
static char *prepare(struct cold *c, const struct engine *e, const struct corpus *corpus, size_t copies)
{
	const struct host **host = bench_alloc(corpus->n * sizeof *host);
	uint64_t seed = 2022;
	size_t i, k, hosts, total;

	*c = (struct cold){.engine = e, .corpus = corpus, .policy = bench_alloc(corpus->n * sizeof *c->policy)};
	hosts = build_first(c, host, &total);
	if (e->build != NULL)
		copies = FOOTPRINT / (total + 1) + FEWEST;
	c->n = hosts * copies;
	c->policy = realloc(c->policy, c->n * sizeof *c->policy);
	c->question = bench_alloc(c->n * sizeof *c->question);
	if (c->policy == NULL)
		bench_die("cold", "out of memory");
	for (i = 0; i < c->n; i++) {
		k = i % hosts;
		if (i >= hosts)
			c->policy[i] = e->copy ? e->copy(c->policy[k], corpus->agent, &host[k]->rules) : NULL;
		c->question[i] = (struct question){c->policy[i], ask(c, host[k], &seed)};
	}
	free(host);
	shuffle(c->question, c->n, 17);
	c->slice = c->n / SLICES / QUESTIONS * QUESTIONS;
	if (c->slice == 0)
		bench_die("cold", "too few hosts");
	return line_up(c->question, c->n);
}

/* Every check alone: sorted ns a check in out. */
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

/* Runs of checks: ns a check in the median run; ns has room for the runs. */
static double loop(const struct cold *c, const struct question *q, double *ns)
{
	double start;
	size_t i, k;

	for (i = 0; i < c->slice; i += QUESTIONS) {
		for (k = 0; k < QUESTIONS; k++)
			bench_sink += q[i + k].path.len > 0 ? (unsigned char)*q[i + k].path.at : 0u;
		start = bench_now();
		bench_sink += c->engine->cold(q + i, QUESTIONS);
		ns[i / QUESTIONS] = (bench_now() - start) * 1e9 / QUESTIONS;
	}
	sort_doubles(ns, c->slice / QUESTIONS);
	return quantile(ns, c->slice / QUESTIONS, 0.5);
}

static double mean_of(const double *v, size_t n)
{
	double sum = 0;
	size_t i;

	for (i = 0; i < n; i++)
		sum += v[i];
	return sum / (double)n;
}

static void measure_engine(const struct cold *c, struct report *report, const struct grain *grain)
{
	double median[SLICES / 2], p99[SLICES / 2], mean[SLICES / 2], loops[SLICES / 2];
	double *ns = bench_alloc(c->slice * sizeof *ns);
	const char *name = c->engine->name;
	size_t r;

	for (r = 0; r < SLICES / 2; r++) {
		if (c->engine->check != NULL) {
			single_calls(c, c->question + 2 * r * c->slice, grain, ns);
			median[r] = quantile(ns, c->slice, 0.5);
			p99[r] = quantile(ns, c->slice, 0.99);
			mean[r] = mean_of(ns, c->slice);
		}
		loops[r] = loop(c, c->question + (2 * r + 1) * c->slice, ns);
	}
	if (c->engine->check != NULL) {
		report_add(report, "ns", figure_of(median, SLICES / 2), "cold", name, "median");
		report_add(report, "ns", figure_of(p99, SLICES / 2), "cold", name, "p99");
		report_add(report, "ns", figure_of(mean, SLICES / 2), "cold", name, "mean");
	}
	report_add(report, "ns", figure_of(loops, SLICES / 2), "cold", name, "loop");
	free(ns);
}

static double get(const struct report *report, const char *engine, const char *what)
{
	char name[96];

	snprintf(name, sizeof name, "cold/%s/%s", engine, what);
	return report_get(report, name);
}

static void print_engine(const struct report *report, const char *name)
{
	const double one = get(report, name, "median"), all = get(report, name, "loop");

	if (one > 0)
		printf("%-16s %9.1f %9.1f %9.1f %9.1f %11.2f", name, one, get(report, name, "p99"), get(report, name, "mean"), all,
		       one / get(report, "sorted loop", "median"));
	else
		printf("%-16s %9s %9s %9s %9.1f %11s", name, "-", "-", "-", all, "-");
	printf(" %11.2f\n", all / get(report, "sorted loop", "loop"));
}

/* One load that depends on the one before, from memory. */
static double dependent_miss(void)
{
	const size_t n = FOOTPRINT / LINE, steps = 400000;
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

void measure_cold(const struct corpus *corpus, struct report *report)
{
	const struct grain grain = calibrate();
	size_t e, i, copies = 64;
	struct cold c;

	for (e = 0; e < nengines; e++) {
		char *text = prepare(&c, engines[e], corpus, copies);

		measure_engine(&c, report, &grain);
		for (i = 0; i < c.n; i++)
			free(c.policy[i]);
		free(c.policy);
		free(c.question);
		free(text);
	}
	report_value(report, "ns", dependent_miss(), "cold", "dependent miss", NULL);
	printf("%-16s %9s %9s %9s %9s %11s %11s\n", "cold, ns", "one call", "p99", "mean", "loop", "x sorted", "loop x s.");
	for (e = 0; e < nengines; e++)
		print_engine(report, engines[e]->name);
	printf("%-16s %9.1f\n\n", "dependent miss", report_get(report, "cold/dependent miss"));
}
