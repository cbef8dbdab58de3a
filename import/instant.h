/* instant.h - times as WARC files write them: "2026-01-31T12:00:00Z".
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef IMPORT_INSTANT_H
#define IMPORT_INSTANT_H

#include <stddef.h>
#include <stdint.h>

/* Read such a time, with or without a fraction of a second, which is dropped; or a date alone; or plain seconds.
 * seconds  out: since 1970.
 * Returns 1, or 0 when the text is no time from 1970 to 9999. */
int robotsc__instant_read(const char *at, size_t len, int64_t *seconds);

/* Write one.  seconds is from 0 to 2^40.  out is terminated. */
#define INSTANT_ROOM 32u
void robotsc__instant_write(int64_t seconds, char out[INSTANT_ROOM]);

#endif
