/* plain_writer.h - writes a snapshot into memory, from docs/formats/snapshot.md alone: slow and
 * simple, for comparison.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_PLAIN_WRITER_H
#define ROBOTSC_PLAIN_WRITER_H

#include "robotsc/access.h"

/* The settings, as in the head. */
struct plain_settings {
	enum robotsc_dialect dialect;
	unsigned settings; /* bits */
	enum robotsc_redirect_scope scope;
	enum robotsc_challenge challenge;
	uint64_t limit;
	const struct robotsc_text *agents;
	uint32_t nagents;
	uint32_t shard, shards; /* shards 0 counts as 1 */
	int timed;              /* the option time is given */
	int64_t time;
};

struct plain_entry {
	struct robotsc_text origin; /* as robotsc_origin writes it */
	struct robotsc_decision decision;
	const void *blob; /* made in the settings' dialect, for the settings' agents */
	size_t blob_len;
};

/* Make a snapshot.  Of the entries of one origin, the first of those with the latest fetch counts.
 * *out is for free().  0, or -1 without memory or for a blob that cannot be read. */
int plain_snapshot(const struct plain_settings *settings, const struct plain_entry *entries, size_t n, uint8_t **out, size_t *len);

/* Compute the root of a snapshot anew, after its head was changed. */
void plain_seal(uint8_t *snapshot);

#endif
