/* names.h - a set of blobs: a bit for each name.  Any thread may ask and add without locks.
 *
 * The store keeps in one the blobs that this process has seen to be intact.  A name is added after robotsc_open_intact
 * accepted the blob and never taken out, which is right because a name never comes to mean other
 * octets (layout.h).  The worst that a race does is to look twice.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef STORE_NAMES_H
#define STORE_NAMES_H

#include <stdatomic.h>
#include <stdint.h>

#define NAMES_FAN 65536u

/* Pack number to bits, in two steps. */
struct names {
	_Atomic(_Atomic(_Atomic uint8_t *) *) *top;
};

/* 0, or -1 without memory. */
int robotsc__names_init(struct names *t);
void robotsc__names_free(struct names *t);

int robotsc__names_has(const struct names *t, uint64_t name);

/* count: the blobs of its pack.  0, or -1 without memory. */
int robotsc__names_add(struct names *t, uint64_t name, unsigned count);

#endif
