/* pack.h - origins and entries as keys and values of a database; and packs of blobs, which fill
 * pages.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_PACK_H
#define ROBOTSC_PACK_H

#include <lmdb.h>
#include <stdbool.h>
#include <stddef.h>

#include "databases.h"
#include "robotsc/store.h"

#define KEY_ROOM ROBOTSC_ORIGIN_MAX

/* A key is the origin without "scheme://", then an octet for the scheme.  So all origins of a host
 * are neighbours. */
struct key {
	uint16_t len;
	uint8_t at[KEY_ROOM];
};

/* Make the key of a URL's origin.  OK, or ORIGIN when it has none. */
enum robotsc_store_status robotsc__key_make(struct key *key, const char *url, size_t len);

/* The origin of a key.  Returns its length; 0 for octets that are no key. */
size_t robotsc__key_origin(const void *key, size_t len, char origin[ROBOTSC_ORIGIN_MAX]);

/* The XXH3 of an entry without its checksum; its seed is the XXH3 of the key. */
uint64_t robotsc__entry_hash(const MDB_val *key, const void *octets, size_t len);

/* Write an entry.  Returns how many octets. */
size_t robotsc__entry_put(uint8_t out[ENTRY_LONG], const MDB_val *key, const struct robotsc_store_entry *entry);

/* Read an entry.  OK; or DAMAGED: the length or the checksum is wrong. */
enum robotsc_store_status robotsc__entry_get(const MDB_val *key, const MDB_val *octets, struct robotsc_store_entry *entry);

/* ---- reading a pack ---- */

struct pack {
	const uint8_t *at;
	size_t size;
	unsigned count;
};

/* Open a pack.  0, or -1 when the octets are no pack. */
int robotsc__pack_open(struct pack *p, const void *octets, size_t len);

/* The blob at an index.  Returns its octets, or NULL when there is none. */
const uint8_t *robotsc__pack_blob(const struct pack *p, unsigned place, size_t *len);

/* ---- writing one ---- */

/* A pack that is being filled. */
struct packer {
	uint32_t number; /* of the pack */
	unsigned count;
	uint32_t *ends; /* room for PACK_BLOBS of them */
	uint8_t *octets;
	size_t len, room;
};

/* 0, or -1 without memory. */
int robotsc__packer_init(struct packer *p, uint32_t number);
void robotsc__packer_free(struct packer *p);

/* True when this blob would make the pack too large: then the caller first writes the pack. */
bool robotsc__packer_full(const struct packer *p, size_t len);

/* Add a blob; its index is count before the call.  0, or -1 without memory. */
int robotsc__packer_add(struct packer *p, const void *blob, size_t len);

/* The size of the pack; write it to out, which has room for it; begin the next pack. */
size_t robotsc__packer_size(const struct packer *p);
void robotsc__packer_write(const struct packer *p, uint8_t *out);
void robotsc__packer_next(struct packer *p);

#endif
