/* source.h - where an import reads its inputs, and where the items go.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_SOURCE_H
#define ROBOTSC_SOURCE_H

#include <sys/stat.h>

#include "items.h"

/* The current input, and where its items go. */
struct pipeline;
struct source {
	struct pipeline *pipeline;
	struct job *jobs;
	struct job *job;      /* the one that is filled, or NULL */
	size_t limit;         /* octets of a robots.txt */
	bool follow;          /* symbolic links in folders */
	struct http http;     /* for the heads of messages in chunks */
	struct buffer joined; /* a message whose data is in one chunk */
	uint64_t read;        /* octets of inputs that are finished */
	const char *name;
	bool nomem; /* out of memory: the run ends */
};

/* Pass the current job to the workers. */
void robotsc__source_submit(struct source *s, uint64_t read);

/* Add an item, or one of these kinds; why as in struct item.  0, or -1 when the import has
 * stopped. */
int robotsc__source_add(struct source *s, struct item item, struct robotsc_text url, struct robotsc_text block, uint64_t read);
int robotsc__source_fault(struct source *s, struct input_position place, const char *why, uint64_t read);
int robotsc__source_lose(struct source *s, const char *why, int error, uint64_t read);
int robotsc__source_text(struct source *s, struct input_position place, struct robotsc_text url, const struct buffer *text,
                         const struct stat *st);
/* A file that cannot be read. */
int robotsc__source_no_text(struct source *s, struct input_position place, const char *path, const char *why);

#endif
