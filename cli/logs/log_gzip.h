/* log_gzip.h - reads the octets of a log, decompressed from gzip.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_LOG_GZIP_H
#define ROBOTSC_LOG_GZIP_H

#include <stddef.h>
#include <stdint.h>

/* In cli/store/ and cli/no_store/, where gzip is refused.  Begin to read fd, with gzip or without;
 * NULL after a message. */
void *cli_gzip_open(int fd, const char *name);
void cli_gzip_close(void *gzip);

/* Read octets, decompressed, one at least.  Returns how many; 0 at the end; -1 after a message. */
ptrdiff_t cli_gzip_read(void *gzip, void *at, size_t room);

/* How many octets of the file were read. */
uint64_t cli_gzip_taken(const void *gzip);

#endif
