/* log_input.h - reads a log: plain, or compressed by gzip or zstd.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_LOG_INPUT_H
#define ROBOTSC_LOG_INPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* All 0 at the beginning. */
struct cli_log {
	const char *name; /* for messages */
	int fd;
	void *gzip;        /* reads its octets: log_gzip.h */
	void *zstd;        /* NULL: it is not compressed by zstd */
	bool begun;        /* the first octets were looked at */
	bool inside;       /* zstd: inside a frame */
	unsigned char *in; /* octets that were read and not given out */
	size_t at, len;
};

/* Open a log; "-" is standard input.  Returns 0, or -1 after a message; close it in any case. */
int cli_log_open(struct cli_log *log, const char *path);
void cli_log_close(struct cli_log *log);

/* How many octets of the file were read. */
uint64_t cli_log_taken(const struct cli_log *log);

/* Read octets, one at least.  Returns how many; 0 at the end; -1 after a message. */
ptrdiff_t cli_log_read(struct cli_log *log, void *at, size_t room);

#endif
