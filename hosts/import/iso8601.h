/* iso8601.h - read times as ISO 8601 writes them: "2026-01-31T12:00:00Z".
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_ISO8601_H
#define ROBOTSC_ISO8601_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The first second of the year 0 and the last second of the year 9999, since 1970. */
#define ISO8601_FIRST INT64_C(-62167219200)
#define ISO8601_LAST INT64_C(253402300799)

/* Read a time of these years: "2026-01-31T12:00:00Z", without its fraction of a second; or a date
 * alone, as its first second.  A leap second counts as the second before it.
 *
 * seconds  out: since 1970; not changed when the text is not a time.
 *
 * Returns whether the text is a time. */
bool robotsc__iso8601_read(const char *at, size_t len, int64_t *seconds);

#endif
