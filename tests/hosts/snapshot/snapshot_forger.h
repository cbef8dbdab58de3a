/* snapshot_forger.h - changes a snapshot as an attacker would who knows docs/formats/snapshot.md.
 *
 * Most changes are made good: checksums, digests and the root are put right, so that a reader looks
 * at what was changed.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_SNAPSHOT_FORGER_H
#define ROBOTSC_SNAPSHOT_FORGER_H

#include "snapshot_maker.h"
#include "tests/support/product.h"

/* What can be changed. */
enum snapshot_change {
	/* Of the plan, before it is written. */
	CHANGE_BLOB,    /* a blob by the forger of blobs */
	CHANGE_PLANT,   /* a record inside the record of a blob */
	CHANGE_DIALECT, /* a blob of another dialect than the head's */
	CHANGE_AGENTS,  /* the head has other agents than the blobs */
	CHANGE_ORDER,   /* entries in any order */
	CHANGE_TWICE,   /* an origin twice */
	CHANGE_ORIGIN,  /* an origin that is none: empty, longer, with octets of any kind */
	CHANGE_GROW,    /* a larger head, perhaps with many agents */
	/* Of the octets. */
	CHANGE_HEAD,     /* a number of the head */
	CHANGE_WRAP,     /* numbers that overflow 32 or 64 bits when a reader adds or multiplies */
	CHANGE_SECTION,  /* offset or size of a section */
	CHANGE_AGENT,    /* size or octets of an agent */
	CHANGE_FIELD,    /* a field of an entry */
	CHANGE_POLICY,   /* the record of an entry: another, the middle of one, outside */
	CHANGE_SWAP,     /* two entries of the same size */
	CHANGE_BUCKET,   /* numbers of a bucket */
	CHANGE_SLOT,     /* where a slot leads: another entry, the middle of one, outside */
	CHANGE_TAGS,     /* many slots with the tag of one entry */
	CHANGE_CHAIN,    /* every bucket goes on */
	CHANGE_MARK,     /* a mark */
	CHANGE_RECORD,   /* the size of a blob */
	CHANGE_FRONT,    /* a front */
	CHANGE_FILL,     /* octets between sections, entries, records */
	CHANGE_BIT,      /* any bit */
	CHANGE_CUT,      /* octets at the end */
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
	int valid;         /* nothing was changed */
	int blobs_changed; /* one may be forged, with a checksum that is right */
	uint64_t chance;
	uint8_t own[FORGED_CHANGES][FORGED_BLOB]; /* blobs that were changed */
	size_t nown;
	size_t inner[FORGED_CHANGES], ninner; /* places of the entries that pass for entries */
	size_t plant;                         /* a blob with a record in it, plus 1, or 0 */
	size_t planted;                       /* where that begins, in the blob's own record */
};

/* Make up the snapshot of a number.  valid: without any change. */
void snapshot_forge(struct snapshot_forgery *f, uint64_t number, int valid);

/* A snapshot with a record in the octets of another's blob, less than 64 octets after it.  The blob
 * of the inner one is refused by robotsc_open, though its checksum is right.  The origins:
 * https://host.example and https://planted.example. */
void snapshot_forge_planted(struct snapshot_forgery *f, uint64_t number);

/* Put right: checksums, digests, the root. */
void snapshot_repair(struct snapshot_forgery *f, int checksums, int digests, int root);

/* Change the plan, before it is written; the octets, after that. */
void snapshot_change_plan(struct snapshot_forgery *f, enum snapshot_change change);
void snapshot_change_octets(struct snapshot_forgery *f, enum snapshot_change change);

/* A number below n, or 0. */
static inline size_t below(struct snapshot_forgery *f, size_t n)
{
	return n > 0 ? product_below(&f->chance, n) : 0;
}

#endif
