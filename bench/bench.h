/* bench.h - what the parts of the benchmark share: hosts, time, numbers.
 *
 *     corpus.c  hosts from a WARC file and a list of URLs        gen.c    hosts made up
 *     paths.c   what is asked of every host                      rules.c  the rivals' reading of a file
 *     rivals.c  engines: ours, floors, rivals                    sorted.c the rules one by one
 *     hot.c cold.c work.c  the measurements                      report.c table and JSON
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef BENCH_BENCH_H
#define BENCH_BENCH_H

#include <stddef.h>
#include <stdint.h>
#include <time.h>

#include "report.h"
#include "rules.h"

#define PATHS 50 /* asked of every host */

struct host {
	struct robotsc_text name, robots;
	struct robotsc_text path[PATHS];      /* as they stand in a URL */
	struct robotsc_text canonical[PATHS]; /* the same in the form of RFC 9309 */
	struct rules rules;                   /* for the benchmark's robot */
};

struct corpus {
	const char *title;
	struct host *host;
	size_t n;
	struct robotsc_text *url; /* any hosts' */
	size_t nurls;
	struct robotsc_text agent;
	uint64_t octets; /* of robots.txt */
};

/* Fill hosts and URLs; they exit the program when something is wrong with the files. */
void corpus_load(struct corpus *corpus, const char *folder);
void corpus_generate(struct corpus *corpus, size_t hosts, uint64_t seed);

/* Fill rules, path and canonical of every host. */
void corpus_paths(struct corpus *corpus);

/* ---- measurements: print their part of the table and add to the report ---- */

void measure_hot(const struct corpus *corpus, struct report *report);
void measure_cold(const struct corpus *corpus, struct report *report);
void measure_work(const struct corpus *corpus, struct report *report);
void measure_hostile(struct report *report);

/* Ask every engine everything and count the differences; returns how many. */
uint64_t measure_agreement(const struct corpus *corpus, struct report *report);

/* ---- small things ---- */

/* malloc or the end of the program. */
void *bench_alloc(size_t size);
void bench_die(const char *what, const char *why);

/* Results go here, so that no loop is dropped. */
extern volatile uint64_t bench_sink;

/* The next number of a splitmix64 sequence, below n (n > 0). */
uint32_t bench_random(uint64_t *seed, uint32_t n);

/* Seconds since some moment. */
static inline double bench_now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

#endif
