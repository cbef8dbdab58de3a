/* kit_site.h - a plan of a snapshot whose texts the oracle has read, and lines about snapshots.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_KIT_SITE_H
#define ROBOTSC_KIT_SITE_H

#include "kit_second.h"
#include "kit_write.h"
#include "tests/oracle/oracle.h"
#include "tests/hosts/snapshot/snapshot_maker.h"
#include "tests/support/product.h"

#define KIT_SITE_TEXT 400

struct kit_site {
	struct snapshot_plan plan;
	struct snapshot_map map;
	struct product blobs[MAKER_BLOBS];
	struct oracle_file *files[MAKER_BLOBS];
	uint8_t bytes[MAKER_ROOM];
	size_t len;
};

/* Write texts for the blobs of a plan, compile them, and write the snapshot. */
void kit_site_make(struct kit_site *site, uint64_t *state);
void kit_site_write(struct kit_site *site);
void kit_site_free(struct kit_site *site);

/* ---- lines ---- */

void kit_put_snapshot(struct kit *k, const char *name, const uint8_t *bytes, size_t len);

/* "open".  root: 32 octets, or NULL. */
void kit_put_open(struct kit *k, const char *status, enum second_trust trust, const uint8_t *root, const struct decode_text *tokens,
                  size_t n);
void kit_put_find(struct kit *k, const char *status, const char *url, size_t len, const struct second_entry *e);
void kit_put_check(struct kit *k, const char *status, int verdict, const char *selected, const char *url, size_t len);

/* "domain", by the plain reader: of all entries if len is 0. */
void kit_put_domain(struct kit *k, const struct kit_second *second, const char *domain, size_t len);

#endif
