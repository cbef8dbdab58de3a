/* delta_layout.h - where things stand in a delta.  docs/snapshot-delta.md explains them.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_DELTA_LAYOUT_H
#define ROBOTSC_DELTA_LAYOUT_H

#include "octets.h"

#define DELTA_MAGIC 0x0A1A0A0D4453528Du /* 8D 52 53 44 0D 0A 1A 0A */
#define DELTA_MAJOR 1
#define DELTA_MINOR 0

/* Head */
#define DELTA_AT_MAGIC 0  /* 8 */
#define DELTA_AT_MAJOR 8  /* 2 */
#define DELTA_AT_MINOR 10 /* 2 */
#define DELTA_AT_PARTS 12 /* 4 */
#define DELTA_AT_SIZE 16  /* 8 */
#define DELTA_AT_TIME 24  /* 8 */
#define DELTA_AT_FLAGS 32 /* 1: DELTA_... */
#define DELTA_AT_ROWS 40  /* DELTA_ROW each, then a digest */
#define DELTA_FOLDER 1    /* of shards */
#define DELTA_TIMED 2     /* the time of NEW is that of the head */

#define DELTA_ROW 128
#define DELTA_ROW_AT_OLD 0       /* HEAD_ROOT */
#define DELTA_ROW_AT_NEW 32      /* HEAD_ROOT */
#define DELTA_ROW_AT_DIGEST 64   /* 32: of the part */
#define DELTA_ROW_AT_SIZE 96     /* 8: of the part */
#define DELTA_ROW_AT_FILE 104    /* 8: of NEW */
#define DELTA_ROW_AT_ENTRIES 112 /* 8: of NEW */
#define DELTA_ROW_AT_OCTETS 120  /* 8: of the blobs of all entries of NEW */

/* Items: the first octet */
#define ITEM_KIND 3
#define ITEM_SAME 0
#define ITEM_GONE 1
#define ITEM_CHANGED 2
#define ITEM_ADDED 3
#define ITEM_LIFETIME 4
#define ITEM_SINCE 8
#define ITEM_FACTS 16
#define ITEM_TEXT 32
#define ITEM_POLICY 64

#define FACTS_OCTETS 7u  /* status, end, profile, outcome, row, flags */
#define NUMBER_OCTETS 10 /* of a number, at most */

#define DELTA_TIME_MOST ((UINT64_C(1) << 40) - 1)

/* A signed number as an unsigned one, small ones first: 0, -1, 1, -2, 2. */
static inline uint64_t fold_sign(uint64_t v)
{
	return v >> 63 ? ~(v << 1) : v << 1;
}

static inline uint64_t unfold_sign(uint64_t v)
{
	return v & 1 ? ~(v >> 1) : v >> 1;
}

/* Write a number, seven bits an octet, the lowest first.  Returns how many octets. */
static inline unsigned put_number(uint8_t *p, uint64_t v)
{
	unsigned n = 0;
	for (; v > 0x7F; v >>= 7)
		p[n++] = (uint8_t)(v | 0x80);
	p[n++] = (uint8_t)v;
	return n;
}

#endif
