/* measure_counted.c - counts of a check: instructions, loads, stores, branches, cache lines.
 *
 * The program runs itself again inside valgrind's callgrind, which simulates a branch predictor and
 * a cache.  No counters of the processor are needed, so virtual machines suffice.  The same hosts
 * are asked inside and outside.  callgrind writes each count under a name that holds the question
 * and the number of verdicts "allow"; outside, the number must be the same.
 *
 * Lines are counted by what they displace.  A buffer fills the cache, a check follows, and the
 * buffer is read again backwards, so that lines still in the cache stay there.  The misses are the
 * lines that the check touched, up to 512, and a constant, which is subtracted.  Misses of the
 * check itself would not do: a load across two lines counts as one.  If a policy is one piece of
 * memory, the lines of it in the cache after a check are those that the check touched.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#if defined(__has_include)
#if __has_include(<valgrind/callgrind.h>)
#include <valgrind/callgrind.h>
#endif
#endif

#include "engine_policies.h"
#include "figures.h"

#ifdef CALLGRIND_TOGGLE_COLLECT
#define MADE_FOR_VALGRIND 1
#else
#define MADE_FOR_VALGRIND 0
#define RUNNING_ON_VALGRIND 0
#define CALLGRIND_START_INSTRUMENTATION ((void)0)
#define CALLGRIND_TOGGLE_COLLECT ((void)0)
#define CALLGRIND_DUMP_STATS_AT(name) ((void)(name))
#endif

#define LINE 64
#define CACHE "--D1=32768,8,64" /* octets, ways, octets of a line */
#define CACHE_LINES (32768 / LINE)
#define TURNS 4 /* rounds of known paths before counting, and while counting */

extern char **environ;

/* Kinds of passes; callgrind writes a record for each. */
enum pass {
	KNOWN,  /* the same paths again and again */
	NEW,    /* each path once */
	LINES,  /* the cache is full of the buffer, a path is asked, the buffer's misses count */
	POLICY, /* as LINES, but the misses of reading the policy count */
	PASSES
};

static const char *const pass_names[PASSES] = {"known", "new", "lines", "policy"};

/* The indexes of events[]. */
enum event {
	INSTRUCTIONS = 0,
	LOADS = 1,
	STORES = 2,
	READ_MISSES = 4,
	WRITE_MISSES = 5,
	CONDITIONAL = 9,
	CONDITIONAL_MISSED = 10,
	INDIRECT = 11,
	INDIRECT_MISSED = 12,
	EVENTS
};

/* The names of all events, as callgrind writes them. */
static const char events[] = "events: Ir Dr Dw I1mr D1mr D1mw ILmr DLmr DLmw Bc Bcm Bi Bim";

enum column {
	COLUMN_INSTRUCTIONS,
	COLUMN_LOADS,
	COLUMN_STORES,
	COLUMN_BRANCHES,
	COLUMN_MISSED,
	COLUMN_MISSED_NEW,
	COLUMN_LINES,
	COLUMN_POLICY,
	COLUMNS
};

static const struct {
	const char *name, *title;
	enum pass pass;
} columns[COLUMNS] = {{"instructions", "instr.", KNOWN}, {"loads", "loads", KNOWN},
                      {"stores", "stores", KNOWN},       {"branches", "branches", KNOWN},
                      {"mispredicted", "missed", KNOWN}, {"mispredicted, new paths", "if new", NEW},
                      {"lines", "lines", LINES},         {"lines of the policy", "policy's", POLICY}};

/* Averages of a check, for each host that was asked. */
struct counted {
	double *of[COLUMNS];
	size_t n[COLUMNS];
};

/* ---- asking, inside and outside ---- */

static int nothing_check(const void *policy, const char *path, size_t len)
{
	(void)policy;
	(void)path;
	return len > 0;
}

/* An engine that touches only the lines of the call itself. */
static const struct engine nothing = {"nothing", ANSWERS_NONE, 1, 0, -1, NULL, NULL, NULL, NULL, NULL, nothing_check};

static volatile char buffer[CACHE_LINES * LINE];

/* Both return the sum of what they read: valgrind removes a load whose value is not used. */
static unsigned fill(void)
{
	unsigned sum = 0;

	for (size_t i = 0; i < CACHE_LINES; i++)
		sum += (unsigned char)buffer[i * LINE];
	return sum;
}

static unsigned fill_backwards(void)
{
	unsigned sum = 0;

	for (size_t i = CACHE_LINES; i-- > 0;)
		sum += (unsigned char)buffer[i * LINE];
	return sum;
}

/* A policy that is one piece of memory, from its first cache line; n is 0 for any other policy. */
struct piece {
	const volatile char *at;
	size_t n;
};

static struct piece piece_of(const struct engine *e, const void *policy, const struct policies *of, size_t h)
{
	const uintptr_t at = (uintptr_t)policy;
	size_t octets;

	if (e->beside < 0)
		return (struct piece){NULL, 0};
	octets = (size_t)of->bytes[h] + (size_t)e->beside;
	return (struct piece){policy, (at % LINE + octets + LINE - 1) / LINE};
}

static unsigned read_piece(const struct piece *piece)
{
	const size_t before = (uintptr_t)piece->at % LINE;
	unsigned sum = 0;

	for (size_t i = 0; i < piece->n; i++)
		sum += (unsigned char)piece->at[i > 0 ? i * LINE - before : 0];
	return sum;
}

static uint64_t ask_alone(const struct engine *e, const void *policy, const struct robotsc_text *path, const struct piece *piece)
{
	_Alignas(LINE) volatile uint64_t sum = 0; /* aligns the stack to a line */
	unsigned read = 0;

	for (size_t i = 0; i < PATHS; i++) {
		read += fill();
		sum += (uint64_t)e->check(policy, path[i].at, path[i].len);
		CALLGRIND_TOGGLE_COLLECT;
		read += piece == NULL ? fill_backwards() : read_piece(piece);
		CALLGRIND_TOGGLE_COLLECT;
	}
	bench_sink += read;
	return sum;
}

/* Returns the number of verdicts "allow". */
static uint64_t ask(enum pass pass, const struct engine *e, const void *policy, const struct piece *piece,
                    const struct asked *known, const struct asked *fresh)
{
	const struct robotsc_text *path = e->canonical ? known->canonical : known->path;
	uint64_t sum;

	switch (pass) {
	case KNOWN:
		bench_sink += e->hot(policy, path, known->n, TURNS);
		CALLGRIND_TOGGLE_COLLECT;
		sum = e->hot(policy, path, known->n, TURNS);
		CALLGRIND_TOGGLE_COLLECT;
		return sum;
	case NEW:
		bench_sink += e->hot(policy, path, known->n, TURNS);
		path = e->canonical ? fresh->canonical : fresh->path;
		CALLGRIND_TOGGLE_COLLECT;
		sum = e->hot(policy, path, fresh->n, 1);
		CALLGRIND_TOGGLE_COLLECT;
		return sum;
	case LINES:
		return ask_alone(e, policy, path, NULL);
	case POLICY:
		return ask_alone(e, policy, path, piece);
	case PASSES:
		break;
	}
	return 0;
}

static int can_ask(enum pass pass, const struct engine *e, const struct piece *piece)
{
	return pass == POLICY ? e->check != NULL && piece->n > 0 : pass == LINES ? e->check != NULL : e->hot != NULL;
}

/* ---- records ---- */

struct record {
	uint64_t of[EVENTS];
	size_t lines; /* lines of the policy; inside valgrind, its address may differ */
};

/* callgrind leaves out zeros at the end of a line. */
static void read_numbers(const char *p, uint64_t of[EVENTS])
{
	char *end = NULL;

	for (size_t i = 0; i < EVENTS; i++, p = end)
		of[i] = strtoull(p, &end, 10);
}

/* Read callgrind's next record, which must have this name. */
static void read_record(FILE *f, const char *name, struct record *r)
{
	static const char desc[] = "desc: Trigger: Client Request: ", totals[] = "totals: ";
	char *line = NULL, *end;
	size_t room = 0;
	int named = 0, counted = 0;

	while (!counted && getline(&line, &room, f) > 0) {
		line[strcspn(line, "\n")] = '\0';
		if (strncmp(line, "events:", 7) == 0 && strcmp(line, events) != 0)
			bench_die("callgrind", "it counts something else than expected");
		if (strncmp(line, desc, sizeof desc - 1) == 0) {
			r->lines = strtoul(line + sizeof desc - 1, &end, 10);
			if (strcmp(end, name) != 0) {
				fprintf(stderr, "bench: inside valgrind:%s, outside:%s\n", end, name);
				bench_die("counted", "verdicts differ");
			}
			named = 1;
		}
		counted = named && strncmp(line, totals, sizeof totals - 1) == 0;
		if (counted)
			read_numbers(line + sizeof totals - 1, r->of);
	}
	free(line);
	if (!counted)
		bench_die("callgrind", "it wrote less than expected");
}

/* ---- asking everything ---- */

/* The questions about a host. */
struct asking {
	FILE *records; /* NULL inside valgrind */
	struct asked known, fresh;
};

/* Make one pass of an engine over a host.  Outside valgrind, read its record. */
static void ask_and_count(const struct asking *a, enum pass pass, const struct engine *e, const void *policy,
                          const struct piece *piece, struct record *r)
{
	const uint64_t sum = ask(pass, e, policy, piece, &a->known, &a->fresh);
	char name[96], numbered[128];

	snprintf(name, sizeof name, " %s, %s: %llu allowed", e->name, pass_names[pass], (unsigned long long)sum);
	snprintf(numbered, sizeof numbered, "%zu%s", piece->n, name);
	if (a->records == NULL)
		CALLGRIND_DUMP_STATS_AT(numbered);
	else
		read_record(a->records, name, r);
}

/* Add up the counts of all checks.  base: misses of a pass without checks. */
static double value_of(enum column column, const struct record *r, size_t checks, double base)
{
	const double misses = (double)(r->of[READ_MISSES] + r->of[WRITE_MISSES]);

	switch (column) {
	case COLUMN_INSTRUCTIONS:
		return (double)r->of[INSTRUCTIONS];
	case COLUMN_LOADS:
		return (double)r->of[LOADS];
	case COLUMN_STORES:
		return (double)r->of[STORES];
	case COLUMN_BRANCHES:
		return (double)(r->of[CONDITIONAL] + r->of[INDIRECT]);
	case COLUMN_MISSED:
	case COLUMN_MISSED_NEW:
		return (double)(r->of[CONDITIONAL_MISSED] + r->of[INDIRECT_MISSED]);
	case COLUMN_LINES:
		return misses - base;
	case COLUMN_POLICY:
		return (double)(r->lines * checks) - misses;
	case COLUMNS:
		break;
	}
	return 0;
}

/* Make all passes of one engine.  *base: misses of a pass without checks, which comes first. */
static void ask_engine(const struct asking *a, const struct engine *e, const void *policy, const struct piece *piece,
                       struct counted *counted, double *base)
{
	const size_t checks[PASSES] = {TURNS * a->known.n, a->fresh.n, a->known.n, a->known.n};
	struct record r = {{0}, 0};

	for (int pass = 0; pass < PASSES; pass++) {
		if (!can_ask((enum pass)pass, e, piece))
			continue;
		ask_and_count(a, (enum pass)pass, e, policy, piece, &r);
		if (e == &nothing)
			*base = value_of(COLUMN_LINES, &r, 0, 0);
		for (int c = 0; counted != NULL && c < COLUMNS; c++)
			if ((int)columns[c].pass == pass)
				counted->of[c][counted->n[c]++] =
					value_of((enum column)c, &r, checks[pass], *base) / (double)checks[pass];
	}
}

static void ask_host(const struct asking *a, const struct policies *of, size_t h, struct counted *counted)
{
	const struct piece none = {NULL, 0};
	double base = 0;

	ask_engine(a, &nothing, NULL, &none, NULL, &base);
	for (size_t i = 0; i < nengines; i++) {
		const struct engine *e = engines[i];
		const void *policy = of[i].at != NULL ? of[i].at[h] : NULL;
		const struct piece piece = piece_of(e, policy, &of[i], h);

		if (h % (COUNTED_EVERY * e->stride) == 0 && (policy != NULL || e->build == NULL))
			ask_engine(a, e, policy, &piece, counted != NULL ? &counted[i] : NULL, &base);
	}
}

static void ask_all(const struct corpus *corpus, const struct policies *of, FILE *records, struct counted *counted)
{
	struct asking a = {.records = records};

	for (size_t h = 0; h < corpus->n; h += COUNTED_EVERY) {
		asked_make(&a.known, corpus, corpus->host[h], WORK_HOT, 0);
		asked_make(&a.fresh, corpus, corpus->host[h], WORK_FRESH, 0);
		ask_host(&a, of, h, counted);
		asked_free(&a.known);
		asked_free(&a.fresh);
	}
}

/* ---- starting valgrind ---- */

/* Run the same program with the same arguments, but only this part.  Returns NULL, or why there are
 * no counts. */
static const char *run_inside(char **argv, char *out)
{
	char *const before[] = {"valgrind",
	                        "--tool=callgrind",
	                        "--log-file=/dev/null",
	                        "--instr-atstart=no",
	                        "--collect-atstart=no",
	                        "--branch-sim=yes",
	                        "--cache-sim=yes",
	                        CACHE,
	                        "--combine-dumps=yes",
	                        out};
	char *const behind[] = {"--only", "counted", NULL};
	const size_t nbefore = sizeof before / sizeof *before;
	posix_spawn_file_actions_t actions;
	size_t n = 0;
	char **all;
	int error, status;
	pid_t child;

	while (argv[n] != NULL)
		n++;
	all = bench_alloc((nbefore + n) * sizeof *all + sizeof behind);
	memcpy(all, before, sizeof before);
	memcpy(all + nbefore, argv, n * sizeof *all);
	memcpy(all + nbefore + n, behind, sizeof behind);
	posix_spawn_file_actions_init(&actions);
	posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
	error = posix_spawnp(&child, all[0], &actions, NULL, all, environ);
	posix_spawn_file_actions_destroy(&actions);
	free(all);
	if (error != 0)
		return "there is no valgrind";
	if (waitpid(child, &status, 0) != child || !WIFEXITED(status) || WEXITSTATUS(status) != 0)
		return "valgrind failed; to see why: valgrind --tool=callgrind bench --only counted";
	return NULL;
}

/* ---- results ---- */

static void report_engine(const struct engine *e, struct counted *counted, struct report *report)
{
	static const struct {
		const char *name;
		double q;
	} quantiles[] = {{"p10", 0.1}, {"median", 0.5}, {"p99", 0.99}};
	char name[64];

	printf("  %-20s", e->name);
	for (int c = 0; c < COLUMNS; c++) {
		double *values = counted->of[c];
		const size_t n = counted->n[c];

		if (n == 0) {
			printf(" %8s", "-");
			continue;
		}
		sort_doubles(values, n);
		report_value(report, columns[c].name, mean_of(values, n), "counted", e->name, columns[c].name);
		report_against(report, "counted/sorted loop/%s", columns[c].name);
		printf(" %8.2f", mean_of(values, n));
		for (size_t q = 0; q < sizeof quantiles / sizeof *quantiles; q++) {
			snprintf(name, sizeof name, "%s, %s", columns[c].name, quantiles[q].name);
			report_value(report, columns[c].name, quantile(values, n, quantiles[q].q), "counted", e->name, name);
		}
	}
	report_value(report, "hosts", (double)counted->n[COLUMN_INSTRUCTIONS], "counted", e->name, "hosts");
	printf(" %6zu\n", counted->n[COLUMN_INSTRUCTIONS]);
}

static void count_outside(const struct corpus *corpus, const struct policies *of, struct report *report, FILE *records)
{
	const size_t most = corpus->n / COUNTED_EVERY + 1;
	struct counted *counted = bench_alloc(nengines * sizeof *counted);
	double *values = bench_alloc(nengines * COLUMNS * most * sizeof *values);

	for (size_t e = 0; e < nengines; e++)
		for (int c = 0; c < COLUMNS; c++) {
			counted[e].of[c] = values + (e * COLUMNS + (size_t)c) * most;
			counted[e].n[c] = 0;
		}
	ask_all(corpus, of, records, counted);
	printf("%-22s", "counted, per check");
	for (int c = 0; c < COLUMNS; c++)
		printf(" %8s", columns[c].title);
	printf(" %6s\n", "hosts");
	for (size_t e = 0; e < nengines; e++)
		report_engine(engines[e], &counted[e], report);
	printf("\n");
	free(values);
	free(counted);
}

void measure_counted(const struct corpus *corpus, const struct policies *of, struct report *report, char **argv)
{
	static const char option[] = "--callgrind-out-file=";
	const char *folder = getenv("TMPDIR"), *why = "there was no valgrind/callgrind.h";
	char out[512];
	FILE *records;
	int file;

	if (RUNNING_ON_VALGRIND) {
		CALLGRIND_START_INSTRUMENTATION;
		ask_all(corpus, of, NULL, NULL);
		return;
	}
	snprintf(out, sizeof out, "%s%s/robotsc-counted-XXXXXX", option, folder != NULL ? folder : "/tmp");
	file = mkstemp(out + sizeof option - 1);
	records = file < 0 ? NULL : fdopen(file, "r");
	if (records == NULL) {
		why = "no file can be made for it in TMPDIR";
	} else {
		if (MADE_FOR_VALGRIND)
			why = run_inside(argv, out);
		unlink(out + sizeof option - 1);
	}
	if (why == NULL)
		count_outside(corpus, of, report, records);
	else
		printf("what a check does is not counted: %s\n\n", why);
	if (records != NULL)
		fclose(records);
}
