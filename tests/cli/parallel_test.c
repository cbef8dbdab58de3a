/* parallel_test.c - an answer that takes long does not hold the others up, unless they take much
 * memory; answers come in order.  The progress takes one line of a terminal.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include <stdatomic.h>
#include <time.h>

#include "cli/parallel.h"
#include "tests/support/test.h"

#define INPUTS 300
#define JOBS 2
#define FAR 100         /* inputs that are answered before the first one */
#define FEW 6           /* inputs that take much memory: three for each thread */
#define PATIENCE 100000 /* milliseconds */

static struct {
	size_t octets; /* octets of memory that each input reports */
	size_t wait;   /* the first answer waits for this number of others */
	size_t read, added, most, in_order;
	atomic_size_t seen;
	bool waited;
} run;

static size_t read_next(void *ctx, void *input)
{
	(void)ctx;
	*(size_t *)input = run.read++;
	if (run.octets)
		atomic_store(&run.seen, run.read);
	return run.octets;
}

static void release(void *input)
{
	(void)input;
}

static void answer(const void *ctx, void *input, FILE *out, void *total)
{
	static const struct timespec moment = {0, 1000000};
	const size_t i = *(size_t *)input;
	(void)ctx, (void)out;
	*(size_t *)total = i;
	for (int k = 0; i == 0 && k < PATIENCE && !run.waited; k++) {
		run.waited = atomic_load(&run.seen) >= run.wait;
		nanosleep(&moment, NULL);
	}
	if (!run.octets)
		atomic_fetch_add(&run.seen, 1);
}

static void begin(const void *ctx, void *part, bool first)
{
	(void)ctx, (void)part, (void)first;
}

/* Note the largest number of held inputs: inputs read, and not yet added.  The reader may have read
 * one input more than it has counted. */
static bool add(void *ctx, const void *part, bool first)
{
	(void)ctx, (void)first;
	run.in_order += *(const size_t *)part == run.added;
	run.added++;
	if (run.octets && atomic_load(&run.seen) - (run.added - 1) > run.most)
		run.most = atomic_load(&run.seen) - (run.added - 1);
	return true;
}

static void go(size_t octets, size_t wait)
{
	size_t all = 0;
	const struct cli_parallel p = {.n = INPUTS,
	                               .jobs = JOBS,
	                               .input = sizeof(size_t),
	                               .total = sizeof(size_t),
	                               .ctx = &all,
	                               .all = &all,
	                               .read = read_next,
	                               .release = release,
	                               .answer = answer,
	                               .begin = begin,
	                               .add = add};
	memset(&run, 0, sizeof run);
	run.octets = octets;
	run.wait = wait;
	CHECK(cli_parallel_run(&p) == 0);
	CHECK(run.waited);
	CHECK(run.read == INPUTS && run.added == INPUTS && run.in_order == INPUTS);
}

/* ---- progress ---- */

static const char said[] = "0:00:10 to go, 1686 records, 9.3 MB/s, 843 policies/s, 2 errors";

static void check_line(const struct progress *p, double seconds, size_t width, const char *want)
{
	char line[PROGRESS_ROOM];

	cli_progress_line(p, seconds, width, line);
	CHECK_MSG(strcmp(line, want) == 0, "%zu columns: \"%s\"", width, line);
}

/* The progress line fits the terminal, however wide that is. */
static void check_lines(void)
{
	struct progress p = {.terminal = 1,
	                     .report = {.total = 111600000, .read = 18600000, .records = 1686, .policies = 1686, .faults = 2}};
	char line[PROGRESS_ROOM];

	check_line(&p, 2, 119, "[###                 ] 0:00:10 to go, 1686 records, 9.3 MB/s, 843 policies/s, 2 errors");
	check_line(&p, 2, 79, "[##           ] 0:00:10 to go, 1686 records, 9.3 MB/s, 843 policies/s, 2 errors");
	check_line(&p, 2, 71, "[     ] 0:00:10 to go, 1686 records, 9.3 MB/s, 843 policies/s, 2 errors");
	check_line(&p, 2, 70, said);
	check_line(&p, 2, 39, "0:00:10 to go, 1686 records, 9.3 MB/s, ");
	check_line(&p, 2, 0, "");
	for (size_t width = 0; width < 200; width++) {
		cli_progress_line(&p, 2, width, line);
		CHECK(strlen(line) <= width && (width < 63 || strstr(line, said) != NULL));
	}
	p.report.read = p.report.total;
	check_line(&p, 3725, 100, "[####################] 0:00:00 to go, 1686 records, 0.0 MB/s, 0 policies/s, 2 errors");
	p.report.read = p.report.total + 1; /* the file has grown */
	check_line(&p, 3725, 100, "[####################] 0:00:00 to go, 1686 records, 0.0 MB/s, 0 policies/s, 2 errors");
	p.report.read = p.report.total / 100;
	check_line(&p, 60, 100, "[                    ] 1:39:00 to go, 1686 records, 0.0 MB/s, 28 policies/s, 2 errors");
	p.report.total = 0; /* a pipe */
	check_line(&p, 60, 100, "1686 records, 0.0 MB/s, 28 policies/s, 2 errors");
	p.terminal = 0;
	check_line(&p, 60, 0, "1686 records, 0.0 MB/s, 28 policies/s, 2 errors");
	/* the longest numbers */
	p.report.total = p.report.records = p.report.policies = p.report.faults = UINT64_MAX;
	p.report.read = 0;
	p.terminal = 1;
	for (size_t width = 0; width < 200; width++) {
		cli_progress_line(&p, 1, width, line);
		CHECK(strlen(line) <= width);
	}
	/* a command with many files */
	p = (struct progress){.terminal = 1, .files = 2995, .done = 1000};
	check_line(&p, 4, 79, "[######              ] 0:00:07 to go, 1000 of 2995 files, 250 files/s");
	check_line(&p, 4, 20, "0:00:07 to go, 1000 ");
	p.things = "origins";
	check_line(&p, 4, 79, "[######              ] 0:00:07 to go, 1000 of 2995 origins, 250 origins/s");
	p.things = NULL;
	p.done = p.files;
	check_line(&p, 4, 79, "[####################] 0:00:00 to go, 2995 of 2995 files, 749 files/s");
}

int main(void)
{
	go(0, FAR);
	go((size_t)1 << 30, FEW);
	CHECK_MSG(run.most <= FEW, "%zu are held", run.most);
	check_lines();
	return check_done();
}
