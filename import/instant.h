/* instant.h - points in time as ISO 8601 writes them: "2026-01-31T12:00:00Z".
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef IMPORT_INSTANT_H
#define IMPORT_INSTANT_H

#include <stddef.h>
#include <stdint.h>

/* The first second of the year 0 and the last of the year 9999, since 1970. */
#define INSTANT_FIRST INT64_C(-62167219200)
#define INSTANT_LAST INT64_C(253402300799)

/* Read such a time of these years, with or without a fraction of a second, which is dropped; or a date alone, which is its
 * first second.  A leap second counts as the second before it.
 * seconds  out: since 1970.
 * Returns 1, or 0 when the text is no such time. */
int robotsc__instant_read(const char *at, size_t len, int64_t *seconds);

/* Write one.  What is more than a day outside these years is written as its number.  out is terminated. */
#define INSTANT_ROOM 80u
void robotsc__instant_write(int64_t seconds, char out[INSTANT_ROOM]);

#endif
