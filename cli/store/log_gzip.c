/* log_gzip.c - see log_gzip.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>

#include "cli/logs/log_gzip.h"
#include "cli/messages.h"
#include "hosts/import/stream.h"

struct gzip {
	struct stream stream;
	const char *name;
};

void *cli_gzip_open(int fd, const char *name)
{
	struct gzip *const g = malloc(sizeof *g);
	if (g && robotsc__stream_init(&g->stream, fd) == 0) {
		g->name = name;
		return g;
	}
	free(g);
	cli_complain("out of memory");
	return NULL;
}

void cli_gzip_close(void *gzip)
{
	struct gzip *const g = gzip;
	if (g)
		robotsc__stream_free(&g->stream);
	free(g);
}

ptrdiff_t cli_gzip_read(void *gzip, void *at, size_t room)
{
	struct gzip *const g = gzip;
	const size_t n = robotsc__stream_read(&g->stream, at, room);
	if (n == STREAM_DAMAGED) {
		cli_complain("%s: %s", g->name, g->stream.why);
		return -1;
	}
	if (n == 0 && g->stream.failed) {
		cli_complain("%s: %s", g->name, strerror(g->stream.failed));
		return -1;
	}
	return (ptrdiff_t)n;
}

uint64_t cli_gzip_taken(const void *gzip)
{
	return ((const struct gzip *)gzip)->stream.read;
}
