/* snapshot_forger.h - changes a snapshot as an attacker would who knows docs/formats/snapshot.md.
 *
 * After most changes, checksums, digests and the root are put right, so that a reader gets as far
 * as the change.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_SNAPSHOT_FORGER_H
#define ROBOTSC_SNAPSHOT_FORGER_H

#include "snapshot_maker.h"
#include "tests/support/product.h"

/* Kinds of changes. */
enum snapshot_change {
	/* Changes of the plan, before it is written. */
	CHANGE_BLOB,    /* a blob, changed by the forger of blobs */
	CHANGE_PLANT,   /* a record inside the record of a blob */
	CHANGE_DIALECT, /* a blob of another dialect than the head's */
	CHANGE_AGENTS,  /* the head has other agents than the blobs */
	CHANGE_ORDER,   /* entries out of order */
	CHANGE_TWICE,   /* the same origin twice */
	CHANGE_ORIGIN,  /* an invalid origin: empty, too long, or of any octets */
	CHANGE_GROW,    /* a larger head, perhaps with many agents */
	/* Changes of the octets. */
	CHANGE_HEAD,     /* a number of the head */
	CHANGE_WRAP,     /* numbers that overflow 32 or 64 bits when a reader adds or multiplies */
	CHANGE_SECTION,  /* offset or size of a section */
	CHANGE_AGENT,    /* size or octets of an agent */
	CHANGE_FIELD,    /* a field of an entry */
	CHANGE_POLICY,   /* the record of an entry: another one, the middle of one, or none */
	CHANGE_SWAP,     /* two entries of the same size */
	CHANGE_BUCKET,   /* numbers of a bucket */
	CHANGE_SLOT,     /* the entry of a slot: another one, the middle of one, or none */
	CHANGE_TAGS,     /* many slots with the tag of one entry */
	CHANGE_CHAIN,    /* every bucket says that more follow */
	CHANGE_MARK,     /* a mark */
	CHANGE_RECORD,   /* the size of a blob */
	CHANGE_FRONT,    /* a front */
	CHANGE_FILL,     /* octets between sections, entries, records */
	CHANGE_BIT,      /* any bit */
	CHANGE_CUT,      /* fewer octets at the end, or more */
	SNAPSHOT_CHANGES /* number of changes */
};

const char *snapshot_change_name(enum snapshot_change change);

#define FORGED_CHANGES 5u
#define FORGED_BLOB 40000u /* octets of a changed blob, at most */

/* A snapshot that was made up, or forged. */
struct snapshot_forgery {
	struct snapshot_plan plan;
	struct snapshot_map map;
	uint8_t bytes[MAKER_ROOM];
	size_t len;
	enum snapshot_change changes[FORGED_CHANGES];
	size_t nchanges;
	int valid;         /* without any change */
	int blobs_changed; /* a blob may be forged, with a right checksum */
	uint64_t chance;
	uint8_t own[FORGED_CHANGES][FORGED_BLOB]; /* the blobs that were changed */
	size_t nown;
	size_t inner[FORGED_CHANGES], ninner; /* offsets that are read as entries */
	size_t plant;                         /* 0, or 1 + index of a blob with a record in it */
	size_t planted;                       /* offset of that record in the blob's own record */
};

/* Make up the snapshot with this number, and forge it; valid: without any change. */
void snapshot_forge(struct snapshot_forgery *f, uint64_t number, int valid);

/* A snapshot with a record inside another record's blob, less than 64 octets after the beginning of
 * the other.  robotsc_open refuses the inner record's blob, though its checksum is right.  The
 * origins are https://host.example (outer record) and https://planted.example (inner record). */
void snapshot_forge_planted(struct snapshot_forgery *f, uint64_t number);

/* Compute again: the checksums, the digests of sections, the root. */
void snapshot_repair(struct snapshot_forgery *f, int checksums, int digests, int root);

/* Make a change to the plan, before it is written, or to the octets. */
void snapshot_change_plan(struct snapshot_forgery *f, enum snapshot_change change);
void snapshot_change_octets(struct snapshot_forgery *f, enum snapshot_change change);

/* A random number below n; 0 if n is 0. */
static inline size_t below(struct snapshot_forgery *f, size_t n)
{
	return n > 0 ? product_below(&f->chance, n) : 0;
}

#endif
