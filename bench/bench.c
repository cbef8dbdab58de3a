/* bench.c - how fast, how small: robotsc against floors and rivals, in one run.
 *
 *     bench [--corpus FOLDER] [--json FILE] [--agent TOKEN] [--hosts N] [--runtime-text N] [--only PART]
 *
 * FOLDER holds robots.warc.gz and urls.txt.gz; without it, or ROBOTSC_CORPUS in the environment,
 * hosts are made up.  --runtime-text takes the octets of the runtime's text, measured elsewhere.
 * PART is hot, cold, work or hostile.  Exit status 1 when engines disagree.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "bench.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rivals.h"

void bench_die(const char *what, const char *why)
{
	fprintf(stderr, "bench: %s: %s\n", what, why);
	exit(2);
}

void *bench_alloc(size_t size)
{
	void *p = malloc(size > 0 ? size : 1);

	if (p == NULL)
		bench_die("memory", "out of it");
	return p;
}

uint32_t bench_random(uint64_t *seed, uint32_t n)
{
	uint64_t z = *seed += 0x9E3779B97F4A7C15u;

	z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
	z = (z ^ z >> 27) * 0x94D049BB133111EBu;
	z ^= z >> 31;
	return (uint32_t)((z >> 32) * n >> 32);
}

struct arguments {
	const char *corpus, *json, *agent, *hosts, *runtime_text, *only;
};

static void parse(struct arguments *a, int argc, char **argv)
{
	const struct {
		const char *name;
		const char **value;
	} options[] = {{"--corpus", &a->corpus},
	               {"--json", &a->json},
	               {"--agent", &a->agent},
	               {"--hosts", &a->hosts},
	               {"--runtime-text", &a->runtime_text},
	               {"--only", &a->only}};
	size_t k;
	int i;

	for (i = 1; i < argc; i += 2) {
		for (k = 0; k < sizeof options / sizeof *options && strcmp(argv[i], options[k].name) != 0; k++)
			continue;
		if (k == sizeof options / sizeof *options || i + 1 == argc)
			bench_die(argv[i], "unknown, or lacks its value; see the top of bench/bench.c");
		*options[k].value = argv[i + 1];
	}
}

/* What the corpus is like: figures depend on it. */
static void describe(const struct corpus *c)
{
	double *rules = bench_alloc(c->n * sizeof *rules), octets = 0;
	size_t i, k, n = 0;

	for (i = 0; i < c->n; i++) {
		if (c->host[i].rules.n == 0)
			continue;
		rules[n++] = (double)c->host[i].rules.n - 1;
		for (k = 0; k < PATHS; k++)
			octets += (double)c->host[i].path[k].len;
	}
	sort_doubles(rules, n);
	printf("%s corpus: %zu files, %.2f MB; rules for %.*s in %zu, median %.0f, p99 %.0f\n", c->title, c->n,
	       (double)c->octets * 1e-6, (int)c->agent.len, c->agent.at, n, quantile(rules, n, 0.5), quantile(rules, n, 0.99));
	printf("%d paths a host, of %.1f octets in the mean\n", PATHS, octets / (double)(n * PATHS));
	free(rules);
}

static int wanted(const struct arguments *a, const char *part)
{
	return a->only == NULL || strcmp(a->only, part) == 0;
}

int main(int argc, char **argv)
{
	struct arguments a = {.agent = "ExampleBot", .hosts = "1500", .corpus = getenv("ROBOTSC_CORPUS")};
	struct corpus corpus = {0};
	struct report report = {0};
	uint64_t different;

	parse(&a, argc, argv);
	rivals_init();
	corpus.agent = (struct robotsc_text){a.agent, strlen(a.agent)};
	if (a.corpus != NULL && a.corpus[0] != '\0')
		corpus_load(&corpus, a.corpus);
	else
		corpus_generate(&corpus, (size_t)strtoul(a.hosts, NULL, 10), 9309);
	corpus_paths(&corpus);
	describe(&corpus);
	if (wanted(&a, "hot"))
		measure_hot(&corpus, &report); /* first: its table is the report so far */
	different = measure_agreement(&corpus, &report);
	if (wanted(&a, "cold"))
		measure_cold(&corpus, &report);
	if (wanted(&a, "work"))
		measure_work(&corpus, &report);
	if (wanted(&a, "hostile"))
		measure_hostile(&report);
	if (a.runtime_text != NULL)
		report_value(&report, "octets", strtod(a.runtime_text, NULL), "size", "runtime text", "bytes");
	report_wants(&report);
	if (a.json != NULL && report_json(&report, a.json, corpus.title))
		return 2;
	return different != 0;
}
