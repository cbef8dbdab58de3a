/* dense.c - a floor: the library's automaton as a plain table, walked octet by octet.
 *
 * The table has a row for each state and a column for each class of octets.  The walk ends early
 * when the verdict is known.  The table is made from the dump after the pass minimize, so policies
 * that are filters have none.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "measure.h"
#include "engine.h"
#include "robotsc/compile.h"

#define VERDICTS 2 /* states 0 and 1 are verdicts */
#define STATES_MOST UINT16_MAX

/* What the compiler dumps. */
struct shown {
	char *at;
	size_t len, room;
};

static void show(void *ctx, const char *text, size_t len)
{
	struct shown *s = ctx;

	if (s->len + len + 1 > s->room) {
		s->room = 2 * (s->len + len) + 4096;
		s->at = realloc(s->at, s->room);
		if (s->at == NULL)
			bench_die("dense", "out of memory");
	}
	memcpy(s->at + s->len, text, len);
	s->len += len;
	s->at[s->len] = '\0';
}

/* A state has 256 cells, one for each octet. */
struct table {
	uint16_t *cell;
	uint8_t *verdict;
	uint32_t n, start;
};

/* Returns the octet at *p, and moves *p behind it. */
static unsigned read_octet(const char **p)
{
	char *next = (char *)(uintptr_t)(*p + 1);
	/* "\x0A" */
	const unsigned octet = **p == '\\' ? (unsigned)strtoul(*p + 2, &next, 16) : (unsigned char)**p;

	*p = next;
	return octet;
}

static void begin_row(struct table *t, uint32_t row, uint8_t verdict, uint16_t other)
{
	t->verdict[row] = verdict;
	for (int c = 0; c < 256; c++)
		t->cell[row * 256 + (uint32_t)c] = other;
}

/* Read one line: number, verdict, the target of each octet or run of octets, the target of all
 * others.  Each place inside a run is a state of its own. */
static int read_state(const char *line, struct table *t)
{
	const uint32_t number = (uint32_t)strtoul(line, NULL, 10);
	const char *p = strchr(line, ' ') + 1, *other = strstr(line, " other>");
	const uint8_t verdict = *p == 'a';

	if (other == NULL || other > strchr(line, '\n'))
		bench_die("dense", "the compiler shows something else");
	const uint16_t rest = (uint16_t)strtoul(other + 7, NULL, 10);

	begin_row(t, number, verdict, rest);
	for (p = strchr(p, ' ') + 1; p < other; p++) {
		uint32_t row = number;
		unsigned octet;

		for (p++, octet = read_octet(&p); *p != '"'; octet = read_octet(&p)) {
			if (t->n == STATES_MOST)
				return 0;
			begin_row(t, t->n, verdict, rest);
			t->cell[row * 256 + octet] = (uint16_t)t->n;
			row = t->n++;
		}
		t->cell[row * 256 + octet] = (uint16_t)strtoul(p + 2, (char **)(uintptr_t)&p, 10);
	}
	return 1;
}

/* Returns 0 if there is no table, or it is too large. */
static int read_table(const char *text, struct table *t)
{
	const char *line;

	if (sscanf(text, "start %u", &t->start) != 1)
		return 0;
	for (t->n = VERDICTS, line = text; (line = strchr(line, '\n')) != NULL && line[1] != '\0'; line++)
		if (strtoul(line + 1, NULL, 10) >= t->n)
			t->n = (uint32_t)strtoul(line + 1, NULL, 10) + 1;
	if (t->n >= STATES_MOST)
		return 0;
	t->cell = bench_alloc(STATES_MOST * 256 * sizeof *t->cell);
	t->verdict = bench_alloc(STATES_MOST);
	memset(t->cell, 0, t->n * 256 * sizeof *t->cell); /* some numbers have no line */
	memset(t->verdict, 0, t->n);
	for (line = strchr(text, '\n') + 1; *line != '\0'; line = strchr(line, '\n') + 1)
		if (!read_state(line, t)) {
			free(t->cell);
			free(t->verdict);
			return 0;
		}
	return 1;
}

/* ---- the policy: octets with equal columns share one ---- */

struct dense {
	size_t size; /* octets of the whole struct */
	uint32_t start, classes;
	uint8_t class_of[256];
	uint16_t cell[]; /* for each state: a cell for each class, then the verdict */
};

static int same_column(const struct table *t, unsigned a, unsigned b)
{
	for (uint32_t s = 0; s < t->n; s++)
		if (t->cell[s * 256 + a] != t->cell[s * 256 + b])
			return 0;
	return 1;
}

static struct dense *compress(const struct table *t, size_t *bytes)
{
	unsigned class_of[256], first[256], classes = 0;
	struct dense *d;

	for (unsigned c = 0; c < 256; c++) {
		for (class_of[c] = 0; class_of[c] < classes && !same_column(t, first[class_of[c]], c);)
			class_of[c]++;
		if (class_of[c] == classes)
			first[classes++] = c;
	}
	*bytes = sizeof *d + (size_t)t->n * (classes + 1) * sizeof *d->cell;
	d = bench_alloc(*bytes);
	*d = (struct dense){.size = *bytes, .start = t->start, .classes = classes};
	for (unsigned c = 0; c < 256; c++)
		d->class_of[c] = (uint8_t)class_of[c];
	for (uint32_t s = 0; s < t->n; s++) {
		for (unsigned k = 0; k < classes; k++)
			d->cell[s * (classes + 1) + k] = t->cell[s * 256 + first[k]];
		d->cell[s * (classes + 1) + classes] = t->verdict[s];
	}
	return d;
}

static void *dense_build(const struct source *source, size_t *bytes)
{
	struct shown shown = {NULL, 0, 0};
	struct robotsc_options options;
	struct dense *d = NULL;
	struct table table;
	void *blob;
	size_t size;

	robotsc_options_init(&options);
	options.agents = &source->agent;
	options.nagents = 1;
	options.dump_after = ROBOTSC_PASS_MINIMIZE;
	options.dump = show;
	options.dump_ctx = &shown;
	if (robotsc_compile(&options, source->robots.at, source->robots.len, &blob, &size) != ROBOTSC_OK)
		bench_die("dense", "cannot compile");
	robotsc_free_blob(NULL, blob, size);
	if (shown.len > 0 && read_table(shown.at, &table)) {
		d = compress(&table, bytes);
		free(table.cell);
		free(table.verdict);
	}
	free(shown.at);
	return d;
}

static void *dense_copy(const void *policy, const struct source *source)
{
	const struct dense *d = policy;

	(void)source;
	return memcpy(bench_alloc(d->size), d, d->size);
}

/* The automaton begins after the first '/'. */
static int verdict(const struct dense *d, const char *path, size_t len)
{
	const uint32_t width = d->classes + 1;
	uint32_t s = d->start;

	for (size_t i = 1; i < len && s >= VERDICTS; i++)
		s = d->cell[s * width + d->class_of[(unsigned char)path[i]]];
	return d->cell[s * width + d->classes];
}

ENGINE_LOOPS(dense, verdict(policy, path, len))

const struct engine engine_dense = {"dense table", ANSWERS_EXACT, 1,         1,          0,          dense_build,
                                    dense_copy,    free,          dense_hot, dense_cold, dense_check};
