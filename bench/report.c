/* report.c - figures, the table, the JSON.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "report.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"

static int by_value(const void *a, const void *b)
{
	const double *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

void sort_doubles(double *values, size_t n)
{
	qsort(values, n, sizeof *values, by_value);
}

double quantile(const double *sorted, size_t n, double q)
{
	const double at = q * (double)(n - 1);
	const size_t i = (size_t)at;

	if (n == 0)
		return 0;
	return i + 1 >= n ? sorted[n - 1] : sorted[i] + (at - (double)i) * (sorted[i + 1] - sorted[i]);
}

struct figure figure_of(double *values, size_t n)
{
	sort_doubles(values, n);
	return (struct figure){quantile(values, n, 0.5), values[0], values[n - 1]};
}

void report_add(struct report *report, const char *unit, struct figure figure, const char *a, const char *b, const char *c)
{
	struct entry *e;

	if (report->n % 64 == 0) {
		e = realloc(report->entry, (report->n + 64) * sizeof *e);
		if (e == NULL)
			bench_die("report", "out of memory");
		report->entry = e;
	}
	e = &report->entry[report->n++];
	snprintf(e->name, sizeof e->name, "%s%s%s%s%s", a, b ? "/" : "", b ? b : "", c ? "/" : "", c ? c : "");
	e->unit = unit;
	e->figure = figure;
}

void report_value(struct report *report, const char *unit, double value, const char *a, const char *b, const char *c)
{
	report_add(report, unit, (struct figure){value, value, value}, a, b, c);
}

double report_get(const struct report *report, const char *name)
{
	size_t i;

	for (i = 0; i < report->n; i++)
		if (strcmp(report->entry[i].name, name) == 0)
			return report->entry[i].figure.median;
	return 0;
}

/* ---- what is wanted ---- */

/* value is wanted to be at most times * reference; with reference NULL, at most times.  A negative
 * times asks for at least its amount. */
struct want {
	const char *what, *value, *reference;
	double times;
};

static const struct want wants[] = {
	{"hot, median over hosts", "hot/robotsc/median", "hot/XXH3/median", 2},
	{"hot, mean over hosts", "hot/robotsc/mean", "hot/XXH3/mean", 4},
	{"hot, p99 host", "hot/robotsc/p99", "hot/table walk/p99", 1},
	{"cold, median", "cold/robotsc/median", "cold/sorted loop/median", 0.5},
	{"cold, p99", "cold/robotsc/p99", "cold/sorted loop/p99", 0.2},
	{"cold in batches", "cold/robotsc batch/loop", "cold/sorted loop/loop", 0.25},
	{"blob for one agent, p50", "size/robotsc/p50", NULL, 300},
	{"blob for one agent, p99", "size/robotsc/p99", NULL, 9000},
	{"blobs for one agent, sum", "size/robotsc/sum", "size/sorted loop/sum", 1},
	{"blobs for all agents, sum", "size/all agents/sum", "size/text/sum", 0.35},
	{"compile, all agents", "compile/all agents/speed", NULL, -25},
	{"compile, one agent", "compile/one agent/speed", NULL, -60},
	{"open, largest blob", "open/largest/speed", NULL, -2},
	{"open, median blob", "open/median/time", NULL, 200},
	{"hostile, compile", "hostile/compile/worst", NULL, 500},
	{"hostile, peak memory", "hostile/peak/worst", NULL, 64},
	{"hostile, blob over file", "hostile/blob/worst", NULL, 8},
	{"runtime text, -Os", "size/runtime text/bytes", NULL, 8191},
};

static const char *unit_of(const struct report *report, const char *name)
{
	size_t i;

	for (i = 0; i < report->n; i++)
		if (strcmp(report->entry[i].name, name) == 0)
			return report->entry[i].unit;
	return "";
}

void report_wants(const struct report *report)
{
	size_t i;

	printf("\n%-34s %12s %-6s %12s %8s\n", "wanted", "measured", "", "bound", "ratio");
	for (i = 0; i < sizeof wants / sizeof *wants; i++) {
		const struct want *w = &wants[i];
		const double value = report_get(report, w->value);
		const double reference = w->reference == NULL ? 1 : report_get(report, w->reference);
		const double bound = (w->times < 0 ? -w->times : w->times) * reference;
		const int met = w->times < 0 ? value >= bound : value <= bound;

		if (value <= 0 || bound <= 0)
			printf("%-34s %12s\n", w->what, "-");
		else
			printf("%-34s %12.1f %-6s %s %9.1f %8.2f  %s\n", w->what, value, unit_of(report, w->value),
			       w->times < 0 ? ">=" : "<=", bound, value / bound, met ? "met" : "NOT MET");
	}
}

/* ---- JSON ---- */

static void put_string(FILE *f, const char *s)
{
	putc('"', f);
	for (; *s != '\0'; s++)
		if ((unsigned char)*s < ' ' || *s == '"' || *s == '\\')
			fprintf(f, "\\u%04x", (unsigned char)*s);
		else
			putc(*s, f);
	putc('"', f);
}

int report_json(const struct report *report, const char *file, const char *corpus)
{
	FILE *f = fopen(file, "w");
	size_t i;
	int bad;

	if (f == NULL) {
		perror(file);
		return 1;
	}
	fprintf(f, "{\n  \"corpus\": ");
	put_string(f, corpus);
	fprintf(f, ",\n  \"figures\": [");
	for (i = 0; i < report->n; i++) {
		const struct entry *e = &report->entry[i];

		fprintf(f, "%s\n    {\"name\": ", i ? "," : "");
		put_string(f, e->name);
		fprintf(f, ", \"unit\": ");
		put_string(f, e->unit);
		fprintf(f, ", \"median\": %.6g, \"low\": %.6g, \"high\": %.6g}", e->figure.median, e->figure.low, e->figure.high);
	}
	fprintf(f, "\n  ]\n}\n");
	bad = ferror(f);
	bad |= fclose(f) != 0;
	if (bad)
		fprintf(stderr, "bench: cannot write %s\n", file);
	return bad;
}
