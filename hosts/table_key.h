/* table_key.h - a secret key for the hash of a table, where strangers choose the keys of the
 * entries.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_TABLE_KEY_H
#define ROBOTSC_TABLE_KEY_H

#include <stdint.h>
#include <time.h>

/* A key made of the time and the address of the table. */
static inline uint64_t table_key(const void *table)
{
	struct timespec now;
	clock_gettime(CLOCK_REALTIME, &now);
	return ((uint64_t)now.tv_sec ^ (uint64_t)now.tv_nsec << 32) * UINT64_C(0x9E3779B97F4A7C15) ^ (uint64_t)(uintptr_t)table;
}

#endif
