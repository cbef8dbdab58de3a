/* progress.c - how far an import is: a line that changes on a terminal, a line now and then elsewhere.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "import.h"

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

void cli_progress_begin(struct progress *p, int quiet, uint64_t total)
{
	memset(p, 0, sizeof *p);
	p->quiet = quiet;
	p->terminal = isatty(STDERR_FILENO);
	p->start = p->last = now();
	p->total = total;
}

double cli_progress_seconds(const struct progress *p)
{
	const double seconds = now() - p->start;

	return seconds > 1e-6 ? seconds : 1e-6;
}

/* Columns 0 to 20 of a bar. */
static void print_bar(double part)
{
	const int n = part < 0 ? 0 : part > 1 ? 20 : (int)(part * 20);

	fprintf(stderr, "[%.*s%.*s] ", n, "####################", 20 - n, "                    ");
}

void cli_progress_show(struct progress *p)
{
	const double at = now(), seconds = cli_progress_seconds(p);
	const double part = p->total ? (double)p->read / (double)p->total : 0;

	if (p->quiet || at - p->last < (p->terminal ? 0.2 : 10))
		return;
	p->last = at;
	if (p->terminal) {
		fputs("\r\033[K", stderr);
		if (p->total)
			print_bar(part);
	} else {
		fputs("robotsc: ", stderr);
	}
	fprintf(stderr, "%llu records, %.1f MB/s, %.0f policies/s, %llu errors", (unsigned long long)p->records,
	        (double)p->read / seconds / 1e6, (double)p->policies / seconds, (unsigned long long)p->errors);
	if (part > 0.001) {
		const unsigned long left = (unsigned long)(seconds / part - seconds);

		fprintf(stderr, ", %lu:%02lu:%02lu to go", left / 3600, left / 60 % 60, left % 60);
	}
	if (!p->terminal)
		putc('\n', stderr);
}

void cli_progress_clear(struct progress *p)
{
	if (!p->quiet && p->terminal)
		fputs("\r\033[K", stderr);
}
