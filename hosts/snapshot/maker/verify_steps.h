/* verify_steps.h - the steps of a verification.  Threads check the pieces of a step.
 *
 *     policies   the records, each blob and each front; equal_records: no two are equal
 *     entries    their order, their fields and the marks
 *     index      the buckets; seed: no smaller seed works
 *
 * The report of a step does not depend on the number of threads: the pieces do not, and their
 * faults are kept in order.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_VERIFY_STEPS_H
#define ROBOTSC_VERIFY_STEPS_H

#include <stdbool.h>

#include "hosts/snapshot/reader/snapshot_layout.h"
#include "hosts/octets.h"
#include "robotsc/snapshot_make.h"

#define VERIFY_NONE UINT64_MAX /* no place */

/* Lines of the report, each with a zero after it. */
struct verify_faults {
	char *lines;
	size_t len, room;
	unsigned n;
	bool nomem;
};

/* A policy: its blob, or NULL when it does not open; and the checksum at the end of the blob. */
struct verify_policy {
	uint64_t sum;
	const uint8_t *blob;
};

/* A part of a step: the octets or numbers from ... to of a section.  first: what the step must know
 * of the piece before. */
struct verify_piece {
	uint64_t from, to, first;
	struct verify_faults faults;
	uint64_t slots; /* slots of the buckets in this piece */
	uint32_t probes;
	bool last; /* no piece after this one is wanted */
};

struct verifying {
	const struct robotsc_snapshot *s;
	unsigned workers;
	struct verify_faults faults; /* of all pieces */
	/* The bit of a unit of SNAPSHOT_UNIT octets is set when an entry or a record begins
	 * there. */
	uint8_t *entries, *records;
	struct verify_policy *policies; /* the head has their number */
	uint64_t at, n;                 /* how far a step is: the next offset, and a count */
	uint64_t named;                 /* offset of the first policy that no entry has named */
	uint64_t before;                /* offset of the last entry */
	uint64_t slots;
	uint32_t probes;
	/* Cuts off the next piece, and may add faults to it.  False: no piece is left. */
	bool (*take)(struct verifying *v, struct verify_piece *piece);
	void (*check)(const struct verifying *v, struct verify_piece *piece);
	struct verify_piece *pieces;
	unsigned npieces;
};

__attribute__((format(printf, 2, 3))) void robotsc__verify_fault(struct verify_faults *f, const char *format, ...);

/* Take all pieces, check them in threads, and keep their faults.  False without memory or
 * threads. */
bool robotsc__verify_step(struct verifying *v, bool (*take)(struct verifying *v, struct verify_piece *piece),
                          void (*check)(const struct verifying *v, struct verify_piece *piece));

/* The steps, in this order. */
bool robotsc__verify_policies(struct verifying *v);
bool robotsc__verify_equal_records(struct verifying *v);
bool robotsc__verify_entries(struct verifying *v);
bool robotsc__verify_index(struct verifying *v);
bool robotsc__verify_seed(struct verifying *v);

static inline bool all_zero(const uint8_t *p, const uint8_t *end)
{
	while (p < end && *p == 0)
		p++;
	return p >= end;
}

static inline void set_bit(uint8_t *bits, uint64_t offset)
{
	bits[offset / SNAPSHOT_UNIT / 8] |= (uint8_t)(1u << offset / SNAPSHOT_UNIT % 8);
}

/* offset: below the size of the section. */
static inline bool has_bit(const uint8_t *bits, uint64_t offset)
{
	return offset % SNAPSHOT_UNIT == 0 && (bits[offset / SNAPSHOT_UNIT / 8] >> offset / SNAPSHOT_UNIT % 8 & 1);
}

/* The offset of the blob in a record. */
static inline uint64_t blob_place(const struct robotsc_snapshot *s)
{
	return RECORD_AT_FRONTS + (uint64_t)FRONT_SIZE * s->nagents;
}

/* How many octets a record or an entry has, with its padding. */
static inline uint64_t record_octets(const struct robotsc_snapshot *s, uint64_t offset)
{
	return record_size(s->nagents, get_little(s->policies + offset + RECORD_AT_SIZE, 4));
}

static inline size_t entry_octets(const uint8_t *entry)
{
	const size_t len = (size_t)get_little(entry + ENTRY_AT_SIZE, 2);
	return (size_t)filled(ENTRY_AT_ORIGIN + len + (entry[ENTRY_AT_FLAGS] & ENTRY_SINCE ? ENTRY_SINCE_SIZE : 0));
}

#endif
