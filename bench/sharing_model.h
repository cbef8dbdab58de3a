/* sharing_model.h - which of a million origins share a policy, extrapolated from some thousand
 * files.
 *
 * The number of different policies grows as a power of the number of origins (Heaps' law).  So a
 * file that is drawn again must sometimes get a new policy.
 *
 * The model is Pitman and Yor's process with discount b and strength 0.  Each origin copies a
 * random earlier origin of the same file.  With probability b / (origins that have its policy) it
 * gets a new policy instead.  D policies of n files then become D (N / n)^b policies of N origins,
 * and a common policy keeps its share.  The texts of a policy multiply in the same way.
 *
 * Small policies are shared more often than large ones.  So the files are grouped by the size of
 * their policies, and each group has its own b.  It is measured: the number of different policies
 * in all files of the group, against the mean over all halves of them.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_SHARING_MODEL_H
#define ROBOTSC_SHARING_MODEL_H

#include <stddef.h>
#include <stdint.h>

#define SHARING_GROUPS 4

/* What is known about a file. */
struct sharing_file {
	uint64_t policy, text; /* digests of what it decides, and of the lines that decide */
	uint32_t octets;       /* octets of the policy */
};

/* An origin.  Policies and texts have numbers; the files have the first ones. */
struct sharing_origin {
	uint32_t file, policy, text;
};

/* Files whose policies are of similar size. */
struct sharing_group {
	uint32_t files, policies, octets; /* octets: those of the largest policy */
	double policies_grow, texts_grow; /* exponents of growth; texts_grow: for one policy */
};

struct sharing_model {
	struct sharing_group group[SHARING_GROUPS];
	uint32_t files, policies, texts; /* policies, texts: how many the files have */
	uint8_t *group_of;               /* each file's */
	struct sharing_origin *origin;
};

/* Fill u with n origins, in random order.  nfiles must be at least 1. */
void sharing_draw(struct sharing_model *u, const struct sharing_file *files, uint32_t nfiles, uint32_t n, uint64_t seed);
void sharing_free(struct sharing_model *u);

/* Print the number of policies and texts of the first n origins, beside the numbers expected. */
void sharing_print(const struct sharing_model *u, uint32_t n);

#endif
