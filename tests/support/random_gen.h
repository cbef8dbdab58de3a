/* random_gen.h - random robots.txt files and URLs, with many rare cases.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_RANDOM_GEN_H
#define ROBOTSC_RANDOM_GEN_H

#include "tests/oracle/oracle.h"

#include <stddef.h>
#include <stdint.h>

/* Growing text. */
struct draft {
	char *at;
	size_t len, room;
};

/* Fill d, whose storage is reused, from the random state. */
void random_gen_file(struct draft *d, uint64_t *state);

/* A URL: often from a rule of the file, if it has rules. */
void random_gen_url(struct draft *d, uint64_t *state, const struct oracle_file *file);

/* The name of a robot: often one that the file names, if it names any. */
void random_gen_robot(struct draft *d, uint64_t *state, const struct oracle_file *file);

/* A User-Agent header, with robots that the file names. */
void random_gen_header(struct draft *d, uint64_t *state, const struct oracle_file *file);

#endif
