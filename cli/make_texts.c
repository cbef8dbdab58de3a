/* make_texts.c - see make_texts.h.
 *
 * A text is known by its digest and length, which the entries of its origins have.  So the
 * snapshot says which texts are wanted, and any input that has one may give it.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "make_texts.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#ifdef HAVE_ZSTD
#include <zdict.h>
#include <zstd.h>
#endif

#include "archive_texts.h"
#include "exit_status.h"
#include "messages.h"
#include "output.h"
#include "read_file.h"
#include "robotsc/access.h"

#ifndef HAVE_ZSTD

int cli_texts_check(const struct cli_settings *s, char **archives, size_t n)
{
	(void)s;
	(void)archives;
	(void)n;
	return cli_complain("--texts: this robotsc was built without zstd, so it keeps no texts");
}

int cli_make_texts(const struct cli_settings *s, const struct cli_text_sources *from, struct cli_texts_report *report)
{
	(void)from;
	(void)report;
	return cli_texts_check(s, NULL, 0);
}

#else

#define LEVEL 12                         /* of zstd */
#define SAMPLE ((size_t)8 << 20)         /* octets that a dictionary is made of, at most */
#define SAMPLE_TEXT ((size_t)128 << 10)  /* of one text */
#define DICTIONARY_SHARE ((uint64_t)128) /* the dictionary has at most this part of the texts */
#define DICTIONARY_LEAST ((size_t)1024)

struct wanted {
	uint64_t digest, length;
	uint64_t at; /* in the spool */
	enum {
		WANTED,
		FOUND,
		DOUBTFUL /* two texts have this digest and length; it is not known whose is whose */
	} state;
};

struct texts_maker {
	struct cli_snapshot_files made;
	struct wanted *at; /* in ascending order, no two the same */
	size_t n, room;
	FILE *spool; /* the texts, as they came */
	uint64_t spooled;
};

static int by_key(const void *a, const void *b)
{
	const struct wanted *const x = a, *const y = b;
	if (x->digest != y->digest)
		return x->digest < y->digest ? -1 : 1;
	return (x->length > y->length) - (x->length < y->length);
}

/* ---- which are wanted ------------------------------------------------------------------ */

/* Sort, and leave one of those that are equal. */
static size_t sort_unique(struct wanted *at, size_t n)
{
	size_t kept = 0;
	if (n > 0)
		qsort(at, n, sizeof *at, by_key);
	for (size_t i = 0; i < n; i++)
		if (kept == 0 || by_key(&at[kept - 1], &at[i]) != 0)
			at[kept++] = at[i];
	return kept;
}

static bool has_text(const struct robotsc_decision *d)
{
	return d->outcome == ROBOTSC_OUTCOME_PARSE && d->length <= CLI_TEXTS_LONGEST;
}

/* Add the texts of a shard. */
static int collect(struct texts_maker *m, size_t shard)
{
	struct robotsc_snapshot_cursor cursor;
	struct robotsc_snapshot_entry entry;
	enum robotsc_status status;
	robotsc_snapshot_begin(&m->made.shards[shard], &cursor);
	while ((status = robotsc_snapshot_next(&cursor, &entry)) == ROBOTSC_OK) {
		if (m->n == m->room) {
			const size_t unique = sort_unique(m->at, m->n), room = 2 * unique + 4096;
			struct wanted *const at = realloc(m->at, room * sizeof *at);
			if (!at)
				return cli_complain("out of memory");
			m->at = at;
			m->n = unique;
			m->room = room;
		}
		if (has_text(&entry.decision))
			m->at[m->n++] = (struct wanted){.digest = entry.decision.digest, .length = entry.decision.length};
	}
	return status == ROBOTSC_ERR_UNKNOWN ? 0 : cli_snapshot_trouble(m->made.name, status);
}

static struct wanted *find(const struct texts_maker *m, uint64_t digest, uint64_t length)
{
	const struct wanted key = {.digest = digest, .length = length};
	return m->n ? bsearch(&key, m->at, m->n, sizeof key, by_key) : NULL;
}

/* ---- where they are --------------------------------------------------------------------- */

static int no_spool(const struct texts_maker *m)
{
	return cli_complain("%s: cannot write beside it: %s", m->made.name, strerror(errno));
}

/* Read a text that was found; malloc'd.  NULL after a message. */
static unsigned char *read_spool(const struct texts_maker *m, const struct wanted *w)
{
	unsigned char *const text = malloc((size_t)w->length + 1);
	if (text && fseeko(m->spool, (off_t)w->at, SEEK_SET) == 0 && fread(text, 1, (size_t)w->length, m->spool) == w->length)
		return text;
	cli_complain("%s: cannot read its temporary file: %s", m->made.name, strerror(errno));
	free(text);
	return NULL;
}

/* Keep a text that is wanted.  A digest is no proof: of two texts with one digest none is kept. */
static int keep(struct texts_maker *m, struct wanted *w, const void *text)
{
	unsigned char *before;
	if (w->state == FOUND) {
		before = read_spool(m, w);
		if (before && memcmp(before, text, (size_t)w->length) != 0)
			w->state = DOUBTFUL;
		free(before);
		return before ? 0 : CLI_TROUBLE;
	}
	if (w->state == DOUBTFUL)
		return 0;
	w->at = m->spooled;
	w->state = FOUND;
	m->spooled += w->length;
	if (fseeko(m->spool, (off_t)w->at, SEEK_SET) < 0 || fwrite(text, 1, (size_t)w->length, m->spool) < w->length)
		return no_spool(m);
	return 0;
}

static int take_text(void *ctx, struct robotsc_text url, int64_t date, struct robotsc_text text)
{
	struct texts_maker *const m = ctx;
	const char *const octets = text.len ? text.at : "";
	struct wanted *const w = find(m, robotsc_digest(octets, text.len), text.len);
	(void)url;
	(void)date;
	return w && keep(m, w, octets) != 0 ? -1 : 0;
}

/* Take what the texts of another snapshot have. */
static int take_texts_of(struct texts_maker *m, const struct cli_snapshot_files *f)
{
	struct cli_texts *const texts = calloc(1, sizeof *texts);
	int result = texts ? 0 : cli_complain("out of memory");
	for (size_t shard = 0; shard < f->n && result == 0; shard++) {
		result = cli_texts_open(texts, f, shard);
		for (size_t i = 0; i < m->n && texts->rows && result == 0; i++) {
			unsigned char *text;
			result = cli_texts_find(texts, m->at[i].digest, m->at[i].length, &text);
			if (text)
				result = keep(m, &m->at[i], text);
			free(text);
		}
		cli_texts_close(texts);
	}
	free(texts);
	return result;
}

static int open_spool(struct texts_maker *m, const char *output)
{
	char name[CLI_TEXTS_PATH];
	int fd = -1;
	if (snprintf(name, sizeof name, "%s.XXXXXX", output) < (int)sizeof name)
		fd = mkstemp(name);
	if (fd < 0)
		return no_spool(m);
	unlink(name);
	m->spool = fdopen(fd, "w+");
	return m->spool ? 0 : no_spool(m);
}

/* Read the inputs again, with the settings of the snapshot, as widely as they can be read: what is
 * not wanted is passed over. */
static int read_sources(struct texts_maker *m, const struct cli_settings *s, const struct cli_text_sources *from)
{
	struct cli_settings settings = *s;
	bool trouble = false;
	int result = open_spool(m, s->output);
	settings.options.dialect = m->made.settings.dialect;
	settings.options.limit = (size_t)m->made.settings.limit;
	if (result == 0 && from->narchives > 0)
		result = cli_read_archives(&settings, from->archives, from->narchives, CLI_TEXTS_ALL, take_text, m, &trouble);
	for (size_t i = 0; i < from->nsnapshots && result == 0; i++)
		if (from->snapshots[i].n > 0)
			result = take_texts_of(m, &from->snapshots[i]);
	return result;
}

/* ---- the file ------------------------------------------------------------------------- */

/* What a shard gets. */
struct texts_writer {
	struct texts_maker *maker;
	struct wanted *at; /* found, in order */
	size_t n;
	uint8_t root[ROBOTSC_SNAPSHOT_ROOT];
	uint8_t *index; /* the head, the dictionary and the rows */
	size_t dictionary;
	ZSTD_CCtx *encoder;
	ZSTD_CDict *prepared;
	uint64_t size;
};

static void put(uint8_t *p, unsigned n, uint64_t v)
{
	for (unsigned i = 0; i < n; i++, v >>= 8)
		p[i] = (uint8_t)v;
}

static void put_digest(const uint8_t *octets, size_t len, uint8_t *to)
{
	struct robotsc_sha256 sha;
	robotsc_sha256_begin(&sha);
	robotsc_sha256_add(&sha, octets, len);
	robotsc_sha256_end(&sha, to);
}

/* Join the first texts, which digests put in no order of the inputs.  Returns how many. */
static size_t join_sample(const struct texts_writer *w, char *sample, size_t *sizes)
{
	size_t n = 0, len = 0;
	for (size_t i = 0; i < w->n; i++) {
		const size_t size = w->at[i].length < SAMPLE_TEXT ? (size_t)w->at[i].length : SAMPLE_TEXT;
		unsigned char *text;
		if (size == 0 || len + size > SAMPLE)
			continue;
		text = read_spool(w->maker, &w->at[i]);
		if (!text)
			return SIZE_MAX;
		memcpy(sample + len, text, size);
		free(text);
		sizes[n++] = size;
		len += size;
	}
	return n;
}

/* Make a dictionary, where there is enough to make one of, after the head. */
static int make_dictionary(struct texts_writer *w)
{
	char *const sample = malloc(SAMPLE);
	size_t *const sizes = calloc(w->n + 1, sizeof *sizes);
	uint64_t plain = 0;
	size_t room, n, made = 0;
	for (size_t i = 0; i < w->n; i++)
		plain += w->at[i].length;
	room = plain / DICTIONARY_SHARE < CLI_TEXTS_DICTIONARY ? (size_t)(plain / DICTIONARY_SHARE) : CLI_TEXTS_DICTIONARY;
	w->index = calloc(1, TEXTS_HEAD + CLI_TEXTS_DICTIONARY + w->n * TEXT_ROW);
	n = sample && sizes && w->index ? join_sample(w, sample, sizes) : SIZE_MAX;
	if (n != SIZE_MAX && room >= DICTIONARY_LEAST)
		made = ZDICT_trainFromBuffer(w->index + TEXTS_HEAD, room, sample, sizes, (unsigned)n);
	w->dictionary = ZDICT_isError(made) ? 0 : made;
	if (w->dictionary == 0 && w->index)
		memset(w->index + TEXTS_HEAD, 0, CLI_TEXTS_DICTIONARY);
	free(sample);
	free(sizes);
	return n == SIZE_MAX ? cli_complain("%s: cannot make its texts: out of memory", w->maker->made.name) : 0;
}

static int open_encoder(struct texts_writer *w)
{
	bool good;
	w->encoder = ZSTD_createCCtx();
	if (w->dictionary > 0)
		w->prepared = ZSTD_createCDict(w->index + TEXTS_HEAD, w->dictionary, LEVEL);
	good = w->encoder && (w->prepared || w->dictionary == 0) &&
	       !ZSTD_isError(ZSTD_CCtx_setParameter(w->encoder, ZSTD_c_compressionLevel, LEVEL)) &&
	       !ZSTD_isError(ZSTD_CCtx_setParameter(w->encoder, ZSTD_c_dictIDFlag, 0)) &&
	       (!w->prepared || !ZSTD_isError(ZSTD_CCtx_refCDict(w->encoder, w->prepared)));
	return good ? 0 : cli_complain("out of memory");
}

/* Write the frame of a text, and its row. */
static int write_text(struct texts_writer *w, size_t i, FILE *out)
{
	const struct wanted *const text = &w->at[i];
	uint8_t *const row = w->index + TEXTS_HEAD + w->dictionary + i * TEXT_ROW;
	const size_t room = ZSTD_compressBound((size_t)text->length);
	unsigned char *const plain = read_spool(w->maker, text);
	unsigned char *const frame = plain ? malloc(room) : NULL;
	const size_t size = frame ? ZSTD_compress2(w->encoder, frame, room, plain, (size_t)text->length) : 0;
	const bool good = frame && !ZSTD_isError(size) && fwrite(frame, 1, size, out) == size;
	if (good) {
		put(row + TEXT_AT_DIGEST, 8, text->digest);
		put(row + TEXT_AT_LENGTH, 8, text->length);
		put(row + TEXT_AT_START, 8, w->size);
		put(row + TEXT_AT_SIZE, 4, size);
		put(row + TEXT_AT_CHECKSUM, 4, robotsc_digest(frame, size));
		w->size += size;
	}
	free(plain);
	free(frame);
	return good ? 0 : -1;
}

static int write_all(struct texts_writer *w, FILE *out)
{
	const size_t rows = w->n * TEXT_ROW, index = TEXTS_HEAD + w->dictionary + rows;
	uint8_t *const head = w->index;
	w->size = index;
	if (fseeko(out, (off_t)index, SEEK_SET) < 0)
		return -1;
	for (size_t i = 0; i < w->n; i++)
		if (write_text(w, i, out) < 0)
			return -1;
	memcpy(head, CLI_TEXTS_BEGINS, 10);
	put(head + TEXTS_AT_DICTIONARY, 4, w->dictionary);
	put(head + TEXTS_AT_SIZE, 8, w->size);
	put(head + TEXTS_AT_COUNT, 8, w->n);
	memcpy(head + TEXTS_AT_ROOT, w->root, sizeof w->root);
	put_digest(head + TEXTS_HEAD, w->dictionary + rows, head + TEXTS_AT_INDEX_DIGEST);
	put_digest(head, TEXTS_AT_HEAD_DIGEST, head + TEXTS_AT_HEAD_DIGEST);
	if (fseeko(out, 0, SEEK_SET) < 0 || fwrite(head, 1, index, out) < index || fflush(out) != 0)
		return -1;
	return fsync(fileno(out));
}

/* Write a file, which appears when it is complete. */
static int write_file(struct texts_writer *w, const char *path)
{
	char name[CLI_TEXTS_PATH + 8];
	FILE *out = NULL;
	int result = -1, fd;
	snprintf(name, sizeof name, "%s.XXXXXX", path);
	fd = cli_temporary_file(name);
	if (fd >= 0)
		out = fdopen(fd, "wb");
	if (out) {
		result = write_all(w, out);
		result = fclose(out) == 0 ? result : -1;
		result = result == 0 ? rename(name, path) : -1;
	}
	if (result != 0) {
		cli_complain("%s: cannot write: %s", path, strerror(errno));
		if (fd >= 0)
			unlink(name);
	}
	return result == 0 ? 0 : CLI_TROUBLE;
}

/* ---- a shard ------------------------------------------------------------------------------ */

/* Choose the texts of a shard that were found, and count its origins that have none. */
static int choose(struct texts_writer *w, size_t shard, struct cli_texts_report *report)
{
	struct texts_maker own = {.made = w->maker->made};
	struct robotsc_snapshot_cursor cursor;
	struct robotsc_snapshot_entry entry;
	const int result = collect(&own, shard);
	own.n = sort_unique(own.at, own.n);
	for (size_t i = 0; own.at && i < own.n; i++) {
		const struct wanted *const text = find(w->maker, own.at[i].digest, own.at[i].length);
		if (text && text->state == FOUND) {
			own.at[w->n++] = *text;
			report->plain += text->length;
		}
	}
	w->at = own.at;
	robotsc_snapshot_begin(&own.made.shards[shard], &cursor);
	while (result == 0 && robotsc_snapshot_next(&cursor, &entry) == ROBOTSC_OK) {
		const struct wanted *const text = find(w->maker, entry.decision.digest, entry.decision.length);
		report->without += entry.decision.outcome == ROBOTSC_OUTCOME_PARSE && (!text || text->state != FOUND);
	}
	return result;
}

static int write_shard(struct texts_maker *m, size_t shard, struct cli_texts_report *report)
{
	struct texts_writer w = {.maker = m};
	struct robotsc_snapshot_info info;
	char path[CLI_TEXTS_PATH];
	int result = cli_texts_path(&m->made, shard, path);
	robotsc_snapshot_info(&m->made.shards[shard], &info);
	memcpy(w.root, info.root, sizeof w.root);
	if (result == 0)
		result = choose(&w, shard, report);
	if (result == 0)
		result = make_dictionary(&w);
	if (result == 0)
		result = open_encoder(&w);
	if (result == 0)
		result = write_file(&w, path);
	report->texts += w.n;
	report->octets += w.size;
	ZSTD_freeCCtx(w.encoder);
	ZSTD_freeCDict(w.prepared);
	free(w.index);
	free(w.at);
	return result;
}

int cli_make_texts(const struct cli_settings *s, const struct cli_text_sources *from, struct cli_texts_report *report)
{
	/* As it was just written: not with the --root of an input. */
	const struct cli_settings plain = {.snapshot = {.trust = ROBOTSC_TRUST_INTACT}};
	struct texts_maker m = {.n = 0};
	int result = cli_snapshot_open(&m.made, &plain, s->output);
	*report = (struct cli_texts_report){.texts = 0};
	for (size_t i = 0; i < m.made.n && result == 0; i++)
		result = collect(&m, i);
	m.n = sort_unique(m.at, m.n);
	if (result == 0)
		result = read_sources(&m, s, from);
	for (size_t i = 0; i < m.made.n && result == 0; i++)
		result = write_shard(&m, i, report);
	if (m.spool)
		fclose(m.spool);
	cli_snapshot_close(&m.made);
	free(m.at);
	return result;
}

int cli_texts_check(const struct cli_settings *s, char **archives, size_t n)
{
	char path[CLI_TEXTS_PATH], begins[8];
	FILE *there;
	size_t len;
	for (size_t i = 0; i < n; i++)
		if (strcmp(archives[i], "-") == 0)
			return cli_complain("--texts reads what import reads twice, so standard input cannot be one");
	if (s->snapshot.shards > 0 || s->force || snprintf(path, sizeof path, "%s.texts", s->output) >= (int)sizeof path)
		return 0;
	there = fopen(path, "rb");
	len = there ? fread(begins, 1, sizeof begins, there) : 0;
	if (there)
		fclose(there);
	if (len == 0 || (len == sizeof begins && memcmp(begins, CLI_TEXTS_BEGINS, sizeof begins) == 0))
		return 0;
	return cli_complain("%s: not replaced, since it has no texts of a snapshot; --force replaces it", path);
}

#endif
