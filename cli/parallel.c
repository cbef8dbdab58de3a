/* parallel.c - see parallel.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "parallel.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "hosts/pipeline.h"
#include "finish.h"
#include "messages.h"
#include "progress.h"

/* For each thread: the inputs that are read and not printed, at most; and where they hold too much
 * memory. */
#define SLOTS 256
#define SLOTS_FEW 3
#define HELD_MAX ((size_t)64 << 20) /* octets of inputs and answers that are too much */

/* An input and its answer. */
struct place {
	void *input, *part;
	FILE *out, *messages; /* into these: */
	char *text, *said;
	size_t text_len, said_len;
	size_t said_first; /* octets that reading said */
	size_t held;       /* of the run's */
	bool first;        /* of all inputs */
	bool whole;        /* the answer had memory */
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
	/* Answers that scroll by show well enough how far it is. */
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

static void run_alone(struct run *r)
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
	free(place->said);
	r->p->release(place->input);
	memset(place->input, 0, r->p->input);
	*place = (struct place){.input = place->input, .part = place->part};
}

/* Read an input.  False: no memory. */
static bool fill(struct run *r, struct place *place, size_t i)
{
	const struct cli_parallel *const p = r->p;
	memset(place->part, 0, p->total);
	place->messages = open_memstream(&place->said, &place->said_len);
	if (!place->messages)
		return false;
	place->first = i == 0;
	cli_messages_to(place->messages);
	hold(r, place, p->read(p->ctx, place->input));
	cli_messages_to(NULL);
	if (fflush(place->messages) != 0)
		return false;
	place->said_first = place->said_len;
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
		return; /* the sink answers it */
	r->p->begin(r->p->ctx, place->part, place->first);
	cli_messages_to(place->messages);
	r->p->answer(r->p->ctx, place->input, place->out, place->part);
	cli_messages_to(NULL);
	failed = fclose(place->out) != 0;
	failed |= fclose(place->messages) != 0;
	place->out = place->messages = NULL;
	place->whole = !failed;
	hold(r, place, place->text_len + place->said_len);
}

static int sink(void *ctx, unsigned slot)
{
	struct run *const r = ctx;
	const struct cli_parallel *const p = r->p;
	struct place *const place = &r->places[slot];
	if (place->said_len)
		cli_progress_clear(&r->progress);
	if (place->whole && p->add(p->ctx, place->part, place->first)) {
		fwrite(place->said, 1, place->said_len, stderr);
		fwrite(place->text, 1, place->text_len, stdout);
	} else {
		fwrite(place->said, 1, place->said_first, stderr);
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
	/* What was read after standard output failed. */
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
	/* Messages go before the line that shows how far it is, so they wait. */
	if ((workers < 2 && r.progress.quiet) || run_threads(&r, workers) < 0)
		run_alone(&r);
	cli_progress_clear(&r.progress);
	if (r.nomem)
		cli_complain("out of memory");
	return r.nomem ? -1 : 0;
}
