/* log_input.c - see log_input.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "log_input.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#ifdef HAVE_ZSTD
#include <zstd.h>
#endif

#include "log_gzip.h"
#include "cli/messages.h"

#define ROOM ((size_t)128 << 10)

/* ---- zstd ---------------------------------------------------------------------------------- */

#ifdef HAVE_ZSTD
static void *zstd_new(const char *name)
{
	void *const zstd = ZSTD_createDCtx();
	if (!zstd)
		cli_complain("%s: out of memory", name);
	return zstd;
}

static void zstd_free(void *zstd)
{
	ZSTD_freeDCtx(zstd);
}

/* Decompress octets that were read.  Returns how many octets it gives, or -1 after a message. */
static ptrdiff_t zstd_some(struct cli_log *log, void *at, size_t room)
{
	ZSTD_inBuffer in = {log->in, log->len, log->at};
	ZSTD_outBuffer out = {at, room, 0};
	const size_t left = ZSTD_decompressStream(log->zstd, &out, &in);
	if (ZSTD_isError(left)) {
		cli_complain("%s: not of zstd: %s", log->name, ZSTD_getErrorName(left));
		return -1;
	}
	log->at = in.pos;
	log->inside = left != 0;
	return (ptrdiff_t)out.pos;
}
#else
static void *zstd_new(const char *name)
{
	cli_complain("%s: this robotsc was built without zstd; write: zstdcat %s | robotsc audit ... -", name, name);
	return NULL;
}

static void zstd_free(void *zstd)
{
	(void)zstd;
}

static ptrdiff_t zstd_some(struct cli_log *log, void *at, size_t room)
{
	(void)log;
	(void)at;
	(void)room;
	return -1;
}
#endif

/* ---- all ----------------------------------------------------------------------------------- */

int cli_log_open(struct cli_log *log, const char *path)
{
	const bool standard = strcmp(path, "-") == 0;
	log->name = standard ? "<stdin>" : path;
	log->fd = standard ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC);
	if (log->fd < 0) {
		cli_complain("%s: %s", log->name, strerror(errno));
		return -1;
	}
	log->in = malloc(ROOM);
	if (!log->in) {
		cli_complain("out of memory");
		return -1;
	}
	log->gzip = cli_gzip_open(log->fd, log->name);
	return log->gzip ? 0 : -1;
}

void cli_log_close(struct cli_log *log)
{
	cli_gzip_close(log->gzip);
	if (log->zstd)
		zstd_free(log->zstd);
	if (log->name && log->fd > STDIN_FILENO)
		close(log->fd);
	free(log->in);
	*log = (struct cli_log){.fd = -1};
}

uint64_t cli_log_taken(const struct cli_log *log)
{
	return log->gzip ? cli_gzip_taken(log->gzip) : 0;
}

/* Read more octets after those in log->in.  Returns how many, or -1 after a message. */
static ptrdiff_t fill(struct cli_log *log)
{
	ptrdiff_t n;
	memmove(log->in, log->in + log->at, log->len - log->at);
	log->len -= log->at;
	log->at = 0;
	n = cli_gzip_read(log->gzip, log->in + log->len, ROOM - log->len);
	log->len += n > 0 ? (size_t)n : 0;
	return n;
}

/* Look at the first octets.  Returns 0, or -1 after a message. */
static int begin(struct cli_log *log)
{
	static const unsigned char magic[] = {0x28, 0xB5, 0x2F, 0xFD};
	log->begun = true;
	while (log->len < sizeof magic) {
		const ptrdiff_t n = fill(log);
		if (n <= 0)
			return (int)n;
	}
	if (memcmp(log->in, magic, sizeof magic) != 0)
		return 0;
	log->zstd = zstd_new(log->name);
	return log->zstd ? 0 : -1;
}

static ptrdiff_t read_zstd(struct cli_log *log, void *at, size_t room)
{
	for (;;) {
		ptrdiff_t n = log->at < log->len || log->inside ? zstd_some(log, at, room) : 0;
		if (n != 0)
			return n;
		if (log->at < log->len)
			continue;
		n = fill(log);
		if (n == 0 && log->inside) {
			cli_complain("%s: the zstd frame ends early", log->name);
			return -1;
		}
		if (n <= 0)
			return n;
	}
}

ptrdiff_t cli_log_read(struct cli_log *log, void *at, size_t room)
{
	size_t n;
	if (!log->begun && begin(log) < 0)
		return -1;
	if (log->zstd)
		return read_zstd(log, at, room);
	if (log->at == log->len)
		return cli_gzip_read(log->gzip, at, room);
	n = log->len - log->at < room ? log->len - log->at : room;
	memcpy(at, log->in + log->at, n);
	log->at += n;
	return (ptrdiff_t)n;
}
