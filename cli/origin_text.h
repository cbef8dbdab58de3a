/* origin_text.h - what a snapshot has of an origin: its robots.txt, or else its blob.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_ORIGIN_TEXT_H
#define ROBOTSC_ORIGIN_TEXT_H

#include "read_file.h"
#include "texts_file.h"

/* A snapshot with the texts beside it.  All 0 at the beginning. */
struct cli_origin_texts {
	struct cli_snapshot_files files;
	struct cli_texts *texts; /* of each shard, opened when it is asked */
};

/* Open a snapshot.  0, or CLI_TROUBLE after a message; close in any case. */
int cli_origin_texts_open(struct cli_origin_texts *o, const struct cli_settings *s, const char *name);
void cli_origin_texts_close(struct cli_origin_texts *o);

/* Read the text of an entry, which file has for free(); no octets: there is none beside the shard.
 * One thread at a time.  0, or CLI_TROUBLE after a message. */
int cli_entry_text(const struct cli_origin_texts *o, const struct robotsc_snapshot *shard,
                   const struct robotsc_snapshot_entry *entry, struct cli_file *file);

/* Read the text of a URL's origin; or, after a message that there is none, a copy of its blob.
 *
 * file  out: named after the robots.txt, or for a blob after the origin; the name is freed with the
 *       octets.
 *
 * One thread at a time.  0, or CLI_TROUBLE after a message. */
int cli_origin_text(const struct cli_origin_texts *o, const char *url, struct cli_file *file);

#endif
