/* programs.h - the programs of a machine, stepped octet by octet.  docs/format.md, "Programs"
 *
 * A thread is an instruction that may read the next octet, and which half of a pair it has read.  Threads of a
 * program before its last star are dropped, as the walk does not go back to earlier stars either.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_PROGRAMS_H
#define ROBOTSC_PROGRAMS_H

#include "arena.h"
#include "code.h"

struct program {
	uint32_t begin, end; /* of its instructions, offsets in the code */
	uint32_t rank;
};

struct programs {
	const uint8_t *code;
	struct program *all;
	uint32_t n, most; /* threads that there may be at most */
	uint32_t *owner;  /* by offset: the program */
};

/* Threads, in the order of programs. */
struct threads {
	uint32_t *all;
	uint32_t n;
};

/* Read those of a machine.  Fails ROBOTSC_ERR_NOMEM only. */
enum robotsc_status robotsc__programs_read(struct arena *a, const uint8_t *machine, struct programs *out);

/* Where programs stand at first.  Returns the best rank: best, or that of one that matches whatever follows. */
uint32_t robotsc__programs_start(const struct programs *p, struct threads *out, uint32_t best);

/* Behind an octet.  out is other memory than from. */
uint32_t robotsc__programs_step(const struct programs *p, const struct threads *from, uint8_t octet, struct threads *out,
                                uint32_t best);

/* The best rank if the path ends here. */
uint32_t robotsc__programs_end(const struct programs *p, const struct threads *at, uint32_t best);

/* Drop threads that cannot change the verdict.  alone: no other machine can raise the best rank. */
void robotsc__programs_prune(const struct programs *p, struct threads *at, uint32_t best, int alone);

/* Set named[] of each octet that the threads tell from others. */
void robotsc__programs_name(const struct programs *p, const struct threads *at, uint8_t named[256]);

/* And that any instruction does. */
void robotsc__programs_name_all(const struct programs *p, uint8_t named[256]);

/* Behind an instruction. */
uint32_t robotsc__programs_next(const struct programs *p, uint32_t at);

#endif
