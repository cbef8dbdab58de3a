/* figures.h - figures, the table of targets, the JSON.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_FIGURES_H
#define ROBOTSC_FIGURES_H

#include <stddef.h>

/* The median of several rounds, and their range. */
struct figure {
	double median, low, high;
};

struct report {
	struct entry {
		char name[96];    /* "hot/robotsc/median" */
		char against[96]; /* the figure that the ratio compares it with; empty: none */
		const char *unit;
		struct figure figure;
	} * entry;
	size_t n;
};

/* Sorts values. */
struct figure figure_of(double *values, size_t n);

/* The q-quantile (0 to 1) of sorted values, and their mean. */
double quantile(const double *sorted, size_t n, double q);
double mean_of(const double *values, size_t n);
void sort_doubles(double *values, size_t n);

/* Add a figure.  Its name is made from parts; NULL ends them. */
void report_add(struct report *report, const char *unit, struct figure figure, const char *a, const char *b, const char *c);
void report_value(struct report *report, const char *unit, double value, const char *a, const char *b, const char *c);

/* Name the figure that the last one is compared with. */
void report_against(struct report *report, const char *format, ...);

/* A figure's median, or 0 if it was not measured.  The first call makes the name as report_add
 * does. */
double report_get(const struct report *report, const char *a, const char *b, const char *c);
double report_find(const struct report *report, const char *name);

/* The figure of that name, with its spread; there must be one. */
const struct entry *report_entry(const struct report *report, const char *a, const char *b, const char *c);

/* Print targets beside figures. */
void report_wants(const struct report *report);

/* Write the JSON.  Returns 0 on success. */
int report_json(const struct report *report, const char *file, const char *corpus, size_t files, size_t hosts);

void report_free(struct report *report);

#endif
