/* entry.h - origins as keys, and their entries, as octets and back.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_ENTRY_H
#define ROBOTSC_ENTRY_H

#include <lmdb.h>

#include "databases.h"
#include "robotsc/store.h"

#define KEY_ROOM ROBOTSC_ORIGIN_MAX

/* A key is the origin without "scheme://", then an octet for the scheme.  So all origins of a host
 * are neighbours. */
struct key {
	uint16_t len;
	uint8_t at[KEY_ROOM];
};

/* The key of a URL's origin.  OK, or ORIGIN. */
enum robotsc_store_status robotsc__key_make(struct key *key, const char *url, size_t len);

/* The origin of a key.  Returns its length; 0 for octets that are no key. */
size_t robotsc__key_origin(const void *key, size_t len, char origin[ROBOTSC_ORIGIN_MAX]);

/* The XXH3 of an entry without its checksum; its seed is the XXH3 of the key. */
uint64_t robotsc__entry_hash(const MDB_val *key, const void *octets, size_t len);

/* Returns the number of octets written. */
size_t robotsc__entry_put(uint8_t out[ENTRY_LONG], const MDB_val *key, const struct robotsc_store_entry *entry);

/* OK; or DAMAGED: the length or the checksum is wrong. */
enum robotsc_store_status robotsc__entry_get(const MDB_val *key, const MDB_val *octets, struct robotsc_store_entry *entry);

#endif
