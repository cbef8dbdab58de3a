/* layout_readers.h - insight/, robotsc_dot and inspect.h read a blob as the second reader does.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_LAYOUT_READERS_H
#define ROBOTSC_LAYOUT_READERS_H

#include <stddef.h>
#include <stdint.h>

/* Paths that were walked, by kind of machine.  doubtful: insight calls the machine so, and a step
 * may differ from the walk. */
struct layout_readers {
	unsigned long nodes, prefix_tables, filters, lists, doubtful;
};

/* Read a blob that opens.  Returns what two readers say differently, or NULL. */
const char *layout_readers(const uint8_t *bytes, size_t len, struct layout_readers *walked);

/* The same for some filters that the compiler makes, each with one bit of its machines changed,
 * too.  Globs that are made by chance do not hold their literals.  Returns how many of these blobs
 * are read differently; *wrong: what, of one. */
unsigned long layout_readers_filters(struct layout_readers *walked, const char **wrong);

#endif
