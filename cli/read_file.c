/* read_file.c - reads a file into memory.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "read_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "messages.h"

#define CHUNK 65536u

ssize_t cli_read(int fd, void *at, size_t room)
{
	ssize_t n;
	do
		n = read(fd, at, room);
	while (n < 0 && errno == EINTR);
	return n;
}

bool cli_begins_blob(const void *bytes, size_t len)
{
	static const unsigned char magic[CLI_MAGIC] = {0x8D, 'R', 'B', 'C'};
	return len >= sizeof magic && memcmp(bytes, magic, sizeof magic) == 0;
}

bool cli_folder_has(const char *folder, const char *name)
{
	char path[4096];
	struct stat st;
	return stat(folder, &st) == 0 && S_ISDIR(st.st_mode) &&
	       snprintf(path, sizeof path, "%s/%s", folder, name) < (int)sizeof path && stat(path, &st) == 0;
}

/* Say why a file could not be read. */
static void complain(const struct cli_file *file, int error)
{
	if (error != EISDIR)
		cli_complain("%s: cannot read: %s", file->name, strerror(error));
	else if (cli_folder_has(file->name, "data.mdb"))
		cli_complain("%s: a store, not a file; 'robotsc store check --store=%s --agent=AGENT URL' asks it", file->name,
		             file->name);
	else if (cli_folder_has(file->name, "manifest"))
		cli_complain("%s: a snapshot in shards, not a file; 'robotsc snapshot check %s --agent=AGENT URL' asks it",
		             file->name, file->name);
	else
		cli_complain("%s: a folder; name a file in it", file->name);
}

/* Double the room.  0, or -1 when there is no memory or the size would overflow. */
static int make_room(struct cli_file *file, size_t *room)
{
	unsigned char *p;
	if (file->len < *room)
		return 0;
	if (*room > SIZE_MAX / 2) {
		errno = ENOMEM;
		return -1;
	}
	*room = *room ? 2 * *room : CHUNK;
	p = realloc(file->bytes, *room);
	if (!p)
		return -1;
	file->bytes = p;
	return 0;
}

static int read_all(int fd, size_t limit, struct cli_file *file)
{
	size_t room = 0;
	for (;;) {
		ssize_t n;
		if (make_room(file, &room) < 0)
			return -1;
		n = cli_read(fd, file->bytes + file->len, room - file->len);
		if (n < 0)
			return -1;
		file->len += (size_t)n;
		file->is_blob = cli_begins_blob(file->bytes, file->len);
		if (n == 0 || (!file->is_blob && file->len > limit && file->len - limit > CHUNK))
			return 0;
	}
}

int cli_read_file(const char *path, size_t limit, struct cli_file *file)
{
	const int is_stdin = strcmp(path, "-") == 0;
	const int fd = is_stdin ? STDIN_FILENO : open(path, O_RDONLY);
	struct stat st;
	memset(file, 0, sizeof *file);
	file->name = is_stdin ? "<stdin>" : path;
	if (fd < 0) {
		cli_complain("%s: cannot open: %s", file->name, strerror(errno));
		return -1;
	}
	if (fstat(fd, &st) == 0) {
		file->device = st.st_dev;
		file->inode = st.st_ino;
	}
	if (read_all(fd, limit, file) < 0) {
		complain(file, errno);
		free(file->bytes);
		file->bytes = NULL;
		if (!is_stdin)
			close(fd);
		return -1;
	}
	if (!is_stdin)
		close(fd);
	return 0;
}

bool cli_is_cut(const struct cli_file *file, size_t limit)
{
	return !file->is_blob && file->len > limit;
}

void cli_warn_cut(const struct cli_file *file, size_t limit)
{
	if (cli_is_cut(file, limit))
		cli_complain("%s: warning: it has more than %zu octets, and the rest does not count; --limit raises that",
		             file->name, limit);
}

/* ---- the lines of standard input ---- */

#define CHUNK 65536u

/* Read more input after what is there.  Returns 1; 0 at the end of input; -1 after a message. */
static int refill(struct cli_lines *l)
{
	ssize_t n;
	if (l->buffer && l->from > 0) {
		memmove(l->buffer, l->buffer + l->from, l->to - l->from);
		l->to -= l->from;
		l->from = 0;
	}
	if (l->room - l->to < CHUNK) {
		char *p = l->room > SIZE_MAX / 2 - CHUNK ? NULL : realloc(l->buffer, 2 * l->room + CHUNK);
		if (!p) {
			cli_complain("<stdin>: out of memory for a line of more than %zu octets", l->to);
			return -1;
		}
		l->buffer = p;
		l->room = 2 * l->room + CHUNK;
	}
	if (fflush(stdout) != 0) {
		cli_output_failed(); /* cli_finish says why */
		return -1;
	}
	n = cli_read(STDIN_FILENO, l->buffer + l->to, l->room - l->to);
	if (n < 0) {
		cli_complain("<stdin>: cannot read: %s", strerror(errno));
		return -1;
	}
	l->to += (size_t)n;
	return n > 0;
}

int cli_next_line(struct cli_lines *l, struct robotsc_text *line)
{
	size_t seen = 0;
	for (;;) {
		const size_t have = l->to - l->from;
		const char *start = l->buffer ? l->buffer + l->from : NULL;
		const char *lf = start && have > seen ? memchr(start + seen, '\n', have - seen) : NULL;
		int more;
		if (lf || (l->eof && have > 0)) {
			line->at = start;
			line->len = lf ? (size_t)(lf - start) : have;
			l->from += line->len + (lf != NULL);
			if (lf && line->len > 0 && lf[-1] == '\r')
				line->len--;
			return 1;
		}
		if (l->eof)
			return 0;
		seen = have;
		more = refill(l);
		if (more < 0)
			return -1;
		l->eof = more == 0;
	}
}
