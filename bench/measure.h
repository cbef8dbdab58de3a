/* measure.h - hosts, time and numbers, for all parts of the benchmark.
 *
 *     corpus.c           hosts from a WARC file and a list of URLs
 *     corpus_generate.c  generated hosts
 *     paths.c            the paths that every host is asked about
 *     rival_rules.c      the rules of a file, as the rivals get them
 *     engine.h           engines: library.c engines.c dense.c hyperscan.c re2.cc libwget.c
 *     engine_policies.c  the policies of each engine
 *     measure_*.c        measurements, one a file
 *     by_url.c           one reader, asked about whole URLs; peers.sh compares several
 *     figures.c           prints and writes JSON; the script plot draws it
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_MEASURE_H
#define ROBOTSC_MEASURE_H

#include <stddef.h>
#include <stdint.h>
#include <time.h>

#include "rival_rules.h"
#include "robotsc/compile.h"

struct report; /* figures.h */

#define PATHS 50 /* paths of every host */

struct host {
	struct robotsc_text name, robots;
	struct robotsc_text path[PATHS];      /* as they stand in a URL */
	struct robotsc_text canonical[PATHS]; /* the same paths in the form of RFC 9309 */
	struct rules rules;                   /* for the benchmark's robot */
	size_t first_url;                     /* index of its first URL, or where it would be */
};

struct corpus {
	const char *title;
	struct host *file; /* one for each robots.txt */
	size_t nfiles;
	struct host **host; /* the files that have rules for the agent */
	size_t n;
	struct robotsc_text *url; /* any hosts' */
	size_t nurls;
	struct robotsc_text agent;
	uint64_t octets; /* of robots.txt */
};

/* Fill files and URLs.  corpus_load ends the program if it cannot read a file. */
void corpus_load(struct corpus *corpus, const char *folder);
void corpus_generate(struct corpus *corpus, size_t hosts, uint64_t seed);

/* Fill rules, path and canonical of every file, and host. */
void corpus_paths(struct corpus *corpus);

/* The paths that a host is asked about while its policy is hot. */
enum workload {
	WORK_HOT,     /* its paths, again and again */
	WORK_FRESH,   /* each path once */
	WORK_PERCENT, /* its paths, every second letter or digit percent-encoded */
	WORK_HIGH,    /* its paths, with octets above 127 in their second half */
	WORKLOADS
};

/* Paths that follow each other in memory. */
struct asked {
	struct robotsc_text *path, *canonical;
	size_t n;
	char *store;
};

/* Fill paths of a kind.  Fresh paths differ from round to round. */
void asked_make(struct asked *asked, const struct corpus *corpus, const struct host *host, enum workload kind, uint64_t round);
void asked_free(struct asked *asked);

/* ---- measurements of the library alone ---- */

void measure_ready(const struct corpus *corpus, struct report *report);
void measure_linear(struct report *report);
void measure_open(const struct corpus *corpus, struct report *report);
void measure_hostile(struct report *report);

/* ---- small things ---- */

/* malloc that ends the program if it fails. */
void *bench_alloc(size_t size);
_Noreturn void bench_die(const char *what, const char *why);

/* Set by --quick: everything runs on little data, for tests.  The figures mean nothing. */
extern int bench_quick;

/* Results go here, so that the compiler keeps the loops. */
extern volatile uint64_t bench_sink;

/* Call it before the floors of engines.c are used. */
void floors_init(void);

/* The next number of a splitmix64 sequence, below n (n > 0). */
uint32_t bench_random(uint64_t *seed, uint32_t n);

static inline double bench_clock(clockid_t clock)
{
	struct timespec t;

	clock_gettime(clock, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* Seconds since a moment that stays the same. */
static inline double bench_now(void)
{
	return bench_clock(CLOCK_MONOTONIC);
}

/* Seconds of processor time of this thread, for what takes microseconds: other programs do not
 * count.  The call itself takes longer than bench_now. */
static inline double bench_cpu(void)
{
	return bench_clock(CLOCK_THREAD_CPUTIME_ID);
}

/* ---- compiling, for the parts that measure it ---- */

/* Octets of heap of a compilation: now, and the maximum. */
struct memory {
	size_t live, peak;
};

/* Compiles when memory is not counted; NULL stands for robotsc_compile. */
extern struct robotsc_compiler *bench_compiler;

/* The blob of a text of any length, for all agents. */
void *blob_make_whole(struct robotsc_text text, size_t *size);

/* The blob of a text for one agent, or for all if agent is NULL.  Counts memory unless memory is
 * NULL.  blob_free releases it, with the same memory. */
void *blob_make(struct robotsc_text text, const struct robotsc_text *agent, struct memory *memory, size_t *size);
void blob_free(void *blob, size_t size, struct memory *memory);

/* Make a blob and release it; returns its octets. */
size_t blob_size(struct robotsc_text text, const struct robotsc_text *agent, struct memory *memory);

#endif
