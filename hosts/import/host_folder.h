/* host_folder.h - folders of robots.txt files, read as items.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_HOST_FOLDER_H
#define ROBOTSC_HOST_FOLDER_H

#include "source.h"

/* Open a regular file or, with folders, a folder.  Others are not opened: opening a FIFO waits, and
 * opening a device may have effects.  fstat notices when the file was replaced in between.  Returns
 * a descriptor, or -1 and why. */
int robotsc__open_plain(int folder, const char *name, bool follow, bool folders, struct stat *st, const char **why);

/* Read a file, a little more than limit at most.  0, or -1 and why. */
int robotsc__read_text(int fd, size_t limit, struct buffer *text, const char **why);

/* Read a folder in the order of names, so that all runs give the same result.  Closes fd. */
void robotsc__read_folder(struct source *s, int fd);

#endif
