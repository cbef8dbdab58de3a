/* snapshot_layout.h - the layout of a snapshot: sizes, offsets and bits.  docs/formats/snapshot.md
 * explains them.
 *
 * Constants and sizes, shared by the maker and the reader: no struct is ever laid over the octets.
 * All integers are little-endian, at any alignment.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_SNAPSHOT_LAYOUT_H
#define ROBOTSC_SNAPSHOT_LAYOUT_H

#include <stdint.h>

#define SNAPSHOT_MAGIC 0x0A1A0A0D4E53528Du /* 8D 52 53 4E 0D 0A 1A 0A */
#define MANIFEST_MAGIC 0x0A1A0A0D4D53528Du /* 8D 52 53 4D 0D 0A 1A 0A */
#define SNAPSHOT_MAJOR 1
#define SNAPSHOT_MINOR 0
#define SNAPSHOT_ALIGN 64 /* the head and each section begin at a multiple */

/* Head */
#define HEAD_AT_MAGIC 0       /* 8 */
#define HEAD_AT_MAJOR 8       /* 2 */
#define HEAD_AT_MINOR 10      /* 2 */
#define HEAD_AT_HEAD_SIZE 12  /* 4 */
#define HEAD_AT_FILE_SIZE 16  /* 8 */
#define HEAD_AT_TIME 24       /* 8 */
#define HEAD_AT_ENTRIES 32    /* 8: how many */
#define HEAD_AT_POLICIES 40   /* 8: how many */
#define HEAD_AT_SEED 48       /* 8 */
#define HEAD_AT_PROBES 56     /* 4 */
#define HEAD_AT_BUCKETS 60    /* 4 */
#define HEAD_AT_SHARD 64      /* 4 */
#define HEAD_AT_SHARDS 68     /* 4 */
#define HEAD_AT_SECTIONS 72   /* HEAD_SECTION each */
#define HEAD_AT_DIALECT 264   /* 1 */
#define HEAD_AT_SETTINGS 265  /* 1: SETTING_... */
#define HEAD_AT_SCOPE 266     /* 1: enum robotsc_redirect_scope */
#define HEAD_AT_CHALLENGE 267 /* 1: enum robotsc_challenge */
#define HEAD_AT_AGENTS 268    /* 4: how many */
#define HEAD_AT_LIMIT 272     /* 8 */
#define HEAD_AT_TOKENS 280    /* for each agent, the size of its token (2) and the token */
#define HEAD_SMALLEST 320
#define HEAD_ROOT 32 /* octets of the root, at the end of the head */

#define HEAD_SECTION 48
#define SECTION_AT_START 0 /* 8 */
#define SECTION_AT_SIZE 8  /* 8 */
#define SECTION_AT_DIGEST 16
#define SECTION_ENTRIES 0
#define SECTION_MARKS 1
#define SECTION_INDEX 2
#define SECTION_RECORDS 3
#define SNAPSHOT_SECTIONS 4

#define SETTING_STRICT_FIELDS 1
#define SETTING_CONNER2_REST_DENY 2
#define SETTING_EXTENSIONS 4
#define SETTING_AIPREF_RULE 8

/* Entries */
#define ENTRY_AT_SUM 0      /* 4 */
#define ENTRY_AT_SIZE 4     /* 2: octets of the origin */
#define ENTRY_AT_FLAGS 6    /* 1: ENTRY_... */
#define ENTRY_AT_OUTCOME 7  /* 1 */
#define ENTRY_AT_EXPIRES 8  /* 5 */
#define ENTRY_AT_FETCHED 13 /* 5 */
#define ENTRY_AT_STATUS 18  /* 2 */
#define ENTRY_AT_END 20     /* 1 */
#define ENTRY_AT_PROFILE 21 /* 1 */
#define ENTRY_AT_ROW 22     /* 1 */
#define ENTRY_AT_LENGTH 23  /* 5 */
#define ENTRY_AT_DIGEST 28  /* 8 */
#define ENTRY_AT_POLICY 36  /* 5: offset of the entry's record, in units of SNAPSHOT_UNIT */
#define ENTRY_AT_RECORD 41  /* 3: size of the record, in such units, up to ENTRY_RECORD_MAX */
#define ENTRY_AT_ORIGIN 44
#define ENTRY_SINCE_SIZE 5 /* after the origin, if ENTRY_SINCE is set */
#define ENTRY_SMALLEST 48

#define ENTRY_REVALIDATE 1
#define ENTRY_CHALLENGE 2
#define ENTRY_SINCE 4

#define ENTRY_RECORD_MAX 0xFFFFFFu
#define SNAPSHOT_UNIT 8 /* entries and records begin at multiples of this */

/* Keys: the labels, then the port and a number for the scheme */
#define KEY_DOT 1 /* between labels */
#define KEY_END 0 /* after them */

/* Marks */
#define MARK_SIZE 8
#define MARK_STEP 64 /* entries */

/* Index */
#define BUCKET_SIZE 64
#define BUCKET_AT_SUM 0   /* 4 */
#define BUCKET_AT_COUNT 4 /* 1 */
#define BUCKET_AT_MORE 5  /* 1 */
#define BUCKET_AT_SLOTS 8
#define BUCKET_SLOTS 7
#define SLOT_SIZE 8
#define SLOT_OFFSET_BITS 40 /* the offset of an entry, in units of SNAPSHOT_UNIT */
#define SLOT_TAG_BITS 24    /* above it */
#define PROBES_MAX 16       /* buckets; all but one stand after the last home bucket */

/* Policies: records */
#define RECORD_AT_SUM 0    /* 4 */
#define RECORD_AT_SIZE 4   /* 4: octets of the blob */
#define RECORD_AT_FRONTS 8 /* FRONT_SIZE each, then the blob */
#define RECORD_SMALLEST 64

#define FRONT_SIZE 8
#define FRONT_AT_FIELD 0    /* 4 */
#define FRONT_AT_NAME 4     /* 3 */
#define FRONT_AT_SELECTED 7 /* 1: enum robotsc_selected */

/* Shards */
#define SHARD_KEY 0x316373746F626F72u /* "robotsc1" */

/* Manifest */
#define MANIFEST_AT_MAGIC 0   /* 8 */
#define MANIFEST_AT_MAJOR 8   /* 2 */
#define MANIFEST_AT_MINOR 10  /* 2 */
#define MANIFEST_AT_SHARDS 12 /* 4 */
#define MANIFEST_AT_TIME 16   /* 8 */
#define MANIFEST_AT_ZERO 24   /* 8 */
#define MANIFEST_AT_ROWS 32   /* MANIFEST_ROW each, then a digest */
#define MANIFEST_ROW 48
#define ROW_AT_SIZE 0    /* 8 */
#define ROW_AT_ENTRIES 8 /* 8 */
#define ROW_AT_ROOT 16   /* HEAD_ROOT */

/* The size of an entry or a record with the zeros that fill it up to a SNAPSHOT_UNIT. */
static inline uint64_t filled(uint64_t size)
{
	return (size + SNAPSHOT_UNIT - 1) / SNAPSHOT_UNIT * SNAPSHOT_UNIT;
}

static inline uint64_t record_size(uint64_t agents, uint64_t blob)
{
	const uint64_t size = filled(RECORD_AT_FRONTS + FRONT_SIZE * agents + blob);
	return size < RECORD_SMALLEST ? RECORD_SMALLEST : size;
}

#endif
