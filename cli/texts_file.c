/* texts_file.c - see texts_file.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "texts_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#ifdef HAVE_ZSTD
#include <zstd.h>
#endif

#include "exit_status.h"
#include "messages.h"
#include "robotsc/access.h"

#define DICTIONARY_MAX ((uint64_t)1 << 20)

int cli_texts_path(const struct cli_snapshot_files *f, size_t shard, char path[CLI_TEXTS_PATH])
{
	char name[ROBOTSC_SHARD_NAME] = "";
	struct robotsc_snapshot_info info;
	robotsc_snapshot_info(&f->shards[shard], &info);
	if (f->is_folder)
		robotsc_shard_name(name, (uint32_t)shard, info.root);
	if (snprintf(path, CLI_TEXTS_PATH, "%s%s%s.texts", f->name, f->is_folder ? "/" : "", name) < CLI_TEXTS_PATH)
		return 0;
	return cli_complain("%s: the name is too long", f->name);
}

#ifndef HAVE_ZSTD

int cli_texts_open(struct cli_texts *t, const struct cli_snapshot_files *f, size_t shard)
{
	if (cli_texts_path(f, shard, t->path) != 0)
		return CLI_TROUBLE;
	if (access(t->path, F_OK) < 0)
		return 0;
	return cli_complain("%s: this robotsc was built without zstd, so it reads no texts", t->path);
}

void cli_texts_close(struct cli_texts *t)
{
	(void)t;
}

int cli_texts_find(const struct cli_texts *t, uint64_t digest, uint64_t length, unsigned char **text)
{
	(void)t;
	(void)digest;
	(void)length;
	*text = NULL;
	return 0;
}

uint64_t cli_texts_verify(const struct cli_texts *t, void (*report)(void *ctx, const char *line), void *ctx)
{
	(void)t;
	(void)report;
	(void)ctx;
	return 0;
}

#else

static uint64_t get(const uint8_t *p, unsigned n)
{
	uint64_t v = 0;
	while (n > 0)
		v = v << 8 | p[--n];
	return v;
}

/* ---- the head ------------------------------------------------------------------------- */

static bool has_digest(const uint8_t *octets, size_t len, const uint8_t *digest)
{
	struct robotsc_sha256 sha;
	uint8_t found[ROBOTSC_SNAPSHOT_ROOT];
	robotsc_sha256_begin(&sha);
	robotsc_sha256_add(&sha, octets, len);
	robotsc_sha256_end(&sha, found);
	return memcmp(found, digest, sizeof found) == 0;
}

/* Verify what a look-up trusts: the head, and that dictionary and index lie in the file.  NULL, or
 * what is wrong. */
static const char *check_head(const uint8_t *octets, size_t len)
{
	static const char begins[] = CLI_TEXTS_BEGINS;
	uint64_t dictionary, n;
	if (len < TEXTS_HEAD || memcmp(octets, begins, 8) != 0)
		return "these are no texts of a snapshot";
	if (memcmp(octets, begins, 10) != 0)
		return "texts of another format version";
	if (get(octets + TEXTS_AT_SIZE, 8) != len || !has_digest(octets, TEXTS_AT_HEAD_DIGEST, octets + TEXTS_AT_HEAD_DIGEST))
		return "the texts are damaged or cut off";
	dictionary = get(octets + TEXTS_AT_DICTIONARY, 4);
	n = get(octets + TEXTS_AT_COUNT, 8);
	if (dictionary > DICTIONARY_MAX || dictionary > len - TEXTS_HEAD || n > (len - TEXTS_HEAD - dictionary) / TEXT_ROW ||
	    !has_digest(octets + TEXTS_HEAD, (size_t)(dictionary + n * TEXT_ROW), octets + TEXTS_AT_INDEX_DIGEST))
		return "the texts are damaged";
	return NULL;
}

static int open_decoder(struct cli_texts *t, const uint8_t *octets, size_t dictionary)
{
	t->decoder = ZSTD_createDCtx();
	if (t->decoder && dictionary > 0) {
		t->dictionary = ZSTD_createDDict(octets + TEXTS_HEAD, dictionary);
		if (!t->dictionary)
			return cli_complain("%s: the texts are damaged: zstd refuses the dictionary", t->path);
	}
	return t->decoder ? 0 : cli_complain("out of memory");
}

int cli_texts_open(struct cli_texts *t, const struct cli_snapshot_files *f, size_t shard)
{
	struct robotsc_snapshot_info info;
	const uint8_t *octets;
	const char *why;
	size_t dictionary;
	if (cli_texts_path(f, shard, t->path) != 0)
		return CLI_TROUBLE;
	if (access(t->path, F_OK) < 0)
		return 0;
	if (cli_map_file(&t->file, t->path) != 0)
		return CLI_TROUBLE;
	octets = t->file.bytes;
	why = check_head(octets, t->file.len);
	if (why)
		return cli_complain("%s: %s", t->path, why);
	robotsc_snapshot_info(&f->shards[shard], &info);
	if (memcmp(octets + TEXTS_AT_ROOT, info.root, sizeof info.root) != 0) {
		cli_complain("%s: texts of another snapshot, which do not count", t->path);
		return 0;
	}
	dictionary = (size_t)get(octets + TEXTS_AT_DICTIONARY, 4);
	if (open_decoder(t, octets, dictionary) != 0)
		return CLI_TROUBLE;
	t->n = get(octets + TEXTS_AT_COUNT, 8);
	t->rows = octets + TEXTS_HEAD + dictionary;
	return 0;
}

void cli_texts_close(struct cli_texts *t)
{
	ZSTD_freeDCtx(t->decoder);
	ZSTD_freeDDict(t->dictionary);
	cli_unmap_file(&t->file);
	t->decoder = t->dictionary = NULL;
	t->rows = NULL;
	t->n = 0;
}

/* ---- a text ----------------------------------------------------------------------------- */

/* Decompress into memory of this length.  Whatever the frame is, no more is written. */
static bool decompress(const struct cli_texts *t, unsigned char *to, size_t length, const uint8_t *frame, size_t size)
{
	const size_t found = t->dictionary ? ZSTD_decompress_usingDDict(t->decoder, to, length, frame, size, t->dictionary)
	                                   : ZSTD_decompressDCtx(t->decoder, to, length, frame, size);
	return !ZSTD_isError(found) && found == length;
}

/* Read the text of a row.  NULL, or what is wrong with it. */
static const char *read_row(const struct cli_texts *t, const uint8_t *row, unsigned char **text)
{
	const uint8_t *const octets = t->file.bytes, *const frames = t->rows + t->n * TEXT_ROW;
	const uint64_t length = get(row + TEXT_AT_LENGTH, 8), start = get(row + TEXT_AT_START, 8),
		       size = get(row + TEXT_AT_SIZE, 4);
	const uint8_t *frame;
	unsigned char *to;
	if (length > CLI_TEXTS_LONGEST || start < (uint64_t)(frames - octets) || start > t->file.len || size > t->file.len - start)
		return "a text is too long, or not in the file";
	frame = octets + start;
	if ((uint32_t)robotsc_digest(frame, (size_t)size) != get(row + TEXT_AT_CHECKSUM, 4) ||
	    ZSTD_getFrameContentSize(frame, (size_t)size) != length)
		return "a text is damaged";
	to = malloc((size_t)length + 1);
	if (!to)
		return "out of memory";
	if (decompress(t, to, (size_t)length, frame, (size_t)size) &&
	    robotsc_digest(to, (size_t)length) == get(row + TEXT_AT_DIGEST, 8)) {
		*text = to;
		return NULL;
	}
	free(to);
	return "a text is damaged";
}

/* Compare a row with a digest and a length, in the order of rows. */
static int order(const uint8_t *row, uint64_t digest, uint64_t length)
{
	const uint64_t a = get(row + TEXT_AT_DIGEST, 8), b = get(row + TEXT_AT_LENGTH, 8);
	if (a != digest)
		return a < digest ? -1 : 1;
	return b == length ? 0 : b < length ? -1 : 1;
}

int cli_texts_find(const struct cli_texts *t, uint64_t digest, uint64_t length, unsigned char **text)
{
	uint64_t low = 0, high = t->rows ? t->n : 0;
	const char *why = NULL;
	*text = NULL;
	while (low < high) {
		const uint64_t middle = low + (high - low) / 2;
		const int compared = order(t->rows + middle * TEXT_ROW, digest, length);
		if (compared == 0) {
			why = read_row(t, t->rows + middle * TEXT_ROW, text);
			break;
		}
		low = compared < 0 ? middle + 1 : low;
		high = compared < 0 ? high : middle;
	}
	return why ? cli_complain("%s: %s; make the snapshot with --texts again", t->path, why) : 0;
}

uint64_t cli_texts_verify(const struct cli_texts *t, void (*report)(void *ctx, const char *line), void *ctx)
{
	const uint8_t *const octets = t->file.bytes;
	uint64_t faults = 0, start = t->rows ? (uint64_t)(t->rows + t->n * TEXT_ROW - octets) : 0;
	for (uint64_t i = 0; t->rows && i < t->n; i++) {
		const uint8_t *const row = t->rows + i * TEXT_ROW;
		unsigned char *text = NULL;
		const char *why = read_row(t, row, &text);
		char line[128];
		if (!why && get(row + TEXT_AT_START, 8) != start)
			why = "a text is not after the one before it";
		if (!why && i > 0 && order(row - TEXT_ROW, get(row + TEXT_AT_DIGEST, 8), get(row + TEXT_AT_LENGTH, 8)) >= 0)
			why = "the texts are not in order";
		free(text);
		start += get(row + TEXT_AT_SIZE, 4);
		snprintf(line, sizeof line, "texts, row %llu: %s", (unsigned long long)i, why ? why : "");
		if (why && faults++ < 1000)
			report(ctx, line);
	}
	if (t->rows && start != t->file.len) {
		report(ctx, "texts: there is something after the last one");
		faults++;
	}
	return faults;
}

#endif
