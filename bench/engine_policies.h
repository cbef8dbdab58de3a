/* engine_policies.h - the policies of all engines, for all hosts that have rules.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_ENGINE_POLICIES_H
#define ROBOTSC_ENGINE_POLICIES_H

#include "measure.h"
#include "engine.h"

/* The policies of one engine. */
struct policies {
	void **at;      /* one for each host, NULL where the engine has none; NULL for floors */
	double *bytes;  /* the size of each policy */
	double seconds; /* to build all policies from the texts */
	double octets;  /* octets of the texts */
	size_t n;       /* policies that are not NULL */
};

struct source source_of(const struct corpus *corpus, const struct host *host);

/* Build a policy from a text.  Adds the time to *seconds. */
void *policy_build(const struct engine *e, const struct source *source, size_t *bytes, double *seconds);

/* The policies of each engine, in the order of engines[].  every: 10 builds every tenth host. */
struct policies *policies_build(const struct corpus *corpus, size_t every);
void policies_free(const struct corpus *corpus, struct policies *of);

/* ---- measurements of engines: they print a table and add to the report ---- */

/* Ask each engine about all paths, and list differences.  Returns the number of differences of
 * exact engines. */
uint64_t measure_agreement(const struct corpus *corpus, const struct policies *of, struct report *report);
void measure_hot(const struct corpus *corpus, const struct policies *of, struct report *report);
void measure_cold(const struct corpus *corpus, const struct policies *of, struct report *report);
void measure_sizes(const struct corpus *corpus, const struct policies *of, struct report *report);
void measure_compile(const struct corpus *corpus, const struct policies *of, struct report *report);

#define COUNTED_EVERY 10 /* every tenth host is asked under valgrind, which is slow */

/* Run the program again inside valgrind, with the arguments of main.  Prints why, if it cannot. */
void measure_counted(const struct corpus *corpus, const struct policies *of, struct report *report, char **argv);

#endif
