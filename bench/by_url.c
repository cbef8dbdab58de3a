/* by_url.c - measures one reader of robots.txt that is asked about whole URLs.
 *
 *     by_url [--corpus FOLDER | --hosts N] [--write FILE] [--name NAME] [--quick]
 *
 * Hosts and paths are those of the bench.  Prints a line for each host: NAME; nanoseconds until a
 * policy is ready, of a check, of all for 58 and for 350 URLs; and how many of the verdicts on its
 * PATHS URLs differ from robotsc's, or "-" for a text that is refused.  Readers in other languages
 * (bench/peers/) print the same.  FILE receives the hosts for them: "host NAME OCTETS", the octets
 * of its robots.txt, a line feed, then PATHS lines with a URL each, after the verdicts of robotsc
 * and of robotsc with --dialect=google: 'a' to allow or 'd'.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "url_reader.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "measure.h"
#include "figures.h"
#include "robotsc/check.h"

#define SOME 58 /* URLs of a host */
#define MANY 350
#define SLICE_SECONDS 50e-6

/* A host's URLs, and robotsc's verdicts on them in two dialects. */
struct urls {
	struct robotsc_text url[PATHS];
	char *store;
	int verdict[2][PATHS]; /* rfc9309, google */
};

static void decide(const struct corpus *corpus, const struct host *host, enum robotsc_dialect dialect,
                   const struct robotsc_text *url, int *verdict)
{
	struct robotsc_options options;
	struct robotsc_blob blob;
	struct robotsc_group group;
	size_t size;
	void *bytes;

	robotsc_options_init(&options);
	options.dialect = dialect;
	if (host->robots.len > options.limit)
		options.limit = host->robots.len;
	if (robotsc_compile(&options, host->robots.at, host->robots.len, &bytes, &size) != ROBOTSC_OK ||
	    robotsc_open(&blob, bytes, size) != ROBOTSC_OK || robotsc_select(&blob, &corpus->agent, 1, &group) != ROBOTSC_OK)
		bench_die("by_url", "a file cannot be compiled");
	for (size_t i = 0; i < PATHS; i++)
		verdict[i] = robotsc_check_url(&group, url[i].at, url[i].len) == ROBOTSC_ALLOW;
	robotsc_free_blob(NULL, bytes, size);
}

/* Make a host's URLs, one behind the other. */
static struct urls urls_of(const struct corpus *corpus, const struct host *host)
{
	static const char scheme[] = "https://";
	const size_t before = sizeof scheme - 1 + host->name.len;
	struct urls asked;
	size_t room = 0, i;
	char *p;

	for (i = 0; i < PATHS; i++)
		room += before + host->path[i].len;
	p = asked.store = bench_alloc(room);
	for (i = 0; i < PATHS; i++) {
		asked.url[i] = (struct robotsc_text){p, before + host->path[i].len};
		memcpy(p, scheme, sizeof scheme - 1);
		memcpy(p + sizeof scheme - 1, host->name.at, host->name.len);
		memcpy(p + before, host->path[i].at, host->path[i].len);
		p += asked.url[i].len;
	}
	decide(corpus, host, ROBOTSC_RFC9309, asked.url, asked.verdict[0]);
	decide(corpus, host, ROBOTSC_GOOGLE, asked.url, asked.verdict[1]);
	return asked;
}

static void write_host(FILE *out, const struct host *host, const struct urls *asked)
{
	fprintf(out, "host %.*s %zu\n", (int)host->name.len, host->name.at, host->robots.len);
	fwrite(host->robots.at, 1, host->robots.len, out);
	fputc('\n', out);
	for (size_t i = 0; i < PATHS; i++) {
		fprintf(out, "%c%c ", asked->verdict[0][i] ? 'a' : 'd', asked->verdict[1][i] ? 'a' : 'd');
		fwrite(asked->url[i].at, 1, asked->url[i].len, out);
		fputc('\n', out);
	}
}

/* A reader, a host, and n URLs: those of the host, again from the first where n is greater. */
struct work {
	const struct corpus *corpus;
	const struct host *host;
	const struct urls *asked;
	size_t n;
	void *policy; /* NULL: each round makes and drops a policy */
};

static void work_once(const struct work *w)
{
	void *const policy = w->policy != NULL ? w->policy : by_url_build(w->host->robots, w->corpus->agent);

	for (size_t left = w->n, n; left > 0; left -= n) {
		n = left < PATHS ? left : PATHS;
		bench_sink += by_url_ask(policy, w->asked->url, n);
	}
	if (w->policy == NULL)
		by_url_drop(policy);
}

/* Nanoseconds of processor time of one round; the rounds fill a slice. */
static double time_work(struct work work, size_t n)
{
	work.n = n;
	for (size_t turns = 1;; turns *= 2) {
		const double start = bench_cpu();

		for (size_t t = 0; t < turns; t++)
			work_once(&work);
		const double took = bench_cpu() - start;

		if (took >= SLICE_SECONDS || bench_quick)
			return took * 1e9 / (double)turns;
	}
}

static void measure(const char *name, const struct corpus *corpus, const struct host *host, const struct urls *asked)
{
	void *const policy = by_url_build(host->robots, corpus->agent);
	struct work work = {.corpus = corpus, .host = host, .asked = asked};
	unsigned different = 0;
	double ready, some, many;

	for (size_t i = 0; i < PATHS; i++)
		different += (by_url_ask(policy, &asked->url[i], 1) != 0) != asked->verdict[0][i];
	ready = time_work(work, 0);
	some = time_work(work, SOME);
	many = time_work(work, MANY);
	work.policy = policy;
	printf("%s %.0f %.1f %.0f %.0f %u\n", name, ready, time_work(work, PATHS) / PATHS, some, many, different);
	by_url_drop(policy);
}

static FILE *create(const char *name)
{
	FILE *const out = fopen(name, "wb");

	if (out == NULL)
		bench_die(name, "cannot be written");
	return out;
}

static void measure_all(const char *name, const struct corpus *corpus, FILE *out)
{
	for (size_t h = 0; h < corpus->n; h++) {
		struct urls asked = urls_of(corpus, corpus->host[h]);

		if (out != NULL)
			write_host(out, corpus->host[h], &asked);
		measure(name, corpus, corpus->host[h], &asked);
		free(asked.store);
	}
}

int main(int argc, char **argv)
{
	const char *from = getenv("ROBOTSC_CORPUS"), *hosts = "1500", *write = NULL, *name = "robotsc";
	static struct corpus corpus; /* borrowed to the end, never freed */
	FILE *out;

	for (int i = 1; i < argc; i++) {
		if (strcmp(argv[i], "--quick") == 0)
			bench_quick = 1;
		else if (strcmp(argv[i], "--corpus") == 0 && i + 1 < argc)
			from = argv[++i];
		else if (strcmp(argv[i], "--hosts") == 0 && i + 1 < argc)
			hosts = argv[++i];
		else if (strcmp(argv[i], "--write") == 0 && i + 1 < argc)
			write = argv[++i];
		else if (strcmp(argv[i], "--name") == 0 && i + 1 < argc)
			name = argv[++i];
		else
			bench_die(argv[i], "unknown, or lacks its value; see the top of bench/by_url.c");
	}
	corpus.agent = (struct robotsc_text){"ExampleBot", 10};
	if (from != NULL && from[0] != '\0')
		corpus_load(&corpus, from);
	else
		corpus_generate(&corpus, strtoul(hosts, NULL, 10), 9309);
	corpus_paths(&corpus);
	out = write != NULL ? create(write) : NULL;
	measure_all(name, &corpus, out);
	if (out != NULL && fclose(out) != 0)
		bench_die(write, "cannot be written");
	return 0;
}
