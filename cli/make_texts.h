/* make_texts.h - robotsc snapshot make --texts: keeps the robots.txt of a snapshot.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_MAKE_TEXTS_H
#define ROBOTSC_MAKE_TEXTS_H

#include "texts_file.h"

/* Where the texts are. */
struct cli_text_sources {
	char **archives; /* and folders, lists: what import reads */
	size_t narchives;
	const struct cli_snapshot_files *snapshots; /* with texts beside them */
	size_t nsnapshots;
};

struct cli_texts_report {
	uint64_t texts, octets; /* in the files; octets of these */
	uint64_t plain;         /* octets of the texts */
	uint64_t without;       /* origins whose robots.txt was parsed and is not there */
};

/* Refuse what cannot be kept, before the snapshot is made: standard input, a build without zstd, a
 * file that is no texts.  0, or CLI_TROUBLE after a message. */
int cli_texts_check(const struct cli_settings *s, char **archives, size_t n);

/* Write the texts of the snapshot --output, which was made of these.  0, or CLI_TROUBLE after a
 * message. */
int cli_make_texts(const struct cli_settings *s, const struct cli_text_sources *from, struct cli_texts_report *report);

#endif
