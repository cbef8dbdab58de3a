/* filter_run.c - reads lines, has them answered in parallel, and writes the answers in order.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdbool.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "filter_source.h"
#include "hosts/pipeline.h"

#define BLOCK (256u << 10) /* octets of a block; a longer line makes it larger */

/* A slot of the pipeline: lines that were read, and the answers. */
struct slot {
	char *in;
	size_t room;
	struct line_block block;
	enum robotsc_store_status status;
};

struct filter_run {
	const struct robotsc_filter_options *options;
	const struct robotsc_filter_streams *streams;
	struct slot *slots;
	struct robotsc_filter **filters;
	struct robotsc_filter_report report;
};

/* ---- reading --------------------------------------------------------------------- */

/* The beginning of a line whose end was not read yet.  The next block begins with these octets. */
struct rest {
	char *at;
	size_t len, room;
};

static int grow(char **at, size_t *room, size_t need)
{
	char *p;
	if (*at && *room >= need)
		return 0;
	p = realloc(*at, need);
	if (!p)
		return -1;
	*at = p;
	*room = need;
	return 0;
}

/* How many octets there are up to the end of the last whole line; 0: there is no end after from. */
static size_t whole_lines(const char *at, size_t from, size_t len, char end)
{
	for (; len > from; len--)
		if (at[len - 1] == end)
			return len;
	return 0;
}

static bool input_waits(const struct robotsc_filter_streams *s)
{
	return s->ready == NULL || s->ready(s->ctx) != 0;
}

/* How reading ended. */
enum more {
	MORE_LINES,
	MORE_END,
	MORE_STOPPED,
	MORE_NOMEM
};

/* Read lines after len octets, until the slot is full or input pauses.  *lines: the octets up to
 * the end of the last whole line.  Of a line that is too long, it keeps the limit and one octet. */
static enum more read_lines(const struct filter_run *r, struct slot *slot, size_t *len, size_t *lines)
{
	const size_t most = r->options->max_line;
	for (;;) {
		const size_t before = *len;
		size_t whole;
		long n;
		if (*len == slot->room && grow(&slot->in, &slot->room, 2 * slot->room) != 0)
			return MORE_NOMEM;
		n = r->streams->read(r->streams->ctx, slot->in + *len, slot->room - *len);
		if (n <= 0)
			return n == 0 ? MORE_END : MORE_STOPPED;
		*len += (size_t)n;
		whole = whole_lines(slot->in, before, *len, r->options->end);
		if (whole)
			*lines = whole;
		if (*len - *lines > most && *len - *lines - most > 1)
			*len = *lines + most + 1;
		if (*lines && (*len - *lines > most || *len == slot->room || !input_waits(r->streams)))
			return MORE_LINES;
	}
}

/* Fill a slot with whole lines; at the end of input, also with a last line that has no end. */
static enum more fill(const struct filter_run *r, struct slot *slot, struct rest *rest)
{
	size_t len = rest->len, lines = 0;
	enum more more;
	if (grow(&slot->in, &slot->room, rest->len + BLOCK) != 0)
		return MORE_NOMEM;
	if (rest->len)
		memcpy(slot->in, rest->at, rest->len);
	rest->len = 0;
	more = read_lines(r, slot, &len, &lines);
	slot->block.in = slot->in;
	slot->block.len = more == MORE_LINES ? lines : len;
	if (more != MORE_LINES || len == lines)
		return more;
	if (grow(&rest->at, &rest->room, len - lines) != 0)
		return MORE_NOMEM;
	rest->len = len - lines;
	memcpy(rest->at, slot->in + lines, rest->len);
	return more;
}

static enum robotsc_store_status read_all(struct pipeline *p, const struct filter_run *r)
{
	struct rest rest = {NULL, 0, 0};
	enum more more = MORE_LINES;
	while (more == MORE_LINES) {
		const int slot = robotsc__pipeline_free(p);
		if (slot < 0)
			break;
		more = fill(r, &r->slots[slot], &rest);
		if (more == MORE_LINES || more == MORE_END)
			robotsc__pipeline_submit(p);
	}
	free(rest.at);
	if (more == MORE_NOMEM)
		return ROBOTSC_STORE_NOMEM;
	return more == MORE_STOPPED ? ROBOTSC_STORE_STOPPED : ROBOTSC_STORE_OK;
}

/* ---- working and writing ------------------------------------------------------------ */

static void work(void *ctx, unsigned worker, unsigned slot)
{
	struct filter_run *r = ctx;
	struct slot *s = &r->slots[slot];
	s->status = robotsc__filter_block(r->filters[worker], &s->block);
}

static int sink(void *ctx, unsigned slot)
{
	struct filter_run *r = ctx;
	const struct robotsc_filter_streams *s = r->streams;
	const struct line_block *b = &r->slots[slot].block;
	if (r->slots[slot].status != ROBOTSC_STORE_OK)
		return (int)r->slots[slot].status;
	for (size_t i = 0; s->skipped && i < b->report.skipped; i++)
		s->skipped(s->ctx, r->report.lines + b->skipped[i]);
	r->report.lines += b->report.lines;
	r->report.unknown += b->report.unknown;
	r->report.no_origin += b->report.no_origin;
	r->report.stale += b->report.stale;
	r->report.challenges += b->report.challenges;
	r->report.allowed += b->report.allowed;
	r->report.disallowed += b->report.disallowed;
	r->report.skipped += b->report.skipped;
	return b->out_len && s->write(s->ctx, b->out, b->out_len) != 0 ? ROBOTSC_STORE_STOPPED : 0;
}

static enum robotsc_store_status run_pipeline(struct filter_run *r, const struct pipeline_stages *stages)
{
	struct pipeline *p;
	const int error = robotsc__pipeline_start(&p, stages);
	enum robotsc_store_status status, sunk;
	if (error)
		return error == ENOMEM ? ROBOTSC_STORE_NOMEM : ROBOTSC_STORE_SYSTEM;
	status = read_all(p, r);
	sunk = (enum robotsc_store_status)robotsc__pipeline_finish(p);
	return sunk ? sunk : status;
}

enum robotsc_store_status robotsc__filter_run_lines(const struct filter_opener *opener,
                                                    const struct robotsc_filter_streams *streams,
                                                    struct robotsc_filter_report *report)
{
	const unsigned workers = robotsc__workers(opener->options->jobs), slots = 2 * workers + 2;
	struct filter_run r = {.options = opener->options,
	                       .streams = streams,
	                       .slots = calloc(slots, sizeof *r.slots),
	                       .filters = calloc(workers, sizeof *r.filters)};
	const struct pipeline_stages stages = {workers, slots, work, sink, &r};
	enum robotsc_store_status status = r.slots && r.filters ? ROBOTSC_STORE_OK : ROBOTSC_STORE_NOMEM;
	for (unsigned i = 0; status == ROBOTSC_STORE_OK && i < workers; i++)
		status = opener->open(opener, &r.filters[i]);
	if (status == ROBOTSC_STORE_OK)
		status = run_pipeline(&r, &stages);
	for (unsigned i = 0; r.filters && i < workers; i++)
		robotsc_filter_close(r.filters[i]);
	for (unsigned i = 0; r.slots && i < slots; i++) {
		free(r.slots[i].in);
		robotsc__block_free(&r.slots[i].block);
	}
	free(r.filters);
	free(r.slots);
	if (report)
		*report = r.report;
	return status;
}
