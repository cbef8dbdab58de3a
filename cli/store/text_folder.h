/* text_folder.h - a folder of texts, a file for each origin.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_TEXT_FOLDER_H
#define ROBOTSC_TEXT_FOLDER_H

#include <stddef.h>

#include "robotsc/common.h"

struct text_folder {
	const char *name;
	int fd;
	char part[48];  /* name of the temporary file */
	unsigned taken; /* names of temporary files that are taken */
	/* kept: not replaced, the file there is later; skipped: the name of the host is too long */
	size_t written, kept, skipped;
};

/* Open a folder; make it if it does not exist.  0, or CLI_TROUBLE after a message. */
int cli_text_folder_open(struct text_folder *f, const char *name);
void cli_text_folder_close(struct text_folder *f);

/* Write the text of an origin, unless the folder has one that was fetched later.  0, or CLI_TROUBLE
 * after a message. */
int cli_text_folder_put(struct text_folder *f, struct robotsc_text origin, struct robotsc_text text, int64_t fetched);

/* Write for an origin the text that another origin has in the folder.  0; 1: that has none; or
 * CLI_TROUBLE after a message. */
int cli_text_folder_copy(struct text_folder *f, struct robotsc_text from, struct robotsc_text origin, int64_t fetched);

#endif
