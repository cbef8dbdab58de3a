/* verified_set.h - a set of blobs: a bit for each name.  Any thread may ask and add without locks.
 *
 * An open store has one for the blobs that this process found intact.  A name is added when the
 * blob was accepted and never removed: a name always means the same octets (databases.h).  The
 * worst effect of a race is a second check.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_VERIFIED_SET_H
#define ROBOTSC_VERIFIED_SET_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#define VERIFIED_SET_FANOUT 65536u

/* From the number of a pack to its bits, in two steps. */
struct verified_set {
	_Atomic(_Atomic(_Atomic uint8_t *) *) *top;
};

/* 0, or -1 without memory. */
int robotsc__verified_set_init(struct verified_set *t);
void robotsc__verified_set_free(struct verified_set *t);

bool robotsc__verified_set_has(const struct verified_set *t, uint64_t name);

/* count: the number of blobs in the pack.  0, or -1 without memory. */
int robotsc__verified_set_add(struct verified_set *t, uint64_t name, unsigned count);

#endif
