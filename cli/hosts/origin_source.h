/* origin_source.h - many origins, each with a blob: those of a snapshot, or of the texts of
 * archives.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_ORIGIN_SOURCE_H
#define ROBOTSC_ORIGIN_SOURCE_H

#include "cli/answers.h"
#include "cli/collection.h"
#include "cli/read_file.h"
#include "snapshot_files.h"

/* All 0 at the beginning. */
struct cli_origins {
	const struct cli_settings *s;
	bool is_texts; /* not a snapshot */
	size_t n;      /* origins */
	struct robotsc_snapshot_files files;
	struct cli_merged_entries *entries;
	struct cli_collection texts;
	size_t next; /* the text to read next */
};

/* An origin.  All 0 before it is read. */
struct cli_origin {
	bool unread; /* it was not read: a message said why */
	const struct robotsc_snapshot *shard;
	struct robotsc_snapshot_entry entry; /* of a text: only outcome, fetched and length */
	struct cli_file text;                /* no octets: the origin is of a snapshot */
	void *compiled;                      /* from the text */
	size_t len;
};

/* Open the snapshot that the one operand names (--domain: only its hosts); or, with --warc,
 * archives.  0, or CLI_TROUBLE after a message; close in any case. */
int cli_origins_open(struct cli_origins *o, const struct cli_settings *s, char **operands, size_t n);
void cli_origins_close(struct cli_origins *o);

/* Calls for struct cli_parallel, whose inputs begin with a struct cli_origin; ctx: a struct
 * cli_origins.  Origins come in the order of the snapshot, or of URLs. */
size_t cli_origins_read(void *ctx, void *origin);
void cli_origins_release(void *origin);

/* Open the blob of an origin that was read; compile a text, with its other lines.  Any thread.
 * 0, or CLI_TROUBLE after a message. */
int cli_origin_blob(const struct cli_origins *o, struct cli_origin *origin, struct robotsc_blob *blob);

/* ---- prints answers for all origins of a snapshot or of archives, with several threads ---- */

/* Print the answers for an origin to j.  0, or another value after a message.  Called in any
 * thread. */
typedef int cli_print_origin(const void *ctx, struct cli_origin *origin, struct cli_answers *j);

/* Print the answers for all origins in their order, and end them.  j, which has begun, says how to
 * print them.  Returns the exit status. */
int cli_answer_origins(struct cli_origins *origins, const struct cli_settings *s, struct cli_answers *j, cli_print_origin *print,
                       const void *ctx);

/* ---- the entries of all shards of a snapshot in the order of one ---- */

struct cli_merged_entries;

/* Begin before the first entry of a canonical host and the hosts below it; domain NULL: the first
 * of all.  cli_merged_end releases it, also after an error.  Fails ROBOTSC_ERR_NOMEM, or as
 * robotsc_snapshot_next. */
enum robotsc_status cli_merged_begin(struct cli_merged_entries **merged, const struct robotsc_snapshot_files *f,
                                     const struct robotsc_text *domain);
/* Give the next entry, and its shard unless NULL.  ROBOTSC_ERR_UNKNOWN: there are no more. */
enum robotsc_status cli_merged_next(struct cli_merged_entries *merged, struct robotsc_snapshot_entry *entry, size_t *shard);
void cli_merged_end(struct cli_merged_entries *merged);

#endif
