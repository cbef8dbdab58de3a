/* log_plain.c - log_gzip.h for a robotsc that was built without a store, and so without zlib.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli/logs/log_gzip.h"
#include "cli/messages.h"
#include "cli/read_file.h"

struct plain {
	int fd;
	const char *name;
	uint64_t taken;
};

void *cli_gzip_open(int fd, const char *name)
{
	struct plain *const p = malloc(sizeof *p);
	if (p)
		*p = (struct plain){fd, name, 0};
	else
		cli_complain("out of memory");
	return p;
}

void cli_gzip_close(void *gzip)
{
	free(gzip);
}

ptrdiff_t cli_gzip_read(void *gzip, void *at, size_t room)
{
	struct plain *const p = gzip;
	const ssize_t n = cli_read(p->fd, at, room);
	if (n < 0)
		cli_complain("%s: %s", p->name, strerror(errno));
	if (p->taken == 0 && n > 1 && memcmp(at, "\x1F\x8B", 2) == 0) {
		cli_complain("%s: this robotsc was built without a store, so it reads no gzip; decompress it first", p->name);
		return -1;
	}
	p->taken += n > 0 ? (uint64_t)n : 0;
	return n;
}

uint64_t cli_gzip_taken(const void *gzip)
{
	return ((const struct plain *)gzip)->taken;
}
