/* forge.h - changes a blob as an attacker would who knows the format.
 *
 * A change updates the rest of the blob: targets, offsets, sizes, checksum.  So robotsc_open
 * reaches what was changed.  Any octets are accepted as a blob.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_FORGE_H
#define ROBOTSC_FORGE_H

#include "forge_map.h"

/* The name of a kind, for reports. */
const char *forge_name(enum forge_kind kind);

/* Change the blob in one way.  Returns 0 if it has nothing of this kind. */
int forge_change(struct forge *f, enum forge_kind kind);

/* Repair what a reader checks first: magic, version, size, checksum. */
void forge_repair(struct forge *f);

#endif
