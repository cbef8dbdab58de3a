/* kit_second.h - the plain readers of tests/, put together: from a URL to the verdict of a
 * snapshot.
 *
 * Words are those of tests/kit/README.md.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_KIT_SECOND_H
#define ROBOTSC_KIT_SECOND_H

#include "tests/runtime/match/decode.h"
#include "tests/hosts/snapshot/second_reader.h"

#define KIT_SECOND_TOKENS 4

struct kit_second {
	struct second_snapshot s;
	struct decode_text tokens[KIT_SECOND_TOKENS];
	size_t ntokens;
};

const char *kit_second_word(enum second_answer answer);

/* Open a snapshot at a level; the tokens are those of *k. */
const char *kit_second_open(struct kit_second *k, const uint8_t *bytes, size_t len, enum second_trust trust, const uint8_t *root);

/* Find the entry of a URL. */
const char *kit_second_find(const struct kit_second *k, const char *url, size_t len, struct second_entry *e);

/* The verdict for a URL, and the word for what was selected. */
const char *kit_second_check(const struct kit_second *k, const char *url, size_t len, int *verdict, const char **selected);

#endif
