/* layout_readers.h - compares the walk, analysis/, robotsc_dot and inspect.h with the second
 * reader.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_LAYOUT_READERS_H
#define ROBOTSC_LAYOUT_READERS_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* Paths that were walked, by kind of machine.  unproven: analysis/ leaves the machine unproven, so
 * a step may differ from the walk.  questions: where they are written (questions.h), or NULL. */
struct layout_readers {
	unsigned long nodes, prefix_tables, filters, lists, unproven;
	FILE *questions;
};

/* Read a blob that opens.  Returns what two readers disagree on, or NULL. */
const char *layout_readers(const uint8_t *bytes, size_t len, struct layout_readers *walked);

/* As layout_readers for some filters from the compiler, as they are and with one bit of their
 * machines changed: random globs would not contain their literals.  Returns how many blobs are read
 * differently.  *wrong: what the readers of one of them disagree on. */
unsigned long layout_readers_filters(struct layout_readers *walked, const char **wrong);

#endif
