/* bench.c - how fast, how small: robotsc against floors and rivals, in one run.
 *
 *     bench [--corpus FOLDER] [--json FILE] [--agent TOKEN] [--hosts N] [--runtime-text N]
 *           [--only PART] [--quick]
 *
 * FOLDER holds robots.warc.gz and urls.txt.gz.  Without it, and without ROBOTSC_CORPUS in the
 * environment, N hosts are generated.  --runtime-text takes the octets of the runtime's text
 * section. PART is counted, hot, cold, size, compile, linear, open or hostile, or several with
 * commas between them.  --quick is for tests: everything runs on little data.  Exit status 1 when
 * exact engines disagree.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "measure.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine_policies.h"
#include "figures.h"

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

	for (i = 1; i < argc; i++) {
		if (strcmp(argv[i], "--quick") == 0) {
			bench_quick = 1;
			continue;
		}
		for (k = 0; k < sizeof options / sizeof *options && strcmp(argv[i], options[k].name) != 0; k++)
			continue;
		if (k == sizeof options / sizeof *options || i + 1 == argc)
			bench_die(argv[i], "unknown, or lacks its value; see the top of bench/bench.c");
		*options[k].value = argv[++i];
	}
}

/* Print the properties of the corpus that figures depend on. */
static void describe(const struct corpus *c)
{
	double *rules = bench_alloc(c->n * sizeof *rules), octets = 0;

	for (size_t h = 0; h < c->n; h++) {
		rules[h] = (double)c->host[h]->rules.n - 1; /* the first is about /robots.txt */
		for (size_t k = 0; k < PATHS; k++)
			octets += (double)c->host[h]->path[k].len;
	}
	sort_doubles(rules, c->n);
	printf("%s corpus: %zu files, %.2f MB; rules for %.*s in %zu, median %.0f, p99 %.0f\n", c->title, c->nfiles,
	       (double)c->octets * 1e-6, (int)c->agent.len, c->agent.at, c->n, quantile(rules, c->n, 0.5),
	       quantile(rules, c->n, 0.99));
	printf("%d paths a host, of %.1f octets in the mean\n\n", PATHS, octets / (double)(c->n * PATHS));
	free(rules);
}

/* True if --only names this part, or is absent. */
static int wanted(const struct arguments *a, const char *part)
{
	const size_t len = strlen(part);

	for (const char *at = a->only; at != NULL; at = strchr(at, ',') == NULL ? NULL : strchr(at, ',') + 1)
		if (strncmp(at, part, len) == 0 && (at[len] == '\0' || at[len] == ','))
			return 1;
	return a->only == NULL;
}

/* Make all measurements that were asked for.  Returns the number of verdicts in which exact engines
 * differ. */
static uint64_t measure(const struct arguments *a, const struct corpus *corpus, struct report *report, char **argv)
{
	struct policies *of = policies_build(corpus, a->only != NULL && strcmp(a->only, "counted") == 0 ? COUNTED_EVERY : 1);
	const uint64_t different = measure_agreement(corpus, of, report);

	if (wanted(a, "counted"))
		measure_counted(corpus, of, report, argv);
	if (wanted(a, "hot"))
		measure_hot(corpus, of, report);
	if (wanted(a, "cold"))
		measure_cold(corpus, of, report);
	if (wanted(a, "size"))
		measure_sizes(corpus, of, report);
	if (wanted(a, "compile"))
		measure_compile(corpus, of, report);
	policies_free(corpus, of);
	if (wanted(a, "ready"))
		measure_ready(corpus, report);
	if (wanted(a, "linear"))
		measure_linear(report);
	if (wanted(a, "open"))
		measure_open(corpus, report);
	if (wanted(a, "hostile"))
		measure_hostile(report);
	return different;
}

int main(int argc, char **argv)
{
	struct arguments a = {.agent = "ExampleBot", .hosts = "1500", .corpus = getenv("ROBOTSC_CORPUS")};
	static struct corpus corpus; /* borrowed to the end, never freed */
	struct report report = {0};
	uint64_t different;
	int bad = 0;

	setvbuf(stdout, NULL, _IOLBF, 0);
	parse(&a, argc, argv);
	floors_init();
	corpus.agent = (struct robotsc_text){a.agent, strlen(a.agent)};
	if (a.corpus != NULL && a.corpus[0] != '\0')
		corpus_load(&corpus, a.corpus);
	else
		corpus_generate(&corpus, (size_t)strtoul(a.hosts, NULL, 10), 9309);
	corpus_paths(&corpus);
	describe(&corpus);
	if (a.runtime_text != NULL)
		report_value(&report, "octets", strtod(a.runtime_text, NULL), "size", "runtime text", "bytes");
	different = measure(&a, &corpus, &report, argv);
	report_wants(&report);
	if (a.json != NULL)
		bad = report_json(&report, a.json, corpus.title, corpus.nfiles, corpus.n);
	report_free(&report);
	return bad ? 2 : different != 0;
}
