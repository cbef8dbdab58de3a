/* progress.c - shows how far an import is, or a command with many files: on a terminal a line that
 * changes, elsewhere a line every ten seconds.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

#include "progress.h"

#define BAR 20       /* columns of a bar, at most */
#define BAR_LEAST 5  /* a shorter one is left out */
#define BAR_FRAME 3u /* "[] " */

static double now(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* True when lines on standard error can be overwritten. */
static bool is_terminal(void)
{
	const char *term = getenv("TERM");
	return isatty(STDERR_FILENO) && term && *term && strcmp(term, "dumb") != 0;
}

/* The present width of the terminal. */
static size_t columns(void)
{
	struct winsize size;
	return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

void cli_progress_begin(struct progress *p, bool quiet)
{
	memset(p, 0, sizeof *p);
	p->quiet = quiet;
	p->terminal = is_terminal();
	p->start = p->last = now();
}

double cli_progress_seconds(const struct progress *p)
{
	const double seconds = now() - p->start;
	return seconds > 1e-6 ? seconds : 1e-6;
}

/* The part that is done; 0 where that is not known. */
static double part_of(const struct progress *p)
{
	if (p->files)
		return (double)p->done / (double)p->files;
	return p->report.total ? (double)p->report.read / (double)p->report.total : 0;
}

static size_t put_counts(const struct progress *p, double seconds, const char *left, char *out, size_t room)
{
	const struct robotsc_import_report *const r = &p->report;
	const char *const things = p->things ? p->things : "files";
	if (p->doing)
		return (size_t)snprintf(out, room, "%llu origins %s, %.0f s", (unsigned long long)p->done, p->doing, seconds);
	if (p->files)
		return (size_t)snprintf(out, room, "%s%llu of %llu %s, %.0f %s/s", left, (unsigned long long)p->done,
		                        (unsigned long long)p->files, things, (double)p->done / seconds, things);
	return (size_t)snprintf(out, room, "%s%llu records, %.1f MB/s, %.0f policies/s, %llu errors", left,
	                        (unsigned long long)r->records, (double)r->read / seconds / 1e6, (double)r->policies / seconds,
	                        (unsigned long long)r->faults);
}

void cli_progress_line(const struct progress *p, double seconds, size_t width, char out[PROGRESS_ROOM])
{
	const double part = part_of(p);
	char text[PROGRESS_ROOM - BAR - BAR_FRAME - 1], left[40] = "";
	size_t bar = 0, full, len;
	if (part > 0.001 && !p->doing) {
		const unsigned long rest = part < 1 ? (unsigned long)(seconds / part - seconds) : 0;
		snprintf(left, sizeof left, "%lu:%02lu:%02lu to go, ", rest / 3600, rest / 60 % 60, rest % 60);
	}
	len = put_counts(p, seconds, left, text, sizeof text);
	if (p->terminal && (p->files || p->report.total) && len + BAR_FRAME + BAR_LEAST <= width)
		bar = width - len - BAR_FRAME < BAR ? width - len - BAR_FRAME : BAR;
	full = part < 1 ? (size_t)(part * (double)bar) : bar;
	if (bar)
		snprintf(out, PROGRESS_ROOM, "[%.*s%*s] %s", (int)full, "####################", (int)(bar - full), "", text);
	else
		snprintf(out, PROGRESS_ROOM, "%.*s", p->terminal && width < len ? (int)width : (int)len, text);
}

void cli_progress_show(struct progress *p)
{
	const double at = now();
	char line[PROGRESS_ROOM];
	if (p->quiet || at - p->last < (p->terminal ? 0.2 : 10))
		return;
	p->last = at;
	/* the last column stays free: a line that fills it would wrap */
	cli_progress_line(p, cli_progress_seconds(p), p->terminal ? columns() - 1 : 0, line);
	fprintf(stderr, p->terminal ? "\r\033[K%s" : "robotsc: %s\n", line);
}

void cli_progress_clear(struct progress *p)
{
	if (!p->quiet && p->terminal)
		fputs("\r\033[K", stderr);
}
