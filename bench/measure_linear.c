/* measure_linear.c - compile time against octets of rules, for files of one shape from 1 KB to 1
 * MB.
 *
 * The exponent is the slope of the line of least squares through the logarithms: 1 is linear.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "measure.h"
#include "figures.h"

#define SMALLEST 1024u
#define SIZES 11 /* each is double the one before */
#define ROUNDS 5
#define FIRST_LARGE 5 /* the index of the first size far above the limit for trying a DFA */

enum shape {
	PREFIXES,
	FLOATS,
	GAPS,
	MIXED,
	SHAPES
};

static const char *const shape_names[SHAPES] = {"prefixes", "floats", "gaps", "mixed"};

/* Letters that begin few other rules. */
static size_t word(char *out, uint64_t *seed)
{
	const size_t n = 3 + bench_random(seed, 8);

	for (size_t i = 0; i < n; i++)
		out[i] = (char)('a' + bench_random(seed, 26));
	return n;
}

static size_t put_pattern(char *out, enum shape shape, uint64_t *seed)
{
	size_t n = 0;

	out[n++] = '/';
	if (shape == MIXED)
		shape = bench_random(seed, 100) < 70 ? PREFIXES : bench_random(seed, 2) ? FLOATS : GAPS;
	if (shape != PREFIXES)
		out[n++] = '*';
	n += word(out + n, seed);
	out[n++] = shape == GAPS ? '*' : '/';
	n += word(out + n, seed);
	return n;
}

/* A file whose rules have at least `least` octets; *octets: how many they have. */
static struct robotsc_text make(enum shape shape, size_t least, size_t *octets)
{
	static const char head[] = "User-agent: *\n";
	char *text = bench_alloc(3 * least + 256);
	size_t n = sizeof head - 1;
	uint64_t seed = 9309 + (uint64_t)shape;

	memcpy(text, head, n);
	for (*octets = 0; *octets < least;) {
		const char *field = bench_random(&seed, 4) == 0 ? "Allow: " : "Disallow: ";
		size_t len;

		memcpy(text + n, field, strlen(field));
		n += strlen(field);
		len = put_pattern(text + n, shape, &seed);
		n += len;
		*octets += len;
		text[n++] = '\n';
	}
	return (struct robotsc_text){text, n};
}

/* Milliseconds to compile a text: the fastest of several rounds.  A round of a short text has many
 * compilations.  *blob: octets of the blob. */
static double time_text(struct robotsc_text text, size_t *blob)
{
	double ms[ROUNDS], start, took;
	size_t n = 1, r = 0;

	while (r < (bench_quick ? 1 : ROUNDS)) {
		start = bench_cpu();
		for (size_t i = 0; i < n; i++) {
			void *made = blob_make_whole(text, blob);

			blob_free(made, *blob, NULL);
		}
		took = bench_cpu() - start;
		if (took < 2e-3 && !bench_quick)
			n *= 2;
		else
			ms[r++] = took * 1e3 / (double)n;
	}
	return figure_of(ms, r).low;
}

static double slope(const double *x, const double *y, size_t n)
{
	double sx = 0, sy = 0, sxx = 0, sxy = 0;

	for (size_t i = 0; i < n; i++) {
		const double a = log(x[i]), b = log(y[i]);

		sx += a;
		sy += b;
		sxx += a * a;
		sxy += a * b;
	}
	return ((double)n * sxy - sx * sy) / ((double)n * sxx - sx * sx);
}

void measure_linear(struct report *report)
{
	const size_t sizes = bench_quick ? 4 : SIZES;

	printf("compile time     ms, by octets of rules\n%-10s", "");
	for (size_t i = 0; i < sizes; i++)
		printf(" %7zuK", (size_t)SMALLEST / 1024 << i);
	printf(" %9s %9s %9s\n", "exponent", "from 32K", "of blobs");
	for (int shape = 0; shape < SHAPES; shape++) {
		double at[SIZES], ms[SIZES], blobs[SIZES];

		printf("%-10s", shape_names[shape]);
		for (size_t i = 0; i < sizes; i++) {
			size_t octets, blob;
			const struct robotsc_text text = make((enum shape)shape, (size_t)SMALLEST << i, &octets);

			at[i] = (double)octets;
			ms[i] = time_text(text, &blob);
			blobs[i] = (double)blob;
			free((void *)(uintptr_t)text.at);
			printf(" %8.3f", ms[i]);
		}
		report_value(report, "exponent", slope(at, ms, sizes), "linear", shape_names[shape], "exponent");
		report_value(report, "exponent", slope(at, blobs, sizes), "linear", shape_names[shape], "blob exponent");
		if (sizes > FIRST_LARGE)
			report_value(report, "exponent", slope(at + FIRST_LARGE, ms + FIRST_LARGE, sizes - FIRST_LARGE), "linear",
			             shape_names[shape], "exponent of large ones");
		printf(" %9.3f %9.3f %9.3f\n", slope(at, ms, sizes),
		       report_get(report, "linear", shape_names[shape], "exponent of large ones"), slope(at, blobs, sizes));
	}
	printf("\n");
}
