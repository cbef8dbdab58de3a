/* kit_decode.h - a blob of the kit as the plain readers of tests/ see it.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_KIT_DECODE_H
#define ROBOTSC_KIT_DECODE_H

#include "kit_write.h"
#include "tests/oracle/oracle.h"
#include "tests/runtime/records/decode_extensions.h"

struct kit_decoded {
	struct decode_blob blob;
	struct decode_extensions extensions;
};

/* Read a blob, which must be good.  The program stops otherwise. */
void kit_decoded_open(struct kit_decoded *d, const uint8_t *bytes, size_t len);
void kit_decoded_close(struct kit_decoded *d);

/* The most steps for a path and the robot of these tokens: docs/format.md, "What a check costs" */
uint64_t kit_decoded_steps(const struct kit_decoded *d, const struct oracle_text *tokens, size_t n, const char *path, size_t len);

/* The same for a policy, from decode_select. */
uint64_t kit_decoded_most(const struct decode_blob *b, uint32_t policy, const char *path, size_t len);

/* Write what the sections beside the rules are: lines "fetch" and "extensions". */
void kit_beside(struct kit *k, const struct decode_blob *b);

/* Write a line "group" of a robot without tokens.  policy: of decode_select, 0 if not answered. */
void kit_star(struct kit *k, const struct decode_blob *b, uint32_t *policy);

#endif
