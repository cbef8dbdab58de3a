/* verified_set.h - a set of blobs: a bit for each name.  Any thread may ask and add without locks.
 *
 * The store keeps in one the blobs that this process has seen to be intact.  A name is added after robotsc_open_intact
 * accepted the blob and never taken out, which is right because a name never comes to mean other
 * octets (databases.h).  The worst that a race does is to look twice.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef STORE_VERIFIED_SET_H
#define STORE_VERIFIED_SET_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#define VERIFIED_SET_FANOUT 65536u

/* Pack number to bits, in two steps. */
struct verified_set {
	_Atomic(_Atomic(_Atomic uint8_t *) *) *top;
};

/* 0, or -1 without memory. */
int robotsc__verified_set_init(struct verified_set *t);
void robotsc__verified_set_free(struct verified_set *t);

bool robotsc__verified_set_has(const struct verified_set *t, uint64_t name);

/* count: the blobs of its pack.  0, or -1 without memory. */
int robotsc__verified_set_add(struct verified_set *t, uint64_t name, unsigned count);

#endif
