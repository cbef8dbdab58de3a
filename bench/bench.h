/* bench.h - what the parts of the benchmark share: hosts, time, numbers.
 *
 *     corpus.c  hosts from a WARC file and a list of URLs     gen.c  hosts made up
 *     paths.c   what is asked of every host                   rules.c  the rivals' reading of a file
 *     engine.h  engines, in library.c loop.c hyperscan.c re2.cc libwget.c floors.c
 *     policies.c builds what they need; hot.c cold.c size.c compile.c profile.c counted.c linear.c
 *     open.c hostile.c measure; report.c prints and writes JSON, which the script plot draws
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_BENCH_H
#define ROBOTSC_BENCH_H

#include <stddef.h>
#include <stdint.h>
#include <time.h>

#include "report.h"
#include "rival_rules.h"

#define PATHS 50 /* asked of every host */

struct host {
	struct robotsc_text name, robots;
	struct robotsc_text path[PATHS];      /* as they stand in a URL */
	struct robotsc_text canonical[PATHS]; /* the same in the form of RFC 9309 */
	struct rules rules;                   /* for the benchmark's robot */
	size_t first_url;                     /* where its URLs begin, or would */
};

struct corpus {
	const char *title;
	struct host *file; /* one a robots.txt */
	size_t nfiles;
	struct host **host; /* those of them that have rules for the agent */
	size_t n;
	struct robotsc_text *url; /* any hosts' */
	size_t nurls;
	struct robotsc_text agent;
	uint64_t octets; /* of robots.txt */
};

/* Fill files and URLs; they exit the program when something is wrong with the files. */
void corpus_load(struct corpus *corpus, const char *folder);
void corpus_generate(struct corpus *corpus, size_t hosts, uint64_t seed);

/* Fill rules, path and canonical of every file, and host. */
void corpus_paths(struct corpus *corpus);

/* What is asked of a host whose policy is hot. */
enum workload {
	WORK_HOT,     /* its paths, again and again */
	WORK_FRESH,   /* paths that were never asked before */
	WORK_PERCENT, /* its paths, every second letter or digit percent-encoded */
	WORK_HIGH,    /* its paths, with octets above 127 in their second half */
	WORKLOADS
};

/* Paths one behind the other in memory. */
struct asked {
	struct robotsc_text *path, *canonical;
	size_t n;
	char *store;
};

/* Fill paths of a kind; other rounds have other fresh ones. */
void asked_make(struct asked *asked, const struct corpus *corpus, const struct host *host, enum workload kind, uint64_t round);
void asked_free(struct asked *asked);

/* ---- measurements of the library alone ---- */

void measure_profile(const struct corpus *corpus, struct report *report);
void measure_linear(struct report *report);
void measure_open(const struct corpus *corpus, struct report *report);
void measure_hostile(struct report *report);

/* ---- small things ---- */

/* malloc or the end of the program. */
void *bench_alloc(size_t size);
_Noreturn void bench_die(const char *what, const char *why);

/* Set by --quick: everything runs, on so little that no figure means anything. */
extern int bench_quick;

/* Results go here, so that no loop is dropped. */
extern volatile uint64_t bench_sink;

/* For floors.c, before its engines are used. */
void floors_init(void);

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
