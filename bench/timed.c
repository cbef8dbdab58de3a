/* timed.c - run a command and say what it cost.
 *
 *     timed NAME UNITS OCTETS COMMAND [ARGUMENT...]
 *
 * Its output goes to /dev/null.  The row: units and megabytes for a second of processor time, of all its threads; seconds on the clock, of
 * processors; the most memory it held at a time, pages of mapped files included.  Exit status: that of the command.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bench.h"

static double seconds(struct timeval t)
{
	return (double)t.tv_sec + (double)t.tv_usec * 1e-6;
}

int main(int argc, char **argv)
{
	struct rusage used = {.ru_maxrss = 0};
	double start, clock, cpu;
	int status = 0;
	pid_t child;

	if (argc < 5)
		bench_die("timed", "NAME UNITS OCTETS COMMAND [ARGUMENT...]");
	start = bench_now();
	child = fork();
	if (child == 0) {
		dup2(open("/dev/null", O_WRONLY), STDOUT_FILENO);
		execvp(argv[4], argv + 4);
		bench_die(argv[4], "cannot be run");
	}
	if (child < 0 || wait4(child, &status, 0, &used) != child)
		bench_die(argv[4], "cannot be waited for");
	clock = bench_now() - start;
	cpu = seconds(used.ru_utime) + seconds(used.ru_stime);
	printf("%-34s %12.0f %9.1f %8.2f %8.2f %9.1f\n", argv[1], strtod(argv[2], NULL) / cpu, strtod(argv[3], NULL) / cpu * 1e-6,
	       clock, cpu, (double)used.ru_maxrss / 1024);
	return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}
