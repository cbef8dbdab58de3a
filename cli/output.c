/* output.c - see output.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#define _XOPEN_SOURCE 700 /* realpath */
#include "output.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "messages.h"
#include "policy.h"

#define LINKS_MAX 40  /* the same limit as in Linux */
#define LINK_MAX 4096 /* octets of a symbolic link */

/* Write, and close in any case. */
static int write_and_close(int fd, const void *bytes, size_t len, bool sync)
{
	const char *p = bytes;
	int error = 0;
	while (len > 0 && !error) {
		const ssize_t n = write(fd, p, len);
		if (n < 0 && errno != EINTR)
			error = errno;
		if (n > 0) {
			p += n;
			len -= (size_t)n;
		}
	}
	if (!error && sync && fsync(fd) < 0)
		error = errno;
	if (close(fd) < 0 && !error)
		error = errno;
	errno = error;
	return error ? -1 : 0;
}

/* Make a temporary file.  mkstemp makes it for the owner alone; a blob gets usual permissions. */
static int temporary_file(char *name)
{
	const mode_t mask = umask(0);
	const int fd = mkstemp(name);
	umask(mask);
	if (fd >= 0 && fchmod(fd, 0666 & ~mask) < 0) {
		close(fd);
		unlink(name);
		return -1;
	}
	return fd;
}

/* Replace a file.  Readers may have the old file mapped, so it is never rewritten. */
static int replace(const char *path, const void *bytes, size_t len)
{
	static const char suffix[] = ".XXXXXX";
	const size_t room = strlen(path) + sizeof suffix;
	char *name = malloc(room);
	int fd, result = -1;
	if (!name)
		return -1;
	snprintf(name, room, "%s%s", path, suffix);
	fd = temporary_file(name);
	if (fd >= 0) {
		result = write_and_close(fd, bytes, len, true);
		if (result == 0)
			result = rename(name, path);
		if (result < 0) {
			const int error = errno;
			unlink(name);
			errno = error;
		}
	}
	free(name);
	return result;
}

/* ---- where a symbolic link leads -------------------------------------------------- */

/* The file that the symbolic link at path leads to, as a path: malloc'd, or NULL. */
static char *read_link(const char *path)
{
	char to[LINK_MAX];
	const ssize_t n = readlink(path, to, sizeof to);
	const char *slash = strrchr(path, '/');
	size_t folder = slash ? (size_t)(slash + 1 - path) : 0;
	char *out;
	if (n <= 0)
		return NULL;
	folder = to[0] == '/' ? 0 : folder;
	out = malloc(folder + (size_t)n + 1);
	if (!out)
		return NULL;
	memcpy(out, path, folder);
	memcpy(out + folder, to, (size_t)n);
	out[folder + (size_t)n] = '\0';
	return out;
}

/* Follow links from path to a file, which may not exist yet: malloc'd, or NULL with errno. */
static char *follow(const char *path)
{
	char *at = strdup(path);
	for (int i = 0; at && i < LINKS_MAX; i++) {
		char *next = realpath(at, NULL);
		const bool found = next != NULL;
		if (!found && errno == ENOENT)
			next = read_link(at);
		if (!next && errno == ENOENT)
			return at; /* the file does not exist yet */
		free(at);
		at = next;
		if (found)
			return at;
	}
	free(at);
	return NULL;
}

/* ---- what may be written --------------------------------------------------------- */

#define ADVICE "name another file with -o, or say --force"

/* Refuse a file whose content would be lost.  Returns 0, or -1 after a message. */
static int refuse_loss(const char *path, const struct stat *st, const struct cli_file *input, bool is_text)
{
	const bool is_input = input && !input->is_blob && input->inode == st->st_ino && input->device == st->st_dev;
	unsigned char begin[CLI_MAGIC];
	ssize_t n = 0;
	int fd;
	if (is_input)
		cli_complain("%s: this is the input, and -o would replace it; " ADVICE, path);
	if (is_input || st->st_size == 0)
		return -(int)is_input;
	fd = open(path, O_RDONLY);
	if (fd >= 0)
		n = cli_read(fd, begin, sizeof begin);
	if (fd < 0 || n < 0)
		cli_complain("%s: cannot read what -o would replace: %s; " ADVICE, path, strerror(errno));
	else if (cli_begins_blob(begin, (size_t)n) == is_text)
		cli_complain("%s: this file is %s blob, and -o would replace it; " ADVICE, path, is_text ? "a" : "no");
	if (fd >= 0)
		close(fd);
	return n > 0 && cli_begins_blob(begin, (size_t)n) != is_text ? 0 : -1;
}

static int complain(const char *path)
{
	return cli_complain("%s: cannot write: %s", path, strerror(errno));
}

static int write_directly(const char *path, const void *bytes, size_t len)
{
	const int fd = open(path, O_WRONLY);
	return fd < 0 || write_and_close(fd, bytes, len, false) < 0 ? complain(path) : CLI_OK;
}

/* Write a file.  If the path is a symbolic link, it stays one. */
static int write_file(const char *path, const void *bytes, size_t len)
{
	char *target = follow(path);
	const int result = !target || replace(target, bytes, len) < 0 ? complain(path) : CLI_OK;
	free(target);
	return result;
}

static bool is_standard(const struct cli_settings *s)
{
	return !s->output || strcmp(s->output, "-") == 0;
}

/* True, after a message, if the name of -o is empty. */
static bool no_name(const struct cli_settings *s)
{
	return s->output && !s->output[0] && cli_complain("-o needs the name of a file, or '-' for standard output");
}

static int write_output(const struct cli_settings *s, const struct cli_file *input, const void *blob, size_t len, bool is_text)
{
	struct stat st;
	if (is_standard(s)) {
		fwrite(blob, 1, len, stdout);
		return CLI_OK;
	}
	if (stat(s->output, &st) < 0)
		return errno == ENOENT ? write_file(s->output, blob, len) : complain(s->output);
	if (S_ISDIR(st.st_mode))
		return cli_complain("%s: this is a folder; name a file with -o", s->output);
	if (!S_ISREG(st.st_mode))
		return write_directly(s->output, blob, len);
	if (!s->force && refuse_loss(s->output, &st, input, is_text) < 0)
		return CLI_TROUBLE;
	return write_file(s->output, blob, len);
}

int cli_write_blob(const struct cli_settings *s, const struct cli_file *input, const void *blob, size_t len)
{
	return write_output(s, input, blob, len, false);
}

int cli_write_text(const struct cli_settings *s, const struct cli_file *input, const char *text, size_t len)
{
	return write_output(s, input, text, len, true);
}

int cli_read_text(const struct cli_settings *s, const char *path, struct cli_file *file)
{
	if (no_name(s) || cli_read_file(path, s->options.limit, file) < 0 || cli_refuse_content(s, file) < 0)
		return CLI_TROUBLE;
	if (file->is_blob)
		return cli_complain("%s: this is a blob, which has no lines; name its robots.txt", file->name);
	if (cli_is_cut(file, s->options.limit))
		return cli_complain("%s: it has more than %zu octets, and the rest would be lost; raise --limit", file->name,
		                    s->options.limit);
	return 0;
}

int cli_check_output(const struct cli_settings *s)
{
	if (no_name(s))
		return -1;
	if (!is_standard(s) || !isatty(STDOUT_FILENO))
		return 0;
	cli_complain("a blob is binary and is not written to a terminal; name a file with -o, or redirect the output");
	return -1;
}
