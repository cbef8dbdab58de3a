/* filled_sizes.h - the octets that entries and records take, with what fills them.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_FILLED_SIZES_H
#define ROBOTSC_FILLED_SIZES_H

#include <stdint.h>

#include "hosts/snapshot/reader/snapshot_layout.h"

static inline uint64_t filled(uint64_t size)
{
	return (size + SNAPSHOT_UNIT - 1) / SNAPSHOT_UNIT * SNAPSHOT_UNIT;
}

static inline uint64_t record_size(uint64_t agents, uint64_t blob)
{
	const uint64_t size = filled(RECORD_AT_FRONTS + FRONT_SIZE * agents + blob);
	return size < RECORD_SMALLEST ? RECORD_SMALLEST : size;
}

#endif
