/* sorter.c - see sorter.h.
 *
 * A block is memory with records from its beginning on, and references to them from its end.  Where
 * one block is enough, it is only sorted.  Otherwise full blocks are sorted and written as runs,
 * while the next one fills; then the runs are merged.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "sorter.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "spool.h"
#include "hosts/pipeline.h"

#define BLOCK_LEAST (64u << 10)
#define BLOCK_MOST (1u << 30)
#define READ_LEAST (16u << 10) /* read at least this much of a run at a time */
#define READ_MOST (4u << 20)
#define SIZE_OCTETS sizeof(uint32_t) /* before each record, in memory and in files */

/* A record in memory, its size first.  prefix: 8 octets of it, after those with which all records
 * of the block begin. */
struct reference {
	uint64_t prefix;
	const uint8_t *at;
};

struct sort_block {
	uint8_t *octets;
	size_t room, used, n;
};

struct run {
	uint64_t begin, end;
};

/* A run that is being merged, and its next record. */
struct merged {
	struct spool_reader reader;
	struct sorted_record record;
	uint64_t prefix;
};

struct sorter {
	const char *folder;
	size_t memory;
	unsigned workers, nblocks;
	struct sort_block *blocks;
	unsigned filling;
	size_t place;              /* how many records of a sorted block were returned */
	struct pipeline *pipeline; /* NULL as long as no block was full */
	enum robotsc_store_status status;
	int fd; /* of the runs */
	struct spool out;
	struct run *runs;
	size_t nruns, runs_room;
	struct merged *merged;
	struct merged **heap; /* the least record first */
	size_t nheap, nmerged;
};

/* ---- blocks ------------------------------------------------------------------------ */

static struct reference *references(const struct sort_block *b)
{
	return (struct reference *)(void *)(b->octets + b->room) - b->n;
}

static struct sorted_record record_at(const uint8_t *at)
{
	uint32_t len;
	memcpy(&len, at, sizeof len);
	return (struct sorted_record){at + SIZE_OCTETS, len};
}

/* The next 8 octets as a number that sorts as they do; 0 for octets that are missing. */
static uint64_t prefix_of(struct sorted_record r, size_t skip)
{
	uint64_t prefix = 0;
	for (size_t i = skip; i < skip + 8; i++)
		prefix = prefix << 8 | (i < r.len ? r.at[i] : 0);
	return prefix;
}

static int compare(struct sorted_record a, struct sorted_record b)
{
	const int order = memcmp(a.at, b.at, a.len < b.len ? a.len : b.len);
	return order ? order : (a.len > b.len) - (a.len < b.len);
}

static int by_octets(const void *left, const void *right)
{
	const struct reference *a = left, *b = right;
	if (a->prefix != b->prefix)
		return a->prefix < b->prefix ? -1 : 1;
	return compare(record_at(a->at), record_at(b->at));
}

/* How many octets at their beginning all records of a block have in common. */
static size_t common_beginning(const struct reference *r, size_t n)
{
	const struct sorted_record first = record_at(r[0].at);
	size_t common = first.len;
	for (size_t i = 1; i < n && common > 0; i++) {
		const struct sorted_record record = record_at(r[i].at);
		size_t same = 0;
		while (same < common && same < record.len && record.at[same] == first.at[same])
			same++;
		common = same;
	}
	return common;
}

static void sort_records(struct sort_block *b)
{
	struct reference *const r = references(b);
	const size_t skip = b->n ? common_beginning(r, b->n) : 0;
	for (size_t i = 0; i < b->n; i++)
		r[i].prefix = prefix_of(record_at(r[i].at), skip);
	qsort(r, b->n, sizeof *r, by_octets);
}

static void sort_slot(void *ctx, unsigned worker, unsigned slot)
{
	const struct sorter *s = ctx;
	(void)worker;
	sort_records(&s->blocks[slot]);
}

/* ---- runs -------------------------------------------------------------------------- */

static enum robotsc_store_status begin_runs(struct sorter *s, int *fd)
{
	*fd = robotsc__temporary_file(s->folder);
	return *fd < 0 ? robotsc__spool_status(errno) : robotsc__spool_begin(&s->out, *fd, 0, false);
}

static enum robotsc_store_status add_run(struct sorter *s, uint64_t begin)
{
	if (s->nruns == s->runs_room) {
		struct run *const runs = realloc(s->runs, (2 * s->runs_room + 16) * sizeof *runs);
		if (!runs)
			return ROBOTSC_STORE_NOMEM;
		s->runs = runs;
		s->runs_room = 2 * s->runs_room + 16;
	}
	s->runs[s->nruns++] = (struct run){begin, s->out.at};
	return ROBOTSC_STORE_OK;
}

/* Write a sorted block as a run. */
static int write_slot(void *ctx, unsigned slot)
{
	struct sorter *const s = ctx;
	struct sort_block *const b = &s->blocks[slot];
	const struct reference *const r = references(b);
	const uint64_t begin = s->out.at;
	enum robotsc_store_status status = ROBOTSC_STORE_OK;
	for (size_t i = 0; i < b->n && status == ROBOTSC_STORE_OK; i++)
		status = robotsc__spool_put(&s->out, r[i].at, SIZE_OCTETS + record_at(r[i].at).len);
	b->n = b->used = 0;
	return (int)(status == ROBOTSC_STORE_OK ? add_run(s, begin) : status);
}

static enum robotsc_store_status start_pipeline(struct sorter *s)
{
	const struct pipeline_stages stages = {s->workers, s->nblocks, sort_slot, write_slot, s};
	enum robotsc_store_status status = begin_runs(s, &s->fd);
	int error;
	if (status != ROBOTSC_STORE_OK)
		return status;
	error = robotsc__pipeline_start(&s->pipeline, &stages);
	if (error) {
		s->pipeline = NULL;
		return robotsc__spool_status(error);
	}
	s->filling = (unsigned)robotsc__pipeline_free(s->pipeline);
	return ROBOTSC_STORE_OK;
}

/* Pass the full block to the pipeline, and take an empty one. */
static enum robotsc_store_status submit(struct sorter *s)
{
	int slot;
	if (!s->pipeline) {
		const enum robotsc_store_status status = start_pipeline(s);
		if (status != ROBOTSC_STORE_OK)
			return status;
	}
	robotsc__pipeline_submit(s->pipeline);
	slot = robotsc__pipeline_free(s->pipeline);
	if (slot < 0)
		return ROBOTSC_STORE_STOPPED; /* robotsc__pipeline_finish knows why */
	s->filling = (unsigned)slot;
	return ROBOTSC_STORE_OK;
}

/* ---- adding ------------------------------------------------------------------------ */

enum robotsc_store_status robotsc__sorter_open(struct sorter **sorter, const char *folder, uint64_t memory, unsigned workers)
{
	struct sorter *const s = calloc(1, sizeof *s);
	if (!s)
		return ROBOTSC_STORE_NOMEM;
	s->folder = folder;
	s->memory = memory < SIZE_MAX / 2 ? (size_t)memory : SIZE_MAX / 2;
	s->workers = workers;
	s->nblocks = workers + 1;
	s->fd = -1;
	s->blocks = calloc(s->nblocks, sizeof *s->blocks);
	if (!s->blocks) {
		free(s);
		return ROBOTSC_STORE_NOMEM;
	}
	*sorter = s;
	return ROBOTSC_STORE_OK;
}

static void free_blocks(struct sorter *s)
{
	for (unsigned i = 0; i < s->nblocks; i++) {
		free(s->blocks[i].octets);
		s->blocks[i] = (struct sort_block){NULL, 0, 0, 0};
	}
}

static void end_merge(struct sorter *s)
{
	for (size_t i = 0; i < s->nmerged; i++)
		robotsc__reader_free(&s->merged[i].reader);
	free(s->merged);
	free(s->heap);
	s->merged = NULL;
	s->heap = NULL;
	s->nmerged = s->nheap = 0;
}

void robotsc__sorter_close(struct sorter *s)
{
	if (!s)
		return;
	if (s->pipeline)
		robotsc__pipeline_finish(s->pipeline);
	end_merge(s);
	free_blocks(s);
	robotsc__spool_free(&s->out);
	if (s->fd >= 0)
		close(s->fd);
	free(s->runs);
	free(s->blocks);
	free(s);
}

/* Give an empty block room for at least need octets. */
static enum robotsc_store_status allocate(const struct sorter *s, struct sort_block *b, size_t need)
{
	size_t room = s->memory / s->nblocks;
	if (room < BLOCK_LEAST || room > BLOCK_MOST)
		room = room < BLOCK_LEAST ? BLOCK_LEAST : BLOCK_MOST;
	room = (room > need ? room : need) & ~(sizeof(struct reference) - 1);
	room += sizeof(struct reference);
	if (b->room >= room)
		return ROBOTSC_STORE_OK;
	free(b->octets);
	*b = (struct sort_block){malloc(room), room, 0, 0};
	return b->octets ? ROBOTSC_STORE_OK : ROBOTSC_STORE_NOMEM;
}

static size_t room_left(const struct sort_block *b)
{
	return b->room - b->used - b->n * sizeof(struct reference);
}

uint8_t *robotsc__sorter_add(struct sorter *s, size_t len)
{
	const uint32_t size = (uint32_t)len;
	const size_t need = SIZE_OCTETS + len + sizeof(struct reference);
	struct sort_block *b = &s->blocks[s->filling];
	uint8_t *at;
	if (len > UINT32_MAX && s->status == ROBOTSC_STORE_OK)
		s->status = ROBOTSC_STORE_NOMEM;
	if (s->status == ROBOTSC_STORE_OK && b->n > 0 && room_left(b) < need) {
		s->status = submit(s);
		b = &s->blocks[s->filling];
	}
	if (s->status == ROBOTSC_STORE_OK && room_left(b) < need)
		s->status = allocate(s, b, need);
	if (s->status != ROBOTSC_STORE_OK)
		return NULL;
	at = b->octets + b->used;
	memcpy(at, &size, SIZE_OCTETS);
	b->used += SIZE_OCTETS + len;
	b->n++;
	*references(b) = (struct reference){0, at};
	return at + SIZE_OCTETS;
}

/* ---- merging ------------------------------------------------------------------------ */

static bool is_before(const struct merged *a, const struct merged *b)
{
	return a->prefix != b->prefix ? a->prefix < b->prefix : compare(a->record, b->record) < 0;
}

/* Read the next record of a run. */
static enum robotsc_store_status advance(struct merged *m)
{
	const uint8_t *octets;
	uint32_t len;
	enum robotsc_store_status status = robotsc__reader_take(&m->reader, SIZE_OCTETS, &octets);
	if (status != ROBOTSC_STORE_OK)
		return status;
	memcpy(&len, octets, sizeof len);
	status = len ? robotsc__reader_take(&m->reader, len, &octets) : ROBOTSC_STORE_OK;
	m->record = (struct sorted_record){octets, len};
	m->prefix = prefix_of(m->record, 0);
	return status;
}

static void sift_down(struct sorter *s, size_t i)
{
	struct merged *const moved = s->heap[i];
	for (;;) {
		size_t child = 2 * i + 1;
		if (child + 1 < s->nheap && is_before(s->heap[child + 1], s->heap[child]))
			child++;
		if (child >= s->nheap || !is_before(s->heap[child], moved))
			break;
		s->heap[i] = s->heap[child];
		i = child;
	}
	s->heap[i] = moved;
}

static size_t runs_together(const struct sorter *s)
{
	const size_t n = s->memory / READ_LEAST;
	return n < 2 ? 2 : n < 1024 ? n : 1024;
}

static enum robotsc_store_status begin_merge(struct sorter *s, const struct run *runs, size_t n)
{
	const size_t share = s->memory / (n + 1), room = share < READ_LEAST ? READ_LEAST : share < READ_MOST ? share : READ_MOST;
	s->merged = calloc(n, sizeof *s->merged);
	s->heap = calloc(n, sizeof(struct merged *));
	if (!s->merged || !s->heap)
		return ROBOTSC_STORE_NOMEM;
	for (s->nmerged = 0; s->nmerged < n; s->nmerged++) {
		struct merged *const m = &s->merged[s->nmerged];
		robotsc__reader_begin(&m->reader, s->fd, runs[s->nmerged].begin, runs[s->nmerged].end, room);
		s->heap[s->nheap++] = m;
	}
	for (size_t i = 0; i < n; i++) {
		const enum robotsc_store_status status = advance(s->heap[i]);
		if (status != ROBOTSC_STORE_OK)
			return status;
	}
	for (size_t i = n / 2; i-- > 0;)
		sift_down(s, i);
	return ROBOTSC_STORE_OK;
}

/* Replace the least record by the next one of its run. */
static enum robotsc_store_status drop_first(struct sorter *s)
{
	const enum robotsc_store_status status = advance(s->heap[0]);
	if (status == ROBOTSC_STORE_NOT_FOUND)
		s->heap[0] = s->heap[--s->nheap];
	else if (status != ROBOTSC_STORE_OK)
		return status;
	if (s->nheap > 0)
		sift_down(s, 0);
	return ROBOTSC_STORE_OK;
}

/* Write the records of all runs in the heap as one run. */
static enum robotsc_store_status write_merged(struct sorter *s)
{
	enum robotsc_store_status status = ROBOTSC_STORE_OK;
	while (s->nheap > 0 && status == ROBOTSC_STORE_OK) {
		const struct sorted_record r = s->heap[0]->record;
		const uint32_t len = (uint32_t)r.len;
		status = robotsc__spool_put(&s->out, &len, SIZE_OCTETS);
		if (status == ROBOTSC_STORE_OK)
			status = robotsc__spool_put(&s->out, r.at, r.len);
		if (status == ROBOTSC_STORE_OK)
			status = drop_first(s);
	}
	return status;
}

/* Merge runs into fewer, longer ones, in another file. */
static enum robotsc_store_status merge_once(struct sorter *s)
{
	const size_t together = runs_together(s), n = s->nruns;
	struct run *const runs = s->runs;
	enum robotsc_store_status status;
	int fd;
	s->runs = NULL;
	s->nruns = s->runs_room = 0;
	robotsc__spool_free(&s->out);
	status = begin_runs(s, &fd);
	for (size_t i = 0; i < n && status == ROBOTSC_STORE_OK; i += together) {
		const uint64_t begin = s->out.at;
		status = begin_merge(s, runs + i, n - i < together ? n - i : together);
		if (status == ROBOTSC_STORE_OK)
			status = write_merged(s);
		end_merge(s);
		if (status == ROBOTSC_STORE_OK)
			status = add_run(s, begin);
	}
	free(runs);
	if (status == ROBOTSC_STORE_OK)
		status = robotsc__spool_flush(&s->out);
	if (fd >= 0) {
		close(s->fd);
		s->fd = fd;
	}
	return status;
}

static enum robotsc_store_status sort_runs(struct sorter *s)
{
	enum robotsc_store_status status = ROBOTSC_STORE_OK, sunk;
	if (s->status == ROBOTSC_STORE_OK && s->blocks[s->filling].n > 0)
		robotsc__pipeline_submit(s->pipeline);
	sunk = (enum robotsc_store_status)robotsc__pipeline_finish(s->pipeline);
	s->pipeline = NULL;
	free_blocks(s);
	if (sunk == ROBOTSC_STORE_OK)
		sunk = s->status;
	if (sunk == ROBOTSC_STORE_OK)
		status = robotsc__spool_flush(&s->out);
	while (sunk == ROBOTSC_STORE_OK && status == ROBOTSC_STORE_OK && s->nruns > runs_together(s))
		status = merge_once(s);
	robotsc__spool_free(&s->out);
	if (sunk == ROBOTSC_STORE_OK && status == ROBOTSC_STORE_OK)
		status = begin_merge(s, s->runs, s->nruns);
	return sunk ? sunk : status;
}

enum robotsc_store_status robotsc__sorter_sort(struct sorter *s)
{
	if (s->pipeline)
		s->status = sort_runs(s);
	else if (s->status == ROBOTSC_STORE_OK && s->blocks[0].n > 0)
		sort_records(&s->blocks[0]);
	return s->status;
}

/* ---- reading ------------------------------------------------------------------------ */

enum robotsc_store_status robotsc__sorter_next(struct sorter *s, struct sorted_record *record)
{
	const struct sort_block *const b = &s->blocks[0];
	if (s->merged) {
		const enum robotsc_store_status status = s->place++ && s->nheap ? drop_first(s) : ROBOTSC_STORE_OK;
		if (status != ROBOTSC_STORE_OK)
			return status;
		if (s->nheap == 0)
			return ROBOTSC_STORE_NOT_FOUND;
		*record = s->heap[0]->record;
		return ROBOTSC_STORE_OK;
	}
	if (s->place == b->n)
		return ROBOTSC_STORE_NOT_FOUND;
	*record = record_at(references(b)[s->place++].at);
	return ROBOTSC_STORE_OK;
}
