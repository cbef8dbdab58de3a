/* measure_hostile.c - hostile files: their compilation, and checks of long paths made for them.
 *
 * The rivals are the sorted loop, and all rules one by one.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "measure.h"
#include "robotsc/check.h"
#include "sorted.h"
#include "tests/compiler/hostile.h"
#include "figures.h"

#define PATH_OCTETS 2000
#define SHOWN 12          /* the most files that a table shows */
#define LARGE_FILE 65536u /* octets; in a smaller file the blob's header weighs too much */
#define CALL 0.05         /* microseconds that every call may cost */
#define NOISE 1.05        /* below it, a ratio of times is no difference */
#define ROUNDS 8          /* rounds in which all ways check a path */
#define PATIENCE 1.0      /* seconds for one path, at most */
#define NEVER 1e9         /* microseconds */

struct worst {
	double value;
	const char *name;
};

static void keep_worst(struct worst *w, double value, const char *name)
{
	if (value > w->value)
		*w = (struct worst){value, name};
}

/* ---- compiling ---- */

struct compiling {
	struct worst ms, peak, times;
};

/* The blob of a case, for all agents. */
static void *compile_case(const char *name, struct robotsc_text text, struct compiling *worst, size_t *size)
{
	struct memory memory = {0, 0};
	const double start = bench_cpu();
	void *blob;

	blob = blob_make(text, NULL, NULL, size);
	keep_worst(&worst->ms, (bench_cpu() - start) * 1e3, name);
	bench_sink += blob_size(text, NULL, &memory);
	keep_worst(&worst->peak, (double)memory.peak / (1 << 20), name);
	if (text.len > LARGE_FILE)
		keep_worst(&worst->times, (double)*size / (double)text.len, name);
	return blob;
}

/* ---- checks ---- */

enum way {
	ROBOTSC,
	SORTED,
	PLAIN,
	GIVEN, /* as PLAIN, but the path is given in canonical form */
	WAYS
};

static const char *const way_names[WAYS] = {"robotsc", "sorted loop", "one by one", "o.b.o., given"};

/* A file's rules for one robot, for each way to check. */
struct subject {
	const char *name;
	struct robotsc_group group;
	void *sorted;
	struct rules rules;
};

/* The time of the check of a file that is slowest for robotsc, and the greatest ratio to each rival
 * over all paths, without the cost of a call. */
struct slow {
	const char *name;
	enum hostile_path kind;
	double us[WAYS], ratio[WAYS];
};

static int ask(const struct subject *s, enum way way, struct robotsc_text raw, struct robotsc_text canonical)
{
	static char room[3 * PATH_OCTETS + 1];

	switch (way) {
	case ROBOTSC:
		return (int)robotsc_check_path(&s->group, raw.at, raw.len);
	case SORTED:
		return sorted_verdict(s->sorted, canonical.at, canonical.len);
	case PLAIN:
		return plain_verdict(&s->rules, raw.at, raw.len, room);
	case GIVEN:
	case WAYS:
		break;
	}
	return plain_verdict_given(&s->rules, canonical.at, canonical.len);
}

/* Repeat a call for a quarter of a millisecond, 50 times at most.  Returns the microseconds of the
 * fastest, or best if that is less. */
static double time_check(const struct subject *s, enum way way, struct robotsc_text raw, struct robotsc_text canonical,
                         int *verdict, double best)
{
	const double begun = bench_cpu();
	double start, took;
	int calls = 0;

	while (calls < 1 || (calls < 50 && bench_cpu() - begun < 0.25e-3)) {
		const int turns = best > 10 ? 1 : best > 1 ? 16 : 256;

		start = bench_cpu();
		for (int i = 0; i < turns; i++)
			*verdict = ask(s, way, raw, canonical);
		took = (bench_cpu() - start) * 1e6 / turns;
		best = took < best ? took : best;
		calls++;
	}
	return best;
}

static void check_path(const struct subject *s, enum hostile_path kind, struct robotsc_text text, struct slow *slow)
{
	static char path[PATH_OCTETS], out[3 * PATH_OCTETS + 1];
	const struct robotsc_text raw = {path, hostile_path(kind, text.at, text.len, 3, path, sizeof path)},
				  canonical = {out, rules_path(raw.at, raw.len, out)};
	const double begun = bench_cpu();
	int verdict[WAYS];
	double us[WAYS] = {NEVER, NEVER, NEVER, NEVER}, all = 0;

	/* The ways take turns, so that a slow moment of the machine affects all.  While robotsc
	 * looks slower, go on, until PATIENCE ends. */
	for (int round = 0;
	     round < 2 || (round < ROUNDS && all < 5000) || (us[ROBOTSC] - CALL > us[PLAIN] && bench_cpu() - begun < PATIENCE);
	     round++) {
		all = 0;
		for (int way = 0; way < WAYS; way++) {
			us[way] = time_check(s, (enum way)way, raw, canonical, &verdict[way], us[way]);
			all += us[way];
			if (verdict[way] != verdict[ROBOTSC])
				bench_die(s->name, "robotsc and the rules one by one disagree");
		}
	}
	for (int way = 0; way < WAYS; way++)
		if ((us[ROBOTSC] - CALL) / us[way] > slow->ratio[way])
			slow->ratio[way] = (us[ROBOTSC] - CALL) / us[way];
	if (us[ROBOTSC] > slow->us[ROBOTSC]) {
		memcpy(slow->us, us, sizeof us);
		slow->kind = kind;
	}
}

static void check_case(const char *name, struct robotsc_text text, const void *bytes, size_t size, struct slow *slow)
{
	const struct robotsc_text token = {"0", 1}; /* the cases with many agents name it */
	struct subject s = {.name = name};
	struct robotsc_blob blob;
	size_t octets;

	*slow = (struct slow){.name = name};
	if (robotsc_open(&blob, bytes, size) != ROBOTSC_OK || robotsc_select(&blob, &token, 1, &s.group) != ROBOTSC_OK)
		bench_die(name, "the blob cannot be opened");
	if (!rules_of(text, token, &s.rules) || (s.sorted = sorted_build(&s.rules, &octets)) == NULL)
		bench_die(name, "out of memory");
	for (int kind = 0; kind < HOSTILE_PATH_KINDS; kind++)
		check_path(&s, (enum hostile_path)kind, text, slow);
	free(s.sorted);
	rules_free(&s.rules);
}

/* ---- all ---- */

static int slower(const void *a, const void *b)
{
	const struct slow *x = a, *y = b;

	return (x->us[ROBOTSC] < y->us[ROBOTSC]) - (x->us[ROBOTSC] > y->us[ROBOTSC]);
}

static int worse(const void *a, const void *b)
{
	const struct slow *x = a, *y = b;

	return (x->ratio[PLAIN] < y->ratio[PLAIN]) - (x->ratio[PLAIN] > y->ratio[PLAIN]);
}

static void print_slow(const char *title, struct slow *slow, size_t n, int (*order)(const void *, const void *))
{
	qsort(slow, n, sizeof *slow, order);
	printf("hostile files, checks of %d octets, us: %s\n", PATH_OCTETS, title);
	printf("  %-28s %-8s %10s %12s %12s %12s %12s %14s %12s\n", "file", "path", way_names[ROBOTSC], way_names[SORTED],
	       way_names[PLAIN], way_names[GIVEN], "worst x s.l.", "worst x o.b.o.", "worst x given");
	for (size_t i = 0; i < n && i < SHOWN; i++)
		printf("  %-28s %-8s %10.2f %12.2f %12.2f %12.2f %12.2f %14.2f %12.2f\n", slow[i].name,
		       hostile_path_name(slow[i].kind), slow[i].us[ROBOTSC], slow[i].us[SORTED], slow[i].us[PLAIN],
		       slow[i].us[GIVEN], slow[i].ratio[SORTED], slow[i].ratio[PLAIN], slow[i].ratio[GIVEN]);
}

static void report_checks(struct slow *slow, size_t n, struct report *report)
{
	static const char *const keys[WAYS] = {"", "check, x sorted loop", "check, x one by one", "check, x given"};
	static const char *const names[WAYS] = {"", "sorted loop", "rules one by one", "same, given the canonical path"};

	for (size_t i = 0; i < n; i++)
		for (int way = 0; way < WAYS; way++) {
			report_value(report, "us", slow[i].us[way], "hostile check", slow[i].name, way_names[way]);
			report_against(report, "hostile check/%s/one by one", slow[i].name);
		}
	print_slow("the path of each file that is slowest for robotsc", slow, n, slower);
	print_slow("the same, by the worst ratio to the rules one by one", slow, n, worse);
	for (int way = SORTED; way < WAYS; way++) {
		struct worst worst = {0, ""};
		size_t files = 0;

		for (size_t i = 0; i < n; i++) {
			keep_worst(&worst, slow[i].ratio[way], slow[i].name);
			files += slow[i].ratio[way] > NOISE;
		}
		report_value(report, "times", worst.value, "hostile", keys[way], "worst");
		report_value(report, "files", (double)files, "hostile", keys[way], "slower");
		printf("  against the %s: worst %.2f x (%s); slower on some path of %zu of %zu files\n", names[way], worst.value,
		       worst.name, files, n);
	}
	printf("\n");
}

void measure_hostile(struct report *report)
{
	const size_t n = bench_quick ? 3 : hostile_ncases;
	struct slow *slow = bench_alloc(n * sizeof *slow);
	struct compiling worst = {{0, ""}, {0, ""}, {0, ""}};

	for (size_t i = 0; i < n; i++) {
		size_t size;
		struct robotsc_text text = {NULL, 0};
		void *blob;

		text.at = hostile_make(&hostile_cases[i], &text.len);
		if (text.at == NULL)
			bench_die(hostile_cases[i].name, "out of memory");
		blob = compile_case(hostile_cases[i].name, text, &worst, &size);
		check_case(hostile_cases[i].name, text, blob, size, &slow[i]);
		blob_free(blob, size, NULL);
		free((void *)(uintptr_t)text.at);
	}
	report_value(report, "ms", worst.ms.value, "hostile", "compile", "worst");
	report_value(report, "MiB", worst.peak.value, "hostile", "peak", "worst");
	report_value(report, "times", worst.times.value, "hostile", "blob", "worst");
	printf("hostile, %zu files: compile %.0f ms (%s), peak %.1f MiB (%s), blob %.2f x file (%s)\n\n", n, worst.ms.value,
	       worst.ms.name, worst.peak.value, worst.peak.name, worst.times.value, worst.times.name);
	report_checks(slow, n, report);
	free(slow);
}
