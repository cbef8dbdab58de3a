/* inputs.h - WARC files and lists, read as items.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_INPUTS_H
#define ROBOTSC_INPUTS_H

#include "items.h"

/* A WARC file or a list that was begun. */
struct begun {
	struct stream stream;
	struct warc warc;
	bool is_warc, foreign; /* foreign: it is neither */
	/* A list: its first line that names a file, with its number; or why there is none. */
	enum warc_result result;
	struct warc_response line;
	uint64_t number;
};

/* An input. */
struct input {
	char *name;          /* for messages; its path where fd is -1 */
	int fd;              /* of the caller, or -1 */
	struct begun *begun; /* or NULL */
};

/* Read the first octets, to tell a WARC file from a list.  NULL without memory. */
struct begun *robotsc__input_begin(int fd);
void robotsc__input_end(struct begun *b);

/* Read an input into the pipeline. */
void robotsc__input_read(struct source *s, const struct input *in);

#endif
