/* origin_source.c - see origin_source.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "origin_source.h"

#include <stdlib.h>
#include <string.h>

#include "cli/args.h"
#include "cli/messages.h"
#include "cli/parallel.h"
#include "cli/text_print.h"

/* ---- the entries of all shards of a snapshot in the order of one ---- */

/* A shard with its next entry. */
struct source {
	struct robotsc_snapshot_cursor cursor;
	struct robotsc_snapshot_entry entry;
};

/* A heap: no source has an origin that comes before that of its parent. */
struct cli_merged_entries {
	struct source **heap, *sources;
	size_t n;
};

static bool is_before(const struct source *a, const struct source *b)
{
	return robotsc_origin_order(&a->entry.origin, &b->entry.origin) < 0;
}

/* Move a source down the heap to its place. */
static void sink(struct cli_merged_entries *m, size_t at)
{
	struct source *const moved = m->heap[at];
	for (size_t child; (child = 2 * at + 1) < m->n; at = child) {
		if (child + 1 < m->n && is_before(m->heap[child + 1], m->heap[child]))
			child++;
		if (!is_before(m->heap[child], moved))
			break;
		m->heap[at] = m->heap[child];
	}
	m->heap[at] = moved;
}

static enum robotsc_status fill(struct cli_merged_entries *m, const struct robotsc_snapshot_files *f,
                                const struct robotsc_text *domain)
{
	for (size_t i = 0; i < f->n; i++) {
		struct source *const s = &m->sources[i];
		enum robotsc_status status = ROBOTSC_OK;
		if (domain)
			status = robotsc_snapshot_domain(&f->shards[i], domain->at, domain->len, &s->cursor);
		else
			robotsc_snapshot_begin(&f->shards[i], &s->cursor);
		if (status == ROBOTSC_OK)
			status = robotsc_snapshot_next(&s->cursor, &s->entry);
		if (status == ROBOTSC_OK)
			m->heap[m->n++] = s;
		else if (status != ROBOTSC_ERR_UNKNOWN)
			return status;
	}
	for (size_t i = m->n / 2; i > 0; i--)
		sink(m, i - 1);
	return ROBOTSC_OK;
}

enum robotsc_status cli_merged_begin(struct cli_merged_entries **merged, const struct robotsc_snapshot_files *f,
                                     const struct robotsc_text *domain)
{
	struct cli_merged_entries *const m = calloc(1, sizeof *m);
	*merged = m;
	if (!m)
		return ROBOTSC_ERR_NOMEM;
	m->sources = calloc(f->n, sizeof *m->sources);
	m->heap = calloc(f->n, sizeof *m->heap);
	return m->sources && m->heap ? fill(m, f, domain) : ROBOTSC_ERR_NOMEM;
}

enum robotsc_status cli_merged_next(struct cli_merged_entries *m, struct robotsc_snapshot_entry *entry, size_t *shard)
{
	enum robotsc_status status;
	if (m->n == 0)
		return ROBOTSC_ERR_UNKNOWN;
	*entry = m->heap[0]->entry;
	if (shard)
		*shard = (size_t)(m->heap[0] - m->sources);
	status = robotsc_snapshot_next(&m->heap[0]->cursor, &m->heap[0]->entry);
	if (status == ROBOTSC_ERR_UNKNOWN)
		m->heap[0] = m->heap[--m->n];
	else if (status != ROBOTSC_OK)
		return status;
	if (m->n > 0)
		sink(m, 0);
	return ROBOTSC_OK;
}

void cli_merged_end(struct cli_merged_entries *m)
{
	if (m) {
		free(m->sources);
		free(m->heap);
	}
	free(m);
}

/* Begin before the first origin.  Count the origins, too, since a domain may not have all. */
static enum robotsc_status begin_entries(struct cli_origins *o, const struct robotsc_text *domain)
{
	struct robotsc_snapshot_entry entry;
	enum robotsc_status status = cli_merged_begin(&o->entries, &o->files, domain);
	while (status == ROBOTSC_OK && (status = cli_merged_next(o->entries, &entry, NULL)) == ROBOTSC_OK)
		o->n++;
	if (status != ROBOTSC_ERR_UNKNOWN)
		return status;
	cli_merged_end(o->entries);
	return cli_merged_begin(&o->entries, &o->files, domain);
}

static int open_snapshot(struct cli_origins *o, const char *name)
{
	char host[ROBOTSC_ORIGIN_MAX];
	struct robotsc_text domain = {host, 0};
	const struct robotsc_snapshot_files *const files = &o->files;
	enum robotsc_status status;
	if (cli_snapshot_open(&o->files, o->s, name) != 0)
		return CLI_TROUBLE;
	if (o->s->snapshot.domain) {
		if (cli_take_domain(o->s->snapshot.domain, host, &domain.len) != 0)
			return CLI_TROUBLE;
		status = begin_entries(o, &domain);
		return status == ROBOTSC_OK ? 0 : cli_snapshot_trouble(name, status);
	}
	for (size_t i = 0; i < files->n; i++) {
		struct robotsc_snapshot_info info;
		robotsc_snapshot_info(&files->shards[i], &info);
		o->n += (size_t)info.entries;
	}
	status = cli_merged_begin(&o->entries, files, NULL);
	return status == ROBOTSC_OK ? 0 : cli_snapshot_trouble(name, status);
}

int cli_origins_open(struct cli_origins *o, const struct cli_settings *s, char **operands, size_t n)
{
	o->s = s;
	o->is_texts = s->warc;
	if (!s->warc)
		return open_snapshot(o, operands[0]);
	if (cli_collection_open(s, operands, n, &o->texts) != 0)
		return CLI_TROUBLE;
	o->n = o->texts.n;
	return 0;
}

void cli_origins_close(struct cli_origins *o)
{
	cli_merged_end(o->entries);
	robotsc_snapshot_files_close(&o->files);
	if (o->is_texts)
		cli_collection_close(&o->texts);
}

/* ---- reading ------------------------------------------------------------------------------ */

static void read_entry(struct cli_origins *o, struct cli_origin *origin)
{
	size_t shard = 0;
	const enum robotsc_status status = cli_merged_next(o->entries, &origin->entry, &shard);
	origin->unread = status != ROBOTSC_OK;
	/* A damaged shard gives one error, and one message; then it has no entries left. */
	if (origin->unread && status != ROBOTSC_ERR_UNKNOWN)
		cli_snapshot_trouble(o->files.name, status);
	if (!origin->unread)
		origin->shard = &o->files.shards[shard];
}

/* The URL of a text, without "/robots.txt". */
static struct robotsc_text origin_of(const struct cli_file *text)
{
	static const char path[] = "/robots.txt";
	struct robotsc_text origin = cli_text(text->name);
	origin.len -= sizeof path - 1;
	return origin;
}

static void read_text(struct cli_origins *o, struct cli_origin *origin)
{
	const struct cli_member *const member = &o->texts.at[o->next];
	origin->unread = cli_collection_read(&o->texts, o->next++, o->s->options.limit, &origin->text) < 0;
	if (origin->unread)
		return;
	origin->entry.origin = origin_of(&origin->text);
	origin->entry.decision.fetched = member->date;
	origin->entry.decision.length = origin->text.len;
}

size_t cli_origins_read(void *ctx, void *origin)
{
	struct cli_origins *const o = ctx;
	(o->is_texts ? read_text : read_entry)(o, origin);
	return ((struct cli_origin *)origin)->text.len;
}

void cli_origins_release(void *origin)
{
	struct cli_origin *const o = origin;
	robotsc_free_blob(NULL, o->compiled, o->len);
	free(o->text.bytes);
}

int cli_origin_blob(const struct cli_origins *o, struct cli_origin *origin, struct robotsc_blob *blob)
{
	struct robotsc_options options = o->s->options;
	enum robotsc_status status;
	if (!o->is_texts) {
		status = robotsc_snapshot_blob(origin->shard, &origin->entry, blob);
		return status == ROBOTSC_OK ? 0 : cli_snapshot_trouble(o->files.name, status);
	}
	options.extensions = 1;
	/* If an origin is answered a second time, its text is already compiled. */
	status = origin->compiled
	                 ? ROBOTSC_OK
	                 : robotsc_compile(&options, origin->text.bytes, origin->text.len, &origin->compiled, &origin->len);
	if (status == ROBOTSC_OK)
		status = robotsc_open(blob, origin->compiled, origin->len);
	return status == ROBOTSC_OK ? 0 : cli_complain("%s: cannot compile: %s", origin->text.name, cli_why(status));
}

/* ---- prints answers for all origins of a snapshot or of archives, with several threads ---- */

struct answer_total {
	uint64_t answers;
	bool trouble;
};

struct answering {
	struct cli_origins *origins;
	const struct cli_answers *how;
	cli_print_origin *print;
	const void *ctx;
	struct answer_total total;
};

static size_t read_next(void *ctx, void *input)
{
	return cli_origins_read(((struct answering *)ctx)->origins, input);
}

static void answer(const void *ctx, void *input, FILE *out, void *total)
{
	const struct answering *const a = ctx;
	struct cli_origin *const origin = input;
	struct answer_total *const sum = total;
	struct cli_answers j = *a->how;
	j.out = out;
	j.answers = sum->answers;
	if (origin->unread || a->print(a->ctx, origin, &j) != 0)
		sum->trouble = true;
	sum->answers = j.answers;
}

/* An array has to know whether an answer comes before. */
static void begin(const void *ctx, void *part, bool first)
{
	(void)ctx;
	((struct answer_total *)part)->answers = !first;
}

static bool add(void *ctx, const void *part, bool first)
{
	struct answer_total *const all = &((struct answering *)ctx)->total;
	const struct answer_total *const t = part;
	const uint64_t answers = t->answers - !first;
	if (answers && (all->answers == 0) != first)
		return false;
	all->answers += answers;
	all->trouble |= t->trouble;
	return true;
}

int cli_answer_origins(struct cli_origins *origins, const struct cli_settings *s, struct cli_answers *j, cli_print_origin *print,
                       const void *ctx)
{
	struct answering a = {.origins = origins, .how = j, .print = print, .ctx = ctx};
	const struct cli_parallel p = {.n = origins->n,
	                               .jobs = cli_jobs(s),
	                               .input = sizeof(struct cli_origin),
	                               .total = sizeof a.total,
	                               .ctx = &a,
	                               .all = &a.total,
	                               .read = read_next,
	                               .release = cli_origins_release,
	                               .answer = answer,
	                               .begin = begin,
	                               .add = add,
	                               .things = "origins"};
	const int result = p.n > 0 ? cli_parallel_run(&p) : 0;
	j->answers = a.total.answers;
	cli_answers_end(j);
	return result == 0 && !a.total.trouble && !origins->texts.trouble ? CLI_OK : CLI_TROUBLE;
}
