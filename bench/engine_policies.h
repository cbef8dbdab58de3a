/* policies.h - every engine's policy of every host that has rules.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_ENGINE_POLICIES_H
#define ROBOTSC_ENGINE_POLICIES_H

#include "bench.h"
#include "engine.h"

/* One engine's. */
struct policies {
	void **at;      /* one a host; NULL where the engine cannot have it; NULL for floors */
	double *bytes;  /* what each takes */
	double seconds; /* all of them, from the text */
	double octets;  /* of their text */
	size_t n;       /* that there are */
};

struct source source_of(const struct corpus *corpus, const struct host *host);

/* From text to policy, reading the file included; adds to *seconds what it took. */
void *policy_build(const struct engine *e, const struct source *source, size_t *bytes, double *seconds);

/* One an engine, as in engines, of one host in so many. */
struct policies *policies_build(const struct corpus *corpus, size_t every);
void policies_free(const struct corpus *corpus, struct policies *of);

/* ---- measurements of engines: print their part of the table and add to the report ---- */

/* Ask every engine everything; lists what differs and returns how often exact engines did. */
uint64_t measure_agreement(const struct corpus *corpus, const struct policies *of, struct report *report);
void measure_hot(const struct corpus *corpus, const struct policies *of, struct report *report);
void measure_cold(const struct corpus *corpus, const struct policies *of, struct report *report);
void measure_sizes(const struct corpus *corpus, const struct policies *of, struct report *report);
void measure_compile(const struct corpus *corpus, const struct policies *of, struct report *report);

#define COUNTED_EVERY 10 /* of so many hosts one is asked under valgrind, which takes its time */

/* Starts the program once more, inside valgrind, with the arguments of main; where that cannot be, it says so. */
void measure_counted(const struct corpus *corpus, const struct policies *of, struct report *report, char **argv);

#endif
