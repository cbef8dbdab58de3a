/* child.h - reads a store that may be damaged in another process.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_CHILD_H
#define ROBOTSC_CHILD_H

/* Run a function that reads the store in this folder, in a child process.  When the child crashes
 * or does not end, the store is damaged, and a message says so.  The child has a minute of
 * processor time, and a second for each MiB of the file.  Returns the exit status; other signals
 * that end the child end this process too. */
int cli_in_child(const char *folder, int (*run)(void *ctx), void *ctx);

#endif
