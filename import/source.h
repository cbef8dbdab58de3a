/* source.h - the inputs of an import, which are read as items.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_SOURCE_H
#define ROBOTSC_SOURCE_H

#include <sys/stat.h>

#include "items.h"

/* A WARC file or a list that was begun. */
struct begun {
	struct stream stream;
	struct warc warc;
	bool is_warc, foreign; /* foreign: it is neither */
	/* Of a list: its first line that is one, and its number; or the result of reading it. */
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

/* ---- inputs.c */

/* Read the first octets, to tell a WARC file from a list.  NULL without memory. */
struct begun *robotsc__input_begin(int fd);
void robotsc__input_end(struct begun *b);

/* Read an input into the pipeline. */
void robotsc__input_read(struct source *s, const struct input *in);

/* Add an item, or one of these kinds; why as in struct item.  0, or -1 when the import has
 * stopped. */
int robotsc__source_add(struct source *s, struct item item, struct robotsc_text url, struct robotsc_text block, uint64_t read);
int robotsc__source_fault(struct source *s, struct position place, const char *why, uint64_t read);
int robotsc__source_lose(struct source *s, const char *why, int error, uint64_t read);
int robotsc__source_text(struct source *s, struct position place, struct robotsc_text url, const struct buffer *text,
                         const struct stat *st);
/* A file that cannot be read. */
int robotsc__source_no_text(struct source *s, struct position place, const char *path, const char *why);

/* ---- host_folder.c */

/* Open a regular file or, with folders, a folder.  Others are not opened: opening a FIFO waits, and
 * opening a device may have effects.  fstat notices when the file was replaced in between.  Returns
 * a descriptor, or -1 and why. */
int robotsc__open_plain(int folder, const char *name, bool follow, bool folders, struct stat *st, const char **why);

/* Read a file, a little more than limit at most.  0, or -1 and why. */
int robotsc__read_text(int fd, size_t limit, struct buffer *text, const char **why);

/* Read a folder in the order of names, so that all runs give the same result.  Closes fd. */
void robotsc__read_folder(struct source *s, int fd);

#endif
