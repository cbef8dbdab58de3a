/* collection.h - many robots.txt files: those that operands name, those of folders, or the texts of
 * archives.
 *
 * Only names are kept in memory.  Texts of archives wait in a temporary file.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_COLLECTION_H
#define ROBOTSC_COLLECTION_H

#include <stdio.h>

#include "cli_settings.h"
#include "read_file.h"

/* A robots.txt. */
struct cli_member {
	char *name;      /* a path, or the URL of a text; malloc'd */
	const char *key; /* in name, without the folder; the same for both of a pair */
	int64_t date;    /* of a text: when it was fetched */
	uint64_t at;     /* of a text: its octets in the temporary file */
	size_t len;
};

struct cli_collection {
	struct cli_member *at;
	size_t n, room;
	FILE *texts;           /* the texts of archives; NULL: the members are files */
	bool many;             /* the operands name more than one file, or could */
	bool trouble;          /* a message said what was left out */
	const char *label;     /* the first operand */
	unsigned long strange; /* members that are no robots.txt at all */
	unsigned long cut;     /* members that are longer than the limit */
};

/* Collect what the operands name: files in their order, of a folder in the order of names.  With
 * --warc, the operands are archives.  Each origin has one text, that of the latest fetch, in the
 * order of URLs.  Returns 0, or -1 after a message; close in any case. */
int cli_collection_open(const struct cli_settings *s, char **operands, size_t n, struct cli_collection *c);
void cli_collection_close(struct cli_collection *c);

/* Sort the members by their keys. */
void cli_collection_sort(struct cli_collection *c);

/* Read a member, as cli_read_file reads a file.  Returns 0, or -1 after a message. */
int cli_collection_read(const struct cli_collection *c, size_t i, size_t limit, struct cli_file *file);

/* Refuse or warn of a member that is no robots.txt at all, and warn of one longer than the limit.
 * Of many, count them: closing says how many.  Returns 0, or -1 after a message. */
int cli_collection_judge(const struct cli_settings *s, struct cli_collection *c, const struct cli_file *file, size_t limit);

#endif
