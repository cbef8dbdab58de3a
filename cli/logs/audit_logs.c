/* audit_logs.c - see audit_logs.h.
 *
 * The main thread reads blocks of whole lines; workers read the lines of a block; one thread counts
 * them, in the order of the blocks.  So the answer is the same for any number of threads.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "audit_logs.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/args.h"
#include "cli/hosts/snapshot_files.h"
#include "cli/messages.h"
#include "cli/parallel.h"
#include "hosts/pipeline.h"
#include "log_input.h"

#define BLOCK ((size_t)256 << 10)
#define LONGEST ((size_t)4 << 20) /* most octets of a line; longer lines are counted and skipped */
#define FIRST ((size_t)64 << 10)  /* octets of a file to look at for its time */
#define MEGABYTE 1000000u

/* A block of lines.  It is read, then its lines are judged, then counted. */
struct block {
	char *at;
	size_t len, room;
	uint64_t skipped; /* too long lines before this block */
	struct robotsc_audit_lines *lines;
	enum robotsc_status status;
};

struct reading {
	const struct cli_settings *s;
	struct robotsc_audit *audit;
	struct pipeline *pipeline;
	struct block *blocks;
	unsigned nblocks;
	struct block *block; /* the block that is being filled, or NULL */
	bool skipping;       /* inside a line that is too long */
	struct progress progress;
	uint64_t before; /* octets of the logs before this one */
	struct cli_log_keys *keys;
	bool *trouble;
	enum robotsc_status status; /* of counting */
	bool nomem;
};

/* ---- the order of files -------------------------------------------------------------------- */

struct log_file {
	const char *path;
	size_t place; /* place in the command line */
	int64_t time; /* time of its first line; INT64_MAX: none, or it cannot be read twice */
};

/* The size of a regular file, or -1: it is none, or unreadable.  Others are opened only once. */
static int64_t regular_size(const char *path)
{
	struct stat st;
	return stat(path, &st) == 0 && S_ISREG(st.st_mode) && access(path, R_OK) == 0 ? (int64_t)st.st_size : -1;
}

static int64_t first_time(const struct robotsc_audit *audit, const char *path)
{
	struct cli_log log = {.fd = -1};
	char *const text = malloc(FIRST);
	int64_t time = INT64_MAX;
	size_t len = 0;
	ptrdiff_t n = 1;
	if (text && regular_size(path) >= 0 && cli_log_open(&log, path) == 0) {
		while (len < FIRST && (n = cli_log_read(&log, text + len, FIRST - len)) > 0)
			len += (size_t)n;
		if (!robotsc_audit_time(audit, text, len, &time))
			time = INT64_MAX;
	}
	cli_log_close(&log);
	free(text);
	return time;
}

static int by_time(const void *a, const void *b)
{
	const struct log_file *const x = a, *const y = b;
	if (x->time != y->time)
		return x->time < y->time ? -1 : 1;
	return (x->place > y->place) - (x->place < y->place);
}

/* Sort the logs by their first time; malloc'd.  NULL after a message. */
static struct log_file *order(const struct reading *r)
{
	const size_t n = r->s->noperands;
	struct log_file *const files = calloc(n, sizeof *files);
	if (!files)
		cli_complain("out of memory");
	for (size_t i = 0; files && i < n; i++)
		files[i] = (struct log_file){r->s->operands[i], i, n > 1 ? first_time(r->audit, r->s->operands[i]) : INT64_MAX};
	if (files)
		qsort(files, n, sizeof *files, by_time);
	return files;
}

/* ---- threads ------------------------------------------------------------------------------- */

static void work(void *ctx, unsigned worker, unsigned slot)
{
	struct block *const b = &((struct reading *)ctx)->blocks[slot];
	(void)worker;
	b->status = robotsc_audit_read(b->lines, b->at, b->len);
}

/* Note the keys of the first line: the strings before a ':'. */
static void take_keys(struct cli_log_keys *keys, const char *at, size_t len)
{
	const char *const newline = memchr(at, '\n', len), *const end = newline ? newline : at + len;
	size_t n = 0;
	keys->known = true;
	while (at < end && *at == ' ')
		at++;
	if (at == end || *at != '{')
		return;
	while ((at = memchr(at, '"', (size_t)(end - at)))) {
		const char *const key = ++at;
		for (; at < end && *at != '"'; at++)
			at += *at == '\\' && end - at > 1;
		const int octets = (int)(at - key);
		for (at += at < end; at < end && *at == ' ';)
			at++;
		if (at < end && *at == ':' && n + (size_t)octets + 3 < sizeof keys->text)
			n += (size_t)snprintf(keys->text + n, sizeof keys->text - n, "%s%.*s", n ? ", " : "", octets, key);
	}
}

static int sink(void *ctx, unsigned slot)
{
	struct reading *const r = ctx;
	struct block *const b = &r->blocks[slot];
	if (!r->keys->known)
		take_keys(r->keys, b->at, b->len);
	for (; b->skipped; b->skipped--)
		robotsc_audit_skip(r->audit);
	r->status = b->status == ROBOTSC_OK ? robotsc_audit_count(r->audit, b->lines) : b->status;
	return r->status != ROBOTSC_OK;
}

/* Give the filled block to the workers.  Octets after its last line begin the next one.  Returns 0,
 * or -1 when counting has stopped. */
static int submit(struct reading *r, size_t whole)
{
	struct block *const b = r->block;
	const size_t rest = b->len - whole;
	char *const kept = malloc(rest + BLOCK + 1);
	int slot;
	r->nomem = !kept;
	if (!kept)
		return -1;
	memcpy(kept, b->at + whole, rest);
	b->len = whole;
	robotsc__pipeline_submit(r->pipeline);
	slot = robotsc__pipeline_free(r->pipeline);
	r->block = slot < 0 ? NULL : &r->blocks[slot];
	if (slot < 0) {
		free(kept);
		return -1;
	}
	free(r->block->at);
	r->block->at = kept;
	r->block->room = rest + BLOCK < LONGEST + 1 ? rest + BLOCK : LONGEST + 1;
	r->block->len = rest;
	r->block->skipped = 0;
	return 0;
}

/* ---- lines --------------------------------------------------------------------------------- */

/* Drop the octets of a line that is too long, up to its end. */
static void drop_line(struct reading *r)
{
	struct block *const b = r->block;
	const char *const end = memchr(b->at, '\n', b->len);
	const size_t dropped = end ? (size_t)(end - b->at) + 1 : b->len;
	r->skipping = !end;
	memmove(b->at, b->at + dropped, b->len - dropped);
	b->len -= dropped;
}

static bool enlarge(struct reading *r)
{
	struct block *const b = r->block;
	const size_t room = b->room < LONGEST / 2 ? 2 * b->room : LONGEST + 1;
	char *const at = realloc(b->at, room);
	r->nomem = !at;
	if (!at)
		return false;
	b->at = at;
	b->room = room;
	return true;
}

/* How many octets the whole lines of a block have. */
static size_t whole_lines(const struct block *b)
{
	size_t n = b->len;
	while (n > 0 && b->at[n - 1] != '\n')
		n--;
	return n;
}

/* Take n octets that were read into the block.  Returns 0, or -1 if reading cannot go on. */
static int take(struct reading *r, size_t n)
{
	struct block *const b = r->block;
	size_t whole;
	b->len += n;
	if (r->skipping)
		drop_line(r);
	if (b->len < b->room || r->skipping)
		return 0;
	whole = whole_lines(b);
	if (whole)
		return submit(r, whole);
	if (b->len <= LONGEST)
		return enlarge(r) ? 0 : -1;
	b->skipped++;
	drop_line(r);
	return 0;
}

/* Read a log.  Returns 0, also after a message about that log; or -1 if reading cannot go on. */
static int read_log(struct reading *r, const char *path)
{
	struct cli_log log = {.fd = -1};
	ptrdiff_t n = -1;
	int result = 0;
	if (cli_log_open(&log, path) == 0)
		while (result == 0 && (n = cli_log_read(&log, r->block->at + r->block->len, r->block->room - r->block->len)) > 0) {
			result = take(r, (size_t)n);
			r->progress.done = (r->before + cli_log_taken(&log)) / MEGABYTE;
			cli_progress_show(&r->progress);
		}
	if (n < 0)
		*r->trouble = true;
	r->before += cli_log_taken(&log);
	cli_log_close(&log);
	/* The last line may have no end. */
	r->skipping = false;
	if (result == 0 && r->block->len)
		result = submit(r, r->block->len);
	return result;
}

static int read_all(struct reading *r, const struct log_file *files)
{
	const int slot = robotsc__pipeline_free(r->pipeline);
	int result = slot < 0 ? -1 : 0;
	r->block = slot < 0 ? NULL : &r->blocks[slot];
	for (size_t i = 0; result == 0 && i < r->s->noperands; i++)
		result = read_log(r, files[i].path);
	if (result == 0 && r->block->skipped)
		result = submit(r, r->block->len);
	return result;
}

/* ---- the run ------------------------------------------------------------------------------- */

static bool make_blocks(struct reading *r)
{
	r->blocks = calloc(r->nblocks, sizeof *r->blocks);
	for (unsigned i = 0; r->blocks && i < r->nblocks; i++) {
		struct block *const b = &r->blocks[i];
		b->room = BLOCK;
		b->at = malloc(b->room);
		if (!b->at || robotsc_audit_lines_new(r->audit, &b->lines) != ROBOTSC_OK)
			return false;
	}
	return r->blocks != NULL;
}

static void free_blocks(struct reading *r)
{
	for (unsigned i = 0; r->blocks && i < r->nblocks; i++) {
		robotsc_audit_lines_free(r->blocks[i].lines);
		free(r->blocks[i].at);
	}
	free(r->blocks);
}

static void begin_progress(struct reading *r, const struct log_file *files)
{
	uint64_t size = 0;
	cli_progress_begin(&r->progress, r->s->quiet || !isatty(STDERR_FILENO));
	for (size_t i = 0; i < r->s->noperands && !r->progress.quiet; i++) {
		const int64_t octets = regular_size(files[i].path);
		size += octets > 0 ? (uint64_t)octets : 0;
	}
	r->progress.files = size / MEGABYTE + 1;
	r->progress.things = "MB";
}

static int run(struct reading *r, const struct log_file *files)
{
	const unsigned workers = robotsc__workers(cli_jobs(r->s));
	const struct pipeline_stages stages = {workers, 2 * workers + 2, work, sink, r};
	int result = -1, stopped;
	r->nblocks = stages.slots;
	if (make_blocks(r) && robotsc__pipeline_start(&r->pipeline, &stages) == 0) {
		begin_progress(r, files);
		result = read_all(r, files);
		stopped = robotsc__pipeline_finish(r->pipeline);
		cli_progress_clear(&r->progress);
		if (r->status != ROBOTSC_OK && r->status != ROBOTSC_ERR_NOMEM && r->s->snapshot.name)
			cli_snapshot_trouble(r->s->snapshot.name, r->status);
		else if (r->status != ROBOTSC_OK)
			cli_complain("the logs cannot be counted: %s", cli_why(r->status));
		else if (result != 0 || stopped)
			cli_complain("out of memory");
		result = stopped ? -1 : result;
	} else {
		cli_complain("out of memory, or no thread can be started");
	}
	free_blocks(r);
	return result;
}

int cli_audit_logs(const struct cli_settings *s, struct robotsc_audit *audit, struct cli_log_keys *keys, bool *trouble)
{
	struct reading r = {.s = s, .audit = audit, .keys = keys, .trouble = trouble};
	struct log_file *const files = order(&r);
	const int result = files ? run(&r, files) : -1;
	free(files);
	return result;
}
