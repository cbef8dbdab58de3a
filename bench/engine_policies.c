/* engine_policies.c - see engine_policies.h; and the comparison of all verdicts.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "engine_policies.h"
#include "figures.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if defined(__GLIBC__)
#include <malloc.h>
#if __GLIBC_PREREQ(2, 33)
#define HAVE_MALLINFO2 1
#endif
#endif

/* Octets of the heap in use; 0 if the C library does not report them. */
static size_t heap(void)
{
#ifdef HAVE_MALLINFO2
	const struct mallinfo2 m = mallinfo2();

	return m.uordblks + m.hblkhd;
#else
	return 0;
#endif
}

struct source source_of(const struct corpus *corpus, const struct host *host)
{
	return (struct source){host->robots, corpus->agent, &host->rules};
}

void *policy_build(const struct engine *e, const struct source *source, size_t *bytes, double *seconds)
{
	const double start = bench_cpu();
	struct source own = *source;
	struct rules rules;
	void *policy;

	if (e->canonical && e->answers == ANSWERS_EXACT) {
		if (!rules_of(source->robots, source->agent, &rules))
			bench_die("rules", "out of memory");
		own.rules = &rules;
		policy = e->build(&own, bytes);
		*seconds += bench_cpu() - start;
		rules_free(&rules);
	} else {
		policy = e->build(&own, bytes);
		*seconds += bench_cpu() - start;
	}
	return policy;
}

static void build_all(const struct corpus *corpus, const struct engine *e, size_t every, struct policies *p)
{
	const size_t stride = every * e->stride;

	*p = (struct policies){.at = bench_alloc(corpus->n * sizeof *p->at), .bytes = bench_alloc(corpus->n * sizeof *p->bytes)};
	for (size_t h = 0; h < corpus->n; h++) {
		const struct host *host = corpus->host[h];
		const struct source source = source_of(corpus, host);
		const size_t before = heap();
		size_t bytes = 0;

		p->at[h] = NULL;
		p->bytes[h] = 0;
		if (h % stride != 0)
			continue;
		p->at[h] = policy_build(e, &source, &bytes, &p->seconds);
		p->n += p->at[h] != NULL;
		p->octets += (double)host->robots.len;
		if (p->at[h] != NULL && bytes == 0) { /* some engines build when they first match */
			bench_sink += e->hot(p->at[h], e->canonical ? host->canonical : host->path, PATHS, 1);
			bytes = heap() - before;
		}
		p->bytes[h] = (double)bytes;
	}
	if (e->stride > 1)
		printf("%s takes so long to build that it gets 1 of %zu hosts\n", e->name, stride);
	if (p->n < (corpus->n + stride - 1) / stride)
		printf("%s has no policy of %zu hosts: they are left out\n", e->name, (corpus->n + stride - 1) / stride - p->n);
}

struct policies *policies_build(const struct corpus *corpus, size_t every)
{
	struct policies *of = bench_alloc(nengines * sizeof *of);

	for (size_t e = 0; e < nengines; e++) {
		of[e] = (struct policies){NULL, NULL, 0, 0, 0};
		if (engines[e]->build != NULL)
			build_all(corpus, engines[e], every, &of[e]);
	}
	return of;
}

void policies_free(const struct corpus *corpus, struct policies *of)
{
	for (size_t e = 0; e < nengines; e++) {
		for (size_t h = 0; of[e].at != NULL && h < corpus->n; h++)
			if (of[e].at[h] != NULL)
				engines[e]->drop(of[e].at[h]);
		free(of[e].at);
		free(of[e].bytes);
	}
	free(of);
}

/* ---- agreement ---- */

/* Reasons why an engine with other semantics may differ on a host. */
enum why {
	WHY_ALLOW,
	WHY_STAR,
	WHY_OTHER,
	WHYS
};

struct differences {
	uint64_t asked, different, hosts, why[WHYS];
};

static enum why why_of(const struct host *host)
{
	size_t i, allows = 0, operators = 0;

	for (i = 1; i < host->rules.n; i++) { /* the first is about /robots.txt */
		allows += host->rules.rule[i].rank & 1;
		operators += host->rules.rule[i].gaps | host->rules.rule[i].end;
	}
	return allows > 0 ? WHY_ALLOW : operators > 0 ? WHY_STAR : WHY_OTHER;
}

/* Compare the library's answers about a host with another engine's. */
static void compare(const struct engine *e, const void *ours, const void *theirs, const struct host *host, struct differences *d)
{
	const uint64_t before = d->different;

	for (size_t i = 0; i < PATHS; i++) {
		const struct robotsc_text a = host->path[i], b = e->canonical ? host->canonical[i] : a;
		const int ours_says = engines[0]->check(ours, a.at, a.len), theirs_says = e->check(theirs, b.at, b.len);

		d->asked++;
		if (ours_says == theirs_says)
			continue;
		if (d->different++ < 3 || (e->answers == ANSWERS_EXACT && d->different == before + 1))
			printf("  %.*s: robotsc says %s, %s says %s about %.*s\n", (int)host->name.len, host->name.at,
			       ours_says ? "allow" : "disallow", e->name, theirs_says ? "allow" : "disallow", (int)a.len, a.at);
	}
	if (d->different != before) {
		d->hosts++;
		d->why[why_of(host)] += d->different - before;
	}
}

static uint64_t agreement_of(const struct corpus *corpus, const struct policies *of, size_t e, struct report *report)
{
	struct differences d = {0};

	for (size_t h = 0; h < corpus->n; h++)
		if (of[e].at[h] != NULL)
			compare(engines[e], of[0].at[h], of[e].at[h], corpus->host[h], &d);
	printf("%-16s %9llu verdicts compared, %llu differ", engines[e]->name, (unsigned long long)d.asked,
	       (unsigned long long)d.different);
	if (d.different > 0)
		printf(", on %llu hosts: %llu where rules allow, %llu where others have stars or '$', %llu elsewhere",
		       (unsigned long long)d.hosts, (unsigned long long)d.why[WHY_ALLOW], (unsigned long long)d.why[WHY_STAR],
		       (unsigned long long)d.why[WHY_OTHER]);
	printf("\n");
	report_value(report, "verdicts", (double)d.asked, "agreement", engines[e]->name, "asked");
	report_value(report, "verdicts", (double)d.different, "agreement", engines[e]->name, "different");
	report_against(report, "agreement/%s/asked", engines[e]->name);
	return engines[e]->answers == ANSWERS_EXACT ? d.different : 0;
}

uint64_t measure_agreement(const struct corpus *corpus, const struct policies *of, struct report *report)
{
	uint64_t wrong = 0;

	for (size_t e = 1; e < nengines; e++)
		if (engines[e]->answers != ANSWERS_NONE && engines[e]->check != NULL)
			wrong += agreement_of(corpus, of, e, report);
	printf("\n");
	return wrong;
}
