/* host_folder.c - folders with the robots.txt of many hosts, as items.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "host_folder.h"

/* ---- robots.txt files ----------------------------------------------------------------- */

static const char no_file[] = "not a regular file";
static const char is_link[] = "a symbolic link; --follow follows it";

int robotsc__open_plain(int folder, const char *name, bool follow, bool folders, struct stat *st, const char **why)
{
	const int no_follow = follow ? 0 : O_NOFOLLOW;
	int fd;
	if (fstatat(folder, name, st, no_follow ? AT_SYMLINK_NOFOLLOW : 0) < 0) {
		*why = strerror(errno);
		return -1;
	}
	*why = S_ISLNK(st->st_mode) ? is_link : no_file;
	errno = EINVAL;
	if (!S_ISREG(st->st_mode) && !(folders && S_ISDIR(st->st_mode)))
		return -1;
	fd = openat(folder, name, O_RDONLY | O_NONBLOCK | O_CLOEXEC | no_follow);
	if (fd < 0) {
		*why = errno == ELOOP && no_follow ? is_link : strerror(errno);
		return -1;
	}
	if (fstat(fd, st) == 0 && (S_ISREG(st->st_mode) || (folders && S_ISDIR(st->st_mode))))
		return fd;
	close(fd);
	return -1;
}

int robotsc__read_text(int fd, size_t limit, struct buffer *text, const char **why)
{
	uint8_t part[65536];
	ssize_t n = 0;
	text->len = 0;
	while (text->len <= limit + 1 && (n = read(fd, part, sizeof part)) > 0)
		if (robotsc__buffer_add(text, part, (size_t)n) == SIZE_MAX) {
			errno = ENOMEM;
			n = -1;
			break;
		}
	if (n < 0)
		*why = strerror(errno);
	return n < 0 ? -1 : 0;
}

/* ---- folders ---------------------------------------------------------------------------- */

/* Read the text of a host: the file of its name, or robots.txt in the folder of its name.  1; 0:
 * there is none; -1 and why. */
static int read_host(const struct source *s, int folder, const char *name, struct buffer *text, struct stat *st, const char **why)
{
	int fd = robotsc__open_plain(folder, name, s->follow, true, st, why), result;
	if (fd >= 0 && S_ISDIR(st->st_mode)) {
		const int inner = fd;
		fd = robotsc__open_plain(inner, "robots.txt", s->follow, false, st, why);
		result = fd < 0 && errno == ENOENT;
		close(inner);
		if (result)
			return 0;
	}
	if (fd < 0)
		return -1;
	result = robotsc__read_text(fd, s->limit, text, why);
	close(fd);
	return result < 0 ? -1 : 1;
}

enum {
	HTTPS,
	HTTP,
	FTP,
	SCHEMES
};

static bool is_port(const char *text)
{
	return text[strspn(text, "0123456789")] == '\0';
}

/* Add a file HOST, HOST:PORT, http:HOST or https:HOST, or a folder of such a name with a robots.txt
 * in it.  A name without a scheme stands for both. */
static int add_host(struct source *s, int folder, const char *name, struct buffer *text)
{
	static const char *const schemes[] = {"https", "http", "ftp"};
	const struct input_position place = {.input = s->name};
	const char *why = NULL, *host = name;
	char url[1100], path[4096];
	struct stat st;
	size_t only = SCHEMES;
	int result;
	if (strlen(name) > 1000)
		return 0;
	result = read_host(s, folder, name, text, &st, &why);
	if (result < 0) {
		snprintf(path, sizeof path, "%s/%s", s->name, name);
		return robotsc__source_no_text(s, place, path, why);
	}
	for (size_t i = 0; i < SCHEMES; i++) {
		const size_t len = strlen(schemes[i]);
		if (strncmp(name, schemes[i], len) == 0 && name[len] == ':' && !is_port(name + len + 1)) {
			only = i;
			host = name + len + 1;
		}
	}
	for (size_t i = 0; i < SCHEMES && result > 0; i++) {
		if (only < SCHEMES ? i != only : i == FTP)
			continue;
		snprintf(url, sizeof url, "%s://%s/robots.txt", schemes[i], host);
		if (robotsc__source_text(s, place, (struct robotsc_text){url, strlen(url)}, text, &st) < 0)
			return -1;
	}
	return 0;
}

static int by_name(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

void robotsc__read_folder(struct source *s, int fd)
{
	DIR *dir = fdopendir(fd);
	struct dirent *entry;
	struct buffer text = {NULL, 0, 0};
	char **names = NULL;
	size_t n = 0, room = 0;
	int stopped = 0;
	if (!dir) {
		robotsc__source_lose(s, "cannot open", errno, s->read);
		close(fd);
		return;
	}
	while ((entry = readdir(dir)) != NULL) {
		if (entry->d_name[0] == '.')
			continue;
		if (n == room) {
			char **more = realloc(names, (room = 2 * room + 256) * sizeof *names);
			if (!more)
				break;
			names = more;
		}
		names[n] = strdup(entry->d_name);
		if (!names[n])
			break;
		n++;
	}
	s->nomem |= entry != NULL;
	if (n)
		qsort(names, n, sizeof *names, by_name);
	for (size_t i = 0; i < n; i++) {
		stopped = stopped || add_host(s, fd, names[i], &text) < 0;
		free(names[i]);
	}
	closedir(dir);
	free(names);
	free(text.at);
}
