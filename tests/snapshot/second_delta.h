/* second_delta.h - a second reader of deltas, written from docs/snapshot-delta.md alone, on top of
 * that of snapshots.
 *
 * It includes nothing of the library, and is plain rather than fast.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_SECOND_DELTA_H
#define ROBOTSC_SECOND_DELTA_H

#include "second_reader.h"

/* Places of the page: a head of one part. */
#define DELTA_SECOND_ROWS 40u
#define DELTA_SECOND_ROW 128u

enum delta_answer {
	DELTA_OK,
	DELTA_NONE,    /* no delta */
	DELTA_VERSION, /* of another major version */
	DELTA_DAMAGED,
	DELTA_TWICE, /* an origin is there twice, or in another form; the root alone may tell */
	DELTA_OTHER, /* of another OLD */
	DELTA_NOMEM
};

/* An entry of NEW.  Its octets are borrowed of OLD or of the delta. */
struct delta_entry {
	const char *origin;
	size_t origin_len;
	uint64_t fetched, expires, since, length, digest;
	uint16_t status;
	uint8_t end, profile, outcome, row, flags;
	const uint8_t *blob;
	size_t blob_len;
};

/* What a part says. */
struct delta_new {
	struct delta_entry *entries; /* for free() */
	size_t n, room;
	uint64_t octets; /* of the blobs of all entries */
	int timed;       /* the delta has a time for NEW */
	uint64_t time;
	const uint8_t *root; /* that NEW must have */
};

/* Read the items of a part, whatever their numbers are. */
enum delta_answer second_delta_items(const struct second_snapshot *old, const uint8_t *part, size_t len, struct delta_new *out);

/* Read a delta of files: all but the root of NEW is verified. */
enum delta_answer second_delta(const struct second_snapshot *old, const uint8_t *delta, size_t len, struct delta_new *out);

/* Put right what a reader compares: magic, size of the file and of the part, both digests, for a
 * delta of one part.  len: at least the head, 200 octets. */
void second_delta_seal(uint8_t *delta, size_t len);

#endif
