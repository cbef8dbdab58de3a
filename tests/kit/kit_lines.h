/* kit_lines.h - reads the lines of a file of the kit, as tests/kit/README.md has them.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_KIT_LINES_H
#define ROBOTSC_KIT_LINES_H

#include <stddef.h>
#include <stdint.h>

#define KIT_FIELDS 400

struct kit_octets {
	const char *at;
	size_t len;
};

struct kit_lines {
	char *bytes, *next, *end;
	unsigned long number; /* of the line */
	struct kit_octets field[KIT_FIELDS];
	size_t n;
};

/* Open a file of a folder.  Returns 0 if it cannot be read. */
int kit_lines_open(struct kit_lines *l, const char *folder, const char *name);
void kit_lines_close(struct kit_lines *l);

/* Read the next line.  Returns 0 at the end. */
int kit_lines_next(struct kit_lines *l);

/* A field of the line.  Texts and base64 are decoded in place, each at most once. */
int kit_is(const struct kit_lines *l, size_t i, const char *word);
int64_t kit_integer(const struct kit_lines *l, size_t i);
uint64_t kit_natural(const struct kit_lines *l, size_t i);
struct kit_octets kit_decode_text(struct kit_lines *l, size_t i);
struct kit_octets kit_decode_base64(struct kit_lines *l, size_t i);

#endif
