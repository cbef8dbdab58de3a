/* report.h - figures, the table, the JSON.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef BENCH_REPORT_H
#define BENCH_REPORT_H

#include <stddef.h>

/* The median of some rounds, and how far they lie apart. */
struct figure {
	double median, low, high;
};

struct report {
	struct entry {
		char name[96]; /* "hot/robotsc/median" */
		const char *unit;
		struct figure figure;
	} * entry;
	size_t n;
};

/* Sorts values. */
struct figure figure_of(double *values, size_t n);

/* The q-quantile (0 to 1) of sorted values. */
double quantile(const double *sorted, size_t n, double q);
void sort_doubles(double *values, size_t n);

/* Add a figure under a name put together from parts; NULL ends them. */
void report_add(struct report *report, const char *unit, struct figure figure, const char *a, const char *b, const char *c);
void report_value(struct report *report, const char *unit, double value, const char *a, const char *b, const char *c);

/* A figure's median, or 0 when it was not measured. */
double report_get(const struct report *report, const char *name);

/* What is wanted, beside what was measured. */
void report_wants(const struct report *report);

int report_json(const struct report *report, const char *file, const char *corpus);

#endif
