/* stream.h - the octets of a file, decompressed if it is compressed: gzip, of any number of members.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef IMPORT_STREAM_H
#define IMPORT_STREAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <zlib.h>

#define STREAM_ROOM 131072u

struct stream {
	int fd;
	int gzip;         /* known after the first read */
	uint64_t read;    /* octets taken from the file */
	uint64_t member;  /* where in the file the current gzip member begins; 0 without gzip */
	uint64_t decoded; /* octets handed out of this member, or of the file */
	int fresh;        /* the last octets handed out are the first of a member */
	int inside;       /* a member is begun */
	int lost;         /* a member was damaged: look for the next */
	int failed;       /* errno of a read that failed, or 0 */
	const char *why;  /* of the last STREAM_DAMAGED */
	z_stream z;
	void *whole; /* libdeflate's, or NULL */
	uint8_t in[STREAM_ROOM];
	size_t at, len;  /* what is left of in */
	size_t begin;    /* where in it the member begins; above at when that is gone */
	uint64_t sought; /* up to here in the file damaged members were read, and looked through again */
};

/* fd stays the caller's.  0, or -1 without memory. */
int robotsc__stream_init(struct stream *s, int fd);
void robotsc__stream_free(struct stream *s);

/* The next octets, all of one member.  Returns how many, 0 at the end, or STREAM_DAMAGED: then why says
 * what is wrong, and the next call goes on at the next member that can be found.  What damaged members were read on
 * into is looked through once more, and no oftener.  A read that fails is an end; failed is its errno. */
#define STREAM_DAMAGED SIZE_MAX
size_t robotsc__stream_read(struct stream *s, uint8_t *out, size_t room);

#endif
