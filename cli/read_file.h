/* read_file.h - a file, read into memory.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_READ_FILE_H
#define ROBOTSC_READ_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "robotsc/common.h"

/* Call read(2), again if a signal came. */
ssize_t cli_read(int fd, void *at, size_t room);

/* True for a folder with this file: "data.mdb" of a store, "manifest" of a snapshot in shards. */
bool cli_folder_has(const char *folder, const char *name);

/* A file in memory.  bytes is malloc'd. */
struct cli_file {
	const char *name; /* for messages: "<stdin>" for standard input */
	unsigned char *bytes;
	size_t len;
	bool is_blob;
	dev_t device; /* with inode: tells which file it is */
	ino_t inode;
};

/* True if octets begin as every blob does, and no text.  docs/formats/blob.md */
#define CLI_MAGIC 4 /* octets that are looked at */
bool cli_begins_blob(const void *bytes, size_t len);

/* Read all of path ("-": standard input), a robots.txt only a little beyond limit, because the rest
 * is ignored.  Returns 0, or -1 after a message. */
int cli_read_file(const char *path, size_t limit, struct cli_file *file);

/* True if a robots.txt is longer than the limit; warn that the rest does not count. */
bool cli_is_cut(const struct cli_file *file, size_t limit);
void cli_warn_cut(const struct cli_file *file, size_t limit);

/* ---- the lines of standard input ---- */

/* Reads lines of standard input: any length, any octets, LF or CRLF.  Before it waits for more
 * input, it flushes standard output, so that a process at the other end of two pipes gets its
 * answers. */
struct cli_lines {
	char *buffer;
	size_t room, from, to;
	bool eof;
};

/* Give the next line.  Returns 1; 0: there are no more; -1 after a message. */
int cli_next_line(struct cli_lines *lines, struct robotsc_text *line);

#endif
