/* winners.h - which entry of an origin counts.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_WINNERS_H
#define ROBOTSC_WINNERS_H

#include <stdbool.h>

#include "robotsc/access.h"
#include "sorter.h"

/* What is known of a fetch, in octets that are in the order of the times. */
enum {
	FACTS_AT_FETCHED = 0,
	FACTS_AT_EXPIRES = 5,
	FACTS_AT_SINCE = 10,
	FACTS_AT_STATUS = 15,
	FACTS_AT_END = 17,
	FACTS_AT_PROFILE = 18,
	FACTS_AT_OUTCOME = 19,
	FACTS_AT_ROW = 20,
	FACTS_AT_FLAGS = 21, /* ENTRY_REVALIDATE, ENTRY_CHALLENGE */
	FACTS_AT_LENGTH = 22,
	FACTS_AT_DIGEST = 27,
	FACTS_SIZE = 35
};

/* An entry that counts. */
struct winner {
	struct robotsc_text origin;
	const uint8_t *facts;
	const uint8_t *blob;
	size_t blob_len;
};

struct winners {
	struct sorter *sorter;
	struct kept_record {
		uint8_t *at;
		size_t len, room;
	} now, ahead; /* ahead: the first record of the next key */
	bool has_ahead;
};

/* Make the record that is sorted. */
enum robotsc_store_status robotsc__winners_add(struct sorter *sorter, uint32_t shard, struct robotsc_text origin,
                                               const struct robotsc_decision *decision, const void *blob, size_t blob_len);

/* Begin after the sorter has sorted. */
enum robotsc_store_status robotsc__winners_begin(struct winners *w, struct sorter *sorter);
void robotsc__winners_free(struct winners *w);

/* Return the next entry of a shard, valid until the next call.  NOT_FOUND: there is none left. */
enum robotsc_store_status robotsc__winners_next(struct winners *w, uint32_t shard, struct winner *winner);

#endif
