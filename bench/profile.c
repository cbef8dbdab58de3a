/* profile.c - where the time of a compilation goes, pass by pass.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>

#include "blobs.h"
#include "passes.h"

#define ROUNDS 5

enum row {
	ROW_LEX = PASSES, /* a part of parse: measured alone, then taken from it */
	ROW_REST,         /* memory, equal rule sets, what lies between passes */
	ROWS
};

static const char *const row_names[ROWS] = {"parse",  "group",  "norm",   "chain", "determ", "minim", "link",
                                            "ranked", "serial", "encode", "blob",  "lex",    "rest"};
static const int order[ROWS] = {ROW_LEX,   PASS_PARSE,  PASS_GROUP,  PASS_NORM,   PASS_CHAIN, PASS_DETERM, PASS_MINIM,
                                PASS_LINK, PASS_RANKED, PASS_SERIAL, PASS_ENCODE, PASS_BLOB,  ROW_REST};

/* Fill the seconds of all rows for all files; returns their sum, or 0 when nothing can be said. */
static double one_round(const struct corpus *corpus, const struct robotsc_text *agent, double seconds[ROWS])
{
	unsigned long calls[PASSES];
	double start, middle, total = 0;

	if (!passes_begin())
		return 0;
	seconds[ROW_LEX] = 0;
	for (size_t i = 0; i < corpus->nfiles; i++) {
		const struct robotsc_text text = corpus->file[i].robots;

		bench_sink += passes_lex(text); /* so that it is as near to the processor as parse finds it */
		start = bench_now();
		bench_sink += passes_lex(text);
		middle = bench_now();
		bench_sink += blob_size(text, agent, NULL);
		seconds[ROW_LEX] += middle - start;
		total += bench_now() - middle;
	}
	passes_end(seconds, calls);
	seconds[ROW_REST] = total;
	for (int p = 0; p < PASSES; p++)
		seconds[ROW_REST] -= seconds[p];
	seconds[PASS_PARSE] -= seconds[ROW_LEX];
	return total;
}

static int measure_one(const struct corpus *corpus, const char *name, const struct robotsc_text *agent, struct report *report)
{
	double seconds[ROWS], ns[ROWS + 1][ROUNDS], total;
	const size_t rounds = bench_quick ? 1 : ROUNDS;

	for (size_t r = 0; r < rounds; r++) {
		total = one_round(corpus, agent, seconds);
		if (total == 0)
			return 0;
		for (int k = 0; k < ROWS; k++)
			ns[k][r] = seconds[k] * 1e9 / (double)corpus->octets;
		ns[ROWS][r] = total * 1e9 / (double)corpus->octets;
	}
	report_add(report, "ns/octet", figure_of(ns[ROWS], rounds), "profile", name, "all");
	for (int k = 0; k < ROWS; k++) {
		report_add(report, "ns/octet", figure_of(ns[order[k]], rounds), "profile", name, row_names[order[k]]);
		report_against(report, "profile/%s/all", name);
	}
	return 1;
}

void measure_profile(const struct corpus *corpus, struct report *report)
{
	static const char *const names[] = {"all agents", "one agent"};

	if (!measure_one(corpus, names[0], NULL, report) || !measure_one(corpus, names[1], &corpus->agent, report)) {
		printf("passes of the compiler: this linker does not let them be timed\n\n");
		return;
	}
	printf("passes           ns an octet of text: all agents, one agent\n");
	for (int k = 0; k < ROWS; k++) {
		printf("  %-12s", row_names[order[k]]);
		for (int n = 0; n < 2; n++) {
			const double ns = report_get(report, "profile", names[n], row_names[order[k]]);

			printf(" %9.2f %5.1f %%", ns, 100 * ns / report_get(report, "profile", names[n], "all"));
		}
		printf("\n");
	}
	printf("\n");
}
