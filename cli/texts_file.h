/* texts_file.h - the robots.txt of a snapshot, in a second file beside it.
 * docs/snapshot-texts.md
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_TEXTS_FILE_H
#define ROBOTSC_TEXTS_FILE_H

#include "snapshot_files.h"

#define CLI_TEXTS_PATH 4096                     /* octets of its name, with the end */
#define CLI_TEXTS_LONGEST ((uint64_t)64 << 20)  /* octets of a text */
#define CLI_TEXTS_DICTIONARY ((size_t)64 << 10) /* octets that a writer gives it at most */

/* Where things stand: octets from the beginning of the file, and of a row of the index. */
enum {
	TEXTS_AT_MINOR = 10,
	TEXTS_AT_DICTIONARY = 12,
	TEXTS_AT_SIZE = 16,
	TEXTS_AT_COUNT = 24,
	TEXTS_AT_ROOT = 32,
	TEXTS_AT_INDEX_DIGEST = 64,
	TEXTS_AT_HEAD_DIGEST = 96,
	TEXTS_HEAD = 128,
	TEXT_AT_DIGEST = 0,
	TEXT_AT_LENGTH = 8,
	TEXT_AT_START = 16,
	TEXT_AT_SIZE = 24,
	TEXT_AT_CHECKSUM = 28,
	TEXT_ROW = 32
};
/* With the major version. */
#define CLI_TEXTS_BEGINS "\x8DRST\r\n\x1A\n\x01\0"

/* A file that is open.  All 0 at the beginning. */
struct cli_texts {
	char path[CLI_TEXTS_PATH];
	struct cli_mapped file;
	const uint8_t *rows; /* NULL: there is no file */
	uint64_t n;
	void *decoder, *dictionary; /* of zstd */
};

/* Write the name of the file that belongs to a shard.  0, or CLI_TROUBLE after a message. */
int cli_texts_path(const struct cli_snapshot_files *f, size_t shard, char path[CLI_TEXTS_PATH]);

/* Open the file of a shard, which need not be there; one of another snapshot counts as none, after
 * a message.  0, or CLI_TROUBLE after a message; close in any case. */
int cli_texts_open(struct cli_texts *t, const struct cli_snapshot_files *f, size_t shard);
void cli_texts_close(struct cli_texts *t);

/* Find the text with a digest and a length, and verify it.
 *
 * text  out: malloc'd, with an octet after its length; NULL: the file has none.
 *
 * One thread at a time.  0, or CLI_TROUBLE after a message. */
int cli_texts_find(const struct cli_texts *t, uint64_t digest, uint64_t length, unsigned char **text);

/* Verify all of it: order, places, every text.  Reports each fault, and returns how many. */
uint64_t cli_texts_verify(const struct cli_texts *t, void (*report)(void *ctx, const char *line), void *ctx);

#endif
