/* collection.h - many robots.txt files: operands, files in folders, or texts in archives.
 *
 * Only their names are kept in memory.  Texts of archives wait in a temporary file.
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
	const char *key; /* part of name without the folder; the same for both of a pair */
	int64_t date;    /* of a text: time when it was fetched */
	uint64_t at;     /* of a text: its offset in the temporary file */
	size_t len;
};

struct cli_collection {
	struct cli_member *at;
	size_t n, room;
	FILE *texts;           /* the texts of archives; NULL: the members are files */
	bool many;             /* the operands name more than one file, or could */
	bool trouble;          /* a message said that something was left out */
	const char *label;     /* the first operand */
	unsigned long strange; /* members that look like another kind of file */
	unsigned long cut;     /* members that are longer than the limit */
};

/* Collect the files that operands name, in their order; of a folder its files by name.  With
 * --warc, the operands are archives: of each origin the text of the latest fetch, in the order of
 * URLs.  Returns 0, or -1 after a message; close in any case. */
int cli_collection_open(const struct cli_settings *s, char **operands, size_t n, struct cli_collection *c);
void cli_collection_close(struct cli_collection *c);

/* Sort the members by their keys. */
void cli_collection_sort(struct cli_collection *c);

/* Read a member, as cli_read_file reads a file.  Returns 0, or -1 after a message. */
int cli_collection_read(const struct cli_collection *c, size_t i, size_t limit, struct cli_file *file);

/* Refuse or warn of a member that is no robots.txt, and warn of one longer than the limit.  If
 * there are many, they are counted; closing says how many.  Returns 0, or -1 after a message. */
int cli_collection_judge(const struct cli_settings *s, struct cli_collection *c, const struct cli_file *file, size_t limit);

#endif
