/* beside.c - compares builds of the library in one run, on the same hosts and paths.
 *
 *     beside [--corpus FOLDER] [--hosts N] [--quick] LIBRARY...
 *
 * LIBRARY is a librobotsc.so; the others are compared with the first.  Each compiles the hosts
 * itself, so blob formats may differ.  Libraries take turns host by host and round by round.  Hosts
 * whose policy is a DFA in the first library have their own rows.  Exit status 1 when two libraries
 * differ in a verdict.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <dlfcn.h>
#include <robotsc/check.h>
#include <robotsc/compile.h>
#include <robotsc/inspect.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "measure.h"

#define LIBRARIES 4
#define ROUNDS 9
#define SLICE_SECONDS 10e-6 /* seconds for each host, library and round */
#define STORAGE 1024        /* octets for struct robotsc_blob or robotsc_group of any build */
#define COLD_ROUNDS 9
#define COLD_OCTETS ((size_t)160 << 20) /* of policies of one library: more than caches hold */
#define GROUP_ROOM 128                  /* octets of a copy before the blob */
#define BUILDS 4
#define OPENS 8

union storage {
	unsigned char octets[STORAGE];
	max_align_t align;
};

/* Calls of one build, and its blobs of the hosts. */
struct library {
	const char *path;
	enum robotsc_status (*compile)(const struct robotsc_options *, const void *, size_t, void **, size_t *);
	void (*options)(struct robotsc_options *);
	enum robotsc_status (*open)(struct robotsc_blob *, const void *, size_t);
	enum robotsc_status (*select)(const struct robotsc_blob *, const struct robotsc_text *, size_t, struct robotsc_group *);
	enum robotsc_verdict (*check)(const struct robotsc_group *, const char *, size_t);
	void (*batch)(const struct robotsc_query *, size_t, uint8_t *);
	enum robotsc_verdict (*check_url)(const struct robotsc_group *, const char *, size_t);
	/* NULL in builds that have none */
	void (*url_batch)(const struct robotsc_query *, size_t, uint8_t *);
	void (*prefetch)(const struct robotsc_group *);
	int (*machine_at)(const struct robotsc_blob *, uint32_t, uint32_t, struct robotsc_machine_info *);
	union storage *blob, *group; /* one a host */
	void **bytes;
	size_t *size;
	double compile_seconds, open_seconds;
};

static void *symbol(void *handle, const char *path, const char *name)
{
	void *const found = dlsym(handle, name);

	if (!found)
		bench_die(path, name);
	return found;
}

static void load(struct library *l, const char *path)
{
	void *const handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);

	if (!handle)
		bench_die(path, dlerror());
	*l = (struct library){.path = path};
	*(void **)&l->compile = symbol(handle, path, "robotsc_compile");
	*(void **)&l->options = symbol(handle, path, "robotsc_options_init");
	*(void **)&l->open = symbol(handle, path, "robotsc_open");
	*(void **)&l->select = symbol(handle, path, "robotsc_select");
	*(void **)&l->check = symbol(handle, path, "robotsc_check_path");
	*(void **)&l->batch = symbol(handle, path, "robotsc_check_batch");
	*(void **)&l->check_url = symbol(handle, path, "robotsc_check_url");
	*(void **)&l->url_batch = dlsym(handle, "robotsc_check_url_batch");
	*(void **)&l->prefetch = dlsym(handle, "robotsc_prefetch");
	*(void **)&l->machine_at = symbol(handle, path, "robotsc_machine_at");
}

/* ---- policies ----------------------------------------------------------------- */

/* Compile and open one host.  seconds: out: those of compiling, and of opening. */
static void build_host(struct library *l, const struct corpus *c, size_t h, double seconds[2])
{
	struct robotsc_blob *const blob = (struct robotsc_blob *)&l->blob[h];
	struct robotsc_options options;
	double start = bench_now();

	free(l->bytes[h]);
	l->options(&options);
	options.agents = &c->agent;
	options.nagents = 1;
	if (l->compile(&options, c->host[h]->robots.at, c->host[h]->robots.len, &l->bytes[h], &l->size[h]) != ROBOTSC_OK)
		bench_die(l->path, "cannot compile a host");
	seconds[0] = bench_now() - start;
	start = bench_now();
	for (int i = 0; i < OPENS; i++)
		if (l->open(blob, l->bytes[h], l->size[h]) != ROBOTSC_OK)
			bench_die(l->path, "cannot open its own blob");
	seconds[1] = (bench_now() - start) / OPENS;
	if (l->select(blob, &c->agent, 1, (struct robotsc_group *)&l->group[h]) != ROBOTSC_OK)
		bench_die(l->path, "cannot select the agent");
}

/* Compile all hosts, the libraries in turn.  The shortest of several times counts. */
static void build_all(struct library *l, size_t n, const struct corpus *c)
{
	for (size_t k = 0; k < n; k++) {
		l[k].blob = bench_alloc(c->n * sizeof *l[k].blob);
		l[k].group = bench_alloc(c->n * sizeof *l[k].group);
		l[k].size = bench_alloc(c->n * sizeof *l[k].size);
		l[k].bytes = bench_alloc(c->n * sizeof *l[k].bytes);
		memset(l[k].bytes, 0, c->n * sizeof *l[k].bytes);
	}
	for (size_t h = 0; h < c->n; h++) {
		double least[LIBRARIES][2], seconds[2];

		for (int r = 0; r < BUILDS; r++)
			for (size_t i = 0; i < n; i++) {
				const size_t k = (i + (size_t)r) % n;

				build_host(&l[k], c, h, seconds);
				for (int what = 0; what < 2; what++)
					least[k][what] = r == 0 || seconds[what] < least[k][what] ? seconds[what] : least[k][what];
			}
		for (size_t k = 0; k < n; k++) {
			l[k].compile_seconds += least[k][0];
			l[k].open_seconds += least[k][1];
		}
	}
}

static const struct robotsc_group *group_of(const struct library *l, size_t host)
{
	return (const struct robotsc_group *)&l->group[host];
}

/* True if a host's policy is a DFA. */
static int is_dfa(const struct library *l, size_t host)
{
	union {
		struct robotsc_machine_info is;
		uint64_t room[8]; /* that struct may be larger in another build */
	} machine;

	return !l->machine_at((const struct robotsc_blob *)&l->blob[host], 0, 0, &machine.is) || !machine.is.filter;
}

/* ---- hot ---------------------------------------------------------------------- */

static int compare(const void *a, const void *b)
{
	const double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static double at_quantile(double *values, size_t n, double q)
{
	qsort(values, n, sizeof *values, compare);
	return n ? values[(size_t)(q * (double)(n - 1))] : 0;
}

static double ask(const struct library *l, size_t host, const struct asked *asked, size_t rounds)
{
	const struct robotsc_group *const group = group_of(l, host);
	const double start = bench_now();
	uint64_t sum = 0;

	for (size_t r = 0; r < rounds; r++)
		for (size_t i = 0; i < asked->n; i++)
			sum += (uint64_t)l->check(group, asked->path[i].at, asked->path[i].len);
	bench_sink += sum;
	return (bench_now() - start) * 1e9 / (double)(rounds * asked->n);
}

static size_t differing;

static void compare_verdicts(const struct library *l, size_t n, size_t host, const struct asked *asked)
{
	for (size_t i = 0; i < asked->n; i++)
		for (size_t k = 1; k < n; k++)
			differing += l[k].check(group_of(&l[k], host), asked->path[i].at, asked->path[i].len) !=
			             l[0].check(group_of(&l[0], host), asked->path[i].at, asked->path[i].len);
}

/* Median ns per check of one host, for each library. */
static void time_host(const struct library *l, size_t n, const struct corpus *c, size_t host, enum workload kind,
                      double ns[LIBRARIES])
{
	double rounds[LIBRARIES][ROUNDS];
	struct asked asked;
	size_t times = 1;

	for (int r = 0; r < ROUNDS; r++) {
		if (r == 0 || kind == WORK_FRESH) {
			asked_make(&asked, c, c->host[host], kind, (uint64_t)r);
			compare_verdicts(l, n, host, &asked);
		}
		if (kind != WORK_FRESH && r == 0)
			while (ask(&l[0], host, &asked, times) * (double)(times * asked.n) < SLICE_SECONDS * 1e9)
				times *= 2;
		for (size_t k = 0; k < n; k++) {
			const size_t turn = (k + (size_t)r) % n;

			if (kind != WORK_FRESH)
				ask(&l[turn], host, &asked, 1);
			rounds[turn][r] = ask(&l[turn], host, &asked, times);
		}
		if (kind == WORK_FRESH || r == ROUNDS - 1)
			asked_free(&asked);
	}
	for (size_t k = 0; k < n; k++)
		ns[k] = at_quantile(rounds[k], ROUNDS, 0.5);
}

/* The rows of one workload: all hosts, DFAs, others. */
static void print_rows(const char *title, const struct library *l, size_t n, const struct corpus *c, double (*ns)[LIBRARIES])
{
	static const char *const which[] = {"all", "DFA", "other"};
	double *values = bench_alloc(c->n * sizeof *values);

	for (int part = 0; part < 3; part++)
		for (int figure = 0; figure < 3; figure++) {
			double first = 0;

			printf("%-12s %-5s %-6s", title, which[part], figure == 0 ? "median" : figure == 1 ? "mean" : "p99");
			for (size_t k = 0; k < n; k++) {
				size_t m = 0;
				double sum = 0, value;

				for (size_t h = 0; h < c->n; h++)
					if (part == 0 || is_dfa(&l[0], h) == (part == 1))
						sum += values[m++] = ns[h][k];
				value = figure == 1 ? sum / (double)(m ? m : 1) : at_quantile(values, m, figure == 0 ? 0.5 : 0.99);
				first = k == 0 ? value : first;
				printf(" %9.2f %5.3f", value, value / first);
			}
			printf("\n");
		}
	free(values);
}

static void measure_hot_paths(const struct library *l, size_t n, const struct corpus *c)
{
	static const char *const titles[WORKLOADS] = {"known", "new", "escaped", "non-ASCII"};
	double(*ns)[LIBRARIES] = bench_alloc(c->n * sizeof *ns);

	for (int kind = 0; kind < WORKLOADS; kind++) {
		for (size_t h = 0; h < c->n; h++)
			time_host(l, n, c, h, (enum workload)kind, ns[h]);
		print_rows(titles[kind], l, n, c, ns);
	}
	free(ns);
}

/* ---- cold --------------------------------------------------------------------- */

#define ORIGIN "https://www.example.com"

/* Queries and their paths, one after the other; each query has its own copy of a policy.  url: the
 * same paths as URLs. */
struct cold {
	struct robotsc_query *query, *url;
	size_t n;
	uint8_t *verdicts;
};

/* A copy of a host's policy: the group, then the blob. */
static const struct robotsc_group *copy_policy(const struct library *l, const struct corpus *c, size_t host)
{
	unsigned char *const copy = bench_alloc(GROUP_ROOM + l->size[host]);
	union storage blob, group;

	memcpy(copy + GROUP_ROOM, l->bytes[host], l->size[host]);
	if (l->open((struct robotsc_blob *)&blob, copy + GROUP_ROOM, l->size[host]) != ROBOTSC_OK ||
	    l->select((struct robotsc_blob *)&blob, &c->agent, 1, (struct robotsc_group *)&group) != ROBOTSC_OK)
		bench_die(l->path, "cannot open a copy");
	memcpy(copy, &group, GROUP_ROOM);
	return (const struct robotsc_group *)copy;
}

static struct cold cold_make(const struct library *l, const struct corpus *c, size_t copies)
{
	struct cold cold = {bench_alloc(copies * c->n * sizeof *cold.query), bench_alloc(copies * c->n * sizeof *cold.url),
	                    copies * c->n, bench_alloc(copies * c->n)};
	const size_t origin = sizeof ORIGIN - 1;
	uint64_t seed = 9309;
	size_t octets = 0;
	char *text;

	for (size_t i = 0; i < cold.n; i++)
		cold.query[i] = (struct robotsc_query){copy_policy(l, c, i % c->n), c->host[i % c->n]->path[i / c->n % PATHS]};
	for (size_t i = cold.n; i > 1; i--) {
		const size_t k = bench_random(&seed, (uint32_t)i);
		const struct robotsc_query last = cold.query[i - 1];

		cold.query[i - 1] = cold.query[k];
		cold.query[k] = last;
	}
	for (size_t i = 0; i < cold.n; i++)
		octets += origin + cold.query[i].path.len;
	text = bench_alloc(octets);
	for (size_t i = 0; i < cold.n; i++) {
		struct robotsc_text *const path = &cold.query[i].path;

		memcpy(text, ORIGIN, origin);
		memcpy(text + origin, path->at, path->len);
		cold.url[i] = (struct robotsc_query){cold.query[i].group, {text, origin + path->len}};
		path->at = text + origin;
		text += origin + path->len;
	}
	return cold;
}

/* How queries are made. */
enum way {
	ONE_BY_ONE,
	BATCH,
	URLS_ONE_BY_ONE,
	URLS_BATCH,
	WAYS
};

/* Nanoseconds per check; 0 when the build has no such call. */
static double time_cold(const struct library *l, const struct cold *cold, enum way way)
{
	const struct robotsc_query *const queries = way < URLS_ONE_BY_ONE ? cold->query : cold->url;
	void (*const batch)(const struct robotsc_query *, size_t, uint8_t *) = way == BATCH ? l->batch : l->url_batch;
	const double start = bench_now();
	size_t verdict = 0;

	if (way == URLS_BATCH && !batch)
		return 0;
	if (way == BATCH || way == URLS_BATCH)
		batch(queries, cold->n, cold->verdicts);
	else
		for (size_t i = 0; i < cold->n; i++) { /* a check waits for the last verdict */
			const struct robotsc_query *const query = &queries[i + verdict / 2];

			if (l->prefetch)
				l->prefetch(query->group);
			verdict = (size_t)(way == ONE_BY_ONE ? l->check : l->check_url)(query->group, query->path.at,
			                                                                query->path.len);
		}
	bench_sink += verdict;
	return (bench_now() - start) * 1e9 / (double)cold->n;
}

/* Each check asks another host, whose policy is in no cache. */
static void measure_cold_hosts(const struct library *l, size_t n, const struct corpus *c)
{
	static const char *const titles[WAYS] = {"cold, one by one", "cold, batch", "cold URLs, one by one", "cold URLs, batch"};
	double ns[WAYS][LIBRARIES][COLD_ROUNDS], octets = 0;
	struct cold cold[LIBRARIES];

	for (size_t h = 0; h < c->n; h++)
		octets += (double)(l[0].size[h] + GROUP_ROOM);
	for (size_t k = 0; k < n; k++)
		cold[k] = cold_make(&l[k], c, bench_quick ? 1 : 1 + (size_t)((double)COLD_OCTETS / octets));
	for (int r = 0; r < COLD_ROUNDS; r++)
		for (int way = 0; way < WAYS; way++)
			for (size_t k = 0; k < n; k++)
				ns[way][(k + (size_t)r) % n][r] =
					time_cold(&l[(k + (size_t)r) % n], &cold[(k + (size_t)r) % n], (enum way)way);
	for (int way = 0; way < WAYS; way++) {
		double first = 0;

		printf("%-25s", titles[way]);
		for (size_t k = 0; k < n; k++) {
			const double value = at_quantile(ns[way][k], COLD_ROUNDS, 0.5);

			first = k == 0 ? value : first;
			printf(" %9.2f %5.3f", value, first > 0 ? value / first : 0);
		}
		printf("\n");
	}
}

/* ---- the rest ----------------------------------------------------------------- */

static void print_figure(const char *title, const struct library *l, size_t n, double (*figure)(const struct library *, size_t),
                         size_t hosts)
{
	printf("%-25s", title);
	for (size_t k = 0; k < n; k++)
		printf(" %9.0f %5.3f", figure(&l[k], hosts), figure(&l[k], hosts) / figure(&l[0], hosts));
	printf("\n");
}

static double octets_at(const struct library *l, size_t hosts, double q)
{
	double *values = bench_alloc(hosts * sizeof *values), value;

	for (size_t h = 0; h < hosts; h++)
		values[h] = (double)l->size[h];
	value = at_quantile(values, hosts, q);
	free(values);
	return value;
}

static double octets_median(const struct library *l, size_t hosts)
{
	return octets_at(l, hosts, 0.5);
}

static double octets_p99(const struct library *l, size_t hosts)
{
	return octets_at(l, hosts, 0.99);
}

static double octets_sum(const struct library *l, size_t hosts)
{
	double sum = 0;

	for (size_t h = 0; h < hosts; h++)
		sum += (double)l->size[h];
	return sum;
}

static double compile_ns(const struct library *l, size_t hosts)
{
	return l->compile_seconds * 1e9 / (double)hosts;
}

static double open_ns(const struct library *l, size_t hosts)
{
	return l->open_seconds * 1e9 / (double)hosts;
}

int main(int argc, char **argv)
{
	const char *folder = getenv("ROBOTSC_CORPUS"), *hosts = "1500";
	static struct library library[LIBRARIES];
	static struct corpus corpus; /* borrowed to the end, never freed */
	size_t n = 0, dfas = 0;

	for (int i = 1; i < argc; i++)
		if (strcmp(argv[i], "--corpus") == 0 && i + 1 < argc)
			folder = argv[++i];
		else if (strcmp(argv[i], "--hosts") == 0 && i + 1 < argc)
			hosts = argv[++i];
		else if (strcmp(argv[i], "--quick") == 0)
			bench_quick = 1;
		else if (n < LIBRARIES)
			load(&library[n++], argv[i]);
	if (n < 2)
		bench_die("beside", "needs two libraries; see the top of bench/beside.c");
	setvbuf(stdout, NULL, _IOLBF, 0);
	corpus.agent = (struct robotsc_text){"ExampleBot", 10};
	if (folder && folder[0])
		corpus_load(&corpus, folder);
	else
		corpus_generate(&corpus, (size_t)strtoul(hosts, NULL, 10), 9309);
	corpus_paths(&corpus);
	build_all(library, n, &corpus);
	for (size_t h = 0; h < corpus.n; h++)
		dfas += (size_t)is_dfa(&library[0], h);
	printf("%zu hosts, %zu of them DFAs; ns a check, and how that compares with %s\n", corpus.n, dfas, library[0].path);
	measure_hot_paths(library, n, &corpus);
	measure_cold_hosts(library, n, &corpus);
	print_figure("open, ns a host", library, n, open_ns, corpus.n);
	print_figure("compile, ns a host", library, n, compile_ns, corpus.n);
	print_figure("octets, median", library, n, octets_median, corpus.n);
	print_figure("octets, p99", library, n, octets_p99, corpus.n);
	print_figure("octets, sum", library, n, octets_sum, corpus.n);
	printf("%zu verdicts differ\n", differing);
	return differing != 0;
}
