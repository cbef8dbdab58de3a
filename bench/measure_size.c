/* measure_size.c - octets of blobs by section, and of rivals' policies, beside the text and its
 * rules.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "measure.h"
#include "engine_policies.h"
#include "robotsc/inspect.h"
#include "figures.h"

enum section {
	HEADER,
	AGENTS,
	POLICIES,
	MACHINES,
	REST, /* the trailer and optional sections */
	SECTIONS
};

static const char *const section_names[SECTIONS] = {"header", "agents", "policies", "machines", "rest"};

/* The sizes of the blobs of all files. */
struct sizes {
	double *blob; /* the blob's octets, for each file */
	double sum, section[SECTIONS];
	size_t named; /* files that name the agent, if there is an agent */
};

static void add_blob(struct sizes *s, const void *bytes, size_t size, const struct robotsc_text *agent)
{
	struct robotsc_blob blob;
	struct robotsc_group group;
	struct robotsc_info info;

	if (robotsc_open(&blob, bytes, size) != ROBOTSC_OK || robotsc_select(&blob, agent, agent != NULL, &group) != ROBOTSC_OK)
		bench_die("size", "a blob cannot be opened");
	robotsc_blob_info(&blob, &info);
	s->section[HEADER] += info.header_bytes;
	s->section[AGENTS] += info.agents_bytes;
	s->section[POLICIES] += info.policies_bytes;
	s->section[MACHINES] += info.machines_bytes;
	s->section[REST] += info.size - info.header_bytes - info.agents_bytes - info.policies_bytes - info.machines_bytes;
	s->sum += info.size;
	s->named += group.selected == ROBOTSC_SELECTED_TOKEN;
}

static struct sizes sizes_of(const struct corpus *corpus, const struct robotsc_text *agent)
{
	struct sizes s = {.blob = bench_alloc(corpus->nfiles * sizeof *s.blob)};

	for (size_t i = 0; i < corpus->nfiles; i++) {
		size_t size;
		void *blob = blob_make(corpus->file[i].robots, agent, NULL, &size);

		add_blob(&s, blob, size, agent);
		s.blob[i] = (double)size;
		blob_free(blob, size, NULL);
	}
	sort_doubles(s.blob, corpus->nfiles);
	return s;
}

/* Report sum and sections of one kind of blobs.  rules: octets of the values of all rules. */
static void report_blobs(const struct corpus *corpus, const char *name, struct sizes *s, double rules, struct report *report)
{
	const double text = (double)corpus->octets;

	report_value(report, "octets", quantile(s->blob, corpus->nfiles, 0.5), "size", name, "p50");
	report_against(report, "size/text/p50");
	report_value(report, "octets", quantile(s->blob, corpus->nfiles, 0.99), "size", name, "p99");
	report_against(report, "size/text/p99");
	report_value(report, "octets", rules, "size", name, "rules");
	report_against(report, "size/text/sum");
	report_value(report, "octets", s->sum, "size", name, "sum");
	report_against(report, "size/text/sum");
	printf("  %-12s %8.0f %8.0f %11.0f %8.3f %8.3f ", name, quantile(s->blob, corpus->nfiles, 0.5),
	       quantile(s->blob, corpus->nfiles, 0.99), s->sum, s->sum / text, rules > 0 ? s->sum / rules : 0);
	for (size_t k = 0; k < SECTIONS; k++) {
		report_value(report, "octets", s->section[k], "section", name, section_names[k]);
		report_against(report, "size/%s/sum", name);
		printf(" %7.1f%%", 100 * s->section[k] / s->sum);
	}
	printf("\n");
	free(s->blob);
}

static void report_text(const struct corpus *corpus, struct report *report)
{
	double *octets = bench_alloc(corpus->nfiles * sizeof *octets);

	for (size_t i = 0; i < corpus->nfiles; i++)
		octets[i] = (double)corpus->file[i].robots.len;
	sort_doubles(octets, corpus->nfiles);
	report_value(report, "octets", quantile(octets, corpus->nfiles, 0.5), "size", "text", "p50");
	report_value(report, "octets", quantile(octets, corpus->nfiles, 0.99), "size", "text", "p99");
	report_value(report, "octets", (double)corpus->octets, "size", "text", "sum");
	free(octets);
}

static void measure_blobs(const struct corpus *corpus, struct report *report)
{
	struct sizes all = sizes_of(corpus, NULL), one = sizes_of(corpus, &corpus->agent);
	double rules_all = 0, rules_one = 0;

	for (size_t i = 0; i < corpus->nfiles; i++) {
		const struct rules *rules = &corpus->file[i].rules;

		rules_all += (double)rules_octets(corpus->file[i].robots);
		for (size_t k = 1; k < rules->n; k++) /* the first is about /robots.txt */
			rules_one += (double)rules->rule[k].value.len;
	}
	report_text(corpus, report);
	report_value(report, "files", (double)one.named, "size", "* only", "named");
	printf("%-14s %8s %8s %11s %8s %8s ", "blobs, octets", "median", "p99", "sum", "x text", "x rules");
	for (size_t k = 0; k < SECTIONS; k++)
		printf(" %8s", section_names[k]);
	printf("\n");
	report_blobs(corpus, "all agents", &all, rules_all, report);
	report_blobs(corpus, "* only", &one, rules_one, report);
	printf("%zu files; \"* only\" is a blob for %.*s, which %.0f of them name\n", corpus->nfiles, (int)corpus->agent.len,
	       corpus->agent.at, report_find(report, "size/* only/named"));
}

/* The size of an engine's policies, over the hosts for which it has one. */
static void measure_engine(const struct corpus *corpus, const struct policies *of, const char *name, struct report *report)
{
	double *bytes = bench_alloc(corpus->n * sizeof *bytes), sum = 0;
	size_t n = 0;

	for (size_t h = 0; h < corpus->n; h++)
		if (of->at[h] != NULL) {
			bytes[n++] = of->bytes[h];
			sum += of->bytes[h];
		}
	sort_doubles(bytes, n);
	report_value(report, "octets", quantile(bytes, n, 0.5), "policy", name, "p50");
	report_against(report, "policy/sorted loop/p50");
	report_value(report, "octets", quantile(bytes, n, 0.99), "policy", name, "p99");
	report_against(report, "policy/sorted loop/p99");
	report_value(report, "octets", sum / (double)n, "policy", name, "mean");
	report_against(report, "policy/sorted loop/mean");
	report_value(report, "times", sum / of->octets, "policy", name, "of text");
	free(bytes);
}

static void print_engine(const struct report *report, const char *name)
{
	const double mean = report_get(report, "policy", name, "mean");

	printf("  %-16s %8.0f %8.0f %9.0f %8.3f %8.3f\n", name, report_get(report, "policy", name, "p50"),
	       report_get(report, "policy", name, "p99"), mean, report_get(report, "policy", name, "of text"),
	       mean / report_find(report, "policy/sorted loop/mean"));
}

void measure_sizes(const struct corpus *corpus, const struct policies *of, struct report *report)
{
	measure_blobs(corpus, report);
	for (size_t e = 0; e < nengines; e++)
		if (of[e].at != NULL && engines[e]->check != NULL)
			measure_engine(corpus, &of[e], engines[e]->name, report);
	printf("%-18s %8s %8s %9s %8s %8s\n", "policies, octets", "median", "p99", "mean", "x text", "x sorted");
	for (size_t e = 0; e < nengines; e++)
		if (of[e].at != NULL && engines[e]->check != NULL)
			print_engine(report, engines[e]->name);
	printf("for one agent, hosts with rules\n\n");
}
