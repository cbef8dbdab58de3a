/* snapshot_mend.h - puts the sums of any octets right that pass for a snapshot.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_SNAPSHOT_MEND_H
#define ROBOTSC_SNAPSHOT_MEND_H

#include <stddef.h>
#include <stdint.h>

/* Put right what a reader compares: magic, version, size of the file; checksums of the entries from
 * the first on, of the buckets, of the records that entries name and of their blobs; digests and
 * the root. */
void snapshot_mend(uint8_t *bytes, size_t len);

#endif
