/* equal_policies.c - finds the blobs that are equal.
 *
 * Blobs of one digest are compared in full: no digest decides.  Equal blobs get the place of the
 * first in the file, which is that of the first entry.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "hosts/octets.h"
#include "shard_steps.h"

/* Where a blob is in the file. */
struct distinct {
	uint64_t place;
	uint32_t size;
};

/* A blob that was read into memory. */
struct loaded {
	struct distinct blob; /* size 0: none */
	uint8_t *octets;
	size_t room;
};

struct blob_comparison {
	struct shard_file *f;
	uint8_t digest[DIGEST_SIZE];
	struct distinct *distinct; /* the different blobs with this digest */
	size_t n, room;
	struct distinct last, last_first; /* a blob, and the first that equals it */
	struct loaded *two;               /* the two blobs that were compared last */
};

static enum robotsc_store_status load(const struct shard_file *f, const struct distinct *d, struct loaded *l)
{
	size_t done = 0;
	if (l->blob.size == d->size && l->blob.place == d->place)
		return ROBOTSC_STORE_OK;
	l->blob.size = 0;
	if (l->room < d->size) {
		uint8_t *const octets = realloc(l->octets, d->size);
		if (!octets)
			return ROBOTSC_STORE_NOMEM;
		l->octets = octets;
		l->room = d->size;
	}
	while (done < d->size) {
		const ssize_t n = pread(f->blobs, l->octets + done, d->size - done, (off_t)(d->place + done));
		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return n < 0 ? ROBOTSC_STORE_SYSTEM : ROBOTSC_STORE_DAMAGED;
		done += (size_t)n;
	}
	l->blob = *d;
	return ROBOTSC_STORE_OK;
}

static enum robotsc_store_status compare(struct blob_comparison *c, const struct distinct *x, const struct distinct *y, bool *equal)
{
	enum robotsc_store_status status;
	*equal = false;
	if (x->size != y->size)
		return ROBOTSC_STORE_OK;
	status = load(c->f, x, &c->two[0]);
	if (status == ROBOTSC_STORE_OK)
		status = load(c->f, y, &c->two[1]);
	*equal = status == ROBOTSC_STORE_OK && (x->size == 0 || memcmp(c->two[0].octets, c->two[1].octets, x->size) == 0);
	return status;
}

static enum robotsc_store_status add_distinct(struct blob_comparison *c, const struct distinct *blob)
{
	if (c->n == c->room) {
		struct distinct *const more = realloc(c->distinct, (2 * c->room + 16) * sizeof *more);
		if (!more)
			return ROBOTSC_STORE_NOMEM;
		c->distinct = more;
		c->room = 2 * c->room + 16;
	}
	c->distinct[c->n++] = *blob;
	return ROBOTSC_STORE_OK;
}

/* Find the first blob that equals this one, or add it to the different blobs of the digest. */
static enum robotsc_store_status find_first(struct blob_comparison *c, const struct distinct *blob, struct distinct *first)
{
	for (size_t i = 0; i < c->n; i++) {
		bool equal;
		const enum robotsc_store_status status = compare(c, &c->distinct[i], blob, &equal);
		*first = c->distinct[i];
		if (status != ROBOTSC_STORE_OK || equal)
			return status;
	}
	*first = *blob;
	return add_distinct(c, blob);
}

static enum robotsc_store_status take(struct blob_comparison *c, const uint8_t *record)
{
	const struct distinct blob = {get_big(record + EQUAL_AT_PLACE, 8), (uint32_t)get_big(record + EQUAL_AT_SIZE, 4)};
	enum robotsc_store_status status = ROBOTSC_STORE_OK;
	uint8_t *use;
	const bool same = memcmp(c->digest, record + EQUAL_AT_DIGEST, DIGEST_SIZE) == 0;
	if (!same) {
		memcpy(c->digest, record + EQUAL_AT_DIGEST, DIGEST_SIZE);
		c->n = 0;
	}
	if (c->n == 0 || blob.place != c->last.place)
		status = find_first(c, &blob, &c->last_first);
	c->last = blob;
	if (status != ROBOTSC_STORE_OK)
		return status;
	use = robotsc__sorter_add(c->f->used, USED_SIZE);
	if (!use)
		return robotsc__sorter_sort(c->f->used);
	put_big(use + USED_AT_PLACE, 8, c->last_first.place);
	memcpy(use + USED_AT_ENTRY, record + EQUAL_AT_ENTRY, 8);
	put_big(use + USED_AT_SIZE, 4, blob.size);
	return ROBOTSC_STORE_OK;
}

enum robotsc_store_status robotsc__equal_policies(struct shard_file *f)
{
	struct loaded two[2] = {{.octets = NULL}};
	struct blob_comparison c = {.f = f, .two = two};
	struct sorted_record record;
	enum robotsc_store_status status = step_sorter(f, &f->used);
	if (status == ROBOTSC_STORE_OK)
		status = robotsc__sorter_sort(f->equal);
	while (status == ROBOTSC_STORE_OK && (status = robotsc__sorter_next(f->equal, &record)) == ROBOTSC_STORE_OK)
		status = take(&c, record.at);
	free(c.distinct);
	free(two[0].octets);
	free(two[1].octets);
	robotsc__sorter_close(f->equal);
	f->equal = NULL;
	return status == ROBOTSC_STORE_NOT_FOUND ? robotsc__sorter_sort(f->used) : status;
}
