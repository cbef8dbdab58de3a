/* text_folder.c - writes texts into a folder that import reads: a file for each origin, named
 * "http:HOST" or "http:HOST:PORT", whose time is that of the fetch.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "text_folder.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/messages.h"
#include "cli/read_file.h"
#include "robotsc/access.h"

int cli_text_folder_open(struct text_folder *f, const char *name)
{
	*f = (struct text_folder){.name = name};
	if (mkdir(name, 0777) < 0 && errno != EEXIST)
		return cli_complain("%s: cannot make the folder: %s", name, strerror(errno));
	f->fd = open(name, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	return f->fd < 0 ? cli_complain("%s: cannot open: %s", name, strerror(errno)) : 0;
}

void cli_text_folder_close(struct text_folder *f)
{
	close(f->fd);
}

static bool is_plain(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || (c && strchr("-._:[]", c));
}

/* Room for a name whose host is escaped. */
#define TEXT_NAME_ROOM (3 * ROBOTSC_ORIGIN_MAX + 1)

/* Make the name of a file from an origin "scheme://host:port".  Octets of a host that mean
 * something elsewhere are escaped as in URLs.  So are all octets of a host that is only digits,
 * which import would take for a port. */
static void name_file(struct robotsc_text origin, char out[TEXT_NAME_ROOM])
{
	const char *at = memchr(origin.at, ':', origin.len);
	const char *const host = at + 3, *const end = origin.at + origin.len;
	size_t n = (size_t)(at + 1 - origin.at);
	bool digits = true;
	memcpy(out, origin.at, n);
	for (at = host; at < end; at++)
		digits = digits && *at >= '0' && *at <= '9';
	for (at = host; at < end; at++) {
		if (is_plain(*at) && !digits)
			out[n++] = *at;
		else
			n += (size_t)snprintf(out + n, TEXT_NAME_ROOM - n, "%%%02X", (unsigned char)*at);
	}
	out[n] = '\0';
}

static int write_all(int fd, struct robotsc_text text)
{
	while (text.len > 0) {
		const ssize_t n = write(fd, text.at, text.len);
		if (n < 0 && errno != EINTR)
			return -1;
		if (n > 0) {
			text.at += n;
			text.len -= (size_t)n;
		}
	}
	return 0;
}

#define NAMES_MAX 1000u

/* Make a temporary file.  If its name is taken, the file belongs to another process: the next name
 * is tried.  A link is not followed. */
static int open_part(struct text_folder *f)
{
	int fd;
	do {
		snprintf(f->part, sizeof f->part, ".%ld.%u.part", (long)getpid(), f->taken);
		fd = openat(f->fd, f->part, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
	} while (fd < 0 && errno == EEXIST && ++f->taken < NAMES_MAX);
	return fd;
}

/* Write a file: first under a temporary name, so that no file is ever half written. */
static int put_file(struct text_folder *f, const char *name, struct robotsc_text text, int64_t fetched)
{
	const struct timespec times[2] = {{.tv_sec = (time_t)fetched}, {.tv_sec = (time_t)fetched}};
	const int fd = open_part(f);
	int result;
	if (fd < 0)
		return -1;
	result = write_all(fd, text);
	if (result == 0)
		result = futimens(fd, times);
	if (close(fd) < 0)
		result = -1;
	if (result == 0)
		result = renameat(f->fd, f->part, f->fd, name);
	if (result < 0) {
		const int error = errno;
		unlinkat(f->fd, f->part, 0);
		errno = error;
	}
	return result;
}

int cli_text_folder_put(struct text_folder *f, struct robotsc_text origin, struct robotsc_text text, int64_t fetched)
{
	char name[TEXT_NAME_ROOM];
	struct stat st;
	name_file(origin, name);
	if (fstatat(f->fd, name, &st, AT_SYMLINK_NOFOLLOW) == 0 && S_ISREG(st.st_mode) && st.st_mtime > fetched) {
		f->kept++;
	} else if (put_file(f, name, text, fetched) == 0) {
		f->written++;
	} else if (errno == ENAMETOOLONG) {
		f->skipped++;
		cli_complain("%s/%s: the name is too long for a file; skipped", f->name, name);
	} else {
		return cli_complain("%s/%s: cannot write: %s", f->name, name, strerror(errno));
	}
	return 0;
}

int cli_text_folder_copy(struct text_folder *f, struct robotsc_text from, struct robotsc_text origin, int64_t fetched)
{
	char name[TEXT_NAME_ROOM];
	struct stat st;
	char *text = NULL;
	ssize_t n = -1;
	int fd, result;
	name_file(from, name);
	fd = openat(f->fd, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
	if (fd < 0)
		return 1;
	if (fstat(fd, &st) == 0 && S_ISREG(st.st_mode) && (text = malloc((size_t)st.st_size + 1)) != NULL)
		n = cli_read(fd, text, (size_t)st.st_size + 1);
	close(fd);
	if (n < 0)
		result = cli_complain("%s/%s: cannot read: %s", f->name, name, strerror(errno));
	else
		result = cli_text_folder_put(f, origin, (struct robotsc_text){text, (size_t)n}, fetched);
	free(text);
	return result;
}
