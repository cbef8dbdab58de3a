/* spool.c - see spool.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "spool.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define ROOM (256u << 10) /* octets of a buffer for writing */

enum robotsc_store_status robotsc__spool_status(int error)
{
	switch (error) {
	case ENOSPC:
	case EDQUOT:
	case EFBIG:
		return ROBOTSC_STORE_SPACE;
	case ENOMEM:
		return ROBOTSC_STORE_NOMEM;
	case EROFS:
		return ROBOTSC_STORE_READONLY;
	default:
		return ROBOTSC_STORE_SYSTEM;
	}
}

int robotsc__temporary_file(const char *folder)
{
	char path[PATH_ROOM];
	int fd;
	if (snprintf(path, sizeof path, "%s/.robotsc-XXXXXX", folder) >= (int)sizeof path) {
		errno = ENAMETOOLONG;
		return -1;
	}
	fd = mkstemp(path);
	if (fd >= 0)
		unlink(path);
	return fd;
}

/* ---- writing --------------------------------------------------------------------- */

enum robotsc_store_status robotsc__spool_begin(struct spool *s, int fd, uint64_t at, bool hashed)
{
	*s = (struct spool){.fd = fd, .at = at, .buffer = malloc(ROOM), .hashed = hashed};
	robotsc_sha256_begin(&s->sha);
	return s->buffer ? ROBOTSC_STORE_OK : ROBOTSC_STORE_NOMEM;
}

void robotsc__spool_free(struct spool *s)
{
	free(s->buffer);
	s->buffer = NULL;
}

static enum robotsc_store_status write_at(struct spool *s, const uint8_t *octets, size_t len, uint64_t at)
{
	if (s->hashed)
		robotsc_sha256_add(&s->sha, octets, len);
	while (len > 0) {
		const ssize_t n = pwrite(s->fd, octets, len, (off_t)at);
		if (n < 0 && errno != EINTR)
			return robotsc__spool_status(errno);
		if (n > 0) {
			octets += n;
			len -= (size_t)n;
			at += (uint64_t)n;
		}
	}
	return ROBOTSC_STORE_OK;
}

enum robotsc_store_status robotsc__spool_flush(struct spool *s)
{
	const size_t n = s->n;
	s->n = 0;
	return write_at(s, s->buffer, n, s->at - n);
}

enum robotsc_store_status robotsc__spool_put(struct spool *s, const void *octets, size_t len)
{
	enum robotsc_store_status status = ROBOTSC_STORE_OK;
	if (len > ROOM - s->n)
		status = robotsc__spool_flush(s);
	if (status == ROBOTSC_STORE_OK && len > ROOM) {
		status = write_at(s, octets, len, s->at);
	} else if (status == ROBOTSC_STORE_OK && len > 0) {
		memcpy(s->buffer + s->n, octets, len);
		s->n += len;
	}
	s->at += len;
	return status;
}

enum robotsc_store_status robotsc__spool_end(struct spool *s, uint8_t digest[ROBOTSC_SNAPSHOT_ROOT])
{
	const enum robotsc_store_status status = robotsc__spool_flush(s);
	robotsc_sha256_end(&s->sha, digest);
	return status;
}

/* ---- reading --------------------------------------------------------------------- */

void robotsc__reader_begin(struct spool_reader *r, int fd, uint64_t from, uint64_t end, size_t room)
{
	*r = (struct spool_reader){.fd = fd, .next = from, .end = end, .room = room};
}

void robotsc__reader_free(struct spool_reader *r)
{
	free(r->buffer);
	r->buffer = NULL;
}

/* Make room for len octets, and move those that were not taken to the beginning. */
static enum robotsc_store_status make_room(struct spool_reader *r, size_t len)
{
	if (!r->buffer || r->room < len) {
		const size_t room = r->room < len ? len : r->room;
		uint8_t *const buffer = realloc(r->buffer, room);
		if (!buffer)
			return ROBOTSC_STORE_NOMEM;
		r->buffer = buffer;
		r->room = room;
	}
	if (r->n > 0)
		memmove(r->buffer, r->buffer + r->first, r->n);
	r->first = 0;
	return ROBOTSC_STORE_OK;
}

static enum robotsc_store_status fill(struct spool_reader *r, size_t len)
{
	enum robotsc_store_status status;
	if (r->n == 0 && r->next == r->end)
		return ROBOTSC_STORE_NOT_FOUND;
	status = make_room(r, len);
	while (status == ROBOTSC_STORE_OK && r->n < len) {
		const uint64_t left = r->end - r->next;
		const size_t want = r->room - r->n < left ? r->room - r->n : (size_t)left;
		const ssize_t n = pread(r->fd, r->buffer + r->n, want, (off_t)r->next);
		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return n < 0 ? ROBOTSC_STORE_SYSTEM : ROBOTSC_STORE_DAMAGED;
		r->n += (size_t)n;
		r->next += (uint64_t)n;
	}
	return status;
}

enum robotsc_store_status robotsc__reader_take(struct spool_reader *r, size_t len, const uint8_t **octets)
{
	enum robotsc_store_status status = ROBOTSC_STORE_OK;
	if (r->n < len)
		status = fill(r, len);
	if (status != ROBOTSC_STORE_OK)
		return status;
	*octets = r->buffer + r->first;
	r->first += len;
	r->n -= len;
	return ROBOTSC_STORE_OK;
}

enum robotsc_store_status robotsc__reader_skip(struct spool_reader *r, uint64_t n)
{
	const size_t there = n < r->n ? (size_t)n : r->n;
	r->first += there;
	r->n -= there;
	n -= there;
	if (n > r->end - r->next)
		return ROBOTSC_STORE_DAMAGED;
	r->next += n;
	return ROBOTSC_STORE_OK;
}
