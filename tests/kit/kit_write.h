/* kit_write.h - writes the lines of the kit, as tests/kit/README.md has them.
 *
 *     kit_word(k, "path");  kit_number(k, 1);  kit_text(k, "/a b", 4);  kit_end(k);
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_KIT_WRITE_H
#define ROBOTSC_KIT_WRITE_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct kit {
	FILE *file;
	unsigned long lines;
};

/* Begin and end a file of a folder.  They stop the program if it cannot be written. */
void kit_open(struct kit *k, const char *folder, const char *name);
void kit_close(struct kit *k);

/* Begin a line with a word, add fields to it, and end it. */
void kit_word(struct kit *k, const char *word);
void kit_name(struct kit *k, const char *name); /* letters, digits and the like */
void kit_none(struct kit *k);                   /* "-" */
void kit_number(struct kit *k, int64_t number);
void kit_unsigned(struct kit *k, uint64_t number);
void kit_text(struct kit *k, const char *at, size_t len);
void kit_base64(struct kit *k, const uint8_t *octets, size_t len);
void kit_end(struct kit *k);

#endif
