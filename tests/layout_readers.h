/* layout_readers.h - what the decoder of insight/, robotsc_dot and inspect.h read of a blob, beside the second reader.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_TESTS_LAYOUT_READERS_H
#define ROBOTSC_TESTS_LAYOUT_READERS_H

#include <stddef.h>
#include <stdint.h>

/* Paths that were walked, by kind of machine.  Of the rest, hints do not hold: there a step may differ from a walk. */
struct layout_readers {
	unsigned long nodes, marks, fans, programs, lists, rest;
};

/* Read a blob that opens.  Returns what two readers say differently, or NULL. */
const char *layout_readers(const uint8_t *bytes, size_t len, struct layout_readers *walked);

#endif
