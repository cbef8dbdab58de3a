/* parallel.c - see parallel.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "parallel.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

#include "hosts/pipeline.h"
#include "messages.h"

/* For each thread: most inputs that are read and not yet printed; and most while they hold too much
 * memory. */
#define SLOTS 256
#define SLOTS_FEW 3
#define HELD_MAX ((size_t)64 << 20) /* above these octets, inputs and answers hold too much */

/* An input and its answer. */
struct place {
	void *input, *part;
	FILE *out, *messages; /* into these: */
	char *text, *errors;
	size_t text_len, errors_len;
	size_t errors_first; /* octets of messages that reading printed */
	size_t held;         /* of the run's */
	bool first;          /* of all inputs */
	bool whole;          /* the answer is complete: there was memory */
};

struct run {
	const struct cli_parallel *p;
	struct progress progress;
	struct place *places;
	unsigned slots, few;
	atomic_size_t held; /* octets of inputs and answers */
	bool nomem;
};

static void begin(struct run *r)
{
	/* Answers that scroll by already show the progress. */
	cli_progress_begin(&r->progress, r->p->n < 2 || isatty(STDOUT_FILENO) || !isatty(STDERR_FILENO));
	r->progress.files = r->p->n;
	r->progress.things = r->p->things;
}

/* ---- one thread ----------------------------------------------------------------------- */

static int answer_one(struct run *r, void *input)
{
	const struct cli_parallel *const p = r->p;
	memset(input, 0, p->input);
	p->read(p->ctx, input);
	p->answer(p->ctx, input, stdout, p->all);
	p->release(input);
	return cli_output_failed() ? -1 : 0;
}

static void run_serially(struct run *r)
{
	void *input = malloc(r->p->input);
	r->nomem = !input;
	for (size_t i = 0; input && i < r->p->n && answer_one(r, input) == 0;)
		i++;
	free(input);
}

/* ---- several threads ------------------------------------------------------------------ */

static void hold(struct run *r, struct place *place, size_t octets)
{
	place->held += octets;
	atomic_fetch_add(&r->held, octets);
}

static void drop(struct run *r, struct place *place)
{
	atomic_fetch_sub(&r->held, place->held);
	if (place->out)
		fclose(place->out);
	if (place->messages)
		fclose(place->messages);
	free(place->text);
	free(place->errors);
	r->p->release(place->input);
	memset(place->input, 0, r->p->input);
	*place = (struct place){.input = place->input, .part = place->part};
}

/* Read an input.  False: no memory. */
static bool fill(struct run *r, struct place *place, size_t i)
{
	const struct cli_parallel *const p = r->p;
	memset(place->part, 0, p->total);
	place->messages = open_memstream(&place->errors, &place->errors_len);
	if (!place->messages)
		return false;
	place->first = i == 0;
	cli_messages_to(place->messages);
	hold(r, place, p->read(p->ctx, place->input));
	cli_messages_to(NULL);
	if (fflush(place->messages) != 0)
		return false;
	place->errors_first = place->errors_len;
	return true;
}

static void work(void *ctx, unsigned worker, unsigned slot)
{
	struct run *const r = ctx;
	struct place *const place = &r->places[slot];
	bool failed;
	(void)worker;
	place->out = open_memstream(&place->text, &place->text_len);
	if (!place->out)
		return; /* the sink answers this input */
	r->p->begin(r->p->ctx, place->part, place->first);
	cli_messages_to(place->messages);
	r->p->answer(r->p->ctx, place->input, place->out, place->part);
	cli_messages_to(NULL);
	failed = fclose(place->out) != 0;
	failed |= fclose(place->messages) != 0;
	place->out = place->messages = NULL;
	place->whole = !failed;
	hold(r, place, place->text_len + place->errors_len);
}

static int sink(void *ctx, unsigned slot)
{
	struct run *const r = ctx;
	const struct cli_parallel *const p = r->p;
	struct place *const place = &r->places[slot];
	if (place->errors_len)
		cli_progress_clear(&r->progress);
	if (place->whole && p->add(p->ctx, place->part, place->first)) {
		fwrite(place->errors, 1, place->errors_len, stderr);
		fwrite(place->text, 1, place->text_len, stdout);
	} else {
		fwrite(place->errors, 1, place->errors_first, stderr);
		p->answer(p->ctx, place->input, stdout, p->all);
	}
	drop(r, place);
	r->progress.done++;
	cli_progress_show(&r->progress);
	return cli_output_failed();
}

static void read_all(struct run *r, struct pipeline *pipeline)
{
	for (size_t i = 0; i < r->p->n && !r->nomem; i++) {
		const int slot = robotsc__pipeline_free_of(pipeline, atomic_load(&r->held) > HELD_MAX ? r->few : r->slots);
		if (slot < 0)
			return;
		r->nomem = !fill(r, &r->places[slot], i);
		if (r->nomem)
			drop(r, &r->places[slot]);
		else
			robotsc__pipeline_submit(pipeline);
	}
}

/* Returns 0, or -1 when no thread can be started. */
static int run_threads(struct run *r, unsigned workers)
{
	const unsigned slots = SLOTS * workers;
	const struct pipeline_stages stages = {workers, slots, work, sink, r};
	struct pipeline *pipeline;
	unsigned char *const room = calloc(slots, r->p->input + r->p->total);
	int result = -1;
	r->slots = slots;
	r->few = SLOTS_FEW * workers;
	r->places = calloc(slots, sizeof *r->places);
	for (unsigned i = 0; room && r->places && i < slots; i++) {
		r->places[i].input = room + i * r->p->input;
		r->places[i].part = room + slots * r->p->input + i * r->p->total;
	}
	if (room && r->places && robotsc__pipeline_start(&pipeline, &stages) == 0) {
		read_all(r, pipeline);
		robotsc__pipeline_finish(pipeline);
		result = 0;
	}
	/* Drop what was read after standard output failed. */
	for (unsigned i = 0; result == 0 && i < slots; i++)
		drop(r, &r->places[i]);
	free(r->places);
	free(room);
	return result;
}

int cli_parallel_run(const struct cli_parallel *p)
{
	const unsigned most = robotsc__workers(p->jobs);
	const unsigned workers = p->n < most ? (unsigned)p->n : most;
	struct run r = {.p = p};
	begin(&r);
	/* Messages come before the progress line, so they wait for it; threads do that. */
	if ((workers < 2 && r.progress.quiet) || run_threads(&r, workers) < 0)
		run_serially(&r);
	cli_progress_clear(&r.progress);
	if (r.nomem)
		cli_complain("out of memory");
	return r.nomem ? -1 : 0;
}

/* ---- the line that shows how far an import is, or a command with many files or origins ---- */

#define BAR 20       /* most columns of a bar */
#define BAR_LEAST 5  /* a shorter bar is left out */
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

/* The part of the work that is done; 0 if it is not known. */
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

/* ---- compilers that keep their memory, for whichever thread needs one next ---- */

#define IDLE 16 /* compilers that are kept */

static struct {
	pthread_mutex_t lock;
	struct robotsc_compiler *idle[IDLE];
	unsigned n;
} pool = {.lock = PTHREAD_MUTEX_INITIALIZER};

struct robotsc_compiler *cli_compiler_take(void)
{
	struct robotsc_compiler *compiler = NULL;
	pthread_mutex_lock(&pool.lock);
	if (pool.n)
		compiler = pool.idle[--pool.n];
	pthread_mutex_unlock(&pool.lock);
	return compiler ? compiler : robotsc_compiler_new(NULL);
}

void cli_compiler_give(struct robotsc_compiler *compiler)
{
	pthread_mutex_lock(&pool.lock);
	if (compiler && pool.n < IDLE) {
		pool.idle[pool.n++] = compiler;
		compiler = NULL;
	}
	pthread_mutex_unlock(&pool.lock);
	robotsc_compiler_free(compiler);
}
