/* timed.c - runs a command and prints what it cost.
 *
 *     timed RUNS NAME UNITS OCTETS COMMAND [ARGUMENT...]
 *
 * The command runs RUNS times.  Standard input is read from its beginning each time, so it must be
 * a file unless RUNS is 1; output goes to /dev/null.  It prints a row for the run with the median
 * processor time: units and megabytes a second of processor time, the units of the slowest and the
 * fastest run, seconds elapsed and of processors, and the maximum memory, with pages of mapped
 * files.  The exit status is that of the command; a failure ends the runs.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "measure.h"

#define RUNS_MAX 99

static double seconds(struct timeval t)
{
	return (double)t.tv_sec + (double)t.tv_usec * 1e-6;
}

struct run {
	double clock, cpu;
	long memory;
};

static int compare_runs(const void *a, const void *b)
{
	const double x = ((const struct run *)a)->cpu, y = ((const struct run *)b)->cpu;

	return (x > y) - (x < y);
}

/* Run a command.  Returns its exit status. */
static int run(char **command, struct run *r)
{
	const double start = bench_now();
	struct rusage used = {.ru_maxrss = 0};
	const pid_t child = fork();
	int status = 0;

	if (child == 0) {
		dup2(open("/dev/null", O_WRONLY), STDOUT_FILENO);
		execvp(command[0], command);
		bench_die(command[0], "cannot be run");
	}
	if (child < 0 || wait4(child, &status, 0, &used) != child)
		bench_die(command[0], "cannot be waited for");
	*r = (struct run){bench_now() - start, seconds(used.ru_utime) + seconds(used.ru_stime), used.ru_maxrss};
	return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

int main(int argc, char **argv)
{
	struct run runs[RUNS_MAX];
	const long n = argc < 6 ? 0 : strtol(argv[1], NULL, 10);

	if (n < 1 || n > RUNS_MAX)
		bench_die("timed", "RUNS NAME UNITS OCTETS COMMAND [ARGUMENT...]");
	for (long i = 0; i < n; i++) {
		int status;

		if (n > 1 && lseek(STDIN_FILENO, 0, SEEK_SET) != 0)
			bench_die(argv[2], "standard input is no file");
		status = run(argv + 5, &runs[i]);
		if (status != 0)
			return status;
	}
	qsort(runs, (size_t)n, sizeof *runs, compare_runs);
	const struct run *median = &runs[n / 2];
	const double units = strtod(argv[3], NULL), octets = strtod(argv[4], NULL);
	char spread[40] = "";
	if (n > 1)
		snprintf(spread, sizeof spread, "%.0f - %.0f", units / runs[n - 1].cpu, units / runs[0].cpu);
	printf("%-34s %12.0f %-23s %8.1f %8.2f %8.2f %9.1f\n", argv[2], units / median->cpu, spread, octets / median->cpu * 1e-6,
	       median->clock, median->cpu, (double)median->memory / 1024);
	return 0;
}
