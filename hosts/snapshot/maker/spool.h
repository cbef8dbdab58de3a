/* spool.h - writes and reads files from beginning to end, through a buffer.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_SPOOL_H
#define ROBOTSC_SPOOL_H

#include <stdbool.h>

#include "robotsc/snapshot.h"
#include "robotsc/store.h"

#define PATH_ROOM 4096u /* octets of a path with its NUL */

/* The status for an errno: SPACE, NOMEM, READONLY or SYSTEM. */
enum robotsc_store_status robotsc__spool_status(int error);

/* Make a file without a name in a folder.  Returns its descriptor, or -1. */
int robotsc__temporary_file(const char *folder);

/* A file that is being written. */
struct spool {
	int fd;
	uint64_t at; /* offset of the next octet */
	uint8_t *buffer;
	size_t n;
	bool hashed; /* sha covers all octets from the first one on */
	struct robotsc_sha256 sha;
};

/* Begin to write at an offset.  robotsc__spool_free releases the buffer; the file stays open. */
enum robotsc_store_status robotsc__spool_begin(struct spool *s, int fd, uint64_t at, bool hashed);
void robotsc__spool_free(struct spool *s);

enum robotsc_store_status robotsc__spool_put(struct spool *s, const void *octets, size_t len);
/* Write what is in the buffer. */
enum robotsc_store_status robotsc__spool_flush(struct spool *s);
/* Flush, and compute the digest of all octets. */
enum robotsc_store_status robotsc__spool_end(struct spool *s, uint8_t digest[ROBOTSC_SNAPSHOT_ROOT]);

/* A file that is being read. */
struct spool_reader {
	int fd;
	uint64_t next, end; /* offsets of the octets that were not read yet */
	uint8_t *buffer;
	size_t room, first, n; /* the buffer has n octets, from first on, that were not taken */
};

void robotsc__reader_begin(struct spool_reader *r, int fd, uint64_t from, uint64_t end, size_t room);
void robotsc__reader_free(struct spool_reader *r);

/* Take the next len octets.  They are valid until the next call.  Errors: NOT_FOUND: no octet is
 * left; DAMAGED: fewer are left; NOMEM; SYSTEM. */
enum robotsc_store_status robotsc__reader_take(struct spool_reader *r, size_t len, const uint8_t **octets);

/* Skip octets.  Errors: DAMAGED: fewer are left. */
enum robotsc_store_status robotsc__reader_skip(struct spool_reader *r, uint64_t n);

#endif
