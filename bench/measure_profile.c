/* measure_profile.c - the time of each pass of a compilation.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <string.h>

#include "blobs.h"
#include "passes.h"
#include "figures.h"

#define ROUNDS 5

enum row {
	ROW_LEX = PASSES, /* a part of parse: measured alone, then subtracted from it */
	ROW_REST,         /* memory, equal rule sets, the time between passes */
	ROWS
};

static const char *const row_names[ROWS] = {"parse", "group",  "normalize", "segments", "determinize", "minimize", "link",
                                            "radix", "filter", "encode",    "blob",     "lex",         "rest"};
static const int order[ROWS] = {ROW_LEX,   PASS_PARSE, PASS_GROUP,  PASS_NORMALIZE, PASS_SEGMENTS, PASS_DETERMINIZE, PASS_MINIMIZE,
                                PASS_LINK, PASS_RADIX, PASS_FILTER, PASS_ENCODE,    PASS_BLOB,     ROW_REST};

/* Add the seconds of a file to all rows.  The fastest of several compilations counts, without
 * interruptions by the machine.  Returns 0 if passes cannot be measured. */
static int add_file(struct robotsc_text text, const struct robotsc_text *agent, double seconds[ROWS + 1])
{
	double best[PASSES], lex = 1e9, total = 1e9;
	unsigned long calls[PASSES];

	for (int r = 0; r < (bench_quick ? 1 : ROUNDS); r++) {
		double each[PASSES], start, took;

		bench_sink += passes_lex(text); /* brings the text into the cache, as for parse */
		start = bench_now();
		bench_sink += passes_lex(text);
		took = bench_now() - start;
		lex = took < lex ? took : lex;
		if (!passes_begin())
			return 0;
		start = bench_now();
		bench_sink += blob_size(text, agent, NULL);
		took = bench_now() - start;
		passes_end(each, calls);
		if (took < total) {
			total = took;
			memcpy(best, each, sizeof best);
		}
	}
	seconds[ROWS] += total;
	for (int p = 0; p < PASSES; p++) {
		seconds[p] += best[p];
		total -= best[p];
	}
	seconds[ROW_REST] += total;
	seconds[ROW_LEX] += lex;
	seconds[PASS_PARSE] -= lex;
	return 1;
}

static int measure_one(const struct corpus *corpus, const char *name, const struct robotsc_text *agent, struct report *report)
{
	double seconds[ROWS + 1] = {0}, octets = (double)corpus->octets;

	for (size_t i = 0; i < corpus->nfiles; i++)
		if (!add_file(corpus->file[i].robots, agent, seconds))
			return 0;
	report_value(report, "ns/octet", seconds[ROWS] * 1e9 / octets, "profile", name, "all");
	for (int k = 0; k < ROWS; k++) {
		report_value(report, "ns/octet", seconds[order[k]] * 1e9 / octets, "profile", name, row_names[order[k]]);
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
