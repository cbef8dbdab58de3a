/* sharing_model.h - which of many origins share a policy, when those of some thousand are known.
 *
 * The more origins there are, the rarer is a policy that no other has: the number of different ones grows as a power of the
 * number of origins (Heaps' law).  So a file that is drawn again must now and then get a policy of its own.
 *
 * An origin is like a file, every file in its turn.  It is made as one of the earlier origins like that file, drawn
 * at random; but once in (how many have that one's policy) / b times its policy is a new one.  Then D policies of n
 * files become D (N / n)^b of N origins, and a policy that many files have keeps its share: this is Pitman and Yor's
 * process, with the discount b and the strength 0.  The texts of a policy become more in the same way.
 *
 * Small policies are shared sooner than large ones.  So the files are grouped by the size of their policies, and each
 * group has its own b: what its files say when the number of different ones among all is compared with that among half of
 * them, in the mean of all halves.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_SHARING_MODEL_H
#define ROBOTSC_SHARING_MODEL_H

#include <stddef.h>
#include <stdint.h>

#define SHARING_GROUPS 4

/* What is known of a file. */
struct sharing_file {
	uint64_t policy, text; /* digests: of what it decides, and of the lines that decide */
	uint32_t octets;       /* of the policy */
};

/* An origin.  Policies and texts are numbered, those of the files first. */
struct sharing_origin {
	uint32_t file, policy, text;
};

/* Files whose policies are about as large. */
struct sharing_group {
	uint32_t files, policies, octets; /* octets: of the largest policy */
	double policies_grow, texts_grow; /* exponents; that of the texts is for those of one policy */
};

struct sharing_model {
	struct sharing_group group[SHARING_GROUPS];
	uint32_t files, policies, texts; /* texts and policies of the files */
	uint8_t *group_of;               /* each file's */
	struct sharing_origin *origin;
};

/* Fill u with n origins, in random order.  There is at least one file. */
void sharing_draw(struct sharing_model *u, const struct sharing_file *files, uint32_t nfiles, uint32_t n, uint64_t seed);
void sharing_free(struct sharing_model *u);

/* Print how many policies and texts the first n origins have, beside what is expected of them. */
void sharing_print(const struct sharing_model *u, uint32_t n);

#endif
