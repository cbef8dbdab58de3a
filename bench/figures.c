/* figures.c - see figures.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "figures.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "measure.h"

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

double mean_of(const double *values, size_t n)
{
	double sum = 0;
	size_t i;

	for (i = 0; i < n; i++)
		sum += values[i];
	return n > 0 ? sum / (double)n : 0;
}

/* Make room for one more element; n are used. */
static void *grow(void *at, size_t n, size_t size)
{
	if (n % 64 != 0)
		return at;
	at = realloc(at, (n + 64) * size);
	if (at == NULL)
		bench_die("report", "out of memory");
	return at;
}

static void put_name(char name[96], const char *a, const char *b, const char *c)
{
	snprintf(name, 96, "%s%s%s%s%s", a, b ? "/" : "", b ? b : "", c ? "/" : "", c ? c : "");
}

void report_add(struct report *report, const char *unit, struct figure figure, const char *a, const char *b, const char *c)
{
	struct entry *e;

	report->entry = grow(report->entry, report->n, sizeof *e);
	e = &report->entry[report->n++];
	*e = (struct entry){.unit = unit, .figure = figure};
	put_name(e->name, a, b, c);
}

void report_value(struct report *report, const char *unit, double value, const char *a, const char *b, const char *c)
{
	report_add(report, unit, (struct figure){value, value, value}, a, b, c);
}

void report_against(struct report *report, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vsnprintf(report->entry[report->n - 1].against, sizeof report->entry->against, format, args);
	va_end(args);
}

static const struct entry *entry_of(const struct report *report, const char *name)
{
	size_t i;

	for (i = 0; i < report->n; i++)
		if (strcmp(report->entry[i].name, name) == 0)
			return &report->entry[i];
	return NULL;
}

double report_find(const struct report *report, const char *name)
{
	const struct entry *e = entry_of(report, name);

	return e == NULL ? 0 : e->figure.median;
}

const struct entry *report_entry(const struct report *report, const char *a, const char *b, const char *c)
{
	const struct entry *e;
	char name[96];

	put_name(name, a, b, c);
	e = entry_of(report, name);
	if (e == NULL)
		bench_die(name, "was not measured");
	return e;
}

double report_get(const struct report *report, const char *a, const char *b, const char *c)
{
	char name[96];

	put_name(name, a, b, c);
	return report_find(report, name);
}

void report_free(struct report *report)
{
	free(report->entry);
}

/* ---- targets ---- */

/* The target is value <= times * reference; without a reference, value <= times.  A negative times
 * is a least value: value >= -times, multiplied likewise. */
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
	{"blob for one agent, p50", "policy/robotsc/p50", NULL, 300},
	{"blob for one agent, p99", "policy/robotsc/p99", NULL, 9000},
	{"blobs for one agent, mean", "policy/robotsc/mean", "policy/sorted loop/mean", 1},
	{"blobs for all agents, sum", "size/all agents/sum", "size/text/sum", 0.35},
	{"compile, all agents", "compile/all agents/speed", NULL, -25},
	{"compile, one agent", "compile/one agent/speed", NULL, -60},
	{"open, largest blob", "open/largest/speed", NULL, -2},
	{"open, median blob", "open/median/time", NULL, 200},
	{"hostile, compile", "hostile/compile/worst", NULL, 500},
	{"hostile, peak memory", "hostile/peak/worst", NULL, 64},
	{"hostile, blob over file", "hostile/blob/worst", NULL, 8},
	{"hostile, check, x one by one", "hostile/check, x one by one/worst", NULL, 1},
	{"runtime text, small build", "size/runtime text/bytes", NULL, 8191},
};

/* Look up value and target.  Returns 0 if one of them was not measured. */
static int judge(const struct report *report, const struct want *w, double *value, double *bound, int *met)
{
	*value = report_find(report, w->value);
	*bound = (w->times < 0 ? -w->times : w->times) * (w->reference == NULL ? 1 : report_find(report, w->reference));
	*met = w->times < 0 ? *value >= *bound : *value <= *bound;
	return *value > 0 && *bound > 0;
}

void report_wants(const struct report *report)
{
	double value, bound;
	size_t i;
	int met;

	printf("\n%-34s %12s %-6s %12s %8s\n", "wanted", "measured", "", "bound", "ratio");
	for (i = 0; i < sizeof wants / sizeof *wants; i++) {
		const struct want *w = &wants[i];

		if (!judge(report, w, &value, &bound, &met))
			printf("%-34s %12s\n", w->what, "-");
		else
			printf("%-34s %12.1f %-6s %s %9.1f %8.2f  %s\n", w->what, value, entry_of(report, w->value)->unit,
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

static void put_entry(FILE *f, const struct report *report, const struct entry *e)
{
	const double to = e->against[0] != '\0' ? report_find(report, e->against) : 0;

	fprintf(f, "{\"name\": ");
	put_string(f, e->name);
	fprintf(f, ", \"unit\": ");
	put_string(f, e->unit);
	fprintf(f, ", \"median\": %.6g, \"low\": %.6g, \"high\": %.6g", e->figure.median, e->figure.low, e->figure.high);
	if (to > 0) {
		fprintf(f, ", \"ratio\": %.4g, \"to\": ", e->figure.median / to);
		put_string(f, e->against);
	}
	fprintf(f, "}");
}

static void put_wants(FILE *f, const struct report *report)
{
	const char *before = "\n    {\"what\": ";
	double value, bound;
	size_t i;
	int met;

	for (i = 0; i < sizeof wants / sizeof *wants; i++) {
		if (!judge(report, &wants[i], &value, &bound, &met))
			continue;
		fputs(before, f);
		put_string(f, wants[i].what);
		fprintf(f, ", \"measured\": %.6g, \"%s\": %.6g, \"ratio\": %.4g, \"met\": %s}", value,
		        wants[i].times < 0 ? "at least" : "at most", bound, value / bound, met ? "true" : "false");
		before = ",\n    {\"what\": ";
	}
}

int report_json(const struct report *report, const char *file, const char *corpus, size_t files, size_t hosts)
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
	fprintf(f, ",\n  \"files\": %zu,\n  \"hosts\": %zu,\n  \"figures\": [", files, hosts);
	for (i = 0; i < report->n; i++) {
		fprintf(f, "%s\n    ", i ? "," : "");
		put_entry(f, report, &report->entry[i]);
	}
	fprintf(f, "\n  ],\n  \"wanted\": [");
	put_wants(f, report);
	fprintf(f, "\n  ]\n}\n");
	bad = ferror(f);
	bad |= fclose(f) != 0;
	if (bad)
		fprintf(stderr, "bench: cannot write %s\n", file);
	return bad;
}
